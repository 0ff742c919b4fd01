"""What the table shows and what is selected, as data without widgets."""

"""Model of the table: views of the seats, selection, targets, highlights, layout of the boards. No widgets."""

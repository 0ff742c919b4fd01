"""The table: the board and what stands around it. It shows views and reports gestures; it decides nothing."""

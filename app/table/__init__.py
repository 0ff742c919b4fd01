"""The table: the board, what is asked, the players, cards and log. It shows a View and turns gestures into commands."""

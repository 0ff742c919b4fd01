"""Colours and drawings: the window's theme and style sheet, and the look that a game brings."""

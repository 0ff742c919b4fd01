"""Past moves shown again: the replay of a match as a page, and the moves that a player missed."""

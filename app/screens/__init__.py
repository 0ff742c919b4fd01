"""From the start screen to the table: choosing a game, its options and who sits where."""

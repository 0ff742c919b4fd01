"""New games: from a few choices (board, pieces, turn, aim) to the files of a folder that checks and plays at once."""

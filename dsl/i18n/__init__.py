"""Sentences in the user's language: the program's own, as Fluent files, and the names and sentences of a game."""

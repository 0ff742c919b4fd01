"""Sentences in the players' languages: the program's own, as Fluent files, and those that a game brings."""

"""Sentences in the players' languages: the engine's own, and those that a game brings."""

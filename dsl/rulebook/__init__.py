"""The rulebook of a game as data, generated from its checked rules and its words, and a writer of it as HTML."""

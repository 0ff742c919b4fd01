"""Explain, in words of the game, why a line of rules cannot be read."""

from __future__ import annotations

from dsl.text.machine import UnexpectedWordError
from dsl.text.problem import Problem
from dsl.text.tables import Tables
from dsl.text.words import Words, word_span


def explain(error: UnexpectedWordError, words: Words, tables: Tables) -> Problem:
    """Return the problem that made the machine stop."""
    return Problem("unexpected-word", f"`{error.word.text}` does not fit here", word_span(words.file, error.word), "")

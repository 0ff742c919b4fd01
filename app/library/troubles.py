"""What became of a match's file, in the reader's language: the engine says it in a key and values."""

from __future__ import annotations


def told(error: Exception, language: str) -> str:
    """Return why a journal cannot be opened; what the engine has no sentence for as it says it itself."""
    from dsl.engine.journal import JournalError  # only now: the first page does without the engine
    from dsl.words.catalogue import CATALOGUE

    cause = error if isinstance(error, JournalError) else error.__cause__
    if isinstance(cause, JournalError):
        sentence = CATALOGUE["fr" if language == "fr" else "en"].get(cause.reason)
        if sentence is not None:
            return sentence.format(**dict(cause.args_by_name))
    return getattr(error, "problem", "") or str(error)

"""What became of a match's file, in the reader's language: the engine says it in a key and values."""

from __future__ import annotations


def told(error: Exception, language: str) -> str:
    """Return why a journal cannot be opened; what the engine has no sentence for as it says it itself."""
    from dsl.engine.journal import JournalError  # only now: the first page does without the engine
    from dsl.words.translations import translation_in

    cause = error if isinstance(error, JournalError) else error.__cause__
    if isinstance(cause, JournalError):
        translation = translation_in(language)
        if cause.reason in translation:
            return translation.said(cause.reason, dict(cause.args_by_name))
    return getattr(error, "problem", "") or str(error)

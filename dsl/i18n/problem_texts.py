"""Summaries of problems in the players' languages.

The checker and the language service write English. A summary that is one of the English messages `problem-SLUG-*`, up
to the names and numbers in it, is said word for word in another language; of any other problem the sentence
`problem-SLUG` says what kind it is.
"""

from __future__ import annotations

import re
from functools import cache

from dsl.i18n.translations import FALLBACK, translation_in

_VALUE = re.compile(r"\{ *\$(\w+) *\}")


def problem_summary(slug: str, summary: str, language: str) -> tuple[str, bool]:
    """Return the summary of a problem in a language, and whether it says as much as the English one."""
    if language == FALLBACK:
        return summary, True
    words = translation_in(language)
    for key, pattern in _patterns(f"{_key(slug)}."):
        if found := pattern.fullmatch(summary):
            return words(key, **found.groupdict()), True
    key = _key(slug)
    return (words(key), False) if key in words else (summary, True)


def whole_summary(slug: str, summary: str, language: str) -> str:
    """Return the summary of a problem in a language, with the English one where that says more."""
    said, exact = problem_summary(slug, summary, language)
    return said if exact else f"{said} ({summary})"


def answer_text(text: str, language: str) -> str:
    """Return an answer of the language service in a language: the title of a fix, why a name cannot be given, or the
    summary of any problem; the English text where there is no message for it."""
    if language == FALLBACK:
        return text
    for key, pattern in (*_patterns("answer."), *_exact_patterns()):
        if found := pattern.fullmatch(text):
            return translation_in(language)(key, **found.groupdict())
    return text


@cache
def _exact_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the messages for the exact summaries of all kinds of problems, as `_patterns` does."""
    return tuple(each for each in _patterns("problem.") if each[0].count(".") == 2)


@cache
def _patterns(start: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the messages whose keys have a start, by key, with the pattern of the English text of each."""
    english = translation_in(FALLBACK)
    keys = sorted(key for key in english.messages() if key.startswith(start))
    return tuple((key, re.compile(_regular(english.source(key).partition("=")[2].strip()), re.DOTALL)) for key in keys)


def _regular(source: str) -> str:
    parts = _VALUE.split(source)
    return "".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts))


def _key(slug: str) -> str:
    return f"problem.{slug.replace('-', '_')}"

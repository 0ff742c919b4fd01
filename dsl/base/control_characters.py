"""Removes characters that control a terminal or the direction of text from texts of unknown origin."""

from __future__ import annotations

import unicodedata

#: Control, format, private-use, surrogate and unassigned characters, line and paragraph separators.
CONTROL = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"  #: replaced by a space, so that words stay apart


def printable(text: str, keep: str = "") -> str:
    """Return the text without control characters, except those in `keep`; line breaks and tabs become spaces."""
    if text.isprintable():
        return text
    return "".join(letter if letter in keep else _printable_letter(letter) for letter in text)


def _printable_letter(letter: str) -> str:
    if unicodedata.category(letter) not in CONTROL:
        return letter
    return " " if letter in _BREAKS else ""

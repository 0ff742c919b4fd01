"""Texts that come from somebody else: one line, no signs that steer a screen, no longer than agreed."""

from __future__ import annotations

import unicodedata

from app.lan.limits import CHAT, NAME

#: Letters of these kinds steer a terminal or turn the direction of what follows, or do not exist at all.
_STEERING = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_MARKS_IN_A_ROW = 4  #: more accents on one letter would paint over the lines above


def plain_name(text: str) -> str:
    """Return a name as it is shown: composed, on one line, at most 32 characters; perhaps empty."""
    return _plain(text, NAME)


def plain_chat(text: str) -> str:
    """Return what somebody says as it is shown: at most 500 characters; perhaps empty."""
    return _plain(text, CHAT)


def _plain(text: str, most: int) -> str:
    composed = unicodedata.normalize("NFC", text[: 4 * most])
    kept: list[str] = []
    marks = 0
    for letter in composed:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in _STEERING or marks > _MARKS_IN_A_ROW:
            kept.append(" " if letter in "\t\n\r\u2028\u2029" else "")
        else:
            kept.append(letter)
    return " ".join("".join(kept).split())[:most].rstrip()

"""Sanitizes names, chat and messages from other computers: one line, bounded length.

The removal of control characters is `dsl.base.control_characters`, which the terminal also uses for texts of rulesets.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from app.net.protocol.limits import CHAT, NAME
from dsl.base.control_characters import CONTROL, printable

if TYPE_CHECKING:  # the first page does without the engine
    from dsl.base.serialization import Json

_MULTILINE = (
    "Part",
    "Rules",
    "ProposedRules",
    "GameLook",
    "Kept",
)  #: messages that contain files; those are checked when they are parsed
_MARKS_IN_A_ROW = 4  #: more accents on one letter would paint over the lines above


def sanitize_name(text: str) -> str:
    """Return a name as it is shown: composed, on one line, at most 32 characters; may be empty."""
    return _plain(text, NAME)


def sanitize_chat(text: str) -> str:
    """Return a line of chat as it is shown: at most 500 characters; may be empty."""
    return _plain(text, CHAT)


def sanitize_message(message: Json) -> Json:
    """Return the JSON of a received message with all its texts printable; to be called before decoding."""
    if isinstance(message, dict) and message.get("type") in _MULTILINE:
        return message
    return _plain_json(message)


def _plain_json(data: Json) -> Json:
    match data:
        case str():
            return printable(data)
        case list():
            return [_plain_json(each) for each in data]
        case dict():
            return {name: _plain_json(each) for name, each in data.items()}
    return data


def _plain(text: str, most: int) -> str:
    composed = unicodedata.normalize("NFC", text[: 4 * most])
    kept: list[str] = []
    marks = 0
    for letter in composed:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in CONTROL or marks > _MARKS_IN_A_ROW:
            kept.append(" " if letter in "\t\n\r\u2028\u2029" else "")
        else:
            kept.append(letter)
    return " ".join("".join(kept).split())[:most].rstrip()

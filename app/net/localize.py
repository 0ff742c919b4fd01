"""Localizes what a table or a connection sends as a key and values.

Keys and values are untrusted: an unknown key becomes a general sentence, a missing value three dots.
"""

from __future__ import annotations

from collections.abc import Callable

from app.base.i18n import Translations
from app.net.protocol.sanitize import sanitize_chat

_PREFIXES = ("", "lan.", "lan.noticed.", "lan.away.", "lan.refused.")

Named = Callable[[str], str]  #: a colour of the rules -> the name of its player, or the colour in the user's language


def _itself(colour: str) -> str:
    return colour


def localized(texts: Translations, key: str, args: tuple[tuple[str, str], ...] = (), named: Named = _itself) -> str:
    """Return the sentence for `key`; `named` translates the values `seat`, `other` and `player`, which are colours."""
    known = texts.translation
    found = next((prefix + key for prefix in _PREFIXES if prefix + key in known), "")
    if not found:
        return texts("network.unknown", what=sanitize_chat(key))
    values = {name: named(text) if name in ("seat", "other", "player") else sanitize_chat(text) for name, text in args}
    if not values.get("name", "x"):  # a member without a name: use the seat, if there is one
        values["name"] = values.get("seat") or texts("network.somebody")
    return known.said(found, values)


def remedy(texts: Translations, key: str, args: tuple[tuple[str, str], ...] = ()) -> str:
    """Return a sentence that says what the user can do about it; empty if there is none."""
    known = texts.translation
    found = next((f"{prefix}{key}.remedy" for prefix in _PREFIXES if f"{prefix}{key}.remedy" in known), "")
    return known.said(found, dict(args)) if found else ""

"""Sanitized names and chat."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.net.protocol.limits import CHAT, NAME
from app.net.protocol.sanitize import sanitize_chat, sanitize_name


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("  Zoë  ", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("a\u202eb", "ab"),
        ("a\nb\tc", "a b c"),
        ("a\x1b[31mb", "a[31mb"),
        ("\u200b\u2066", ""),
        ("A" * 100, "A" * NAME),
        ("x" + "\u0301" * 50, unicodedata.normalize("NFC", "x" + "\u0301" * 4)),
        ("<b>x</b>", "<b>x</b>"),
        ("恐竜 🦖", "恐竜 🦖"),
    ],
)
def test_a_name_is_one_plain_line(given_text: str, shown: str) -> None:
    assert sanitize_name(given_text) == shown


@given(some.text(max_size=3000))
def test_control_characters_are_removed(text: str) -> None:
    shown = sanitize_chat(text)
    assert len(shown) <= CHAT
    assert shown == shown.strip()
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") for letter in shown)
    assert sanitize_chat(shown) == shown

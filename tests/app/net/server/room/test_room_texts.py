"""Every text key of a room exists in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from app.base.i18n import Translations
from app.base.paths import home
from app.net.localize import localized
from dsl.i18n.translations import languages, translation_in

ROOM = sorted((home() / "app/net/server/room").glob("*.py"))


def said() -> Iterator[str]:
    """Yield the key of each refusal, notice and last word in the room's code."""
    for path in ROOM:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if name in ("Refused", "TurnedAway", "close"):
                yield from texts
            elif name in ("notice", "notice_member", "on_disconnected"):
                yield from (f"noticed.{text}" for text in texts)
    yield from ("noticed.came", "noticed.back", *(f"noticed.{kind}.no" for kind in ("swap", "take_back", "stand_in")))


@pytest.mark.parametrize("language", languages())
def test_every_key_has_a_text(language: str) -> None:
    known = translation_in(language)
    keys = set(said())
    assert len(keys) > 40
    assert [key for key in keys if f"lan.{key}" not in known and key not in known] == []


def test_a_refusal_names_the_remedy() -> None:
    away = {key for key in said() if key.startswith("lan.away.")}
    assert {key for key in away if f"{key}.remedy" not in translation_in("en")} == set()


def test_a_member_without_a_name_is_called_by_the_seat_or_guest() -> None:
    texts, named = Translations("en"), {"red": "Red", "": ""}.__getitem__
    assert localized(texts, "came", (("name", "Ann"), ("seat", "")), named) == "Ann joined."
    assert localized(texts, "back", (("name", ""), ("seat", "red")), named) == "Red is back."
    assert localized(texts, "lost", (("name", "Ann"), ("seat", "red")), named).endswith("The seat is kept.")
    assert localized(texts, "lost_unseated", (("name", "Ann"), ("seat", "")), named) == "Ann lost the connection."
    assert localized(texts, "came", (("name", ""), ("seat", "")), named) == "Guest joined."

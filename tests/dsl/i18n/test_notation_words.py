"""The notation in the player's language: shown in the editor of positions, and read from what is typed there."""

from __future__ import annotations

import pytest

from dsl.i18n.notation_words import NotationWords
from dsl.i18n.translator import Translator
from tests.rulesets import RULESETS, loaded


@pytest.fixture(scope="module")
def trias() -> NotationWords:
    pack = loaded(RULESETS / "trias")
    return NotationWords(Translator(pack, "fr"), pack.program(2))


@pytest.mark.parametrize(
    ("notation", "shown"),
    [
        ("wood 1, mountain 2", "bois 1, montagne 2"),
        ("pole", "pôle Sud"),
        ("red 2 spent", "Rouge 2 avec petit"),
        ("2,-1", "2,-1"),
        ("17", "17"),
    ],
)
def test_the_notation_is_shown_and_read_in_the_language(trias: NotationWords, notation: str, shown: str) -> None:
    assert trias.show(notation) == shown
    assert trias.read(shown) == notation
    assert trias.read(shown.upper()) == notation
    assert trias.read(notation) == notation  # also as the rules have it


def test_what_has_no_meaning_stays(trias: NotationWords) -> None:
    assert trias.read("une forêt 1") == "une forêt 1"
    assert trias.read("bois 1; pôle Sud") == "wood 1, pole"

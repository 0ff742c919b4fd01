"""Translated letters of a look: they stay distinct."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from app.appearance.look import Look, game_look
from app.base.paths import official_rulesets
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import load

GAMES = sorted({path.parent for path in official_rulesets().rglob("*.look")})


def plain(text: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(letter)
    )


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_letters_are_translated_and_distinct(folder: Path) -> None:
    pack = load(folder)
    english, french = Translator(pack, "en"), Translator(pack, "fr")
    before = game_look(folder).for_players(pack.rules.colours)
    after = before.with_letters(french.letter)
    letters = [after.players[colour].letter for colour in pack.rules.colours]
    assert len(set(letters)) == len(letters)
    for colour in pack.rules.colours:
        stands_for(after.players[colour].letter, before.players[colour].letter, colour, english, french)
    for piece, kinds in after.pieces.items():
        lettered = [kind.letter for kind in kinds.values()]
        assert len(set(lettered)) == len({kind.letter for kind in before.pieces[piece].values()})
        if any(kind.map_of == piece for named in before.pieces.values() for kind in named.values()):
            continue
        for name, kind in kinds.items():
            stands_for(kind.letter, before.pieces[piece][name].letter, name or piece, english, french)


def stands_for(letter: str, first: str, name: str, english: Translator, french: Translator) -> None:
    """A French letter has the position in the French name that the English letter has in the English name: the
    first, or another one if a player has it already, such as K for black beside blue."""
    word = plain(french.name(name).removeprefix("tuile "))
    if plain(english.name(name)).startswith(plain(first)) or first == "K":
        assert plain(letter[:1]) in word, (name, word, letter)


def test_letters_used_in_maps_are_not_translated() -> None:
    folder = official_rulesets() / "dinosaures"
    look = game_look(folder)
    (mapped,) = {kind.map_of for kinds in look.pieces.values() for kind in kinds.values() if kind.map_of}
    assert look.with_letters(lambda _: "Q").pieces[mapped] == look.pieces[mapped]


def test_a_language_without_letters_keeps_those_of_the_look() -> None:
    look = Look().for_players(("red", "blue"))
    assert look.with_letters(lambda _: "") == look

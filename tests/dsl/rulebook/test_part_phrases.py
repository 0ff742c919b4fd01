"""Phrases of the parts of rules that may be changed one at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.rulebook.part_phrases import PartPhrases, part_phrases

RULESETS = Path(__file__).parents[3] / "rulesets"


def _phrases(name: str, language: str) -> PartPhrases:
    pack: Ruleset = load(RULESETS / name)
    return part_phrases(pack.rules, Translator(pack, language), language)


@pytest.mark.parametrize(
    ("game", "language", "part", "sentence"),
    [
        ("trias", "en", "drift", "Let the tile drift to the hex"),
        ("trias", "fr", "drift", "Faire dériver la tuile vers l’hexagone"),
        ("trias", "en", "move.room", "The tile is full."),
        ("trias", "en", "play_held", "Play the … card in your hand"),  # a kind has no article
        ("trias", "en", "score", "Points"),
        ("trias", "en", "winner.lands", "Lands with a herd: the most"),
        ("trias", "en", "final.first", "The first gets as many points as the number of these tiles."),
        (
            "trias", "en", "new_land.first",
            "The first gets as many points as “Points for the most herds on a new land”.",
        ),
        ("trias", "fr", "new_land.ties", "Les joueurs à égalité reçoivent tous les points de leur rang."),
        ("classics/amazons", "en", "shoot.open", "The square is taken."),  # not "the second square"
        ("classics/draughts", "fr", "jump", "Prendre avec le pion, jusqu’à la case"),
        ("dinosaures", "en", "challenge_by_one", "The first figurine challenges the second figurine"),
        ("dinosaurs-and-unicorns", "en", "relocate", "Let a newborn leave"),  # "…: the pawn"
        ("triassic-terror", "en", "winner.score", "Points: the most"),
    ],
)  # fmt: skip
def test_a_part_has_a_sentence_of_its_own(game: str, language: str, part: str, sentence: str) -> None:
    assert _phrases(game, language).sentences[part] == sentence


def test_what_stands_around_a_number_is_said_with_a_gap() -> None:
    english = set(_phrases("trias", "en").around.values())
    assert "There are at least … of the land of the tile" in english
    assert "The free room of the tile is more than …" in english
    assert "La place libre de la tuile vaut plus que …" in set(_phrases("trias", "fr").around.values())


def test_what_needs_the_language_has_no_phrase() -> None:
    draughts = _phrases("classics/draughts", "en")
    assert not any("leaps" in phrase for phrase in draughts.around.values())
    trias = _phrases("trias", "en")
    assert "final.second" not in trias.sentences  # a share that only the rules name
    assert "laps_placed" not in trias.sentences

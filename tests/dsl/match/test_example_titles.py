"""Translated titles of examples: read, checked, and listed where they are missing."""

from __future__ import annotations

import pytest

from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.review import review, translation_remarks
from dsl.match.rulesets.ruleset import build
from dsl.rulebook.generator import rulebook_of

RULES = """game fen
    players 2, colours red, blue
board pond: squares 3 by 3
counter reed of player: 9 each, on squares
action plant(s: square) "Plant on {s}"
    needs free: none of reeds on s "A reed grows there."
    do
        move 1 of my reeds in reserve to s
play
    turns from seat(1) clockwise until number of reeds on squares is 9
        choose plant
winner
    most reeds: number of reeds of it on squares
    shared
"""
EXAMPLES = """example "X1: no two reeds"
    given
        b2: red 1
    turn of red
    expect plant(b2) refused: free
example "X2: one everywhere"
    given
        b2: red 1
    turn of blue
    expect plant(b2) refused: free
"""
BASE = (("fen.rules", RULES), ("examples/1.rules", EXAMPLES), ("words.fr", 'plant: "Planter en {s}"\n'))


def _fen(french: str) -> RulesetText:
    return RulesetText((*BASE, ("examples/words.fr", french)))


def test_headings_of_examples_are_translated_without_the_number_of_the_author() -> None:
    pack = build(_fen('-- Titres\n"X1: no two reeds": "X1 : jamais deux roseaux"\n'), examples=True)
    found = [each.title for each in rulebook_of(pack, "fr", 2).all_sections() if each.anchor.startswith("example-")]
    assert found == ["Jamais deux roseaux", "2"]
    found = [each.title for each in rulebook_of(pack, "en", 2).all_sections() if each.anchor.startswith("example-")]
    assert found == ["No two reeds", "One everywhere"]
    again = RulesetText((("more.rules", ""),), pack.text)
    assert example_titles(again, "fr") == {"X1: no two reeds": "X1 : jamais deux roseaux"}


def test_missing_titles_and_titles_of_no_example_are_reported() -> None:
    text = _fen('"X1: no two reeds": "X1 : jamais deux roseaux"\n')
    assert [each.said for each in translation_remarks(text) if each.file == "examples/words.fr"] == [
        'the title of the example "X2: one everywhere" is not translated'
    ]
    (problem,) = review(_fen('"X1: no two reeds!": "?"\n'))
    assert (problem.slug, problem.help, problem.span.line) == (
        "unknown-words-key", "did you mean `X1: no two reeds`?", 1,
    )  # fmt: skip
    (problem,) = review(_fen("X1: jamais deux\n"))
    assert problem.slug == "unreadable-words"


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("X3: which tiles may drift", "which tiles may drift"),
        ("R5, R42: a card", "a card"),
        ("6.2.10 : l’égalité", "l’égalité"),
        ("8.6 a: no trap", "no trap"),
        ("X16, later: weaker", "later: weaker"),
        ("three in a row: it ends", "three in a row: it ends"),
    ],
)
def test_the_number_of_the_author_is_left_out(title: str, said: str) -> None:
    assert without_code(title) == said

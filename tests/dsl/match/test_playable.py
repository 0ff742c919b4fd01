"""A review reports rules that are correct but cannot be played yet."""

from __future__ import annotations

import pytest

from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.review import review

GAME = """game fen
    players 2..3, colours red, blue, white
variable score of player: 0..9 = 0
action take(n: 1..3)
    do
        score of me = NUMBER
play
    choose take by red
winner
    most score: score of it
"""


@pytest.mark.parametrize(("number", "found"), [("n", []), ("only(numbers(n, 3))", [("not-yet", "fen.rules", 6)])])
def test_unsupported_rules_are_found_without_playing(number: str, found: list[tuple[str, str, int]]) -> None:
    problems = review(RulesetText((("fen.rules", GAME.replace("NUMBER", number)),)))
    assert [(problem.slug, problem.span.file, problem.span.line) for problem in problems] == found


def test_rules_with_errors_are_not_reviewed() -> None:
    wrong = GAME.replace("NUMBER", "only(numbers(n, 3))").replace("score of it", "scores of it")
    assert [problem.slug for problem in review(RulesetText((("fen.rules", wrong),)))] == ["unknown-column"]

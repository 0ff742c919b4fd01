"""Worked example of the points in a rulebook: its lines add up to the score, and follow the options."""

from __future__ import annotations

from collections import Counter

import pytest

from app.base.paths import official_rulesets
from dsl.match.rulesets.ruleset import load
from dsl.rulebook.generator import rulebook_of, sentences_of
from dsl.rulebook.scoring_example import scoring_example

RULESETS = official_rulesets()


@pytest.mark.parametrize(("game", "players"), [("trias", 3), ("triassic-terror", 2), ("classics/oware", 2)])
def test_points_of_the_example_add_up_to_the_score(game: str, players: int) -> None:
    pack = load(RULESETS / game)
    example = scoring_example(pack, players, pack.options(players, {}))
    assert example is not None
    points: Counter[str] = Counter()
    for line in (*example.before, *(each.line for each in example.lines)):
        points[line.seat] += line.points
    if not example.ended:
        assert {line.seat: line.values[0][1] for line in example.ranking} == {
            seat.colour: points[seat.colour] for seat in example.view.seats
        }
    said = "\n".join(sentences_of(rulebook_of(pack, "en", players)))
    best = example.ranking[0]
    assert f"{best.seat.title()} {best.values[0][1]}" in said
    assert "wins." in said


def test_the_example_follows_the_options() -> None:
    pack = load(RULESETS / "trias")

    def of_awards(**options: str) -> set[tuple[int, int]]:
        example = scoring_example(pack, 3, pack.options(3, options))
        assert example is not None
        ranks = (rank for each in example.comparisons if each.rule == "final" for rank in each.ranks)
        return {(rank.place, rank.points) for rank in ranks}

    assert any(place == 2 and points for place, points in of_awards())
    assert not any(place == 2 and points for place, points in of_awards(final_second="nothing"))


def test_a_game_that_is_only_won_or_lost_has_none() -> None:
    pack = load(RULESETS / "classics" / "hex")
    assert scoring_example(pack, 2, pack.options(2, {})) is None

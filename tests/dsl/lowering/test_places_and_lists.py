"""Boards of areas and slots, lists and sets as data: an invented island where the strongest player sits in front."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.ir.layout import FIXED_SLOTS
from dsl.lowering.geometry import areas, corner_distance, slots, squares
from dsl.match.match import Match
from dsl.match.observation.notation import list_of, number_of_list
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.semantics.components import KEPT_FOR_EVERY_GAME

ISLE = (Path(__file__).parent / "isle.rules").read_text(encoding="utf-8")


def started(**options: int) -> Match:
    return build(RulesetText((("isle.rules", ISLE),))).start(players=3, seed=1, options=options)


def test_examples_pass() -> None:
    pack = build(RulesetText((("isle.rules", ISLE),)), examples=True)
    assert [f"{result.title}: {result.problem}" for result in run_examples(pack) if not result.passed] == []


@pytest.mark.parametrize("seed", range(5))
def test_a_match_ends_and_its_seats_are_consistent(seed: int) -> None:
    chance, match = random.Random(seed), started()
    while not match.over:
        (decision,) = match.decisions
        match.choose(decision, chance.choice(decision.options))
        for cell in match.view("red").boards[0].cells:
            seated = dict(cell.values).get("seats", "none")
            assert {c.owner for c in cell.counters} == (set() if seated == "none" else set(seated.split(", ")))


def test_a_view_shows_words_neighbours_and_contents_of_areas() -> None:
    island = started().view("red").boards[0]
    assert [(cell.place, cell.kind) for cell in island.cells][:2] == [("A1", "marsh"), ("A2", "meadow")]
    assert ("A1", "B2") not in island.links
    assert ("A1", "B2") in started(corners=1).view("red").boards[0].links


def test_adjacency_of_areas_is_symmetric() -> None:
    island = areas("isle", (("A", ("B",)), ("B", ()), ("C", ("B",)), ("D", ())))
    assert island.layout.neighbours == {0: (1,), 1: (0, 2), 2: (1,), 3: ()}
    assert island.distance((0, 0), (2, 0)) == 2
    assert island.distance((0, 0), (3, 0)) == 4, "what cannot be reached is farther than everything"


def test_slots_are_arranged_in_rows() -> None:
    row = slots("order", 3, 2)
    assert row.layout.names[3] == "order_4"
    assert row.layout.neighbours == {0: (1,), 1: (0, 2), 2: (1,), 3: (4,), 4: (3, 5), 5: (4,)}


def test_squares_may_be_neighbours_across_corners() -> None:
    board = squares("board", 8, 8, True)
    middle = board.cell(3, 3)
    assert middle is not None
    assert len(board.layout.neighbours[middle]) == 8
    assert board.distance is corner_distance
    assert corner_distance((0, 0), (3, 1)) == 3


@pytest.mark.parametrize("seats", [[], [0], [2, 0, 1], [5, 4, 3, 2, 1, 0]])
def test_a_list_of_players_is_stored_as_a_number(seats: list[int]) -> None:
    assert list_of(number_of_list(seats, 6), 6) == seats


def test_a_variable_cannot_have_the_name_of_a_fixed_slot() -> None:
    assert set(FIXED_SLOTS) < KEPT_FOR_EVERY_GAME
    with pytest.raises(RulesError, match="reserved-name"):
        build(RulesetText((("isle.rules", ISLE + "\nvariable chosen: 0..9 = 0\n"),)))


NAMESAKES = """game ferry
    players 2, colours red, blue
board isle: areas
    A1 next to A2
    A2 next to B1
    B1
counter hare of player: 3 each, on areas
variable score of player: 0..9 = 0
action follow(given from_here: area, goal: area) "Follow to {goal}"
    needs there: any of hares on from_here
    needs beside: goal touches from_here
    do
        move 1 of my hares in reserve to goal
action hop(goal: area) "Hop to {goal}"
    do
        move 1 of my hares in reserve to goal
        choose follow(goal)
play
    choose hop by red
winner
    most score: score of it
example "one step behind"
    turn of red
    play hop(A1)
    expect follow() offers A2
"""


def test_supplied_and_asked_values_of_one_name_stay_distinct() -> None:
    pack = build(RulesetText((("ferry.rules", NAMESAKES),)), examples=True)
    assert [result.problem for result in run_examples(pack)] == [None]

"""Numbered pieces: several on a cell, in zones, with variables, in suppositions."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.match.match import Match
from dsl.match.observation.state_reader import StateReader, members
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from tests.dsl.lowering.both_runners import lengths, small
from tests.dsl.lowering.offers import play

pytestmark = pytest.mark.slow

MARSH = (Path(__file__).parent / "marsh.rules").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def marsh() -> Ruleset:
    return build(RulesetText((("marsh.rules", MARSH),)), examples=True)


def test_examples_pass(marsh: Ruleset) -> None:
    assert [result.problem for result in run_examples(marsh)] == [None]


@pytest.mark.parametrize("seed", range(3))
def test_derived_slots_match_the_pieces(marsh: Ruleset, seed: int) -> None:
    match = Match(marsh, 2, {}, seed)
    play(match, seed, lambda at: assert_kept_right(at.contents), most=200)
    assert match.position > 20


def assert_kept_right(contents: StateReader) -> None:
    """The derived sets of cells and of numbers agree with the slots of each piece."""
    beast = contents.layout.pieces["beast"]
    standing = dict(contents.on_board(beast))
    made = range(contents.get("beast.made"))
    assert set(members(contents.get("beast.laid"))) == set(standing)
    assert set(members(contents.get("beast.any"))) == set(standing.values())
    for cell, here in enumerate(contents.stretch("beast.here")):
        assert set(members(here)) == {number for number, at in standing.items() if at == cell}
    for seat in range(2):
        own = {number for number in made if contents.owner_of(beast, number) == seat}
        assert set(members(contents.get("beast.owned", seat))) == own
        assert set(members(contents.get("beast.by", seat))) == {standing[n] for n in own if n in standing}
    for kind, numbers in enumerate(contents.stretch("beast.kinds")):
        assert set(members(numbers)) == {number for number in made if contents.kind_of(beast, number) == kind}


def test_equal_pieces_in_a_zone_are_one_option(marsh: Ruleset) -> None:
    """Two frogs, a heron and an otter wait in the den of red: three choices."""
    match = Match(marsh, 2, {}, 0)
    offered = [option.value.text for option in match.decisions[0].options]
    assert sorted(offered) == ["red frog", "red heron", "red otter"]


def test_a_supposition_restores_the_state(marsh: Ruleset) -> None:
    match = Match(marsh, 2, {}, 5)

    def look(at: Match) -> None:
        before = list(at.state)
        state = list(at.state)
        at.runner.options(state)
        assert state == before

    play(match, 5, look, most=120)


TRADED = MARSH.replace("        move b to goal\n", "        move b to goal\n        give rivals(goal, me) to me\n", 1)
TRADED = TRADED.replace(
    "        tired of b += 1\n",
    "        tired of b += 1\n        if any of lost\n            give random of lost to me\n",
    1,
)


def test_giving_a_piece_updates_all_owner_slots() -> None:
    text = (
        MARSH[: MARSH.index('example "')]
        + """example "given"
    given
        a1: red heron, red otter, blue frog; den of blue: blue otter
    turn of red
    run
        give red_ones to blue
        let kept = only(den of blue)
        give kept to red
    expect that number of beasts of blue is 2 and number of beasts of red is 1 and any of my beasts on a1
    expect that owner of only(den of blue) is red
    run
        give beasts on a1 to blue
    expect that none of my beasts and number of squares with beasts of blue is 1 and none of squares with my beasts
define red_ones = beasts of red that are heron
"""
    )
    assert [result.problem for result in run_examples(small(text))] == [None]


@pytest.mark.parametrize("seed", range(2))
def test_derived_slots_match_after_changes_of_owner(seed: int) -> None:
    match = Match(small(TRADED), 2, {}, seed)
    play(match, seed, lambda at: assert_kept_right(at.contents), most=150)
    given = [event for event in match.events_of("red") if event.kind == "give"]
    assert given
    assert lengths(small(TRADED), seeds=3)


AGENTS = """game agents
    players 2, colours red, blue
kinds Role: spy guard
board town: squares 3 by 2
piece agent of player: Role, on squares, seen by its player
variable score of player: 0..9 = 0
action walk(a: agent, goal: square) "{a} to {goal}"
    needs mine: owner of a is me
    needs beside: goal touches a
    do
        move a to goal
setup
    for each p in players
        create 3 of agent(guard) of p in a1
        create 3 of agent(spy) of p in a1
play
    repeat up to 3 times
        one turn each from red clockwise
            choose walk
winner
    most score: score of it
"""


def test_numbers_of_hidden_pieces_reveal_nothing() -> None:
    """Options are sent by number: if guards were always made first, their numbers would reveal them."""
    agents = build(RulesetText((("agents.rules", AGENTS),)))
    dealt = set()
    for seed in range(8):
        match = Match(agents, 2, {}, seed)
        contents, agent = match.contents, match.program.layout.pieces["agent"]
        assert sorted(number for number, _ in contents.on_board(agent)) == list(range(12))
        dealt.add(tuple(contents.kind_of(agent, number) for number in range(12)))
        assert {view.kind for view in match.view("blue").boards[0].cells[0].pieces if view.owner == "red"} == {""}
    assert len(dealt) > 4

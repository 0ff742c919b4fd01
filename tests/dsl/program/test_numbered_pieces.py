"""Pieces that are known by a number of their own: several on a cell, in zones, with variables, supposed elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.engine.contents import Contents, members
from dsl.engine.examples import run_examples
from dsl.engine.folder import RulesetText
from dsl.engine.match import Match
from dsl.engine.pack import Pack, build
from tests.dsl.program.offers import play

MARSH = (Path(__file__).parent / "marsh.rules").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def marsh() -> Pack:
    return build(RulesetText((("marsh.rules", MARSH),)), examples=True)


def test_its_examples_hold(marsh: Pack) -> None:
    assert [result.problem for result in run_examples(marsh)] == [None]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_about_them_is_right(marsh: Pack, seed: int) -> None:
    match = Match(marsh, 2, {}, seed)
    play(match, seed, lambda at: assert_kept_right(at.contents), most=200)
    assert match.position > 20


def assert_kept_right(contents: Contents) -> None:
    """The sets of cells and of numbers say what is written of each piece."""
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


def test_equal_pieces_in_a_zone_are_offered_once(marsh: Pack) -> None:
    """Two frogs, a heron and an otter wait in the den of red: three choices."""
    match = Match(marsh, 2, {}, 0)
    offered = [option.value.text for option in match.decisions[0].options]
    assert sorted(offered) == ["red frog", "red heron", "red otter"]


def test_what_is_supposed_is_put_back(marsh: Pack) -> None:
    match = Match(marsh, 2, {}, 5)

    def look(at: Match) -> None:
        before = list(at.state)
        state = list(at.state)
        at.runner.options(state)
        assert state == before

    play(match, 5, look, most=120)

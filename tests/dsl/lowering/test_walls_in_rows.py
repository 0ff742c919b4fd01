"""Pieces over several cells, and walls, on boards without gaps between rows: nothing wraps around."""

from __future__ import annotations

import random

import pytest

from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import build
from tests.dsl.lowering.test_walls import FENCES, FOLD, GLEN, Land, Place
from tests.dsl.match.test_positions import items


def land_on(places: set[Place], seed: int) -> Land:
    """A fold at an edge of the board and tiles all over the rest."""
    dice = random.Random(seed)
    room = sorted(p for p in places if all((p[0] + x, p[1] + y) in places for x, y in FOLD))
    fold = dice.choice([p for p in room if any((p[0] + x, p[1] + y) not in places for x, y in ((2, 0), (-2, 0)))])
    under = {(fold[0] + x, fold[1] + y) for x, y in FOLD}
    some = dice.sample(sorted(places - under), 8)
    return Land({p: (dice.choice(sorted(FENCES)), dice.randrange(6)) for p in some}, frozenset({fold}))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [(8, 8), (13, 5), (6, 5)], ids=str)
def test_neighbours_and_walls_agree_with_a_slow_search(size: Place, seed: int) -> None:
    text = GLEN.replace("hexes, unbounded, centre 0,0", f"hexes {size[0]} by {size[1]}")
    runner = build(RulesetText((("glen.rules", text),))).runner(2, {}, {})
    board = runner.program.layout.boards["glen"]
    places = set(board.coordinates.values())
    name = {place: board.names[cell] for cell, place in board.coordinates.items()}
    cell = {place: cell for cell, place in board.coordinates.items()}
    land = land_on(places, seed)
    lying = [f"fold {name[place]}" for place in land.folds]
    lying += [f"{kind} {name[place]} turned {turned}" for place, (kind, turned) in land.tiles.items()]
    contents = StateReader(runner.program, runner.blank())
    PositionNotation(Notation(runner.program), contents).set_up(items("; ".join([*lying, "score of red: 0"])))
    state = contents.state
    for space in sorted({land.space(place) for place in places}):
        expected = {there: walls for there, walls in land.neighbours(space).items() if there in places}
        found = runner.call(state, "near_glen", 1 << cell[space])
        assert {board.coordinates[n] for n in range(board.cells) if found >> n & 1} == set(expected)
        for there in land.tiles.keys() | land.folds:
            assert runner.call(state, "walls_glen", cell[space], cell[there]) == expected.get(there, 0)

"""Neighbours and walls of spaces agree with a slow search over single cells and their sides, on random land."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.base.problem import RulesError
from dsl.ir.layout import BoardLayout
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import build
from dsl.runtime.board_window import recenter
from dsl.runtime.runner import Runner, State
from tests.dsl.match.test_positions import items

GLEN = Path(__file__).with_name("glen.rules").read_text(encoding="utf-8")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
FENCES = {"M1": {0}, "M2": {0, 3}, "D1": set(), "D2": {0, 1, 3}}
FOLD = {(0, 0), *STEPS}

Place = tuple[int, int]


@cache
def runner() -> Runner:
    return build(RulesetText((("glen.rules", GLEN),))).runner(2, {}, {})


@dataclass(frozen=True)
class Land:
    """Land as a dictionary: tiles with their rotations, and the fold, if any."""

    tiles: dict[Place, tuple[str, int]]
    folds: frozenset[Place]

    def space(self, place: Place) -> Place:
        """Return the place by which the space of a cell is known."""
        return next((f for f in self.folds if (place[0] - f[0], place[1] - f[1]) in FOLD), place)

    def cells(self, space: Place) -> set[Place]:
        if space in self.folds:
            return {(space[0] + x, space[1] + y) for x, y in FOLD}
        return {space}

    def fence(self, place: Place, side: int) -> bool:
        kind, turned = self.tiles.get(place, ("D1", 0))
        return any((fence + turned) % 6 == side for fence in FENCES[kind])

    def ways(self, space: Place) -> Iterator[tuple[Place, int]]:
        """Yield (neighbouring space, walls) for every outer side of a space."""
        for x, y in self.cells(space):
            for side, (dx, dy) in enumerate(STEPS):
                there = (x + dx, y + dy)
                if there not in self.cells(space):
                    yield self.space(there), self.fence((x, y), side) + self.fence(there, (side + 3) % 6)

    def neighbours(self, space: Place) -> dict[Place, int]:
        """Return the neighbours of a space, with the fewest walls on any way to each."""
        fewest: dict[Place, int] = {}
        for there, walls in self.ways(space):
            fewest[there] = min(walls, fewest.get(there, 2))
        return fewest


def lands(reach: int = 4) -> st.SearchStrategy[Land]:
    """Return random land; with a small `reach` its tiles are next to each other."""
    near = st.tuples(st.integers(-reach, reach), st.integers(-reach, reach)).filter(lambda at: abs(at[0] + at[1]) <= 4)
    tile = st.tuples(st.sampled_from(sorted(FENCES)), st.integers(0, 5))
    folds = st.sampled_from([frozenset[Place](), frozenset({(0, 0)}), frozenset({(-2, 0)})])
    return st.builds(_land, st.dictionaries(near, tile, max_size=12), folds)


def _land(tiles: dict[Place, tuple[str, int]], folds: frozenset[Place]) -> Land:
    under = {(x + dx, y + dy) for x, y in folds for dx, dy in FOLD}
    kept = [(place, tile) for place, tile in tiles.items() if place not in under]
    return Land(dict(kept[:8]), folds)  # the game has eight tiles


def state_of(land: Land) -> State:
    tiles = [f"{kind} {x},{y} turned {turned}" for (x, y), (kind, turned) in land.tiles.items()]
    text = "; ".join([*(f"fold {x},{y}" for x, y in land.folds), *tiles, "score of red: 0"])
    contents = StateReader(runner().program, runner().blank())
    PositionNotation(Notation(runner().program), contents).set_up(items(text))
    return contents.state


def board() -> BoardLayout:
    return runner().program.layout.boards["glen"]


def places() -> set[Place]:
    return set(board().coordinates.values())


def cell(place: Place) -> int:
    return next(number for number, at in board().coordinates.items() if at == place)


@settings(max_examples=60)
@given(lands(), st.data())
def test_neighbours_and_walls_agree_with_a_slow_search(land: Land, data: st.DataObject) -> None:
    state = state_of(land)
    spaces = sorted({land.space(place) for place in board().coordinates.values() if max(map(abs, place)) <= 6})
    space = data.draw(st.sampled_from(spaces))
    expected = {
        there: walls for there, walls in land.neighbours(space).items() if there in board().coordinates.values()
    }
    found = runner().call(state, "near_glen", 1 << cell(space))
    assert {board().coordinates[n] for n in range(board().cells) if found >> n & 1} == set(expected)
    for there in spaces:
        assert runner().call(state, "walls_glen", cell(space), cell(there)) == expected.get(there, 0)


def test_examples_pass() -> None:
    for result in run_examples(build(RulesetText((("glen.rules", GLEN),)), examples=True)):
        assert result.problem is None


@settings(max_examples=30)
@given(lands().filter(lambda land: len(land.folds) == 1 and len(land.tiles) > 1), st.data())
def test_spaces_behind_walls_of_a_set_are_the_union_over_its_members(land: Land, data: st.DataObject) -> None:
    """The set is the union over its members; a wide space with two sides counts by the better one."""
    state = state_of(land)
    known = sorted({*land.tiles, *land.folds})
    some = data.draw(st.sets(st.sampled_from(known), min_size=1))
    for amount in (1, 2):
        expected = {t for s in some for t, walls in land.neighbours(s).items() if walls == amount}
        found = runner().call(state, f"beyond_{amount}_walls_glen", sum(1 << cell(s) for s in some))
        assert {board().coordinates[n] for n in range(board().cells) if found >> n & 1} == expected


@settings(max_examples=20)
@given(lands())
def test_a_larger_window_keeps_walls_and_covered_cells(land: Land) -> None:
    book = build(RulesetText((("glen.rules", GLEN),)))
    larger = book.runner(2, {}, {"glen": 11})
    state = state_of(land)
    moved = recenter(state, runner().program.layout, larger.program.layout, larger.blank())
    assert larger.digest(moved) == runner().digest(state)
    back = {place: number for number, place in larger.program.layout.boards["glen"].coordinates.items()}
    for a in [*land.tiles, *land.folds]:
        for b in [*land.tiles, *land.folds]:
            walls = runner().call(state, "walls_glen", cell(a), cell(b))
            assert larger.call(moved, "walls_glen", back[a], back[b]) == walls


@pytest.mark.parametrize(
    ("change", "slug"),
    [
        (("walls on fences", "walls on hedges"), "unknown-column"),
        (("0+3", "0+6"), "out-of-range"),
        (("piece fold, on hexes, ", "piece fold, "), "type-mismatch"),
        ((", one space", ""), "not-yet"),
        (("alike, turns", "alike"), "unknown-column"),
        (("zone stack of Side", "zone stack of 2"), "type-mismatch"),
        (("counter beast of Flock", "counter beast of flock"), "unknown-name"),
    ],
)
def test_conflicting_declarations_are_reported(change: tuple[str, str], slug: str) -> None:
    with pytest.raises(RulesError) as raised:
        build(RulesetText((("glen.rules", GLEN.replace(*change)),)))
    assert slug in {problem.slug for problem in raised.value.problems}


def test_a_view_shows_walls_covered_places_stacks_and_reserves() -> None:
    match = build(RulesetText((("glen.rules", GLEN),))).start(players=2, seed=1)
    match = match.at(match.book, 2, {}, runner(), state_of(Land({(2, 0): ("D2", 4)}, frozenset({(0, 0)}))))
    view = match.view("red")
    lying = {cell.place: cell.pieces for cell in view.boards[0].cells if cell.pieces}
    assert set(lying) == {"0,0", "2,0"}
    assert set(lying["0,0"][0].covers) == {f"{x},{y}" for x, y in FOLD}
    assert (lying["2,0"][0].turned, lying["2,0"][0].walls) == (4, (1, 4, 5))
    assert [(zone.name, zone.owner) for zone in view.zones if zone.name == "stack"] == [
        ("stack", "left"),
        ("stack", "right"),
    ]
    assert view.reserves == (("beast", "sheep", 9), ("beast", "goats", 9))


@settings(max_examples=100)
@given(lands(reach=1), st.data())
def test_what_is_next_to_a_set_is_next_to_one_of_its_spaces(land: Land, data: st.DataObject) -> None:
    """Few spaces are searched one by one, many together."""
    state = state_of(land)
    near = sorted({land.space(place) for place in places() if max(map(abs, place)) <= 2})
    chosen = data.draw(st.lists(st.sampled_from(near), max_size=7, unique=True))
    bits = sum(1 << cell(space) for space in chosen)
    beside = [(there, walls) for space in chosen for there, walls in land.neighbours(space).items()]
    assert _places(runner().call(state, "near_glen", bits)) == {there for there, _ in beside} & places()
    compared = 0
    for amount in range(3):
        name = f"beyond_{amount}_walls_glen"
        if name in runner().program.functions:
            expected = {there for there, walls in beside if walls == amount} & places()
            assert _places(runner().call(state, name, bits)) == expected
            compared += 1
    assert compared >= 2


def _places(bits: int) -> set[Place]:
    return {board().coordinates[number] for number in range(board().cells) if bits >> number & 1}


@pytest.mark.parametrize(("turned", "walls"), [(0, 1), (3, 2)])
def test_one_wall_is_not_two(turned: int, walls: int) -> None:
    """Random land seldom has two walls between neighbours."""
    land = Land({(2, 0): ("M1", 0), (3, 0): ("M1", turned)}, frozenset())
    assert land.neighbours((2, 0))[3, 0] == walls
    for amount in (1, 2):
        found = runner().call(state_of(land), f"beyond_{amount}_walls_glen", 1 << cell((2, 0)))
        assert ((3, 0) in _places(found)) == (walls == amount)

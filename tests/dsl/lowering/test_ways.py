"""Ways along paths agree with a slow search: each goal, price and limited step, each place in order."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.ir.verify import verify
from dsl.match.observation.state_reader import members
from dsl.runtime.runner import Runner
from tests.dsl.lowering.waygames import CHEAPEST, HEX, SHORTEST, SQUARE, STRAIGHT, Land, Place, ground

LANDS = st.tuples(
    st.lists(st.integers(0, 3), min_size=7, max_size=20), st.lists(st.integers(0, 19), max_size=8), st.integers(0, 19),
    st.integers(0, 7),
)  # fmt: skip
ALONG = {"lines": SQUARE, "orthogonal": SQUARE[::2], "diagonals": SQUARE[1::2]}


@cache
def runner(path: str, hexes: bool, along: str = "lines") -> Runner:
    pack = ground(path, hexes, along)
    return pack.runner(2, pack.options(2, {}), {})


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@settings(max_examples=60)
@given(drawn=LANDS)
def test_cheapest_ways_agree_with_a_slow_search(hexes: bool, drawn: tuple[list[int], list[int], int, int]) -> None:
    land = Land.made(runner(CHEAPEST, hexes), *drawn)
    expected = land.cheapest(HEX if hexes else SQUARE[::2])
    found = {}
    for option in land.offered():
        after = land.after(option)
        used = after.get("leapt")
        found[land.place(after.get("reached")), used // 2, used % 2] = after.get("spent")
    assert found == expected


@pytest.mark.parametrize("along", [*ALONG, "hexes"])
@settings(max_examples=40)
@given(drawn=LANDS)
def test_straight_ways_agree_with_a_slow_search(along: str, drawn: tuple[list[int], list[int], int, int]) -> None:
    hexes = along == "hexes"
    land = Land.made(runner(STRAIGHT, hexes, "lines" if hexes else along), *drawn)
    expected = land.straight(HEX if hexes else ALONG[along])
    found = {}
    for option in land.offered():
        after = land.after(option)
        found[land.place(after.get("reached")), after.get("leapt")] = after.get("spent")
    assert found == expected


@pytest.mark.parametrize("hexes", [False, True], ids=["squares", "hexes"])
@settings(max_examples=60)
@given(drawn=LANDS)
def test_shortest_ways_are_asked_place_by_place(hexes: bool, drawn: tuple[list[int], list[int], int, int]) -> None:
    land = Land.made(runner(SHORTEST, hexes), *drawn)
    expected = land.shortest(HEX if hexes else SQUARE[::2], 12)
    assert _chains(land, ()) == expected


def _chains(land: Land, places: tuple[Place, ...]) -> set[tuple[Place, ...]]:
    """Try every choice until the action is carried out; return the places of the ways that were taken."""
    found: set[tuple[Place, ...]] = set()
    for option in land.offered():
        after = land.after(option)
        if after.get("final") or after.get("ask") < 0:
            found.add(_places(land, after.get("go.way")))
        else:
            following = Land(land.runner, after.state, land.heights, land.open, land.home, land.points)
            further = _chains(following, (*places, land.place(option)))
            assert further, f"{places} then {land.place(option)} leads nowhere"
            found |= further
    return found


def _places(land: Land, way: int) -> tuple[Place, ...]:
    cells = land.runner.program.layout.boards["land"].cells
    return tuple(land.place(member % cells) for member in members(way))


@pytest.mark.parametrize("path", [CHEAPEST, STRAIGHT, SHORTEST], ids=["cheapest", "straight", "shortest"])
def test_a_program_with_ways_verifies(path: str) -> None:
    assert not verify(runner(path, hexes=True).program)

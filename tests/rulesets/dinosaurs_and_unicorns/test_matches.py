"""Whole matches: what always holds, how large things get, how a match ends."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from tests.rulesets import RULESETS
from tests.rulesets.dinosaurs_and_unicorns.watch import ON_SADDLE, Watch, capacities, pawns

COLOURS = {2: 4, 3: 5, 4: 6}
TILES = {2: 40, 3: 42, 4: 44}
TURNS = {2: (38, 42), 3: (39, 45), 4: (40, 48)}


@cache
def pack() -> Ruleset:
    return load(RULESETS / "dinosaurs-and-unicorns")


def step(match: Match, random: Random) -> None:
    """Take any line of the list, then any of its values."""
    (decision,) = match.decisions
    entry = random.choice(sorted({option.entry for option in decision.options}))
    match.choose(decision, random.choice([option for option in decision.options if option.entry == entry]))


CAPACITY = capacities(pack())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_what_always_holds(players: int, seed: int) -> None:
    match = pack().start(players=players, seed=seed)
    random = Random(seed)
    view = match.view("")
    assert +pawns(view) == dict.fromkeys(list(pawns(view))[: COLOURS[players]], ON_SADDLE[players])
    watch = Watch(match, pack())
    while not match.over:
        step(match, random)
        watch.look()
    view = match.view("")
    held = sum(zone.size for zone in view.zones if zone.name == "stack")
    assert held == 0
    assert len(watch.laid) - 1 <= TILES[players]
    assert TURNS[players][0] <= view.turn <= TURNS[players][1]


def test_the_manifest_is_that_of_the_rules() -> None:
    table = pack().rules.tables["Tiles"]
    sums: dict[str, list[int]] = {}
    for row in table.rows:
        terrain, sides = table.cells[row, "terrain"][0], table.cells[row, "mountains"][0]
        mountains = 0 if sides is None else len(sides) if isinstance(sides, tuple) else 1
        found = sums.setdefault(str(terrain), [0, 0, 0])
        for n, amount in enumerate((1, CAPACITY[row], mountains)):
            found[n] += amount
    assert sums == {
        "hill": [7, 17, 16], "desert": [7, 11, 8], "forest": [7, 17, 7], "steppe": [7, 11, 4], "plain": [8, 28, 4],
    }  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_sees_anybody_elses_tokens(players: int) -> None:
    match = pack().start(players=players, seed=5)
    for colour in match.view("").colours:
        for zone in match.view(colour).zones:
            if zone.name in ("own_colour", "own_species"):
                assert all(bool(piece.kind) == (zone.owner == colour) for piece in zone.pieces)
            if zone.name in ("stack", "bag", "colours_left", "species_left"):
                assert not any(piece.kind for piece in zone.pieces)

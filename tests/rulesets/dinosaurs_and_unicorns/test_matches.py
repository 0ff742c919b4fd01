"""Whole matches: what always holds, how large things get, how a match ends."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from dsl.engine.match import Match
from dsl.engine.pack import Pack, load
from dsl.engine.view import View
from tests.rulesets import RULESETS

COLOURS = {2: 4, 3: 5, 4: 6}
ON_SADDLE = {2: 14, 3: 10, 4: 8}
RESERVE = {2: 7, 3: 5, 4: 4}
TILES = {2: 40, 3: 42, 4: 44}
TURNS = {2: (38, 42), 3: (39, 45), 4: (40, 48)}


@cache
def pack() -> Pack:
    return load(RULESETS / "dinosaurs-and-unicorns")


def step(match: Match, random: Random) -> None:
    """Take any line of the list, then any of its values."""
    (decision,) = match.decisions
    entry = random.choice(sorted({option.entry for option in decision.options}))
    match.choose(decision, random.choice([option for option in decision.options if option.entry == entry]))


def pawns(view: View) -> Counter[str]:
    return Counter[str]({
        colour: sum(c.amount for cell in view.boards[0].cells for c in cell.counters if c.owner == colour)
        for colour in ("red", "green", "blue", "yellow", "white", "black")
    })  # fmt: skip


def laid(view: View) -> dict[str, tuple[str, str]]:
    """Return by place what lies there: the sort of piece and its kind."""
    return {cell.place: (p.piece, p.kind) for cell in view.boards[0].cells for p in cell.pieces}


def crowded(view: View) -> list[str]:
    """Return the tiles with more pawns than fit, and the lakes with any."""
    found = []
    for cell in view.boards[0].cells:
        amount = sum(counter.amount for counter in cell.counters)
        for piece in cell.pieces:
            if piece.piece == "lake" and amount:
                found.append(cell.place)
            if piece.piece == "tile" and amount > CAPACITY[piece.kind]:
                found.append(cell.place)
    return found


def _capacities() -> dict[str, int]:
    table = pack().rules.tables["Tiles"]
    cells = {row: table.cells[row, "capacity"][0] for row in table.rows}
    return {row: cell for row, cell in cells.items() if isinstance(cell, int)}


CAPACITY = _capacities()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_what_always_holds(players: int, seed: int) -> None:
    match = pack().start(players=players, seed=seed)
    random = Random(seed)
    view = match.view("")
    assert +pawns(view) == dict.fromkeys(list(pawns(view))[: COLOURS[players]], ON_SADDLE[players])
    before: dict[str, tuple[str, str]] = {}
    while not match.over:
        asked = match.decisions[0].entries[0].action
        step(match, random)
        view = match.view("")
        now = laid(view)
        assert before.items() <= now.items()  # nothing that was laid moves or goes
        before = now
        assert all(n <= ON_SADDLE[players] + RESERVE[players] for n in pawns(view).values())
        if asked in ("build", "discard", "lay"):
            assert crowded(view) == []
    held = sum(zone.size for zone in view.zones if zone.name == "stack")
    assert held == 0
    assert len(before) - 1 <= TILES[players]
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

"""Whole matches for the tests of both games: how they are started, played at random, and read off the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.view import View
from tests.rulesets import RULESETS

CAPACITY = {"mountain": 2, "steppe": 3, "wood": 4}

Cell = tuple[int, int]


@cache
def pack(game: str, house: str = "") -> Ruleset:
    """Return a game, perhaps with one of its house rules ticked by file name."""
    return load(RULESETS / game, [house] if house else [])


def start(game: str, players: int, seed: int = 0, house: str = "") -> Match:
    """Return a new match."""
    return pack(game, house).start(players=players, options={}, seed=seed)


def step(match: Match, random: Random) -> None:
    """Take any option: first any line of the list, then any value, so that actions are chosen evenly."""
    (decision,) = match.decisions
    entry = random.choice(sorted({option.entry for option in decision.options}))
    match.choose(decision, random.choice([option for option in decision.options if option.entry == entry]))


def play(match: Match, seed: int) -> Iterator[View]:
    """Play at random to the end; yield what a spectator sees after each choice."""
    random = Random(seed)
    while not match.over:
        step(match, random)
        yield match.view("")


def take(match: Match, action: str) -> None:
    """Take the first option of the list's line for `action`."""
    (decision,) = match.decisions
    entry = next(index for index, line in enumerate(decision.entries) if line.action == action)
    match.choose(decision, next(option for option in decision.options if option.entry == entry))


def play_until_actions(match: Match) -> None:
    """Go on with the first option each time until somebody may spend action points."""
    while not match.decisions[0].budget:
        match.choose(match.decisions[0], match.decisions[0].options[0])


def distance(cell: Cell) -> int:
    """Return the ring that a hex lies in."""
    return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1]))


def cell_named(text: str) -> Cell:
    """Return the hex with this name in the notation."""
    x, y = text.split(",")
    return int(x), int(y)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table, read from a view: tiles by hex, herds by hex and colour."""

    tiles: dict[Cell, str]
    herds: dict[Cell, Counter[str]]
    reserve: dict[str, int]
    scores: dict[str, int]
    cards: int

    @classmethod
    def of(cls, view: View) -> Table:
        """Return what a view shows."""
        cells = [cell for board in view.boards for cell in board.cells]
        herds: dict[Cell, Counter[str]] = {}
        for cell in cells:
            for counter in cell.counters:
                herds.setdefault((cell.x, cell.y), Counter())[counter.owner] += counter.amount
        return cls(
            {(cell.x, cell.y): piece.kind for cell in cells for piece in cell.pieces},
            herds,
            {seat.colour: dict(seat.reserves)["herd"] for seat in view.seats},
            {seat.colour: int(dict(seat.values)["score"]) for seat in view.seats},
            sum(zone.size for zone in view.zones if zone.name in ("pile", "hand", "discards", "set_aside")),
        )

    def swimmers(self, colour: str) -> int:
        """Return how many herds of a colour stand in the water."""
        return sum(count[colour] for cell, count in self.herds.items() if cell not in self.tiles)

    def on_board(self, colour: str) -> int:
        """Return how many herds of a colour are on the board, swimmers included."""
        return sum(count[colour] for count in self.herds.values())

    def room(self, cell: Cell, pole: int) -> int:
        """Return how many herds may still enter a tile; negative if it is overfull."""
        kind = self.tiles[cell]
        return (pole if kind == "pole" else CAPACITY[kind]) - sum(self.herds.get(cell, Counter()).values())

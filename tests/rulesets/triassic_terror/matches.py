"""Whole matches for the tests of the game: how they are started, played at random, and read off the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.view import CellView, DecisionView, OptionView, View
from tests.rulesets import RULESETS

COLOURS = ("red", "blue", "green", "orange", "pink", "purple")


@cache
def pack(house: str = "") -> Ruleset:
    """Return the game, perhaps with one of its house rules ticked by file name."""
    return load(RULESETS / "triassic-terror", [house] if house else [])


def start(players: int, seed: int = 0, options: Mapping[str, int | str] | None = None) -> Match:
    """Return a new match."""
    return pack().start(players=players, options=dict(options or {}), seed=seed)


def choice(decision: DecisionView, random: Random) -> OptionView:
    """Return any option: first any line of the list, then any value, so that actions are chosen evenly."""
    entry = random.choice(sorted({option.entry for option in decision.options}))
    return random.choice([option for option in decision.options if option.entry == entry])


def play(match: Match, seed: int) -> Iterator[DecisionView]:
    """Play at random to the end; yield what was decided after each choice."""
    random = Random(seed)
    while not match.over:
        (decision,) = match.decisions
        match.choose(decision, choice(decision, random))
        yield decision


def finished(match: Match, seed: int) -> Match:
    """Return a match that has been played to its end."""
    for _ in play(match, seed):
        pass
    return match


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table, read from a spectator's view."""

    view: View

    @property
    def areas(self) -> dict[str, CellView]:
        """The areas by name."""
        return {cell.place: cell for cell in self.view.boards[0].cells}

    def amount(self, counter: str, colour: str = "", board: int = 0) -> int:
        """Return how many counters of a sort stand on a board."""
        counters = (counter_ for cell in self.view.boards[board].cells for counter_ in cell.counters)
        return sum(c.amount for c in counters if c.counter == counter and colour in ("", c.owner))

    def dinos(self, area: str) -> dict[str, int]:
        """Return the dinosaurs in an area by colour."""
        return {c.owner: c.amount for c in self.areas[area].counters if c.counter == "dino"}

    def seats(self, area: str) -> list[str]:
        """Return whose habitats those of an area are, the first one first."""
        return [name for name in dict(self.areas[area].values).get("seats", "").split(", ") if name]

    def value(self, name: str, colour: str = "") -> str:
        """Return a variable of the game or of a player."""
        values = self.view.values
        if colour:
            values = next(seat.values for seat in self.view.seats if seat.colour == colour)
        return dict(values)[name]

    def reserve(self, colour: str, counter: str = "dino") -> int:
        """Return how many counters a player has in supply."""
        return next(dict(seat.reserves)[counter] for seat in self.view.seats if seat.colour == colour)


def table(match: Match) -> Table:
    """Return what a spectator sees."""
    return Table(match.view(""))

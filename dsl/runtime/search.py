"""Lets the search that `dsl.search` has added to a program run, on any runner, slice by slice."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from dsl.runtime.rollout import RolloutRunner
from dsl.runtime.runner import NumberArray, RuleError, State
from dsl.search import MANNER, PLACES, TURNS, named
from dsl.search.proofs import WON


class SearchState(Protocol):
    """What lies outside the positions of a runner: attribute `outside` of every one."""

    dice: int  #: the state of the dice, as of `dsl.runtime.chance.Dice`

    def keep(self, state: State, first: int) -> None:
        """Keep a position; while seats decide in secret in it or after it, `first` comes first."""
        ...

    def clear(self, name: str, length: int) -> None:
        """Fill so much of an array with 0."""
        ...

    def array(self, name: str) -> NumberArray:
        """Return an array outside the position, as it is."""
        ...

    def carry_out(self, function: str, *args: int) -> None:
        """Carry out a function with a full tank. Raises RuleError; what it did outside the position is done."""
        ...


class SearchRunner(RolloutRunner, Protocol):
    """A runner of a program with a search in it."""

    @property
    def outside(self) -> SearchState:
        """What lies outside its positions."""
        ...


@dataclass(frozen=True, slots=True)
class OptionStatistics:
    """What is known of an option of the decision at hand."""

    seat: int
    option: int
    visits: int
    total: int  #: of what they were worth to the seat
    proven: int  #: what is certain of it, of `dsl.search.proofs`, 0 if nothing is


class ProgramSearch:
    """One tree at a time. Not for several threads, and nobody else uses the runner between two calls."""

    def __init__(self, outside: SearchState, manner: Mapping[str, int]) -> None:
        self._outside = outside
        self._arrays = {
            word: outside.array(named(word)) for word in ("moves", "made", "places", "settled", "secured", "unproven")
        }
        self._moves = {
            word: outside.array(named(word))
            for word in ("parents", "seats", "keys", "visits", "means", "rests", "proven")
        }
        for place, word in enumerate(MANNER):
            outside.array(named("manner"))[place] = manner[word]
        self.clear()

    def clear(self) -> None:
        """Forget the tree."""
        places = self._arrays["places"]
        self._outside.clear(named("table"), places[0])
        for word in ("seen", "moves", "made", "last", "secured", "settled"):
            self._outside.clear(named(word), 1)
        places[0] = PLACES

    def keep(self, state: State, first: int) -> None:
        """Search from a position from now on; while seats decide in secret, `first` comes first."""
        self._outside.keep(state, first)

    def look(self, dice: int, option: int) -> int:
        """Look one move ahead, and remember what an option of the position that was kept is worth; return the dice."""
        self._outside.dice = dice
        with suppress(RuleError):  # then it is worth nothing, and known to be
            self._outside.carry_out(named("look"), option)
        return self._outside.dice

    def turns(self, dice: int, count: int) -> tuple[int, int]:
        """Make turns; return how many, and what became of the dice. There are fewer only where there were TURNS
        of them, or where the decision at hand is settled."""
        made = self._arrays["made"]
        begun = made[0]
        until = min(begun + count, TURNS)
        self._outside.dice = dice
        while made[0] < until and not self._arrays["settled"][0]:
            try:
                self._outside.carry_out(named("turns"), until)
            except RuleError:
                self._outside.carry_out(named("failed"))
        return made[0] - begun, self._outside.dice

    @property
    def verdict(self) -> int:
        """What is certain for whoever decides (`dsl.search.proofs`), 0 if nothing is."""
        best = self._arrays["secured"][0]
        return best if best == WON or not self._arrays["unproven"][0] else 0

    def found(self) -> list[OptionStatistics]:
        """Return the options of the decision at hand that are in the tree."""
        parents, seats, keys, visits, means, rests, proven = self._moves.values()
        moves = [move for move in range(1, self._arrays["moves"][0] + 1) if parents[move] == 0]
        return [
            OptionStatistics(
                seats[move],
                keys[move],
                visits[move],
                means[move] * visits[move] + rests[move],
                proven[move],
            )
            for move in moves
        ]

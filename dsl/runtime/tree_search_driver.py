"""Driver of the tree search that `dsl.search` adds to a program: runs it on any runner, some iterations at a time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from dsl.runtime.rollout import RolloutRunner
from dsl.runtime.runner import NumberArray, RuleError, State
from dsl.search import MAX_ITERATIONS, PARAMETERS, TABLE_SLOTS, TRANSPOSITIONS, WORDS, search_name
from dsl.search.proofs import WON


class SearchState(Protocol):
    """State of the search outside the positions: attribute `outside` of every runner."""

    dice: int  #: the state of the dice, as of `dsl.runtime.chance.Dice`

    def keep(self, state: State, first: int) -> None:
        """Set the root position; while seats decide in secret in it or after it, `first` chooses first."""
        ...

    def clear(self, name: str, length: int) -> None:
        """Fill the first `length` elements of an array with 0."""
        ...

    def array(self, name: str) -> NumberArray:
        """Return an array outside the position, which may be written to."""
        ...

    def carry_out(self, function: str, *args: int) -> None:
        """Call a function with full fuel. Raises RuleError; changes outside the position remain."""
        ...


class SearchRunner(RolloutRunner, Protocol):
    """A runner of a program with a search in it."""

    @property
    def outside(self) -> SearchState:
        """The state of the search outside the positions."""
        ...


class MoveStatistics(NamedTuple):
    """Statistics of a move in a list of moves, each of them after the move before it."""

    before: int  #: the number of the move before it in the list, from 1; 0 for an option of the root
    seat: int
    option: int
    visits: int
    available: int
    total: int  #: sum of utilities for the seat
    proven: int  #: result of `dsl.search.proofs`, 0 if unproven
    value: int  #: its implicit minimax value
    static: int  #: the first evaluation


@dataclass(frozen=True, slots=True)
class OptionStatistics:
    """Statistics of an option of the root."""

    seat: int
    option: int
    visits: int
    total: int  #: sum of utilities for the seat
    proven: int  #: result of `dsl.search.proofs`, 0 if unproven


class ProgramSearch:
    """One search tree on one runner. Not thread-safe; the runner must not be used otherwise between two calls."""

    def __init__(self, outside: SearchState, parameters: Mapping[str, int]) -> None:
        self._outside = outside
        self._arrays = {
            name: outside.array(search_name(name))
            for name in ("moves", "iterations", "table_size", "settled", "secured", "unproven", "node_visits", "known")
        }
        self._moves = {
            name: outside.array(search_name(name))
            for name in ("parents", "seats", "keys", "visits", "means", "remainders", "proven")
        }
        self._more = {name: outside.array(search_name(name)) for name in ("available", "values", "statics")}
        self._credits = len(outside.array(search_name("credits")))
        for index, name in enumerate(PARAMETERS):
            outside.array(search_name("parameters"))[index] = parameters[name]
        self.clear()

    def clear(self) -> None:
        """Forget the tree."""
        size = self._arrays["table_size"]
        self._outside.clear(search_name("table"), size[0])
        for name in ("node_visits", "moves", "iterations", "leaf", "secured", "settled", "tried", "succeeded"):
            self._outside.clear(search_name(name), 1)
        self._outside.clear(search_name("credits"), self._credits)
        size[0] = TABLE_SLOTS

    def keep(self, state: State, first: int) -> None:
        """Set the root position; while seats decide in secret, `first` chooses first."""
        self._outside.keep(state, first)

    def lookahead(self, dice: int, option: int) -> int:
        """Evaluate an option of the root one move ahead; return the state of the dice."""
        self._outside.dice = dice
        with suppress(RuleError):  # then its utility is 0
            self._outside.carry_out(search_name("lookahead"), option)
        return self._outside.dice

    def iterate(self, dice: int, count: int) -> tuple[int, int]:
        """Run iterations; return how many, and the state of the dice. There are fewer only if the decision is settled,
        or at the limit of MAX_ITERATIONS."""
        done = self._arrays["iterations"]
        before = done[0]
        until = min(before + count, MAX_ITERATIONS)
        self._outside.dice = dice
        while done[0] < until and not self._arrays["settled"][0]:
            try:
                self._outside.carry_out(search_name("iterate"), until)
            except RuleError:
                self._outside.carry_out(search_name("abort_iteration"))
        return done[0] - before, self._outside.dice

    @property
    def root_visits(self) -> int:
        """The visits of the root, those of other trees included."""
        return self._arrays["node_visits"][0]

    def known(self, least: int) -> list[tuple[int, MoveStatistics]]:
        """Return the moves with at least `least` visits and the proven ones behind them, by their numbers."""
        self._outside.carry_out(search_name("list_known"), least)
        listed = self._arrays["known"]
        parents, seats, keys, visits, means, remainders, proven = self._moves.values()
        available, values, statics = self._more.values()
        places, found = {0: 0}, list[tuple[int, MoveStatistics]]()
        for place in range(1, listed[0] + 1):
            move = listed[place]
            before = places.get(parents[move])
            if before is not None:
                found.append((move, MoveStatistics(
                    before, seats[move], keys[move], visits[move], available[move],
                    means[move] * visits[move] + remainders[move], proven[move], values[move], statics[move],
                )))  # fmt: skip
                places[move] = len(found)
        return found

    def adopt(self, before: int, seat: int, option: int, value: int, static: int) -> int:
        """Return the number of the move of a seat after another move, or after the root (0). If it is not in the tree,
        add it with its implicit minimax value and its first evaluation. Returns 0 if it cannot be added."""
        self._outside.carry_out(search_name("adopt"), before, seat, option, value, static)
        return self._arrays["known"][1]

    def add(self, move: int, visits: int, available: int, total: int) -> None:
        """Add visits of another tree to a move."""
        before, number = self._moves["parents"][move], self._moves["visits"][move]
        if number + visits > 0:
            all_, means, remainders = number + visits, self._moves["means"], self._moves["remainders"]
            self._moves["visits"][move] = all_
            means[move], remainders[move] = divmod(means[move] * number + remainders[move] + total, all_)
        self._more["available"][move] += available
        self._arrays["node_visits"][before] += visits

    def prove(self, move: int, result: int) -> None:
        """Note the result of a move that another tree has proved."""
        if not self._moves["proven"][move]:
            self._outside.carry_out(search_name("propagate_proof"), move, result)

    @property
    def verdict(self) -> int:
        """The proven result for the deciding seat (`dsl.search.proofs`), 0 if unproven."""
        best = self._arrays["secured"][0]
        return best if best == WON or not self._arrays["unproven"][0] else 0

    @property
    def settled(self) -> bool:
        """Whether the decision needs no more iterations: it is proven, or all options but one are lost."""
        return bool(self._arrays["settled"][0])

    def options(self) -> list[OptionStatistics]:
        """Return the statistics of the options of the root that are in the tree."""
        parents, seats, keys, visits, means, remainders, proven = self._moves.values()
        above = list(parents[1 : self._arrays["moves"][0] + 1])  # looking at each in a loop takes ten times as long
        moves, found = list[int](), 0
        with suppress(ValueError):
            while True:
                found = above.index(0, found) + 1
                moves.append(found)
        return [
            OptionStatistics(
                seats[move],
                keys[move],
                visits[move],
                means[move] * visits[move] + remainders[move],
                proven[move],
            )
            for move in moves
        ]


class AlphaBetaSearch:
    """One alpha-beta search on one runner (`dsl.search.alpha_beta_source`). Not thread-safe, like ProgramSearch."""

    def __init__(self, outside: SearchState, state: State, dice: int) -> None:
        """Set the root position, in which nobody decides in secret."""
        self._outside = outside
        self._arrays = {name: outside.array(search_name(name)) for name in ("iterations", "settled", "bests", "here")}
        outside.array(search_name("parameters"))[PARAMETERS.index("evaluation")] = 1
        for name, length in (("iterations", 1), ("settled", 1), ("exchanges", 1), ("optional", 1), ("better", 1)):
            outside.clear(search_name(name), length)
        outside.clear(search_name("table_keys"), TRANSPOSITIONS)
        outside.clear(search_name("history"), 2 * WORDS)
        outside.keep(state, -1)
        outside.dice = dice
        outside.carry_out(search_name("begin"))

    def explore(self, count: int) -> int:
        """Visit positions; return how many. There are fewer only if the result is certain."""
        done = self._arrays["iterations"]
        before = done[0]
        self._outside.carry_out(search_name("explore"), before + count)
        return done[0] - before

    @property
    def settled(self) -> bool:
        """Whether the decision needs no more positions."""
        return bool(self._arrays["settled"][0])

    @property
    def depth(self) -> int:
        """The depth of the iteration that runs."""
        return self._outside.array(search_name("deepest"))[0]

    def moves(self) -> list[tuple[int, int, bool]]:
        """Return for each move of the root its first option, its value or a bound of it, and whether it is the best."""
        words = {name: self._outside.array(search_name(name)) for name in ("first_options", "move_values", "reserve")}
        first, last, best = (self._outside.array(search_name(name))[0] for name in ("firsts", "lasts", "best_child"))
        return [(words["first_options"][at], words["move_values"][at], at == best) for at in range(first, last)]

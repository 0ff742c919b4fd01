"""The ground a search stands on: who is asked at a position, what may be chosen, and playing on by chance.

It needs nothing but a `Runner`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.bots.worth import is_open, standing, worths
from dsl.ir.program import STRIDE
from dsl.run.chance import Dice
from dsl.run.room import crowded
from dsl.run.runner import Runner, State
from dsl.run.worlds import forked, next_of, world_of
from dsl.search import TELLING


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that a search comes to."""

    seat: int
    options: Sequence[int]
    combined: bool  #: options are `entry * STRIDE + value`
    continues: bool  #: it goes on with an action that was begun
    ask: int  #: the number of what is asked


class Ground:
    """Positions of one program as one seat thinks about them. While players decide in secret that seat comes first."""

    def __init__(self, runner: Runner, seat: int) -> None:
        self.runner = runner
        self.seat = seat
        layout = runner.program.layout
        self._layout = layout
        self._ask, self._chooser, self._final = (layout.slots[name].first for name in ("ask", "chooser", "final"))
        self._endless = any(board.unbounded for board in layout.boards.values())

    def asked(self, state: State) -> Asked | None:
        """Return the next decision; None at the end of the match."""
        if not forked(self._layout, state):
            options = self.runner.options(state)
            return self._decision(state, 0, state[self._chooser], options) if options else None
        seat = self._next(state)
        options = self.runner.options(state, seat)
        return self._decision(state, (seat + 1) * self._layout.length, seat, options)

    def _next(self, state: State) -> int:
        return next_of(self._layout, self.runner.waiting(state), self.seat)

    def _decision(self, state: State, world: int, seat: int, options: Sequence[int]) -> Asked:
        number = state[world + self._ask]
        ask = self.runner.program.asks[number]
        return Asked(seat, options, ask.combined, ask.parameter > 0, number)

    def take(self, state: State, asked: Asked, option: int) -> None:
        """Choose in `state`, which changes. Raises RuleError, and then the state is worth nothing."""
        if forked(self._layout, state):
            self.runner.choose(state, option, asked.seat)
        else:
            self.runner.take(state, option)

    def forget(self, state: State) -> None:
        """Let whatever was drawn or chosen before count no more: the next option is drawn anew."""
        chosen = self._layout.slots["chosen"].first
        for world in range(0, len(state), self._layout.length):
            state[world + chosen] = -1

    def offer_only(self, state: State, asked: Asked, option: int) -> None:
        """Make one of several options the one that was drawn."""
        world = (asked.seat + 1) * self._layout.length if forked(self._layout, state) else 0
        state[world + self._layout.slots["chosen"].first] = option

    def is_parted(self, state: State) -> bool:
        """Whether seats decide in secret: then nobody can tell how things stand."""
        return forked(self._layout, state)

    def is_full(self, state: State) -> bool:
        """Whether something has come to the rim of a board without an edge: from there no further without more room."""
        return self._endless and not self.is_parted(state) and bool(crowded(self._layout, state))

    def is_over(self, state: State) -> bool:
        """Whether the match is over."""
        return bool(state[self._final])

    def order(self, state: State, one: int, other: int) -> int:
        """Return 1 if a seat is ahead of another one at the end of a match, -1 if it is behind, 0 if they are equal."""
        lines = standing(self.runner, state)
        return (lines[one] > lines[other]) - (lines[one] < lines[other])

    def worths(self, state: State) -> list[int]:
        """Return what a position is worth to each seat, with all that is scored at the end; in secret without that, and
        as the next one sees it. Raises RuleError."""
        program = self.runner.program
        if self.is_parted(state):
            state = world_of(self._layout, state, self._next(state))
        elif program.projected_score and not state[self._final]:
            state = state.copy()
            self.runner.call(state, program.projected_score)
        final, lines = bool(state[self._final]), standing(self.runner, state)
        if program.projected_score and not final:
            lines = [line[:TELLING] for line in lines]
        return worths(program, lines, final)

    def is_open(self, state: State) -> bool:
        """Whether nobody can tell who is ahead yet."""
        reckons = bool(self.runner.program.projected_score)
        return self.is_parted(state) or (not reckons and is_open(standing(self.runner, state)))


def any_of(asked: Asked, options: Sequence[int], dice: Dice) -> int:
    """Return one of some options by chance: first an entry, then a value, so that many targets drown nothing."""
    if asked.combined and options[0] // STRIDE != options[-1] // STRIDE:
        entries = sorted({option // STRIDE for option in options})
        entry = entries[dice.below(len(entries))]
        options = [option for option in options if option // STRIDE == entry]
    return options[dice.below(len(options))]

"""What lies outside the position of a reference runner: arrays, dice, and the position that was kept.

While seats decide in secret the state that generated Python sees is the world of whoever chooses next; `_whole` then
holds the trunk and all worlds.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir.program import Program
from dsl.run import chance
from dsl.run.runner import Numbers, State
from dsl.run.stepping import SteppingRunner
from dsl.run.traps import CHANCE, INDEX, TrapError, rule_error
from dsl.run.worlds import forked, next_of, world_of


class Outside:
    """The instructions of a search, as generated Python calls them."""

    def __init__(self, runner: SteppingRunner, program: Program) -> None:
        self.dice = 0
        self.arrays = {name: [0] * length for name, length in program.outside}
        self._kept: State = []
        self._first = -1  #: the seat that comes first while several decide in secret
        self._runner = runner
        self._layout = program.layout
        self._tank = program.fuel
        self._chance, self._fuel = (self._layout.slots[name].first for name in ("chance", "fuel"))
        self._whole: State = []
        self._offered: Sequence[int] = ()

    # ---- what a host does (`dsl.run.searching.LooksAhead`) ----

    def keep(self, state: State, first: int) -> None:
        """Keep a position; while seats decide in secret in it or after it, `first` comes first."""
        self._kept, self._first = state.copy(), first

    def clear(self, name: str, length: int) -> None:
        """Fill so much of an array with 0."""
        self.arrays[name][:length] = [0] * length

    def array(self, name: str) -> Numbers:
        """Return an array outside the position, as it is."""
        return self.arrays[name]

    def carry_out(self, function: str, *args: int) -> None:
        """Carry out a function with a full tank. Raises RuleError; what it did outside the position is done."""
        s = self._kept[: self._layout.length]
        s[self._fuel] = self._tank
        try:
            self._runner._perform(s, function, args)
        except TrapError as error:
            raise rule_error(self._runner.program, error.number, self._runner._place()) from None
        finally:
            self._runner._waiting = None

    # ---- what generated Python calls ----

    def offered(self) -> int:
        """Return how many options there are."""
        return len(self._offered)

    def option(self, index: int) -> int:
        """Return one of them."""
        if 0 <= index < len(self._offered):
            return self._offered[index]
        raise TrapError(INDEX)

    def throw(self, below: int) -> int:
        """Throw the dice."""
        if below < 1:
            raise TrapError(CHANCE)
        state = self.dice
        self.dice = chance.following(state)
        return chance.output(state) * below >> 32

    def revert(self, s: State) -> None:
        """Go back to the position that was kept."""
        self._see(s, self._kept.copy())

    def reseed(self, s: State) -> None:
        """Let chance begin anew."""
        seed = self.throw(1 << 32) << 32
        s[self._chance] = chance.seeded(seed | self.throw(1 << 32))
        if self._whole:
            self._whole[self._chance] = s[self._chance]

    def choose(self, s: State, option: int) -> None:
        """Choose an option and go on to the next choice."""
        whole = self._whole or s.copy()
        events = len(self._runner._events)
        self._runner._take(whole, option, self._seat(whole) if self._whole else None)
        del self._runner._events[events:]
        self._see(s, whole)

    def _see(self, s: State, whole: State) -> None:
        """Show a position, with the options that there are in it."""
        parted = forked(self._layout, whole)
        self._whole = whole if parted else []
        s[:] = world_of(self._layout, whole, self._seat(whole)) if parted else whole
        self._offered = self._runner._offered(s)

    def _seat(self, whole: State) -> int:
        waiting = self._runner.waiting(whole)
        return next_of(self._layout, waiting, self._first) if self._first >= 0 else waiting[0]

"""What lies outside the position of a native runner: arrays, dice, and the position that was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.run.native import memory as at
from dsl.run.runner import Numbers, State
from dsl.run.worlds import forked

if TYPE_CHECKING:
    from dsl.run.native.runner import NativeRunner


class Outside:
    """What a host of a search does: `dsl.run.searching.LooksAhead`."""

    def __init__(self, runner: NativeRunner) -> None:
        self._runner = runner
        self._memory = runner.machine.memory
        self._words = self._memory.cast("i")
        self._keep = runner.machine.function("keep")
        self._first = -1
        self._kept: State | None = None  #: the position that was kept, if no seats decide in secret in it

    @property
    def dice(self) -> int:
        """The state of the dice."""
        return int.from_bytes(self._memory[at.POLICY : at.POLICY + 8], "little")

    @dice.setter
    def dice(self, state: int) -> None:
        self._memory[at.POLICY : at.POLICY + 8] = state.to_bytes(8, "little")

    def keep(self, state: State, first: int) -> None:
        """Keep a position; while seats decide in secret in it or after it, `first` comes first."""
        self._first = first
        if forked(self._runner.program.layout, state):
            self._runner._load(state, self.dice)
            self._keep()
            self._kept = None
            return
        place = self._runner._emitted.words["KEPT"]
        self._words[place // 4] = 0
        self._runner._packing.write_changes(state, place + 16, self._kept)
        self._kept = state.copy()

    def clear(self, name: str, length: int) -> None:
        """Fill so much of an array with 0."""
        place = self._runner._emitted.memory.outside[name]
        self._memory[place.address : place.address + 4 * length] = bytes(4 * length)

    def array(self, name: str) -> Numbers:
        """Return an array outside the position, as it is."""
        place = self._runner._emitted.memory.outside[name]
        return self._words[place.address // 4 : place.address // 4 + place.length]

    def carry_out(self, function: str, *args: int) -> None:
        """Carry out a function with a full tank. Raises RuleError; what it did outside the position is done."""
        layout = self._runner.program.layout
        self._words[at.FIRST // 4] = 1 << self._first | 1 << layout.first_of(self._first) if self._first >= 0 else 0
        try:
            self._runner._carry(function, args)
        finally:
            self._words[at.FIRST // 4] = self._words[at.BUNCH_ROOM // 4] = 0

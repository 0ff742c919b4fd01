"""Runs a program as WebAssembly."""

from __future__ import annotations

from dsl.program.events import EVENTS
from dsl.program.program import Program
from dsl.run.native import memory as at
from dsl.run.native.emit import PROLOGUE, argument_bytes, emit
from dsl.run.native.machine import Machine, StoppedError
from dsl.run.native.packing import Packing
from dsl.run.native.statements import FULL
from dsl.run.reference.runner import ReferenceRunner
from dsl.run.runner import State
from dsl.run.stepping import SteppingRunner
from dsl.run.traps import TrapError

_NO_TRAP = 2**31 - 1
_KINDS = tuple((kind, len(numbers)) for kind, numbers in EVENTS.items())


class NativeRunner(SteppingRunner):
    """`dsl.run.runner.Runner` at the speed of the machine; the same results as the reference runner, bit for bit.

    What has no room in its memory, such as more options than anybody would read, the reference runner carries out.
    """

    def __init__(self, program: Program, *, listening: bool = True, interpreted: bool = False) -> None:
        self._emitted = emit(program, listening=listening)
        self.machine = Machine(self._emitted.binary, interpreted=interpreted)
        self._memory = self.machine.memory
        self._words = self._memory.cast("i")
        self._packing = Packing(program.layout, self._emitted.memory, self._memory)
        self._run_steps = self.machine.function("run")
        self._call_function = self.machine.function("call")
        self._numbers = {name: number for number, name in enumerate(self._emitted.functions)}
        self._known_steps = {step.number for step in program.steps}
        self._helper: ReferenceRunner | None = None
        super().__init__(program, listening=listening)

    def _has_step(self, step: int) -> bool:
        return step in self._known_steps

    def _begin(self, state: State) -> None:
        self._enter(state)
        try:
            self._call_function(self._numbers[f" {PROLOGUE}"])
        except StoppedError:
            raise self._trap() from None
        self._packing.unpack(state)

    def _step_on(self, state: State, step: int) -> int:
        self._enter(state)
        try:
            found = self._run_steps(step)
        except StoppedError:
            trap = self._trap()
            if trap.number != FULL:
                raise trap from None
            return self._by_reference(state, step)
        self._hear()
        self._packing.unpack(state)
        self._options[:] = self._pushed()
        return found

    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        self._enter(state)
        self._words[at.COUNT // 4] = 0
        self._hand_over(function, args)
        try:
            self._call_function(self._numbers[function])
        except StoppedError:
            trap = self._trap()
            if trap.number != FULL:
                raise trap from None
            return self._reference()._perform(state, function, args)
        self._packing.forget()  # it may have spent fuel
        self._hear()
        self._options += self._pushed()
        return self._result(function)

    def _enter(self, state: State) -> None:
        """Put a state into memory, with nothing told yet."""
        self._packing.pack(state)
        self._words[at.TRAP // 4] = _NO_TRAP
        self._words[at.EVENT_BYTES // 4] = 0

    def _trap(self) -> TrapError:
        """Return the trap that sprang. A stop without one is for want of room, too: of native stack."""
        self._packing.forget()
        number = self._words[at.TRAP // 4]
        if number not in (FULL, _NO_TRAP):
            self._hear()
            return TrapError(number)
        return TrapError(FULL)

    def _hear(self) -> None:
        """Take the events that were reported."""
        place, end = at.EVENTS // 4, (at.EVENTS + self._words[at.EVENT_BYTES // 4]) // 4
        while place < end:
            kind, count = _KINDS[self._words[place]]
            self._events.append((kind, tuple(self._words[place + 1 : place + 1 + count])))
            place += 1 + count

    def _pushed(self) -> list[int]:
        first = at.OPTIONS // 4
        return self._words[first : first + self._words[at.COUNT // 4]].tolist()

    def _hand_over(self, function: str, args: tuple[int, ...]) -> None:
        address = at.ARGUMENTS
        for (_, width), arg in zip(self.program.functions[function].params, args, strict=True):
            size = argument_bytes(width)
            self._memory[address : address + size] = (arg & (1 << 8 * size) - 1).to_bytes(size, "little")
            address += size

    def _result(self, function: str) -> int:
        width = self.program.functions[function].result
        if width is None:
            return 0
        found = self._memory[at.RESULT : at.RESULT + argument_bytes(width)]
        return int.from_bytes(found, "little", signed=not width)

    # ---- what has no room ----

    def _reference(self) -> ReferenceRunner:
        if self._helper is None:
            self._helper = ReferenceRunner(self.program, listening=self._listening)
        return self._helper

    def _by_reference(self, state: State, step: int) -> int:
        helper = self._reference()
        helper._events.clear()
        try:
            return helper._step_on(state, step)
        finally:
            self._options[:] = helper._options
            self._events += helper._events

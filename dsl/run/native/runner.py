"""Runs a program as WebAssembly."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir.events import EVENTS
from dsl.ir.program import Program
from dsl.run import chance
from dsl.run.native import memory as at
from dsl.run.native.emit import PROLOGUE, argument_bytes, emit
from dsl.run.native.machine import Machine, StoppedError
from dsl.run.native.outside import Outside
from dsl.run.native.packing import Packing
from dsl.run.native.telling import FULL
from dsl.run.playing import PlayingError, Stop, play_on
from dsl.run.reference.runner import ReferenceRunner
from dsl.run.runner import RuleError, State
from dsl.run.stepping import SteppingRunner
from dsl.run.traps import FUEL, TrapError, rule_error
from dsl.run.worlds import forked, worlds_of

MANY = 10**9  #: choices in a playout, where nobody says how many there may be
_NO_TRAP = 2**31 - 1
_KINDS = tuple((kind, len(numbers)) for kind, numbers in EVENTS.items())


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of many playouts."""

    made: int  #: how many came to their end
    stop: Stop  #: why the next one did not, if fewer were made than were asked for
    choices: int
    wins: tuple[int, ...]  #: by seat: how often nobody was better
    shared: int  #: how often several seats were best
    policy: int  #: the generator that chose, as it is now
    unfinished: int  #: choices in the one that did not come to its end; `left` returns where it stopped


class NativeRunner(SteppingRunner):
    """`dsl.run.runner.Runner` at the speed of the machine; the same results as the reference runner, bit for bit.

    What has no room in its memory, such as more options than anybody would read, the reference runner carries out. One
    that is `sparing` is made in half the time: what a match does not need, such as telling why not, goes there, too.
    """

    def __init__(
        self, program: Program, *, listening: bool = True, interpreted: bool = False, sparing: bool = False
    ) -> None:
        self._emitted = emit(program, listening=listening, sparing=sparing)
        self.machine = Machine(self._emitted.binary, interpreted=interpreted)
        self._memory = self.machine.memory
        self._words = self._memory.cast("i")
        self._packing = Packing(program.layout, self._emitted.memory, self._memory)
        self._run_steps = self.machine.function("run")
        self._call_function = self.machine.function("call")
        self._play = self.machine.function("play")
        self._playouts = self.machine.function("playouts")
        self._save = self.machine.function("save")
        self._numbers = {name: number for number, name in enumerate(self._emitted.functions)}
        self._known_steps = {step.number for step in program.steps}
        self._helper: ReferenceRunner | None = None
        self.outside = Outside(self)
        self._left: State | None = None  #: where playouts stopped, if it is not in memory
        super().__init__(program, listening=listening)

    @property
    def binary(self) -> bytes:
        """The module."""
        return self._emitted.binary

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
                self._packing.unpack(state)  # as it was when the trap sprang
                raise trap from None
            return self._by_reference(state, step)
        self._hear()
        self._packing.unpack(state)
        self._options[:] = self._pushed()
        return found

    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        if function not in self._numbers:
            return self._perform_by_reference(state, function, args)
        self._enter(state)
        self._words[at.COUNT // 4] = 0
        self._hand_over(function, args)
        try:
            self._call_function(self._numbers[function])
        except StoppedError:
            trap = self._trap()
            if trap.number != FULL:
                raise trap from None
            return self._perform_by_reference(state, function, args)
        self._packing.forget()  # it may have spent fuel
        self._hear()
        self._options += self._pushed()
        return self._result(function)

    def _enter(self, state: State) -> None:
        """Put a state into memory, with nothing told yet."""
        self._packing.pack(state)
        self._words[at.BUNCH_ROOM // 4] = self._words[at.LIMIT // 4] = 0  # a trap may have left them
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

    # ---- playing on ----

    def play_on(self, state: State, policy: int, limit: int, *, watch: bool = False) -> tuple[Stop, int, int]:
        """Do what `dsl.run.playing.play_on` does, inside the module."""
        before = state.copy()
        self._load(state, policy)
        try:
            stop = Stop(self._play(limit, watch))
        except StoppedError:
            error = self._failed()
            if error is not None:
                raise PlayingError(self._words[at.CHOICES // 4], error) from None
            state[:] = before
            return play_on(self._reference(), state, policy, limit, watch=watch)
        self._unload(state)
        return stop, self._words[at.CHOICES // 4], self._long(at.POLICY)

    def playouts(self, state: State, policy: int, count: int, limit: int = MANY) -> Tally:
        """Play `count` matches on from a state, which does not change, each with its own chance. Raises RuleError."""
        words, players = self._emitted.words, self.program.players
        self._load(state, policy)
        first = words["WINS"]
        self._memory[first : words["MOVES"] + 8] = bytes(words["MOVES"] + 8 - first)
        try:
            self._save()
            made = self._playouts(count, limit)
        except StoppedError:
            error = self._failed()
            if error is not None:
                raise error from None
            return self._one_by_one(state, policy, count, limit)
        self._packing.forget()
        self._left = None
        wins = tuple(self._long(first + 8 * seat) for seat in range(players))
        stop = Stop(self._words[at.STOP // 4])
        unfinished = self._words[at.CHOICES // 4] if made < count else 0
        moves, shared = self._long(words["MOVES"]), self._long(words["SHARED"])
        return Tally(made, stop, moves, wins, shared, self._long(at.POLICY), unfinished)

    def _one_by_one(self, state: State, policy: int, count: int, limit: int) -> Tally:
        """The same where the module has no room for what happens: every match by itself, as `$playouts` does it."""
        made, choices, shared, wins = 0, 0, 0, [0] * self.program.players
        for made in range(count):
            ahead = state.copy()
            for world in range(0, len(ahead), self.program.layout.length):
                seed = chance.output(policy) << 32 | chance.output(chance.following(policy))
                policy = chance.following(chance.following(policy))
                ahead[world + self._chance] = seed
                ahead[world + self._chosen] = -1  # what was drawn for the next choice counts no more
            stop, more, policy = self.play_on(ahead, policy, limit)
            if stop != Stop.OVER:
                self._left = ahead
                return Tally(made, stop, choices, tuple(wins), shared, policy, more)
            best = self._ahead(ahead)
            wins = [won + (seat in best) for seat, won in enumerate(wins)]
            choices, shared = choices + more, shared + (len(best) > 1)
        return Tally(count, Stop.OVER, choices, tuple(wins), shared, policy, 0)

    def _ahead(self, state: State) -> list[int]:
        """Return the seats that are best at the end of a match."""
        rows = [self._worth(state, seat) for seat in range(self.program.players)]
        return [seat for seat, row in enumerate(rows) if row == max(rows)]

    def _worth(self, state: State, seat: int) -> tuple[int, ...]:
        lines = ((self.call(state, line.function, seat), line.most) for line in self.program.winner)
        in_play = state[self.program.layout.slots["in_play"].first] >> seat & 1
        return in_play, *(worth if most else -worth for worth, most in lines)

    def _failed(self) -> RuleError | None:
        """Return the error for which playing on stopped; None if it was for want of room."""
        events = len(self._events)
        number = self._trap().number
        stuck = self, self._packing.read(at.STATE)
        error = rule_error(self.program, number, self._place(), stuck) if number != FULL else None
        del self._events[events:]
        return error

    def left(self) -> State:
        """Return the position at which the last of some playouts stopped before its end."""
        if self._left is not None:
            return self._left
        state: State = []
        self._unload(state)
        return state

    def _load(self, state: State, policy: int) -> None:
        """Put a state into memory, its worlds too."""
        self._words[at.FORKED // 4] = apart = forked(self.program.layout, state)
        self._words[at.LIVED_IN // 4] = self._words[at.LIMIT // 4] = 0
        if apart:
            for number, world in enumerate(worlds_of(self.program.layout, state)):
                self._packing.write(world, self._emitted.words["TRUNK"] + number * self._emitted.memory.state_bytes)
            self._packing.forget()
        else:
            self._packing.pack(state)
        self._memory[at.POLICY : at.POLICY + 8] = policy.to_bytes(8, "little")
        self._words[at.BUNCH_ROOM // 4] = 0
        self._words[at.TRAP // 4] = _NO_TRAP
        self._words[at.EVENT_BYTES // 4] = 0

    def _unload(self, state: State) -> None:
        self._waiting = None
        if not self._words[at.FORKED // 4]:
            del state[self.program.layout.length :]
            self._packing.unpack(state)
            return
        self._packing.forget()
        state.clear()
        for number in range(self.program.players + 1):
            state += self._packing.read(self._emitted.words["TRUNK"] + number * self._emitted.memory.state_bytes)

    def _long(self, address: int) -> int:
        return int.from_bytes(self._memory[address : address + 8], "little")

    # ---- looking ahead ----

    def _carry(self, function: str, args: tuple[int, ...]) -> None:
        """Carry out a function of a search; raise RuleError. What has no room is taken for a rule error, too."""
        self._packing.forget()
        self._words[at.TRAP // 4] = _NO_TRAP
        self._words[at.EVENT_BYTES // 4] = 0
        self._words[self._emitted.words["FUEL"] // 4] = self.program.fuel
        self._hand_over(function, args)
        try:
            self._call_function(self._numbers[function])
        except StoppedError:
            number = self._trap().number
            raise rule_error(self.program, FUEL if number == FULL else number, self._place()) from None
        finally:
            self._events.clear()

    # ---- what has no room ----

    def _reference(self) -> ReferenceRunner:
        if self._helper is None:
            self._helper = ReferenceRunner(self.program, listening=self._listening)
        return self._helper

    def _perform_by_reference(self, state: State, function: str, args: tuple[int, ...]) -> int:
        helper = self._reference()
        helper._options.clear()
        helper._events.clear()
        try:
            return helper._perform(state, function, args)
        finally:
            self._options += helper._options
            self._events += helper._events

    def _by_reference(self, state: State, step: int) -> int:
        helper = self._reference()
        helper._events.clear()
        try:
            return helper._step_on(state, step)
        finally:
            self._options[:] = helper._options
            self._events += helper._events

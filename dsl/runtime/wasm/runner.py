"""Native runner: runs a program as WebAssembly."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from dsl.ir.events import EVENTS
from dsl.ir.layout import NO_OPTION, Layout, Slot
from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import (
    CountedSlots,
    MatchBatch,
    MatchTally,
    RolloutError,
    RolloutResult,
    RolloutStop,
    roll_out,
)
from dsl.runtime.runner import FUEL, NumberArray, RuleError, State, TrapError, rule_error
from dsl.runtime.simultaneous import forked, worlds_of
from dsl.runtime.stepping_runner import SteppingRunner
from dsl.runtime.wasm import memory_layout as at
from dsl.runtime.wasm.codegen import PROLOGUE, argument_bytes, emit, unpacked_module
from dsl.runtime.wasm.digest_writer import DigestWriter
from dsl.runtime.wasm.instance import StoppedError, TooLargeError, WasmInstance
from dsl.runtime.wasm.memory_layout import STATE, Memory, MemoryArea
from dsl.runtime.wasm.rollout import INDEX_SIZE, MAX_BATCH, MEMBER_BYTES, ROW_HEAD, ROWS_BYTES
from dsl.runtime.wasm.side_effects import FULL

# What lies outside the position of a native runner: arrays, dice, and the position that was kept.


class NativeHostState:
    """State of a search in the memory of a module: implements `dsl.runtime.tree_search_driver.SearchState`."""

    def __init__(self, runner: NativeRunner) -> None:
        self._runner = runner
        self._memory = runner.machine.memory
        self._words = self._memory.cast("i")
        self._keep = runner.machine.function("keep")
        self._first = -1
        self._kept: State | None = None  #: the root position, unless seats decide in secret in it

    @property
    def dice(self) -> int:
        """The state of the dice."""
        return int.from_bytes(self._memory[at.POLICY : at.POLICY + 8], "little")

    @dice.setter
    def dice(self, state: int) -> None:
        self._memory[at.POLICY : at.POLICY + 8] = state.to_bytes(8, "little")

    def keep(self, state: State, first: int) -> None:
        """Set the root position; while seats decide in secret in it or after it, `first` chooses first."""
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
        """Fill the first `length` elements of an array with 0."""
        place = self._runner._emitted.memory.outside[name]
        self._memory[place.address : place.address + 4 * length] = bytes(4 * length)

    def array(self, name: str) -> NumberArray:
        """Return an array outside the position, which may be written to."""
        place = self._runner._emitted.memory.outside[name]
        return self._words[place.address // 4 : place.address // 4 + place.length]

    def carry_out(self, function: str, *args: int) -> None:
        """Call a function with full fuel. Raises RuleError; changes outside the position remain."""
        layout = self._runner.program.layout
        self._words[at.FIRST // 4] = 1 << self._first | 1 << layout.first_of(self._first) if self._first >= 0 else 0
        try:
            self._runner._carry(function, args)
        finally:
            self._words[at.FIRST // 4] = self._words[at.BUNCH_ROOM // 4] = 0


# A state as a list of numbers into the memory of a module, and back: only what has changed since the last time.


class Marshalling:
    """Copies states into and out of memory, and tracks which one is in STATE."""

    def __init__(self, layout: Layout, memory: Memory, view: memoryview) -> None:
        self._slots = [(slot, memory.places[slot.name].address - STATE) for slot in layout.slots.values()]
        self._sizes = {name: place.size for name, place in memory.places.items()}
        self._length = layout.length
        self._bytes = memory.state_bytes
        self._view = view
        self._words = view.cast("i")
        self._longs = view.cast("q")
        self._held: State | None = None  #: the state in STATE, None if unknown
        self._before = b""  #: the same as bytes

    def forget(self) -> None:
        """Note that the content of STATE is unknown."""
        self._held = None

    def pack(self, state: State) -> None:
        """Copy a state into STATE."""
        if state != self._held:
            self._write(state, STATE, self._held)
            self._longs[at.REPLACED // 8] += 1
            self._held = state.copy()
            self._before = bytes(self._view[STATE : STATE + self._bytes])

    def unpack(self, state: State) -> None:
        """Update `state` from STATE; if the former content is known, it was `state`."""
        after = bytes(self._view[STATE : STATE + self._bytes])
        if self._held is None:
            state[:] = self.read(STATE)
        else:
            before = self._before
            for slot, offset in self._slots:
                part = slice(offset, offset + self._sizes[slot.name] * slot.length)
                if after[part] != before[part]:
                    state[slot.first : slot.first + slot.length] = self._got(slot, STATE + offset)
        self._held, self._before = state.copy(), after

    def write(self, state: State, address: int) -> None:
        """Copy a state to another address."""
        self._write(state, address, None)

    def write_changes(self, state: State, address: int, held: State | None) -> None:
        """Copy a state to another address, which contains `held`."""
        self._write(state, address, held)

    def read(self, address: int) -> State:
        """Return the state at an address."""
        state = [0] * self._length
        for slot, offset in self._slots:
            state[slot.first : slot.first + slot.length] = self._got(slot, address + offset)
        return state

    def _write(self, state: State, address: int, held: State | None) -> None:
        for slot, offset in self._slots:
            part = slice(slot.first, slot.first + slot.length)
            if held is None or state[part] != held[part]:
                self._put(slot, address + offset, state[part])

    def _put(self, slot: Slot, address: int, values: list[int]) -> None:
        if slot.width:
            size = self._sizes[slot.name]
            stretch = b"".join([value.to_bytes(size, "little") for value in values])
            self._view[address : address + len(stretch)] = stretch
        else:
            self._words[address // 4 : address // 4 + len(values)] = array("i", values)

    def _got(self, slot: Slot, address: int) -> list[int]:
        if slot.width:
            size = self._sizes[slot.name]
            ends = range(address, address + size * slot.length, size)
            return [int.from_bytes(self._view[end : end + size], "little") for end in ends]
        return self._words[address // 4 : address // 4 + slot.length].tolist()


MANY = 10**9  #: limit on the choices of a playout without another limit
MANY_DIGESTS = 30  #: from so many on, compiling a `DigestWriter` takes less time than it saves
_NO_TRAP = 2**31 - 1
_NOWHERE = MemoryArea(0, 0, 0, 0)  #: of a slot that is not counted
_KINDS = tuple((kind, len(numbers)) for kind, numbers in EVENTS.items())


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of many playouts."""

    made: int  #: playouts that ended
    stop: RolloutStop  #: why the next one did not end, if fewer were made than requested
    choices: int
    wins: tuple[int, ...]  #: by seat: how often it was best
    shared: int  #: how often several seats were best
    policy: int  #: the new state of the generator
    unfinished: int  #: choices of the playout that did not end; `left` returns its position


def _batch(rows: bytes, size: int, results: int, head: int, block: int) -> MatchBatch:
    """Return the columns of rows of `size` bytes, with the sizes of their results, of what is before the block, and of
    the block."""
    numbers, longs = memoryview(rows).cast("i"), memoryview(rows).cast("Q")
    first = range(0, len(rows), size)
    return MatchBatch(
        numbers[:: size // 4].tolist(),
        numbers[1 :: size // 4].tolist(),
        longs[1 :: size // 8].tolist(),
        [rows[at + ROW_HEAD : at + ROW_HEAD + results] for at in first],
        [rows[at + head : at + head + block] for at in first] if block else [],
    )


class NativeRunner(SteppingRunner):
    """`dsl.runtime.runner.Runner` at the speed of the machine; the same results as the reference runner, bit for bit.

    What exceeds its memory, such as a huge number of options, falls back to the reference runner. One
    that is `minimal` is made in half the time: what a match does not need, such as telling why not, goes there, too.
    """

    def __init__(
        self,
        program: Program,
        *,
        listening: bool = True,
        interpreted: bool = False,
        minimal: bool = False,
        module: bytes | None = None,
        cache_settings: str = "",
        machine_code: bytes = b"",
    ) -> None:
        """`module` is the `packed_module` of a runner of the same program with the same flags; without it, it is
        generated. `cache_settings` is the file with the settings of wasmtime's cache, `machine_code` that of the runner
        of the module."""
        self._interpreted = interpreted
        self._emitted = (
            unpacked_module(module, program.layout)
            if module is not None
            else emit(program, listening=listening, minimal=minimal)
        )
        self.machine = WasmInstance(
            self._emitted.binary,
            interpreted=interpreted,
            cache_settings=cache_settings,
            machine_code=machine_code if module is not None else b"",
        )
        self._memory = self.machine.memory
        self._words = self._memory.cast("i")
        self._packing = Marshalling(program.layout, self._emitted.memory, self._memory)
        self._run_steps = self.machine.function("run")
        self._call_function = self.machine.function("call")
        self._play = self.machine.function("play")
        self._playouts = self.machine.function("playouts")
        self._play_matches = self.machine.function("matches")
        self._tally_matches = self.machine.function("tally")
        self._save = self.machine.function("save")
        self._numbers = {name: number for number, name in enumerate(self._emitted.functions)}
        self._known_steps = range(len(program.steps))  # they are numbered by their place, and each is made when needed
        self._helper: ReferenceRunner | None = None
        self.outside = NativeHostState(self)
        self._digested = 0  #: states in canonical form whose digests were requested
        self._left: State | None = None  #: where the last playout stopped, if it is not in memory
        super().__init__(program, listening=listening)

    @property
    def binary(self) -> bytes:
        """The module."""
        return self._emitted.binary

    @property
    def packed_module(self) -> bytes:
        """The module and the layout of its memory, from which another runner can be made."""
        return self._emitted.packed()

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
                self._packing.unpack(state)  # the state at the trap
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
        self._packing.forget()  # the fuel may have changed
        self._hear()
        self._options += self._pushed()
        return self._result(function)

    def _enter(self, state: State) -> None:
        """Copy a state into memory and clear the control cells."""
        self._packing.pack(state)
        self._words[at.BUNCH_ROOM // 4] = self._words[at.LIMIT // 4] = 0  # a trap may have left them set
        self._words[at.TRAP // 4] = _NO_TRAP
        self._words[at.EVENT_BYTES // 4] = 0

    def _trap(self) -> TrapError:
        """Return the number of the trap. A stop without a trap is an overflow of the native stack, so also FULL."""
        self._packing.forget()
        number = self._words[at.TRAP // 4]
        if number not in (FULL, _NO_TRAP):
            self._hear()
            return TrapError(number)
        return TrapError(FULL)

    def _hear(self) -> None:
        """Read the reported events."""
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

    # ---- rollouts ----

    def roll_out(self, state: State, policy: int, limit: int, *, watch: bool = False) -> RolloutResult:
        """Do what `dsl.runtime.rollout.roll_out` does, inside the module."""
        before = state.copy()
        self._load(state, policy)
        try:
            stop = RolloutStop(self._play(limit, watch))
        except StoppedError:
            error = self._failed()
            if error is not None:
                raise RolloutError(self._words[at.CHOICES // 4], error) from None
            state[:] = before
            return roll_out(self._reference(), state, policy, limit, watch=watch)
        self._unload(state)
        choices, moves = self._words[at.CHOICES // 4], self._words[at.MOVES // 4]
        return RolloutResult(stop, choices, self._long(at.POLICY), moves, self._long(at.PATH))

    def play_matches(
        self, seeds: Sequence[int], limit: int, *, watch: bool = False, blocks: bool = False
    ) -> MatchBatch:
        """Do what `dsl.runtime.rollout.play_matches` does, inside the module, for as many seeds as fit into it.

        A match that needs more than the module has does not reach its end either.
        """
        words = self._emitted.words
        head = words["ROW_HEAD"]
        block = self._emitted.memory.state_bytes if blocks else 0
        size = head + -(-block // 8) * 8
        number = min(len(seeds), MAX_BATCH, max(ROWS_BYTES // size, 1))
        self._prepare_matches()
        self._memory[words["SEEDS"] : words["SEEDS"] + 8 * number] = array("Q", seeds[:number]).tobytes()
        with suppress(StoppedError):  # a match that failed; those before it are complete
            self._play_matches(number, limit, watch, size)
        self._packing.forget()
        self._waiting = None
        made = self._words[at.MADE // 4]
        rows = bytes(self._memory[words["ROWS"] : words["ROWS"] + made * size])
        return _batch(rows, size, words["ALL_RESULTS"], head, block)

    def tally_matches(
        self, first: int, number: int, limit: int, slots: CountedSlots, *, watch: bool = False, hashed: bool = False
    ) -> MatchTally:
        """Do what `dsl.runtime.rollout.RolloutRunner` says, inside the module."""
        words, places, memory = self._emitted.words, self._emitted.memory.places, self._memory
        results = words["ALL_RESULTS"]
        number = min(number, MAX_BATCH, max(ROWS_BYTES // results, 1) if hashed else MAX_BATCH)
        self._prepare_matches()
        memory[at.SEED : at.SEED + 8] = first.to_bytes(8, "little")
        memory[words["INDEX"] : words["INDEX"] + 4 * INDEX_SIZE] = bytes(4 * INDEX_SIZE)
        counted, members = (places[name] if name else _NOWHERE for name in slots)
        rows = slice(words["MEMBERS"], words["MEMBERS"] + MEMBER_BYTES * 8 * members.size)
        memory[rows] = bytes(MEMBER_BYTES * 8 * members.size)
        with suppress(StoppedError):  # a match that failed; those before it are counted
            self._tally_matches(number, limit, watch, hashed, counted.address, members.address, members.size // 4)
        self._packing.forget()
        self._waiting = None
        made = self._words[at.MADE // 4]
        start = words["ENTRIES"] + 16
        entries = memory[start : start + 16 * self._words[at.COUNTED // 4]].cast("Q").tolist()
        pairs = memory[rows].cast("i").tolist()
        found = {member: row for member, row in enumerate(zip(pairs[::2], pairs[1::2], strict=True)) if row[0]}
        tally = MatchTally(made, Counter(dict(zip(entries[::2], entries[1::2], strict=True))), found)
        if hashed:
            tally.paths = bytes(memory[words["SEEDS"] : words["SEEDS"] + 8 * made])
            tally.results = bytes(memory[words["ROWS"] : words["ROWS"] + results * made])
        return tally

    def _prepare_matches(self) -> None:
        """Copy the blank state to SAVED, from where matches start."""
        self._load(self._blank, 0)
        self._words[self._emitted.words["SAVED"] // 4] = 0
        self._save()

    @cached_property
    def _digest_writer(self) -> DigestWriter | None:
        with suppress(TooLargeError):
            return DigestWriter(self.program.layout, self.block(self._blank), interpreted=self._interpreted)
        return None

    def block_digests(self, blocks: Sequence[bytes]) -> list[str]:
        """Return the digest of each state in canonical form; no seat decides in secret in them."""
        self._digested += len(blocks)
        if self._digested < MANY_DIGESTS or self._digest_writer is None:
            return super().block_digests(blocks)
        return self._digest_writer.of(blocks)

    def playouts(self, state: State, policy: int, count: int, limit: int = MANY) -> Tally:
        """Play `count` rollouts from a state, which does not change, each with its own chance. Raises RuleError."""
        words, players = self._emitted.words, self.program.players
        self._load(state, policy)
        first = words["WINS"]
        self._memory[first : words["TOTAL"] + 8] = bytes(words["TOTAL"] + 8 - first)
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
        stop = RolloutStop(self._words[at.STOP // 4])
        unfinished = self._words[at.CHOICES // 4] if made < count else 0
        moves, shared = self._long(words["TOTAL"]), self._long(words["SHARED"])
        return Tally(made, stop, moves, wins, shared, self._long(at.POLICY), unfinished)

    def _one_by_one(self, state: State, policy: int, count: int, limit: int) -> Tally:
        """The same if the module has too little memory: each rollout separately, as `$playouts` does it."""
        made, choices, shared, wins = 0, 0, 0, [0] * self.program.players
        for made in range(count):
            ahead = state.copy()
            for world in range(0, len(ahead), self.program.layout.length):
                seed = chance.output(policy) << 32 | chance.output(chance.next_state(policy))
                policy = chance.next_state(chance.next_state(policy))
                ahead[world + self._chance] = seed
                ahead[world + self._chosen] = NO_OPTION  # sample the next choice again
            stop, more, policy, *_ = self.roll_out(ahead, policy, limit)
            if stop != RolloutStop.OVER:
                self._left = ahead
                return Tally(made, stop, choices, tuple(wins), shared, policy, more)
            best = self._ahead(ahead)
            wins = [won + (seat in best) for seat, won in enumerate(wins)]
            choices, shared = choices + more, shared + (len(best) > 1)
        return Tally(count, RolloutStop.OVER, choices, tuple(wins), shared, policy, 0)

    def _ahead(self, state: State) -> list[int]:
        """Return the seats that are best at the end of a match."""
        rows = [self._worth(state, seat) for seat in range(self.program.players)]
        return [seat for seat, row in enumerate(rows) if row == max(rows)]

    def _worth(self, state: State, seat: int) -> tuple[int, ...]:
        lines = ((self.call(state, line.function, seat), line.most) for line in self.program.winner)
        in_play = state[self.program.layout.slots["in_play"].first] >> seat & 1
        return in_play, *(worth if most else -worth for worth, most in lines)

    def _failed(self) -> RuleError | None:
        """Return the error that stopped a rollout; None if the module was full."""
        events = len(self._events)
        number = self._trap().number
        stuck = self, self._packing.read(at.STATE)
        error = rule_error(self.program, number, self._acting_rule(), stuck) if number != FULL else None
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
        """Copy a state with its worlds into memory."""
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

    # ---- search ----

    def _carry(self, function: str, args: tuple[int, ...]) -> None:
        """Call a function of a search. Raises RuleError, also if the module is full."""
        self._packing.forget()
        self._words[at.TRAP // 4] = _NO_TRAP
        self._words[at.EVENT_BYTES // 4] = 0
        self._words[self._emitted.words["FUEL"] // 4] = self.program.fuel
        self._hand_over(function, args)
        try:
            self._call_function(self._numbers[function])
        except StoppedError:
            number = self._trap().number
            raise rule_error(self.program, FUEL if number == FULL else number, self._acting_rule()) from None
        finally:
            self._events.clear()

    # ---- fallback to the reference runner ----

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

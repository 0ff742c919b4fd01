"""Reference runner: runs a program as generated Python. Its behaviour defines the meaning of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import NoReturn, cast

from dsl.ir.instructions import MAX_SNAPSHOTS
from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.canonical_state import fingerprint
from dsl.runtime.memoization import InstructionCosts, MemoDependencies
from dsl.runtime.reference.codegen import PROLOGUE, PythonCode
from dsl.runtime.runner import CHANCE, DIVISOR, INDEX, NumberArray, State, TrapError, rule_error
from dsl.runtime.simultaneous import forked, next_chooser, world_of
from dsl.runtime.stepping_runner import Event, SteppingRunner


class ReferenceSearchState:
    """State of a search in Python, and the instructions of a search, which generated Python calls."""

    def __init__(self, runner: SteppingRunner, program: Program) -> None:
        self.dice = 0
        self.arrays = {name: [0] * length for name, length in program.outside}
        self._kept: State = []
        self._snapshots: dict[int, State] = {}
        self._first = -1  #: the seat that chooses first while several decide in secret; -1 for the lowest
        self._runner = runner
        self._layout = program.layout
        self._full_fuel = program.fuel
        self._chance, self._fuel = (self._layout.slots[name].first for name in ("chance", "fuel"))
        self._whole: State = []
        self._offered: Sequence[int] = ()

    # ---- for the host (`dsl.runtime.tree_search_driver.SearchState`) ----

    def keep(self, state: State, first: int) -> None:
        """Set the root position; while seats decide in secret in it or after it, `first` chooses first."""
        self._kept, self._first = state.copy(), first

    def clear(self, name: str, length: int) -> None:
        """Fill the first `length` elements of an array with 0."""
        self.arrays[name][:length] = [0] * length

    def array(self, name: str) -> NumberArray:
        """Return an array outside the position, which may be written to."""
        return self.arrays[name]

    def carry_out(self, function: str, *args: int) -> None:
        """Call a function with full fuel. Raises RuleError; changes outside the position remain."""
        s = self._kept[: self._layout.length]
        s[self._fuel] = self._full_fuel
        try:
            self._runner._perform(s, function, args)
        except TrapError as error:
            raise rule_error(self._runner.program, error.number, self._runner._acting_rule()) from None
        finally:
            self._runner._waiting = None

    # ---- for generated Python ----

    def offered(self) -> int:
        """Return the number of options."""
        return len(self._offered)

    def option(self, index: int) -> int:
        """Return an option by index."""
        if 0 <= index < len(self._offered):
            return self._offered[index]
        raise TrapError(INDEX)

    def throw(self, below: int) -> int:
        """Return a random number from the dice of the search."""
        if below < 1:
            raise TrapError(CHANCE)
        state = self.dice
        self.dice = chance.next_state(state)
        return chance.output(state) * below >> 32

    def revert(self, s: State) -> None:
        """Return to the root position."""
        self._show(s, self._kept.copy())

    def snapshot(self, s: State, number: int) -> None:
        """Keep a copy of the position by number."""
        self._snapshots[checked_index(number, MAX_SNAPSHOTS)] = s.copy()

    def recover(self, s: State, number: int, blind: bool) -> None:
        """Return to the position that was kept by number; its options are not listed if it is `blind`."""
        self._whole = []
        s[:] = self._snapshots[checked_index(number, MAX_SNAPSHOTS)]
        self._offered = () if blind else self._runner._current_options(s)

    def reseed(self, s: State) -> None:
        """Reseed the chance of the position."""
        seed = self.throw(1 << 32) << 32
        s[self._chance] = chance.seeded(seed | self.throw(1 << 32))
        if self._whole:
            self._whole[self._chance] = s[self._chance]

    def choose(self, s: State, option: int) -> None:
        """Choose an option and run to the next decision."""
        whole = self._whole or s.copy()
        events = len(self._runner._events)
        self._runner._take(whole, option, self._seat(whole) if self._whole else None)
        del self._runner._events[events:]
        self._show(s, whole)

    def _show(self, s: State, whole: State) -> None:
        """Make a position the current one, or the world of the deciding seat, and list its options."""
        parted = forked(self._layout, whole)
        self._whole = whole if parted else []
        s[:] = world_of(self._layout, whole, self._seat(whole)) if parted else whole
        self._offered = self._runner._current_options(s)

    def _seat(self, whole: State) -> int:
        waiting = self._runner.waiting(whole)
        return next_chooser(self._layout, waiting, self._first) if self._first >= 0 else waiting[0]


# ---- memoization, as `dsl.runtime.wasm.memo` does it in a module ----

Evaluator = Callable[..., int]  #: a function of the state and numbers

PROBE_CALLS = 32  #: calls after which it is decided whether to memoize
MIN_FUEL = 3  #: minimum fuel per call
MIN_COST = 300  #: minimum cost of a memoized function, in instructions
MIN_COST_PER_WORD = 4  #: minimum instructions per element that it reads
USELESS_LIMIT = 200  #: misses, less two for each hit, after which memoization ends


class MemoizationPolicy:
    """Decides during the first calls of each function whether to memoize it; `put` replaces the function."""

    def __init__(self, program: Program, put: Callable[[str, Evaluator], None]) -> None:
        self._layout = program.layout
        self._functions = program.functions
        self._fuel = program.layout.slots["fuel"].first
        self._dependencies, self._costs = MemoDependencies(program.functions), InstructionCosts(program.functions)
        self._put = put

    def probing(self, function: str, worker: Evaluator) -> Evaluator:
        """Return the wrapper that measures the first calls of a function with a result."""
        fuel, calls, spent = self._fuel, 0, 0

        def probe(s: State, *args: int) -> int:
            nonlocal calls, spent
            before = s[fuel]
            result = worker(s, *args)
            calls, spent = calls + 1, spent + before - s[fuel]
            if calls == PROBE_CALLS:
                self._put(function, self._decided(function, worker) if spent >= MIN_FUEL * PROBE_CALLS else worker)
            return result

        return probe

    def _decided(self, function: str, worker: Evaluator) -> Evaluator:
        cost = self._costs.of(function)
        reads = self._dependencies.reads(function) if cost >= MIN_COST else None
        if reads is None:
            return worker
        ranges = list(self._ranges(reads))
        places = sum(end - first for first, end in ranges)
        if MIN_COST_PER_WORD * (places + len(self._functions[function].params)) > cost:
            return worker
        return self._memoized(function, worker, [slice(first, end) for first, end in ranges])

    def _ranges(self, reads: frozenset[str]) -> Iterator[tuple[int, int]]:
        """Yield the ranges of the slots, adjacent ones joined."""
        first = end = 0
        for slot in sorted((self._layout.slots[name] for name in reads), key=lambda slot: slot.first):
            if slot.first != end:
                if end > first:
                    yield first, end
                first = slot.first
            end = slot.first + slot.length
        if end > first:
            yield first, end

    def _memoized(self, function: str, worker: Evaluator, read: list[slice]) -> Evaluator:
        fuel, reading = self._fuel, itemgetter(*read) if read else _nothing
        known: tuple[int, ...] | None = None  #: the arguments of the last call
        seen: object = None
        result = spent = useless = 0

        def cached(s: State, *args: int) -> int:
            nonlocal known, seen, result, spent, useless
            now = reading(s)
            before = s[fuel]
            if args == known and now == seen and spent <= before:
                s[fuel] = before - spent
                useless -= 2
                return result
            found = worker(s, *args)
            known, seen, result, spent = args, now, found, before - s[fuel]
            useless += 1
            if useless > USELESS_LIMIT:
                self._put(function, worker)
            return found

        return cached


def _nothing(s: State) -> None:
    """Return the dependencies of a function that reads no slot."""


Procedure = Callable[..., int]  #: a function of the state and numbers


class ReferenceRunner(SteppingRunner):
    """`dsl.runtime.runner.Runner` in Python. Each function is generated and compiled at its first call."""

    def __init__(self, program: Program, *, listening: bool = True) -> None:
        self._source = PythonCode(program)
        self._named: dict[str, Procedure] = {}
        self._functions = self._source.functions
        self._steps = self._source.steps
        self._function_of = {
            self._functions[name]: name for name in program.functions if program.result(name) is not None
        }
        self._memoization = MemoizationPolicy(program, self._put)
        self.outside = ReferenceSearchState(self, program)
        super().__init__(program, listening=listening)

    @property
    def source(self) -> str:
        """The generated Python, for reading and debugging."""
        return self._source.whole()

    def _begin(self, state: State) -> None:
        if not self._named:
            self._named = self._names()
        self._named[PROLOGUE](state)

    def _has_step(self, step: int) -> bool:
        return 0 <= step < len(self._steps)

    def _step_on(self, state: State, step: int) -> int:
        named, steps = self._named, self._steps
        while step >= 0:
            self._options.clear()
            step = named[steps[step]](state)
        return step

    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        return self._named[self._functions[function]](state, *args)

    def _names(self) -> dict[str, Procedure]:
        """Return the namespace of the generated Python. Functions are compiled lazily, as few are ever called."""
        names: dict[str, Procedure] = dict(_HELPERS)
        names["push"] = cast(Procedure, self._options.append)
        names["emit"] = cast(Procedure, self._events.append if self._listening else _ignore)
        tables: dict[str, Sequence[int]] = {
            name: self.program.tables[table] for table, name in self._source.tables.items()
        }
        tables |= {name: self.outside.arrays[array] for array, name in self._source.outside.items()}
        names |= {name: cast(Procedure, getattr(self.outside, name)) for name in _OUTSIDE}
        return names | cast(dict[str, Procedure], tables) | {name: self._lazy(name) for name in self._source.names}

    def _lazy(self, name: str) -> Procedure:
        def first(*given: object) -> int:
            # Generated code: names and texts of the rules are escaped by `python_names` and `comment`.
            exec(compile(self._source.definition(name), f"<{name}>", "exec"), self._named)
            self._named[name] = self._wrap(name, self._named[name])
            return self._named[name](*given)

        return first

    def _wrap(self, name: str, procedure: Procedure) -> Procedure:
        """Return the wrapper of a function."""
        return self._memoization.probing(self._function_of[name], procedure) if name in self._function_of else procedure

    def _put(self, function: str, procedure: Procedure) -> None:
        self._named[self._functions[function]] = procedure


def _ignore(event: Event) -> None:
    """Drop an event."""


_OUTSIDE = ("offered", "option", "throw", "choose", "revert", "snapshot", "recover", "reseed")

# ---- functions that generated Python calls ----


def trap(number: int) -> NoReturn:
    """Raise trap `number`."""
    raise TrapError(number)


def trap_index() -> NoReturn:
    """Raise the trap for an index out of range."""
    raise TrapError(INDEX)


def checked_index(index: int, length: int) -> int:
    """Return `index` if it is below `length`, else trap."""
    if 0 <= index < length:
        return index
    raise TrapError(INDEX)


def has_member(bits: int, index: int, width: int) -> int:
    """Return 1 if member `index` is in `bits`. Used where `bits` must be evaluated before `index`."""
    return bits >> checked_index(index, width) & 1


_LINEAR = 7  #: members that are skipped one by one


def nth_member(bits: int, number: int) -> int:
    """Return the member with `number` lower ones, -1 if there is none."""
    if not 0 <= number < bits.bit_count():
        return -1
    base, span = 0, 1 << bits.bit_length().bit_length()
    while number > _LINEAR:
        span >>= 1
        lower = bits & (1 << span) - 1
        here = lower.bit_count()
        if number < here:
            bits = lower
        else:
            bits, number, base = bits >> span, number - here, base + span
    for _ in range(number):
        bits &= bits - 1
    return base + (bits & -bits).bit_length() - 1


def divide_down(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded towards minus infinity."""
    if divisor > 0:
        return dividend // divisor
    raise TrapError(DIVISOR)


def divide_up(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded towards plus infinity."""
    if divisor > 0:
        return -(-dividend // divisor)
    raise TrapError(DIVISOR)


def draw(s: list[int], slot: int, below: int) -> int:
    """Return a number from 0 to `below` - 1; advances the generator at index `slot` of the state."""
    if below < 1:
        raise TrapError(CHANCE)
    state = s[slot]
    s[slot] = chance.next_state(state)
    return chance.output(state) * below >> 32


_HELPERS: dict[str, Procedure] = {
    "fail": trap, "stray": trap_index, "inside": checked_index, "has": has_member, "nth": nth_member,
    "divide_up": divide_up, "divide_down": divide_down, "draw": draw, "digest": cast(Procedure, fingerprint),
}  # fmt: skip

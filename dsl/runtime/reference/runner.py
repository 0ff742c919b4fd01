"""Runs a program as generated Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import cast

from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.codegen_analysis import InstructionCosts, MemoDependencies
from dsl.runtime.parallel_worlds import forked, next_chooser, world_of
from dsl.runtime.reference import builtins as runtime
from dsl.runtime.reference.codegen import PROLOGUE, PythonCode
from dsl.runtime.runner import CHANCE, INDEX, NumberArray, State, TrapError, rule_error
from dsl.runtime.stepping import Event, SteppingRunner

# What lies outside the position of a reference runner: arrays, dice, and the position that was kept.


class ReferenceSearchState:
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

    # ---- what a host does (`dsl.runtime.search.LooksAhead`) ----

    def keep(self, state: State, first: int) -> None:
        """Keep a position; while seats decide in secret in it or after it, `first` comes first."""
        self._kept, self._first = state.copy(), first

    def clear(self, name: str, length: int) -> None:
        """Fill so much of an array with 0."""
        self.arrays[name][:length] = [0] * length

    def array(self, name: str) -> NumberArray:
        """Return an array outside the position, as it is."""
        return self.arrays[name]

    def carry_out(self, function: str, *args: int) -> None:
        """Carry out a function with a full tank. Raises RuleError; what it did outside the position is done."""
        s = self._kept[: self._layout.length]
        s[self._fuel] = self._tank
        try:
            self._runner._perform(s, function, args)
        except TrapError as error:
            raise rule_error(self._runner.program, error.number, self._runner._acting_rule()) from None
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
        self.dice = chance.next_state(state)
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
        self._offered = self._runner._current_options(s)

    def _seat(self, whole: State) -> int:
        waiting = self._runner.waiting(whole)
        return next_chooser(self._layout, waiting, self._first) if self._first >= 0 else waiting[0]


# Functions that remember what they said last, in Python: what `dsl.runtime.wasm.memo` does in a module.


Answering = Callable[..., int]  #: takes the state and numbers

PROBED = 32  #: calls after which is decided
FUEL = 3  #: what they took of it at least, each
DEAR = 300  #: what a function costs at least, in instructions
SHARE = 4  #: so many instructions for each place that it reads
USELESS = 200  #: answers worked out in vain, less two for each said again, after which nothing is remembered


class MemoizationPolicy:
    """Decides for the functions of a program, each in its first calls; `put` puts what is to be called from then on."""

    def __init__(self, program: Program, put: Callable[[str, Answering], None]) -> None:
        self._layout = program.layout
        self._functions = program.functions
        self._fuel = program.layout.slots["fuel"].first
        self._answers, self._costs = MemoDependencies(program.functions), InstructionCosts(program.functions)
        self._put = put

    def probed(self, function: str, worker: Answering) -> Answering:
        """Return what is to be called first in place of a function that has a result."""
        fuel, calls, spent = self._fuel, 0, 0

        def probe(s: State, *args: int) -> int:
            nonlocal calls, spent
            before = s[fuel]
            answer = worker(s, *args)
            calls, spent = calls + 1, spent + before - s[fuel]
            if calls == PROBED:
                self._put(function, self._decided(function, worker) if spent >= FUEL * PROBED else worker)
            return answer

        return probe

    def _decided(self, function: str, worker: Answering) -> Answering:
        cost = self._costs.of(function)
        reads = self._answers.reads(function) if cost >= DEAR else None
        if reads is None:
            return worker
        stretches = list(self._stretches(reads))
        places = sum(end - first for first, end in stretches)
        if SHARE * (places + len(self._functions[function].params)) > cost:
            return worker
        return self._remembered(function, worker, [slice(first, end) for first, end in stretches])

    def _stretches(self, reads: frozenset[str]) -> Iterator[tuple[int, int]]:
        """Yield where the slots lie, those side by side as one."""
        first = end = 0
        for slot in sorted((self._layout.slots[name] for name in reads), key=lambda slot: slot.first):
            if slot.first != end:
                if end > first:
                    yield first, end
                first = slot.first
            end = slot.first + slot.length
        if end > first:
            yield first, end

    def _remembered(self, function: str, worker: Answering, read: list[slice]) -> Answering:
        fuel, reading = self._fuel, itemgetter(*read) if read else _nothing
        known: tuple[int, ...] | None = None  #: the arguments of what was answered last
        seen: object = None
        answer = spent = useless = 0

        def again(s: State, *args: int) -> int:
            nonlocal known, seen, answer, spent, useless
            now = reading(s)
            before = s[fuel]
            if args == known and now == seen and spent <= before:
                s[fuel] = before - spent
                useless -= 2
                return answer
            found = worker(s, *args)
            known, seen, answer, spent = args, now, found, before - s[fuel]
            useless += 1
            if useless > USELESS:
                self._put(function, worker)
            return found

        return again


def _nothing(s: State) -> None:
    """Read nothing."""


Procedure = Callable[..., int]  #: takes the state and numbers


class ReferenceRunner(SteppingRunner):
    """The meaning of a program: `dsl.runtime.runner.Runner` in Python. Its functions are compiled when first called."""

    def __init__(self, program: Program, *, listening: bool = True) -> None:
        self._source = PythonCode(program)
        self._named: dict[str, Procedure] = {}
        self._functions = self._source.functions
        self._steps = self._source.steps
        self._answering = {
            self._functions[name]: name for name in program.functions if program.result(name) is not None
        }
        self._remembering = MemoizationPolicy(program, self._put)
        self.outside = ReferenceSearchState(self, program)
        super().__init__(program, listening=listening)

    @property
    def source(self) -> str:
        """The generated Python, for whoever wants to read or debug it."""
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
        """Return all that generated Python can name. A function is compiled when it is first called: few ever are."""
        names: dict[str, Procedure] = {name: getattr(runtime, name) for name in _HELPERS}
        names["push"] = cast(Procedure, self._options.append)
        names["emit"] = cast(Procedure, self._events.append if self._listening else _forget)
        tables: dict[str, Sequence[int]] = {
            name: self.program.tables[table] for table, name in self._source.tables.items()
        }
        tables |= {name: self.outside.arrays[array] for array, name in self._source.outside.items()}
        names |= {name: cast(Procedure, getattr(self.outside, name)) for name in _OUTSIDE}
        return names | cast(dict[str, Procedure], tables) | {name: self._later(name) for name in self._source.names}

    def _later(self, name: str) -> Procedure:
        def first(*given: object) -> int:
            # Our own text: an author's words reach it only through `reference.names`.
            exec(compile(self._source.definition(name), f"<{name}>", "exec"), self._named)
            self._named[name] = self._watched(name, self._named[name])
            return self._named[name](*given)

        return first

    def _watched(self, name: str, procedure: Procedure) -> Procedure:
        """Return what is called as `name` instead of the function itself."""
        return self._remembering.probed(self._answering[name], procedure) if name in self._answering else procedure

    def _put(self, function: str, procedure: Procedure) -> None:
        self._named[self._functions[function]] = procedure


def _forget(event: Event) -> None:
    """Take an event that nobody wants to hear of."""


_OUTSIDE = ("offered", "option", "throw", "choose", "revert", "reseed")
_HELPERS = ("fail", "stray", "inside", "has", "divide_up", "divide_down", "draw", "nth", "digest")

"""Repeats a failed operation with tracing, to find the place in the rules where it fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from dsl.base.records import Record
from dsl.base.source import NOWHERE
from dsl.ir.instructions import Const, Load, Local, Set
from dsl.ir.layout import Domain
from dsl.ir.program import PLACE, TURNS, Program, TracedProgram, TracePoint
from dsl.runtime.reference.codegen import python_names
from dsl.runtime.reference.runner import Procedure, ReferenceRunner
from dsl.runtime.runner import FUEL, FailedAttempt, RuleError, State, TrapError, rule_error
from dsl.semantics.typed import RepeatBlock

#: Fuel of a traced program relative to the plain one, as tracing costs fuel; for `endless` it is the same.
FUEL_FACTOR = 8


class TraceFrame(Record, frozen=True):
    """A statement or expression in execution, with the values of its names."""

    place: TracePoint
    values: dict[str, tuple[int, Domain]]


class Failure(Record, frozen=True):
    """Where a rule failed."""

    program: Program
    state: State  #: at the failure
    frames: tuple[TraceFrame, ...]
    found: dict[int, int]  #: by identity of an expression: its last value
    loop: TracePoint | None  #: for `endless`: the loop with most iterations
    iterations: int  #: their number


def traced(attempt: FailedAttempt, slug: str) -> Failure | None:
    """Repeat an attempt that failed with rule error `slug`, and return where it fails; None if it does not fail
    again."""
    made = attempt.program.traced() if attempt.program.traced is not None else None
    if made is None or not _alike(made.program, attempt.program):
        return None
    factor = 1 if slug == "endless" else FUEL_FACTOR
    runner = _TracingRunner(replace(made, program=replace(made.program, fuel=attempt.program.fuel * factor)))
    state = attempt.before.copy()
    try:
        attempt.again(runner, state)
    except TrapError as error:
        cause: BaseException | None = error
    except RuleError as error:
        cause = error.__context__
    else:
        return None
    if not isinstance(cause, TrapError) or rule_error(made.program, cause.number, NOWHERE).slug != slug:
        return None
    return runner.failure(cause, state)


def values_in_call(made: TracedProgram, state: State, function: str, *given: int) -> dict[int, int]:
    """Call a function of a traced program; return the last value of each expression on the way, by its identity."""
    runner = _TracingRunner(made)
    runner.call(state, function, *given)
    return runner.found


def _alike(one: Program, other: Program) -> bool:
    """Whether two programs have the same layout, steps and asks."""
    first, second = ([(s.length, s.width) for s in program.layout.slots.values()] for program in (one, other))
    return first == second and len(one.steps) == len(other.steps) and len(one.asks) == len(other.asks)


class _TracingRunner(ReferenceRunner):
    """Runner that records the last value of each expression, and counts the runs of each step."""

    def __init__(self, made: TracedProgram) -> None:
        self._made = made
        self._found: dict[int, int] = {}
        self._times: Counter[str] = Counter()
        super().__init__(made.program)

    @property
    def found(self) -> dict[int, int]:
        """The last value of each expression that was evaluated, by its identity."""
        return self._found

    def _wrap(self, name: str, procedure: Procedure) -> Procedure:
        """Wrap a function to record its result, a step to count its calls. Without memoization, so that it fails
        again."""
        if name in self._steps:

            def counting(*given: int) -> int:
                self._times[name] += 1
                return procedure(*given)

            return counting
        number = self._made.placed.get(self._function_of.get(name, ""))
        if number is None:
            return procedure
        node = id(self._made.places[number].node)

        def noting(*given: int) -> int:
            self._found[node] = result = procedure(*given)
            return result

        return noting

    def failure(self, error: TrapError, state: State) -> Failure:
        """Return the place of a trap; `state` is the position if the trap does not have it."""
        state = error.state or state
        frames: list[TraceFrame] = []
        for names in _locals_of(error):
            if (number := names.get(_python(PLACE))) is not None:
                place = self._made.places[number]
                frames.append(TraceFrame(place, dict(self._values(place, names, state))))
        number, many = self._longest_loop(error) if error.number == FUEL else (0, 0)
        loop = self._made.places[number] if many else None
        return Failure(self.program, state, tuple(reversed(frames)), self._found, loop, many)

    def _longest_loop(self, error: TrapError) -> tuple[int, int]:
        """Return the place of the active loop with most iterations, and their number."""
        words = {number: _python(f"{TURNS}{number}") for number in range(len(self._made.places))}
        iterations = list(self._waiting_loops())
        for names in _locals_of(error):
            iterations += [(number, names[word]) for number, word in words.items() if word in names]
        return max(iterations, key=lambda found: found[1], default=(0, 0))

    def _values(
        self, place: TracePoint, names: dict[str, int], state: State
    ) -> Iterator[tuple[str, tuple[int, Domain]]]:
        for name, expr, domain in place.names:
            if isinstance(expr, Local) and _python(expr.name) in names:
                yield name, (names[_python(expr.name)], domain)
            elif isinstance(expr, Load) and expr.index is None and expr.slot in self.program.layout.slots:
                yield name, (state[self.program.layout.slots[expr.slot].first], domain)

    def _waiting_loops(self) -> Iterator[tuple[int, int]]:
        """Yield the place of each loop that may wait for a choice, and its iterations."""
        for name, step in zip(self._steps, self.program.steps, strict=True):
            first = step.body[0] if step.body else None
            if isinstance(first, Set) and first.local == PLACE:
                assert isinstance(first.value, Const)
                if isinstance(self._made.places[first.value.value].node, RepeatBlock):
                    yield first.value.value, self._times[name]


def _locals_of(error: TrapError) -> Iterator[dict[str, int]]:
    """Yield the locals of the active generated functions, the outermost first."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith("<"):
            yield trace.tb_frame.f_locals
        trace = trace.tb_next


def _python(local: str) -> str:
    return python_names("v_", [local])[local]

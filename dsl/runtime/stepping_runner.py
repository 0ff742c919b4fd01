"""Base class of the runners: transactions, options, events, and the worlds of seats that decide in secret."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from dsl.base.source import NOWHERE, Span
from dsl.ir.instructions import FORK, OVER
from dsl.ir.layout import NO_ASK
from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.canonical_state import Fingerprints, block_of, members_of, state_of
from dsl.runtime.runner import CONFLICT, FUEL, FailedAttempt, RepeatableSteps, State, TrapError, rule_error
from dsl.runtime.simultaneous import ConflictingChangesError, forked, merge_worlds, put_world, world_of

Event = tuple[str, tuple[int, ...]]


class SteppingRunner(ABC):
    """A runner without the execution of steps and functions, which subclasses add. Not thread-safe.

    Without `listening` it keeps no events, for playouts; its own traps are then reported at the first anchor, as it
    does not know the acting rule.
    """

    def __init__(self, program: Program, *, listening: bool) -> None:
        self.program = program
        self._listening = listening
        self._options: list[int] = []
        self._events: list[Event] = []
        slots = program.layout.slots
        self._fuel, self._chance, self._final = slots["fuel"].first, slots["chance"].first, slots["final"].first
        self._next, self._ask, self._chosen = slots["next"].first, slots["ask"].first, slots["chosen"].first
        self._chooser, self._secretly, self._branch = (slots[n].first for n in ("chooser", "secretly", "branch"))
        self._waiting: State | None = None  #: a copy of the state whose options are in `_options`
        self._blank = self._fresh(0)
        self._fingerprints = Fingerprints(program.layout, self._blank)

    # ---- execution, by subclasses; may raise TrapError and leave `state` invalid ----

    @abstractmethod
    def _begin(self, state: State) -> None:
        """Run the prologue."""

    @abstractmethod
    def _step_on(self, state: State, step: int) -> int:
        """Run steps from `step` until one returns a number that is no step, and return that.

        The options of the last step are put into `_options`, the events of all are appended to `_events`.
        """

    @abstractmethod
    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        """Call a function. The options that it pushes are appended to `_options`."""

    @abstractmethod
    def _has_step(self, step: int) -> bool:
        """Whether the program has a step of this number."""

    # ---- interface of `Runner` ----

    def blank(self) -> State:
        """Return the state after the prologue: no setup, no decision."""
        return self._blank.copy()

    def start(self, seed: int) -> State:
        """Return the state at the first decision of a match whose chance comes from `seed` (0 to 2**64 - 1)."""
        state = self._fresh(seed)
        self.enter(state, self.program.start)
        return state

    def enter(self, state: State, step: int) -> None:
        """Run from `step` to the next decision or the end."""
        if not self._has_step(step):
            raise ValueError(f"the program has no step {step}")
        with self._transaction(state, lambda runner, before: runner._run(before, step)):
            self._run(state, step)

    def waiting(self, state: State) -> list[int]:
        """Return the seats that must choose, lowest first: several if they decide in secret, none at the end."""
        if forked(self.program.layout, state):
            return list(members_of(state[self._secretly]))
        return [state[self._chooser]] if state[self._ask] >= 0 else []

    def choose(self, state: State, option: int, seat: int | None = None) -> None:
        """Choose `option`, one of `options`, and run to the next decision. On RuleError the state is unchanged."""
        if option not in self._current_options(self._world(state, seat)):
            raise ValueError(f"{option} is not among the options")
        with self._transaction(state, lambda runner, before: runner._take(before, option, seat)):
            self._take(state, option, seat)

    def take(self, state: State, option: int) -> None:
        """Choose an option that is known to be offered, without checks and events, for lookahead on a copy."""
        events = len(self._events)
        try:
            self._take(state, option, None)
        except TrapError as error:
            self._waiting = None
            raise rule_error(self.program, error.number, self._acting_rule(), (self, error.state)) from None
        finally:
            del self._events[events:]

    def _take(self, state: State, option: int, seat: int | None) -> None:
        if forked(self.program.layout, state):
            self._choose_in_world(state, option, self._chooser_of(state, seat))
        else:
            state[self._chosen] = option
            self._run(state, state[self._next])

    def options(self, state: State, seat: int | None = None) -> list[int]:
        """Return the options of the current decision, in the order of the rules; none at the end."""
        return self._current_options(self._world(state, seat)).copy()

    def call(self, state: State, function: str, *args: int) -> int:
        """Return the result of a function on `state`, which does not change."""
        offered = len(self._options)
        result = self._call(state, function, *args)
        del self._options[offered:]
        return result

    def _call(self, state: State, function: str, *args: int) -> int:
        with self._transaction(
            state, lambda runner, before: runner._call_counterpart(before, self.program, function, args)
        ):
            fuel = state[self._fuel]
            state[self._fuel] = self.program.fuel
            result = self._perform(state, function, args)
            state[self._fuel] = fuel
        return result

    def _call_counterpart(self, state: State, program: Program, function: str, args: tuple[int, ...]) -> None:
        """Call the function of this program that corresponds to `function` of `program`, if there is one."""
        parts = dict(zip(_entry_points(program), _entry_points(self.program), strict=True))
        if function in parts:
            self._call(state, parts[function], *args)

    def events(self) -> list[Event]:
        """Return and clear the events since the last call."""
        happened = self._events.copy()
        self._events.clear()
        return happened

    def block(self, state: State) -> bytes:
        """Return the canonical form of `state`: little-endian words of 32 bits, slot after slot."""
        return block_of(self.program.layout, state)

    def block_digests(self, blocks: Sequence[bytes]) -> list[str]:
        """Return the digest of each state in canonical form; no seat decides in secret in them."""
        return [self.digest(state_of(self.program.layout, block)) for block in blocks]

    def digest(self, state: State) -> str:
        """Return the SHA-256 of the position in hex, independent of the windows of unbounded boards."""
        return self._fingerprints.of(state)

    def _fresh(self, seed: int) -> State:
        state = [0] * self.program.layout.length
        state[self._chance] = chance.seeded(seed)
        state[self._ask] = NO_ASK
        with self._transaction(state, lambda runner, _: runner._fresh(seed)):
            state[self._fuel] = self.program.fuel
            self._begin(state)
        return state

    def _run(self, state: State, step: int) -> None:
        """Run steps until one returns WAIT or OVER."""
        state[self._fuel] = self.program.fuel
        step = self._carry_out(state, step)
        while step == FORK:
            self._fork(state)
            if state[self._secretly]:
                return
            self._join(state)
            step = self._carry_out(state, state[self._next])

    def _carry_out(self, state: State, step: int) -> int:
        """Run steps until one returns a number that is no step; return that."""
        self._waiting = None
        try:
            step = self._step_on(state, step)
        except TrapError as error:
            error.state = state.copy()
            raise
        if step == OVER:
            state[self._final], state[self._ask] = 1, NO_ASK
            self._options.clear()
        if step != FORK:
            self._waiting = state.copy()
        return step

    # ---- simultaneous decisions ----

    def _chooser_of(self, state: State, seat: int | None) -> int:
        """Return `seat`, or the lowest that must choose. Raises ValueError if it need not choose."""
        waiting = self.waiting(state)
        found = seat if seat is not None else next(iter(waiting), -1)
        if found not in waiting:
            raise ValueError(f"seat {found} has nothing to choose")
        return found

    def _world(self, state: State, seat: int | None) -> State:
        """Return the state, or the world of the seat while seats decide in secret."""
        if not forked(self.program.layout, state):
            return state
        return world_of(self.program.layout, state, self._chooser_of(state, seat))

    def _fork(self, state: State) -> None:
        """Start a world for every seat in slot `secretly`. The fuel is one unit for each element copied."""
        state[self._ask] = NO_ASK
        state[self._fuel] -= len(state) * self.program.players
        if state[self._fuel] < 0:
            raise TrapError(FUEL)
        state += state * self.program.players
        for seat in members_of(state[self._secretly]):
            world = world_of(self.program.layout, state, seat)
            world[self._chooser] = seat
            self._run_world(state, world, seat, state[self._branch])

    def _choose_in_world(self, state: State, option: int, seat: int) -> None:
        world = world_of(self.program.layout, state, seat)
        world[self._chosen], world[self._fuel] = option, self.program.fuel
        self._run_world(state, world, seat, world[self._next])
        if not state[self._secretly]:
            self._join(state)
            self._run(state, state[self._next])

    def _run_world(self, state: State, world: State, seat: int, step: int) -> None:
        """Run the world of a seat; at its end the seat has decided."""
        self._emit("apart", seat)
        self._carry_out(world, step)
        put_world(self.program.layout, state, seat, world)
        if world[self._final]:
            state[self._secretly] &= ~(1 << seat)

    def _join(self, state: State) -> None:
        """Merge the worlds once all seats have decided."""
        try:
            state[:] = merge_worlds(self.program.layout, state)
        except ConflictingChangesError:
            raise TrapError(CONFLICT) from None
        self._emit("together")

    def _current_options(self, state: State) -> list[int]:
        """Return the options of `state`: those of the last step, if `state` equals the one that it left."""
        if state != self._waiting:
            self._waiting = None
            self._options.clear()
            if state[self._ask] >= 0:
                self._call(state, self.program.asks[state[self._ask]].options)
            self._waiting = state.copy()
        return self._options

    @contextmanager
    def _transaction(self, state: State, again: Callable[[RepeatableSteps, State], object]) -> Iterator[None]:
        """Restore `state` and drop the events if the body raises. `again` repeats the operation on another runner."""
        before, events = state.copy(), len(self._events)
        try:
            yield
        except BaseException as error:
            place = self._acting_rule()
            state[:] = before
            del self._events[events:]
            self._waiting = None
            if isinstance(error, TrapError):
                failed = rule_error(self.program, error.number, place, (self, error.state))
                failed.attempt = FailedAttempt(self.program, before, again)
                raise failed from None
            raise

    def _emit(self, kind: str, *numbers: int) -> None:
        if self._listening:
            self._events.append((kind, numbers))

    def _acting_rule(self) -> Span:
        """Return the acting rule: the innermost that was entered and not left."""
        left = 0
        for kind, numbers in reversed(self._events):
            if kind == "leave":
                left += 1
            elif kind == "enter" and left:
                left -= 1
            elif kind == "enter":
                return self.program.anchors[numbers[0]].span
        return self.program.anchors[0].span if self.program.anchors else NOWHERE


def _entry_points(program: Program) -> list[str]:
    """Return the functions that a host may call, in an order that all programs of one setting share."""
    entries = [entry for ask in program.asks for entry in ask.entries]
    return [
        *(ask.options for ask in program.asks),
        *(entry.why for entry in entries),
        *(function for entry in entries for _, _, function in entry.supplied),
        *(line.function for line in program.winner),
        *(one.function for one in program.always),
        *(line for _, line in sorted(program.examples.items()) if isinstance(line, str)),
        *([program.projected_score] if program.projected_score else []),
    ]

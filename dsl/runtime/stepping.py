"""What every runner does in the same way: undoing what fails, keeping options and events, deciding in secret."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.base.source import NOWHERE, Span
from dsl.ir.instructions import FORK, OVER
from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.canonical_state import Fingerprints, block_of, members_of
from dsl.runtime.parallel_worlds import ConflictingChangesError, forked, joined, put_world, world_of
from dsl.runtime.runner import BOTH, FUEL, FailedAttempt, RepeatableSteps, State, TrapError, rule_error

Event = tuple[str, tuple[int, ...]]


class SteppingRunner(ABC):
    """A runner but for how it carries out steps and functions. Not for several threads at once.

    One that is not `listening` keeps no events, for whoever plays on and on and never asks for them; what no rule names
    then traps at the first anchor, as it does not know which rule was acting.
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
        self._waiting: State | None = (
            None  #: the state whose options are in `_options`, as it was when it began to wait
        )
        self._blank = self._fresh(0)
        self._fingerprints = Fingerprints(program.layout, self._blank)

    # ---- what each runner does in its own way; all of it may raise TrapError and leave `state` in any shape ----

    @abstractmethod
    def _begin(self, state: State) -> None:
        """Carry out the prologue."""

    @abstractmethod
    def _step_on(self, state: State, step: int) -> int:
        """Carry out steps from `step` on until one says a number that is none, and return that. `_options` takes what
        the last of them pushed, `_events` what all of them told."""

    @abstractmethod
    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        """Carry out a function. What it pushes is put behind the `_options`."""

    @abstractmethod
    def _has_step(self, step: int) -> bool:
        """Whether the program has a step of this number."""

    # ---- what all runners offer ----

    def blank(self) -> State:
        """Return a state in which only the prologue was carried out: no setup, nothing asked."""
        return self._blank.copy()

    def start(self, seed: int) -> State:
        """Return the state at the first decision of a match whose chance comes from `seed` (0 to 2**64 - 1)."""
        state = self._fresh(seed)
        self.enter(state, self.program.start)
        return state

    def enter(self, state: State, step: int) -> None:
        """Go on from `step` until somebody must choose or the flow ends."""
        if not self._has_step(step):
            raise ValueError(f"the program has no step {step}")
        with self._all_or_nothing(state, lambda runner, before: runner._run(before, step)):
            self._run(state, step)

    def waiting(self, state: State) -> list[int]:
        """Return the seats that must choose, lowest first: several when they decide in secret, none if nobody must."""
        if forked(self.program.layout, state):
            return list(members_of(state[self._secretly]))
        return [state[self._chooser]] if state[self._ask] >= 0 else []

    def choose(self, state: State, option: int, seat: int | None = None) -> None:
        """Go on with `option`, which must be one of `options`, until the next choice. On RuleError nothing changed."""
        if option not in self._offered(self._world(state, seat)):
            raise ValueError(f"{option} is not among the options")
        with self._all_or_nothing(state, lambda runner, before: runner._take(before, option, seat)):
            self._take(state, option, seat)

    def take(self, state: State, option: int) -> None:
        """Do what `choose` does with an option that is known to be offered, for whoever looks ahead on a copy."""
        events = len(self._events)
        try:
            self._take(state, option, None)
        except TrapError as error:
            self._waiting = None
            raise rule_error(self.program, error.number, self._place(), (self, error.state)) from None
        finally:
            del self._events[events:]

    def _take(self, state: State, option: int, seat: int | None) -> None:
        if forked(self.program.layout, state):
            self._choose_apart(state, option, self._one(state, seat))
        else:
            state[self._chosen] = option
            self._run(state, state[self._next])

    def options(self, state: State, seat: int | None = None) -> list[int]:
        """Return the options of the ask that waits, in the order of the rules; empty if nobody is asked."""
        return self._offered(self._world(state, seat)).copy()

    def call(self, state: State, function: str, *args: int) -> int:
        """Return what a function without effects says about `state`, which does not change."""
        offered = len(self._options)
        result = self._call(state, function, *args)
        del self._options[offered:]
        return result

    def _call(self, state: State, function: str, *args: int) -> int:
        with self._all_or_nothing(state, lambda runner, before: runner._asked(before, self.program, function, args)):
            fuel = state[self._fuel]
            state[self._fuel] = self.program.fuel
            result = self._perform(state, function, args)
            state[self._fuel] = fuel
        return result

    def _asked(self, state: State, program: Program, function: str, args: tuple[int, ...]) -> None:
        """Carry out the function that has the part in this program that `function` has in `program`."""
        parts = dict(zip(_offered_by(program), _offered_by(self.program), strict=True))
        if function in parts:
            self._call(state, parts[function], *args)

    def events(self) -> list[Event]:
        """Return and forget what happened since this was last asked."""
        happened = self._events.copy()
        self._events.clear()
        return happened

    def block(self, state: State) -> bytes:
        """Return the canonical form of `state`: little-endian words of 32 bits, slot after slot."""
        return block_of(self.program.layout, state)

    def digest(self, state: State) -> str:
        """Return the SHA-256 of the position in hex; the window of an unbounded board makes no difference."""
        return self._fingerprints.of(state)

    def _fresh(self, seed: int) -> State:
        state = [0] * self.program.layout.length
        state[self._chance] = chance.seeded(seed)
        state[self._ask] = -1
        with self._all_or_nothing(state, lambda runner, _: runner._fresh(seed)):
            state[self._fuel] = self.program.fuel
            self._begin(state)
        return state

    def _run(self, state: State, step: int) -> None:
        """Carry out steps until one says WAIT or OVER. Only what the waiting step pushed is offered."""
        state[self._fuel] = self.program.fuel
        step = self._carry_out(state, step)
        while step == FORK:
            self._fork(state)
            if state[self._secretly]:
                return
            self._join(state)
            step = self._carry_out(state, state[self._next])

    def _carry_out(self, state: State, step: int) -> int:
        """Carry out steps until one is no number of a step; return that."""
        self._waiting = None
        try:
            step = self._step_on(state, step)
        except TrapError as error:
            error.state = state.copy()
            raise
        if step == OVER:
            state[self._final], state[self._ask] = 1, -1
            self._options.clear()
        if step != FORK:
            self._waiting = state.copy()
        return step

    # ---- deciding in secret ----

    def _one(self, state: State, seat: int | None) -> int:
        """The seat that is meant: the lowest that waits if none is named. Raises ValueError if it does not wait."""
        waiting = self.waiting(state)
        found = seat if seat is not None else next(iter(waiting), -1)
        if found not in waiting:
            raise ValueError(f"seat {found} has nothing to choose")
        return found

    def _world(self, state: State, seat: int | None) -> State:
        """What the seat that chooses has before it: the state itself, or the world of the seat."""
        if not forked(self.program.layout, state):
            return state
        return world_of(self.program.layout, state, self._one(state, seat))

    def _fork(self, state: State) -> None:
        """Let every seat in slot `secretly` begin in a world of its own. This costs the places that are copied."""
        state[self._ask] = -1
        state[self._fuel] -= len(state) * self.program.players
        if state[self._fuel] < 0:
            raise TrapError(FUEL)
        state += state * self.program.players
        for seat in members_of(state[self._secretly]):
            world = world_of(self.program.layout, state, seat)
            world[self._chooser] = seat
            self._go_apart(state, world, seat, state[self._branch])

    def _choose_apart(self, state: State, option: int, seat: int) -> None:
        world = world_of(self.program.layout, state, seat)
        world[self._chosen], world[self._fuel] = option, self.program.fuel
        self._go_apart(state, world, seat, world[self._next])
        if not state[self._secretly]:
            self._join(state)
            self._run(state, state[self._next])

    def _go_apart(self, state: State, world: State, seat: int, step: int) -> None:
        """Run a seat's world on; a seat that comes to the end of it has done."""
        self._tell("apart", seat)
        self._carry_out(world, step)
        put_world(self.program.layout, state, seat, world)
        if world[self._final]:
            state[self._secretly] &= ~(1 << seat)

    def _join(self, state: State) -> None:
        """Put the worlds together, now that all have done."""
        try:
            state[:] = joined(self.program.layout, state)
        except ConflictingChangesError:
            raise TrapError(BOTH) from None
        self._tell("together")

    def _offered(self, state: State) -> list[int]:
        """The options of `state`. What the last step pushed holds for every state that equals the one it left."""
        if state != self._waiting:
            self._waiting = None
            self._options.clear()
            if state[self._ask] >= 0:
                self._call(state, self.program.asks[state[self._ask]].options)
            self._waiting = state.copy()
        return self._options

    @contextmanager
    def _all_or_nothing(self, state: State, again: Callable[[RepeatableSteps, State], object]) -> Iterator[None]:
        """Undo everything in `state`, and forget the events, if what is done here springs a trap or is broken off.
        `again` does the same on another runner."""
        before, events = state.copy(), len(self._events)
        try:
            yield
        except BaseException as error:
            place = self._place()
            state[:] = before
            del self._events[events:]
            self._waiting = None
            if isinstance(error, TrapError):
                failed = rule_error(self.program, error.number, place, (self, error.state))
                failed.attempt = FailedAttempt(self.program, before, again)
                raise failed from None
            raise

    def _tell(self, kind: str, *numbers: int) -> None:
        if self._listening:
            self._events.append((kind, numbers))

    def _place(self) -> Span:
        """The rule that was acting last: the innermost that has been entered and not left."""
        left = 0
        for kind, numbers in reversed(self._events):
            if kind == "leave":
                left += 1
            elif kind == "enter" and left:
                left -= 1
            elif kind == "enter":
                return self.program.anchors[numbers[0]].span
        return self.program.anchors[0].span if self.program.anchors else NOWHERE


def _offered_by(program: Program) -> list[str]:
    """Return the functions that are called from outside, in an order that all programs of one setting share."""
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

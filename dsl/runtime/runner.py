"""What every runner offers. A state is a runner's own block; the canonical form is the same for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dsl.base.source import Span
from dsl.ir.program import Program, Trap

#: One place per number or bitset, as `Layout.slots` says. While seats decide in secret, the world of each seat follows
#: in the same shape (`dsl.runtime.parallel_worlds`).
State = list[int]


class NumberArray(Protocol):
    """An array of numbers that can be read and written, such as a list."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class RepeatableSteps(Protocol):
    """The steps that an attempt can repeat: the inner steps of `dsl.runtime.stepping.SteppingRunner`."""

    def _run(self, state: State, step: int, /) -> None: ...
    def _take(self, state: State, option: int, seat: int | None, /) -> None: ...
    def _asked(self, state: State, program: Program, function: str, args: tuple[int, ...], /) -> None: ...
    def _fresh(self, seed: int, /) -> State: ...


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """A failed step, which a runner that records places can repeat."""

    program: Program
    before: State  #: the state as it was before, which nothing changes
    again: Callable[[RepeatableSteps, State], object]  #: raises TrapError or RuleError


class RuleError(Exception):
    """A rule could not be carried out: a named error at a place in the rules. The state is as it was before.

    `stuck` is set where a choice that must be made had no option: the state that waits for it, and its runner.
    `attempt` is set where the runner still knows what it was doing: `dsl.match.diagnosis` finds the line by it.
    """

    attempt: FailedAttempt | None = None

    def __init__(self, trap: Trap, stuck: tuple[Runner, State] | None = None) -> None:
        super().__init__(f"{trap.span}: {trap.slug}: {trap.text}")
        self.slug = trap.slug
        self.text = trap.text
        self.span: Span = trap.span
        self.stuck = stuck


class Runner(Protocol):
    """Runs one program. Not for several threads at once."""

    program: Program

    def blank(self) -> State:
        """Return a state in which only the prologue was carried out: no setup, nothing asked."""
        ...

    def start(self, seed: int) -> State:
        """Return the state at the first decision of a match whose chance comes from `seed` (0 to 2**64 - 1)."""
        ...

    def enter(self, state: State, step: int) -> None:
        """Go on from `step` until somebody must choose or the flow ends."""
        ...

    def waiting(self, state: State) -> list[int]:
        """Return the seats that must choose, lowest first: several when they decide in secret, none if nobody must."""
        ...

    def choose(self, state: State, option: int, seat: int | None = None) -> None:
        """Go on with `option`, which must be one of `options`, until the next choice. On RuleError nothing changed.

        When several seats decide in secret, `seat` is the one that chooses; None stands for the lowest.
        """
        ...

    def take(self, state: State, option: int) -> None:
        """Do what `choose` does with an option that is known to be offered, for whoever looks ahead on a copy: nothing
        is checked, its events are forgotten, and after a RuleError the state is worth nothing."""
        ...

    def options(self, state: State, seat: int | None = None) -> list[int]:
        """Return the options of the ask that waits, in the order of the rules; empty if nobody is asked.

        When several seats decide in secret, they are those of `seat`; None stands for the lowest.
        """
        ...

    def call(self, state: State, function: str, *args: int) -> int:
        """Return what a function without effects says about `state`, which does not change."""
        ...

    def events(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return and forget what happened since this was last asked: (kind, numbers), see `dsl.ir.events`."""
        ...

    def block(self, state: State) -> bytes:
        """Return the canonical form of `state`: little-endian words of 32 bits, slot after slot."""
        ...

    def digest(self, state: State) -> str:
        """Return the SHA-256 of the position in hex: canonical form over occupied cells, without passing slots."""
        ...


# The rule errors that no rule names: what every runner checks by itself, with numbers below those of a program.


FUEL = -1
INDEX = -2
DIVISOR = -3
CHANCE = -4
BOTH = -5

_BUILT_IN = {
    FUEL: ("endless", "this takes so long that it may never end"),
    INDEX: ("outside", "something is looked up at a place that does not exist"),
    DIVISOR: ("divisor", "a number can only be divided by 1 or more"),
    BOTH: ("both-changed", "two players, each in secret, changed the same thing"),
    CHANCE: ("no-chance", "chance needs at least one possibility to choose from"),
}


class TrapError(Exception):
    """A trap sprang: one of the program's if `number` is 0 or more, else one of those above.

    `state` is the position at that moment, or the world of the seat that was acting, where the runner knows it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.state: State = []


def rule_error(program: Program, number: int, place: Span, stuck: tuple[Runner, State] | None = None) -> RuleError:
    """Return the error for trap `number`; `place` is where a trap that the rules do not name came about, `stuck` which
    runner met it in which state."""
    if number >= 0:
        trap = program.traps[number]
        return RuleError(trap, stuck if trap.slug == "no-option" else None)
    slug, text = _BUILT_IN[number]
    return RuleError(Trap(slug, text, place))

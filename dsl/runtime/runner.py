"""Interface of a runner, and its errors. States belong to a runner; their canonical form is the same for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

from dsl.base.source import Span
from dsl.ir.program import Program, Trap

#: One place per number or bitset, as `Layout.slots` says. While seats decide in secret, the world of each seat follows
#: in the same shape (`dsl.runtime.simultaneous`).
State = list[int]


class NumberArray(Protocol):
    """An array of numbers that can be read and written, such as a list."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Sequence[int]: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class RepeatableSteps(Protocol):
    """The operations of `dsl.runtime.stepping_runner.SteppingRunner` that a failed attempt may repeat."""

    def _run(self, state: State, step: int, /) -> None: ...
    def _take(self, state: State, option: int, seat: int | None, /) -> None: ...
    def _call_counterpart(self, state: State, program: Program, function: str, args: tuple[int, ...], /) -> None: ...
    def _fresh(self, seed: int, /) -> State: ...


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """A failed operation, which a tracing runner can repeat."""

    program: Program
    before: State  #: the state before it; immutable
    again: Callable[[RepeatableSteps, State], object]  #: raises TrapError or RuleError


class RuleError(Exception):
    """A rule failed: a named error at a place in the rules. The state is unchanged.

    `stuck` is set if a required choice had no option: the runner and the state that waits for it. `attempt` is set if
    the operation can be repeated; `dsl.match.diagnosis` finds the failing line with it.
    """

    attempt: FailedAttempt | None = None

    def __init__(self, trap: Trap, stuck: tuple[Runner, State] | None = None) -> None:
        super().__init__(f"{trap.span}: {trap.slug}: {trap.text}")
        self.slug = trap.slug
        self.text = trap.text
        self.span: Span = trap.span
        self.stuck = stuck


class Runner(Protocol):
    """Runs one program. Not thread-safe."""

    program: Program

    def blank(self) -> State:
        """Return the state after the prologue: no setup, no decision."""
        ...

    def start(self, seed: int) -> State:
        """Return the state at the first decision of a match whose chance comes from `seed` (0 to 2**64 - 1)."""
        ...

    def enter(self, state: State, step: int) -> None:
        """Run from `step` to the next decision or the end."""
        ...

    def waiting(self, state: State) -> list[int]:
        """Return the seats that must choose, lowest first: several if they decide in secret, none at the end."""
        ...

    def choose(self, state: State, option: int, seat: int | None = None) -> None:
        """Choose `option`, one of `options`, and run to the next decision. On RuleError the state is unchanged.

        While seats decide in secret, `seat` chooses; None is the lowest.
        """
        ...

    def take(self, state: State, option: int) -> None:
        """Choose an option that is known to be offered, without checks and events, for lookahead on a copy.

        After a RuleError the state is invalid.
        """
        ...

    def options(self, state: State, seat: int | None = None) -> list[int]:
        """Return the options of the current decision, in the order of the rules; none at the end.

        While seats decide in secret, they are those of `seat`; None is the lowest.
        """
        ...

    def call(self, state: State, function: str, *args: int) -> int:
        """Return the result of a function on `state`, which does not change."""
        ...

    def events(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return and clear the events since the last call: (kind, numbers), see `dsl.ir.events`."""
        ...

    def block(self, state: State) -> bytes:
        """Return the canonical form of `state`: little-endian words of 32 bits, slot after slot."""
        ...

    def block_digests(self, blocks: Sequence[bytes]) -> list[str]:
        """Return the digest of each state in canonical form; no seat decides in secret in them."""
        ...

    def digest(self, state: State) -> str:
        """Return the SHA-256 of the position in hex: canonical form over occupied cells, without passing slots."""
        ...


#: Traps that every runner checks itself, with negative numbers.
FUEL = -1
INDEX = -2
DIVISOR = -3
CHANCE = -4
CONFLICT = -5

_BUILT_IN = {
    FUEL: ("endless", "this takes so long that it may never end"),
    INDEX: ("outside", "something is looked up at a place that does not exist"),
    DIVISOR: ("divisor", "a number can only be divided by 1 or more"),
    CONFLICT: ("both-changed", "two players, each in secret, changed the same thing"),
    CHANCE: ("no-chance", "chance needs at least one possibility to choose from"),
}


class TrapError(Exception):
    """A trap: number `number` of the program if it is 0 or more, else one of the above.

    `state` is the position at that moment, or the world of the acting seat, if the runner knows it, else empty.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.state: State = []


def rule_error(program: Program, number: int, place: Span, stuck: tuple[Runner, State] | None = None) -> RuleError:
    """Return the error for a trap: `place` is used for the traps of the runner, `stuck` is the runner and its state."""
    if number >= 0:
        trap = program.traps[number]
        return RuleError(trap, stuck if trap.slug == "no-option" else None)
    slug, text = _BUILT_IN[number]
    return RuleError(Trap(slug, text, place))

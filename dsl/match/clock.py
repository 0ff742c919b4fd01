"""Clock of a match: the time that each seat has left. It reads no time: the caller says how much has passed.

A move of a seat lasts from when it has to choose until it no longer has to; it may be several choices. While players
decide simultaneously, the clocks of all who are not done run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal

from msgspec.structs import replace

from dsl.base.serialization import Serializable

MOST_SECONDS = 24 * 60 * 60
MOST_MORE = 60 * 60  #: seconds of increment or delay
_MOST_LEFT = 2**50  #: milliseconds


class ClockPlan(Serializable, frozen=True):
    """How much time the players have, and what happens when it is used up."""

    kind: Literal["move", "total"]
    seconds: int  #: for each move, or for the whole match
    increment: int = 0  #: seconds that a seat gets after each move
    delay: int = 0  #: seconds at the start of each move that cost nothing
    at_zero: Literal["lose", "computer", "show"] = "lose"  #: `computer`: it finishes the move
    computers: bool = False  #: their time is measured, too

    @property
    def is_valid(self) -> bool:
        """Whether all numbers are in their range."""
        more = (self.increment, self.delay)
        return 1 <= self.seconds <= MOST_SECONDS and all(0 <= each <= MOST_MORE for each in more)

    @property
    def text(self) -> str:
        """The plan as `total:600+5~0:lose:people`: seconds, increment, delay, what happens at zero, whose time."""
        whose = "all" if self.computers else "people"
        return f"{self.kind}:{self.seconds}+{self.increment}~{self.delay}:{self.at_zero}:{whose}"


_TEXT = re.compile(
    r"(move|total):([0-9]{1,6})(?:\+([0-9]{1,5}))?(?:~([0-9]{1,5}))?(?::(lose|computer|show))?(?::(people|all))?"
)


def clock_plan(text: str) -> ClockPlan | None:
    """Return the plan of a text such as `total:600+5`; None for an empty one. Raises ValueError."""
    if not text:
        return None
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"`{text}` is no clock; write `total:600+5` or `move:30`, perhaps with `:computer` or `:show`")
    kind: Literal["move", "total"] = "move" if found[1] == "move" else "total"
    at_zero: Literal["lose", "computer", "show"] = (
        "computer" if found[5] == "computer" else "show" if found[5] == "show" else "lose"
    )
    plan = ClockPlan(kind, int(found[2]), int(found[3] or 0), int(found[4] or 0), at_zero, found[6] == "all")
    if not plan.is_valid:
        raise ValueError(f"the times of the clock `{text}` are impossible")
    return plan


class ClockReading(Serializable, frozen=True):
    """The clock of a seat at one moment."""

    seat: str
    left: int  #: milliseconds
    free: int  #: milliseconds of the present move that still cost nothing
    running: bool

    def after(self, passed: int) -> ClockReading:
        """Return the reading `passed` milliseconds later, if the clock still runs or still stands."""
        if not self.running:
            return self
        used = max(0, passed - self.free)
        return replace(self, left=max(0, self.left - used), free=max(0, self.free - passed))


class Clocks(Serializable, frozen=True):
    """All clocks of a match at one moment."""

    plan: ClockPlan
    readings: tuple[ClockReading, ...]

    def after(self, passed: int) -> Clocks:
        """Return the clocks `passed` milliseconds later, if the same ones run."""
        return replace(self, readings=tuple(each.after(passed) for each in self.readings))

    @property
    def is_valid(self) -> bool:
        """Whether the plan is valid, all times are in their range, and no seat has two clocks."""
        seats = {each.seat for each in self.readings}
        times = [time for each in self.readings for time in (each.left, each.free)]
        return (
            self.plan.is_valid and len(seats) == len(self.readings) and all(0 <= each <= _MOST_LEFT for each in times)
        )


class Clock:
    """Counts down for the seats that have to move."""

    def __init__(self, plan: ClockPlan, seats: Sequence[str], left: Sequence[int] = ()) -> None:
        """`left` are the milliseconds of the seats, as `left` returned them. Raises ValueError if the plan is not valid
        or there are not as many."""
        if not plan.is_valid or (
            left and (len(left) != len(seats) or not all(0 <= each <= _MOST_LEFT for each in left))
        ):
            raise ValueError("the clock has impossible times")
        self.plan = plan
        self._left = dict(zip(seats, left or [1000 * plan.seconds] * len(seats), strict=True))
        self._free: dict[str, int] = {}  #: by seat that has to move
        self._running: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[int, ...]:
        """The milliseconds that the seats have left, in their order."""
        return tuple(self._left.values())

    @property
    def running(self) -> tuple[str, ...]:
        """The seats whose clocks run."""
        return self._running

    @property
    def used_up(self) -> tuple[str, ...]:
        """The seats that have to move and have no time left."""
        return tuple(seat for seat in self.without_time if seat in self._running)

    @property
    def without_time(self) -> tuple[str, ...]:
        """The seats that have to move and have no time left, whether their clocks run or not."""
        return tuple(seat for seat in self._free if not self._left[seat])

    def copy(self) -> Clock:
        """Return an independent copy."""
        other = Clock(self.plan, tuple(self._left), self.left)
        other._free, other._running = dict(self._free), self._running
        return other

    def set_moving(self, seats: Collection[str], resumed: bool = False) -> None:
        """Set who has to move now. A seat that had to and no longer has gets its increment; one that did not have to
        starts a move, unless the match is `resumed` in the middle of it."""
        for seat in [seat for seat in self._free if seat not in seats]:
            del self._free[seat]
            self._left[seat] += 1000 * self.plan.increment
        for seat in seats:
            if seat not in self._free and seat in self._left:
                self._free[seat] = 1000 * self.plan.delay
                if self.plan.kind == "move" and not resumed:
                    self._left[seat] = 1000 * self.plan.seconds

    def take_back(self, seats: Sequence[str], moving: Collection[str]) -> None:
        """Choices of these seats were undone, and others have to move. Time is not given back, increments are."""
        for seat in dict.fromkeys(seats):
            if seat not in self._free:
                self._left[seat] = max(0, self._left[seat] - 1000 * self.plan.increment)
        for seat in [seat for seat in self._free if seat not in moving]:
            del self._free[seat]
        self.set_moving(moving)

    def run(self, seats: Collection[str]) -> bool:
        """Let the clocks of these seats run, as far as they have to move; return whether others run than before."""
        before, self._running = (
            self._running,
            tuple(seat for seat in self._left if seat in seats and seat in self._free),
        )
        return before != self._running

    def advance(self, milliseconds: int) -> None:
        """Let time pass."""
        for seat in self._running:
            free = min(self._free[seat], milliseconds)
            self._free[seat] -= free
            self._left[seat] = max(0, self._left[seat] - (milliseconds - free))

    def readings(self) -> Clocks:
        """Return the clocks of all seats now."""
        return Clocks(
            self.plan,
            tuple(
                ClockReading(seat, left, self._free.get(seat, 0), seat in self._running)
                for seat, left in self._left.items()
            ),
        )

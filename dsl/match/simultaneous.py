"""What a match keeps while players decide in secret: each one's own way, and afterwards how each counts.

Nobody may know how many choices another made in secret. So every seat counts choices and events as it was told of
them: what only others know of is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.base.records import dataclass
from dsl.match.events import Event, RawEvent
from dsl.runtime.runner import Runner


@dataclass(frozen=True, slots=True)
class Stretch:
    """So many choices or events, from number `first` on, that only one seat knows of."""

    seat: int
    first: int
    count: int


def told_scenes(number: int, seat: int, stretches: Iterable[Stretch]) -> int:
    """Return which number something has for a seat that was not told of the others' stretches."""
    hidden = (s for s in stretches if s.seat != seat and s.first < number)
    return number - sum(min(s.count, number - s.first) for s in hidden)


def counted(number: int, seat: int, stretches: Iterable[Stretch]) -> int:
    """Return the number among all of what has this `number` for a seat: the way back from `told_scenes`."""
    for stretch in stretches:  # in the order of their numbers
        if stretch.seat != seat and stretch.first <= number:
            number += stretch.count
    return number


@dataclass(frozen=True, slots=True)
class Step:
    """A choice that a seat made in secret: what it had before it."""

    runner: Runner
    world: tuple[int, ...]
    stack: tuple[int, ...]
    events: int


@dataclass(frozen=True, slots=True)
class Path:
    """What one seat has done in secret so far."""

    steps: tuple[Step, ...] = ()
    events: tuple[Event, ...] = ()
    stack: tuple[int, ...] = ()  #: the rules that are open in this seat's world

    def back(self) -> Path:
        """Return the path without its last step."""
        last = self.steps[-1]
        return Path(self.steps[:-1], self.events[: last.events], last.stack)


@dataclass(frozen=True, slots=True)
class SimultaneousPhase:
    """Everybody's ways, by seat."""

    paths: tuple[Path, ...]

    @classmethod
    def begin(cls, players: int, stack: Iterable[int]) -> SimultaneousPhase:
        """Return the ways of all seats at the moment when they part."""
        return cls((Path(stack=tuple(stack)),) * players)

    def with_path(self, seat: int, path: Path) -> SimultaneousPhase:
        """Return the same with another way of one seat."""
        return SimultaneousPhase((*self.paths[:seat], path, *self.paths[seat + 1 :]))

    def joined(self, choices: int, events: int) -> Iterator[tuple[list[Event], Stretch, Stretch]]:
        """Yield, seat by seat, the events as they are counted from now on, and the stretches of choices and events.

        So many choices and events went before. The order in which the seats chose is forgotten.
        """
        parted = choices
        for seat, path in enumerate(self.paths):
            moved = [
                replace(
                    event,
                    number=events + number,
                    position=event.position + (choices - parted) * (event.position >= parted),
                )
                for number, event in enumerate(path.events)
            ]
            yield moved, Stretch(seat, choices, len(path.steps)), Stretch(seat, events, len(moved))
            choices, events = choices + len(path.steps), events + len(moved)


def scenes(raw: Iterable[RawEvent]) -> Iterator[tuple[str, int, list[RawEvent]]]:
    """Divide what a runner reports: ("", -1) goes on as before, ("apart", seat) in a seat's world, ("together", -1)."""
    kind, seat = "", -1
    found: list[RawEvent] = []
    for event in raw:
        if event[0] not in ("apart", "together"):
            found.append(event)
            continue
        yield kind, seat, found
        kind = event[0]
        seat, found = (event[1][0], []) if kind == "apart" else (-1, [event])
    yield kind, seat, found

"""What a house rule changes: the same seeds played by both rules, match against match.

From the same seed chance and bots begin alike, and until the rules lead elsewhere they stay so. What both matches of a
pair have in common falls out of the difference; that is why it can be told from fewer matches than two strangers need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from dsl.lab.figures import Summary, came_first
from dsl.lab.intervals import Interval, Pairs, difference, of_mean
from dsl.lab.work import Record

Sort = Literal["first", "value", "choices", "turns"]


@dataclass(frozen=True, slots=True)
class Difference:
    """How something changes."""

    sort: Sort
    seat: str  #: a colour; empty for what belongs to no seat
    line: str  #: of `winner`; empty for what is none
    before: float
    after: float
    interval: Interval | None  #: of the difference; nothing for a single pair
    never: bool  #: it is the same in every pair

    @property
    def by(self) -> float:
        """How much more it is."""
        return self.after - self.before

    @property
    def certain(self) -> bool:
        """Whether there is a difference in all likelihood."""
        return self.interval is not None and 0 not in self.interval


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changes from one plan to another."""

    pairs: int  #: seeds from which both came to an end
    same: int  #: those of them that came to the same ranking by the same numbers
    differences: tuple[Difference, ...]


def comparison(
    before: Summary, after: Summary, first: Mapping[int, Record], second: Mapping[int, Record]
) -> Comparison:
    """Return how the matches of two plans differ, given with their records by seed."""
    seeds = [seed for seed in sorted(first) if seed in second and first[seed].places and second[seed].places]
    pairs = [(first[seed], second[seed]) for seed in seeds]
    same = sum((one.places, one.values) == (other.places, other.values) for one, other in pairs)
    if not pairs:
        return Comparison(0, 0, ())
    found: list[Difference] = []
    for seat, figures in enumerate(before.seats):
        found.append(_share(figures.colour, [(came_first(a, seat), came_first(b, seat)) for a, b in pairs]))
    for seat, figures in enumerate(before.seats):
        for line in (name for name in before.lines if name in after.lines):
            numbers = (before.lines.index(line), after.lines.index(line))
            one, other = (_value(seat, number) for number in numbers)
            found.append(_numbers("value", figures.colour, line, [(one(a), other(b)) for a, b in pairs]))
    found.append(_numbers("choices", "", "", [(a.choices, b.choices) for a, b in pairs]))
    found.append(_numbers("turns", "", "", [(a.turns, b.turns) for a, b in pairs]))
    return Comparison(len(pairs), same, tuple(found))


def _value(seat: int, line: int) -> Callable[[Record], int]:
    return lambda record: record.values[seat][line]


def _share(colour: str, firsts: Sequence[tuple[bool, bool]]) -> Difference:
    found = Counter(firsts)
    pairs = Pairs(found[True, True], found[True, False], found[False, True], found[False, False])
    before, after = ((pairs.both + only) / pairs.number for only in (pairs.first, pairs.second))
    return Difference("first", colour, "", before, after, difference(pairs), not pairs.first + pairs.second)


def _numbers(sort: Sort, colour: str, line: str, pairs: Sequence[tuple[int, int]]) -> Difference:
    before, after = fmean(a for a, _ in pairs), fmean(b for _, b in pairs)
    by = [b - a for a, b in pairs]
    return Difference(sort, colour, line, before, after, of_mean(by), not any(by))

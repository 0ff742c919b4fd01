"""What many records come to: who wins, with what score, how long it takes, which rules were needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from dsl.ir.program import Program
from dsl.lab.intervals import Interval, of_mean, wilson
from dsl.lab.rules import may_act
from dsl.lab.work import Matches, Record

_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Sample:
    """Numbers that were seen."""

    values: tuple[int, ...]
    mean: float
    interval: Interval | None  #: of the mean; nothing for a single number
    quarters: tuple[float, float, float, float, float]  #: least, lower quartile, median, upper quartile, most

    @classmethod
    def of(cls, values: Iterable[int]) -> Sample | None:
        """Return what there is to say about some numbers; nothing if there are none."""
        found = tuple(values)
        if not found:
            return None
        inner = quantiles(found, n=4, method="inclusive") if len(found) > 1 else [float(found[0])] * 3
        return cls(found, fmean(found), of_mean(found), (min(found), inner[0], inner[1], inner[2], max(found)))


@dataclass(frozen=True, slots=True)
class Bars:
    """How often numbers fall into stretches of equal length."""

    first: int  #: where the first begins
    width: int
    counts: tuple[int, ...]


def bars(values: Sequence[int], low: int, high: int, most: int = 30) -> Bars:
    """Return how often numbers from `low` to `high` fall into at most `most` stretches, of a round length."""
    width, power = 1, 1
    while (high - low) // width + 1 > most - 1:
        width = next((step * power for step in _STEPS if step * power > width), 0)
        if not width:
            power *= 10
            width = power
    first = low // width * width
    found = Counter((value - first) // width for value in values)
    return Bars(first, width, tuple(found[index] for index in range((high - first) // width + 1)))


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How one seat fared."""

    colour: str
    player: str
    first: int  #: matches in which nobody was before it
    shared: int  #: those of them in which somebody was beside it
    share: float
    interval: Interval  #: of the share
    values: tuple[Sample, ...]  #: by line of `winner`; none if no match came to an end


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """In how many matches a rule acted."""

    name: str  #: "action drift", as the rules have it
    place: str  #: where in the rules
    matches: int
    seed: int  #: of the first match in which it did; -1 if it never did


@dataclass(frozen=True, slots=True)
class Summary:
    """What many matches of one plan come to."""

    number: int
    finished: int
    seats: tuple[SeatFigures, ...]
    lines: tuple[str, ...]  #: names of the lines of `winner`
    choices: Sample | None
    turns: Sample | None
    rules: tuple[RuleFigures, ...]  #: the rarest first; of those that may act under these options
    troubles: tuple[tuple[int, str], ...]  #: matches without an end: (seed, why)

    @property
    def never(self) -> tuple[RuleFigures, ...]:
        """The rules that never acted."""
        return tuple(rule for rule in self.rules if not rule.matches)

    @property
    def rarest(self) -> RuleFigures | None:
        """The rule that acted in the fewest matches; nothing if none acted or all did every time."""
        found = next((rule for rule in self.rules if rule.matches), None)
        return found if found and found.matches < self.number else None


def summary(matches: Matches, records: Sequence[Record]) -> Summary:
    """Return what records of the matches of one plan come to."""
    program = matches.runner.program
    ended = [record for record in records if record.places]
    return Summary(
        number=len(records),
        finished=len(ended),
        seats=tuple(
            _seat(seat, colour, player, ended)
            for seat, (colour, player) in enumerate(zip(program.colours, matches.plan.seats, strict=True))
        ),
        lines=tuple(line.name for line in program.winner),
        choices=Sample.of(record.choices for record in ended),
        turns=Sample.of(record.turns for record in ended),
        rules=_rules(program, records),
        troubles=tuple((record.seed, record.trouble) for record in records if record.trouble),
    )


def came_first(record: Record, seat: int) -> bool:
    """Return whether nobody was before a seat."""
    return record.places[seat] == 1


def _seat(seat: int, colour: str, player: str, records: Sequence[Record]) -> SeatFigures:
    first = [record for record in records if came_first(record, seat)]
    shared = sum(record.places.count(1) > 1 for record in first)
    lines = len(records[0].values[seat]) if records else 0
    samples = (Sample.of(record.values[seat][line] for record in records) for line in range(lines))
    return SeatFigures(
        colour,
        player,
        len(first),
        shared,
        len(first) / len(records) if records else 0.0,
        wilson(len(first), len(records)),
        tuple(sample for sample in samples if sample),
    )


def _rules(program: Program, records: Sequence[Record]) -> tuple[RuleFigures, ...]:
    found: Counter[int] = Counter()
    seeds: dict[int, int] = {}
    for record in records:
        for anchor in record.fired:
            found[anchor] += 1
            seeds[anchor] = min(record.seed, seeds.get(anchor, record.seed))
    figures = (
        RuleFigures(rule_name(program, anchor), str(program.anchors[anchor].span), found[anchor], seeds.get(anchor, -1))
        for anchor in may_act(program)
    )
    return tuple(sorted(figures, key=lambda rule: (rule.matches, rule.name)))


def rule_name(program: Program, number: int) -> str:
    """Return what sort of rule an anchor is and its name: "action drift"."""
    anchor = program.anchors[number]
    return anchor.name if anchor.name.startswith(f"{anchor.sort} ") else f"{anchor.sort} {anchor.name}"

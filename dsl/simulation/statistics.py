"""Statistics of a series of matches: confidence intervals (two-sided, 95 % by default), summaries and comparisons."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import hypot, log, pi, sqrt, tan
from statistics import NormalDist, fmean
from typing import Literal

from dsl.ir.program import Program
from dsl.simulation.match_records import MatchPlayer, Record
from dsl.simulation.rule_coverage import reachable_rules
from dsl.simulation.tallies import SeriesTotals

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class PairedOutcomes:
    """Counts of paired yes/no outcomes (a 2x2 table)."""

    both: int
    first: int  #: yes only the first time
    second: int  #: yes only the second time
    neither: int

    @property
    def number(self) -> int:
        """The number of pairs."""
        return self.both + self.first + self.second + self.neither


def wilson_interval(successes: float, number: int, level: float = LEVEL) -> Interval:
    """Return the Wilson score interval of a proportion, `successes` of `number` (a draw may count half); [0, 1] without
    any.

    The score interval of E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
    of the American Statistical Association 22 (1927), 209-212; for its merits L. D. Brown, T. T. Cai, A. DasGupta,
    "Interval estimation for a binomial proportion", Statistical Science 16 (2001), 101-133.
    """
    if not 0 <= successes <= number:
        raise ValueError(f"{successes} of {number} is no share")
    if not number:
        return Interval(0.0, 1.0)
    z = _normal(level)
    share, room = successes / number, z * z / number
    middle = (share + room / 2) / (1 + room)
    reach = z / (1 + room) * sqrt(share * (1 - share) / number + room / (4 * number))
    low = 0.0 if successes == 0 else middle - reach  # exact by the formula, except for rounding
    return Interval(max(low, 0.0), 1.0 if successes == number else min(middle + reach, 1.0))


def sequential_test(points: float, number: int, low: float, high: float, error: float) -> Literal[-1, 0, 1]:
    """Return 1 if `points` of `number` matches show a share above `low`, -1 if they show one below `high`, 0 if more
    matches must decide. It may be asked after every match.

    The sequential probability ratio test of A. Wald, "Sequential tests of statistical hypotheses", Annals of
    Mathematical Statistics 16 (1945), 117-186. With these thresholds the inequality of Ville bounds each error: the
    result is 1 with a probability of at most `error` if the share is at most `low`, and -1 if it is at least `high`,
    however often the test is asked. This also holds for parts of a point, such as draws, and where seats in turn have
    shares above and below the mean by the same amount.
    """
    if not (0 < low < high < 1 and 0 < error < 1 / 2):
        raise ValueError(f"no test of {low} against {high} with an error of {error}")
    ratio = points * log(high / low) + (number - points) * log((1 - high) / (1 - low))
    return 1 if ratio >= log(1 / error) else -1 if ratio <= log(error) else 0


def mean_interval(counts: Mapping[int, int], level: float = LEVEL) -> Interval | None:
    """Return the interval of the mean of a sample, given as its values with their numbers; None for fewer than two.

    Student's interval, mean ± t s / √n; for instance D. S. Moore, G. P. McCabe, B. A. Craig, "Introduction to the
    Practice of Statistics", section 7.1. It assumes an approximately normal distribution or a large sample.
    """
    number = sum(counts.values())
    if number < 2:
        return None
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    variance = (number * squares - total * total) / (number * (number - 1))  # of integers: exact until it is divided
    middle, reach = total / number, t_quantile(number - 1, level) * sqrt(variance / number)
    return Interval(middle - reach, middle + reach)


def paired_difference(pairs: PairedOutcomes, level: float = LEVEL) -> Interval:
    """Return the interval of the second proportion minus the first, observed on the same pairs; [-1, 1] without any.

    "Square and add" for paired shares: R. G. Newcombe, "Improved confidence intervals for the difference between
    binomial proportions based on paired data", Statistics in Medicine 17 (1998), 2635-2650, method 10;
    M. W. Fagerland, S. Lydersen, P. Laake recommend it in Statistics in Medicine 33 (2014), 2850-2875.
    """
    n = pairs.number
    if not n:
        return Interval(-1.0, 1.0)
    before, after = pairs.both + pairs.first, pairs.both + pairs.second
    first, second = wilson_interval(before, n, level), wilson_interval(after, n, level)
    p, q = before / n, after / n
    phi = _phi(pairs)
    down = _combined_reach(q - second.low, first.high - p, phi)
    up = _combined_reach(second.high - q, p - first.low, phi)
    return Interval(max(q - p - down, -1.0), min(q - p + up, 1.0))


def _combined_reach(one: float, other: float, phi: float) -> float:
    """Return the half-width of a difference from those of its parts, with correlation `phi`."""
    return hypot(
        one - phi * other, other * sqrt(1 - phi * phi)
    )  # √(one² - 2 φ one other + other²), without a negative radicand


def _phi(pairs: PairedOutcomes) -> float:
    """Return the correlation coefficient phi with continuity correction, -1 to 1; 0 if one outcome is constant."""
    a, b, c, d = pairs.both, pairs.first, pairs.second, pairs.neither
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    together = a * d - b * c
    cautious = max(together - pairs.number / 2, 0.0) if together > 0 else together
    return max(-1.0, cautious / sqrt(margins)) if margins else 0.0


def t_quantile(degrees: int, level: float = LEVEL) -> float:
    """Return the two-sided quantile of Student's t for `degrees` degrees of degrees (at least 1).

    Exact for one and two, else the expansion 26.7.5 of M. Abramowitz, I. A. Stegun, "Handbook of Mathematical
    Functions" (1964), p. 949; at 95 % the error is 0.1 % for three degrees of degrees, and less for more.
    """
    if degrees < 1:
        raise ValueError("there is no spread without a degree of degrees")
    if degrees == 1:
        return tan(pi * level / 2)
    if degrees == 2:
        return level * sqrt(2 / (1 - level * level))
    z = _normal(level)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(degrees) ** power for power, term in enumerate(terms, 1))


def _normal(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
    return NormalDist().inv_cdf((1 + level) / 2)


# ---- summary of a series ----


_ROUND_WIDTHS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Sample:
    """Statistics of a sample of numbers."""

    counts: Mapping[int, int]  #: the numbers in ascending order, and how often each occurs
    mean: float
    interval: Interval | None  #: of the mean; None for a single number
    quarters: tuple[float, float, float, float, float]  #: least, lower quartile, median, upper quartile, most

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Sample | None:
        """Return the statistics of some numbers, each with how often it occurs; None without any."""
        if not counts:
            return None
        found = dict(sorted(counts.items()))
        number = sum(found.values())
        mean = sum(value * count for value, count in found.items()) / number
        return cls(found, mean, mean_interval(found), _quarters(found, number))


def _quarters(counts: Mapping[int, int], number: int) -> tuple[float, float, float, float, float]:
    """Return least, quartiles and most of sorted values; a quartile lies between two values in proportion, with the
    least and the most as the first and the last (definition 7 of R. J. Hyndman, Y. Fan, "Sample quantiles in
    statistical packages", The American Statistician 50 (1996), 361-365)."""
    values, ends = list(counts), list(accumulate(counts.values()))

    def at(place: int) -> int:
        return values[bisect_right(ends, place)]

    def quantile(quarter: int) -> float:
        place, part = divmod(quarter * (number - 1), 4)
        return (at(place) * (4 - part) + at(min(place + 1, number - 1)) * part) / 4

    return values[0], quantile(1), quantile(2), quantile(3), values[-1]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of numbers in bins of equal width."""

    first: int  #: start of the first bin
    width: int
    counts: tuple[int, ...]


def histogram(values: Mapping[int, int], low: int, high: int, most: int = 30) -> Histogram:
    """Return the histogram of numbers from `low` to `high`, given with how often each occurs: at most `most` bins of a
    round width."""
    width, power = 1, 1
    while (high - low) // width + 1 > most - 1:
        width = next((step * power for step in _ROUND_WIDTHS if step * power > width), 0)
        if not width:
            power *= 10
            width = power
    first = low // width * width
    found = Counter[int]()
    for value, count in values.items():
        found[(value - first) // width] += count
    return Histogram(first, width, tuple(found[index] for index in range((high - first) // width + 1)))


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """Results of one seat."""

    colour: str
    player: str
    first: int  #: matches in which no seat ranked higher
    shared: int  #: those of them with a tie for the first place
    share: float
    interval: Interval  #: of the share
    values: tuple[Sample, ...]  #: by line of `winner`; empty if no match ended


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """Coverage of one rule."""

    name: str  #: "action drift", as the rules have it
    place: str  #: where in the rules
    matches: int  #: in which it acted
    seed: int | None  #: of the first of them; None if it never acted


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of the matches of one plan."""

    number: int
    finished: int
    seats: tuple[SeatFigures, ...]
    lines: tuple[str, ...]  #: names of the lines of `winner`
    choices: Sample | None
    turns: Sample | None
    rules: tuple[RuleFigures, ...]  #: the reachable ones, the rarest first
    troubles: tuple[tuple[int, str], ...]  #: matches without an end: (seed, why)

    @property
    def never(self) -> tuple[RuleFigures, ...]:
        """The rules that never acted."""
        return tuple(rule for rule in self.rules if not rule.matches)

    @property
    def rarest(self) -> RuleFigures | None:
        """The rule that acted in the fewest matches; None if none acted, or all acted in every match."""
        found = next((rule for rule in self.rules if rule.matches), None)
        return found if found and found.matches < self.number else None


def summary(matches: MatchPlayer, totals: SeriesTotals) -> Summary:
    """Return the summary of matches of one plan."""
    program = matches.program
    return Summary(
        number=totals.number,
        finished=totals.finished,
        seats=tuple(
            _seat(seat, colour, player, totals)
            for seat, (colour, player) in enumerate(zip(program.colours, matches.plan.seats, strict=True))
        ),
        lines=tuple(line.name for line in program.winner),
        choices=Sample.of(totals.choices),
        turns=Sample.of(totals.turns),
        rules=_rules(program, totals),
        troubles=tuple(sorted(totals.troubles.items())),
    )


def came_first(record: Record, seat: int) -> bool:
    """Whether a seat ranked first, perhaps with others."""
    return record.places[seat] == 1


def _seat(seat: int, colour: str, player: str, totals: SeriesTotals) -> SeatFigures:
    first = {places: count for places, count in totals.places.items() if places[seat] == 1}
    number = sum(first.values())
    lines = sorted((line, counts) for (owner, line), counts in totals.values.items() if owner == seat)
    return SeatFigures(
        colour,
        player,
        number,
        sum(count for places, count in first.items() if places.count(1) > 1),
        number / totals.finished if totals.finished else 0.0,
        wilson_interval(number, totals.finished),
        tuple(sample for _, counts in lines if (sample := Sample.of(counts))),
    )


def _rules(program: Program, totals: SeriesTotals) -> tuple[RuleFigures, ...]:
    figures = (
        RuleFigures(rule_name(program, anchor), str(program.anchors[anchor].span), *totals.fired.get(anchor, (0, None)))
        for anchor in reachable_rules(program)
    )
    return tuple(sorted(figures, key=lambda rule: (rule.matches, rule.name)))


def rule_name(program: Program, number: int) -> str:
    """Return the sort and name of the rule of an anchor: "action drift"."""
    anchor = program.anchors[number]
    return anchor.name if anchor.name.startswith(f"{anchor.sort} ") else f"{anchor.sort} {anchor.name}"


# ---- comparison of two plans, by pairs of matches from the same seed ----


Sort = Literal["first", "value", "choices", "turns"]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """Change of one figure between two plans."""

    sort: Sort
    seat: str | None  #: a colour; None for figures of the whole match
    line: str | None  #: of `winner`; None for other figures
    before: float
    after: float
    interval: Interval | None  #: of the difference; None for a single pair
    never: bool  #: it is the same in every pair

    @property
    def by(self) -> float:
        """The difference of the means."""
        return self.after - self.before

    @property
    def certain(self) -> bool:
        """Whether the difference is statistically significant."""
        return self.interval is not None and 0 not in self.interval


@dataclass(frozen=True, slots=True)
class PlanComparison:
    """Comparison of two plans."""

    pairs: int  #: seeds from which both matches ended
    same: int  #: those of them with the same ranking and values
    differences: tuple[FigureChange, ...]


def comparison(
    before: Summary, after: Summary, first: Mapping[int, Record], second: Mapping[int, Record]
) -> PlanComparison:
    """Return the comparison of two plans, given their summaries and their records by seed."""
    seeds = [seed for seed in sorted(first) if seed in second and first[seed].places and second[seed].places]
    pairs = [(first[seed], second[seed]) for seed in seeds]
    same = sum((one.places, one.values) == (other.places, other.values) for one, other in pairs)
    if not pairs:
        return PlanComparison(0, 0, ())
    found: list[FigureChange] = []
    for seat, figures in enumerate(before.seats):
        found.append(_share(figures.colour, [(came_first(a, seat), came_first(b, seat)) for a, b in pairs]))
    for seat, figures in enumerate(before.seats):
        for line in (name for name in before.lines if name in after.lines):
            numbers = (before.lines.index(line), after.lines.index(line))
            one, other = (_value(seat, number) for number in numbers)
            found.append(_numbers("value", figures.colour, line, [(one(a), other(b)) for a, b in pairs]))
    found.append(_numbers("choices", None, None, [(a.choices, b.choices) for a, b in pairs]))
    found.append(_numbers("turns", None, None, [(a.turns, b.turns) for a, b in pairs]))
    return PlanComparison(len(pairs), same, tuple(found))


def _value(seat: int, line: int) -> Callable[[Record], int]:
    return lambda record: record.values[seat][line]


def _share(colour: str, firsts: Sequence[tuple[bool, bool]]) -> FigureChange:
    found = Counter(firsts)
    pairs = PairedOutcomes(found[True, True], found[True, False], found[False, True], found[False, False])
    before, after = ((pairs.both + only) / pairs.number for only in (pairs.first, pairs.second))
    return FigureChange("first", colour, None, before, after, paired_difference(pairs), not pairs.first + pairs.second)


def _numbers(sort: Sort, colour: str | None, line: str | None, pairs: Sequence[tuple[int, int]]) -> FigureChange:
    before, after = fmean(a for a, _ in pairs), fmean(b for _, b in pairs)
    by = Counter(b - a for a, b in pairs)
    return FigureChange(sort, colour, line, before, after, mean_interval(by), not any(by))

"""Confidence intervals by textbook formulas. All are two-sided, of 95 % unless told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """From where to where something lies in all likelihood."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Pairs:
    """How pairs of yes and no came out."""

    both: int
    first: int  #: yes only the first time
    second: int  #: yes only the second time
    neither: int

    @property
    def number(self) -> int:
        """How many pairs there are."""
        return self.both + self.first + self.second + self.neither


def wilson(successes: float, number: int, level: float = LEVEL) -> Interval:
    """Return where a share lies of which `successes` in `number` were seen (a draw may be half a one); everything if
    nothing was.

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
    low = 0.0 if successes == 0 else middle - reach  # just so by the formula, but for rounding
    return Interval(max(low, 0.0), 1.0 if successes == number else min(middle + reach, 1.0))


def of_mean(values: Sequence[float], level: float = LEVEL) -> Interval | None:
    """Return where the mean lies of what `values` are a sample of; nothing for fewer than two.

    Student's interval, mean ± t s / √n; for instance D. S. Moore, G. P. McCabe, B. A. Craig, "Introduction to the
    Practice of Statistics", section 7.1. It asks for values that are about normal, or many.
    """
    if len(values) < 2:
        return None
    middle = fmean(values)
    reach = student(len(values) - 1, level) * stdev(values) / sqrt(len(values))
    return Interval(middle - reach, middle + reach)


def difference(pairs: Pairs, level: float = LEVEL) -> Interval:
    """Return where the second share minus the first lies, if both were seen on the same pairs; everything without any.

    "Square and add" for paired shares: R. G. Newcombe, "Improved confidence intervals for the difference between
    binomial proportions based on paired data", Statistics in Medicine 17 (1998), 2635-2650, method 10;
    M. W. Fagerland, S. Lydersen, P. Laake recommend it in Statistics in Medicine 33 (2014), 2850-2875.
    """
    n = pairs.number
    if not n:
        return Interval(-1.0, 1.0)
    before, after = pairs.both + pairs.first, pairs.both + pairs.second
    first, second = wilson(before, n, level), wilson(after, n, level)
    p, q = before / n, after / n
    phi = _phi(pairs)
    down = _joined(q - second.low, first.high - p, phi)
    up = _joined(second.high - q, p - first.low, phi)
    return Interval(max(q - p - down, -1.0), min(q - p + up, 1.0))


def _joined(one: float, other: float, phi: float) -> float:
    """Return the reach of a difference from those of its parts, which go together as `phi` says."""
    return hypot(
        one - phi * other, other * sqrt(1 - phi * phi)
    )  # √(one² - 2 φ one other + other²), never of less than 0


def _phi(pairs: Pairs) -> float:
    """Return how much the two of a pair go together, -1 to 1: cautiously if they do, 0 if one never changes."""
    a, b, c, d = pairs.both, pairs.first, pairs.second, pairs.neither
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    together = a * d - b * c
    cautious = max(together - pairs.number / 2, 0.0) if together > 0 else together
    return max(-1.0, cautious / sqrt(margins)) if margins else 0.0


def student(freedom: int, level: float = LEVEL) -> float:
    """Return the two-sided quantile of Student's t for so many degrees of freedom (at least 1).

    Exact for one and two, else the expansion 26.7.5 of M. Abramowitz, I. A. Stegun, "Handbook of Mathematical
    Functions" (1964), p. 949; at 95 % it is 0.1 % off for three degrees of freedom, and soon nothing.
    """
    if freedom < 1:
        raise ValueError("there is no spread without a degree of freedom")
    if freedom == 1:
        return tan(pi * level / 2)
    if freedom == 2:
        return level * sqrt(2 / (1 - level * level))
    z = _normal(level)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def _normal(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
    return NormalDist().inv_cdf((1 + level) / 2)

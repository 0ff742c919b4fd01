"""Fixed-point numbers of the search, the same on every machine and in every language with 32-bit integers.

The value of a position lies between 0 and ONE. No number exceeds 2**31 as long as no move has more than 2**23
visits: sums are kept as a mean and a remainder (`dsl.search.tree_search_source`, `add_result`).
"""

from __future__ import annotations

from math import isqrt

ONE = 1 << 13
EXACT = 1 << 12  #: numbers with an entry of their own in the tables; larger ones share one with their neighbours
COARSE = 64
COARSER = COARSE * COARSE
_LN2 = 710  #: the logarithm of 2, in 1024ths


def logarithm(number: int) -> int:
    """Return the natural logarithm of a number from 1 on, in 1024ths, at most one too low."""
    whole = number.bit_length() - 1
    return (whole * 1024 + _PARTS[(number << 8 >> whole) - 256]) * _LN2 >> 10


def _part(number: int) -> int:
    """Return the logarithm to base 2 of `number` / 256, from 1 to 2, in 1024ths: squared ten times, bit by bit."""
    found, value = 0, number << 22
    for _ in range(10):
        value = value * value >> 30
        carry = value >> 31
        found, value = found << 1 | carry, value >> carry
    return found


_PARTS = tuple(_part(number) for number in range(256, 512))

#: By n: the square root of its logarithm in parts of 2**14; the same by n / COARSE and by n / COARSER; and one by the
#: square root of n, in parts of 2**15.
ROOTS = (0, *(isqrt(logarithm(number) << 18) for number in range(1, EXACT)))
COARSE_ROOTS = (0, *(isqrt(logarithm(number * COARSE) << 18) for number in range(1, EXACT)))
COARSER_ROOTS = (0, *(isqrt(logarithm(number * COARSER) << 18) for number in range(1, EXACT // 2)))
INVERSES = (0, *(isqrt((1 << 30) // number) for number in range(1, EXACT)))


def exploration_term(available: int, visits: int) -> int:
    """Return sqrt(ln(available) / visits) in parts of ONE, approximately: the exploration term of UCB1."""
    return _root(available) * _inverse(visits) >> 16


def _root(number: int) -> int:
    if number < EXACT:
        return ROOTS[number]
    if number < EXACT * COARSE:
        return COARSE_ROOTS[number // COARSE]
    return COARSER_ROOTS[min(number // COARSER, EXACT // 2 - 1)]


def _inverse(number: int) -> int:
    if number < EXACT:
        return INVERSES[number]
    if number < EXACT * COARSE:
        return INVERSES[number // COARSE] // 8
    return INVERSES[min(number // COARSER, EXACT - 1)] // 64

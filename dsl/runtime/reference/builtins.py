"""What generated Python calls: chance, checks, and the rarer operations."""

from __future__ import annotations

from typing import NoReturn

from dsl.runtime import chance
from dsl.runtime.canonical_state import fingerprint as digest
from dsl.runtime.runner import CHANCE, DIVISOR, INDEX, TrapError

__all__ = ["digest", "divide_down", "divide_up", "draw", "fail", "has", "inside", "nth", "stray"]


def fail(number: int) -> NoReturn:
    """Spring trap `number`."""
    raise TrapError(number)


def stray() -> NoReturn:
    """Refuse an index that its array or bitset does not have."""
    raise TrapError(INDEX)


def inside(index: int, length: int) -> int:
    """Return `index` if an array of `length` has it."""
    if 0 <= index < length:
        return index
    raise TrapError(INDEX)


def has(bits: int, index: int, width: int) -> int:
    """Return 1 if member `index` is in `bits`. Used where `bits` must be worked out before `index`."""
    return bits >> inside(index, width) & 1


_FEW = 7  #: so many members are passed over one by one


def nth(bits: int, number: int) -> int:
    """Return the member that has `number` lower ones, -1 if there is none."""
    if not 0 <= number < bits.bit_count():
        return -1
    base, span = 0, 1 << bits.bit_length().bit_length()
    while number > _FEW:
        span >>= 1
        lower = bits & (1 << span) - 1
        here = lower.bit_count()
        if number < here:
            bits = lower
        else:
            bits, number, base = bits >> span, number - here, base + span
    for _ in range(number):
        bits &= bits - 1
    return base + (bits & -bits).bit_length() - 1


def divide_down(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded towards minus infinity."""
    if divisor > 0:
        return dividend // divisor
    raise TrapError(DIVISOR)


def divide_up(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded towards plus infinity."""
    if divisor > 0:
        return -(-dividend // divisor)
    raise TrapError(DIVISOR)


def draw(s: list[int], slot: int, below: int) -> int:
    """Return a number from 0 to `below` - 1; the generator in place `slot` of the state goes on by one."""
    if below < 1:
        raise TrapError(CHANCE)
    state = s[slot]
    s[slot] = chance.next_state(state)
    return chance.output(state) * below >> 32

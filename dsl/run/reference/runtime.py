"""What generated Python calls: chance, checks, and the rarer operations."""

from __future__ import annotations

import hashlib
from functools import cache
from operator import and_
from struct import Struct
from typing import NoReturn

from dsl.run import chance
from dsl.run.traps import CHANCE, DIVISOR, INDEX, TrapError


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


def digest(values: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Return the fingerprint of values that take so many bytes each."""
    packed, masks, wide = _form(sizes)
    small: list[int | bytes] = list(map(and_, values, masks))
    for at in wide:
        small[at] = (values[at] & masks[at]).to_bytes(sizes[at], "little")
    return int.from_bytes(hashlib.sha256(packed.pack(*small)).digest()[:8], "little")


@cache
def _form(sizes: tuple[int, ...]) -> tuple[Struct, tuple[int, ...], tuple[int, ...]]:
    """Return how values of such sizes are packed, what is cut off, and which of them have to be bytes first."""
    letters = {4: "I", 8: "Q"}
    form = "<" + "".join(letters.get(size, f"{size}s") for size in sizes)
    wide = tuple(at for at, size in enumerate(sizes) if size not in letters)
    return Struct(form), tuple((1 << 8 * size) - 1 for size in sizes), wide


def draw(s: list[int], slot: int, below: int) -> int:
    """Return a number from 0 to `below` - 1; the generator in place `slot` of the state goes on by one."""
    if below < 1:
        raise TrapError(CHANCE)
    state = s[slot]
    s[slot] = chance.following(state)
    return chance.output(state) * below >> 32

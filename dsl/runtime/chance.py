"""PCG32 (O'Neill 2014, XSH-RR 64/32), the only source of chance: its whole state is one slot of 64 bits."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

T = TypeVar("T")
STREAM = 54
INCREMENT = STREAM << 1 | 1
MULTIPLIER = 6364136223846793005
_WORD = (1 << 32) - 1
_STATE = (1 << 64) - 1


def seeded(seed: int) -> int:
    """Return the state for a seed from 0 to 2**64 - 1, as `pcg32_srandom` makes it."""
    if not 0 <= seed <= _STATE:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    return (INCREMENT + seed) * MULTIPLIER + INCREMENT & _STATE


def following(state: int) -> int:
    """Return the state after `state`."""
    return state * MULTIPLIER + INCREMENT & _STATE


def output(state: int) -> int:
    """Return the 32 bits that `state` stands for."""
    mixed = (state >> 18 ^ state) >> 27 & _WORD
    turn = state >> 59
    return (mixed >> turn | mixed << (-turn & 31)) & _WORD


class Dice:
    """The same generator for whoever thinks about a match: a native search can throw the very same numbers."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; 0 if there is no other."""
        drawn = output(self.state)
        self.state = following(self.state)
        return drawn * limit >> 32

    def seed(self) -> int:
        """Return a number of 64 bits, to seed another generator with."""
        return self.below(1 << 32) << 32 | self.below(1 << 32)

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring items into an order by chance."""
        for last in range(len(items) - 1, 0, -1):
            pick = self.below(last + 1)
            items[last], items[pick] = items[pick], items[last]

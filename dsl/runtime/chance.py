"""PCG32 (O'Neill 2014, XSH-RR 64/32), the random generator of matches and bots: its state is one slot of 64 bits."""

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


def next_state(state: int) -> int:
    """Return the state after `state`."""
    return state * MULTIPLIER + INCREMENT & _STATE


def output(state: int) -> int:
    """Return the 32 bits of output of `state`."""
    mixed = (state >> 18 ^ state) >> 27 & _WORD
    turn = state >> 59
    return (mixed >> turn | mixed << (-turn & 31)) & _WORD


class Dice:
    """Random numbers of bots, by the same generator, so that a compiled search can draw the same numbers."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; 0 if there is no other."""
        drawn = output(self.state)
        self.state = next_state(self.state)
        return drawn * limit >> 32

    def seed(self) -> int:
        """Return 64 bits to seed another generator."""
        return self.below(1 << 32) << 32 | self.below(1 << 32)

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle items in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            pick = self.below(last + 1)
            items[last], items[pick] = items[pick], items[last]

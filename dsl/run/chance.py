"""PCG32 (O'Neill 2014, XSH-RR 64/32), the only source of chance: its whole state is one slot of 64 bits."""

from __future__ import annotations

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

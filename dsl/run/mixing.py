"""What a fingerprint is made with: words of 32 bits become one of 64, by additions, turns and products.

It is one lane of xxHash (Collet 2012) for each word, with the end that CPython gives the hash of a tuple: so where
Python's `hash` of a tuple is this very function, as it is in CPython from 3.8 on with 64 bits, it is taken. Whatever
changes one word changes the result; two lists of words have the same one as rarely as 64 bits allow, unless somebody
makes them for that.
"""

from __future__ import annotations

from collections.abc import Callable

FIRST, SECOND, BEGIN = 11400714785074694791, 14029467366897019727, 2870177450012600261
TURN = 31
END = BEGIN ^ 3527539  #: the number of words is mixed in with it
NEVER, INSTEAD = (1 << 64) - 1, 1546275796  #: what no fingerprint is, and what is given in its place
_WORD = (1 << 64) - 1


def mixed(words: tuple[int, ...]) -> int:
    """Return the fingerprint of words, each from 0 to 2**32 - 1."""
    found = BEGIN
    for word in words:
        found = found + word * SECOND & _WORD
        found = (found << TURN | found >> 64 - TURN) * FIRST & _WORD
    found = found + (len(words) ^ END) & _WORD
    return INSTEAD if found == NEVER else found


def _by_hash(words: tuple[int, ...]) -> int:
    return hash(words) & _WORD


_SAMPLES = ((), (0,), (1, 2**32 - 1), tuple(range(2**31, 2**31 + 99)))
fingerprint: Callable[[tuple[int, ...]], int] = (
    _by_hash if all(_by_hash(words) == mixed(words) for words in _SAMPLES) else mixed
)

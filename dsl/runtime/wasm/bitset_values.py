"""Symbolic bitsets during code generation: where the words of 64 bits come from.

A value is a small tree over things that can be read word by word: constants, WebAssembly locals, memory. Nothing is
written down between one operation and the next, so `(a and b) minus c` reads each word of the three once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.base.records import Record
from dsl.ir.instructions import SetOperation

NARROW = 4  #: limit on the words of a bitset in locals; wider ones are in memory
UNROLLED = 24  #: limit on unrolled words; more are a loop
SKIPPED = 8  #: words that are skipped over at once if all are empty, as many as a margin has
WORD = (1 << 64) - 1


class ConstantBits(Record, frozen=True):
    """A constant bitset."""

    bits: int
    width: int


class LocalBits(Record, frozen=True):
    """A bitset in locals of 64 bits, one per word."""

    locals: tuple[int, ...]
    width: int


class MemoryBits(Record, frozen=True):
    """A bitset in memory at `offset`, plus the value of local `base` if that is not -1."""

    base: int
    offset: int
    width: int
    half: bool = False  #: whether the last word has only 32 bits
    lasting: bool = False  #: whether no call can change it
    margin: bool = False  #: whether it has a margin of 0 (`dsl.runtime.wasm.memory_layout.MARGIN`)


class CombinedBits(Record, frozen=True):
    """Two bitsets of one width, combined word by word."""

    operator: SetOperation
    left: BitsetValue
    right: BitsetValue
    width: int


class ShiftedBits(Record, frozen=True):
    """A bitset shifted by a constant number of places (up if positive)."""

    source: LocalBits | MemoryBits
    by: int
    width: int
    cut: bool  #: whether bits may be shifted beyond the width


class SingleBit(Record, frozen=True):
    """The bitset of a single member, given by a local."""

    member: int
    width: int


BitsetValue = ConstantBits | LocalBits | MemoryBits | CombinedBits | ShiftedBits | SingleBit


def ends_apart(value: BitsetValue) -> bool:
    """Whether the last word of a value needs separate instructions: it has 32 bits in memory, or is cut."""
    match value:
        case MemoryBits(half=half):
            return half
        case ShiftedBits(source, cut=cut):
            return cut or ends_apart(source)
        case CombinedBits(_, left, right):
            return ends_apart(left) or ends_apart(right)
        case ConstantBits() | LocalBits() | SingleBit():
            return False
    assert_never(value)


def possible(value: BitsetValue) -> int:
    """Return a bitset of all possible members of a value."""
    match value:
        case ConstantBits(bits):
            return bits
        case CombinedBits("and", left, right):
            return possible(left) & possible(right)
        case CombinedBits("or", left, right):
            return possible(left) | possible(right)
        case CombinedBits("minus", left, right):
            return possible(left) & ~right.bits if isinstance(right, ConstantBits) else possible(left)
    return (1 << value.width) - 1


def sources(value: BitsetValue) -> int:
    """Return the number of words that are read for a word of a value."""
    match value:
        case CombinedBits(_, left, right):
            return sources(left) + sources(right)
        case ShiftedBits():
            return 2
        case _:
            return 1


def lasts(value: BitsetValue) -> bool:
    """Whether no call can change a value before it is read."""
    match value:
        case MemoryBits(lasting=lasting):
            return lasting
        case CombinedBits(_, left, right):
            return lasts(left) and lasts(right)
        case ShiftedBits(source):
            return lasts(source)
        case ConstantBits() | LocalBits() | SingleBit():
            return True
    assert_never(value)


def moves(value: BitsetValue) -> bool:
    """Whether a word of a value comes from another word of a source (a shift)."""
    return any(True for _ in _moved(value))


def moves_out_of(value: BitsetValue, target: MemoryBits) -> bool:
    """Whether writing a value to `target` may overwrite words that it still shifts."""
    return any(isinstance(source, MemoryBits) and _may_overlap(source, target) for source in _moved(value))


def _moved(value: BitsetValue) -> Iterator[LocalBits | MemoryBits]:
    match value:
        case ShiftedBits(source):
            yield source
        case CombinedBits(_, left, right):
            yield from _moved(left)
            yield from _moved(right)


def _may_overlap(source: MemoryBits, target: MemoryBits) -> bool:
    if source.base < 0 and target.base < 0:
        return source.offset == target.offset
    return source.lasting == target.lasting

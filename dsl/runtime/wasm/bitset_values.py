"""Bitsets while they are worked with: what the words of 64 bits of one are made of.

A value is a small tree over things that can be read word by word: constants, WebAssembly locals, memory. Nothing is
written down between one operation and the next, so `(a and b) minus c` reads each word of the three once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.base.records import dataclass
from dsl.ir.instructions import SetOperation

NARROW = 4  #: bitsets of at most so many words live in locals, wider ones in memory
UNROLLED = 24  #: at most so many words are written out one by one, more are a loop
WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class ConstantBits:
    """A constant."""

    bits: int
    width: int


@dataclass(frozen=True, slots=True)
class LocalBits:
    """In one local of 64 bits for each word."""

    locals: tuple[int, ...]
    width: int


@dataclass(frozen=True, slots=True)
class MemoryBits:
    """In memory at `offset`, plus what the local `base` says if it is not -1."""

    base: int
    offset: int
    width: int
    half: bool = False  #: whether the last word has just 32 bits there
    lasting: bool = False  #: whether nothing that is called can change it
    margin: bool = False  #: whether it has a margin of 0 (`dsl.runtime.wasm.memory.MARGIN`)


@dataclass(frozen=True, slots=True)
class CombinedBits:
    """Two of one width, word by word."""

    operator: SetOperation
    left: BitsetValue
    right: BitsetValue
    width: int


@dataclass(frozen=True, slots=True)
class ShiftedBits:
    """Another one, moved by a constant number of places (up if positive)."""

    source: LocalBits | MemoryBits
    by: int
    width: int
    cut: bool  #: whether bits may come to lie beyond the width


@dataclass(frozen=True, slots=True)
class SingleBit:
    """The single member that a local says."""

    member: int
    width: int


BitsetValue = ConstantBits | LocalBits | MemoryBits | CombinedBits | ShiftedBits | SingleBit


def ends_apart(value: BitsetValue) -> bool:
    """Whether the last word of a value needs instructions of its own: it is read from 32 bits, or something is cut."""
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
    """Return a bitset in which all members are that a value may have."""
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


def lasts(value: BitsetValue) -> bool:
    """Whether nothing that is called can change a value before it is read."""
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
    """Whether a word of a value comes from another word of what it is made of."""
    return any(True for _ in _moved(value))


def moves_out_of(value: BitsetValue, target: MemoryBits) -> bool:
    """Whether a value moves words that writing it to `target` may change before they are read."""
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

"""What a fingerprint is made with: words of 32 bits become one of 64, by additions, turns and products.

It is one lane of xxHash (Collet 2012) for each word, with the end that CPython gives the hash of a tuple: so where
Python's `hash` of a tuple is this very function, as it is in CPython from 3.8 on with 64 bits, it is taken. Whatever
changes one word changes the result; two lists of words have the same one as rarely as 64 bits allow, unless somebody
makes them for that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from struct import pack, unpack_from

from dsl.ir.layout import BoardLayout, Layout, Slot
from dsl.ir.widths import words
from dsl.runtime.parallel_worlds import worlds_of
from dsl.runtime.runner import State

FIRST, SECOND, BEGIN = 11400714785074694791, 14029467366897019727, 2870177450012600261
TURN = 31
END = BEGIN ^ 3527539  #: the number of words is mixed in with it
NEVER, INSTEAD = (1 << 64) - 1, 1546275796  #: what no fingerprint is, and what is given in its place
_WORD = (1 << 64) - 1


def hash_mix(words: tuple[int, ...]) -> int:
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
    _by_hash if all(_by_hash(words) == hash_mix(words) for words in _SAMPLES) else hash_mix
)


# What a state is outside its runner: words for comparing and keeping, and the fingerprint of a position.


_BITS_OF_WORD = (1 << 32) - 1


def block_of(layout: Layout, state: State) -> bytes:
    """Return the canonical form: slot after slot, a number as one little-endian word, a bitset as those it needs.

    While seats decide in secret the worlds of the seats follow in the same form.
    """
    parts: list[bytes] = []
    for world in worlds_of(layout, state):
        for slot in layout.slots.values():
            if not slot.width:
                parts.append(pack(f"<{slot.length}i", *world[slot.first : slot.first + slot.length]))
                continue
            size = word_count(slot) * 4
            mask = (1 << size * 8) - 1
            parts += ((value & mask).to_bytes(size, "little") for value in world[slot.first : slot.first + slot.length])
    return b"".join(parts)


def state_of(layout: Layout, block: bytes) -> State:
    """Return the state whose canonical form is `block`; ValueError if it has the wrong length."""
    needed = sum(4 * word_count(slot) * slot.length for slot in layout.slots.values())
    if not block or len(block) % needed:
        raise ValueError(f"a state of this program has {needed} bytes, not {len(block)}")
    state, offset = [0] * (len(block) // needed * layout.length), 0
    for world in range(0, len(state), layout.length):
        for slot in layout.slots.values():
            first, size = world + slot.first, word_count(slot) * 4
            if not slot.width:
                state[first : first + slot.length] = unpack_from(f"<{slot.length}i", block, offset)
                offset += size * slot.length
                continue
            for place in range(first, first + slot.length):
                state[place] = int.from_bytes(block[offset : offset + size], "little")
                offset += size
    return state


def word_count(slot: Slot) -> int:
    """Return how many words of 32 bits one element of `slot` takes."""
    return words(slot.width)


def digest_of(layout: Layout, state: State, blank: State) -> str:
    """Return the SHA-256 of a position in hex.

    It says where `state` differs from `blank`, and the world of a seat from what stood before, with cells as
    coordinates: on an unbounded board it does not depend on how large a window was compiled in.
    """
    fingerprint = hashlib.sha256()
    trunk, *worlds = worlds_of(layout, state)
    for number, (world, before) in enumerate([(trunk, blank), *((world, trunk) for world in worlds)]):
        fingerprint.update(f"world {number}\n".encode() * (number > 0))
        for slot in layout.slots.values():
            if not slot.passing:
                fingerprint.update(lines_of(slot, board_of(layout, slot), world, before))
    return fingerprint.hexdigest()


def board_of(layout: Layout, slot: Slot) -> BoardLayout | None:
    """Return the board whose cells `slot` speaks of; None if it speaks of no cells."""
    if slot.counter:
        return layout.boards[layout.counters[slot.counter].board]
    if not (slot.cells or slot.by_cell):
        return None
    return layout.boards[slot.board] if slot.board else next(iter(layout.boards.values()))


@dataclass(frozen=True, slots=True)
class _Cells:
    """How cells are written: by coordinates, or by number on a board without."""

    board: BoardLayout

    def cell(self, cell: int) -> str:
        at = self.board.coordinates.get(cell)
        return f"{at[0]},{at[1]}" if at is not None else f"#{cell}"

    def number(self, number: int) -> str:
        """A number that is a cell, or a cell with a group in front; below 0 it is none."""
        group, cell = divmod(number, self.board.cells)
        return str(number) if number < 0 else f"{group}:{self.cell(cell)}"

    def members(self, bits: int) -> str:
        return " ".join(sorted(self._member(*divmod(member, self.board.cells)) for member in members_of(bits)))

    def _member(self, group: int, cell: int) -> str:
        return f"{group}:{self.cell(cell)}" if group else self.cell(cell)


def lines_of(slot: Slot, board: BoardLayout | None, state: State, blank: State) -> bytes:
    """Return a line for each element of a slot that is not as in `blank`, in an order that no window changes."""
    places = range(slot.first, slot.first + slot.length)
    if state[slot.first : slot.first + slot.length] == blank[slot.first : slot.first + slot.length]:
        return b""
    changed = [place for place in places if state[place] != blank[place]]
    lines = (
        f"{slot.name}[{_where(slot, board, place)}]={_what(slot, board, state[place], blank[place])}\n"
        for place in changed
    )
    return "".join(sorted(lines)).encode()


def _where(slot: Slot, board: BoardLayout | None, place: int) -> str:
    index = place - slot.first
    return _Cells(board).number(index) if board is not None and slot.by_cell else str(index)


def _what(slot: Slot, board: BoardLayout | None, value: int, before: int) -> str:
    if board is None or not (slot.cells or slot.counter):
        return f"{value:x}" if slot.width else str(value)
    return _Cells(board).members(value ^ before) if slot.width else _Cells(board).number(value)


def members_of(bits: int) -> Iterator[int]:
    """Return the members of a bitset, lowest first."""
    while bits:
        low = bits & -bits
        bits ^= low
        yield low.bit_length() - 1


# Fingerprints of one position after the other: what is as it was before is not written down again.


class Fingerprints:
    """Does what `dsl.runtime.canonical_state.digest_of` does, for many positions of one program."""

    def __init__(self, layout: Layout, blank: State) -> None:
        self._layout = layout
        self._blank = blank
        self._slots = [(slot, board_of(layout, slot)) for slot in layout.slots.values() if not slot.passing]
        self._kept: list[tuple[State, bytes]] = [([], b"")] * len(self._slots)  #: of each slot, as it was last

    def of(self, state: State) -> str:
        """Return the SHA-256 of a position in hex."""
        fingerprint = hashlib.sha256()
        trunk, *worlds = worlds_of(self._layout, state)
        for place in range(len(self._slots)):
            fingerprint.update(self._lines(place, trunk))
        for number, world in enumerate(worlds, 1):
            fingerprint.update(f"world {number}\n".encode())
            for slot, board in self._slots:
                fingerprint.update(lines_of(slot, board, world, trunk))
        return fingerprint.hexdigest()

    def _lines(self, place: int, state: State) -> bytes:
        """Return what is said of a slot: what was said last, if it is as it was then."""
        slot, board = self._slots[place]
        values = state[slot.first : slot.first + slot.length]
        if values != self._kept[place][0]:
            self._kept[place] = values, lines_of(slot, board, state, self._blank)
        return self._kept[place][1]

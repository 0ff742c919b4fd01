"""Canonical form of a state, equal on all runners: its bytes, its digest, and fingerprints of values.

The fingerprint (`hash_mix`) mixes words of 32 bits into one of 64. Each word is one round of an xxHash lane (Collet
2012), finished as CPython finishes the hash of a tuple: where Python's `hash` of a tuple is this function, as in 64-bit
CPython from 3.8 on, it is used. A change of one word changes the result. It is not a cryptographic hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from struct import pack, unpack_from

from dsl.ir.layout import BoardLayout, Layout, Slot
from dsl.ir.widths import words
from dsl.runtime.runner import State
from dsl.runtime.simultaneous import worlds_of

MULTIPLIER_1, MULTIPLIER_2, SEED = 11400714785074694791, 14029467366897019727, 2870177450012600261
ROTATION = 31
FINAL = SEED ^ 3527539  #: combined with the number of words
RESERVED, REPLACEMENT = (1 << 64) - 1, 1546275796  #: a value that is never returned, and its replacement
_WORD = (1 << 64) - 1


def hash_mix(words: tuple[int, ...]) -> int:
    """Return the fingerprint of words, each from 0 to 2**32 - 1."""
    found = SEED
    for word in words:
        found = found + word * MULTIPLIER_2 & _WORD
        found = (found << ROTATION | found >> 64 - ROTATION) * MULTIPLIER_1 & _WORD
    found = found + (len(words) ^ FINAL) & _WORD
    return REPLACEMENT if found == RESERVED else found


def _by_hash(words: tuple[int, ...]) -> int:
    return hash(words) & _WORD


_SAMPLES = ((), (0,), (1, 2**32 - 1), tuple(range(2**31, 2**31 + 99)))
fingerprint: Callable[[tuple[int, ...]], int] = (
    _by_hash if all(_by_hash(words) == hash_mix(words) for words in _SAMPLES) else hash_mix
)


def block_of(layout: Layout, state: State) -> bytes:
    """Return the canonical form: slot after slot, a number as one little-endian word, a bitset as the words it needs.

    While seats decide in secret, the worlds of the seats follow in the same form.
    """
    parts: list[bytes] = []
    for world in worlds_of(layout, state):
        for slot in layout.slots.values():
            if not slot.width:
                parts.append(pack(f"<{slot.length}i", *world[slot.first : slot.first + slot.length]))
                continue
            size = words_per_element(slot) * 4
            mask = (1 << size * 8) - 1
            parts += ((value & mask).to_bytes(size, "little") for value in world[slot.first : slot.first + slot.length])
    return b"".join(parts)


def state_of(layout: Layout, block: bytes) -> State:
    """Return the state whose canonical form is `block`; ValueError if it has the wrong length."""
    needed = sum(4 * words_per_element(slot) * slot.length for slot in layout.slots.values())
    if not block or len(block) % needed:
        raise ValueError(f"a state of this program has {needed} bytes, not {len(block)}")
    state, offset = [0] * (len(block) // needed * layout.length), 0
    for world in range(0, len(state), layout.length):
        for slot in layout.slots.values():
            first, size = world + slot.first, words_per_element(slot) * 4
            if not slot.width:
                state[first : first + slot.length] = unpack_from(f"<{slot.length}i", block, offset)
                offset += size * slot.length
                continue
            for place in range(first, first + slot.length):
                state[place] = int.from_bytes(block[offset : offset + size], "little")
                offset += size
    return state


def offset_in_block(layout: Layout, name: str) -> tuple[int, int]:
    """Return the first byte of a slot in the canonical form, and the byte after its last."""
    first = 0
    for slot in layout.slots.values():
        size = 4 * words_per_element(slot) * slot.length
        if slot.name == name:
            return first, first + size
        first += size
    raise KeyError(name)


def words_per_element(slot: Slot) -> int:
    """Return the words of 32 bits per element of `slot`."""
    return words(slot.width)


def digest_of(layout: Layout, state: State, blank: State) -> str:
    """Return the SHA-256 of a position in hex.

    It covers the differences of `state` from `blank`, and of the world of a seat from the trunk, with cells as
    coordinates: so it does not depend on the windows of unbounded boards.
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
    """Return the board whose cells `slot` contains or is indexed by; None for other slots."""
    if slot.counter:
        return layout.boards[layout.counters[slot.counter].board]
    if not (slot.cells or slot.by_cell):
        return None
    return layout.boards[slot.board] if slot.board else next(iter(layout.boards.values()))


@dataclass(frozen=True, slots=True)
class CellTexts:
    """Texts of the cells of a board: coordinates, or a number on a board without coordinates."""

    board: BoardLayout

    def cell(self, cell: int) -> str:
        """Return the text of a cell."""
        at = self.board.coordinates.get(cell)
        return f"{at[0]},{at[1]}" if at is not None else f"#{cell}"

    def number(self, number: int) -> str:
        """Return the text of a cell, or of a cell with a group in front; a negative number is no cell."""
        group, cell = divmod(number, self.board.cells)
        return str(number) if number < 0 else f"{group}:{self.cell(cell)}"

    def members(self, bits: int) -> str:
        """Return the texts of the members of a bitset, in alphabetical order."""
        return " ".join(sorted(self.member(*divmod(member, self.board.cells)) for member in members_of(bits)))

    def member(self, group: int, cell: int) -> str:
        """Return the text of a member of a bitset: a cell, perhaps with a group in front."""
        return f"{group}:{self.cell(cell)}" if group else self.cell(cell)


def lines_of(slot: Slot, board: BoardLayout | None, state: State, blank: State) -> bytes:
    """Return a line for each element of a slot that differs from `blank`, in an order independent of windows."""
    places = range(slot.first, slot.first + slot.length)
    if state[slot.first : slot.first + slot.length] == blank[slot.first : slot.first + slot.length]:
        return b""
    lines = (
        f"{slot.name}[{index_text(slot, board, index)}]={_text_of(slot, board, state[place], blank[place])}\n"
        for index, place in enumerate(places)
        if state[place] != blank[place]
    )
    return "".join(sorted(lines)).encode()


def index_text(slot: Slot, board: BoardLayout | None, index: int) -> str:
    """Return the text of the index of an element of a slot; `board` is what `board_of` returns for the slot."""
    return CellTexts(board).number(index) if board is not None and slot.by_cell else str(index)


def _text_of(slot: Slot, board: BoardLayout | None, value: int, before: int) -> str:
    if board is None or not (slot.cells or slot.counter):
        return f"{value:x}" if slot.width else str(value)
    return CellTexts(board).members(value ^ before) if slot.width else CellTexts(board).number(value)


def members_of(bits: int) -> Iterator[int]:
    """Return the members of a bitset, lowest first."""
    while bits:
        low = bits & -bits
        bits ^= low
        yield low.bit_length() - 1


class Fingerprints:
    """Computes `digest_of` for many positions of one program; caches the lines of unchanged slots."""

    def __init__(self, layout: Layout, blank: State) -> None:
        self._layout = layout
        self._blank = blank
        self._slots = [(slot, board_of(layout, slot)) for slot in layout.slots.values() if not slot.passing]
        self._cache: list[tuple[State, bytes]] = [([], b"")] * len(self._slots)  #: by slot

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
        """Return the lines of a slot, from the cache if it is unchanged."""
        slot, board = self._slots[place]
        values = state[slot.first : slot.first + slot.length]
        if values != self._cache[place][0]:
            self._cache[place] = values, lines_of(slot, board, state, self._blank)
        return self._cache[place][1]

"""What a state is outside its runner: words for comparing and keeping, and the fingerprint of a position."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from struct import pack, unpack_from

from dsl.ir.layout import BoardLayout, Layout, Slot
from dsl.ir.widths import words
from dsl.run.runner import State
from dsl.run.worlds import worlds_of

_WORD = (1 << 32) - 1


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

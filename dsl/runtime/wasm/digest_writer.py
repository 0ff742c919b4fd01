"""Digests of many states at once: a module that writes the text which `dsl.runtime.canonical_state.digest_of` hashes.

The code is the same for all programs; tables in its memory describe a layout. It reads states in canonical form,
without worlds of seats that decide in secret. Numbers in the tables have 32 bits:

    SLOTS      a row for each slot that is part of a position: kind of its values, offset and size in a block, words of
               an element, address and number of its elements, address and number of its cells
    elements   in the order of their lines: offset in a block, address and length of what is before the value
    cells      of a bitset, in the order of their texts: member, address and length of its text;
               of a number, in the order of the cells: 0, address and length
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from struct import pack, unpack

from dsl.ir.layout import Layout, Slot
from dsl.runtime.canonical_state import CellTexts, board_of, index_text
from dsl.runtime.wasm.encoder import PAGE, ModuleBuilder
from dsl.runtime.wasm.instance import TooLargeError, WasmInstance
from dsl.runtime.wasm.memory_layout import element_bytes
from dsl.runtime.wasm.prelude import assembled, declared

NUMBER, HEX, MEMBERS, CELL = range(4)  #: kinds of values: decimal, hexadecimal, a list of cells, a cell
_SLOT_BYTES, _ELEMENT_BYTES = 32, 12
_ROOM = 1 << 17  #: bytes for blocks; bytes of text after which no further block is begun
_LONGEST = 1 << 26  #: limit on the bytes of one text
_WIDE = 8  #: texts are copied in pieces of as many bytes

TEXT = """
(func $write export (param $count i32) (param $size i32) (result i32)  ;; the texts of blocks; returns how many
  (local $block i32) (local $out i32) (local $slot i32) (local $done i32)
  (local.set $block (i32.const BLOCKS))
  (local.set $out (i32.const OUT))
  (block $full
    (loop $again
      (local.set $slot (i32.const SLOTS))
      (loop $slots
        (local.set $out (call $slot (local.get $slot) (local.get $block) (local.get $out)))
        (br_if $slots (i32.lt_u
          (local.tee $slot (i32.add (local.get $slot) (i32.const 32))) (i32.const SLOTS_END))))
      (i32.store (i32.add (i32.const ENDS) (i32.shl (local.get $done) (i32.const 2)))
        (i32.sub (local.get $out) (i32.const OUT)))
      (local.set $done (i32.add (local.get $done) (i32.const 1)))
      (br_if $full (i32.gt_u (local.get $out) (i32.const OUT+ROOM)))
      (local.set $block (i32.add (local.get $block) (local.get $size)))
      (br_if $again (i32.lt_u (local.get $done) (local.get $count)))))
  (local.get $done))

(func $slot (param $slot i32) (param $block i32) (param $out i32) (result i32)
  (local $element i32) (local $end i32) (local $at i32) (local $words i32)
  (local.set $words (i32.load offset=12 (local.get $slot)))
  (if (call $same (local.get $block) (i32.load offset=4 (local.get $slot)) (i32.load offset=8 (local.get $slot)))
    (then (return (local.get $out))))
  (local.set $element (i32.load offset=16 (local.get $slot)))
  (local.set $end
    (i32.add (local.get $element) (i32.mul (i32.load offset=20 (local.get $slot)) (i32.const 12))))
  (loop $again
    (local.set $at (i32.load (local.get $element)))
    (if (if (result i32)
        (i32.ne (i32.load (i32.add (local.get $block) (local.get $at))) (i32.load offset=BLANK (local.get $at)))
        (then (i32.const 1))
        (else (if (result i32) (i32.eq (local.get $words) (i32.const 1))
          (then (i32.const 0))
          (else (i32.eqz (call $same (local.get $block) (local.get $at)
            (i32.shl (local.get $words) (i32.const 2))))))))
      (then
        (local.set $out (call $copy (local.get $element) (local.get $out)))
        (local.set $out (call $value (local.get $slot) (local.get $block) (local.get $at) (local.get $out)))
        (i32.store8 (local.get $out) (i32.const 10))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))))
    (br_if $again (i32.lt_u (local.tee $element (i32.add (local.get $element) (i32.const 12))) (local.get $end))))
  (local.get $out))

(func $same (param $block i32) (param $at i32) (param $size i32) (result i32)  ;; as in the blank block
  (local $blank i32) (local $end i32)
  (local.set $blank (i32.add (i32.const BLANK) (local.get $at)))
  (local.set $block (i32.add (local.get $block) (local.get $at)))
  (local.set $end (i32.add (local.get $block) (local.get $size)))
  (loop $again
    (if (i32.ne (i32.load (local.get $block)) (i32.load (local.get $blank))) (then (return (i32.const 0))))
    (local.set $blank (i32.add (local.get $blank) (i32.const 4)))
    (br_if $again (i32.lt_u (local.tee $block (i32.add (local.get $block) (i32.const 4))) (local.get $end))))
  (i32.const 1))

(func $copy (param $row i32) (param $out i32) (result i32)  ;; the text whose address and length follow in a row
  (local $from i32) (local $to i32) (local $end i32)
  (local.set $from (i32.load offset=4 (local.get $row)))
  (local.set $to (local.get $out))
  (local.set $end (i32.add (local.get $out) (i32.load offset=8 (local.get $row))))
  (loop $again
    (i64.store (local.get $to) (i64.load (local.get $from)))
    (local.set $from (i32.add (local.get $from) (i32.const 8)))
    (br_if $again (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 8))) (local.get $end))))
  (local.get $end))

(func $value (param $slot i32) (param $block i32) (param $at i32) (param $out i32) (result i32)
  (local $kind i32) (local $number i32) (local $cells i32)
  (local.set $kind (i32.load (local.get $slot)))
  (if (i32.eq (local.get $kind) (i32.const HEX))
    (then (return (call $hex
      (i32.add (local.get $block) (local.get $at)) (i32.load offset=12 (local.get $slot)) (local.get $out)))))
  (if (i32.eq (local.get $kind) (i32.const MEMBERS))
    (then (return (call $members (local.get $slot) (local.get $block) (local.get $at) (local.get $out)))))
  (local.set $number (i32.load (i32.add (local.get $block) (local.get $at))))
  (if (i32.or (i32.eq (local.get $kind) (i32.const NUMBER)) (i32.lt_s (local.get $number) (i32.const 0)))
    (then (return (call $decimal (local.get $number) (local.get $out)))))
  (local.set $cells (i32.load offset=28 (local.get $slot)))
  (local.set $out (call $decimal (i32.div_u (local.get $number) (local.get $cells)) (local.get $out)))
  (i32.store8 (local.get $out) (i32.const 58))
  (call $copy
    (i32.add (i32.load offset=24 (local.get $slot))
      (i32.mul (i32.const 12) (i32.rem_u (local.get $number) (local.get $cells))))
    (i32.add (local.get $out) (i32.const 1))))

(func $decimal (param $number i32) (param $out i32) (result i32)
  (local $left i32) (local $end i32)
  (if (i32.lt_s (local.get $number) (i32.const 0))
    (then
      (i32.store8 (local.get $out) (i32.const 45))
      (local.set $out (i32.add (local.get $out) (i32.const 1)))
      (local.set $number (i32.sub (i32.const 0) (local.get $number)))))
  (local.set $left (local.get $number))
  (local.set $end (local.get $out))
  (loop $digits
    (local.set $end (i32.add (local.get $end) (i32.const 1)))
    (br_if $digits (local.tee $left (i32.div_u (local.get $left) (i32.const 10)))))
  (local.set $left (local.get $end))
  (loop $again
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (i32.store8 (local.get $left) (i32.add (i32.const 48) (i32.rem_u (local.get $number) (i32.const 10))))
    (br_if $again (local.tee $number (i32.div_u (local.get $number) (i32.const 10)))))
  (local.get $end))

(func $hex (param $from i32) (param $words i32) (param $out i32) (result i32)
  (local $nibble i32) (local $begun i32) (local $digit i32)
  (local.set $nibble (i32.shl (local.get $words) (i32.const 3)))
  (loop $again
    (local.set $nibble (i32.sub (local.get $nibble) (i32.const 1)))
    (local.set $digit (i32.and (i32.const 15) (i32.shr_u
      (i32.load (i32.add (local.get $from) (i32.shl (i32.shr_u (local.get $nibble) (i32.const 3)) (i32.const 2))))
      (i32.shl (i32.and (local.get $nibble) (i32.const 7)) (i32.const 2)))))
    (local.set $begun (i32.or (local.get $begun) (i32.or (local.get $digit) (i32.eqz (local.get $nibble)))))
    (if (local.get $begun)
      (then
        (i32.store8 (local.get $out) (i32.add (local.get $digit)
          (select (i32.const 87) (i32.const 48) (i32.gt_u (local.get $digit) (i32.const 9)))))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))))
    (br_if $again (local.get $nibble)))
  (local.get $out))

(func $members (param $slot i32) (param $block i32) (param $at i32) (param $out i32) (result i32)
  (local $row i32) (local $end i32) (local $bit i32) (local $word i32) (local $first i32)
  (local.set $first (local.get $out))
  (local.set $row (i32.load offset=24 (local.get $slot)))
  (local.set $end (i32.add (local.get $row) (i32.mul (i32.load offset=28 (local.get $slot)) (i32.const 12))))
  (loop $again
    (local.set $bit (i32.load (local.get $row)))
    (local.set $word (i32.add (local.get $at) (i32.shl (i32.shr_u (local.get $bit) (i32.const 5)) (i32.const 2))))
    (if (i32.and (i32.const 1) (i32.shr_u
        (i32.xor
          (i32.load (i32.add (local.get $block) (local.get $word)))
          (i32.load (i32.add (i32.const BLANK) (local.get $word))))
        (local.get $bit)))
      (then
        (if (i32.ne (local.get $out) (local.get $first))
          (then
            (i32.store8 (local.get $out) (i32.const 32))
            (local.set $out (i32.add (local.get $out) (i32.const 1)))))
        (local.set $out (call $copy (local.get $row) (local.get $out)))))
    (br_if $again (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 12))) (local.get $end))))
  (local.get $out))
"""


class DigestWriter:
    """Computes the digests of states of one layout."""

    def __init__(self, layout: Layout, blank: bytes, *, interpreted: bool = False) -> None:
        """`blank` is the canonical form of the blank state. Raises TooLargeError."""
        tables = _Tables(layout)
        size = len(blank)
        places = {"SLOTS": tables.slots, "SLOTS_END": tables.slots + _SLOT_BYTES * tables.count}
        places["BLANK"] = _aligned(tables.end)
        places["BLOCKS"] = _aligned(places["BLANK"] + size)
        self._most = max(_ROOM // size, 1)  #: blocks at once
        places["ENDS"] = _aligned(places["BLOCKS"] + self._most * size)
        places["OUT"] = _aligned(places["ENDS"] + 4 * self._most)
        if tables.longest > _LONGEST:
            raise TooLargeError(f"the text of a state may have {tables.longest} bytes")
        end = places["OUT"] + _ROOM + tables.longest + _WIDE
        kinds = {"NUMBER": NUMBER, "HEX": HEX, "MEMBERS": MEMBERS, "ROOM": _ROOM}
        functions = declared(TEXT)
        numbers = {function.name: number for number, function in enumerate(functions)}
        bodies = [assembled(function, numbers, places | kinds) for function in functions]
        data = [(0, bytes(tables.content)), (places["BLANK"], blank)]
        self._instance = WasmInstance(ModuleBuilder(-(-end // PAGE), bodies, data).binary(), interpreted=interpreted)
        self._write = self._instance.function("write")
        self._memory = self._instance.memory
        self._size, self._places = size, places

    def of(self, blocks: Sequence[bytes]) -> list[str]:
        """Return the SHA-256 of each state in hex."""
        found: list[str] = []
        memory, places = self._memory, self._places
        while len(found) < len(blocks):
            part = blocks[len(found) : len(found) + self._most]
            memory[places["BLOCKS"] : places["BLOCKS"] + len(part) * self._size] = b"".join(part)
            number = self._write(len(part), self._size)
            ends = unpack(f"{number}i", memory[places["ENDS"] : places["ENDS"] + 4 * number])
            text = memory[places["OUT"] : places["OUT"] + ends[-1]].tobytes()
            found += [sha256(text[first:end]).hexdigest() for first, end in pairwise((0, *ends))]
        return found


class _Tables:
    """The tables of a layout, from address 0 on."""

    def __init__(self, layout: Layout) -> None:
        self.content = bytearray(_WIDE)
        self.longest = 0  #: bytes of a text, at most
        self._texts: dict[str, int] = {}
        self._cells: dict[tuple[str, int], tuple[int, int, int]] = {}
        rows, offset = bytearray(), 0
        for slot in layout.slots.values():
            if not slot.passing:
                rows += self._slot(layout, slot, offset)
            offset += element_bytes(slot) * slot.length
        self.count = len(rows) // _SLOT_BYTES
        self.slots = self._put(bytes(rows))
        self.end = len(self.content)

    def _slot(self, layout: Layout, slot: Slot, offset: int) -> bytes:
        board, size = board_of(layout, slot), element_bytes(slot)
        cells = CellTexts(board) if board is not None and (slot.cells or slot.counter) else None
        kind = (HEX if slot.width else NUMBER) if cells is None else MEMBERS if slot.width else CELL
        table, number, longest = self._cell_table(cells, slot.width) if cells is not None else (0, 0, 0)
        lines = sorted((f"{slot.name}[{index_text(slot, board, at)}]=", at) for at in range(slot.length))
        elements = b"".join(pack("<3i", offset + size * at, *self._text(text)) for text, at in lines)
        self.longest += sum(len(text.encode()) for text, _ in lines)
        self.longest += slot.length * (longest + 2 * size + 16)  # a decimal number has at most 11 characters
        return pack("<8i", kind, offset, size * slot.length, size // 4, self._put(elements), slot.length, table, number)

    def _cell_table(self, cells: CellTexts, width: int) -> tuple[int, int, int]:
        """Return address, number of rows, and the longest text of a value."""
        key = (cells.board.name, width)
        if key not in self._cells:
            if width:
                texts = sorted((cells.member(*divmod(member, cells.board.cells)), member) for member in range(width))
            else:
                texts = [(cells.cell(cell), 0) for cell in range(cells.board.cells)]
            lengths = [len(text) + 1 for text, _ in texts]
            address = self._put(b"".join(pack("<3i", member, *self._text(text)) for text, member in texts))
            self._cells[key] = address, len(texts), sum(lengths) if width else max(lengths)
        return self._cells[key]

    def _text(self, text: str) -> tuple[int, int]:
        """Return address and length of a text."""
        content = text.encode()
        if text not in self._texts:
            self._texts[text] = self._put(content + bytes(_WIDE))
        return self._texts[text], len(content)

    def _put(self, content: bytes) -> int:
        address = _aligned(len(self.content))
        self.content += bytes(address - len(self.content)) + content
        return address


def _aligned(address: int) -> int:
    return -(-address // 8) * 8

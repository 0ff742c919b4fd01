"""Random choice of one option without listing them all.

Most options come from loops that offer each member of a bitset, perhaps with a number added. While `play` chooses by
chance such a loop only keeps the bitset as a *bunch*: options from number `start` on, `count` of them, are the members,
lowest first, each with `added`. Nothing else reads options before the next choice, so the list is never made.

BUNCHES holds the bunches one behind the other, up to what the cell BUNCHED says; the cell BUNCH_ROOM says how much room
there is, which is 0 while the list is wanted. A bunch is four numbers of 32 bits (start, count, added, how many words),
then the words of 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.ir.instructions import Arith, Const, Expr, ForBits, Local, Push
from dsl.runtime.wasm import memory_layout as at
from dsl.runtime.wasm.bitset_ops import WholeBitsetOps
from dsl.runtime.wasm.bitset_values import LocalBits, MemoryBits
from dsl.runtime.wasm.encoder import CodeBuilder
from dsl.runtime.wasm.memory_layout import longs

HEADER = 16  #: bytes before the words of a stored set

TEXT = """
(func $option (param $number i32) (result i32)  ;; the option of a number, whether in the list or in a bunch
  (local $bunch i32) (local $inside i32)
  (block $listed
    (loop $again
      (br_if $listed (i32.ge_u (local.get $bunch) (i32.load offset=BUNCHED (i32.const 0))))
      (local.set $inside (i32.sub (local.get $number) (i32.load offset=BUNCHES (local.get $bunch))))
      (if (i32.lt_u (local.get $inside) (i32.load offset=BUNCHES+4 (local.get $bunch)))
        (then (return (i32.add
          (i32.load offset=BUNCHES+8 (local.get $bunch))
          (call $nth (i32.add (local.get $bunch) (i32.const BUNCHES+16)) (local.get $inside))))))
      (local.set $bunch (i32.add (i32.add (local.get $bunch) (i32.const 16))
        (i32.shl (i32.load offset=BUNCHES+12 (local.get $bunch)) (i32.const 3))))
      (br $again)))
  (i32.load offset=OPTIONS (i32.shl (local.get $number) (i32.const 2))))

(func $nth (param $words i32) (param $number i32) (result i32)  ;; a member by its number; there are enough
  (local $word i64) (local $base i32) (local $here i32)
  (block $found
    (loop $again
      (local.set $word (i64.load (local.get $words)))
      (local.set $here (i32.wrap_i64 (i64.popcnt (local.get $word))))
      (br_if $found (i32.lt_u (local.get $number) (local.get $here)))
      (local.set $number (i32.sub (local.get $number) (local.get $here)))
      (local.set $words (i32.add (local.get $words) (i32.const 8)))
      (local.set $base (i32.add (local.get $base) (i32.const 64)))
      (br $again)))
  (i32.add (local.get $base) (call $nth_of (local.get $word) (local.get $number))))
"""


def added_to_members(loop: ForBits) -> int | None:
    """Return the offset added to each member if a loop only offers them all, else None."""
    match loop.body:
        case (Push(option, Const(1)),):
            return _added(option, loop.local)
    return None


def _added(option: Expr, member: str) -> int | None:
    match option:
        case Local(name) if name == member:
            return 0
        case Arith("+", Const(number), Local(name)) | Arith("+", Local(name), Const(number)) if name == member:
            return number
    return None


def keep_bunch(
    code: CodeBuilder, words: WholeBitsetOps, members: LocalBits | MemoryBits, count: int, added: int
) -> None:
    """Generate the storing of a set as options; local `count` is the number of its members. There is room for it."""
    size = HEADER + 8 * longs(members.width)
    end = code.borrow("i32")
    _read(code, at.BUNCHED)
    code.set(end)
    _put(code, end, 0, lambda: _read(code, at.COUNT))
    _put(code, end, 4, lambda: code.get(count))
    _put(code, end, 8, lambda: code.i32(added))
    _put(code, end, 12, lambda: code.i32(longs(members.width)))
    words.write(members, MemoryBits(end, at.BUNCHES + HEADER, members.width))
    code.i32(0)
    code.get(end)
    code.i32(size)
    code.op("i32.add")
    code.memory("i32.store", at.BUNCHED)
    code.i32(0)
    _read(code, at.COUNT)
    code.get(count)
    code.op("i32.add")
    code.memory("i32.store", at.COUNT)


def has_room(code: CodeBuilder, members: LocalBits | MemoryBits) -> None:
    """Push whether a set may be stored."""
    _read(code, at.BUNCHED)
    code.i32(HEADER + 8 * longs(members.width))
    code.op("i32.add")
    _read(code, at.BUNCH_ROOM)
    code.op("i32.le_u")


def _read(code: CodeBuilder, cell: int) -> None:
    code.i32(0)
    code.memory("i32.load", cell)


def _put(code: CodeBuilder, base: int, offset: int, number: Callable[[], None]) -> None:
    code.get(base)
    number()
    code.memory("i32.store", at.BUNCHES + offset)

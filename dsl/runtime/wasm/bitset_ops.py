"""Code generation for bitsets word by word: reading, combining, copying, and finding members, with SIMD where
possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, assert_never

from msgspec.structs import replace

from dsl.ir.instructions import SetOperation
from dsl.runtime.wasm.bitset_values import (
    NARROW,
    SKIPPED,
    UNROLLED,
    WORD,
    BitsetValue,
    CombinedBits,
    ConstantBits,
    LocalBits,
    MemoryBits,
    ShiftedBits,
    SingleBit,
    ends_apart,
    possible,
)
from dsl.runtime.wasm.encoder import CodeBuilder
from dsl.runtime.wasm.memory_layout import MARGIN, Memory, longs


@dataclass(frozen=True, slots=True)
class DynamicOffset:
    """A word index known only at run time: the local holds eight times the index."""

    local: int


WordIndex = int | DynamicOffset
Reading = Literal["i64.load", "i64.load32_u"]


class WordOps:
    """Generates reads and writes of single words of 64 bits."""

    def __init__(self, code: CodeBuilder, memory: Memory) -> None:
        self.code = code
        self.memory = memory

    # ---- one word ----

    def word(self, value: BitsetValue, at: WordIndex) -> None:
        """Push word `at` of a value."""
        code = self.code
        match value:
            case ConstantBits(bits, width):
                self._known(bits, width, at)
            case LocalBits(locals_):
                assert isinstance(at, int)  # bitsets in locals are never long enough for a loop
                code.get(locals_[at])
            case MemoryBits():
                self.address(value, at)
                code.memory(_reading(value, at), value.offset + (8 * at if isinstance(at, int) else 0))
            case CombinedBits(operator, left, right):
                self._combined(operator, left, right, at)
            case ShiftedBits():
                self._moved(value, at) if isinstance(at, int) else self._moved_somewhere(value, at)
            case SingleBit(member, width):
                self._one(member, width, at)
            case _:
                assert_never(value)

    def _known(self, bits: int, width: int, at: WordIndex) -> None:
        if isinstance(at, int):
            self.code.i64(bits >> 64 * at & WORD)
        else:
            self.word(MemoryBits(-1, self.memory.bitsets((bits,), width), width), at)

    def address(self, value: MemoryBits, at: WordIndex) -> None:
        """Push the base address to which the offset of an instruction is added."""
        code = self.code
        if isinstance(at, DynamicOffset):
            code.get(at.local)
            if value.base >= 0:
                code.get(value.base)
                code.op("i32.add")
        elif value.base >= 0:
            code.get(value.base)
        else:
            code.i32(0)

    def _combined(self, operator: SetOperation, left: BitsetValue, right: BitsetValue, at: WordIndex) -> None:
        if isinstance(at, int):
            one, other = possible(left) >> 64 * at & WORD, possible(right) >> 64 * at & WORD
            if operator == "and" and not one & other:
                self.code.i64(0)
                return
            if (operator == "minus" and not other) or (operator == "or" and not other):
                self.word(left, at)
                return
            if operator == "or" and not one:
                self.word(right, at)
                return
        self.word(left, at)
        if operator == "minus" and isinstance(right, ConstantBits) and isinstance(at, int):
            self.code.i64(~(right.bits >> 64 * at) & WORD)
            self.code.op("i64.and")
            return
        self.word(right, at)
        if operator == "minus":
            self.code.i64(-1)
            self.code.op("i64.xor")
        self.code.op("i64.or" if operator == "or" else "i64.and")

    def _moved(self, moved: ShiftedBits, at: int) -> None:
        """Push a word of a shifted value, from two neighbouring words of the source."""
        count, (whole, rest) = longs(moved.width), divmod(moved.by, 64)
        code = self.code
        parts = 0
        for source, turn, name in ((at - whole, rest, "i64.shl"), (at - whole - 1, 64 - rest, "i64.shr_u")):
            if 0 <= source < count and turn < 64:
                self.word(moved.source, source)
                if turn:
                    code.i64(turn)
                    code.op(name)
                parts += 1
        if not parts:
            code.i64(0)
        if parts == 2:
            code.op("i64.or")
        if moved.cut and parts and at == count - 1 and moved.width % 64:
            code.i64((1 << moved.width % 64) - 1)
            code.op("i64.and")

    def _moved_somewhere(self, moved: ShiftedBits, at: DynamicOffset) -> None:
        """The same at a dynamic index, for values with margins, without a last word that is cut."""
        code, (whole, rest) = self.code, divmod(moved.by, 64)
        self.word(further(moved.source, -whole), at)
        if rest:
            code.i64(rest)
            code.op("i64.shl")
            self.word(further(moved.source, -whole - 1), at)
            code.i64(64 - rest)
            code.op("i64.shr_u", "i64.or")

    def _one(self, member: int, width: int, at: WordIndex) -> None:
        code = self.code
        if longs(width) == 1:
            code.i64(1)
        else:
            code.get(member)
            code.i32(6)
            code.op("i32.shr_u")
            if isinstance(at, DynamicOffset):
                code.i32(3)
                code.op("i32.shl")
                code.get(at.local)
            else:
                code.i32(at)
            code.op("i32.eq", "i64.extend_i32_u")
        code.get(member)
        code.op("i64.extend_i32_u", "i64.shl")

    # ---- one member ----

    def member(self, value: BitsetValue, index: int) -> None:
        """Push a number whose lowest bit is 1 if the member in local `index` is in a value."""
        code = self.code
        match value:
            case ConstantBits(bits, width) if longs(width) == 1:
                code.i64(bits)
                self._bit_of_word(index)
            case ConstantBits(bits, width):
                self.member(MemoryBits(-1, self.memory.bitsets((bits,), width), width), index)
            case LocalBits(locals_):
                self._choose(locals_, index)
                self._bit_of_word(index)
            case MemoryBits():
                self.cell(value, index)
                code.memory("i32.load", value.offset)
                code.get(index)
                code.op("i32.shr_u")
            case CombinedBits(operator, left, right):
                self.member(left, index)
                self.member(right, index)
                if operator == "minus":
                    code.i32(-1)
                    code.op("i32.xor")
                code.op("i32.or" if operator == "or" else "i32.and")
            case SingleBit(member):
                code.get(member)
                code.get(index)
                code.op("i32.eq")
            case ShiftedBits():
                raise AssertionError("what was moved is written down before a member is looked for")
            case _:
                assert_never(value)

    def cell(self, value: MemoryBits, index: int) -> None:
        """Push the address, less its offset, of the 32-bit cell of a member."""
        code = self.code
        code.get(index)
        code.i32(3)
        code.op("i32.shr_u")
        code.i32(-4)
        code.op("i32.and")
        if value.base >= 0:
            code.get(value.base)
            code.op("i32.add")

    def _bit_of_word(self, index: int) -> None:
        code = self.code
        code.get(index)
        code.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")

    def _choose(self, locals_: tuple[int, ...], index: int) -> None:
        """Push the word of a member."""
        code = self.code
        code.get(locals_[-1])
        for at in range(len(locals_) - 2, -1, -1):
            code.get(locals_[at])
            code.get(index)
            code.i32(64 * (at + 1))
            code.op("i32.ge_s", "select")


def further(value: LocalBits | MemoryBits, words: int) -> MemoryBits:
    """Return the value `words` words further on in memory."""
    assert isinstance(value, MemoryBits)
    return replace(value, offset=value.offset + 8 * words)


def _reading(value: MemoryBits, at: WordIndex) -> Reading:
    return "i64.load32_u" if value.half and at == longs(value.width) - 1 else "i64.load"


# Instructions that read the words of bitsets two at a time.


class SimdPairOps(WordOps):
    """Generates reads and writes of pairs of words with SIMD."""

    def pair(self, value: BitsetValue, at: WordIndex) -> None:
        """Push word `at` of a value and the next one as a vector."""
        code = self.code
        match value:
            case ConstantBits(bits) if isinstance(at, int):
                code.v128(bits >> 64 * at & (1 << 128) - 1)
            case ConstantBits(bits, width):
                self.pair(MemoryBits(-1, self.memory.bitsets((bits,), width), width), at)
            case MemoryBits() if not in_pieces(value, at):
                self.address(value, at)
                code.pair("v128.load", value.offset + (8 * at if isinstance(at, int) else 0))
            case CombinedBits(operator, left, right):
                self.pair(left, at)
                self.pair(right, at)
                code.op({"or": "v128.or", "and": "v128.and", "minus": "v128.andnot"}[operator])
            case ShiftedBits() if isinstance(at, DynamicOffset) or self._whole(value, at):
                self._moved_pair(value, at)
            case _:
                self.word(value, at)
                code.op("i64x2.splat")
                self._next_word(value, at)
                code.op("i64x2.replace_lane 1")

    def _next_word(self, value: BitsetValue, at: WordIndex) -> None:
        if isinstance(at, int):
            self.word(value, at + 1)
            return
        lent = self.code.lent()
        further = self.code.borrow("i32")
        self.code.get(at.local)
        self.code.i32(8)
        self.code.op("i32.add")
        self.code.set(further)
        self.word(value, DynamicOffset(further))
        self.code.give_back(lent)

    def _whole(self, moved: ShiftedBits, at: int) -> bool:
        """Whether two words of a shifted value come from words that all exist."""
        count, whole, source = longs(moved.width), moved.by // 64, moved.source
        if not isinstance(source, MemoryBits) or (moved.cut and at + 1 == count - 1):
            return False
        if source.margin and abs(moved.by) <= 8 * MARGIN - 64:
            return True
        first, last = at - whole - (moved.by % 64 != 0), at + 1 - whole
        return first >= 0 and last < count - source.half

    def _moved_pair(self, moved: ShiftedBits, at: WordIndex) -> None:
        code, (whole, rest) = self.code, divmod(moved.by, 64)
        self.pair(further(moved.source, -whole), at)
        if not rest:
            return
        code.i32(rest)
        code.op("i64x2.shl")
        self.pair(further(moved.source, -whole - 1), at)
        code.i32(64 - rest)
        code.op("i64x2.shr_u", "v128.or")


def in_pieces(value: MemoryBits, at: WordIndex) -> bool:
    """Whether two words cannot be accessed as a pair, as the second has only 32 bits in memory."""
    return value.half and isinstance(at, int) and at + 1 == longs(value.width) - 1


# Instructions that go over all the words of bitsets: writing, counting, comparing.


class WholeBitsetOps(SimdPairOps):
    """Generates operations over all words of a bitset, unrolled or as a loop."""

    def each(
        self, width: int, apart: bool, do: Callable[[WordIndex], None], two: Callable[[WordIndex], None] | None = None
    ) -> None:
        """Generate `do` for every word, unrolled or as a loop; with `apart` the last word is separate.

        With `two`, that is written for pairs of words wherever there is a pair.
        """
        count = longs(width)
        step = 2 if two is not None and count > NARROW else 1
        twice = two if two is not None and step == 2 else do
        if count > UNROLLED:
            rest = (count - apart) // step * step
            self._loop(rest, step, twice)
        else:
            rest = count // step * step
            for at in range(0, rest, step):
                twice(at)
        for at in range(rest, count):
            do(at)

    def each_sparse(self, value: BitsetValue, do: Callable[[WordIndex], None]) -> None:
        """Generate `do`, which does nothing for an empty word, for every word of a value; long ones are skipped over
        a number of empty words at a time."""
        count, apart = longs(value.width), ends_apart(value)
        blocks = (count - apart) // SKIPPED if count > UNROLLED else 0
        if not blocks:
            self.each(value.width, apart, do)
            return
        code = self.code

        def block(at: WordIndex) -> None:
            assert isinstance(at, DynamicOffset)
            lent = code.lent()
            end = code.borrow("i32")
            self.any_of_block(value, at)
            code.if_()
            code.get(at.local)
            code.i32(8 * SKIPPED)
            code.op("i32.add")
            code.set(end)
            again = code.loop()
            do(at)
            code.get(at.local)
            code.i32(8)
            code.op("i32.add")
            code.tee(at.local)
            code.get(end)
            code.op("i32.lt_u")
            code.br_if(again)
            code.end()
            code.get(at.local)
            code.i32(8 * SKIPPED)
            code.op("i32.sub")
            code.set(at.local)
            code.end()
            code.give_back(lent)

        self._loop(blocks * SKIPPED, SKIPPED, block)
        for at in range(blocks * SKIPPED, count):
            do(at)

    def any_of_block(self, value: BitsetValue, at: DynamicOffset, words: int = 0) -> None:
        """Push whether one of some words from `at` on is not empty."""
        code, lent = self.code, self.code.lent()
        further = code.borrow("i32")
        for pair in range(0, words or SKIPPED, 2):
            if pair and isinstance(value, MemoryBits):
                self.pair(replace(value, offset=value.offset + 8 * pair), at)
            elif pair:
                code.get(at.local)
                code.i32(8 * pair)
                code.op("i32.add")
                code.set(further)
                self.pair(value, DynamicOffset(further))
            else:
                self.pair(value, at)
            if pair:
                code.op("v128.or")
        code.op("v128.any_true")
        code.give_back(lent)

    def _loop(self, count: int, step: int, do: Callable[[WordIndex], None]) -> None:
        code, lent = self.code, self.code.lent()
        offset = code.borrow("i32")
        code.i32(0)
        code.set(offset)
        again = code.loop()
        do(DynamicOffset(offset))
        code.get(offset)
        code.i32(8 * step)
        code.op("i32.add")
        code.tee(offset)
        code.i32(8 * count)
        code.op("i32.lt_u")
        code.br_if(again)
        code.end()
        code.give_back(lent)

    def write(self, value: BitsetValue, target: MemoryBits) -> None:
        """Generate the write of a value to memory that does not overlap words that it shifts."""
        code = self.code
        if isinstance(value, ConstantBits) and not value.bits and longs(value.width) > UNROLLED:
            self._clear(target)
            return

        def one(at: WordIndex) -> None:
            self.address(target, at)
            self.word(value, at)
            name = "i64.store32" if target.half and at == longs(target.width) - 1 else "i64.store"
            code.memory(name, target.offset + (8 * at if isinstance(at, int) else 0))

        def two(at: WordIndex) -> None:
            if in_pieces(target, at):
                assert isinstance(at, int)
                one(at)
                one(at + 1)
                return
            self.address(target, at)
            self.pair(value, at)
            code.pair("v128.store", target.offset + (8 * at if isinstance(at, int) else 0))

        self.each(target.width, target.half or ends_apart(value), one, two)

    def _clear(self, target: MemoryBits) -> None:
        code = self.code
        code.i32(target.offset)
        if target.base >= 0:
            code.get(target.base)
            code.op("i32.add")
        code.i32(0)
        code.i32(8 * longs(target.width) - 4 * target.half)
        code.op("memory.fill")

    def fill(self, value: BitsetValue, target: LocalBits) -> None:
        """Assign the words of a value to locals, which it may use itself."""
        for at in range(len(target.locals)):
            self.word(value, at)
        for local in reversed(target.locals):
            self.code.set(local)

    def population(self, value: BitsetValue) -> None:
        """Push the number of members of a value."""
        code = self.code
        if isinstance(value, SingleBit):
            code.i32(1)
            return

        def one(at: WordIndex) -> None:
            self.word(value, at)
            code.op("i64.popcnt")

        self._sum(value, one, "i64.add")
        code.op("i32.wrap_i64")

    def is_empty(self, value: BitsetValue) -> None:
        """Push 1 if a value has no member, else 0."""
        if longs(value.width) > NARROW:
            self._together(value, lambda at: self.pair(value, at))
            self.code.op("i32.eqz")
        else:
            self._sum(value, lambda at: self.word(value, at), "i64.or")
            self.code.op("i64.eqz")

    def equal(self, left: BitsetValue, right: BitsetValue) -> None:
        """Push 1 if two values are equal, else 0."""
        code = self.code

        def two(at: WordIndex) -> None:
            self.pair(left, at)
            self.pair(right, at)
            code.op("v128.xor")

        def one(at: WordIndex) -> None:
            self.word(left, at)
            self.word(right, at)
            code.op("i64.xor")

        both = CombinedBits("or", left, right, left.width)
        if longs(left.width) > NARROW:
            self._together(both, two, one)
            code.op("i32.eqz")
        else:
            self._sum(both, one, "i64.or")
            code.op("i64.eqz")

    def _together(
        self, value: BitsetValue, two: Callable[[WordIndex], None], one: Callable[[WordIndex], None] | None = None
    ) -> None:
        """Push whether any bit is set in the results of `two` for pairs of words, and of `one` for a last single
        one."""
        code, lent = self.code, self.code.lent()
        total = code.borrow("v128")
        code.v128(0)
        code.set(total)

        def more(at: WordIndex) -> None:
            two(at)
            code.get(total)
            code.op("v128.or")
            code.set(total)

        def last(at: WordIndex) -> None:
            if one is None:
                self.word(value, at)
            else:
                one(at)
            code.op("i64x2.splat")
            code.get(total)
            code.op("v128.or")
            code.set(total)

        self.each(value.width, ends_apart(value), last, more)
        code.get(total)
        code.op("v128.any_true")
        code.give_back(lent)

    def _sum(self, value: BitsetValue, one: Callable[[WordIndex], None], operator: str) -> None:
        """Push the sum of the results of `one` for every word that may be non-empty."""
        code = self.code
        if longs(value.width) <= UNROLLED:
            seen = [at for at in range(longs(value.width)) if possible(value) >> 64 * at & WORD] or [0]
            for number, at in enumerate(seen):
                one(at)
                if number:
                    code.op(operator)
            return
        lent = code.lent()
        total = code.borrow("i64")
        code.i64(0)
        code.set(total)

        def more(at: WordIndex) -> None:
            one(at)
            code.get(total)
            code.op(operator)
            code.set(total)

        self.each_sparse(value, more)
        code.get(total)
        code.give_back(lent)

    def lowest(self, value: BitsetValue) -> None:
        """Push the lowest member of a value, -1 if there is none."""
        code = self.code
        if isinstance(value, SingleBit):
            code.get(value.member)
            return
        lent = code.lent()
        found, word = code.borrow("i32"), code.borrow("i64")
        code.i32(-1)
        code.set(found)
        done = code.block()

        def one(at: WordIndex) -> None:
            empty = code.block()
            self.word(value, at)
            code.tee(word)
            code.op("i64.eqz")
            code.br_if(empty)
            self._member(word, at)
            code.set(found)
            code.br(done)
            code.end()

        self.each_sparse(value, one)
        code.end()
        code.get(found)
        code.give_back(lent)

    def nth(self, value: BitsetValue, number: int, helper: int) -> None:
        """Push the member of a value with as many lower ones as local `number`, which is overwritten."""
        code, lent = self.code, self.code.lent()
        found, here, word = code.borrow("i32"), code.borrow("i32"), code.borrow("i64")
        code.i32(-1)
        code.set(found)
        done = code.block()

        def one(at: WordIndex) -> None:
            self.word(value, at)
            code.tee(word)
            code.op("i64.popcnt", "i32.wrap_i64")
            code.set(here)
            for part in (number, here):
                code.get(part)
            code.op("i32.lt_u")
            code.if_()
            code.get(word)
            code.get(number)
            code.call(helper)
            self._beyond(at)
            code.set(found)
            code.br(done)
            code.end()
            for part in (number, here):
                code.get(part)
            code.op("i32.sub")
            code.set(number)

        self.each_sparse(value, one)
        code.end()
        code.get(found)
        code.give_back(lent)

    def _member(self, word: int, at: WordIndex) -> None:
        """Push the lowest member of the non-empty word `at`."""
        self.code.get(word)
        self.code.op("i64.ctz", "i32.wrap_i64")
        self._beyond(at)

    def _beyond(self, at: WordIndex) -> None:
        """Add the base of word `at` to a member of it."""
        code = self.code
        if isinstance(at, DynamicOffset):
            code.get(at.local)
            code.i32(3)
            code.op("i32.shl", "i32.add")
        elif at:
            code.i32(64 * at)
            code.op("i32.add")

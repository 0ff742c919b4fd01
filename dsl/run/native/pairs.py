"""Instructions that read the words of bitsets two at a time."""

from __future__ import annotations

from dsl.run.native.memory import MARGIN, longs
from dsl.run.native.sets import Combined, InMemory, Known, Moved, Value
from dsl.run.native.words import At, Offset, Words, further


class Pairs(Words):
    """Writes what reads two words at once."""

    def pair(self, value: Value, at: At) -> None:
        """Push word `at` of a value and the next one as a vector."""
        code = self.code
        match value:
            case Known(bits) if isinstance(at, int):
                code.v128(bits >> 64 * at & (1 << 128) - 1)
            case Known(bits, width):
                self.pair(InMemory(-1, self.memory.bitsets((bits,), width), width), at)
            case InMemory() if not in_pieces(value, at):
                self.address(value, at)
                code.pair("v128.load", value.offset + (8 * at if isinstance(at, int) else 0))
            case Combined(operator, left, right):
                self.pair(left, at)
                self.pair(right, at)
                code.op({"or": "v128.or", "and": "v128.and", "minus": "v128.andnot"}[operator])
            case Moved() if isinstance(at, Offset) or self._whole(value, at):
                self._moved_pair(value, at)
            case _:
                self.word(value, at)
                code.op("i64x2.splat")
                self._next_word(value, at)
                code.op("i64x2.replace_lane 1")

    def _next_word(self, value: Value, at: At) -> None:
        if isinstance(at, int):
            self.word(value, at + 1)
            return
        lent = self.code.lent()
        further = self.code.borrow("i32")
        self.code.get(at.local)
        self.code.i32(8)
        self.code.op("i32.add")
        self.code.set(further)
        self.word(value, Offset(further))
        self.code.give_back(lent)

    def _whole(self, moved: Moved, at: int) -> bool:
        """Whether two words of something that was moved come from words that are all there."""
        count, whole, source = longs(moved.width), moved.by // 64, moved.source
        if not isinstance(source, InMemory) or (moved.cut and at + 1 == count - 1):
            return False
        if source.margin and abs(moved.by) <= 8 * MARGIN - 64:
            return True
        first, last = at - whole - (moved.by % 64 != 0), at + 1 - whole
        return first >= 0 and last < count - source.half

    def _moved_pair(self, moved: Moved, at: At) -> None:
        code, (whole, rest) = self.code, divmod(moved.by, 64)
        self.pair(further(moved.source, -whole), at)
        if not rest:
            return
        code.i32(rest)
        code.op("i64x2.shl")
        self.pair(further(moved.source, -whole - 1), at)
        code.i32(64 - rest)
        code.op("i64x2.shr_u", "v128.or")


def in_pieces(value: InMemory, at: At) -> bool:
    """Whether two words cannot be read or written at once, as the second has just 32 bits there."""
    return value.half and isinstance(at, int) and at + 1 == longs(value.width) - 1

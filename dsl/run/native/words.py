"""Instructions that read the words of bitsets, and look for a member."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from dsl.program.code import SetOperation
from dsl.run.native.instructions import Code
from dsl.run.native.memory import Memory, longs
from dsl.run.native.sets import WORD, Combined, InLocals, InMemory, Known, Moved, One, Value, possible


@dataclass(frozen=True, slots=True)
class Offset:
    """A word that is known only when the module runs: the local holds eight times its number."""

    local: int


At = int | Offset
Reading = Literal["i64.load", "i64.load32_u"]


class Words:
    """Writes what reads and writes words."""

    def __init__(self, code: Code, memory: Memory) -> None:
        self.code = code
        self.memory = memory

    # ---- one word ----

    def word(self, value: Value, at: At) -> None:
        """Push word `at` of a value."""
        code = self.code
        match value:
            case Known(bits, width):
                self._known(bits, width, at)
            case InLocals(locals_):
                assert isinstance(at, int)  # what is in locals is never so long that it takes a loop
                code.get(locals_[at])
            case InMemory():
                self.address(value, at)
                code.memory(_reading(value, at), value.offset + (8 * at if isinstance(at, int) else 0))
            case Combined(operator, left, right):
                self._combined(operator, left, right, at)
            case Moved():
                self._moved(value, at) if isinstance(at, int) else self._moved_somewhere(value, at)
            case One(member, width):
                self._one(member, width, at)
            case _:
                assert_never(value)

    def _known(self, bits: int, width: int, at: At) -> None:
        if isinstance(at, int):
            self.code.i64(bits >> 64 * at & WORD)
        else:
            self.word(InMemory(-1, self.memory.bitsets((bits,), width), width), at)

    def address(self, value: InMemory, at: At) -> None:
        """Push what the offset of an instruction is added to."""
        code = self.code
        if isinstance(at, Offset):
            code.get(at.local)
            if value.base >= 0:
                code.get(value.base)
                code.op("i32.add")
        elif value.base >= 0:
            code.get(value.base)
        else:
            code.i32(0)

    def _combined(self, operator: SetOperation, left: Value, right: Value, at: At) -> None:
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
        if operator == "minus" and isinstance(right, Known) and isinstance(at, int):
            self.code.i64(~(right.bits >> 64 * at) & WORD)
            self.code.op("i64.and")
            return
        self.word(right, at)
        if operator == "minus":
            self.code.i64(-1)
            self.code.op("i64.xor")
        self.code.op("i64.or" if operator == "or" else "i64.and")

    def _moved(self, moved: Moved, at: int) -> None:
        """A word comes from two neighbouring words of the source."""
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

    def _moved_somewhere(self, moved: Moved, at: Offset) -> None:
        """The same in a loop, which only goes over what has margins, and leaves out a last word that is cut."""
        code, (whole, rest) = self.code, divmod(moved.by, 64)
        self.word(further(moved.source, -whole), at)
        if rest:
            code.i64(rest)
            code.op("i64.shl")
            self.word(further(moved.source, -whole - 1), at)
            code.i64(64 - rest)
            code.op("i64.shr_u", "i64.or")

    def _one(self, member: int, width: int, at: At) -> None:
        code = self.code
        if longs(width) == 1:
            code.i64(1)
        else:
            code.get(member)
            code.i32(6)
            code.op("i32.shr_u")
            if isinstance(at, Offset):
                code.i32(3)
                code.op("i32.shl")
                code.get(at.local)
            else:
                code.i32(at)
            code.op("i32.eq", "i64.extend_i32_u")
        code.get(member)
        code.op("i64.extend_i32_u", "i64.shl")

    # ---- one member ----

    def member(self, value: Value, index: int) -> None:
        """Push a number whose lowest bit says whether the member in local `index` is in a value."""
        code = self.code
        match value:
            case Known(bits, width) if longs(width) == 1:
                code.i64(bits)
                self._bit_of_word(index)
            case Known(bits, width):
                self.member(InMemory(-1, self.memory.bitsets((bits,), width), width), index)
            case InLocals(locals_):
                self._choose(locals_, index)
                self._bit_of_word(index)
            case InMemory():
                self.cell(value, index)
                code.memory("i32.load", value.offset)
                code.get(index)
                code.op("i32.shr_u")
            case Combined(operator, left, right):
                self.member(left, index)
                self.member(right, index)
                if operator == "minus":
                    code.i32(-1)
                    code.op("i32.xor")
                code.op("i32.or" if operator == "or" else "i32.and")
            case One(member):
                code.get(member)
                code.get(index)
                code.op("i32.eq")
            case Moved():
                raise AssertionError("what was moved is written down before a member is looked for")
            case _:
                assert_never(value)

    def cell(self, value: InMemory, index: int) -> None:
        """Push the address, less its offset, of the 32 bits in which a member lies."""
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
        """Push the word in which a member lies."""
        code = self.code
        code.get(locals_[-1])
        for at in range(len(locals_) - 2, -1, -1):
            code.get(locals_[at])
            code.get(index)
            code.i32(64 * (at + 1))
            code.op("i32.ge_s", "select")


def further(value: InLocals | InMemory, words: int) -> InMemory:
    """Return what lies so many words further on in memory."""
    assert isinstance(value, InMemory)
    return replace(value, offset=value.offset + 8 * words)


def _reading(value: InMemory, at: At) -> Reading:
    return "i64.load32_u" if value.half and at == longs(value.width) - 1 else "i64.load"

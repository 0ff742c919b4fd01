"""Bitsets while they are worked with: what the words of 64 bits of one are made of, and instructions that make them.

A value is a small tree over things that can be read word by word: constants, WebAssembly locals, memory. Nothing is
written down between one operation and the next, so `(a and b) minus c` reads each word of the three once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, assert_never

from dsl.program.code import SetOperation
from dsl.run.native.instructions import Code
from dsl.run.native.memory import Memory, longs

NARROW = 4  #: bitsets of at most so many words live in locals, wider ones in memory
UNROLLED = 24  #: at most so many words are written out one by one, more are a loop
WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Known:
    """A constant."""

    bits: int
    width: int


@dataclass(frozen=True, slots=True)
class InLocals:
    """In one local of 64 bits for each word."""

    locals: tuple[int, ...]
    width: int


@dataclass(frozen=True, slots=True)
class InMemory:
    """In memory at `offset`, plus what the local `base` says if it is not -1."""

    base: int
    offset: int
    width: int
    half: bool = False  #: whether the last word has just 32 bits there
    lasting: bool = False  #: whether nothing that is called can change it


@dataclass(frozen=True, slots=True)
class Combined:
    """Two of one width, word by word."""

    operator: SetOperation
    left: Value
    right: Value
    width: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Another one, moved by a constant number of places (up if positive)."""

    source: InLocals | InMemory
    by: int
    width: int
    cut: bool  #: whether bits may come to lie beyond the width


@dataclass(frozen=True, slots=True)
class One:
    """The single member that a local says."""

    member: int
    width: int


Value = Known | InLocals | InMemory | Combined | Moved | One


@dataclass(frozen=True, slots=True)
class Offset:
    """A word that is known only when the module runs: the local holds eight times its number."""

    local: int


At = int | Offset
Reading = Literal["i64.load", "i64.load32_u"]


class Words:
    """Writes what reads and writes words."""

    def __init__(self, code: Code, memory: Memory) -> None:
        self._code = code
        self._memory = memory

    # ---- one word ----

    def word(self, value: Value, at: At) -> None:
        """Push word `at` of a value."""
        code = self._code
        match value:
            case Known(bits, width):
                self._known(bits, width, at)
            case InLocals(locals_):
                assert isinstance(at, int)  # what is in locals is never so long that it takes a loop
                code.get(locals_[at])
            case InMemory():
                self._address(value, at)
                code.memory(_reading(value, at), value.offset + (8 * at if isinstance(at, int) else 0))
            case Combined(operator, left, right):
                self._combined(operator, left, right, at)
            case Moved():
                assert isinstance(at, int)  # longer ones were written to memory when they were moved
                self._moved(value, at)
            case One(member, width):
                self._one(member, width, at)
            case _:
                assert_never(value)

    def _known(self, bits: int, width: int, at: At) -> None:
        if isinstance(at, int):
            self._code.i64(bits >> 64 * at & WORD)
        else:
            self.word(InMemory(-1, self._memory.bitsets((bits,), width), width), at)

    def _address(self, value: InMemory, at: At) -> None:
        """Push what the offset of an instruction is added to."""
        code = self._code
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
                self._code.i64(0)
                return
            if (operator == "minus" and not other) or (operator == "or" and not other):
                self.word(left, at)
                return
            if operator == "or" and not one:
                self.word(right, at)
                return
        self.word(left, at)
        if operator == "minus" and isinstance(right, Known) and isinstance(at, int):
            self._code.i64(~(right.bits >> 64 * at) & WORD)
            self._code.op("i64.and")
            return
        self.word(right, at)
        if operator == "minus":
            self._code.i64(-1)
            self._code.op("i64.xor")
        self._code.op("i64.or" if operator == "or" else "i64.and")

    def _moved(self, moved: Moved, at: int) -> None:
        """A word comes from two neighbouring words of the source."""
        count, (whole, rest) = longs(moved.width), divmod(moved.by, 64)
        code = self._code
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

    def _one(self, member: int, width: int, at: At) -> None:
        code = self._code
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

    # ---- all words ----

    def each(self, width: int, half: bool, do: Callable[[At], None]) -> None:
        """Write `do` for every word, one after the other or as a loop; `half` says that the last one has 32 bits."""
        count, code = longs(width), self._code
        if count <= UNROLLED:
            for at in range(count):
                do(at)
            return
        lent = code.lent()
        offset = code.borrow("i32")
        code.i32(0)
        code.set(offset)
        again = code.loop()
        do(Offset(offset))
        code.get(offset)
        code.i32(8)
        code.op("i32.add")
        code.tee(offset)
        code.i32(8 * (count - half))
        code.op("i32.lt_u")
        code.br_if(again)
        code.end()
        if half:
            do(count - 1)
        code.give_back(lent)

    def write(self, value: Value, target: InMemory) -> None:
        """Write a value to memory that holds nothing that the value moves."""

        def one(at: At) -> None:
            self._address(target, at)
            self.word(value, at)
            name = "i64.store32" if target.half and at == longs(target.width) - 1 else "i64.store"
            self._code.memory(name, target.offset + (8 * at if isinstance(at, int) else 0))

        self.each(target.width, target.half or has_half(value), one)

    def fill(self, value: Value, target: InLocals) -> None:
        """Give locals the words of a value, which may be made of the same locals."""
        for at in range(len(target.locals)):
            self.word(value, at)
        for local in reversed(target.locals):
            self._code.set(local)

    def population(self, value: Value) -> None:
        """Push how many members a value has."""
        code = self._code
        if isinstance(value, One):
            code.i32(1)
            return

        def one(at: At) -> None:
            self.word(value, at)
            code.op("i64.popcnt")

        self._sum(value, one, "i64.add")
        code.op("i32.wrap_i64")

    def is_empty(self, value: Value) -> None:
        """Push 1 if a value has no member, else 0."""
        self._sum(value, lambda at: self.word(value, at), "i64.or")
        self._code.op("i64.eqz")

    def differ(self, left: Value, right: Value) -> None:
        """Push a word of 64 bits that is 0 if two values are equal."""
        code = self._code

        def one(at: At) -> None:
            self.word(left, at)
            self.word(right, at)
            code.op("i64.xor")

        self._sum(Combined("or", left, right, left.width), one, "i64.or")

    def _sum(self, value: Value, one: Callable[[At], None], operator: str) -> None:
        code = self._code
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

        def more(at: At) -> None:
            one(at)
            code.get(total)
            code.op(operator)
            code.set(total)

        self.each(value.width, has_half(value), more)
        code.get(total)
        code.give_back(lent)

    def lowest(self, value: Value) -> None:
        """Push the lowest member of a value, -1 if there is none."""
        code = self._code
        if isinstance(value, One):
            code.get(value.member)
            return
        lent = code.lent()
        found, word = code.borrow("i32"), code.borrow("i64")
        code.i32(-1)
        code.set(found)
        done = code.block()

        def one(at: At) -> None:
            empty = code.block()
            self.word(value, at)
            code.tee(word)
            code.op("i64.eqz")
            code.br_if(empty)
            self._member(word, at)
            code.set(found)
            code.br(done)
            code.end()

        self.each(value.width, has_half(value), one)
        code.end()
        code.get(found)
        code.give_back(lent)

    def _member(self, word: int, at: At) -> None:
        """Push the lowest member of word `at`, which is not empty."""
        code = self._code
        code.get(word)
        code.op("i64.ctz", "i32.wrap_i64")
        if isinstance(at, Offset):
            code.get(at.local)
            code.i32(3)
            code.op("i32.shl", "i32.add")
        elif at:
            code.i32(64 * at)
            code.op("i32.add")

    # ---- one member ----

    def member(self, value: Value, index: int) -> None:
        """Push a number whose lowest bit says whether the member in local `index` is in a value."""
        code = self._code
        match value:
            case Known(bits, width) if longs(width) == 1:
                code.i64(bits)
                self._bit_of_word(index)
            case Known(bits, width):
                self.member(InMemory(-1, self._memory.bitsets((bits,), width), width), index)
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
        code = self._code
        code.get(index)
        code.i32(3)
        code.op("i32.shr_u")
        code.i32(-4)
        code.op("i32.and")
        if value.base >= 0:
            code.get(value.base)
            code.op("i32.add")

    def _bit_of_word(self, index: int) -> None:
        code = self._code
        code.get(index)
        code.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")

    def _choose(self, locals_: tuple[int, ...], index: int) -> None:
        """Push the word in which a member lies."""
        code = self._code
        code.get(locals_[-1])
        for at in range(len(locals_) - 2, -1, -1):
            code.get(locals_[at])
            code.get(index)
            code.i32(64 * (at + 1))
            code.op("i32.ge_s", "select")


def _reading(value: InMemory, at: At) -> Reading:
    return "i64.load32_u" if value.half and at == longs(value.width) - 1 else "i64.load"


def has_half(value: Value) -> bool:
    """Whether the last word of something in a value has just 32 bits."""
    match value:
        case InMemory(half=half):
            return half
        case Combined(_, left, right):
            return has_half(left) or has_half(right)
        case Known() | InLocals() | Moved() | One():
            return False
    assert_never(value)


def possible(value: Value) -> int:
    """Return a bitset in which all members are that a value may have."""
    match value:
        case Known(bits):
            return bits
        case Combined("and", left, right):
            return possible(left) & possible(right)
        case Combined("or", left, right):
            return possible(left) | possible(right)
        case Combined("minus", left, right):
            return possible(left) & ~right.bits if isinstance(right, Known) else possible(left)
    return (1 << value.width) - 1


def lasts(value: Value) -> bool:
    """Whether nothing that is called can change a value before it is read."""
    match value:
        case InMemory(lasting=lasting):
            return lasting
        case Combined(_, left, right):
            return lasts(left) and lasts(right)
        case Moved(source):
            return lasts(source)
        case Known() | InLocals() | One():
            return True
    assert_never(value)

"""Instructions that go over all the words of bitsets: writing, counting, comparing."""

from __future__ import annotations

from collections.abc import Callable

from dsl.run.native.memory import longs
from dsl.run.native.pairs import Pairs, in_pieces
from dsl.run.native.sets import (
    NARROW,
    UNROLLED,
    WORD,
    Combined,
    InLocals,
    InMemory,
    Known,
    One,
    Value,
    ends_apart,
    possible,
)
from dsl.run.native.words import At, Offset


class Wholes(Pairs):
    """Writes what goes over all words, one after the other or as a loop."""

    def each(self, width: int, apart: bool, do: Callable[[At], None], two: Callable[[At], None] | None = None) -> None:
        """Write `do` for every word, one after the other or as a loop; `apart` says that the last one takes its own.

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

    def _loop(self, count: int, step: int, do: Callable[[At], None]) -> None:
        code, lent = self.code, self.code.lent()
        offset = code.borrow("i32")
        code.i32(0)
        code.set(offset)
        again = code.loop()
        do(Offset(offset))
        code.get(offset)
        code.i32(8 * step)
        code.op("i32.add")
        code.tee(offset)
        code.i32(8 * count)
        code.op("i32.lt_u")
        code.br_if(again)
        code.end()
        code.give_back(lent)

    def write(self, value: Value, target: InMemory) -> None:
        """Write a value to memory that holds nothing that the value moves."""
        code = self.code
        if isinstance(value, Known) and not value.bits and longs(value.width) > UNROLLED:
            self._clear(target)
            return

        def one(at: At) -> None:
            self.address(target, at)
            self.word(value, at)
            name = "i64.store32" if target.half and at == longs(target.width) - 1 else "i64.store"
            code.memory(name, target.offset + (8 * at if isinstance(at, int) else 0))

        def two(at: At) -> None:
            if in_pieces(target, at):
                assert isinstance(at, int)
                one(at)
                one(at + 1)
                return
            self.address(target, at)
            self.pair(value, at)
            code.pair("v128.store", target.offset + (8 * at if isinstance(at, int) else 0))

        self.each(target.width, target.half or ends_apart(value), one, two)

    def _clear(self, target: InMemory) -> None:
        code = self.code
        code.i32(target.offset)
        if target.base >= 0:
            code.get(target.base)
            code.op("i32.add")
        code.i32(0)
        code.i32(8 * longs(target.width) - 4 * target.half)
        code.op("memory.fill")

    def fill(self, value: Value, target: InLocals) -> None:
        """Give locals the words of a value, which may be made of the same locals."""
        for at in range(len(target.locals)):
            self.word(value, at)
        for local in reversed(target.locals):
            self.code.set(local)

    def population(self, value: Value) -> None:
        """Push how many members a value has."""
        code = self.code
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
        if longs(value.width) > NARROW:
            self._together(value, lambda at: self.pair(value, at))
            self.code.op("i32.eqz")
        else:
            self._sum(value, lambda at: self.word(value, at), "i64.or")
            self.code.op("i64.eqz")

    def equal(self, left: Value, right: Value) -> None:
        """Push 1 if two values are equal, else 0."""
        code = self.code

        def two(at: At) -> None:
            self.pair(left, at)
            self.pair(right, at)
            code.op("v128.xor")

        def one(at: At) -> None:
            self.word(left, at)
            self.word(right, at)
            code.op("i64.xor")

        both = Combined("or", left, right, left.width)
        if longs(left.width) > NARROW:
            self._together(both, two, one)
            code.op("i32.eqz")
        else:
            self._sum(both, one, "i64.or")
            code.op("i64.eqz")

    def _together(self, value: Value, two: Callable[[At], None], one: Callable[[At], None] | None = None) -> None:
        """Push whether any bit is set in what `two` pushes for the pairs of words, and `one` for a last single one."""
        code, lent = self.code, self.code.lent()
        total = code.borrow("v128")
        code.v128(0)
        code.set(total)

        def more(at: At) -> None:
            two(at)
            code.get(total)
            code.op("v128.or")
            code.set(total)

        def last(at: At) -> None:
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

    def _sum(self, value: Value, one: Callable[[At], None], operator: str) -> None:
        """Push the sum of what `one` pushes for every word; words that are surely empty are left out."""
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

        def more(at: At) -> None:
            one(at)
            code.get(total)
            code.op(operator)
            code.set(total)

        self.each(value.width, ends_apart(value), more)
        code.get(total)
        code.give_back(lent)

    def lowest(self, value: Value) -> None:
        """Push the lowest member of a value, -1 if there is none."""
        code = self.code
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

        self.each(value.width, ends_apart(value), one)
        code.end()
        code.get(found)
        code.give_back(lent)

    def nth(self, value: Value, number: int, helper: int) -> None:
        """Push the member of a value that has so many lower ones as local `number` says, which it does not keep."""
        code, lent = self.code, self.code.lent()
        found, here, word = code.borrow("i32"), code.borrow("i32"), code.borrow("i64")
        code.i32(-1)
        code.set(found)
        done = code.block()

        def one(at: At) -> None:
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

        self.each(value.width, ends_apart(value), one)
        code.end()
        code.get(found)
        code.give_back(lent)

    def _member(self, word: int, at: At) -> None:
        """Push the lowest member of word `at`, which is not empty."""
        self.code.get(word)
        self.code.op("i64.ctz", "i32.wrap_i64")
        self._beyond(at)

    def _beyond(self, at: At) -> None:
        """Add to a member of word `at` what lies below that word."""
        code = self.code
        if isinstance(at, Offset):
            code.get(at.local)
            code.i32(3)
            code.op("i32.shl", "i32.add")
        elif at:
            code.i32(64 * at)
            code.op("i32.add")

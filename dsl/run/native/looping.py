"""Loops as WebAssembly."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dsl.program.code import Block, ForBits, ForRange, While
from dsl.run.native.binary import Type
from dsl.run.native.bitsets import Surroundings
from dsl.run.native.inlining import Scope
from dsl.run.native.memory import longs
from dsl.run.native.picking import added_to_members, has_room, keep_bunch
from dsl.run.native.sets import InLocals, InMemory
from dsl.run.native.telling import Telling


class Looping(Telling, ABC):
    """A function that is being written: its loops, and the locals that they give values to."""

    def __init__(self, around: Surroundings, params: tuple[Type, ...], scope: Scope) -> None:
        super().__init__(around, params)
        self._scope = scope

    @abstractmethod
    def _block(self, block: Block) -> None:
        """Write statements one after the other."""

    def _number_local(self, name: str) -> int:
        known = self._expressions.locals.get(name)
        if known is None:
            known = self._expressions.locals[name] = self._code.local("i32")
            self._expressions.widths[name] = 0
        assert isinstance(known, int)
        return known

    def _while(self, loop: While) -> None:
        code = self._code
        self._scope.exits.append(code.block())
        again = code.loop()
        self._expressions.truth(loop.condition)
        code.op("i32.eqz")
        code.br_if(self._scope.exits[-1])
        self._spend_once(self._scope.prices.turn(loop))
        self._block(loop.body)
        code.br(again)
        code.end()
        code.end()
        self._scope.exits.pop()

    def _for_range(self, loop: ForRange) -> None:
        code, expressions = self._code, self._expressions
        limits = expressions.limits(loop.low)[0], expressions.limits(loop.high)[1] - 1
        expressions.number(loop.low)
        turn, high = code.borrow("i32"), code.borrow("i32")
        code.set(turn)
        expressions.number(loop.high)
        code.set(high)
        local = self._number_local(loop.local)
        if loop.local in self._scope.single:
            expressions.bounds[loop.local] = limits
        self._scope.exits.append(code.block())
        for part in (turn, high):
            code.get(part)
        code.op("i32.ge_s")
        code.br_if(self._scope.exits[-1])
        for part in (high, turn):
            code.get(part)
        code.op("i32.sub")
        self._spend_for_all(self._scope.prices.turn(loop), limits[1] - limits[0] + 1)
        again = code.loop()
        code.get(turn)
        code.set(local)
        self._block(loop.body)
        code.get(turn)
        code.i32(1)
        code.op("i32.add")
        code.tee(turn)
        code.get(high)
        code.op("i32.lt_s")
        code.br_if(again)
        code.end()
        code.end()
        self._scope.exits.pop()

    def _for_bits(self, loop: ForBits) -> None:
        code, expressions = self._code, self._expressions
        width = expressions.width(loop.bits)
        value = expressions.bits(loop.bits)
        local = self._number_local(loop.local)
        if loop.local in self._scope.single:
            expressions.bounds[loop.local] = (0, width - 1)
        count = longs(width)
        members = expressions.written(value)
        expressions.words.population(members)
        turns = code.borrow("i32")
        code.tee(turns)
        self._spend_for_all(self._scope.prices.turn(loop), width)
        self._scope.exits.append(code.block())
        if count > 1:
            code.get(turns)
            code.op("i32.eqz")
            code.br_if(self._scope.exits[-1])
        added = added_to_members(loop)
        if added is not None:
            self._keep_or_go_on(members, turns, added)
        word, base = code.borrow("i64"), code.borrow("i32")
        if count == 1:
            assert isinstance(members, InLocals)
            self._members(members.locals[0], local, None, loop.body)
        elif isinstance(members, InLocals):
            self._rotating(members, base, local, loop.body)
        else:
            self._walking(members, (word, base), local, loop.body)
        code.end()
        self._scope.exits.pop()

    def _keep_or_go_on(self, members: InLocals | InMemory, turns: int, added: int) -> None:
        """Leave the loop with its members kept as one bunch of options, where that is wanted and there is room."""
        code = self._code
        has_room(code, members)
        code.if_()
        keep_bunch(code, self._expressions.words, members, turns, added)
        code.br(self._scope.exits[-1])
        code.end()

    def _rotating(self, members: InLocals, base: int, local: int, body: Block) -> None:
        """The first local holds the word at hand; when it is empty the others move up."""
        code = self._code
        first, *others = members.locals
        code.i32(0)
        code.set(base)
        again = code.loop()
        self._members(first, local, base, body)
        for one, next_ in zip(members.locals, others, strict=False):
            code.get(next_)
            code.set(one)
        code.i64(0)
        code.set(others[-1])
        code.get(base)
        code.i32(64)
        code.op("i32.add")
        code.tee(base)
        code.i32(64 * len(members.locals))
        code.op("i32.lt_u")
        code.br_if(again)
        code.end()

    def _walking(self, members: InMemory, held: tuple[int, int], local: int, body: Block) -> None:
        """The words are read one after the other; `base` counts their members."""
        code, (word, base) = self._code, held
        code.i32(0)
        code.set(base)
        again = code.loop()
        code.get(base)
        code.i32(3)
        code.op("i32.shr_u")
        code.memory("i64.load", members.offset)
        code.set(word)
        self._members(word, local, base, body)
        code.get(base)
        code.i32(64)
        code.op("i32.add")
        code.tee(base)
        code.i32(64 * longs(members.width))
        code.op("i32.lt_u")
        code.br_if(again)
        code.end()

    def _members(self, word: int, local: int, base: int | None, body: Block) -> None:
        """Carry out the body for every member of a word, which is empty afterwards."""
        code = self._code
        done = code.block()
        code.get(word)
        code.op("i64.eqz")
        code.br_if(done)
        again = code.loop()
        code.get(word)
        code.op("i64.ctz", "i32.wrap_i64")
        if base is not None:
            code.get(base)
            code.op("i32.add")
        code.set(local)
        code.get(word)
        code.get(word)
        code.i64(1)
        code.op("i64.sub", "i64.and")
        code.set(word)
        self._block(body)
        code.get(word)
        code.op("i64.eqz", "i32.eqz")
        code.br_if(again)
        code.end()
        code.end()

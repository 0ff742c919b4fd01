"""Statements as WebAssembly, and whole functions.

Every function begins by spending fuel. Two blocks lie around its body; a branch out of one of them springs the trap of
an index that its array does not have, a branch out of the other that of a tank that is empty.
"""

from __future__ import annotations

from typing import assert_never

from dsl.program.code import (
    Block,
    Break,
    Check,
    Choose,
    Const,
    Do,
    Emit,
    Expr,
    ForBits,
    ForRange,
    Function,
    If,
    Keep,
    Load,
    Local,
    Push,
    Reseed,
    Return,
    Revert,
    Set,
    SetOp,
    Single,
    Statement,
    Store,
    While,
)
from dsl.program.events import EVENTS
from dsl.run.locals import given_once
from dsl.run.native import memory as at
from dsl.run.native.binary import Body
from dsl.run.native.effects import plain
from dsl.run.native.expressions import Expressions, Plan, Surroundings
from dsl.run.native.instructions import Code
from dsl.run.native.memory import Place, longs
from dsl.run.native.sets import NARROW, InLocals, InMemory
from dsl.run.traps import FUEL, INDEX

FULL = -100  #: a trap of the native runner alone: more options or events than it has room for
KINDS = tuple(EVENTS)  #: an event is reported by its place here


def trap(code: Code, number: int) -> None:
    """Write what springs a trap."""
    code.i32(0)
    code.i32(number)
    code.memory("i32.store", at.TRAP)
    code.op("unreachable")


def body_of(function: Function, plan: Plan, around: Surroundings, name: str) -> Body:
    """Return a function of a program as a module has it."""
    return _Writer(function, plan, around).written(name)


class _Writer:
    """Writes one function."""

    def __init__(self, function: Function, plan: Plan, around: Surroundings) -> None:
        self._function = function
        self._plan = plan
        self._around = around
        self._code = Code(plan.signature.params)
        self._expressions = Expressions(around, self._code)
        self._single = given_once(function)
        self._dry = 0  #: the label where it goes on when the fuel is spent
        self._exits: list[int] = []  #: the labels of the loops around, the innermost last

    def written(self, name: str) -> Body:
        """Write all of it."""
        code = self._code
        self._parameters()
        self._dry = code.block()
        self._expressions.stray = code.block()
        self._spend_one()
        self._block(self._function.body)
        code.op("return" if self._function.result is None else "unreachable")
        code.end()
        trap(code, INDEX)
        code.end()
        trap(code, FUEL)
        return Body(name, self._plan.signature, code.locals, bytes(code.bytes))

    def _parameters(self) -> None:
        local = 0
        for (name, width), place in zip(self._function.params, self._plan.params, strict=True):
            self._expressions.widths[name] = width
            if isinstance(place, InMemory):
                self._expressions.locals[name] = place
            elif width:
                self._expressions.locals[name] = InLocals(tuple(range(local, local + longs(width))), width)
                local += longs(width)
            else:
                self._expressions.locals[name] = local
                local += 1

    def _block(self, block: Block) -> None:
        for statement in block:
            lent = self._code.lent()
            self._statement(statement)
            self._code.give_back(lent)

    def _statement(self, statement: Statement) -> None:
        code, expressions = self._code, self._expressions
        match statement:
            case Set():
                self._set(statement)
            case Store():
                self._store(statement)
            case Do(call):
                expressions.call(call)
                for _ in self._around.plans[call.function].signature.results:
                    code.op("drop")
            case If(condition, then, otherwise):
                expressions.truth(condition)
                code.if_()
                self._block(then)
                if otherwise:
                    code.else_()
                    self._block(otherwise)
                code.end()
            case While():
                self._while(statement)
            case ForRange():
                self._for_range(statement)
            case ForBits():
                self._for_bits(statement)
            case Break():
                code.br(self._exits[-1])
            case Return(value):
                self._return(value)
            case Push():
                self._push(statement)
            case Emit():
                self._emit(statement)
            case Keep(array, value, index):
                self._keep(self._around.memory.outside[array], value, index)
            case Choose(option):
                expressions.number(option)
                code.call(self._around.helpers["choose"])
            case Revert() | Reseed():
                code.call(self._around.helpers["revert" if isinstance(statement, Revert) else "begin_anew"])
            case Check(condition, number):
                expressions.truth(condition)
                code.op("i32.eqz")
                code.if_()
                trap(code, number)
                code.end()
            case _:
                assert_never(statement)

    # ---- values ----

    def _set(self, statement: Set) -> None:
        expressions, value = self._expressions, statement.value
        width = expressions.width(value)
        if not width:
            limits = expressions.limits(value)
            expressions.number(value)
            local = self._number_local(statement.local)
            self._code.set(local)
            if statement.local in self._single:
                expressions.bounds[statement.local] = limits
            return
        if self._changes_one(value, Local(statement.local)):
            return
        made = expressions.bits(value)
        expressions.put(made, self._bits_local(statement.local, width))

    def _number_local(self, name: str) -> int:
        known = self._expressions.locals.get(name)
        if known is None:
            known = self._expressions.locals[name] = self._code.local("i32")
            self._expressions.widths[name] = 0
        assert isinstance(known, int)
        return known

    def _bits_local(self, name: str, width: int) -> InLocals | InMemory:
        known = self._expressions.locals.get(name)
        if known is None:
            known = self._place(width)
            self._expressions.locals[name] = known
            self._expressions.widths[name] = width
        assert not isinstance(known, int)
        return known

    def _place(self, width: int) -> InLocals | InMemory:
        if longs(width) <= NARROW:
            return InLocals(tuple(self._code.local("i64") for _ in range(longs(width))), width)
        return InMemory(-1, self._around.memory.reserve_set(width), width, lasting=True, margin=True)

    def _store(self, statement: Store) -> None:
        expressions, code = self._expressions, self._code
        slot, value, index = statement.slot, statement.value, statement.index
        place = self._around.memory.places[slot]
        if place.width:
            if not self._changes_one(value, Load(slot, index)):
                made = expressions.bits(value)
                if index is not None and self._around.effects.disturbs(index):
                    made = expressions.written(made)
                expressions.put(made, expressions.element(slot, index))
            return
        if index is None or (isinstance(index, Const) and 0 <= index.value < place.length):
            code.i32(0)
            expressions.number(value)
            code.memory("i32.store", place.address + 4 * (index.value if isinstance(index, Const) else 0))
            return
        self._keep(place, value, index)

    def _keep(self, place: Place, value: Expr, index: Expr) -> None:
        code, expressions = self._code, self._expressions
        expressions.number(value)
        held = code.borrow("i32")
        code.set(held)
        expressions.scaled(index, place.length, 4)
        code.get(held)
        code.memory("i32.store", place.address)

    def _changes_one(self, value: Expr, target: Local | Load) -> bool:
        """Write `@set = (@set or Single(m))`, or `minus`, as the change of one word; return whether it was that."""
        if not isinstance(value, SetOp) or value.operator == "and" or value.left != target:
            return False
        single = value.right
        if not isinstance(single, Single) or longs(single.width) == 1:
            return False
        if isinstance(target, Load) and target.index is not None and self._around.effects.calls(target.index):
            return False
        if self._around.effects.calls(single.index) or self._around.effects.changes(value):
            return False
        match target:
            case Local(name):
                place = self._expressions.locals[name]
            case Load(slot, index):
                place = self._expressions.element(slot, index)
        if not isinstance(place, InMemory):
            return False
        self._change_one(place, single, value.operator == "or")
        return True

    def _change_one(self, place: InMemory, single: Single, into: bool) -> None:
        code, words = self._code, self._expressions.words
        self._expressions.checked(single.index, single.width)
        member, cell = code.borrow("i32"), code.borrow("i32")
        code.set(member)
        words.cell(place, member)
        code.tee(cell)
        code.get(cell)
        code.memory("i32.load", place.offset)
        code.i32(1)
        code.get(member)
        code.op("i32.shl")
        if into:
            code.op("i32.or")
        else:
            code.i32(-1)
            code.op("i32.xor", "i32.and")
        code.memory("i32.store", place.offset)

    def _return(self, value: Expr | None) -> None:
        expressions = self._expressions
        if value is not None:
            result = self._plan.result
            if isinstance(result, InMemory):
                expressions.give(value, result)
            elif result:
                made = expressions.bits(value)
                for word in range(longs(result)):
                    expressions.words.word(made, word)
            else:
                expressions.number(value)
        self._code.op("return")

    # ---- loops ----

    def _while(self, loop: While) -> None:
        code = self._code
        self._exits.append(code.block())
        again = code.loop()
        self._expressions.truth(loop.condition)
        code.op("i32.eqz")
        code.br_if(self._exits[-1])
        self._spend_one()
        self._block(loop.body)
        code.br(again)
        code.end()
        code.end()
        self._exits.pop()

    def _for_range(self, loop: ForRange) -> None:
        code, expressions = self._code, self._expressions
        limits = expressions.limits(loop.low)[0], expressions.limits(loop.high)[1] - 1
        expressions.number(loop.low)
        turn, high = code.borrow("i32"), code.borrow("i32")
        code.set(turn)
        expressions.number(loop.high)
        code.set(high)
        local = self._number_local(loop.local)
        if loop.local in self._single:
            expressions.bounds[loop.local] = limits
        self._exits.append(code.block())
        for part in (turn, high):
            code.get(part)
        code.op("i32.ge_s")
        code.br_if(self._exits[-1])
        for part in (high, turn):
            code.get(part)
        code.op("i32.sub")
        self._spend()
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
        self._exits.pop()

    def _for_bits(self, loop: ForBits) -> None:
        code, expressions = self._code, self._expressions
        width = expressions.width(loop.bits)
        value = expressions.bits(loop.bits)
        local = self._number_local(loop.local)
        if loop.local in self._single:
            expressions.bounds[loop.local] = (0, width - 1)
        count = longs(width)
        members = expressions.written(value)
        expressions.words.population(members)
        turns = code.borrow("i32")
        code.tee(turns)
        self._spend()
        self._exits.append(code.block())
        if count > 1:
            code.get(turns)
            code.op("i32.eqz")
            code.br_if(self._exits[-1])
        word, base = code.borrow("i64"), code.borrow("i32")
        if count == 1:
            assert isinstance(members, InLocals)
            self._members(members.locals[0], local, None, loop.body)
        elif isinstance(members, InLocals):
            self._rotating(members, base, local, loop.body)
        else:
            self._walking(members, (word, base), local, loop.body)
        code.end()
        self._exits.pop()

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

    # ---- fuel ----

    def _spend_one(self) -> None:
        code, tank = self._code, self._around.memory.places["fuel"].address
        lent = code.lent()
        left = code.borrow("i32")
        code.i32(0)
        code.i32(0)
        code.memory("i32.load", tank)
        code.i32(1)
        code.op("i32.sub")
        code.tee(left)
        code.memory("i32.store", tank)
        code.get(left)
        code.i32(0)
        code.op("i32.lt_s")
        code.br_if(self._dry)
        code.give_back(lent)

    def _spend(self) -> None:
        """Spend what is on the stack, a number of 0 or more that may have all 32 bits."""
        code, tank = self._code, self._around.memory.places["fuel"].address
        lent = code.lent()
        price, before = code.borrow("i32"), code.borrow("i32")
        code.set(price)
        code.i32(0)
        code.i32(0)
        code.memory("i32.load", tank)
        code.tee(before)
        code.get(price)
        code.op("i32.sub")
        code.memory("i32.store", tank)
        code.get(price)
        code.get(before)
        code.op("i32.gt_u")
        code.br_if(self._dry)
        code.give_back(lent)

    # ---- what is told ----

    def _push(self, push: Push) -> None:
        code = self._code
        sure = push.condition == Const(1)
        if not sure:
            self._expressions.truth(push.condition)
            code.if_()
        self._expressions.number(push.option)
        option, count = code.borrow("i32"), code.borrow("i32")
        code.set(option)
        code.i32(0)
        code.memory("i32.load", at.COUNT)
        code.tee(count)
        code.i32(at.MOST_OPTIONS)
        code.op("i32.ge_u")
        code.if_()
        trap(code, FULL)
        code.end()
        code.get(count)
        code.i32(2)
        code.op("i32.shl")
        code.get(option)
        code.memory("i32.store", at.OPTIONS)
        code.i32(0)
        code.get(count)
        code.i32(1)
        code.op("i32.add")
        code.memory("i32.store", at.COUNT)
        if not sure:
            code.end()

    def _emit(self, emit: Emit) -> None:
        code, expressions = self._code, self._expressions
        held: list[int] = []
        for arg in emit.args:
            if not self._around.listening and plain(arg):
                continue
            expressions.number(arg)
            held.append(code.borrow("i32"))
            code.set(held[-1])
        if self._around.listening:
            self._report(KINDS.index(emit.kind), held)

    def _report(self, kind: int, numbers: list[int]) -> None:
        code = self._code
        end, size = code.borrow("i32"), 4 * (1 + len(numbers))
        code.i32(0)
        code.memory("i32.load", at.EVENT_BYTES)
        code.tee(end)
        code.i32(at.EVENTS_BYTES - size)
        code.op("i32.gt_u")
        code.if_()
        trap(code, FULL)
        code.end()
        code.get(end)
        code.i32(kind)
        code.memory("i32.store", at.EVENTS)
        for place, number in enumerate(numbers, 1):
            code.get(end)
            code.get(number)
            code.memory("i32.store", at.EVENTS + 4 * place)
        code.i32(0)
        code.get(end)
        code.i32(size)
        code.op("i32.add")
        code.memory("i32.store", at.EVENT_BYTES)

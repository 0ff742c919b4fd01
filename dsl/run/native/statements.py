"""Statements as WebAssembly, and whole functions.

Every function begins by spending fuel. Two blocks lie around its body; a branch out of one of them springs the trap of
an index that its array does not have, a branch out of the other that of a tank that is empty.
"""

from __future__ import annotations

from typing import assert_never

from dsl.ir.instructions import (
    WAIT,
    Block,
    Break,
    Call,
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
from dsl.run.locals import given_once
from dsl.run.native import memory as at
from dsl.run.native.binary import Body
from dsl.run.native.bitsets import Plan, Surroundings
from dsl.run.native.inlining import DEEPEST, LESS_SHORT, LONG, LONGEST, SHORT, SMALL, Scope
from dsl.run.native.looping import Looping
from dsl.run.native.memory import Place, longs
from dsl.run.native.sets import NARROW, InLocals, InMemory
from dsl.run.native.telling import trap
from dsl.run.prices import Prices
from dsl.run.traps import FUEL, INDEX


def body_of(function: Function, plan: Plan, around: Surroundings, name: str) -> Body:
    """Return a function of a program as a module has it."""
    return _Writer(function, plan, around, is_step=name in around.steps.values()).written(name)


def _scope(function: Function, plan: Plan, around: Surroundings, is_step: bool) -> Scope:
    return Scope(function, plan, is_step, Prices(function, around.program), given_once(function))


class _Writer(Looping):
    """Writes one function."""

    def __init__(self, function: Function, plan: Plan, around: Surroundings, *, is_step: bool) -> None:
        super().__init__(around, plan.signature.params, _scope(function, plan, around, is_step))
        self._expressions.in_place = self._in_place
        self._enter(self._scope)
        self._within: list[str] = []  #: the function at hand, and those in place around what is being written
        self._room = 0  #: instructions that may still be written in place

    def written(self, name: str) -> Body:
        """Write all of it."""
        code = self._code
        self._within, self._room = [name], 0 if name in self._around.whys else self._around.room
        self._parameters(0)
        self._dry = code.block()
        self._expressions.stray = code.block()
        self._body()
        code.op("return" if self._scope.function.result is None else "unreachable")
        code.end()
        trap(code, INDEX)
        code.end()
        trap(code, FUEL)
        return Body(name, self._scope.plan.signature, code.locals, bytes(code.bytes))

    def _enter(self, scope: Scope) -> None:
        self._scope = scope
        expressions = self._expressions
        expressions.locals, expressions.widths, expressions.bounds = scope.locals, scope.widths, scope.bounds

    def _body(self) -> None:
        if self._scope.is_step:
            self._forget_options()
        self._spend_once(self._scope.prices.entry)
        self._block(self._scope.function.body)

    def _parameters(self, local: int) -> None:
        """Take note of the parameters, which lie in locals from a number on."""
        scope = self._scope
        for (name, width), place in zip(scope.function.params, scope.plan.params, strict=True):
            scope.widths[name] = width
            if isinstance(place, InMemory):
                scope.locals[name] = place
            elif width:
                scope.locals[name] = InLocals(tuple(range(local, local + longs(width))), width)
                local += longs(width)
            else:
                scope.locals[name] = local
                local += 1

    # ---- in place of calls ----

    def _fits(self, name: str, deepest: int) -> bool:
        """Whether a function or step is to be written in place: one that is small, or needed in no other place."""
        if name in self._around.remembering:
            return False
        sizes = self._around.sizes
        most = LONG if sizes.once(name) else LESS_SHORT if sizes.total <= SMALL else SHORT
        return sizes.of(name) <= min(most, self._room) and len(self._within) <= deepest and name not in self._within

    def _in_place(self, call: Call) -> bool:
        """Write a function in place of a call whose arguments are on the stack, if that is worth it."""
        function, plan, code = self._around.bodies[call.function], self._around.plans[call.function], self._code
        if not self._fits(call.function, DEEPEST):
            return False
        outer = self._scope
        limits = {
            name: self._expressions.limits(arg)
            for (name, width), arg in zip(function.params, call.args, strict=True)
            if not width
        }
        scope = _scope(function, plan, self._around, False)
        params = [code.local(type_) for type_ in plan.signature.params]
        for local in reversed(params):
            code.set(local)
        scope.results = tuple(code.local(type_) for type_ in plan.signature.results)
        scope.bounds = {name: known for name, known in limits.items() if name in scope.single}
        self._enter(scope)
        self._parameters(params[0] if params else 0)
        scope.end = code.block()
        self._write_in_place(call.function)
        if function.result is not None:
            code.op("unreachable")
        code.end()
        self._enter(outer)
        for local in scope.results:
            code.get(local)
        return True

    def _step_in_place(self, number: int) -> bool:
        """Write the step that follows here, if that is worth it."""
        name = self._around.steps[number]
        function = self._around.bodies[name]
        if not self._fits(name, LONGEST):
            return False
        outer = self._scope
        self._enter(_scope(function, self._around.plans[name], self._around, True))
        self._write_in_place(name)
        self._enter(outer)
        return True

    def _write_in_place(self, name: str) -> None:
        self._room -= self._around.sizes.of(name)
        self._within.append(name)
        self._body()
        self._within.pop()

    def _follow(self, number: int) -> None:
        """Go on with a step."""
        if not self._step_in_place(number):
            self._code.return_call(self._around.plans[self._around.steps[number]].number)

    # ---- statements ----

    def _block(self, block: Block) -> None:
        following = -1
        for statement in block:
            lent = self._code.lent()
            match statement:
                case Store("next", Const(following)):
                    pass
                case Return(Const(value)) if value == WAIT and self._scope.is_step and following in self._around.steps:
                    self._go_on(following)
            self._statement(statement)
            self._code.give_back(lent)

    def _go_on(self, following: int) -> None:
        """Write what does not wait but goes on with a step, while playing by chance."""
        code = self._code
        code.i32(0)
        code.memory("i32.load", at.LIMIT)
        code.if_()
        code.call(self._around.helpers["go_on"])
        code.if_()
        self._follow(following)
        code.end()
        code.end()

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
                code.br(self._scope.exits[-1])
            case Return(value):
                self._return(value)
            case Push():
                self._push(statement)
            case Emit():
                self._emit(statement)
            case Keep(array, value, index):
                self._keep(self._around.memory.outside[array], value, index)
            case Choose(option, blind):
                expressions.number(option)
                code.i32(blind)
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
            if statement.local in self._scope.single:
                expressions.bounds[statement.local] = limits
            return
        if self._changes_one(value, Local(statement.local)):
            return
        made = expressions.bits(value)
        expressions.put(made, self._bits_local(statement.local, width))

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
        if self._scope.is_step and isinstance(value, Const) and value.value in self._around.steps:
            self._follow(value.value)
            return
        if value is not None:
            result = self._scope.plan.result
            if isinstance(result, InMemory):
                expressions.give(value, result)
            elif result:
                made = expressions.bits(value)
                for word in range(longs(result)):
                    expressions.words.word(made, word)
            else:
                expressions.number(value)
        if self._scope.end < 0:
            self._code.op("return")
            return
        for local in reversed(self._scope.results):
            self._code.set(local)
        self._code.br(self._scope.end)

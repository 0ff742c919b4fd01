"""Generates statements and whole functions as WebAssembly.

Every function begins by spending fuel. Two blocks enclose its body; a branch out of one of them springs the trap of
an index out of range, a branch out of the other that of exhausted fuel.
"""

from __future__ import annotations

from typing import assert_never

from dsl.ir.instructions import (
    MAX_SNAPSHOTS,
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
    Recover,
    Reseed,
    Return,
    Revert,
    Set,
    SetOp,
    Single,
    Snapshot,
    Statement,
    Store,
    While,
)
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.number_bounds import assigned_once
from dsl.runtime.runner import FUEL, INDEX
from dsl.runtime.wasm import memory_layout as at
from dsl.runtime.wasm.bitset_values import NARROW, LocalBits, MemoryBits
from dsl.runtime.wasm.codegen_context import CallingConvention, FunctionScope, ModuleContext
from dsl.runtime.wasm.encoder import CodeBuilder, FunctionBody
from dsl.runtime.wasm.expressions import ExpressionCodegen
from dsl.runtime.wasm.loops import generate_for_bits, generate_for_range, generate_while
from dsl.runtime.wasm.memory_layout import MemoryArea, longs
from dsl.runtime.wasm.side_effects import SideEffects, trap
from dsl.runtime.wasm.slot_versions import count_up

# ---- limits on inlining; an inlined function or step behaves like a called one, fuel included ----


SMALL = 1500  #: instructions of a small program, in which longer functions are inlined, too
SHORT, LESS_SHORT = 30, 60  #: limit on the instructions of an inlined function or step; in a small program
LONG = 200  #: of one with a single call site
PLACED = 2000  #: limit on inlined instructions in one function
MANY = 4000  #: a larger program gains little, and takes much longer to compile
DEEPEST, LONGEST = 8, 16  #: limits on the depth of inlining, for functions and for steps


def body_of(function: Function, plan: CallingConvention, context: ModuleContext, name: str) -> FunctionBody:
    """Return the encoded function of a function or step."""
    return _StatementCodegen(function, plan, context, is_step=name in context.steps.values()).function_body(name)


def _scope(function: Function, plan: CallingConvention, context: ModuleContext, is_step: bool) -> FunctionScope:
    return FunctionScope(function, plan, is_step, FuelPrices(function, context.program), assigned_once(function))


class _StatementCodegen:
    """Generates one function."""

    def __init__(self, function: Function, plan: CallingConvention, context: ModuleContext, *, is_step: bool) -> None:
        self._context = context
        self.code = CodeBuilder(plan.signature.params)
        self.expressions = ExpressionCodegen(context, self.code)
        self.expressions.in_place = self._in_place
        self.effects = SideEffects(context, self.code, self.expressions)
        self.scope = _scope(function, plan, context, is_step)
        self._enter(self.scope)
        self._within: list[str] = []  #: the function and the inlined ones that enclose the current code
        self._room = 0  #: instructions that may still be inlined

    def function_body(self, name: str) -> FunctionBody:
        """Generate the function."""
        code = self.code
        self._within, self._room = [name], 0 if name in self._context.explanations else self._context.room
        self._parameters(0)
        self.effects.out_of_fuel = code.block()
        self.expressions.out_of_range = code.block()
        self._body()
        code.op("return" if self.scope.function.result is None else "unreachable")
        code.end()
        trap(code, INDEX)
        code.end()
        trap(code, FUEL)
        return FunctionBody(name, self.scope.plan.signature, code.locals, bytes(code.bytes))

    def _enter(self, scope: FunctionScope) -> None:
        self.scope = scope
        expressions = self.expressions
        expressions.locals, expressions.widths, expressions.bounds = scope.locals, scope.widths, scope.bounds

    def _body(self) -> None:
        if self.scope.is_step:
            self.effects.clear_options()
        self.effects.spend(self.scope.prices.entry)
        self.block(self.scope.function.body)

    def _parameters(self, local: int) -> None:
        """Bind the parameters to locals from a number on."""
        scope = self.scope
        for (name, width), place in zip(scope.function.params, scope.plan.params, strict=True):
            scope.widths[name] = width
            if isinstance(place, MemoryBits):
                scope.locals[name] = place
            elif width:
                scope.locals[name] = LocalBits(tuple(range(local, local + longs(width))), width)
                local += longs(width)
            else:
                scope.locals[name] = local
                local += 1

    # ---- inlining ----

    def _fits(self, name: str, deepest: int) -> bool:
        """Whether to inline a function or step: it is small, or has a single call site."""
        if name in self._context.memoized:
            return False
        sizes = self._context.sizes
        most = LONG if sizes.once(name) else LESS_SHORT if sizes.total <= SMALL else SHORT
        return sizes.of(name) <= min(most, self._room) and len(self._within) <= deepest and name not in self._within

    def _in_place(self, call: Call) -> bool:
        """Inline a call whose arguments are on the stack, if that pays; return whether it did."""
        function, plan, code = self._context.bodies[call.function], self._context.plans[call.function], self.code
        if not self._fits(call.function, DEEPEST):
            return False
        outer = self.scope
        limits = {
            name: self.expressions.limits(arg)
            for (name, width), arg in zip(function.params, call.args, strict=True)
            if not width
        }
        scope = _scope(function, plan, self._context, False)
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
        """Inline the next step, if that pays."""
        name = self._context.steps[number]
        function = self._context.bodies[name]
        if not self._fits(name, LONGEST):
            return False
        outer = self.scope
        self._enter(_scope(function, self._context.plans[name], self._context, True))
        self._write_in_place(name)
        self._enter(outer)
        return True

    def _write_in_place(self, name: str) -> None:
        self._room -= self._context.sizes.of(name)
        self._within.append(name)
        self._body()
        self._within.pop()

    def _follow(self, number: int) -> None:
        """Continue with a step."""
        if not self._step_in_place(number):
            self.code.return_call(self._context.plans[self._context.steps[number]].number)

    # ---- statements ----

    def block(self, block: Block) -> None:
        """Generate a block."""
        following = -1
        for place, statement in enumerate(block):
            lent = self.code.lent()
            match statement:
                case Store("next", Const(following)):
                    pass
                case Return(Const(value)) if value == WAIT and self.scope.is_step and following in self._context.steps:
                    self._go_on(following)
            self._statement(statement)
            if isinstance(statement, Store):
                self._count_up(statement.slot, block[place + 1 : place + 2])
            self.code.give_back(lent)

    def _count_up(self, slot: str, following: Block) -> None:
        """Count up the version of a slot that was stored to, unless the next statement does that at once."""
        versions, effects = self._context.versions, self._context.effects
        version = versions.counted(slot)
        match following:
            case (Store(other, value, index),) if version == versions.counted(other):
                if not effects.calls(value) and (index is None or not effects.calls(index)):
                    return
        if version is not None:
            count_up(self.code, version)

    def _go_on(self, following: int) -> None:
        """Generate the random choice in place of a wait, for rollouts."""
        code = self.code
        code.i32(0)
        code.memory("i32.load", at.LIMIT)
        code.if_()
        code.call(self._context.helpers["go_on"])
        code.if_()
        self._follow(following)
        code.end()
        code.end()

    def _statement(self, statement: Statement) -> None:
        code, expressions = self.code, self.expressions
        match statement:
            case Set():
                self._set(statement)
            case Store():
                self._store(statement)
            case Do(call):
                expressions.call(call)
                for _ in self._context.plans[call.function].signature.results:
                    code.op("drop")
            case If(condition, then, otherwise):
                expressions.truth(condition)
                code.if_()
                self.block(then)
                if otherwise:
                    code.else_()
                    self.block(otherwise)
                code.end()
            case While():
                generate_while(self, statement)
            case ForRange():
                generate_for_range(self, statement)
            case ForBits():
                generate_for_bits(self, statement)
            case Break():
                code.br(self.scope.exits[-1])
            case Return(value):
                self._return(value)
            case Push():
                self.effects.push_option(statement)
            case Emit():
                self.effects.emit_event(statement)
            case Keep(array, value, index):
                self._keep(self._context.memory.outside[array], value, index)
            case Choose(option, blind):
                expressions.number(option)
                code.i32(blind)
                code.call(self._context.helpers["choose"])
            case Snapshot(number):
                expressions.scaled(number, MAX_SNAPSHOTS, self._context.memory.state_bytes)
                code.call(self._context.helpers["snapshot"])
            case Recover(number, blind):
                expressions.scaled(number, MAX_SNAPSHOTS, self._context.memory.state_bytes)
                code.i32(blind)
                code.call(self._context.helpers["recover"])
            case Revert() | Reseed():
                code.call(self._context.helpers["revert" if isinstance(statement, Revert) else "begin_anew"])
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
        expressions, value = self.expressions, statement.value
        width = expressions.width(value)
        if not width:
            limits = expressions.limits(value)
            expressions.number(value)
            local = self.expressions.number_local(statement.local)
            self.code.set(local)
            if statement.local in self.scope.single:
                expressions.bounds[statement.local] = limits
            return
        if self._changes_one(value, Local(statement.local)):
            return
        made = expressions.bits(value)
        expressions.put(made, self._bits_local(statement.local, width))

    def _bits_local(self, name: str, width: int) -> LocalBits | MemoryBits:
        known = self.expressions.locals.get(name)
        if known is None:
            known = self._place(width)
            self.expressions.locals[name] = known
            self.expressions.widths[name] = width
        assert not isinstance(known, int)
        return known

    def _place(self, width: int) -> LocalBits | MemoryBits:
        if longs(width) <= NARROW:
            return LocalBits(tuple(self.code.local("i64") for _ in range(longs(width))), width)
        return MemoryBits(-1, self._context.memory.reserve_set(width), width, lasting=True, margin=True)

    def _store(self, statement: Store) -> None:
        expressions, code = self.expressions, self.code
        slot, value, index = statement.slot, statement.value, statement.index
        place = self._context.memory.places[slot]
        if place.width:
            if not self._changes_one(value, Load(slot, index)):
                made = expressions.bits(value)
                if index is not None and self._context.effects.disturbs(index):
                    made = expressions.written(made)
                expressions.put(made, expressions.element(slot, index))
            return
        if index is None or (isinstance(index, Const) and 0 <= index.value < place.length):
            code.i32(0)
            expressions.number(value)
            code.memory("i32.store", place.address + 4 * (index.value if isinstance(index, Const) else 0))
            return
        self._keep(place, value, index)

    def _keep(self, place: MemoryArea, value: Expr, index: Expr) -> None:
        code, expressions = self.code, self.expressions
        expressions.number(value)
        held = code.borrow("i32")
        code.set(held)
        expressions.scaled(index, place.length, 4)
        code.get(held)
        code.memory("i32.store", place.address)

    def _changes_one(self, value: Expr, target: Local | Load) -> bool:
        """Generate `@set = (@set or Single(m))`, or `minus`, as a change of one word; return whether it applied."""
        if not isinstance(value, SetOp) or value.operator == "and" or value.left != target:
            return False
        single = value.right
        if not isinstance(single, Single) or longs(single.width) == 1:
            return False
        if isinstance(target, Load) and target.index is not None and self._context.effects.calls(target.index):
            return False
        if self._context.effects.calls(single.index) or self._context.effects.changes(value):
            return False
        match target:
            case Local(name):
                place = self.expressions.locals[name]
            case Load(slot, index):
                place = self.expressions.element(slot, index)
        if not isinstance(place, MemoryBits):
            return False
        self._change_one(place, single, value.operator == "or")
        return True

    def _change_one(self, place: MemoryBits, single: Single, into: bool) -> None:
        code, words = self.code, self.expressions.words
        self.expressions.checked(single.index, single.width)
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
        expressions = self.expressions
        if self.scope.is_step and isinstance(value, Const) and value.value in self._context.steps:
            self._follow(value.value)
            return
        if value is not None:
            result = self.scope.plan.result
            if isinstance(result, MemoryBits):
                expressions.give(value, result)
            elif result:
                made = expressions.bits(value)
                for word in range(longs(result)):
                    expressions.words.word(made, word)
            else:
                expressions.number(value)
        if self.scope.end < 0:
            self.code.op("return")
            return
        for local in reversed(self.scope.results):
            self.code.set(local)
        self.code.br(self.scope.end)

"""Generates statements and whole functions as WebAssembly.

Every function begins by spending fuel. Two blocks lie context its body; a branch out of one of them springs the trap of
an index that its array does not have, a branch out of the other that of a tank that is empty.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir.events import EVENTS
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
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.number_bounds import Bounds, assigned_once
from dsl.runtime.runner import FUEL, INDEX
from dsl.runtime.wasm import memory_layout as at
from dsl.runtime.wasm.bitset_values import NARROW, LocalBits, MemoryBits
from dsl.runtime.wasm.effect_analysis import plain
from dsl.runtime.wasm.encoder import CodeBuilder, FunctionBody, ValueType
from dsl.runtime.wasm.expressions import ExpressionCodegen
from dsl.runtime.wasm.memory_layout import MemoryArea, longs
from dsl.runtime.wasm.module_context import CallingConvention, ModuleContext
from dsl.runtime.wasm.random_pick import added_to_members, has_room, keep_bunch

# Functions and steps that are written where they are called for: nothing of what they do is left out, fuel included.


SMALL = 1500  #: instructions of a small program, in which longer functions are inlined, too
SHORT, LESS_SHORT = 30, 60  #: limit on the instructions of an inlined function or step; in a small program
LONG = 200  #: of one with a single call site
PLACED = 2000  #: limit on inlined instructions in one function
MANY = 4000  #: a larger program gains little, and takes much longer to compile
DEEPEST, LONGEST = 8, 16  #: limits on the depth of inlining, for functions and for steps


@dataclass(slots=True)
class InlineScope:
    """Names and prices of the function whose body is generated."""

    function: Function
    plan: CallingConvention
    is_step: bool
    prices: FuelPrices
    single: set[str]  #: the locals with a single assignment
    end: int = -1  #: the label behind an inlined function; -1 if it is not inlined
    results: tuple[int, ...] = ()  #: the locals for the result of an inlined function
    exits: list[int] = field(default_factory=list)  #: the labels of the enclosing loops, the innermost last
    locals: dict[str, int | LocalBits | MemoryBits] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)


# What statements do besides changing the state: they spend fuel, offer options, tell events and spring traps.


FULL = -100  #: a trap of the native runner alone: more options or events than its memory holds
KINDS = tuple(EVENTS)  #: events are reported by their index here


def trap(code: CodeBuilder, number: int) -> None:
    """Generate a trap."""
    code.i32(0)
    code.i32(number)
    code.memory("i32.store", at.TRAP)
    code.op("unreachable")


class SideEffects:
    """Generates fuel accounting, options and events of a function."""

    def __init__(self, context: ModuleContext, params: tuple[ValueType, ...]) -> None:
        self._context = context
        self._code = CodeBuilder(params)
        self._expressions = ExpressionCodegen(context, self._code)
        self._out_of_fuel = 0  #: the label for exhausted fuel

    def _spend_once(self, price: int) -> None:
        """Spend the price of a function or iteration."""
        self._code.i32(price)
        self._take()

    def _spend_for_all(self, price: int, most: int) -> None:
        """Spend the price of the iterations whose number is on the stack: 0 to `most`, up to 32 bits."""
        code, tank = self._code, self._context.memory.places["fuel"].address
        if price * most < 2**31:
            if price > 1:
                code.i32(price)
                code.op("i32.mul")
            self._take()
            return
        lent = code.lent()
        left = code.borrow("i64")
        code.op("i64.extend_i32_u")
        code.i64(-price)
        code.op("i64.mul")
        code.i32(0)
        code.memory("i32.load", tank)
        code.op("i64.extend_i32_s", "i64.add")
        code.set(left)
        code.i32(0)
        code.get(left)
        code.op("i32.wrap_i64")
        code.memory("i32.store", tank)
        code.get(left)
        code.i64(0)
        code.op("i64.lt_s")
        code.br_if(self._out_of_fuel)
        code.give_back(lent)

    def _take(self) -> None:
        """Spend the fuel on the stack, 0 or more."""
        code, tank = self._code, self._context.memory.places["fuel"].address
        lent = code.lent()
        price, left = code.borrow("i32"), code.borrow("i32")
        code.set(price)
        code.i32(0)
        code.i32(0)
        code.memory("i32.load", tank)
        code.get(price)
        code.op("i32.sub")
        code.tee(left)
        code.memory("i32.store", tank)
        code.get(left)
        code.i32(0)
        code.op("i32.lt_s")
        code.br_if(self._out_of_fuel)
        code.give_back(lent)

    def _forget_options(self) -> None:
        """Clear the options: only those of the last step count."""
        for cell in (at.COUNT, at.BUNCHED):
            self._code.i32(0)
            self._code.i32(0)
            self._code.memory("i32.store", cell)

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
            if not self._context.listening and plain(arg):
                continue
            expressions.number(arg)
            held.append(code.borrow("i32"))
            code.set(held[-1])
        if self._context.listening:
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


# Loops as WebAssembly.


class LoopStatements(SideEffects, ABC):
    """Generates loops and assignments of a function."""

    def __init__(self, context: ModuleContext, params: tuple[ValueType, ...], scope: InlineScope) -> None:
        super().__init__(context, params)
        self._scope = scope

    @abstractmethod
    def _block(self, block: Block) -> None:
        """Generate a block."""

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
            assert isinstance(members, LocalBits)
            self._members(members.locals[0], local, None, loop.body)
        elif isinstance(members, LocalBits):
            self._rotating(members, base, local, loop.body)
        else:
            self._walking(members, (word, base), local, loop.body)
        code.end()
        self._scope.exits.pop()

    def _keep_or_go_on(self, members: LocalBits | MemoryBits, turns: int, added: int) -> None:
        """Leave the loop with its members stored as one set of options, if that is allowed and there is room."""
        code = self._code
        has_room(code, members)
        code.if_()
        keep_bunch(code, self._expressions.words, members, turns, added)
        code.br(self._scope.exits[-1])
        code.end()

    def _rotating(self, members: LocalBits, base: int, local: int, body: Block) -> None:
        """Loop over a bitset in locals: the first holds the current word; when it is empty the others move up."""
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

    def _walking(self, members: MemoryBits, held: tuple[int, int], local: int, body: Block) -> None:
        """Loop over a bitset in memory, word by word; `base` is the first member of the word."""
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
        """Generate the body for every member of a word, which is empty afterwards."""
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


def body_of(function: Function, plan: CallingConvention, context: ModuleContext, name: str) -> FunctionBody:
    """Return the encoded function of a function or step."""
    return _StatementCodegen(function, plan, context, is_step=name in context.steps.values()).written(name)


def _scope(function: Function, plan: CallingConvention, context: ModuleContext, is_step: bool) -> InlineScope:
    return InlineScope(function, plan, is_step, FuelPrices(function, context.program), assigned_once(function))


class _StatementCodegen(LoopStatements):
    """Generates one function."""

    def __init__(self, function: Function, plan: CallingConvention, context: ModuleContext, *, is_step: bool) -> None:
        super().__init__(context, plan.signature.params, _scope(function, plan, context, is_step))
        self._expressions.in_place = self._in_place
        self._enter(self._scope)
        self._within: list[str] = []  #: the function and the inlined ones that enclose the current code
        self._room = 0  #: instructions that may still be inlined

    def written(self, name: str) -> FunctionBody:
        """Generate the function."""
        code = self._code
        self._within, self._room = [name], 0 if name in self._context.explanations else self._context.room
        self._parameters(0)
        self._out_of_fuel = code.block()
        self._expressions.out_of_range = code.block()
        self._body()
        code.op("return" if self._scope.function.result is None else "unreachable")
        code.end()
        trap(code, INDEX)
        code.end()
        trap(code, FUEL)
        return FunctionBody(name, self._scope.plan.signature, code.locals, bytes(code.bytes))

    def _enter(self, scope: InlineScope) -> None:
        self._scope = scope
        expressions = self._expressions
        expressions.locals, expressions.widths, expressions.bounds = scope.locals, scope.widths, scope.bounds

    def _body(self) -> None:
        if self._scope.is_step:
            self._forget_options()
        self._spend_once(self._scope.prices.entry)
        self._block(self._scope.function.body)

    def _parameters(self, local: int) -> None:
        """Bind the parameters to locals from a number on."""
        scope = self._scope
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
        function, plan, code = self._context.bodies[call.function], self._context.plans[call.function], self._code
        if not self._fits(call.function, DEEPEST):
            return False
        outer = self._scope
        limits = {
            name: self._expressions.limits(arg)
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
        outer = self._scope
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
            self._code.return_call(self._context.plans[self._context.steps[number]].number)

    # ---- statements ----

    def _block(self, block: Block) -> None:
        following = -1
        for statement in block:
            lent = self._code.lent()
            match statement:
                case Store("next", Const(following)):
                    pass
                case Return(Const(value)) if value == WAIT and self._scope.is_step and following in self._context.steps:
                    self._go_on(following)
            self._statement(statement)
            self._code.give_back(lent)

    def _go_on(self, following: int) -> None:
        """Generate the random choice in place of a wait, for rollouts."""
        code = self._code
        code.i32(0)
        code.memory("i32.load", at.LIMIT)
        code.if_()
        code.call(self._context.helpers["go_on"])
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
                for _ in self._context.plans[call.function].signature.results:
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
                self._keep(self._context.memory.outside[array], value, index)
            case Choose(option, blind):
                expressions.number(option)
                code.i32(blind)
                code.call(self._context.helpers["choose"])
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

    def _bits_local(self, name: str, width: int) -> LocalBits | MemoryBits:
        known = self._expressions.locals.get(name)
        if known is None:
            known = self._place(width)
            self._expressions.locals[name] = known
            self._expressions.widths[name] = width
        assert not isinstance(known, int)
        return known

    def _place(self, width: int) -> LocalBits | MemoryBits:
        if longs(width) <= NARROW:
            return LocalBits(tuple(self._code.local("i64") for _ in range(longs(width))), width)
        return MemoryBits(-1, self._context.memory.reserve_set(width), width, lasting=True, margin=True)

    def _store(self, statement: Store) -> None:
        expressions, code = self._expressions, self._code
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
        code, expressions = self._code, self._expressions
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
                place = self._expressions.locals[name]
            case Load(slot, index):
                place = self._expressions.element(slot, index)
        if not isinstance(place, MemoryBits):
            return False
        self._change_one(place, single, value.operator == "or")
        return True

    def _change_one(self, place: MemoryBits, single: Single, into: bool) -> None:
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
        if self._scope.is_step and isinstance(value, Const) and value.value in self._context.steps:
            self._follow(value.value)
            return
        if value is not None:
            result = self._scope.plan.result
            if isinstance(result, MemoryBits):
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

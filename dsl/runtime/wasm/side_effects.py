"""Side effects of statements as WebAssembly: spending fuel, offering options, reporting events, and traps."""

from __future__ import annotations

from dsl.ir.events import EVENTS
from dsl.ir.instructions import (
    Const,
    Emit,
    Push,
)
from dsl.runtime.wasm import memory_layout as at
from dsl.runtime.wasm.codegen_context import ModuleContext
from dsl.runtime.wasm.effect_analysis import plain
from dsl.runtime.wasm.encoder import CodeBuilder
from dsl.runtime.wasm.expressions import ExpressionCodegen

FULL = -100  #: a trap of the native runner alone: more options or events than its memory holds
KINDS = tuple(EVENTS)  #: events are reported by their index here


def trap(code: CodeBuilder, number: int) -> None:
    """Generate a trap."""
    code.i32(0)
    code.i32(number)
    code.memory("i32.store", at.TRAP)
    code.op("unreachable")


class SideEffects:
    """Generates the fuel accounting, the options and the events of a function."""

    def __init__(self, context: ModuleContext, code: CodeBuilder, expressions: ExpressionCodegen) -> None:
        self._context, self._code, self._expressions = context, code, expressions
        self.out_of_fuel = 0  #: the label for exhausted fuel

    def spend(self, price: int) -> None:
        """Spend the price of a function or iteration."""
        self._code.i32(price)
        self._spend_stacked()

    def spend_for_all(self, price: int, most: int) -> None:
        """Spend the price of the iterations whose number is on the stack: 0 to `most`, up to 32 bits."""
        code, tank = self._code, self._context.memory.places["fuel"].address
        if price * most < 2**31:
            if price > 1:
                code.i32(price)
                code.op("i32.mul")
            self._spend_stacked()
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
        code.br_if(self.out_of_fuel)
        code.give_back(lent)

    def _spend_stacked(self) -> None:
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
        code.br_if(self.out_of_fuel)
        code.give_back(lent)

    def clear_options(self) -> None:
        """Generate the removal of all options: only those of the last step count."""
        for cell in (at.COUNT, at.BUNCHED):
            self._code.i32(0)
            self._code.i32(0)
            self._code.memory("i32.store", cell)

    def push_option(self, push: Push) -> None:
        """Generate an option, if its condition holds."""
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

    def emit_event(self, emit: Emit) -> None:
        """Generate an event; without listening only the effects of its arguments."""
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

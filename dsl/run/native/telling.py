"""What statements do besides changing the state: they spend fuel, offer options, tell events and spring traps."""

from __future__ import annotations

from dsl.program.code import Const, Emit, Push
from dsl.program.events import EVENTS
from dsl.run.native import memory as at
from dsl.run.native.binary import Type
from dsl.run.native.bitsets import Surroundings
from dsl.run.native.effects import plain
from dsl.run.native.expressions import Expressions
from dsl.run.native.instructions import Code

FULL = -100  #: a trap of the native runner alone: more options or events than it has room for
KINDS = tuple(EVENTS)  #: an event is reported by its place here


def trap(code: Code, number: int) -> None:
    """Write what springs a trap."""
    code.i32(0)
    code.i32(number)
    code.memory("i32.store", at.TRAP)
    code.op("unreachable")


class Telling:
    """A function that is being written: what spends fuel, pushes options and reports events."""

    def __init__(self, around: Surroundings, params: tuple[Type, ...]) -> None:
        self._around = around
        self._code = Code(params)
        self._expressions = Expressions(around, self._code)
        self._dry = 0  #: the label where it goes on when the fuel is spent

    def _spend_once(self, price: int) -> None:
        """Spend the price of a function or of a turn."""
        self._code.i32(price)
        self._take()

    def _spend_for_all(self, price: int, most: int) -> None:
        """Spend the price of so many turns as are on the stack: 0 to `most`, which may take all 32 bits."""
        code, tank = self._code, self._around.memory.places["fuel"].address
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
        code.br_if(self._dry)
        code.give_back(lent)

    def _take(self) -> None:
        """Take what is on the stack, 0 or more, out of the tank."""
        code, tank = self._code, self._around.memory.places["fuel"].address
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
        code.br_if(self._dry)
        code.give_back(lent)

    def _forget_options(self) -> None:
        """Only what the step pushes that waits in the end is offered."""
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

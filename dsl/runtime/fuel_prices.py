"""Prices of functions and loops in fuel, equal for all runners: roughly the work on the slower runner."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir.builder import children
from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Digest,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    Function,
    If,
    Load,
    Local,
    Lookup,
    Nth,
    Push,
    Select,
    Set,
    SetOp,
    Statement,
    Throw,
    While,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of, words
from dsl.optimizer.rewriting import expressions_of

UNIT = 32  #: instructions per unit of fuel: most loops cost 1 for each iteration, which needs no multiplication
ENTRY, TURN = 8, 4  #: instructions of a function or step, and of an iteration, besides its body
WORDS_COST_WIDTH = 256  #: width of a bitset for which an instruction costs one more
REPORT_COST = 50  #: instructions of an option or event, which also takes memory
_COSTLY: Mapping[type[Expr], int] = {Nth: 24, Draw: 24, Throw: 24, Call: 4}
_NO_COPY = (Load, Lookup, Select)  #: expressions that do not compute a new bitset


class FuelPrices:
    """Prices of a function: `entry` once, and each iteration of its loops."""

    def __init__(self, function: Function, program: Program) -> None:
        self._program = program
        self._widths = dict(function.params)
        self._turns: dict[int, int] = {}  #: by the identity of a loop, which the function keeps
        self._function = function
        self.entry = _price(ENTRY + self._block(function.body))

    def turn(self, loop: Statement) -> int:
        """Return the price of one iteration of a loop of the function."""
        return self._turns[id(loop)]

    def _block(self, block: Block) -> int:
        return sum(map(self._statement, block))

    def _statement(self, statement: Statement) -> int:
        parts = [self._expr(part) for part in expressions_of(statement)]
        own = 1 + sum(price for price, _ in parts)
        match statement:
            case Set(local):
                self._widths[local] = parts[0][1]
            case If(_, then, otherwise):
                return own + max(self._block(then), self._block(otherwise))
            case While(_, body):
                self._turns[id(statement)] = _price(TURN + own + self._block(body))
            case ForRange(local, _, _, body):
                self._widths[local] = 0
                self._turns[id(statement)] = _price(TURN + self._block(body))
            case ForBits(local, _, body):
                self._widths[local] = 0
                self._turns[id(statement)] = _price(
                    2 * TURN + 3 * (parts[0][1] // WORDS_COST_WIDTH) + self._block(body)
                )
            case Push() | Emit():
                return own + REPORT_COST
        return own

    def _expr(self, expr: Expr) -> tuple[int, int]:
        """Return the price of an expression and its width."""
        match expr:
            case Local(name):
                return 1, self._widths[name]
            case BitsConst(_, width):
                return 1, width
        inside = [self._expr(part) for part in children(expr)]
        match expr:
            case SetOp():
                width = inside[0][1]
            case Select():
                width = inside[1][1]
            case _:
                width = width_of(expr, self._program, self._widths)
        own = _COSTLY.get(type(expr), 1)
        if not isinstance(expr, _NO_COPY):
            own += max((width, *(wide for _, wide in inside))) // WORDS_COST_WIDTH
        if isinstance(expr, Digest):
            own += 2 * sum(words(wide) for _, wide in inside)
        return own + sum(price for price, _ in inside), width


def _price(instructions: int) -> int:
    return -(-instructions // UNIT)

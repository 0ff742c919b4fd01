"""Analyses that all code generators share: bounds of numbers, prices in fuel, and memoization."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dsl.ir.builder import children, walk
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Block,
    Call,
    Choose,
    Compare,
    Const,
    Digest,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    Function,
    Has,
    If,
    IsEmpty,
    Keep,
    Load,
    Local,
    Lookup,
    Lowest,
    Not,
    Nth,
    Offered,
    Option,
    Population,
    Push,
    Recall,
    Reseed,
    Revert,
    Select,
    Set,
    SetOp,
    Statement,
    Store,
    Throw,
    While,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of, words
from dsl.optimizer.effects import EffectAnalysis
from dsl.optimizer.rewriting import all_statements, blocks_of, expressions_of

Bounds = tuple[int, int]  #: the least and the greatest
ANYTHING: Bounds = (-(2**31), 2**31 - 1)


def bounds_of(expr: Expr, program: Program, widths: Mapping[str, int], known: Mapping[str, Bounds]) -> Bounds:
    """Return bounds of `expr`, given those of its locals; interval arithmetic. State slots have no bounds."""

    def of(part: Expr) -> Bounds:
        return bounds_of(part, program, widths, known)

    match expr:
        case Const(value):
            return value, value
        case Local(name):
            return known.get(name, ANYTHING)
        case Lookup(table):
            values = program.tables[table]
            return (min(values), max(values)) if values else ANYTHING
        case Arith():
            return _arithmetic(expr, of(expr.left), of(expr.right))
        case Select(_, then, otherwise):
            (a, b), (c, d) = of(then), of(otherwise)
            return min(a, c), max(b, d)
        case Lowest(bits) | Nth(bits):
            return -1, width_of(bits, program, widths) - 1
        case Population(bits):
            return 0, width_of(bits, program, widths)
        case Compare() | Not() | AllOf() | AnyOf() | Has() | IsEmpty():
            return 0, 1
        case _:
            return ANYTHING


def _arithmetic(expr: Arith, left: Bounds, right: Bounds) -> Bounds:
    (a, b), (c, d) = left, right
    match expr.operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            products = (a * c, a * d, b * c, b * d)
            return min(products), max(products)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "/up" | "/down":
            return min(a, 0), max(b, 0)  # the divisor is 1 or more


def assignments(block: Block) -> Iterator[tuple[str, Statement]]:
    """Yield all assignments of locals, with the local."""
    for statement in block:
        match statement:
            case Set(local):
                yield local, statement
            case ForRange(local) | ForBits(local):
                yield local, statement
                yield from assignments(statement.body)
            case If(_, then, otherwise):
                yield from assignments(then)
                yield from assignments(otherwise)
            case While(_, body):
                yield from assignments(body)
            case _:
                pass


def assigned_once(function: Function) -> set[str]:
    """Return the locals with a single assignment: the bounds of its value hold wherever the local is read."""
    words: Iterable[str] = [*(param for param, _ in function.params), *(word for word, _ in assignments(function.body))]
    counted: dict[str, int] = {}
    for word in words:
        counted[word] = counted.get(word, 0) + 1
    return {word for word, times in counted.items() if times == 1}


# ---- prices in fuel: roughly the work on the slower runner ----


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


# ---- memoization: dependencies and costs of functions ----


ASSUMED_ITERATIONS = 8  #: iterations assumed for each loop
_EFFECTS = (Choose, Draw, Emit, Keep, Offered, Option, Push, Recall, Reseed, Revert, Store, Throw)


class MemoDependencies:
    """Dependencies of the functions of a program: the slots that decide their results."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known = EffectAnalysis(functions)
        self._effects: dict[str, bool] = {}

    def reads(self, name: str) -> frozenset[str] | None:
        """Return the slots that a function reads; None if it cannot be memoized."""
        if self._functions[name].result is None or self._has_effects(name):
            return None
        return self._known.of_function(name).reads

    def _has_effects(self, name: str) -> bool:
        """Whether a function has effects, itself or through calls."""
        found = self._effects.get(name)
        if found is None:
            found = self._effects[name] = any(
                map(self._statement_has_effects, all_statements(self._functions[name].body))
            )
        return found

    def _statement_has_effects(self, statement: Statement) -> bool:
        if isinstance(statement, _EFFECTS):
            return True
        parts = [part for expr in expressions_of(statement) for part in walk(expr)]
        called = (part.function for part in parts if isinstance(part, Call))
        return any(isinstance(part, _EFFECTS) for part in parts) or any(map(self._has_effects, called))


class InstructionCosts:
    """Estimated instructions of the functions of a program, calls included."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, int] = {}

    def of(self, name: str) -> int:
        """Return the estimate for a function."""
        if name not in self._known:
            self._known[name] = self._block(self._functions[name].body)
        return self._known[name]

    def _block(self, block: Block) -> int:
        total = 0
        for statement in block:
            inner = sum(map(self._block, blocks_of(statement)))
            total += 1 + sum(map(self._expr, expressions_of(statement)))
            total += inner * (ASSUMED_ITERATIONS if isinstance(statement, (ForBits, ForRange, While)) else 1)
        return total

    def _expr(self, expr: Expr) -> int:
        return sum(self.of(part.function) if isinstance(part, Call) else 1 for part in walk(expr))

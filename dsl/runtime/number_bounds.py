"""Bounds of numbers by interval arithmetic: the least and the greatest value of an expression, for code generators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    Block,
    Compare,
    Const,
    Expr,
    ForBits,
    ForRange,
    Function,
    Has,
    If,
    IsEmpty,
    Local,
    Lookup,
    Lowest,
    Not,
    Nth,
    Population,
    Select,
    Set,
    Statement,
    While,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of

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

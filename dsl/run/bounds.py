"""Which numbers an expression can be: as much as is needed to leave out index checks."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    Compare,
    Const,
    Expr,
    Has,
    IsEmpty,
    Local,
    Lookup,
    Lowest,
    Not,
    Nth,
    Population,
    Select,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of

Bounds = tuple[int, int]  #: the least and the greatest
ANYTHING: Bounds = (-(2**31), 2**31 - 1)


def bounds_of(expr: Expr, program: Program, widths: Mapping[str, int], known: Mapping[str, Bounds]) -> Bounds:
    """Return bounds that hold for `expr` if `known` holds for its locals. State slots are trusted with nothing."""

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
            return min(a, 0), max(b, 0)  # rounding never goes beyond these: the divisor is 1 or more

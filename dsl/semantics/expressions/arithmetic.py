"""Arithmetic: typed sums, differences, products and quotients, with the range of the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from dsl.base.problem import Problem
from dsl.semantics import typed as t
from dsl.semantics.scopes import Scope, maybe_none
from dsl.semantics.type_compatibility import LEAST, MOST, UNKNOWN, added, divided, multiplied, number, subtracted
from dsl.syntax.ast import Binary, Expr, UnaryMinus

Ranges = Callable[[t.NumberType, t.NumberType], t.NumberType]
Sign = Literal["+", "-", "*", "/up", "/down"]
SIGNS: dict[str, tuple[Sign, Ranges]] = {
    "+": ("+", added),
    "-": ("-", subtracted),
    "*": ("*", multiplied),
    "/ rounded up": ("/up", divided),
    "/ rounded down": ("/down", divided),
}


def arithmetic(scope: Scope, node: Binary) -> t.Expr:
    """Return a sum, difference, product or quotient."""
    sign, ranges = SIGNS[node.operator]
    left = count(scope, node.left, f"`{node.operator[0]}`")
    right = count(scope, node.right, f"`{node.operator[0]}`")
    if not isinstance(left.type, t.NumberType) or not isinstance(right.type, t.NumberType):
        return t.Arithmetic(sign, left, right, type=t.NumberType(), span=node.span)
    if sign in ("/up", "/down") and right.type == number(0, 0):
        scope.report(Problem("out-of-range", "nothing can be divided by 0", right.span, "always 0"))
    if isinstance(left, t.Constant) and isinstance(right, t.Constant):
        _check_size(scope, node, sign, left.value, right.value)
    return t.Arithmetic(sign, left, right, type=ranges(left.type, right.type), span=node.span)


def _check_size(scope: Scope, node: Binary, sign: Sign, left: int, right: int) -> None:
    exact = {"+": left + right, "-": left - right, "*": left * right}.get(sign, 0)
    if not LEAST <= exact <= MOST:
        scope.report(
            Problem(
                "number-too-large",
                f"{exact} is too large a number",
                node.span,
                f"at most {MOST}",
                "Numbers of a game reach from -2147483648 to 2147483647.",
            )
        )


def minus(scope: Scope, node: UnaryMinus) -> t.Expr:
    """Return the negative of a number."""
    value = count(scope, node.value, "`-`")
    if isinstance(value, t.Constant):
        return t.Constant(-value.value, type=number(-value.value, -value.value), span=node.span)
    zero = t.Constant(0, type=number(0, 0), span=node.span)
    range_ = subtracted(number(0, 0), value.type) if isinstance(value.type, t.NumberType) else t.NumberType()
    return t.Arithmetic("-", zero, value, type=range_, span=node.span)


def count(scope: Scope, node: Expr, who: str) -> t.Expr:
    """Return `node` as a number, or report another type."""
    found = scope.typed(node)
    match found.type:
        case t.NumberType() | t.UnknownType():
            return found
        case t.MaybeType(t.NumberType()):
            scope.report(maybe_none(scope.world, found))
        case t.SetType() | t.ListType():
            many = scope.world.describe(found.type)
            scope.report(
                Problem(
                    "not-a-number",
                    f"{who} needs a number, and this is {many}",
                    found.span,
                    f"this is {many}",
                    help="to count them, write `number of` before it",
                )
            )
        case _:
            said = scope.world.describe(found.type)
            scope.report(
                Problem("not-a-number", f"{who} needs a number, and this is {said}", found.span, f"this is {said}")
            )
    return t.Constant(0, type=UNKNOWN, span=found.span)

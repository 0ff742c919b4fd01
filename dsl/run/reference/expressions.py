"""Expressions as Python text.

A number that Python may leave as a truth value is made 0 or 1 wherever it is kept; bits beyond a bitset's width are
cut where somebody could see them, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Call,
    Compare,
    Const,
    Digest,
    Draw,
    Expr,
    Has,
    IsEmpty,
    Load,
    Local,
    Lookup,
    Lowest,
    Not,
    Nth,
    Offered,
    Option,
    Population,
    Recall,
    Select,
    SetOp,
    SetOperation,
    Shift,
    Single,
    Throw,
)
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.ir.widths import width_of, words
from dsl.run.bounds import Bounds, bounds_of

WORD = hex((1 << 32) - 1)
SIGNS: dict[SetOperation, str] = {"and": "& ", "or": "| ", "minus": "& ~"}


@dataclass(slots=True)
class Scope:
    """What the text of one function needs to know."""

    program: Program
    functions: Mapping[str, str]  #: Python names
    tables: Mapping[str, str]
    outside: Mapping[str, str]
    locals: Mapping[str, str]
    widths: dict[str, int] = field(default_factory=dict)  #: of the locals seen so far
    bounds: dict[str, Bounds] = field(default_factory=dict)  #: of those locals that are given only one value
    touched: dict[str, None] = field(default_factory=dict)  #: slots of the line at hand, for its comment

    def width(self, expr: Expr) -> int:
        """Return the width of `expr`, 0 for a number."""
        return width_of(expr, self.program, self.widths)

    def limits(self, expr: Expr) -> Bounds:
        """Return bounds of a number."""
        return bounds_of(expr, self.program, self.widths, self.bounds)

    def slot(self, name: str) -> Slot:
        """Return a slot, and remember that the line at hand speaks of it."""
        self.touched[name] = None
        return self.program.layout.slots[name]


def value(expr: Expr, scope: Scope) -> str:
    """Return the text of a number, truth as 0 or 1, or of a bitset without bits beyond its width."""
    match expr:
        case Const(number):
            return str(number) if number >= 0 else f"({number})"
        case BitsConst(bits):
            return hex(bits)
        case Local(name):
            return scope.locals[name]
        case Load(name, index):
            slot = scope.slot(name)
            return f"s[{slot.first}]" if index is None else _element("s", slot.first, slot.length, index, scope)
        case Lookup(table, index):
            return _element(scope.tables[table], 0, len(scope.program.tables[table]), index, scope)
        case Arith():
            return _arithmetic(expr, scope)
        case Compare() | Not() | AllOf() | AnyOf() | IsEmpty():
            return f"(1 if {truth(expr, scope)} else 0)"
        case Select(condition, then, otherwise):
            return f"({value(then, scope)} if {truth(condition, scope)} else {value(otherwise, scope)})"
        case Call():
            return call(expr, scope)
        case SetOp() | Shift():
            text = _loose(expr, scope)
            return f"({text} & {hex((1 << scope.width(expr)) - 1)})" if _overflows(expr) else text
        case Single(index, width):
            return f"(1 << {checked(index, width, scope)})"
        case Has(bits, index):
            return _has(bits, index, scope)
        case Population(bits):
            return f"{value(bits, scope)}.bit_count()"
        case Lowest(bits):
            return f"(((t := {value(bits, scope)}) & -t).bit_length() - 1)"
        case Nth(bits, number):
            return f"nth({value(bits, scope)}, {value(number, scope)})"
        case Digest(parts):
            return f"digest(({''.join(f'{word}, ' for part in parts for word in _canonical(part, scope))}))"
        case Draw(below):
            return f"draw(s, {scope.slot('chance').first}, {value(below, scope)})"
        case Recall(array, index):
            return _element(scope.outside[array], 0, scope.program.length_of(array), index, scope)
        case Throw(below):
            return f"throw({value(below, scope)})"
        case Offered():
            return "offered()"
        case Option(index):
            return f"option({value(index, scope)})"
    assert_never(expr)


def truth(expr: Expr, scope: Scope) -> str:
    """Return text that Python takes for true exactly if `expr` is not 0."""
    match expr:
        case Compare(operator, left, right):
            return f"({value(left, scope)} {operator} {value(right, scope)})"
        case Not(part):
            return f"(not {truth(part, scope)})"
        case AllOf(parts):
            return "(" + " and ".join(truth(part, scope) for part in parts) + ")" if parts else "1"
        case AnyOf(parts):
            return "(" + " or ".join(truth(part, scope) for part in parts) + ")" if parts else "0"
        case IsEmpty(bits):
            return f"(not {value(bits, scope)})"
        case _:
            return value(expr, scope)


def call(expr: Call, scope: Scope) -> str:
    """Return the text of a call."""
    return f"{scope.functions[expr.function]}({', '.join(['s', *(value(arg, scope) for arg in expr.args)])})"


def checked(index: Expr, length: int, scope: Scope) -> str:
    """Return the text of an index that springs the trap unless it is in an array of `length`."""
    text = value(index, scope)
    if _surely_inside(index, length, scope):
        return text
    if isinstance(index, Local):
        return f"({text} if 0 <= {text} < {length} else stray())"
    return f"inside({text}, {length})"


def place(first: int, length: int, index: Expr, scope: Scope) -> str:
    """Return the text of an index into the state, to be written to."""
    text = checked(index, length, scope)
    return f"{first} + {text}" if first else text


def _surely_inside(index: Expr, length: int, scope: Scope) -> bool:
    low, high = scope.limits(index)
    return low >= 0 and high < length


def _element(array: str, first: int, length: int, index: Expr, scope: Scope) -> str:
    """`t` holds the index from its check to its use; nothing happens between the two."""
    text = value(index, scope)
    offset = f"{first} + " if first else ""
    if isinstance(index, Const) and 0 <= index.value < length:
        return f"{array}[{first + index.value}]"
    if _surely_inside(index, length, scope):
        return f"{array}[{offset}{text}]"
    if isinstance(index, Local):
        return f"({array}[{offset}{text}] if 0 <= {text} < {length} else stray())"
    return f"({array}[{offset}t] if 0 <= (t := {text}) < {length} else stray())"


def _has(bits: Expr, index: Expr, scope: Scope) -> str:
    width = scope.width(bits)
    whole, member = value(bits, scope), value(index, scope)
    if _surely_inside(index, width, scope):
        return f"({whole} >> {member} & 1)"
    if isinstance(index, Local) and isinstance(bits, Local | BitsConst | Load) and not _indexed(bits):
        return f"({whole} >> {member} & 1 if 0 <= {member} < {width} else stray())"
    return f"has({whole}, {member}, {width})"


def _indexed(bits: Expr) -> bool:
    return isinstance(bits, Load) and bits.index is not None


def _canonical(expr: Expr, scope: Scope) -> Iterator[str]:
    """Yield the text of each word of 32 bits of a value. `t` holds a bitset until all its words are there."""
    text, count = value(expr, scope), words(scope.width(expr))
    if not scope.width(expr):
        yield text if scope.limits(expr)[0] >= 0 else f"{text} & {WORD}"
    elif count == 1:
        yield text
    else:
        yield f"(t := {text}) & {WORD}"
        yield from (f"t >> {32 * at} & {WORD}" for at in range(1, count - 1))
        yield f"t >> {32 * (count - 1)}"


def _arithmetic(expr: Arith, scope: Scope) -> str:
    left, right = value(expr.left, scope), value(expr.right, scope)
    match expr.operator:
        case "+" | "-" | "*":
            return f"({left} {expr.operator} {right})"
        case "/up" if isinstance(expr.right, Const) and expr.right.value > 0:
            return f"(-(-{left} // {right}))"
        case "/down" if isinstance(expr.right, Const) and expr.right.value > 0:
            return f"({left} // {right})"
        case "/up":
            return f"divide_up({left}, {right})"
        case "/down":
            return f"divide_down({left}, {right})"
        case "min" | "max":
            if all(isinstance(part, Local | Const) for part in (expr.left, expr.right)):
                return f"({left} if {left} {'<' if expr.operator == 'min' else '>'} {right} else {right})"
            return f"{expr.operator}({left}, {right})"
    assert_never(expr.operator)


def _overflows(expr: Expr) -> bool:
    """Whether the loose text of `expr` may have bits beyond its width."""
    match expr:
        case Shift(_, by):
            return by > 0
        case SetOp("or", left, right):
            return _overflows(left) or _overflows(right)
        case SetOp("and", left, right):
            return _overflows(left) and _overflows(right)
        case SetOp("minus", left, _):
            return _overflows(left)
        case _:
            return False


def _loose(expr: Expr, scope: Scope) -> str:
    """Return the text of a bitset that may have bits beyond its width, if `_overflows` says so."""
    match expr:
        case Shift(bits, by):
            if by > 0:
                return f"({_loose(bits, scope)} << {by})"
            return f"({value(bits, scope)} >> {-by})" if by else value(bits, scope)
        case SetOp(operator, left, right):
            return f"({_loose(left, scope)} {SIGNS[operator]}{_loose(right, scope)})"
        case _:
            return value(expr, scope)

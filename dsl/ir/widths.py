"""Widths of expressions: 0 for a number, else the width of the bitset."""

from __future__ import annotations

from collections.abc import Mapping
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
    Shift,
    Single,
    Throw,
)
from dsl.ir.program import Program

DIGEST = 64  #: the width of a fingerprint


def width_of(expr: Expr, program: Program, local_widths: Mapping[str, int]) -> int:
    """Return 0 if `expr` is a number, else the width of its bitset. A KeyError names what does not exist."""
    match expr:
        case BitsConst() | Shift() | Single() | Lookup():
            return expr.width
        case Digest():
            return DIGEST
        case Local():
            return local_widths[expr.name]
        case Load():
            return program.layout.slots[expr.slot].width
        case Select():
            return width_of(expr.then, program, local_widths)
        case SetOp():
            return width_of(expr.left, program, local_widths)
        case Call():
            return program.result(expr.function) or 0
        case Const() | Arith() | Compare() | Not() | AllOf() | AnyOf():
            return 0
        case Has() | IsEmpty() | Population() | Lowest() | Nth() | Draw():
            return 0
        case Recall() | Throw() | Offered() | Option():
            return 0
    assert_never(expr)


def words(width: int) -> int:
    """Return how many words of 32 bits the canonical form of a value of this width takes."""
    return (width + 31) // 32 or 1

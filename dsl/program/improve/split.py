"""Makes statements of the parts of a condition, and of the cases of a value.

What stands in a statement of its own is surely worked out when its turn comes, so it can be kept for later use, and
statements can be put in front of it. Only what calls functions is worth it.
"""

from __future__ import annotations

from dsl.program.builder import negate
from dsl.program.code import AllOf, AnyOf, Block, Expr, If, Not, Return, Select, Set, Statement
from dsl.program.improve.trees import blocks_of, calls, everything, expressions_of, size, with_blocks

DEEPEST = 12  #: blocks are nested no deeper by what is done here
SMALL = 12  #: instructions of a block that may stand twice


def split(block: Block, depth: int = 0) -> Block:
    """Return a block in which conditions and cases that call functions are statements of their own."""
    found: list[Statement] = []
    for statement in block:
        parted = _parted(statement) if depth < DEEPEST else (statement,)
        if parted == (statement,):
            blocks = blocks_of(statement)
            if blocks:
                statement = with_blocks(statement, [split(inner, depth + 1) for inner in blocks])
            found.append(statement)
        else:
            found += split(parted, depth)
    return tuple(found)


def _parted(statement: Statement) -> Block:
    match statement:
        case If(AllOf((first, *rest)), then, ()) if rest and any(map(calls, rest)):
            return (If(first, (If(_all(rest), then),)),)
        case If(Not(AllOf((first, *rest))), then, ()) if rest and any(map(calls, rest)) and _small(then):
            return (If(negate(first), then, (If(Not(_all(rest)), then),)),)
        case If(AnyOf((first, *rest)), then, otherwise) if rest and any(map(calls, rest)) and _small(then):
            return (If(first, then, (If(AnyOf(tuple(rest)) if rest[1:] else rest[0], then, otherwise),)),)
        case Set(local, Select(condition, one, other)) if calls(one) or calls(other):
            return (If(condition, (Set(local, one),), (Set(local, other),)),)
        case Return(Select(condition, one, other)) if calls(one) or calls(other):
            return (If(condition, (Return(one),)), Return(other))
        case _:
            return (statement,)


def _all(parts: list[Expr]) -> Expr:
    return AllOf(tuple(parts)) if parts[1:] else parts[0]


def _small(block: Block) -> bool:
    return sum(1 + sum(map(size, expressions_of(statement))) for statement in everything(block)) <= SMALL

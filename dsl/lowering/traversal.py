"""Traversal of typed expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from dsl.base.node_fields import names_inside
from dsl.semantics import typed as t


def inside(node: object) -> Iterator[t.Expr]:
    """Yield the typed expressions directly inside a node."""
    for name in names_inside(type(node)):
        yield from _exprs(getattr(node, name))


def _exprs(part: object) -> Iterator[t.Expr]:
    if _is_expr(part):
        yield part
    elif isinstance(part, (t.ChoiceRef, t.ChoiceEntry, t.Act)):
        yield from inside(part)
    elif isinstance(part, tuple):
        for item in part:
            yield from _exprs(item)


def _is_expr(part: object) -> TypeGuard[t.Expr]:
    return isinstance(part, t.Typed)  # every Typed is one of the closed union Expr


def uses(node: object, name: str) -> bool:
    """Whether a name of the rules occurs in an expression or statement."""
    if isinstance(node, t.LocalValue) and node.name == name:
        return True
    return any(uses(part, name) for part in inside(node))


def conjuncts(condition: t.Expr) -> tuple[t.Expr, ...]:
    """Return the operands of a conjunction."""
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return tuple(c for part in condition.parts for c in conjuncts(part))
    return (condition,)


def blocks(statement: t.Statement) -> Iterator[t.Block]:
    """Yield the blocks inside a statement."""
    match statement:
        case t.IfElse(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case t.ChooseOf(entries=entries, interrupted_by=more):
            for entry in (*entries, *more):
                yield entry.block
        case (
            t.Loop(block=block) | t.RepeatBlock(block=block) | t.TurnsFrom(block=block) | t.TurnEach(block=block)
            | t.TurnOf(block=block) | t.PhaseBlock(block=block) | t.Batch(block=block) | t.FinallyBlock(block=block)
        ):  # fmt: skip
            yield block
        case _:
            pass


def until_finally(block: t.Block) -> tuple[t.Block, t.Block]:
    """Return a block without its `finally`, and the block of the `finally`."""
    last = tuple(act for act in block if isinstance(act, t.FinallyBlock))
    return tuple(act for act in block if act not in last), tuple(act for one in last for act in one.block)

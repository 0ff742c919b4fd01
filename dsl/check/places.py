"""Statements about pieces where they stand: two that change places, and one that is turned face down again."""

from __future__ import annotations

from dsl.check import typed as t
from dsl.check.explain import mismatch
from dsl.check.scope import Scope, maybe_none
from dsl.check.types import sure
from dsl.text import tree
from dsl.text.problem import Problem
from dsl.text.source import Span


def exchange(scope: Scope, node: tree.Exchange) -> tuple[t.Statement, ...]:
    """Return `exchange f and g`: two pieces of one sort, both on a board."""
    left, right = (_standing(scope, side) for side in (node.left, node.right))
    if left is None or right is None:
        return ()
    if left.type != right.type:
        one, other = scope.world.said(left.type), scope.world.said(right.type)
        scope.report(mismatch(f"{one} and {other} do not change places", right.span, f"this is {other}", one, other))
        return ()
    return (t.ExchangePieces(left, right, span=node.span),)


def _standing(scope: Scope, node: tree.Expr) -> t.Expr | None:
    """Return a single piece that may stand on a board; anything else is reported."""
    found = scope.typed(node)
    kind = sure(found.type)
    if isinstance(kind, t.UnknownType):
        return None
    if not isinstance(kind, t.PieceType) or not scope.world.pieces[kind.piece].board:
        scope.report(_no_piece(scope, found, "only pieces on a board change places", found.span))
        return None
    if isinstance(found.type, t.MaybeType):
        scope.report(maybe_none(scope.world, found))
        return None
    return found


def hide(scope: Scope, node: tree.Hide) -> tuple[t.Statement, ...]:
    """Return `hide kind of f`, `hide S`: what was shown of pieces on a board, or of a variable, is covered again."""
    thing = scope.typed(node.thing)
    if isinstance(thing, t.PropertyValue) and isinstance(sure(thing.of.type), t.PieceType):
        thing = thing.of
    inner = thing.type.of if isinstance(thing.type, t.SetType) else sure(thing.type)
    if isinstance(thing, t.VariableValue) and not isinstance(inner, t.PieceType):
        return (t.HideThing(thing, span=node.span),)
    if isinstance(inner, t.UnknownType):
        return ()
    on_board = isinstance(inner, t.PieceType) and bool(scope.world.pieces[inner.piece].board)
    if not on_board or isinstance(thing, t.ZoneSet | t.ZoneTop):
        scope.report(_no_piece(scope, thing, "only pieces on a board and variables are covered again", thing.span))
        return ()
    if isinstance(thing.type, t.MaybeType):
        scope.report(maybe_none(scope.world, thing))
        return ()
    return (t.HideThing(thing, span=node.span),)


def _no_piece(scope: Scope, found: t.Expr, summary: str, span: Span) -> Problem:
    said = scope.world.said(found.type)
    return mismatch(summary, span, f"this is {said}", "a piece on a board", said)

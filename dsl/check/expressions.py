"""Expressions: each node of the tree to its typed form."""

from __future__ import annotations

from typing import assert_never

from dsl.check import typed as t
from dsl.check.boards import place_name
from dsl.check.calls import apply
from dsl.check.choices import choice_ref
from dsl.check.conditions import comparison, either, logic, member, touches
from dsl.check.names import name
from dsl.check.numbers import arithmetic, minus
from dsl.check.properties import of
from dsl.check.readings import look
from dsl.check.scope import Scope
from dsl.check.selections import aggregate, chance, exists, extreme, filtered, number_of, ranked
from dsl.check.sets import not_a_set, on_one_board, phrase, that_are, the_on, within
from dsl.check.types import NOTHING, TRUTH, UNKNOWN, number
from dsl.text import tree
from dsl.text.problem import Problem


def typed(scope: Scope, node: tree.Expr, wanted: t.Type | None = None) -> t.Expr:
    """Return the typed form of `node`; what is wrong is reported, and stands as a value of unknown type."""
    found = _typed(scope, node, wanted)
    if isinstance(node, tree.Chain | tree.Where):
        look(scope, node, found)
    return found


def _typed(scope: Scope, node: tree.Expr, wanted: t.Type | None) -> t.Expr:
    match node:
        case tree.Name():
            return name(scope, node, wanted)
        case tree.Number():
            return t.Constant(node.value, type=number(node.value, node.value), span=node.span)
        case tree.YesNo():
            return t.Constant(int(node.value), type=TRUTH, span=node.span)
        case tree.Nothing():
            return t.Constant(-1, type=NOTHING, span=node.span)
        case tree.Coordinate():
            return _coordinate(scope, node)
        case tree.Apply():
            return apply(scope, node)
        case tree.Of():
            return of(scope, node)
        case tree.My():
            return of(scope, tree.Of(node.thing, tree.Name("me", span=node.span), span=node.span))
        case tree.TheOn():
            return the_on(scope, node)
        case tree.Phrase():
            return phrase(scope, node)
        case tree.Within():
            return within(scope, node)
        case tree.ThatAre():
            return that_are(scope, node)
        case tree.RankedBy():
            return ranked(scope, node)
        case tree.WithExtreme():
            return extreme(scope, node)
        case tree.Where():
            return filtered(scope, node)
        case tree.Exists():
            return exists(scope, node)
        case tree.NumberOf():
            return number_of(scope, node)
        case tree.RandomOf():
            return chance(scope, node)
        case tree.Aggregate():
            return aggregate(scope, node)
        case tree.Can():
            return t.CanChoose(choice_ref(scope, node.choice, can=True), type=TRUTH, span=node.span)
        case tree.Binary():
            return _binary(scope, node)
        case tree.Not():
            return t.Negation(scope.need(node.value, TRUTH, "`not`"), type=TRUTH, span=node.span)
        case tree.Minus():
            return minus(scope, node)
        case tree.Either():
            return either(scope, node, wanted)
        case tree.Listed():
            return _listed(scope, node, wanted)
    assert_never(node)


def _binary(scope: Scope, node: tree.Binary) -> t.Expr:
    match node.operator:
        case "+" | "-" | "*" | "/ rounded up" | "/ rounded down":
            return arithmetic(scope, node)
        case "is" | "is not" | "<" | "<=" | ">" | ">=":
            return comparison(scope, node)
        case "is in" | "is not in":
            return member(scope, node)
        case "touches":
            return touches(scope, node)
        case "and" | "or":
            return logic(scope, node)
        case "followed by":
            return _chained(scope, node)
    assert_never(node.operator)


def _coordinate(scope: Scope, node: tree.Coordinate) -> t.Expr:
    boards = [b for b in scope.world.boards.values() if b.shape in ("hexes", "squares")]
    if not boards:
        scope.report(Problem("unknown-name", "no board of this game has coordinates", node.span, "a coordinate"))
        return scope.unknown(node.span)
    board = boards[0]
    if board.in_rows:
        place = place_name(node.x, node.y) if min(node.x, node.y) >= 0 else "a1"
        scope.world.told_which(
            board.name, f"{node.x},{node.y}", node.span, lambda other: f"{other.name}_{place}" if other.in_rows else ""
        )
    return t.CellConstant(board.name, node.x, node.y, type=t.PlaceType(board.name), span=node.span)


def _listed(scope: Scope, node: tree.Listed, wanted: t.Type | None) -> t.Expr:
    hint = wanted.of if isinstance(wanted, (t.SetType, t.ListType)) else None
    items: list[t.Expr] = []
    inner: t.Type = UNKNOWN
    for item in node.items:
        found = scope.typed(item, hint)
        joined = scope.world.agreement.join(inner, found.type)
        if joined is None:
            found = scope.fit(found, inner, "each of these")
        else:
            inner = joined
        items.append(found)
    return t.ListOf(tuple(items), type=t.ListType(inner), span=node.span)


def _chained(scope: Scope, node: tree.Binary) -> t.Expr:
    lists: list[t.Expr] = []
    inner: t.Type = UNKNOWN
    for side in (node.left, node.right):
        found = scope.typed(side)
        match found.type:
            case t.ListType() | t.SetType():
                on_one_board(scope, inner, found, "`followed by`")
                inner = scope.world.agreement.join(inner, found.type.of) or inner
            case t.UnknownType():
                pass
            case _:
                scope.report(not_a_set(scope, found, "`followed by`"))
        lists.extend(found.lists if isinstance(found, t.Chained) else [found])
    return t.Chained(tuple(lists), type=t.ListType(inner), span=node.span)

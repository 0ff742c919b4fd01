"""Choosing among the members of a set: `where`, `with most`, `ranked by`, `any of`, `number of`, sums, chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.check import typed as t
from dsl.check.amounts import split_amount
from dsl.check.explain import not_yet
from dsl.check.numbers import count
from dsl.check.scope import Scope
from dsl.check.sets import is_counters, members, not_a_set
from dsl.check.types import COUNT, TRUTH, UNKNOWN, multiplied, number
from dsl.text import tree
from dsl.text.fields import names_inside
from dsl.text.problem import Problem
from dsl.text.source import Span


def several(scope: Scope, node: tree.Expr, who: str) -> tuple[t.Expr, t.Type]:
    """Return `node` as a set or list, and what it is of; reported if it is neither."""
    found = scope.typed(node)
    inner = members(found.type)
    if inner is not None:
        return found, inner
    if not isinstance(found.type, t.UnknownType):
        scope.report(not_a_set(scope, found, who))
    return scope.unknown(found.span), UNKNOWN


def each_of(scope: Scope, things: tree.Expr, condition: tree.Expr, who: str) -> tuple[t.Expr, Scope, str]:
    """Return the set, a scope in which `it` is each of its members, and the unique name of `it`."""
    found, inner = several(scope, things, who)
    if is_counters(found.type):
        scope.report(not_yet(f"{who} of counters one by one", found.span))
    _check_nested(scope, things, condition, who)
    within, name = scope.with_it(inner, found.span, condition)
    return found, within, name


def _check_nested(scope: Scope, things: tree.Expr, condition: tree.Expr, who: str) -> None:
    """An inner `it` would hide the outer one where the condition around speaks of that, too."""
    outer = scope.condition
    if outer is None or "it" not in scope.locals:
        return
    inside = sum(1 for _ in _its(condition))
    if sum(1 for _ in _its(outer)) > inside and inside:
        span = things.span.to(condition.span)
        scope.report(
            Problem(
                "nested-it",
                "`it` would mean two different things in one condition",
                span,
                f"{who} gives `it` another meaning",
                "The condition around this speaks of its own `it` already; a reader could not tell them apart.",
                "name this part in a definition: `define ...(x: ...) = ...`",
            )
        )


def _its(node: object) -> Iterator[tree.Name]:
    if isinstance(node, tree.Name) and node.name == "it":
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _its(item)
    else:
        for name in names_inside(type(node)):
            yield from _its(getattr(node, name))


def filtered(scope: Scope, node: tree.Where) -> t.Expr:
    """Return `S where C`."""
    found, inner, name = each_of(scope, node.things, node.condition, "`where`")
    condition = inner.need(node.condition, TRUTH, "`where`")
    return t.Filtered(found, name, condition, type=found.type, span=node.span)


def extreme(scope: Scope, node: tree.WithExtreme) -> t.Expr:
    """Return `S with most (E)`."""
    who = "`with most`" if node.most else "`with fewest`"
    found, inner, name = each_of(scope, node.things, node.key, who)
    key = _quantity(inner, node.key, who)
    return t.Extreme(found, name, key, node.most, type=found.type, span=node.span)


def _quantity(scope: Scope, node: tree.Expr, who: str) -> t.Expr:
    """Return a number, or how many there are of a set: `with most (herons on it)`."""
    found = scope.typed(node)
    if members(found.type) is not None:
        return t.CountOf(found, type=COUNT, span=found.span)
    return scope.fit(found, t.NumberType(), who)


def ranked(scope: Scope, node: tree.RankedBy) -> t.Expr:
    """Return `S ranked by (E)`."""
    found, inner, name = each_of(scope, node.things, node.key, "`ranked by`")
    key = _quantity(inner, node.key, "`ranked by`")
    return t.Ranked(found, name, key, type=t.ListType(members(found.type) or UNKNOWN), span=node.span)


def aggregate(scope: Scope, node: tree.Aggregate) -> t.Expr:
    """Return `sum of E over S` and its like."""
    found, inner, name = each_of(scope, node.things, node.value, f"`{node.kind} of`")
    value = count(inner, node.value, f"`{node.kind} of`")
    range_ = value.type if isinstance(value.type, t.NumberType) else t.NumberType()
    match node.kind:
        case "sum":
            range_ = multiplied(number(0, COUNT.high), range_)
        case "largest" | "smallest":
            range_ = number(min(0, range_.low), max(0, range_.high))
        case _:
            assert_never(node.kind)
    return t.AggregateOf(node.kind, name, value, found, type=range_, span=node.span)


def exists(scope: Scope, node: tree.Exists) -> t.Expr:
    """Return `any of S`, `at least n of S` and their like."""
    who = f"`{node.amount}`" if node.count is not None else f"`{node.amount} of`"
    found, _ = several(scope, node.things, who)
    match node.amount:
        case "any":
            return t.ExistsIn("at least", _constant(1, node.span), found, type=TRUTH, span=node.span)
        case "none":
            return t.ExistsIn("at most", _constant(0, node.span), found, type=TRUTH, span=node.span)
        case "at least" | "at most" | "exactly":
            amount = count(scope, node.count, who) if node.count is not None else _constant(1, node.span)
            return t.ExistsIn(node.amount, amount, found, type=TRUTH, span=node.span)
    assert_never(node.amount)


def _constant(value: int, span: Span) -> t.Constant:
    return t.Constant(value, type=number(value, value), span=span)


def number_of(scope: Scope, node: tree.NumberOf) -> t.Expr:
    """Return `number of S`."""
    low, high = scope.world.players
    match node.things:
        case tree.Name("players") if "players" not in scope.locals:
            return t.NumberOfPlayers(type=number(min(low, 1), high), span=node.span)
    found, inner = several(scope, node.things, "`number of`")
    range_ = number(0, high) if isinstance(inner, t.PlayerType) else COUNT
    return t.CountOf(found, type=range_, span=node.span)


def chance(scope: Scope, node: tree.RandomOf) -> t.Expr:
    """Return `random of S`, `random of n of S`; only where something happens."""
    if not scope.effects:
        scope.report(
            Problem(
                "wrong-place",
                "chance has no place in a condition or definition",
                node.span,
                "drawn by chance",
                "What holds must be the same however often it is asked.",
                "draw in a `do` or routine, with `let`",
            )
        )
    amount, rest = split_amount(scope, node.things)
    found, inner = several(scope, rest, "`random of`")
    if is_counters(found.type):
        scope.report(not_yet("a counter drawn by chance", node.span))
    if amount is None:
        return t.RandomFrom(found, None, type=inner, span=node.span)
    return t.RandomFrom(found, count(scope, amount, "`random of`"), type=t.SetType(inner), span=node.span)

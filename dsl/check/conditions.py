"""Conditions: comparing, belonging, touching, `and` and `or`; what a test shows about values that may be none."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from dsl.check import typed as t
from dsl.check.explain import also, mismatch
from dsl.check.numbers import count
from dsl.check.scope import Scope, facts_if
from dsl.check.sets import cells, members, not_a_set, on_one_board
from dsl.check.teams import together
from dsl.check.types import NOTHING, TRUTH, sure
from dsl.text import tree
from dsl.text.format_expressions import write
from dsl.text.problem import Problem

Equal = Literal["==", "!="]
Order = Literal["<", "<=", ">", ">="]


def comparison(scope: Scope, node: tree.Binary) -> t.Expr:
    """Return `is`, `is not` or an order."""
    match node.operator:
        case "<" | "<=" | ">" | ">=":
            left = count(scope, node.left, f"`{node.operator}`")
            right = count(scope, node.right, f"`{node.operator}`")
            return t.Comparison(node.operator, left, right, type=TRUTH, span=node.span)
    operator: Equal = "==" if node.operator == "is" else "!="
    left, right = _comparable(scope, *together(*_pair(scope, node)))
    return t.Comparison(operator, left, right, type=TRUTH, span=node.span)


def _pair(scope: Scope, node: tree.Binary) -> tuple[t.Expr, t.Expr]:
    """Type both sides; a bare word such as `spring` takes its kind from the other one."""
    if _is_word(scope, node.left) and not _is_word(scope, node.right):
        right = scope.typed(node.right)
        return scope.typed(node.left, sure(right.type)), right
    left = scope.typed(node.left)
    return left, scope.typed(node.right, sure(left.type))


def _is_word(scope: Scope, node: tree.Expr) -> bool:
    return isinstance(node, tree.Name) and node.name not in scope.locals and bool(scope.world.kinds_with(node.name))


def _comparable(scope: Scope, left: t.Expr, right: t.Expr) -> tuple[t.Expr, t.Expr]:
    agreement = scope.world.agreement
    if NOTHING in (left.type, right.type):
        _may_be_none(scope, left if right.type == NOTHING else right)
        return left, right
    joined = agreement.join(left.type, right.type)
    if joined is None:
        one, other = scope.world.said(left.type), scope.world.said(right.type)
        scope.report(
            mismatch(
                f"{one} is never {other}",
                right.span,
                f"this is {other}",
                one,
                other,
                help_=_counted(left, right),
                labels=also(left.span, f"this is {one}"),
            )
        )
    elif isinstance(joined, t.PlaceType):
        return scope.as_place(left), scope.as_place(right)
    return left, right


def _counted(left: t.Expr, right: t.Expr) -> str:
    """Propose to count a set that is compared with a number."""
    for things, other in ((left, right), (right, left)):
        if members(things.type) is not None and isinstance(other.type, t.NumberType):
            return "to count them, write `number of` before it"
    return ""


def _may_be_none(scope: Scope, found: t.Expr) -> None:
    if isinstance(found.type, (t.MaybeType, t.NothingType, t.UnknownType)) or isinstance(found, (t.ZoneTop, t.OneOf)):
        return
    if isinstance(found, t.PropertyValue) and found.name == "place" and scope.world.agreement.numbered(found.of.type):
        return  # in a zone it stands nowhere
    said = scope.world.said(found.type)
    scope.report(
        mismatch(
            f"this is always {said}, never none",
            found.span,
            "never none",
            "a value that may be none",
            said,
            "leave the test out",
        )
    )


def member(scope: Scope, node: tree.Binary) -> t.Expr:
    """Return `x is in S`."""
    things = scope.typed(node.right)
    inner = members(things.type)
    value = scope.typed(node.left, inner)
    if inner is None:
        if not isinstance(things.type, t.UnknownType):
            scope.report(not_a_set(scope, things, "`is in`"))
    elif isinstance(things, t.CounterSet) or (
        scope.world.agreement.numbered(things.type) and not isinstance(value.type, t.PlaceType)
    ):
        value = scope.fit(value, inner, "`is in`")
    elif (place := scope.world.agreement.cells_of(things.type)) is not None and not isinstance(things, t.ZoneSet):
        things = scope.standing(things)
        value = scope.fit(value, place, "`is in`")
    else:
        value = scope.fit(value, inner, "`is in`")
    found: t.Expr = t.Member(value, things, type=TRUTH, span=node.span)
    return found if node.operator == "is in" else t.Negation(found, type=TRUTH, span=node.span)


def _by_number(scope: Scope, things: t.Expr, value: t.Expr) -> bool:
    """Whether a piece is looked for among pieces known by their number, and not a place among their places."""
    return scope.world.agreement.numbered(things.type) and not isinstance(value.type, t.PlaceType)


def touches(scope: Scope, node: tree.Binary) -> t.Expr:
    """Return `a touches b`."""
    left = cells(scope, scope.typed(node.left), "`touches`")
    right = cells(scope, scope.typed(node.right), "`touches`")
    on_one_board(scope, left.type, right, "`touches`")
    return t.Touches(left, right, type=TRUTH, span=node.span)


_COMPARING = ("is", "is not", "<", "<=", ">", ">=", "is in", "is not in", "touches")


def _is_truth(scope: Scope, found: t.Expr) -> bool:
    return scope.world.agreement.agrees(found.type, TRUTH)


def logic(scope: Scope, node: tree.Binary) -> t.Expr:
    """Return `and` or `or`, flattened; each part knows what those to the left of it have shown."""
    operator: Literal["and", "or"] = "and" if node.operator == "and" else "or"
    inner = scope.inner()
    parts: list[t.Expr] = []
    before: tree.Expr | None = None
    for side in _flat(node, operator):
        found = inner.typed(side, TRUTH)
        if not _is_truth(scope, found) and isinstance(before, tree.Binary) and before.operator in _COMPARING:
            again = tree.Binary(before.operator, before.left, side, span=side.span)
            problem = scope.misfit(found, TRUTH, f"`{operator}`")
            scope.report(replace(problem, help=f"write out both: `{write(before)} {operator} {write(again)}`"))
            found = scope.unknown(side.span)
        before = side
        part = inner.fit(found, TRUTH, f"`{operator}`")
        inner.facts.update(facts_if(part, operator == "and"))
        parts.append(part)
    return t.Logic(operator, tuple(parts), type=TRUTH, span=node.span)


def _flat(node: tree.Expr, operator: str) -> list[tree.Expr]:
    sides: list[tree.Expr] = []
    while isinstance(node, tree.Binary) and node.operator == operator:
        sides.append(node.right)
        node = node.left
    sides.append(node)
    return sides[::-1]


def either(scope: Scope, node: tree.Either, wanted: t.Type | None) -> t.Expr:
    """Return `if C then A otherwise B`."""
    condition = scope.need(node.condition, TRUTH, "`if`")
    yes, no = scope.inner(), scope.inner()
    yes.facts.update(facts_if(condition, True))
    no.facts.update(facts_if(condition, False))
    then = yes.typed(node.then, wanted)
    otherwise = no.typed(node.otherwise, wanted if wanted is not None else then.type)
    joined = scope.world.agreement.join(then.type, otherwise.type)
    if joined is None:
        otherwise = no.fit(otherwise, then.type, "`otherwise`")
        joined = then.type
    if isinstance(joined, t.SetType) and isinstance(joined.of, t.CounterType):
        scope.report(
            Problem(
                "not-yet",
                "counters cannot be chosen by a condition yet",
                node.span,
                "one set or the other",
                help="put the condition around the statement",
            )
        )
    return t.Conditional(condition, then, otherwise, type=joined, span=node.span)

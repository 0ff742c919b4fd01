"""Definitions: pure, each checked when it is first used, so that each result is known and none uses itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from dsl.check import typed as t
from dsl.check.scope import Part, Scope, facts_if
from dsl.check.types import UNKNOWN
from dsl.check.written import parameters, written
from dsl.text import tree
from dsl.text.fields import names_inside
from dsl.text.problem import Problem

MOST_PARTS = 2000
N = TypeVar("N")


def definition(scope: Scope, name: str) -> t.DefineDecl | None:
    """Return the checked definition `name`, or None if there is none; one that uses itself has an unknown result."""
    world = scope.world
    node = world.definitions.get(name)
    if node is None:
        return None
    if name in world.defines:
        return world.defines[name]
    if name in world.open_definitions:
        return t.DefineDecl(name, parameters(world, node.params), UNKNOWN, (), node.span)
    world.open_definitions.add(name)
    decl = check_definition(scope, node)
    world.open_definitions.discard(name)
    world.defines[name] = decl
    return decl


def check_definition(scope: Scope, node: tree.Define) -> t.DefineDecl:
    """Check one definition in a part of its own."""
    world = scope.world
    own = Scope(Part(world, scope.part.judge, f"define {node.name}"))
    params = parameters(world, node.params)
    for param in params:
        own.declare(param.name, param.type, param.span)
    wanted = written(world, node.result) if node.result is not None else None
    cases: list[t.CaseDecl] = []
    result: t.Type = UNKNOWN
    for case in node.cases:
        condition = None
        inner = own.inner()
        if case.condition is not None:
            condition = own.need(case.condition, t.TruthType(), f"the case `{case.name}`")
            inner.facts.update(facts_if(condition, True))
            own.facts.update(facts_if(condition, False))
        hint = wanted if wanted is not None else result
        value = inner.typed(case.value, hint)
        if wanted is not None:
            value = inner.fit(value, wanted, f"`{node.name}`")
        joined = world.agreement.join(result, value.type)
        if joined is None:
            value = inner.fit(value, result, f"each case of `{node.name}`")
        else:
            result = joined
        cases.append(t.CaseDecl(case.name, condition, value))
    return t.DefineDecl(node.name, params, wanted if wanted is not None else result, tuple(cases), node.span)


def inlined(scope: Scope, decl: t.DefineDecl, args: tuple[t.Expr, ...]) -> t.Expr | None:
    """Return the one phrase that a definition consists of, with its values put in: for sets of counters and zones."""
    if len(decl.cases) != 1 or not isinstance(decl.cases[0].value, (t.CounterSet, t.ZoneSet)):
        return None
    values: dict[str, t.Expr] = {param.name: arg for param, arg in zip(decl.params, args, strict=False)}
    found = put_in(scope, decl.cases[0].value, values)
    if not _is_small(found):
        summary = f"`{decl.name}` grows too large where it is used"
        scope.report(Problem("too-large", summary, args[0].span if args else decl.span, "too many parts"))
        return scope.unknown(found.span)
    return found


def _is_small(node: t.Expr) -> bool:
    """Return whether a phrase has few enough parts; definitions put into each other can double each time."""
    open_: list[object] = [node]
    for _ in range(MOST_PARTS):
        if not open_:
            return True
        part = open_.pop()
        if isinstance(part, tuple):
            open_.extend(part)
        else:
            open_.extend(getattr(part, name) for name in names_inside(type(part), "type"))
    return False


def put_in(scope: Scope, node: N, values: dict[str, t.Expr]) -> N:
    """Return `node` with each local replaced by its value; names that the node itself binds are made unique here."""
    if isinstance(node, t.LocalValue):
        return cast(N, values.get(node.name, node))
    if isinstance(node, tuple):
        return cast(N, tuple(put_in(scope, item, values) for item in node))
    names = names_inside(type(node), "type")
    if not names:
        return node
    if isinstance(node, (t.Filtered, t.AggregateOf, t.Ranked, t.Extreme)):
        unique = scope.part.unique("it")
        members = node.set.type
        member = members.of if isinstance(members, (t.SetType, t.ListType)) else UNKNOWN
        values = values | {node.name: t.LocalValue(unique, type=member, span=node.span)}
        node = replace(node, name=unique)
    changed = {name: put_in(scope, getattr(node, name), values) for name in names}
    return cast(N, replace(cast(t.Typed, node), **changed))

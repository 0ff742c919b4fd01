"""Naming and changing values: `let`, `budget`, assignments to them and to variables."""

from __future__ import annotations

from dataclasses import replace

from dsl.check import typed as t
from dsl.check.calls import check_range
from dsl.check.explain import mismatch, unknown
from dsl.check.numbers import SIGNS, arithmetic, count
from dsl.check.scope import Fact, Local, Scope
from dsl.check.types import sure
from dsl.text import tree
from dsl.text.format_expressions import write
from dsl.text.problem import Problem


def let(scope: Scope, node: tree.Let | tree.Budget) -> t.LetValue:
    """Return a named value; a budget is a number from which prices are paid."""
    if isinstance(node, tree.Budget):
        value = count(scope, node.value, "a budget")
        return t.LetValue(scope.declare(node.name, t.NumberType(), node.span, assignable=True), value, span=node.span)
    value = scope.typed(node.value)
    type_ = t.NumberType() if isinstance(value.type, t.NumberType) else value.type
    return t.LetValue(scope.declare(node.name, type_, node.span, assignable=True), value, span=node.span)


def assign(scope: Scope, node: tree.Assign) -> tuple[t.Statement, ...]:
    """Return `x = E`, `x += E`, `x -= E`."""
    if isinstance(node.target, tree.Name) and node.target.name in scope.locals:
        return _local(scope, node, scope.locals[node.target.name])
    word = node.target.left.name if isinstance(node.target, tree.Of) and isinstance(node.target.left, tree.Name) else ""
    word = word or (node.target.name if isinstance(node.target, tree.Name) else "")
    variable = scope.world.variables.get(word)
    if variable is None:
        scope.report(_not_variable(scope, word, node))
        return ()
    target = scope.typed(node.target)
    if not isinstance(target, t.VariableValue):
        return ()
    value = _value(scope, node, variable.type)
    check_range(scope, value, variable.type, variable.span, f"`{word}`")
    _remember(scope, ("variable", word, *_owner(target)), value)
    low, high = _limits(value.type, variable.type)
    clamped = word in scope.world.clamped
    return (t.AssignVariable(word, target.of, value, low, high, clamped, span=node.span),)


def _owner(target: t.VariableValue) -> tuple[str, ...]:
    match target.of:
        case t.Me():
            return ("me",)
        case t.LocalValue(name):
            return (name,)
    return ()


def _local(scope: Scope, node: tree.Assign, local: Local) -> tuple[t.Statement, ...]:
    if not local.assignable:
        scope.report(
            Problem(
                "type-mismatch",
                "only variables, and what `let` and `budget` name, can be given another value",
                node.target.span,
                "always the same here",
            )
        )
        return ()
    value = _value(scope, node, local.type)
    _remember(scope, ("local", local.unique), value)
    return (t.AssignLocal(local.unique, value, span=node.span),)


def _value(scope: Scope, node: tree.Assign, wanted: t.Type) -> t.Expr:
    if node.operator == "=":
        return scope.need(node.value, wanted, "this")
    sign: tree.Operator = "+" if node.operator == "+=" else "-"
    assert sign in SIGNS
    return arithmetic(scope, tree.Binary(sign, node.target, node.value, span=node.span))


def _remember(scope: Scope, fact: Fact, value: t.Expr) -> None:
    if isinstance(value.type, (t.MaybeType, t.NothingType)):
        scope.facts.discard(fact)
    else:
        scope.facts.add(fact)


def _limits(value: t.Type, declared: t.Type) -> tuple[int | None, int | None]:
    """Return the ends of the declared range that the value may leave."""
    got, range_ = sure(value), sure(declared)
    if not isinstance(got, t.NumberType) or not isinstance(range_, t.NumberType):
        return None, None
    return (range_.low if got.low < range_.low else None), (range_.high if got.high > range_.high else None)


def _not_variable(scope: Scope, word: str, node: tree.Assign) -> Problem:
    if not word:
        return mismatch(
            "only a variable can be given another value",
            node.target.span,
            "no variable",
            "a variable",
            "something else",
        )
    if word in scope.world.options:
        return Problem(
            "type-mismatch",
            f"`{word}` is an option; it stays the same for a whole match",
            node.target.span,
            "an option",
            help=f"for something that changes declare a variable: `variable {word}_now: ...`",
        )
    names = {*scope.world.variables, *(n for n, local in scope.locals.items() if local.assignable)}
    problem = unknown(word, "variable", node.target.span, names)
    return problem if problem.help else replace(problem, help=_otherwise_changed(word, node))


def _otherwise_changed(word: str, node: tree.Assign) -> str:
    """Return what changes something that is no variable."""
    if not isinstance(node.target, tree.Of):
        return f"to give a value a name here, write `let {word} = {write(node.value)}`"
    thing, value = write(node.target.right), write(node.value)
    changes = {
        "place": f"move {thing} to {value}",
        "owner": f"give {thing} to {value}",
        "kind": f"mark {thing} as {value}",
        "state": f"mark {thing} as {value}",
    }
    return f"write `{changes[word]}`" if word in changes else ""

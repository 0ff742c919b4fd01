"""What gives variables their first value, and variables and local names another one."""

from __future__ import annotations

from typing import Literal

from dsl.program.code import Const, Emit, Expr, If, Load, Local, Set, Statement, Store
from dsl.program.lower import secrets
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import NONE, arith, compare
from dsl.program.lower.unit import Env, Unit, Value
from dsl.semantics import typed as t


def assign(name: str, value: Expr, env: Env) -> list[Statement]:
    """Return the instruction that gives a let, budget or parameter another value."""
    bound = env.names.get(name)
    match bound:
        case Value(Local(local)):
            return [Set(local, value)]
        case Value(Load(slot, index)):
            return [Store(slot, value, index)]
    return []


def assign_variable(ex: Expressions, act: t.AssignVariable, env: Env) -> list[Statement]:
    """Return what gives a variable another value, within its range."""
    unit = ex.unit
    decl = unit.rules.variables[act.variable]
    index = None if act.of is None else ex.index(act.variable, act.of, env)
    if unit.measures.width(decl.type):
        stored = Store(act.variable, ex.sets.bits(act.value, env), index)
        return [stored, *secrets.forget(unit, decl, index), *_noted(unit, decl, index)]
    after, before = Local(unit.fresh("after")), Local(unit.fresh("before"))
    value = ex.value(act.value, env)
    checks: list[Statement] = []
    if act.clamped:
        value = value if act.low is None else arith("max", Const(act.low), value)
        value = value if act.high is None else arith("min", Const(act.high), value)
    else:
        checks = [*_end(unit, act, ">=", act.low, after), *_end(unit, act, "<=", act.high, after)]
        checks += _somebody(unit, act, decl, after)
    number = Const(list(unit.rules.variables).index(act.variable))
    owner = NONE if index is None else index
    changed = (
        Store(act.variable, after, index),
        *([Emit("set", (number, owner, before, after))] if decl.told else []),
        *_noted(unit, decl, index),
    )
    return [
        Set(after.name, value),
        *checks,
        Set(before.name, Load(act.variable, index)),
        *secrets.forget(unit, decl, index),
        If(compare("!=", before, after), changed),
    ]


def first_value(ex: Expressions, decl: t.VariableDecl) -> list[Statement]:
    """Return what gives a variable its first value."""
    slot = ex.unit.slots[decl.name]
    value = ex.held(decl.initial, Env(), slot.width)
    places = [Const(i) for i in range(slot.length)] if decl.owner else [None]
    return [
        statement
        for place in places
        for statement in (Store(decl.name, value, place), *secrets.forget(ex.unit, decl, place))
    ]


def _end(unit: Unit, act: t.AssignVariable, sign: Literal[">=", "<="], end: int | None, after: Expr) -> list[Statement]:
    """Return the check of one end of a variable's range, nothing if the value cannot leave it there."""
    if end is None:
        return []
    text = f"`{act.variable}` would {'fall below' if sign == '>=' else 'rise above'} {end}"
    return [unit.check(compare(sign, after, Const(end)), "out-of-range", text, act.span)]


def _somebody(unit: Unit, act: t.AssignVariable, decl: t.VariableDecl, after: Expr) -> list[Statement]:
    """Return the check that `only(S)` found one, where the variable may not be none: else it would fail much later."""
    if not isinstance(act.value, t.OneOf) or isinstance(decl.type, t.MaybeType):
        return []
    text = f"`{act.variable}` would be none: the set of which it is the only one is empty"
    return [unit.check(compare(">=", after, Const(0)), "outside", text, act.span)]


def _noted(unit: Unit, decl: t.VariableDecl, index: Expr | None) -> list[Statement]:
    """Return what notes for consequences that a variable changed: on its place, or everywhere if it has none."""
    placeless = decl.owner in ("", "player", *unit.pieces, *unit.kinds)
    return unit.due("variable", decl.name, None if placeless else index)

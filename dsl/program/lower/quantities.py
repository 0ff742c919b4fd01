"""How many members a set has, and sums and extremes over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dsl.program.code import Comparison, Const, Expr, If, Load, Local, Return, Set, Statement
from dsl.program.lower.existence import some
from dsl.program.lower.ir import FALSE, TRUE, any_of, arith, compare, has, negate, population
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions

_COMPARED: Mapping[str, Comparison] = {"at least": ">=", "at most": "<=", "exactly": "=="}


class Quantities:
    """Lowers what counts and adds up."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def exists(self, expr: t.ExistsIn, env: Env) -> Expr:
        """Return whether a set has so many members: at least, at most or exactly."""
        count = self.ex.value(expr.count, env)
        if expr.amount == "at least" and count == Const(1):
            return self.any_in(expr.set, env)
        if expr.amount == "at most" and count == Const(0):
            return negate(self.any_in(expr.set, env))
        return compare(_COMPARED[expr.amount], self.count(expr.set, env), count)

    def any_in(self, expr: t.Expr, env: Env) -> Expr:
        """Return whether a set has a member."""
        expr, env = self.ex.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.ex.counters.any(expr, env)
            case t.ZoneSet(kind=None):
                return compare(">", Load(f"{expr.zone}.size", self.ex.zone_owner(expr, env)), Const(0))
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(left.type, t.SetType):
                return has(self.ex.sets.bits(right, env), self.ex.value(left, env))
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(right.type, t.SetType):
                return has(self.ex.sets.bits(left, env), self.ex.value(right, env))
        if self.ex.sets.is_bits(expr, env):
            return some(self.unit, self.ex.sets.bits(expr, env))
        found = self.ex.loops.each(expr, env, lambda _: [Return(TRUE)])
        return self.unit.closure("any", 0, [*found, Return(FALSE)], env)

    def count(self, expr: t.Expr, env: Env) -> Expr:
        """Return how many members a set has."""
        expr, env = self.ex.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.ex.counters.count(expr, env)
            case t.ZoneSet(kind=None):
                return Load(f"{expr.zone}.size", self.ex.zone_owner(expr, env))
        if not isinstance(expr.type, (t.SetType, t.ListType)):
            return TRUE
        if isinstance(expr.type, t.ListType):
            return self.ex.lists.length(expr, env)
        if self.ex.sets.is_bits(expr, env):
            return population(self.ex.sets.bits(expr, env))
        counted = self.ex.loops.each(expr, env, lambda _: [Set("n", arith("+", Local("n"), Const(1)))])
        return self.unit.closure("number", 0, [Set("n", Const(0)), *counted, Return(Local("n"))], env)

    def aggregate(self, expr: t.AggregateOf, env: Env) -> Expr:
        """Return the sum, the largest or the smallest of what is worked out for each member of a set."""

        def fold(inner: Env) -> list[Statement]:
            value = self.ex.value(expr.value, inner)
            if expr.kind == "sum":
                return [Set("result", arith("+", Local("result"), value))]
            better = compare(">" if expr.kind == "largest" else "<", Local("value"), Local("result"))
            return [
                Set("value", value),
                If(any_of([negate(Local("some")), better]), (Set("result", Local("value")), Set("some", TRUE))),
            ]

        start = [Set("result", Const(0))] + ([] if expr.kind == "sum" else [Set("some", FALSE)])
        body: list[Statement] = [*start, *self.ex.loops.each(expr.set, env, fold, expr.name), Return(Local("result"))]
        return self.unit.closure(expr.kind, 0, body, env)

"""Counters: where some stand, how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.program.code import BitsConst, Const, Expr, ForBits, Load, Local, Return, Set, SetOp, Statement
from dsl.program.layout import CounterLayout
from dsl.program.lower.counterslots import group
from dsl.program.lower.ir import any_of, arith, compare, has, is_empty, negate, set_op
from dsl.program.lower.unit import Env, OneCounter, Unit
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


class Counting:
    """Counters: where some stand, how many there are."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def _groups(self, counters: t.CounterSet, env: Env) -> tuple[CounterLayout, list[Expr]]:
        layout = self.unit.counters[counters.counter]
        owners: list[Expr]
        if counters.owner is None:
            owners = [Const(owner) for owner in range(len(layout.owners))]
        else:
            owners = [self.ex.value(counters.owner, env)]
        states = range(len(layout.states)) if counters.state is None else (counters.state,)
        return layout, [group(layout, owner, Const(state)) for owner in owners for state in states]

    def _place(self, counters: t.CounterSet, env: Env) -> Expr | None:
        """Return the one cell that a counter set is restricted to, if it is one."""
        if counters.place is None or isinstance(counters.place.type, t.SetType):
            return None
        return self.ex.property_of("place", counters.place, env)

    def any(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return whether there is one of these counters."""
        layout, groups = self._groups(counters, env)
        name = layout.name
        if counters.reserve:
            return any_of(
                compare(">", Load(f"{name}.reserve", owner), Const(0)) for owner in self.owners(counters, env)
            )
        cell = self._place(counters, env)
        if cell is not None:
            if counters.owner is None and counters.state is None:
                return compare(">", Load(f"{name}.total", cell), Const(0))
            return any_of(has(Load(f"{name}.any", g), cell) for g in groups)
        return negate(is_empty(self.cells(counters, env)))

    def owners(self, counters: t.CounterSet, env: Env) -> list[Expr]:
        """Return whose counters they may be."""
        if counters.owner is not None:
            return [self.ex.value(counters.owner, env)]
        return [Const(owner) for owner in range(len(self.unit.counters[counters.counter].owners))]

    def cells(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return the cells on which counters of a set stand."""
        layout, groups = self._groups(counters, env)
        width = self.unit.geometries[layout.board].width
        cells: Expr = BitsConst(0, width)
        for g in groups:
            cells = set_op("or", cells, Load(f"{layout.name}.any", g), width)
        return cells if counters.place is None else set_op("and", cells, self.ex.sets.bits(counters.place, env), width)

    def count(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return how many of these counters there are."""
        layout, groups = self._groups(counters, env)
        name, width = layout.name, self.unit.geometries[layout.board].width
        if counters.reserve:
            return self._total(Load(f"{name}.reserve", owner) for owner in self.owners(counters, env))
        cell = self._place(counters, env)
        if cell is not None:
            if counters.owner is None and counters.state is None:
                return Load(f"{name}.total", cell)
            return self._total(Load(f"{name}.on", arith("+", arith("*", g, Const(width)), cell)) for g in groups)
        body: list[Statement] = [Set("n", Const(0))]
        if counters.place is not None:
            body.append(Set("cells", self.ex.sets.bits(counters.place, env)))
        for g in groups:
            here = Load(f"{name}.any", g)
            at = arith("+", arith("*", g, Const(width)), Local("cell"))
            where = here if counters.place is None else SetOp("and", here, Local("cells"))
            body.append(ForBits("cell", where, (Set("n", arith("+", Local("n"), Load(f"{name}.on", at))),)))
        return self.unit.closure(f"number_of_{name}", 0, [*body, Return(Local("n"))], env)

    @staticmethod
    def _total(parts: Iterator[Expr]) -> Expr:
        total: Expr = Const(0)
        for part in parts:
            total = arith("+", total, part)
        return total

    def part(self, name: str, counter: str, expr: t.Expr, env: Env) -> Expr:
        """Return the `owner` (or `kind`), `state` or `place` of one counter."""
        bound = self.one(counter, expr, env)
        return {"owner": bound.owner, "kind": bound.owner, "state": bound.state, "place": bound.cell}[name]

    def one(self, counter: str, expr: t.Expr, env: Env) -> OneCounter:
        """Return the owner, state and cell of a counter."""
        if isinstance(expr, t.LocalValue) and isinstance(bound := env.names.get(expr.name), OneCounter):
            return bound
        value = self.ex.value(expr, env)
        layout = self.unit.counters[counter]
        cells, states = Const(self.unit.geometries[layout.board].width), Const(len(layout.states))
        which = arith("/down", value, cells)
        owner = arith("/down", which, states)
        return OneCounter(
            counter, owner, arith("-", which, arith("*", owner, states)), arith("-", value, arith("*", which, cells))
        )

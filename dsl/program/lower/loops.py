"""Loops over members, and lists written into slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.program.code import Call, Const, Expr, ForBits, ForRange, Load, Local, Lowest, Set, SetOp, Statement, While
from dsl.program.lower.ir import arith, compare, if_, is_empty, negate, single
from dsl.program.lower.unit import Env, Unit, Value, local_name
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions

Body = Callable[[Env], list[Statement]]  #: what a loop does with each member, given what the names mean inside


class Loops:
    """Loops over members, and lists written into slots."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def each(self, expr: t.Expr, env: Env, body: Body, name: str = "") -> list[Statement]:
        """Return a loop over the members of a set or list, with `name` (or a new local) as each of them."""
        expr, home = self.ex.resolve(expr, env)
        name = name or self.unit.fresh("it")
        local = local_name(name)
        match expr:
            case t.Parts(set=cells):
                board = self.ex.board.geometry(cells.type)
                width, rest = board.width, self.unit.fresh("rest")
                inner = env.local(name, width).widen(rest, width)
                return [
                    Set(rest, self.ex.sets.bits(cells, home)),
                    While(negate(is_empty(Local(rest))), (
                        Set(local, Call(self.ex.board.flood(board), (Local(rest), single(Lowest(Local(rest)), width)))),
                        Set(rest, SetOp("minus", Local(rest), Local(local))),
                        *body(inner),
                    )),
                ]  # fmt: skip
            case t.Filtered(set=source, name=it, condition=condition) if not self.ex.sets.is_bits(expr, home):

                def keep(inner: Env) -> list[Statement]:
                    held = home.held | ({it} if name in inner.held else set())
                    seen = Env({**home.names, it: inner.names[name]}, {**home.widths, **inner.widths}, held)
                    return if_(self.ex.value(condition, seen), body(inner))

                return self.each(source, Env({**home.names, **env.names}, {**home.widths, **env.widths}), keep, name)
            case t.NumberRange(low=low, high=high):
                last = arith("+", self.ex.value(high, home), Const(1))
                return [ForRange(local, self.ex.value(low, home), last, tuple(body(env.local(name, 0))))]
            case t.ZoneSet():
                return self._each_in_zone(expr, home, env, body, name)
        if isinstance(expr.type, t.ListType) or isinstance(expr, (t.Rotation, t.Chained)):
            slot, fill = self.ex.lists.fill(expr, home)
            i = self.unit.fresh("i")
            inner = env.local(name, 0).widen(i, 0)
            loop = ForRange(i, Const(0), Load(f"{slot}.size"), (Set(local, Load(slot, Local(i))), *body(inner)))
            return [*fill, loop]
        return [ForBits(local, self.ex.sets.bits(expr, home), tuple(body(env.local(name, 0))))]

    def each_as_it_was(self, expr: t.Expr, env: Env, body: Body, name: str) -> list[Statement]:
        """Return a loop over the members that a set had at the start, whatever the body takes out of it."""
        if not self._of_zone(expr, env):  # other sets are worked out once
            return self.each(expr, env, body, name)
        slot, fill = self.ex.lists.fill(expr, env)
        i, local = self.unit.fresh("i"), local_name(name)
        inner = env.local(name, 0).widen(i, 0).holding(name)
        return [*fill, ForRange(i, Const(0), Load(f"{slot}.size"), (Set(local, Load(slot, Local(i))), *body(inner)))]

    def _of_zone(self, expr: t.Expr, env: Env) -> bool:
        """Whether pieces of a zone are gone through where they lie."""
        expr, env = self.ex.resolve(expr, env)
        match expr:
            case t.ZoneSet():
                return True
            case t.Filtered(set=source) | t.BuiltinValue(name="first", args=(_, source)):
                return self._of_zone(source, env)
        return False

    @staticmethod
    def member(env: Env) -> Expr:
        """Return the member at hand in the body of a loop without a name: what was bound last."""
        bound = list(env.names.values())[-1]
        assert isinstance(bound, Value)
        return bound.expr

    def _each_in_zone(self, zone: t.ZoneSet, home: Env, env: Env, body: Body, name: str) -> list[Statement]:
        layout = self.unit.zones[zone.zone]
        owner, i = self.ex.zone_owner(zone, home), self.unit.fresh("i")
        local, inner = local_name(name), env.local(name, 0).widen(i, 0).holding(name)
        item = Load(f"{layout.name}.items", arith("+", arith("*", owner, Const(layout.capacity)), Local(i)))
        block = body(inner)
        if zone.kind is not None:
            block = if_(
                compare("==", Load(f"{layout.piece}.kind", Local(local)), self.ex.value(zone.kind, home)), block
            )
        return [ForRange(i, Const(0), Load(f"{layout.name}.size", owner), (Set(local, item), *block))]

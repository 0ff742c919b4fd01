"""Lists, and loops over the members of sets and lists. A list is written to slots of its own while it is evaluated; a
list of players is stored as one number.

The number has one digit for each player in the list, the first one lowest, in base players + 1: seat + 1, so that 0 is
the empty list. With eight players a number holds nine digits, with two nineteen.
"""

from __future__ import annotations

from typing import TypeGuard

from dsl.ir.builder import FALSE, NONE, TRUE, all_of, arith, compare, has, if_, is_empty, negate, select, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Call,
    Const,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Lowest,
    Return,
    Set,
    SetOp,
    Statement,
    Store,
    While,
)
from dsl.lowering.compilation_unit import unsupported
from dsl.lowering.environment import ComputedValue, Env, local_name
from dsl.lowering.protocols import Context, LoopBody
from dsl.semantics import typed as t


def is_players(kind: t.Type) -> TypeGuard[t.ListType]:
    """Return whether values of a type are lists of players, which are stored as numbers."""
    return isinstance(kind, t.ListType) and isinstance(kind.of, t.PlayerType)


def fits_local(kind: t.Type) -> bool:
    """Return whether a local can hold a value of a type: as a number, or as one bitset."""
    if isinstance(kind, t.SetType):
        return not isinstance(kind.of, (t.SetType, t.CounterType, t.NumberType))
    return is_players(kind) or not isinstance(kind, t.ListType)


class ListLowerer:
    """Lowers lists for one program."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context
        self.base = Const(context.unit.players + 1)
        self.most = max(n for n in range(1, 31) if (context.unit.players + 1) ** n < 2**31)

    def same(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        """Return whether two lists have the same members in the same order."""
        first, before = self.fill(left, env)
        second, more = self.fill(right, env)
        differs = If(compare("!=", Load(first, Local("i")), Load(second, Local("i"))), (Return(FALSE),))
        body: list[Statement] = [
            *before,
            *more,
            If(compare("!=", Load(f"{first}.size"), Load(f"{second}.size")), (Return(FALSE),)),
            ForRange("i", Const(0), Load(f"{first}.size"), (differs,)),
            Return(TRUE),
        ]
        return self.unit.closure("same_list", 0, body, env)

    # -- as a number --------------------------------------------------------------------------------------------

    def value(self, expr: t.Expr, env: Env) -> Expr:
        """Return a list of players as a number."""
        kept = self._stored_list(expr, env)
        if kept is not None:
            return kept
        slot, fill = self.fill(expr, env)
        size, at = Load(f"{slot}.size"), arith("-", arith("-", Load(f"{slot}.size"), Const(1)), Local("i"))
        digit = arith("+", Load(slot, at), Const(1))
        body: list[Statement] = [
            *fill,
            self.unit.check(
                compare("<=", size, Const(self.most)), "too-long-list",
                f"a list of players is kept with at most {self.most} of them", expr.span,
            ),
            Set("value", Const(0)),
            ForRange("i", Const(0), size, (
                Set("value", arith("+", arith("*", Local("value"), self.base), digit)),
            )),
            Return(Local("value")),
        ]  # fmt: skip
        return self.unit.closure("list_as_number", 0, body, env)

    def _stored_list(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return the number of a list that is already stored as one."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case t.Constant():
                return Const(0)
            case t.LocalValue() | t.VariableValue():
                return self.context.exprs.number(expr, env)
        return None

    def members(self, expr: t.Expr, env: Env) -> Expr:
        """Return the set of the members of a list of players."""
        seats = self.unit.players
        found = Local("found")
        add = Set("found", set_op("or", found, single(Local("member"), seats), seats))
        kept = self._stored_list(expr, env)
        if kept is None:
            slot, fill = self.fill(expr, env)
            each = ForRange("i", Const(0), Load(f"{slot}.size"), (Set("member", Load(slot, Local("i"))), add))
            body: list[Statement] = [*fill, Set("found", BitsConst(0, seats)), each, Return(found)]
            return self.unit.closure("those_in_list", seats, body, env)
        name = "those_in_list"
        if name not in self.unit.functions:
            body = [Set("found", BitsConst(0, seats)), *self._digits(Local("list"), "member", [add]), Return(found)]
            self.unit.function(name, [("list", 0)], seats, body, "the players in a list")
        return Call(name, (kept,))

    def _digits(self, number: Expr, member: str, body: list[Statement]) -> list[Statement]:
        """Return a loop over the digits of a number."""
        rest, more = self.unit.fresh("rest"), self.unit.fresh("more")
        last = arith("-", Local(rest), arith("*", Local(more), self.base))
        return [
            Set(rest, number),
            While(compare(">", Local(rest), Const(0)), (
                Set(more, arith("/down", Local(rest), self.base)),
                Set(member, arith("-", last, Const(1))),
                Set(rest, Local(more)),
                *body,
            )),
        ]  # fmt: skip

    def length(self, expr: t.Expr, env: Env) -> Expr:
        """Return the length of a list."""
        slot, fill = self.fill(expr, env)
        return self.unit.closure("length", 0, [*fill, Return(Load(f"{slot}.size"))], env)

    def nth(self, expr: t.Expr, number: t.Expr, env: Env) -> Expr:
        """Return the n-th member, counted from 1; -1 if there is none."""
        slot, fill = self.fill(expr, env)
        n = Local("n")
        there = all_of([compare(">=", n, Const(1)), compare("<=", n, Load(f"{slot}.size"))])
        found = select(there, Load(slot, arith("-", n, Const(1))), NONE)
        return self.unit.closure("nth", 0, [Set("n", self.context.exprs.value(number, env)), *fill, Return(found)], env)

    # -- in slots ---------------------------------------------------------------------------------------------------

    def fill(self, expr: t.Expr, env: Env, *, kept: bool = False) -> tuple[str, list[Statement]]:
        """Write a list into slots of its own; return the slot (its length is in `<slot>.size`) and the statements."""
        member = expr.type.of if isinstance(expr.type, (t.ListType, t.SetType)) else expr.type
        name, piece = self.unit.fresh("list"), self.unit.types.by_number(member)
        slot = self.unit.slot(name, self.longest(expr, env), passing=not kept, piece=piece)
        self.unit.slot(f"{slot}.size", passing=not kept)
        return slot, [Store(f"{slot}.size", Const(0)), *self.append(expr, env, slot)]

    def longest(self, expr: t.Expr, env: Env) -> int:
        """Return the maximum length of a list."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case t.ListOf(items=items):
                return max(1, len(items))
            case t.Chained(lists=lists):
                return sum(self.longest(part, env) for part in lists)
            case t.Conditional(then=then, otherwise=otherwise):
                return max(self.longest(then, env), self.longest(otherwise, env))
            case t.Ranked(set=source) | t.Filtered(set=source):
                return self.longest(source, env)
            case t.BuiltinValue(name="first", args=(_, source)):
                return self.longest(source, env)
            case t.PropertyValue(name="links", of=way) if isinstance(way.type, t.WayType):
                return self.unit.ways[way.type.path].longest
            case t.ZoneSet(zone=zone):  # it may hold more pieces than the board has cells
                return max(self.unit.types.size(expr.type), self.unit.zones[zone].capacity)
            case t.LocalValue() | t.VariableValue():
                return self.most if is_players(expr.type) else self.unit.types.size(expr.type)
        if isinstance(expr.type, t.SetType):
            return self.unit.types.size(expr.type)
        return self.unit.players

    def append(self, expr: t.Expr, env: Env, slot: str) -> list[Statement]:
        """Return the statements that append a list to a slot."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case t.Constant(value=-1):
                return []
            case t.ListOf(items=items):
                return [
                    statement for item in items for statement in self._push(slot, self.context.exprs.value(item, env))
                ]
            case t.Chained(lists=lists):
                return [statement for part in lists for statement in self.append(part, env, slot)]
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return if_(
                    self.context.exprs.value(condition, env),
                    self.append(then, env, slot),
                    self.append(otherwise, env, slot),
                )
            case t.Rotation():
                return self._around(expr, env, slot)
            case t.Ranked():
                return self._ranked(expr, env, slot)
            case t.PropertyValue(name="links", of=way) if isinstance(way.type, t.WayType):
                link = self.context.paths.place(way.type.path, Local("w_i"))
                return [ForBits("w_i", self.context.exprs.value(way, env), tuple(self._push(slot, link)))]
            case t.BuiltinValue(name="first", args=(number, source)):
                return self._first(number, source, env, slot)
            case t.Filtered() | t.ZoneSet() | t.NumberRange() if not self.context.sets.is_bits(expr, env):
                name = self.unit.fresh("it")
                return self.context.loops.each(expr, env, lambda _: self._push(slot, Local(local_name(name))), name)
        if is_players(expr.type) and (number_ := self._stored_list(expr, env)) is not None:
            member = self.unit.fresh("member")
            return self._digits(number_, member, self._push(slot, Local(member)))
        if self.context.sets.is_bits(expr, env):
            member = self.unit.fresh("member")
            return [ForBits(member, self.context.sets.bits(expr, env), tuple(self._push(slot, Local(member))))]
        raise unsupported("this list", expr.span)

    @staticmethod
    def _push(slot: str, value: Expr) -> list[Statement]:
        size = Load(f"{slot}.size")
        return [Store(slot, value, size), Store(f"{slot}.size", arith("+", size, Const(1)))]

    def _around(self, expr: t.Rotation, env: Env, slot: str) -> list[Statement]:
        seat, last = self.unit.fresh("seat"), Const(self.unit.players - 1)
        onward = (
            select(compare("==", Local(seat), last), Const(0), arith("+", Local(seat), Const(1)))
            if expr.clockwise
            else select(compare("==", Local(seat), Const(0)), last, arith("-", Local(seat), Const(1)))
        )
        return [
            Set(seat, self.context.exprs.value(expr.start, env)),
            ForRange(self.unit.fresh("i"), Const(0), Const(self.unit.players), (
                If(has(Load("in_play"), Local(seat)), tuple(self._push(slot, Local(seat)))),
                Set(seat, onward),
            )),
        ]  # fmt: skip

    def _first(self, number: t.Expr, source: t.Expr, env: Env, slot: str) -> list[Statement]:
        most, size = self.unit.fresh("most"), Load(f"{slot}.size")
        wanted = arith("+", size, arith("max", Const(0), self.context.exprs.value(number, env)))
        return [
            Set(most, wanted),
            *self.append(source, env, slot),
            Store(f"{slot}.size", arith("min", size, Local(most))),
        ]

    def _ranked(self, expr: t.Ranked, env: Env, slot: str) -> list[Statement]:
        """Stable insertion sort: each member goes behind those that are not lower."""
        keys = self.unit.slot(f"{slot}.{self.unit.fresh('key')}", self.unit.slots[slot].length, passing=True)
        name, start, at, key = self.unit.fresh("it"), *(self.unit.fresh(stem) for stem in ("start", "at", "key"))
        size, before = Load(f"{slot}.size"), arith("-", Local(at), Const(1))
        lower = all_of([compare(">", Local(at), Local(start)), compare("<", Load(keys, before), Local(key))])

        def insert(inner: Env) -> list[Statement]:
            seen = Env({**env.names, expr.name: inner.names[name]}, {**env.widths, **inner.widths})
            return [
                Set(key, self.context.exprs.value(expr.key, seen)),
                Set(at, size),
                While(lower, (
                    Store(slot, Load(slot, before), Local(at)),
                    Store(keys, Load(keys, before), Local(at)),
                    Set(at, before),
                )),
                Store(slot, Local(local_name(name)), Local(at)),
                Store(keys, Local(key), Local(at)),
                Store(f"{slot}.size", arith("+", size, Const(1))),
            ]  # fmt: skip

        return [Set(start, size), *self.context.loops.each(expr.set, env, insert, name)]


class LoopLowerer:
    """Loops over members, and lists written into slots."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    def each(self, expr: t.Expr, env: Env, body: LoopBody, name: str = "") -> list[Statement]:
        """Return a loop over the members of a set or list, with `name` (or a new local) as each of them."""
        expr, home = self.context.exprs.resolve(expr, env)
        name = name or self.unit.fresh("it")
        local = local_name(name)
        match expr:
            case t.ConnectedParts(set=cells):
                board = self.unit.board_of(cells.type)
                width, rest = board.width, self.unit.fresh("rest")
                inner = env.local(name, width).widen(rest, width)
                bits, flood = self.context.sets.bits(cells, home), self.context.boards.flood(board)
                return [
                    Set(rest, bits),
                    While(negate(is_empty(Local(rest))), (
                        Set(local, Call(flood, (Local(rest), single(Lowest(Local(rest)), width)))),
                        Set(rest, SetOp("minus", Local(rest), Local(local))),
                        *body(inner),
                    )),
                ]  # fmt: skip
            case t.Filtered(set=source, name=it, condition=condition) if not self.context.sets.is_bits(expr, home):

                def keep(inner: Env) -> list[Statement]:
                    held = home.numbered | ({it} if name in inner.numbered else set())
                    seen = Env({**home.names, it: inner.names[name]}, {**home.widths, **inner.widths}, held)
                    return if_(self.context.exprs.value(condition, seen), body(inner))

                return self.each(source, Env({**home.names, **env.names}, {**home.widths, **env.widths}), keep, name)
            case t.NumberRange(low=low, high=high):
                last = arith("+", self.context.exprs.value(high, home), Const(1))
                return [ForRange(local, self.context.exprs.value(low, home), last, tuple(body(env.local(name, 0))))]
            case t.ZoneSet():
                return self._each_in_zone(expr, home, env, body, name)
        if isinstance(expr.type, t.ListType) or isinstance(expr, (t.Rotation, t.Chained)):
            slot, fill = self.context.lists.fill(expr, home)
            i = self.unit.fresh("i")
            inner = env.local(name, 0).widen(i, 0)
            loop = ForRange(i, Const(0), Load(f"{slot}.size"), (Set(local, Load(slot, Local(i))), *body(inner)))
            return [*fill, loop]
        return [ForBits(local, self.context.sets.bits(expr, home), tuple(body(env.local(name, 0))))]

    def each_of_snapshot(self, expr: t.Expr, env: Env, body: LoopBody, name: str) -> list[Statement]:
        """Return a loop over a snapshot of the members of a set, so that the body may change it."""
        if not self._of_zone(expr, env):  # other sets are evaluated once
            return self.each(expr, env, body, name)
        slot, fill = self.context.lists.fill(expr, env)
        i, local = self.unit.fresh("i"), local_name(name)
        inner = env.local(name, 0).widen(i, 0).with_numbered(name)
        return [*fill, ForRange(i, Const(0), Load(f"{slot}.size"), (Set(local, Load(slot, Local(i))), *body(inner)))]

    def _of_zone(self, expr: t.Expr, env: Env) -> bool:
        """Whether a loop iterates over the slots of a zone themselves."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case t.ZoneSet():
                return True
            case t.Filtered(set=source) | t.BuiltinValue(name="first", args=(_, source)):
                return self._of_zone(source, env)
        return False

    @staticmethod
    def member(env: Env) -> Expr:
        """Return the current member in the body of a loop without a name: the last binding."""
        bound = list(env.names.values())[-1]
        assert isinstance(bound, ComputedValue)
        return bound.expr

    def _each_in_zone(self, zone: t.ZoneSet, home: Env, env: Env, body: LoopBody, name: str) -> list[Statement]:
        layout = self.unit.zones[zone.zone]
        owner, i = self.context.exprs.zone_owner(zone, home), self.unit.fresh("i")
        local, inner = local_name(name), env.local(name, 0).widen(i, 0).with_numbered(name)
        item = Load(f"{layout.name}.items", arith("+", arith("*", owner, Const(layout.capacity)), Local(i)))
        block = body(inner)
        if zone.kind is not None:
            block = if_(
                compare("==", Load(f"{layout.piece}.kind", Local(local)), self.context.exprs.value(zone.kind, home)),
                block,
            )
        return [ForRange(i, Const(0), Load(f"{layout.name}.size", owner), (Set(local, item), *block))]

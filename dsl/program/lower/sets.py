"""Sets that are bitsets: cells, players, kinds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.program.code import (
    BitsConst,
    Call,
    Const,
    Draw,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Population,
    Return,
    Set,
    SetOp,
    SetOperation,
    Statement,
)
from dsl.program.lower import teams
from dsl.program.lower.ir import NONE, all_of, any_of, arith, compare, if_, is_empty, select, set_op, single
from dsl.program.lower.lift import Lift
from dsl.program.lower.lists import is_players
from dsl.program.lower.spaces import Spaces
from dsl.program.lower.unit import Env, Unit, local_name, not_yet
from dsl.program.lower.walking import conjuncts
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions

_ALGEBRA: dict[str, SetOperation] = {"plus": "or", "without": "minus", "both": "and"}


class Sets:
    """Sets that are bitsets: cells, players, kinds."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def is_bits(self, expr: t.Expr, env: Env) -> bool:
        """Whether a set can be held as a bitset."""
        expr, env = self.ex.resolve(expr, env)
        match expr:
            case t.Parts() | t.NumberRange() | t.ZoneSet() | t.CounterSet() | t.Rotation() | t.Chained() | t.Ranked():
                return False
            case t.Filtered(set=inner) | t.Extreme(set=inner):
                return self.is_bits(inner, env)
            case t.ListOf(type=kind):
                return isinstance(kind, t.SetType)
        return isinstance(expr.type, t.SetType) and not isinstance(
            expr.type.of, (t.SetType, t.CounterType, t.NumberType)
        )

    def bits(self, expr: t.Expr, env: Env) -> Expr:
        """Return a set as a bitset; a single value as the set of it."""
        expr, env = self.ex.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.ex.counters.cells(expr, env)
            case t.CounterCells(counters=counters):
                return self.ex.counters.cells(counters, env)
        if isinstance(expr.type, t.WayType):
            return self.ex.value(expr, env)
        if is_players(expr.type):
            return self.ex.lists.members(expr, env)
        if isinstance(expr.type, t.ListType) and isinstance(expr, (t.ListOf, t.Conditional)):
            return self.bits(replace(expr, type=t.SetType(expr.type.of)), env)
        if not isinstance(expr.type, t.SetType):
            return self._singleton(expr, env)
        for write in (self._places, self._others, self._any, self.ex.lines.bits):
            made = write(expr, env)
            if made is not None:
                return self.unit.at(expr, env, made)
        raise not_yet("this set", expr.span)

    def _places(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return a set of places of a board, by what is said of them; None if something else is said."""
        board = self.ex.board
        match expr:
            case t.AllCells(board=name):
                return BitsConst(self.unit.geometries[name].valid, self.unit.measures.size(expr.type))
            case t.EdgeCells(board=name):
                return BitsConst(self.unit.geometries[name].edge, self.unit.measures.size(expr.type))
            case t.CoveredCells(set=things):
                return Spaces(self.unit, board.geometry(things.type)).covered(self.bits(things, env))
            case t.PieceCells():
                return self.ex.pieces.some(expr, env)
            case t.StandingCells():
                return self.ex.pieces.numbered.cells(expr, env)
            case t.NextTo(set=things, to=to):
                return self.both(self.bits(things, env), board.near(self.bits(to, env), board.geometry(to.type)))
            case t.JoinedTo(set=things, to=to):
                return Call(board.flood(board.geometry(things.type)), (self.bits(things, env), self.bits(to, env)))
            case t.WithinOf(set=things, distance=distance, centre=centre):
                return self.both(self.bits(things, env), board.ball(centre, self.ex.value(distance, env), env))
            case t.PropertyValue(name="ahead" | "sides" as beyond, of=way) if isinstance(way.type, t.WayType):
                return self.ex.ways.beyond(beyond, way.type.path, *self.ex.resolve(way, env))
        return None

    def _others(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return a set of pieces, players, teams or kinds, by what is said of them; None if something else is said."""
        match expr:
            case t.PiecesOn():
                return self.ex.pieces.numbered.on(expr, env)
            case t.ZoneSet(zone=zone, kind=None):
                return self.ex.pieces.numbered.in_zone(zone, self.ex.zone_owner(expr, env))
            case t.AllTeams():
                return teams.in_play(self.unit)
            case t.PropertyValue(name="players", of=team):
                return teams.players_of(self.unit, self.ex.value(team, env))
            case t.AllSeats(in_play=True):
                return Load("in_play")
            case t.AllSeats() | t.KindValues():
                width = self.unit.measures.size(expr.type)
                return BitsConst((1 << width) - 1, width)
        return None

    def _any(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return a set of whatever things that is made of other sets, or held; None if something else is said."""
        width = self.unit.measures.size(expr.type)
        match expr:
            case t.CellUnion(operator=operator, left=left, right=right):
                return set_op(_ALGEBRA[operator], self.bits(left, env), self.bits(right, env), width)
            case t.ListOf(items=items):
                found: Expr = BitsConst(0, width)
                for item in items:
                    found = set_op("or", found, self.bits(item, env), width)
                return found
            case t.Filtered():
                return self._filtered(expr, env)
            case t.Extreme():
                return self._extreme(expr, env)
            case t.RandomFrom(set=source, amount=amount) if amount is not None:
                return self._sample(source, amount, env, width)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return select(self.ex.value(condition, env), self.bits(then, env), self.bits(otherwise, env))
            case t.LocalValue() | t.VariableValue() | t.DefineValue():
                return self.ex.value(expr, env)
            case t.Constant(value=-1):
                return BitsConst(0, width)
        return None

    def _singleton(self, expr: t.Expr, env: Env) -> Expr:
        kind = expr.type.of if isinstance(expr.type, t.MaybeType) else expr.type
        if isinstance(kind, t.CounterType):
            board = self.ex.board.geometry(kind)
            return single(self.ex.counters.part("place", kind.counter, expr, env), board.width)
        width, value = self.unit.measures.size(kind), self.ex.value(expr, env)
        if isinstance(expr.type, t.MaybeType):
            return select(compare(">=", value, Const(0)), single(value, width), BitsConst(0, width))
        return single(arith("-", value, Const(self.unit.measures.offset(kind))), width)

    def both(self, left: Expr, right: Expr) -> Expr:
        """Return what two sets share."""
        width = left.width if isinstance(left, BitsConst) else right.width if isinstance(right, BitsConst) else 0
        return set_op("and", left, right, width) if width else SetOp("and", left, right)

    def _filtered(self, expr: t.Filtered, env: Env) -> Expr:
        width = self.unit.measures.size(expr.type)
        base = self.bits(expr.set, env)
        member = expr.type.of if isinstance(expr.type, t.SetType) else expr.type
        inner = env.local(expr.name, 0)
        rest: list[Expr] = []
        for condition in conjuncts(expr.condition):
            if not self.ex.mentions(condition, inner, expr.name):
                base = select(self.ex.value(condition, env), base, BitsConst(0, width))
            elif (lifted := Lift(self.ex, expr.name, member).condition(condition, inner)) is not None:
                base = set_op("and", base, lifted, width)
            else:
                rest.append(self.ex.value(condition, inner))
        if not rest:
            return base
        it = local_name(expr.name)
        keep = Set("found", set_op("or", Local("found"), single(Local(it), width), width))
        loop = ForBits(it, base, tuple(if_(all_of(rest), [keep])))
        body: list[Statement] = [Set("found", BitsConst(0, width)), loop, Return(Local("found"))]
        return self.unit.closure("those", width, body, inner)

    def _extreme(self, expr: t.Extreme, env: Env) -> Expr:
        width = self.unit.measures.size(expr.type)
        it, inner = local_name(expr.name), env.local(expr.name, 0)
        member = Local(it)
        key = self.ex.value(expr.key, inner)
        better = compare(">" if expr.most else "<", Local("key"), Local("best"))
        body: list[Statement] = [
            Set("found", BitsConst(0, width)),
            Set("best", Const(0)),
            ForBits(it, self.bits(expr.set, env), (
                Set("key", key),
                If(any_of([is_empty(Local("found")), better]), (
                    Set("found", BitsConst(0, width)), Set("best", Local("key")),
                )),
                If(compare("==", Local("key"), Local("best")), (
                    Set("found", set_op("or", Local("found"), single(member, width), width)),
                )),
            )),
            Return(Local("found")),
        ]  # fmt: skip
        return self.unit.closure("extreme", width, body, inner)

    def pick(self, source: t.Expr, env: Env) -> Expr:
        """Return one member by chance."""
        if not self.is_bits(source, env):
            return self._pick_counted(*self.ex.resolve(source, env))
        width = self.unit.measures.size(source.type)
        name = f"pick_{width}"
        if name not in self.unit.functions:
            body: list[Statement] = [
                Set("skip", Draw(Population(Local("bits")))),
                ForBits("member", Local("bits"), (
                    If(compare("==", Local("skip"), Const(0)), (Return(Local("member")),)),
                    Set("skip", arith("-", Local("skip"), Const(1))),
                )),
                Return(NONE),
            ]  # fmt: skip
            self.unit.function(name, [("bits", width)], 0, body, "a member by chance")
        return Call(name, (self.bits(source, env),))

    def _pick_counted(self, source: t.Expr, env: Env) -> Expr:
        """Return one member by chance of what no bitset holds: numbers in a row, a zone, a list."""
        if isinstance(source, t.NumberRange):
            low, high = self.ex.value(source.low, env), self.ex.value(source.high, env)
            return arith("+", low, Draw(arith("+", arith("-", high, low), Const(1))))

        def chosen(inner: Env) -> list[Statement]:
            found, skip = Return(self.ex.loops.member(inner)), Local("skip")
            return [If(compare("==", skip, Const(0)), (found,)), Set("skip", arith("-", skip, Const(1)))]

        drawn = Draw(self.ex.quantities.count(source, env))
        body = [Set("skip", drawn), *self.ex.loops.each(source, env, chosen), Return(NONE)]
        return self.unit.closure("pick", 0, body, env)

    def _sample(self, source: t.Expr, amount: t.Expr, env: Env, width: int) -> Expr:
        self.pick(source, env)
        name = f"sample_{width}"
        if name not in self.unit.functions:
            chosen = Local("member")
            body: list[Statement] = [
                Set("found", BitsConst(0, width)),
                Set("left", arith("min", Local("amount"), Population(Local("bits")))),
                ForRange("i", Const(0), Local("left"), (
                    Set("member", Call(f"pick_{width}", (Local("bits"),))),
                    Set("bits", set_op("minus", Local("bits"), single(chosen, width), width)),
                    Set("found", set_op("or", Local("found"), single(chosen, width), width)),
                )),
                Return(Local("found")),
            ]  # fmt: skip
            self.unit.function(name, [("bits", width), ("amount", 0)], width, body, "some members by chance")
        return Call(name, (self.bits(source, env), self.ex.value(amount, env)))

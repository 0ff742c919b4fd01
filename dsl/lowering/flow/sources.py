"""Sources of points: which places a number of the rules counts, and which awards of the rules compare the players.

Only an explained program has this code. It reports a place with the event `source`, before the event that it explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from dsl.base.problem import RulesError
from dsl.ir.builder import compare, if_, negate
from dsl.ir.instructions import Const, Emit, ForBits, Local, Set, Statement
from dsl.lowering.environment import Alias, Env
from dsl.lowering.protocols import Context
from dsl.lowering.traversal import blocks, inside
from dsl.semantics import typed as t

_DEEPEST = 8  #: definitions inside each other that are followed
Condition = tuple[t.Expr, Env]


@dataclass(frozen=True, slots=True)
class SourceLowerer:
    """Lowers expressions to statements that report the places which the value comes from."""

    context: Context

    def of(self, expr: t.Expr, env: Env, conditions: Iterable[Condition] = ()) -> list[Statement]:
        """Return the statements that report the sources of a value; if it has none, those of the innermost of the
        conditions, given from the outermost, that has some."""
        with self.context.unit.naming_apart():
            found = self._emit(expr, env, 0)
            for condition, home in reversed(tuple(conditions)):
                if found:
                    break
                found = self._emit(condition, home, 0)
        return found

    def _emit(self, expr: t.Expr, env: Env, depth: int) -> list[Statement]:
        if depth > _DEEPEST:
            return []
        try:
            return self._places(expr, env) or self._parts(*self.context.exprs.resolve(expr, env), depth)
        except (RulesError, TypeError):  # the value is not one of places, or its set cannot be a set of places
            return []

    def _places(self, expr: t.Expr, env: Env) -> list[Statement]:
        """Return the statements for a place, a thing on a place, or a set of them; none for another value."""
        unit, kind = self.context.unit, expr.type
        if isinstance(expr, t.Constant):
            return []
        if isinstance(expr, t.CounterSet):
            return [] if expr.reserve else self._report(expr, env)
        while isinstance(kind, (t.SetType, t.MaybeType)):
            kind = kind.of
        match kind:
            case t.PlaceType() | t.CounterType():
                return self._report(expr, env)
            case t.PieceType(piece) if unit.types.by_cell(piece):
                return self._report(expr, env)
            case t.PieceType(piece) if isinstance(expr.type, t.SetType) and unit.types.numbered(piece):
                place = t.PlaceType(unit.rules.pieces[piece].board)
                return self._report(t.StandingCells(expr, type=t.SetType(place), span=expr.span), env)
        return []

    def _report(self, expr: t.Expr, env: Env) -> list[Statement]:
        exprs, unit = self.context.exprs, self.context.unit
        meant, home = exprs.resolve(expr, env)
        if isinstance(meant.type, t.SetType) and isinstance(meant.type.of, t.SetType):  # parts of a set
            inner = t.LocalValue(unit.fresh("part"), type=meant.type.of, span=meant.span)
            return self.context.loops.each(meant, home, lambda within: self._report(inner, within), inner.name)
        kind = meant.type
        while isinstance(kind, (t.SetType, t.MaybeType)):
            kind = kind.of
        board = list(unit.geometries).index(unit.board_of(kind).layout.name)
        cell = unit.fresh("source")
        return [ForBits(cell, self.context.sets.bits(expr, env), (Emit("source", (Const(board), Local(cell))),))]

    def _parts(self, expr: t.Expr, env: Env, depth: int) -> list[Statement]:
        """Return the statements for a value that is computed from others; `expr` is resolved."""
        match expr:
            case t.DefineValue(args=args):
                return self._defined(expr, env, depth) or self._all(args, env, depth)
            case t.CountOf(set=things):
                return self._members(things, env, depth, of_all=False)
            case t.ExistsIn(amount=amount, set=things):
                return self._members(things, env, depth, of_all=amount == "at most")
            case t.AggregateOf(name=name, value=value, set=things):
                return self._where(value, things, name, env, depth)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                holds = self.context.exprs.value(condition, env)
                return [
                    *if_(holds, self._branch(then, condition, env, depth)),
                    *if_(negate(holds), self._branch(otherwise, condition, env, depth)),
                ]
            case t.Arithmetic(left=left, right=right):
                return [found for part in (left, right) for found in self._unless_zero(part, env, depth)]
            case t.Logic(operator="or", parts=parts):
                return [found for part in parts for found in self._unless_zero(part, env, depth)]
            case t.TableValue(keys=keys):
                return self._all(keys, env, depth)
            case t.Comparison() | t.Logic() | t.Negation() | t.MembershipTest() | t.Touches() | t.BuiltinValue():
                return self._all(inside(expr), env, depth)
            case t.VariableValue(of=t.Expr() as of) | t.PropertyValue(of=of):
                return self._emit(of, env, depth)
        return []

    def _defined(self, expr: t.DefineValue, env: Env, depth: int) -> list[Statement]:
        """Return the statements for the meaning of a definition. Its arguments get new locals: a name of the
        definition may be that of a local here."""
        unit, inner = self.context.unit, Env({}, env.widths)
        known: list[Statement] = []
        for param, arg in zip(unit.rules.defines[expr.define].params, expr.args, strict=True):
            width, local = unit.types.width(param.type), unit.fresh(param.name)
            known.append(Set(local, self.context.exprs.as_stored(arg, env, width)))
            inner = inner.local(param.name, width, local)
        meaning, _ = self.context.exprs.unfold(expr, env)
        found = self._emit(meaning, inner, depth + 1)
        return [*known, *found] if found else []

    def _all(self, parts: Iterable[t.Expr], env: Env, depth: int) -> list[Statement]:
        return [found for part in parts for found in self._emit(part, env, depth)]

    def _branch(self, value: t.Expr, condition: t.Expr, env: Env, depth: int) -> list[Statement]:
        if isinstance(value, t.Constant) and value.value in (0, -1):
            return []
        return self._emit(value, env, depth) or self._emit(condition, env, depth)

    def _unless_zero(self, part: t.Expr, env: Env, depth: int) -> list[Statement]:
        found = self._emit(part, env, depth)
        return if_(compare("!=", self.context.exprs.value(part, env), Const(0)), found) if found else []

    def _members(self, things: t.Expr, env: Env, depth: int, *, of_all: bool) -> list[Statement]:
        """Return the statements for the members of a set that are counted, or `of_all` that are looked at."""
        meant, home = self.context.exprs.resolve(things, env)
        if isinstance(meant, t.Filtered) and (of_all or not self._places(meant, home)):
            return self._where(meant.condition, meant.set, meant.name, home, depth, holds=not of_all)
        return [] if of_all else self._places(meant, home)

    def _where(
        self, value: t.Expr, things: t.Expr, name: str, env: Env, depth: int, *, holds: bool = True
    ) -> list[Statement]:
        """Return the statements for the members whose value is not 0, or with `holds` False is 0: the sources of the
        value, else the member."""
        kind = things.type.of if isinstance(things.type, (t.SetType, t.ListType)) else things.type
        member = t.LocalValue(name, type=kind, span=things.span)
        local, reports = self.context.unit.fresh(name), False

        def body(within: Env) -> list[Statement]:
            nonlocal reports
            inner = within.bind(name, within.names[local])
            found = self._emit(value, inner, depth + 1) or self._emit(member, inner, depth + 1)
            reports = bool(found)
            return if_(compare("!=" if holds else "==", self.context.exprs.value(value, inner), Const(0)), found)

        loop = self.context.loops.each(things, env, body, local)
        return loop if reports else []


# ---- awards, wherever the rules give them


GiveAward = Callable[[t.GiveAward, Env], list[Statement]]


@dataclass(frozen=True, slots=True)
class ComparisonLowerer:
    """Lowers all awards that `play` gives to one block: each for every member of the loops around it, whatever the
    phase. Conditions that speak of a member stay; what only an action or a choice knows is left out."""

    context: Context
    give: GiveAward

    def block(self) -> list[Statement]:
        """Return the statements that give the awards."""
        return self._block(self.context.unit.rules.play, Env(), ())

    def _block(self, block: t.Block, env: Env, calls: tuple[str, ...]) -> list[Statement]:
        found: list[Statement] = []
        for act in block:
            match act:
                case t.LetValue(name=name, value=value):
                    if self._known(value, env):
                        env = env.bind(name, Alias(value, env))
                case _ if self._gives(act, calls):
                    found += self._act(act, env, calls)
        return found

    def _act(self, act: t.Statement, env: Env, calls: tuple[str, ...]) -> list[Statement]:
        match act:
            case t.GiveAward(args=args):
                return self.give(act, env) if all(self._known(arg, env) for arg in args) else []
            case t.Loop(name=name, set=things, block=block) if self._known(things, env):
                return self.context.loops.each(things, env, lambda inner: self._block(block, inner, calls), name)
            case t.CallRoutine(routine=routine, args=args):
                called = self.context.unit.rules.routines[routine]
                known = (
                    (param.name, Alias(arg, env))
                    for param, arg in zip(called.params, args, strict=True)
                    if self._known(arg, env)
                )
                return self._block(called.block, Env(dict(known), env.widths), (*calls, routine))
            case t.IfElse(condition=condition, then=then, otherwise=otherwise):
                first, second = self._block(then, env, calls), self._block(otherwise, env, calls)
                if not (env.names.keys() & _free(condition)) or not self._known(condition, env):
                    return [*first, *second]
                holds = self.context.exprs.value(condition, env)
                return [*if_(holds, first), *if_(negate(holds), second)]
        return [found for inner in blocks(act) for found in self._block(inner, env, calls)]

    def _gives(self, act: t.Statement, calls: tuple[str, ...]) -> bool:
        """Whether an award is given in a statement or in what it calls."""
        if isinstance(act, t.GiveAward):
            return True
        if isinstance(act, t.CallRoutine):
            called = self.context.unit.rules.routines[act.routine]
            return act.routine not in calls and any(self._gives(inner, (*calls, act.routine)) for inner in called.block)
        return any(self._gives(inner, calls) for block in blocks(act) for inner in block)

    def _known(self, expr: t.Expr, env: Env) -> bool:
        """Whether all names in an expression have a value here, and chance has no part in it."""
        return _free(expr) <= env.names.keys() and not any(isinstance(part, t.RandomFrom) for part in _all_in(expr))


def ending_conditions(block: t.Block) -> Iterator[t.Expr]:
    """Yield the conditions that end turns anywhere in a block, without those that a name of the rules decides."""
    for act in block:
        if isinstance(act, t.TurnsFrom) and act.until is not None and not _free(act.until):
            yield act.until
        for inner in blocks(act):
            yield from ending_conditions(inner)


def _all_in(expr: t.Expr) -> Iterator[t.Expr]:
    yield expr
    for part in inside(expr):
        yield from _all_in(part)


def _free(expr: t.Expr) -> set[str]:
    """Return the names in an expression that it does not bind itself."""
    parts = list(_all_in(expr))
    used = {part.name for part in parts if isinstance(part, t.LocalValue)}
    return used - {part.name for part in parts if isinstance(part, (t.Filtered, t.Extreme, t.Ranked, t.AggregateOf))}

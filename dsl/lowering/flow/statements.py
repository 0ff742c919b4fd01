"""Statements that never suspend, lowered to instructions: control flow, assignments, calls, awards and consequences.
Also the analysis of which statements may suspend; `flow` lowers those.

A consequence is triggered by a change: the change marks its place in a bitset, and after the statement that made it the
function `settle` runs the consequences that are due.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from dsl.ir.builder import NONE, arith, compare, if_, is_empty, negate, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Call,
    Const,
    Do,
    Emit,
    Expr,
    ForRange,
    If,
    Load,
    Local,
    Lowest,
    Set,
    Statement,
    Store,
    While,
)
from dsl.lowering.compilation_unit import Unit, board_about, unsupported
from dsl.lowering.environment import Alias, Env, assign_name, local_name
from dsl.lowering.flow.piece_statements import PieceMoveLowerer, create, exchange, give, hide, reveal
from dsl.lowering.flow.scoring import award_function
from dsl.lowering.flow.sources import SourceLowerer
from dsl.lowering.lowerers import LoweringContext
from dsl.lowering.state_layout import forget_value
from dsl.lowering.traversal import blocks, until_finally, uses
from dsl.lowering.values.lists import fits_local
from dsl.semantics import typed as t
from dsl.semantics.sections import changed_by

#: Statements that may move pieces into or out of a zone.
_SHIFTING = (t.MovePiece, t.MoveZone, t.CreatePieces, t.ShuffleZone, t.CallRoutine)
SETTLE = "settle"  #: the function that runs the consequences that are due


class StatementLowerer:
    """Lowers statements for one program."""

    def __init__(self, context: LoweringContext) -> None:
        self.unit = context.unit
        self.context = context
        self.analysis = SuspendAnalysis(context.unit)
        self.pieces = PieceMoveLowerer(context)
        self._quiet = False

    def block(self, acts: t.Block, env: Env) -> list[Statement]:
        """Return the instructions of a block."""
        found: list[Statement] = []
        for act in acts:
            statements, env = self.statement(act, env)
            found += statements
        return found

    def statement(self, act: t.Statement, env: Env) -> tuple[list[Statement], Env]:
        """Return the instructions of a statement, and the environment after it."""
        if isinstance(act, t.LetValue):
            return self._let(act, env)
        return [*self.unit.mark_place(act, env), *self._act(act, env), *self._triggered(act)], env

    @contextmanager
    def deferring_consequences(self) -> Iterator[None]:
        """Lower the block of a consequence: the consequences that it triggers wait until it is done."""
        before, self._quiet = self._quiet, True
        yield
        self._quiet = before

    def _triggered(self, act: t.Statement) -> list[Statement]:
        """Return the call that runs the consequences that a statement may have triggered."""
        if self._quiet or self.analysis.asking or not self.analysis.triggers(act):
            return []
        return [Do(Call(SETTLE, ()))]

    def batch(self, begins: bool) -> list[Statement]:
        """Return the statements that begin or end a batch (`together`): consequences wait for its end."""
        if not self.unit.rules.consequences:
            return []
        depth = self.unit.slot("batch")
        change = Store(depth, arith("+" if begins else "-", Load(depth), Const(1)))
        return [change] if begins or self._quiet or self.analysis.asking else [change, Do(Call(SETTLE, ()))]

    def _let(self, act: t.LetValue, env: Env) -> tuple[list[Statement], Env]:
        kind = act.value.type
        if not fits_local(kind):
            return [], env.bind(act.name, Alias(act.value, env))
        width = self.unit.types.width(kind)
        value = self.context.exprs.as_stored(act.value, env, width)
        bound = env.local(act.name, width)
        return [*self.unit.mark_place(act, env), Set(local_name(act.name), value)], self.context.pieces.bind_numbered(
            act.name, act.value, env, bound
        )

    def _act(self, act: t.Statement, env: Env) -> list[Statement]:
        match act:
            case t.MoveCounters():
                return self.context.counters.move(act, env)
            case t.MarkCounters():
                return self.context.counters.mark(act, env)
            case t.MarkCounter():
                return self.context.counters.mark_one(act, env)
            case t.MovePiece():
                return self.pieces.piece(act, env)
            case t.MarkPieces():
                return self.context.pieces.mark(act, env)
            case t.GivePieces():
                return give(self.context, act, env)
            case t.MoveZone():
                return self.pieces.zone(act, env)
            case t.CreatePieces():
                return create(self.context, act, env)
            case t.ShuffleZone(zone=zone):
                return [Do(Call(f"shuffle_{zone.zone}", (self.context.exprs.zone_owner(zone, env),)))]
            case t.RevealThing():
                return reveal(self.context, act, env)
            case t.HideThing():
                return hide(self.context, act, env)
            case t.ExchangePieces():
                return exchange(self.context, act, env)
            case t.AssignLocal(name=name, value=value):
                return assign_name(name, self.context.exprs.value(value, env), env)
            case t.AssignVariable():
                return assign_variable(self.context, act, env)
            case t.CallRoutine():
                return self._call(act, env)
            case t.EliminatePlayer(player=player):
                return self._eliminate(player, env)
            case t.NoteText(text=text):
                return [Emit("note", (Const(self.unit.text(text)),))]
            case t.GiveAward():
                return self.award(act, env)
            case t.IfElse(condition=condition, then=then, otherwise=otherwise):
                with self._inside(condition, env):
                    held = self.block(then, env)
                return if_(self.context.exprs.value(condition, env), held, self.block(otherwise, env))
            case t.Loop(name=name, set=things, block=block):
                return self._loop(name, things, block, env)
            case t.RepeatBlock():
                return self._repeat(act, env)
            case t.PhaseBlock(name=name, block=block):
                anchor = Const(self.unit.anchor(f"phase {name}", "phase", act.span))
                done, after = until_finally(block)
                inside = [*self.block(done, env), *self.block(after, env)]
                return [Emit("enter", (anchor,)), *inside, Emit("leave", (anchor,))]
            case t.Batch(block=block):
                return [*self.batch(True), *self.block(block, env), *self.batch(False)]
        raise unsupported("this statement", act.span)

    def arguments(self, params: tuple[t.ParamDecl, ...], args: tuple[t.Expr, ...], env: Env) -> tuple[Expr, ...]:
        """Return the values for a function's parameters."""
        return tuple(
            self.context.exprs.as_stored(arg, env, self.unit.types.width(param.type))
            for param, arg in zip(params, args, strict=True)
        )

    def in_zone(self, routine: t.RoutineDecl, args: tuple[t.Expr, ...], env: Env) -> tuple[str, ...]:
        """Return the parameters of a call that are pieces in a zone, known by number instead of by place: the routine
        is lowered apart for them. Raises a RulesError for sets of such pieces."""
        found: list[str] = []
        for param, arg in zip(routine.params, args, strict=True):
            if isinstance(param.type, t.SetType):
                self.context.pieces.check_known_by_place(arg, env)
            elif self.context.pieces.in_zone(arg, env):
                found.append(param.name)
        return tuple(found)

    def _call(self, act: t.CallRoutine, env: Env) -> list[Statement]:
        routine = self.unit.rules.routines[act.routine]
        in_zone = self.in_zone(routine, act.args, env)
        name = f"{'quiet' if self._quiet else 'to'}_{'_'.join((act.routine, *in_zone))}"
        if name not in self.unit.functions:
            params, inner = self.unit.parameters(routine.params)
            for param in in_zone:
                inner = inner.with_numbered(param)
            self.unit.function(name, params, None, [])  # reserves its place while its callees are made
            self.unit.function(name, params, None, self.block(routine.block, inner), f"to {act.routine}")
        anchor = Const(self.unit.anchor(act.routine, "routine", routine.span))
        call = Do(Call(name, self.arguments(routine.params, act.args, env)))
        return [Emit("enter", (anchor,)), call, Emit("leave", (anchor,))]

    @staticmethod
    def action_block(action: t.ActionDecl) -> t.Block:
        """Return the block of an action, preceded by the `let`s of its conditions that it uses."""
        lets = [line for line in action.lines if isinstance(line, t.LetDecl) and not line.supposing]
        needed: list[t.Statement] = []
        for line in reversed(lets):
            if any(uses(act, line.name) for act in (*needed, *action.do)):
                needed.insert(0, t.LetValue(line.name, line.value, span=line.span))
        return (*needed, *action.do)

    def do(self, action: t.ActionDecl) -> str:
        """Return the function that runs an action that does not suspend."""
        name = f"do_{action.name}"
        if name not in self.unit.functions:
            params, inner = self.unit.parameters(action.params)
            self.unit.function(name, params, None, [])
            self.unit.function(
                name, params, None, self.block(self.action_block(action), inner), f"action {action.name}: do"
            )
        return name

    def _eliminate(self, player: t.Expr, env: Env) -> list[Statement]:
        seats = self.unit.players
        out = Local(self.unit.fresh("out"))
        return [
            Set(out.name, self.context.exprs.value(player, env)),
            Store("in_play", set_op("minus", Load("in_play"), single(out, seats), seats)),
            Emit("eliminate", (out,)),
        ]

    def award(self, act: t.GiveAward, env: Env) -> list[Statement]:
        """Return the statements that give an award."""
        award = self.unit.rules.awards[act.award]
        for arg in act.args:
            self.context.pieces.check_known_by_place(arg, env)
        anchor = Const(self.unit.anchor(act.award, "award", award.span))
        call = Do(Call(award_function(self.context, award), self.arguments(award.params, act.args, env)))
        return [Emit("enter", (anchor,)), call, Emit("leave", (anchor,))]

    def _loop(self, name: str, things: t.Expr, block: t.Block, env: Env) -> list[Statement]:
        each = self.context.loops.each if self._leaves_zones(block) else self.context.loops.each_of_snapshot
        return each(things, env, lambda inner: self._member_block(name, things, block, env, inner), name)

    def _member_block(self, name: str, things: t.Expr, block: t.Block, env: Env, inner: Env) -> list[Statement]:
        meant, home = self.context.exprs.resolve(things, env)
        if not (self.unit.explaining and isinstance(meant, t.Filtered)):
            return self.block(block, inner)
        known = Env({**home.names, meant.name: inner.names[name]}, {**home.widths, **inner.widths}, inner.numbered)
        with self._inside(meant.condition, known):
            return self.block(block, inner)

    @contextmanager
    def _inside(self, condition: t.Expr, env: Env) -> Iterator[None]:
        """Lower what happens only if a condition holds."""
        self.unit.conditions.append((condition, env))
        yield
        self.unit.conditions.pop()

    def _leaves_zones(self, acts: t.Block) -> bool:
        """Whether a block certainly moves no piece into or out of a zone."""
        if self.unit.rules.consequences:
            return False
        return all(not isinstance(act, _SHIFTING) and all(map(self._leaves_zones, blocks(act))) for act in acts)

    def _repeat(self, act: t.RepeatBlock, env: Env) -> list[Statement]:
        start, turn = self.unit.count_iterations(act, env)
        body = (*turn, *self.block(act.block, env))
        if act.bound == "up to" and act.value is not None:
            return [*start, ForRange(self.unit.fresh("i"), Const(0), self.context.exprs.value(act.value, env), body)]
        condition = Const(1) if act.value is None else self.context.exprs.value(act.value, env)
        return [*start, While(negate(condition) if act.bound == "until" else condition, body)]


class SuspendAnalysis:
    """May-suspend analysis of statements."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.asking = False  #: whether some consequence may suspend: then all of them are lowered to steps
        self.routines = self._suspending_routines()
        if any(self.any_suspends(one.block) for one in unit.rules.consequences.values()):
            self.asking = True
            self.routines = self._suspending_routines()

    def _suspending_routines(self) -> frozenset[str]:
        waiting: set[str] = set()
        while True:
            self.routines = frozenset(waiting)
            more = {name for name, r in self.unit.rules.routines.items() if self.any_suspends(r.block)}
            if more <= waiting:
                return frozenset(waiting)
            waiting |= more

    def any_suspends(self, block: t.Block) -> bool:
        """Whether a block may suspend for a choice, or end a turn, phase or game."""
        return any(self.suspends(act) for act in block)

    def suspends(self, act: t.Statement) -> bool:
        """Whether a statement may suspend for a choice, or end a turn, phase or game."""
        match act:
            case t.ChooseOf() | t.EndOf() | t.TurnsFrom() | t.TurnEach() | t.TurnOf():
                return True
            case t.Loop(secretly=True):
                return True
            case t.CallRoutine(routine=routine):
                return routine in self.routines
        if self.asking and self.triggers(act):
            return True
        return any(self.any_suspends(inner) for inner in blocks(act))

    def triggers(self, act: t.Statement) -> bool:
        """Whether a statement itself may trigger a consequence."""
        changed = changed_by(act, self.unit.rules.awards)
        return any(self.unit.triggered_by(watch.sort, watch.name) for watch in changed)


def add_settle_function(statements: StatementLowerer) -> None:
    """Make the function that runs the consequences that are due, in their order, place by place.

    It does nothing while a batch (`together`) is open. A consequence may trigger others, but not itself.
    """
    unit = statements.unit
    body: list[Statement] = []
    for one in unit.rules.consequences.values():
        body += _settle_one(statements, one)
    open_batch = Load(unit.slot("batch"))
    unit.function(SETTLE, [], None, [If(compare("==", open_batch, Const(0)), tuple(body))], "what follows of itself")


def _settle_one(statements: StatementLowerer, one: t.ConsequenceDecl) -> list[Statement]:
    unit, width = statements.unit, statements.unit.due_width(one)
    due = unit.slot(f"due.{one.name}", 1, width, cells=one.place is not None, board=board_about(one))
    place = Local("place")
    anchor = Const(unit.anchor(one.name, "consequence", one.span))
    args: tuple[Expr, ...] = (place,) if one.place else ()
    return [
        While(negate(is_empty(Load(due))), (
            Set("place", Lowest(Load(due))),
            Set("left", set_op("minus", Load(due), single(place, width), width)),
            Store(due, BitsConst(0, width)),
            Emit("enter", (anchor,)),
            Do(Call(_consequence_function(statements, one), args)),
            Emit("leave", (anchor,)),
            Store(due, Local("left")),
        )),
    ]  # fmt: skip


def _consequence_function(statements: StatementLowerer, one: t.ConsequenceDecl) -> str:
    name = f"follow_{one.name}"
    if name not in statements.unit.functions:
        env = Env().local(one.place.name, 0) if one.place else Env()
        params = [(local_name(one.place.name), 0)] if one.place else []
        with statements.deferring_consequences():
            body = statements.block(one.block, env)
        statements.unit.function(name, params, None, body, f"consequence {one.name}")
    return name


def assign_variable(context: LoweringContext, act: t.AssignVariable, env: Env) -> list[Statement]:
    """Return the assignment of a variable, checked against its range or clamped to it."""
    unit = context.unit
    decl = unit.rules.variables[act.variable]
    context.pieces.check_known_by_place(act.value, env)
    index = None if act.of is None else context.exprs.index(act.variable, act.of, env)
    if unit.types.width(decl.type):
        stored = Store(act.variable, context.sets.bits(act.value, env), index)
        return [stored, *forget_value(unit, decl, index), *_mark_due(unit, decl, index)]
    after, before = Local(unit.fresh("after")), Local(unit.fresh("before"))
    value = context.exprs.value(act.value, env)
    checks: list[Statement] = []
    if act.clamped:
        value = value if act.low is None else arith("max", Const(act.low), value)
        value = value if act.high is None else arith("min", Const(act.high), value)
    else:
        checks = [*_end(unit, act, ">=", act.low, after), *_end(unit, act, "<=", act.high, after)]
        checks += _check_not_none(unit, act, decl, after)
    number = Const(list(unit.rules.variables).index(act.variable))
    owner = NONE if index is None else index
    changed = (
        *_sources(context, act, decl, env),
        Store(act.variable, after, index),
        *([Emit("set", (number, owner, before, after))] if decl.told else []),
        *_mark_due(unit, decl, index),
    )
    return [
        Set(after.name, value),
        *checks,
        Set(before.name, Load(act.variable, index)),
        *forget_value(unit, decl, index),
        If(compare("!=", before, after), changed),
    ]


def _sources(context: LoweringContext, act: t.AssignVariable, decl: t.VariableDecl, env: Env) -> list[Statement]:
    """Return the statements that report where points come from; none unless this is an explained program."""
    unit = context.unit
    if not unit.explaining or not decl.told or act.variable not in {line.name for line in unit.rules.winner}:
        return []
    return SourceLowerer(context).of(act.value, env, unit.conditions)


def first_value(context: LoweringContext, decl: t.VariableDecl) -> list[Statement]:
    """Return the statements that initialize a variable."""
    slot = context.unit.slots[decl.name]
    value = context.exprs.as_stored(decl.initial, Env(), slot.width)
    places = [Const(i) for i in range(slot.length)] if decl.owner else [None]
    return [
        statement
        for place in places
        for statement in (Store(decl.name, value, place), *forget_value(context.unit, decl, place))
    ]


def _end(unit: Unit, act: t.AssignVariable, sign: Literal[">=", "<="], end: int | None, after: Expr) -> list[Statement]:
    """Return the check of one bound of a variable's range, unless it has none."""
    if end is None:
        return []
    text = f"`{act.variable}` would {'fall below' if sign == '>=' else 'rise above'} {end}"
    return [unit.check(compare(sign, after, Const(end)), "out-of-range", text, act.span)]


def _check_not_none(unit: Unit, act: t.AssignVariable, decl: t.VariableDecl, after: Expr) -> list[Statement]:
    """Return the check that `only(S)` is not none, unless the variable may be none: otherwise the error would occur
    much later."""
    if not isinstance(act.value, t.OneOf) or isinstance(decl.type, t.MaybeType):
        return []
    text = f"`{act.variable}` would be none: the set of which it is the only one is empty"
    return [unit.check(compare(">=", after, Const(0)), "outside", text, act.span)]


def _mark_due(unit: Unit, decl: t.VariableDecl, index: Expr | None) -> list[Statement]:
    """Return the statements that mark the consequences of a changed variable as due: on its place, or everywhere."""
    placeless = decl.owner in ("", "player", *unit.pieces, *unit.kinds)
    return unit.mark_due("variable", decl.name, None if placeless else index)

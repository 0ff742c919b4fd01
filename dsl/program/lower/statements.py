"""Statements that never wait for a choice, as instructions. What may wait is in `flow`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.program.code import Call, Const, Do, Emit, Expr, ForRange, Load, Local, Set, Statement, Store, While
from dsl.program.lower.assigning import assign, assign_variable
from dsl.program.lower.closing import until_finally
from dsl.program.lower.covering import exchange, hide
from dsl.program.lower.creating import create
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.giving import give
from dsl.program.lower.ir import arith, if_, negate, set_op, single
from dsl.program.lower.lists import fits_local
from dsl.program.lower.making import blocks
from dsl.program.lower.moving import Moving
from dsl.program.lower.revealing import reveal
from dsl.program.lower.sending import Sending
from dsl.program.lower.unit import Alias, Env, Unit, local_name, not_yet
from dsl.program.lower.waiting import Waiting
from dsl.program.lower.walking import uses
from dsl.semantics import typed as t

#: What may take pieces out of a zone, or bring some in.
_SHIFTING = (t.MovePiece, t.MoveZone, t.CreatePieces, t.ShuffleZone, t.CallRoutine)
SETTLE = "settle"  #: the function that carries out the consequences that are due


class Statements:
    """Lowers statements for one program."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.ex = expressions
        self.waiting = Waiting(unit)
        self.counters = Sending(unit, expressions)
        self.pieces = Moving(unit, expressions)
        self._quiet = False

    def block(self, acts: t.Block, env: Env) -> list[Statement]:
        """Return the instructions of a block."""
        found: list[Statement] = []
        for act in acts:
            statements, env = self.statement(act, env)
            found += statements
        return found

    def statement(self, act: t.Statement, env: Env) -> tuple[list[Statement], Env]:
        """Return the instructions of a statement, and what the names mean after it."""
        if isinstance(act, t.LetValue):
            return self._let(act, env)
        return [*self.unit.begin(act, env), *self._act(act, env), *self._followed(act)], env

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Lower what a consequence does: what follows of it waits until it is done."""
        before, self._quiet = self._quiet, True
        yield
        self._quiet = before

    def _followed(self, act: t.Statement) -> list[Statement]:
        """Return what carries out the consequences that a statement may have set off."""
        if self._quiet or self.waiting.asking or not self.waiting.sets_off(act):
            return []
        return [Do(Call(SETTLE, ()))]

    def batch(self, begins: bool) -> list[Statement]:
        """Return what begins or ends a `together`: consequences wait for its end."""
        if not self.unit.rules.consequences:
            return []
        depth = self.unit.slot("batch")
        change = Store(depth, arith("+" if begins else "-", Load(depth), Const(1)))
        return [change] if begins or self._quiet or self.waiting.asking else [change, Do(Call(SETTLE, ()))]

    def _let(self, act: t.LetValue, env: Env) -> tuple[list[Statement], Env]:
        kind = act.value.type
        if not fits_local(kind):
            return [], env.bind(act.name, Alias(act.value, env))
        width = self.unit.measures.width(kind)
        value = self.ex.held(act.value, env, width)
        bound = env.local(act.name, width)
        return [*self.unit.begin(act, env), Set(local_name(act.name), value)], self.ex.pieces.kept(
            act.name, act.value, env, bound
        )

    def _act(self, act: t.Statement, env: Env) -> list[Statement]:
        match act:
            case t.MoveCounters():
                return self.counters.move(act, env)
            case t.MarkCounters():
                return self.counters.mark(act, env)
            case t.MarkCounter():
                return self.counters.mark_one(act, env)
            case t.MovePiece():
                return self.pieces.piece(act, env)
            case t.MarkPieces():
                return self.ex.pieces.mark(act, env)
            case t.GivePieces():
                return give(self.ex, act, env)
            case t.MoveZone():
                return self.pieces.zone(act, env)
            case t.CreatePieces():
                return create(self.ex, act, env)
            case t.ShuffleZone(zone=zone):
                return [Do(Call(f"shuffle_{zone.zone}", (self.ex.zone_owner(zone, env),)))]
            case t.RevealThing():
                return reveal(self.ex, act, env)
            case t.HideThing():
                return hide(self.ex, act, env)
            case t.ExchangePieces():
                return exchange(self.ex, act, env)
            case t.AssignLocal(name=name, value=value):
                return assign(name, self.ex.value(value, env), env)
            case t.AssignVariable():
                return assign_variable(self.ex, act, env)
            case t.CallRoutine():
                return self._call(act, env)
            case t.EliminatePlayer(player=player):
                return self._eliminate(player, env)
            case t.NoteText(text=text):
                return [Emit("note", (Const(self.unit.text(text)),))]
            case t.GiveAward():
                return self._award(act, env)
            case t.IfElse(condition=condition, then=then, otherwise=otherwise):
                return if_(self.ex.value(condition, env), self.block(then, env), self.block(otherwise, env))
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
        raise not_yet("this statement", act.span)

    def arguments(self, params: tuple[t.ParamDecl, ...], args: tuple[t.Expr, ...], env: Env) -> tuple[Expr, ...]:
        """Return the values for a function's parameters."""
        return tuple(
            self.ex.held(arg, env, self.unit.measures.width(param.type))
            for param, arg in zip(params, args, strict=True)
        )

    def params(self, params: tuple[t.ParamDecl, ...]) -> tuple[list[tuple[str, int]], Env]:
        """Return a function's parameters, and what their names mean inside."""
        env, found = Env(), []
        for param in params:
            width = self.unit.measures.width(param.type)
            env = env.local(param.name, width)
            found.append((local_name(param.name), width))
        return found, env

    def _call(self, act: t.CallRoutine, env: Env) -> list[Statement]:
        routine = self.unit.rules.routines[act.routine]
        name = f"quiet_{act.routine}" if self._quiet else f"to_{act.routine}"
        if name not in self.unit.functions:
            params, inner = self.params(routine.params)
            self.unit.function(name, params, None, [])  # holds the place while its callees are made
            self.unit.function(name, params, None, self.block(routine.block, inner), f"to {act.routine}")
        anchor = Const(self.unit.anchor(act.routine, "routine", routine.span))
        call = Do(Call(name, self.arguments(routine.params, act.args, env)))
        return [Emit("enter", (anchor,)), call, Emit("leave", (anchor,))]

    @staticmethod
    def carried_out(action: t.ActionDecl) -> t.Block:
        """Return what an action does, with the `let`s of its conditions in front if it uses them."""
        lets = [line for line in action.lines if isinstance(line, t.LetDecl) and not line.supposing]
        needed: list[t.Statement] = []
        for line in reversed(lets):
            if any(uses(act, line.name) for act in (*needed, *action.do)):
                needed.insert(0, t.LetValue(line.name, line.value, span=line.span))
        return (*needed, *action.do)

    def do(self, action: t.ActionDecl) -> str:
        """Return the function that carries out an action which asks nothing more."""
        name = f"do_{action.name}"
        if name not in self.unit.functions:
            params, inner = self.params(action.params)
            self.unit.function(name, params, None, [])
            self.unit.function(
                name, params, None, self.block(self.carried_out(action), inner), f"action {action.name}: do"
            )
        return name

    def _eliminate(self, player: t.Expr, env: Env) -> list[Statement]:
        seats = self.unit.players
        out = Local(self.unit.fresh("out"))
        return [
            Set(out.name, self.ex.value(player, env)),
            Store("in_play", set_op("minus", Load("in_play"), single(out, seats), seats)),
            Emit("eliminate", (out,)),
        ]

    def _award(self, act: t.GiveAward, env: Env) -> list[Statement]:
        from dsl.program.lower.awards import award_function

        award = self.unit.rules.awards[act.award]
        anchor = Const(self.unit.anchor(act.award, "award", award.span))
        call = Do(Call(award_function(self, award), self.arguments(award.params, act.args, env)))
        return [Emit("enter", (anchor,)), call, Emit("leave", (anchor,))]

    def _loop(self, name: str, things: t.Expr, block: t.Block, env: Env) -> list[Statement]:
        each = self.ex.loops.each if self._leaves_zones(block) else self.ex.loops.each_as_it_was
        return each(things, env, lambda inner: self.block(block, inner), name)

    def _leaves_zones(self, acts: t.Block) -> bool:
        """Whether nothing in a block can take a piece out of a zone or bring one in."""
        if self.unit.rules.consequences:
            return False
        return all(not isinstance(act, _SHIFTING) and all(map(self._leaves_zones, blocks(act))) for act in acts)

    def _repeat(self, act: t.RepeatBlock, env: Env) -> list[Statement]:
        start, turn = self.unit.turns(act, env)
        body = (*turn, *self.block(act.block, env))
        if act.bound == "up to" and act.value is not None:
            return [*start, ForRange(self.unit.fresh("i"), Const(0), self.ex.value(act.value, env), body)]
        condition = Const(1) if act.value is None else self.ex.value(act.value, env)
        return [*start, While(negate(condition) if act.bound == "until" else condition, body)]

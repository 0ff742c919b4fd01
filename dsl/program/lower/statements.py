"""Statements that never wait for a choice, as instructions. What may wait is in `flow`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from dsl.check import typed as t
from dsl.check.consequences import changed_by
from dsl.program.code import (
    BitsConst,
    Call,
    Const,
    Do,
    Emit,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Set,
    Statement,
    Store,
    While,
)  # fmt: skip
from dsl.program.layout import PieceLayout
from dsl.program.lower import secrets
from dsl.program.lower.closing import until_finally
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import NONE, arith, compare, if_, negate, set_op, single
from dsl.program.lower.lists import is_players
from dsl.program.lower.numbered import registered
from dsl.program.lower.things import COUNTERS_BOX, blocks, group, kind_of, made_in_play, piece_number
from dsl.program.lower.unit import Alias, Env, Unit, Value, local_name, not_yet
from dsl.program.lower.walking import uses

IN_BOX = Const(-1)


SETTLE = "settle"  #: the function that carries out the consequences that are due


class Statements:
    """Lowers statements for one program."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.ex = expressions
        self.asking = False  #: whether some consequence may wait for a choice: then all of them are lowered as steps
        self.waiting = self._waiting_routines()
        if any(self.any_waits(one.block) for one in unit.rules.consequences.values()):
            self.asking = True
            self.waiting = self._waiting_routines()
        self._quiet = False

    # -- what may wait ------------------------------------------------------------------------------------------

    def _waiting_routines(self) -> frozenset[str]:
        waiting: set[str] = set()
        while True:
            self.waiting = frozenset(waiting)
            more = {name for name, r in self.unit.rules.routines.items() if self.any_waits(r.block)}
            if more <= waiting:
                return frozenset(waiting)
            waiting |= more

    def any_waits(self, block: t.Block) -> bool:
        """Whether a block may wait for a choice, or leave a turn, phase or game."""
        return any(self.waits(act) for act in block)

    def waits(self, act: t.Statement) -> bool:
        """Whether a statement may wait for a choice, or leave a turn, phase or game."""
        match act:
            case t.ChooseOf() | t.EndOf() | t.TurnsFrom() | t.TurnEach() | t.TurnOf():
                return True
            case t.Loop(secretly=True):
                return True
            case t.CallRoutine(routine=routine):
                return routine in self.waiting
        if self.asking and self.sets_off(act):
            return True
        return any(self.any_waits(inner) for inner in blocks(act))

    def sets_off(self, act: t.Statement) -> bool:
        """Whether a statement itself may set a consequence off."""
        changed = changed_by(act, self.unit.rules.awards)
        return any(self.unit.watching(watch.sort, watch.name) for watch in changed)

    # -- blocks -------------------------------------------------------------------------------------------------

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
        return [*self._act(act, env), *self._followed(act)], env

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Lower what a consequence does: what follows of it waits until it is done."""
        before, self._quiet = self._quiet, True
        yield
        self._quiet = before

    def _followed(self, act: t.Statement) -> list[Statement]:
        """Return what carries out the consequences that a statement may have set off."""
        if self._quiet or self.asking or not self.sets_off(act):
            return []
        return [Do(Call(SETTLE, ()))]

    def batch(self, begins: bool) -> list[Statement]:
        """Return what begins or ends a `together`: consequences wait for its end."""
        if not self.unit.rules.consequences:
            return []
        depth = self.unit.slot("batch")
        change = Store(depth, arith("+" if begins else "-", Load(depth), Const(1)))
        return [change] if begins or self._quiet or self.asking else [change, Do(Call(SETTLE, ()))]

    def _let(self, act: t.LetValue, env: Env) -> tuple[list[Statement], Env]:
        kind = act.value.type
        listed = (isinstance(kind, t.ListType) and not is_players(kind)) or (
            isinstance(kind, t.SetType) and isinstance(kind.of, (t.SetType, t.CounterType, t.NumberType))
        )
        if listed:
            return [], env.bind(act.name, Alias(act.value, env))
        width = self.unit.width(kind)
        value = self.ex.sets.bits(act.value, env) if width else self.ex.value(act.value, env)
        return [Set(local_name(act.name), value)], env.local(act.name, width)

    def _act(self, act: t.Statement, env: Env) -> list[Statement]:
        match act:
            case t.MoveCounters():
                return self._move_counters(act, env)
            case t.MarkCounters():
                return self._mark(act, env)
            case t.MarkCounter():
                return self._mark_one(act, env)
            case t.MovePiece():
                return self._move_piece(act, env)
            case t.MarkPieces():
                return self.ex.pieces.mark(act, env)
            case t.GivePieces():
                return self.ex.pieces.give(act, env)
            case t.MoveZone():
                return self._move_zone(act, env)
            case t.CreatePieces():
                return self._create(act, env)
            case t.ShuffleZone(zone=zone):
                return [Do(Call(f"shuffle_{zone.zone}", (self.ex.zone_owner(zone, env),)))]
            case t.RevealThing():
                return self._reveal(act, env)
            case t.AssignLocal(name=name, value=value):
                return self.assign(name, self.ex.value(value, env), env)
            case t.AssignVariable():
                return self._assign_variable(act, env)
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

    def assign(self, name: str, value: Expr, env: Env) -> list[Statement]:
        """Return the instruction that gives a let, budget or parameter another value."""
        bound = env.names.get(name)
        match bound:
            case Value(Local(local)):
                return [Set(local, value)]
            case Value(Load(slot, index)):
                return [Store(slot, value, index)]
        return []

    # -- counters -----------------------------------------------------------------------------------------------

    def _move_counters(self, act: t.MoveCounters, env: Env) -> list[Statement]:
        goal: Expr = COUNTERS_BOX if act.box else NONE
        if act.target is not None:
            goal = self.ex.property_of("place", act.target, env)
        if act.single is not None:
            kind = act.single.type
            assert isinstance(kind, t.CounterType)
            one = self.ex.counters.one(kind.counter, *self.ex.resolve(act.single, env))
            width = self.ex.board.geometry(kind).width
            return [Do(Call(f"send_{kind.counter}", (one.owner, one.state, single(one.cell, width), Const(1), goal)))]
        assert act.counters is not None
        counters = self._counter_set(act.counters, env)
        return [
            statement
            for owner in self.ex.counters.owners(*counters)
            for statement in self._send(counters, owner, act.amount, goal, env)
        ]

    def _counter_set(self, counters: t.CounterSet, env: Env) -> tuple[t.CounterSet, Env]:
        resolved, home = self.ex.resolve(counters, env)
        assert isinstance(resolved, t.CounterSet)
        return resolved, home

    def _send(
        self, source: tuple[t.CounterSet, Env], owner: Expr, amount: t.Expr | None, goal: Expr, env: Env
    ) -> list[Statement]:
        counters, home = source
        name = counters.counter
        if counters.reserve:
            every = Load(f"{name}.reserve", owner)
            return [Do(Call(f"recruit_{name}", (owner, every if amount is None else self.ex.value(amount, env), goal)))]
        return [Do(Call(f"send_{name}", (*self._which(counters, owner, home), self._amount(amount, env), goal)))]

    def _which(self, counters: t.CounterSet, owner: Expr, env: Env) -> tuple[Expr, Expr, Expr]:
        """Return the owner, the state (-1 for any) and the cells of a counter set."""
        board = self.ex.board.geometry(counters.type.of if isinstance(counters.type, t.SetType) else counters.type)
        place = (
            BitsConst(board.valid, board.width) if counters.place is None else self.ex.sets.bits(counters.place, env)
        )
        return owner, NONE if counters.state is None else Const(counters.state), place

    def _amount(self, amount: t.Expr | None, env: Env) -> Expr:
        """Return how many; -1 for all. A negative number means none."""
        return NONE if amount is None else arith("max", Const(0), self.ex.value(amount, env))

    def _mark(self, act: t.MarkCounters, env: Env) -> list[Statement]:
        counters, home = self._counter_set(act.counters, env)
        amount = self._amount(act.amount, env)
        return [
            Do(Call(f"mark_{counters.counter}", (*self._which(counters, owner, home), amount, Const(act.state))))
            for owner in self.ex.counters.owners(counters, home)
        ]

    def _mark_one(self, act: t.MarkCounter, env: Env) -> list[Statement]:
        kind = act.counter.type
        assert isinstance(kind, t.CounterType)
        counter, width = self.unit.counters[kind.counter], self.ex.board.geometry(kind).width
        one = self.ex.counters.one(kind.counter, *self.ex.resolve(act.counter, env))
        state = Const(act.state)
        marked = Call(f"mark_{counter.name}", (one.owner, one.state, single(one.cell, width), Const(1), state))
        row = arith("*", group(counter, one.owner, state), Const(width))
        renamed = self.assign(act.name, arith("+", row, one.cell), env) if act.name else []
        return [Do(marked), *renamed]

    # -- pieces -------------------------------------------------------------------------------------------------

    def _move_piece(self, act: t.MovePiece, env: Env) -> list[Statement]:
        kind = act.piece.type.of if isinstance(act.piece.type, t.MaybeType) else act.piece.type
        assert isinstance(kind, t.PieceType)
        resolved, home = self.ex.resolve(act.piece, env)
        from_board = self.unit.by_cell(kind.piece) and not self.ex.pieces.from_zone(resolved, home)
        value = self.ex.value(resolved, home)
        source, target = self.unit.fresh("from"), self.unit.fresh("to")
        body: list[Statement] = [Set(source, value)]
        origin = Local(source)
        if act.cell is not None:
            body.append(Set(target, self.ex.property_of("place", act.cell, env)))
            moved = self._to_cell(kind.piece, origin, Local(target), from_board, act, env)
            body += moved + (self.assign(act.name, Local(target), env) if act.name and from_board else [])
        elif act.zone is not None:
            body += self._to_zone(kind.piece, origin, act.zone, act.bottom, env, from_board)
        else:
            body += self.ex.pieces.to_box(kind.piece, origin, from_board)
        if isinstance(act.piece.type, t.MaybeType) or isinstance(resolved, (t.ZoneTop, t.OneOf)):
            return [body[0], *if_(compare(">=", origin, Const(0)), body[1:])]
        return body

    def _to_cell(
        self, piece: str, origin: Expr, cell: Expr, from_board: bool, act: t.MovePiece, env: Env
    ) -> list[Statement]:
        layout, number = self.unit.pieces[piece], Local(self.unit.fresh("number"))
        which = piece_number(self.unit, piece)
        if self.unit.numbered(piece):
            return self.ex.pieces.numbered.to_cell(piece, origin, cell)
        turned = self._turned(layout, number if from_board else origin, act, env)
        if from_board:
            return [
                Set(number.name, Call(f"lift_{piece}", (origin,))),
                *turned,
                Do(Call(f"lay_{piece}", (number, cell))),
                Emit("shift", (which, number, kind_of(self.unit, layout, number), origin, cell)),
            ]
        return [
            *turned,
            Do(Call(f"lay_{piece}", (origin, cell))),
            Emit("lay", (which, origin, kind_of(self.unit, layout, origin), cell)),
        ]

    def _turned(self, piece: PieceLayout, number: Expr, act: t.MovePiece, env: Env) -> list[Statement]:
        """Return what gives a piece its rotation, from sides that are counted on from the last to the first again."""
        if act.turned is None:
            return []
        turn = Local(self.unit.fresh("turn"))
        over = arith("*", arith("/down", turn, Const(piece.turns)), Const(piece.turns))
        wanted = self.ex.value(act.turned, env)
        return [Set(turn.name, wanted), Store(f"{piece.name}.rotation", arith("-", turn, over), number)]

    def _to_zone(
        self, piece: str, origin: Expr, zone: t.ZoneSet, bottom: bool, env: Env, from_board: bool
    ) -> list[Statement]:
        layout, target = self.unit.pieces[piece], self.unit.zones[zone.zone]
        owner, which = self.ex.zone_owner(zone, env), piece_number(self.unit, piece)
        place = arith("+", Const(target.number), owner)
        put = f"put_under_{zone.zone}" if bottom else f"put_{zone.zone}"
        if self.unit.numbered(piece):
            return self.ex.pieces.numbered.to_zone(piece, origin, Call(put, (origin, owner)), place)
        if from_board:
            number, whose = Local(self.unit.fresh("number")), Local(self.unit.fresh("whose"))
            before, owner = owner, whose  # it may be asked of the very piece that leaves
            place = arith("+", Const(target.number), owner)
            upright = [Store(f"{piece}.rotation", Const(0), number)] if layout.turns else []
            return [
                Set(whose.name, before),
                Set(number.name, Call(f"lift_{piece}", (origin,))),
                *upright,
                Do(Call(put, (number, owner))),
                Emit("lift", (which, number, kind_of(self.unit, layout, number), origin, place)),
            ]
        zone_before = self.unit.fresh("zone")
        return [
            Set(zone_before, Load(f"{piece}.where", origin)),
            Do(Call(put, (origin, owner))),
            Emit("pass", (which, origin, Local(zone_before), place)),
        ]

    def _move_zone(self, act: t.MoveZone, env: Env) -> list[Statement]:
        origin, target = self.unit.zones[act.origin.zone], self.unit.zones[act.target.zone]
        owner, goal = self.ex.zone_owner(act.origin, env), self.ex.zone_owner(act.target, env)
        size = Load(f"{origin.name}.size", owner)
        base = arith("*", owner, Const(origin.capacity))
        number, put = (
            Local(self.unit.fresh("number")),
            f"put_under_{target.name}" if act.bottom else f"put_{target.name}",
        )
        # the top goes first under the bottom, the bottom first onto the top: either way the order stays
        item = arith("-", arith("+", base, size), Const(1)) if act.bottom else base
        places = (
            arith("+", Const(origin.number), owner), arith("+", Const(target.number), goal),
        )  # fmt: skip
        piece = piece_number(self.unit, origin.piece)
        return [
            While(compare(">", size, Const(0)), (
                Set(number.name, Load(f"{origin.name}.items", item)),
                Do(Call(put, (number, goal))),
                Emit("pass", (piece, number, *places)),
            )),
        ]  # fmt: skip

    def _create(self, act: t.CreatePieces, env: Env) -> list[Statement]:
        piece = self.unit.pieces[act.piece]
        cell: Expr
        number, which = Local(self.unit.fresh("number")), piece_number(self.unit, act.piece)
        made = Load(f"{act.piece}.made")
        drawn = piece.numbered and piece.sight != "all"
        after = arith("+", made if drawn else number, Const(1))
        again = self.unit.by_cell(act.piece) and made_in_play(self.unit, act.piece)
        body: list[Statement] = [
            Set(number.name, self.ex.pieces.numbered.drawn(piece) if drawn else made),
            *(self.ex.pieces.made_again(piece, number) if again else ()),
            self.unit.check(
                compare("<", number, Const(piece.count)), "too-many-pieces",
                f"more than {piece.count} pieces of the sort `{act.piece}` are made", act.span,
            ),
            Store(f"{act.piece}.made", arith("max", made, after) if again else after),
        ]  # fmt: skip
        if act.kind is not None:
            body.append(Store(f"{act.piece}.kind", self.ex.value(act.kind, env), number))
        if act.owner is not None:
            body.append(Store(f"{act.piece}.owner", self.ex.value(act.owner, env), number))
        for (attribute, _), value in zip(piece.attributes, act.attributes, strict=False):
            body.append(Store(f"{act.piece}.{attribute}", self.ex.value(value, env), number))
        kind = kind_of(self.unit, piece, number)
        if self.unit.numbered(act.piece):
            body += registered(piece, number, kind)
        if act.zone is not None:
            owner = self.ex.zone_owner(act.zone, env)
            place = arith("+", Const(self.unit.zones[act.zone.zone].number), owner)
            body += [Do(Call(f"put_{act.zone.zone}", (number, owner))), Emit("create", (which, number, kind, place))]
        elif act.cell is not None and isinstance(act.cell.type, t.SetType):
            cell = Local(self.unit.fresh("cell"))
            body += [Do(Call(f"lay_{act.piece}", (number, cell))), Emit("lay", (which, number, kind, cell))]
            every = ForBits(cell.name, self.ex.sets.bits(act.cell, env), tuple(body))
            return [ForRange(self.unit.fresh("i"), Const(0), self.ex.value(act.amount, env), (every,))]
        elif act.cell is not None:
            cell = self.ex.property_of("place", act.cell, env)
            body += [Do(Call(f"lay_{act.piece}", (number, cell))), Emit("lay", (which, number, kind, cell))]
        return [ForRange(self.unit.fresh("i"), Const(0), self.ex.value(act.amount, env), tuple(body))]

    def _reveal(self, act: t.RevealThing, env: Env) -> list[Statement]:
        resolved, home = self.ex.resolve(act.thing, env)
        seats = Load("in_play") if act.to is None else self.ex.sets.bits(act.to, env)
        if act.to is None:
            everybody = t.AllSeats(False, type=t.SetType(t.PlayerType()), span=act.span)
            seats = self.ex.sets.bits(everybody, env)

        def show(piece: str, number: Expr) -> list[Statement]:
            known = f"{piece}.known"
            shown = [Emit("show", (piece_number(self.unit, piece), number))] if act.to is None else []
            return [Store(known, set_op("or", Load(known, number), seats, self.unit.players), number), *shown]

        if isinstance(resolved, t.ZoneSet):
            piece = self.unit.zones[resolved.zone].piece
            return self.ex.loops.each(resolved, home, lambda inner: show(piece, self._last(inner)))
        if isinstance(resolved, t.VariableValue) and not isinstance(resolved.type, t.PieceType):
            index = None if resolved.of is None else self.ex.index(resolved.variable, resolved.of, home)
            return secrets.reveal(self.unit, resolved, index, seats, act.to is None)
        if isinstance(resolved, t.PropertyValue) and isinstance(resolved.of.type, t.PieceType):
            resolved, home = self.ex.resolve(resolved.of, home)
        kind = resolved.type.of if isinstance(resolved.type, (t.MaybeType, t.SetType)) else resolved.type
        if isinstance(kind, t.PieceType) and isinstance(resolved.type, t.SetType):
            name = self.unit.fresh("it")
            one = t.LocalValue(name, type=kind, span=act.span)
            shown_piece = kind.piece
            return self.ex.loops.each(
                resolved, home, lambda inner: show(shown_piece, self.ex.pieces.number(shown_piece, one, inner)), name
            )
        if isinstance(kind, t.PieceType):
            return show(kind.piece, self.ex.pieces.number(kind.piece, resolved, home))
        raise not_yet("revealing this", act.span)

    @staticmethod
    def _last(env: Env) -> Expr:
        bound = list(env.names.values())[-1]
        assert isinstance(bound, Value)
        return bound.expr

    # -- the rest -----------------------------------------------------------------------------------------------

    def _assign_variable(self, act: t.AssignVariable, env: Env) -> list[Statement]:
        decl = self.unit.rules.variables[act.variable]
        index = None if act.of is None else self.ex.index(act.variable, act.of, env)
        if self.unit.width(decl.type):
            stored = Store(act.variable, self.ex.sets.bits(act.value, env), index)
            return [stored, *secrets.forget(self.unit, decl, index), *self._noted(decl, index)]
        after, before = Local(self.unit.fresh("after")), Local(self.unit.fresh("before"))
        value = self.ex.value(act.value, env)
        checks: list[Statement] = []
        if act.clamped:
            value = value if act.low is None else arith("max", Const(act.low), value)
            value = value if act.high is None else arith("min", Const(act.high), value)
        else:
            checks = [*self._end(act, ">=", act.low, after), *self._end(act, "<=", act.high, after)]
        number = Const(list(self.unit.rules.variables).index(act.variable))
        owner = NONE if index is None else index
        changed = (
            Store(act.variable, after, index),
            *([Emit("set", (number, owner, before, after))] if decl.told else []),
            *self._noted(decl, index),
        )
        return [
            Set(after.name, value),
            *checks,
            Set(before.name, Load(act.variable, index)),
            *secrets.forget(self.unit, decl, index),
            If(compare("!=", before, after), changed),
        ]

    def _end(self, act: t.AssignVariable, sign: Literal[">=", "<="], end: int | None, after: Expr) -> list[Statement]:
        """Return the check of one end of a variable's range, nothing if the value cannot leave it there."""
        if end is None:
            return []
        text = f"`{act.variable}` would {'fall below' if sign == '>=' else 'rise above'} {end}"
        return [self.unit.check(compare(sign, after, Const(end)), "out-of-range", text, act.span)]

    def _noted(self, decl: t.VariableDecl, index: Expr | None) -> list[Statement]:
        """Return what notes for consequences that a variable changed: on its place, or everywhere if it has none."""
        return self.unit.due("variable", decl.name, None if decl.owner in ("", "player", *self.unit.pieces) else index)

    def arguments(self, params: tuple[t.ParamDecl, ...], args: tuple[t.Expr, ...], env: Env) -> tuple[Expr, ...]:
        """Return the values for a function's parameters."""
        return tuple(
            self.ex.sets.bits(arg, env) if self.unit.width(param.type) else self.ex.value(arg, env)
            for param, arg in zip(params, args, strict=True)
        )

    def params(self, params: tuple[t.ParamDecl, ...]) -> tuple[list[tuple[str, int]], Env]:
        """Return a function's parameters, and what their names mean inside."""
        env, found = Env(), []
        for param in params:
            width = self.unit.width(param.type)
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
        return self.ex.loops.each(things, env, lambda inner: self.block(block, inner), name)

    def _repeat(self, act: t.RepeatBlock, env: Env) -> list[Statement]:
        body = tuple(self.block(act.block, env))
        if act.bound == "up to" and act.value is not None:
            return [ForRange(self.unit.fresh("i"), Const(0), self.ex.value(act.value, env), body)]
        condition = Const(1) if act.value is None else self.ex.value(act.value, env)
        return [While(negate(condition) if act.bound == "until" else condition, body)]

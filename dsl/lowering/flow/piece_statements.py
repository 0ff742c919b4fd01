"""Statements on pieces: move, create, give, exchange, hide, reveal."""

from __future__ import annotations

from dsl.ir.builder import all_of, arith, compare, if_, is_empty, set_op, single
from dsl.ir.instructions import (
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
    SetOp,
    SetOperation,
    Statement,
    Store,
    While,
)
from dsl.ir.layout import PieceLayout
from dsl.lowering.compilation_unit import Unit, unsupported
from dsl.lowering.environment import ComputedValue, Env, assign_name
from dsl.lowering.lowerers import LoweringContext
from dsl.lowering.state_layout import forget_value, reveal_value
from dsl.lowering.values.piece_slots import kind_of, may_be_made_in_play, piece_number, register_piece, seen_on_board
from dsl.semantics import typed as t


class PieceMoveLowerer:
    """Lowers the statements that change where pieces lie."""

    def __init__(self, context: LoweringContext) -> None:
        self.unit = context.unit
        self.context = context

    def piece(self, act: t.MovePiece, env: Env) -> list[Statement]:
        """Return the statements that move a piece onto a place, into a zone or out of the game; nothing moves if there
        is none.
        """
        kind = act.piece.type.of if isinstance(act.piece.type, t.MaybeType) else act.piece.type
        assert isinstance(kind, t.PieceType)
        resolved, home = self.context.exprs.resolve(act.piece, env)
        from_board = self.unit.types.by_cell(kind.piece) and not self.context.pieces.from_zone(resolved, home)
        value = self.context.exprs.value(resolved, home)
        source, target = self.unit.fresh("from"), self.unit.fresh("to")
        body: list[Statement] = [Set(source, value)]
        origin = Local(source)
        if act.cell is not None:
            body.append(Set(target, self.context.exprs.property_of("place", act.cell, env)))
            moved = self._to_cell(kind.piece, origin, Local(target), from_board, act, env)
            body += moved + (assign_name(act.name, Local(target), env) if act.name and from_board else [])
        elif act.zone is not None:
            body += self._to_zone(kind.piece, origin, act.zone, act.bottom, env, from_board)
        else:
            body += self.context.pieces.to_box(kind.piece, origin, from_board)
        if isinstance(act.piece.type, t.MaybeType) or isinstance(resolved, (t.ZoneTop, t.OneOf)):
            return [body[0], *if_(compare(">=", origin, Const(0)), body[1:])]
        return body

    def zone(self, act: t.MoveZone, env: Env) -> list[Statement]:
        """Return the statements that move all pieces of a zone onto or under those of another, in order.

        A zone moved into itself stays as it is.
        """
        origin, target = self.unit.zones[act.origin.zone], self.unit.zones[act.target.zone]
        owner, goal = self.context.exprs.zone_owner(act.origin, env), self.context.exprs.zone_owner(act.target, env)
        size = Load(f"{origin.name}.size", owner)
        base = arith("*", owner, Const(origin.capacity))
        number, put = (
            Local(self.unit.fresh("number")),
            f"put_under_{target.name}" if act.bottom else f"put_{target.name}",
        )
        # from the top for the bottom, from the bottom for the top: either way the order is kept
        item = arith("-", arith("+", base, size), Const(1)) if act.bottom else base
        places = (
            arith("+", Const(origin.number), owner), arith("+", Const(target.number), goal),
        )  # fmt: skip
        piece = piece_number(self.unit, origin.piece)
        every = While(compare(">", size, Const(0)), (
            Set(number.name, Load(f"{origin.name}.items", item)),
            Do(Call(put, (number, goal))),
            Emit("pass", (piece, number, *places)),
        ))  # fmt: skip
        return if_(compare("!=", owner, goal), [every]) if origin.name == target.name else [every]

    def _to_cell(
        self, piece: str, origin: Expr, cell: Expr, from_board: bool, act: t.MovePiece, env: Env
    ) -> list[Statement]:
        layout, number = self.unit.pieces[piece], Local(self.unit.fresh("number"))
        which = piece_number(self.unit, piece)
        if self.unit.types.numbered(piece):
            return self.context.numbered.to_cell(piece, origin, cell)
        turned = self._rotate(layout, number if from_board else origin, act, env)
        if from_board:
            return [
                Set(number.name, Call(f"lift_{piece}", (origin,))),
                *turned,
                Do(Call(f"lay_{piece}", (number, cell))),
                Emit("shift", (which, number, kind_of(layout, number), origin, cell)),
            ]
        return [
            *turned,
            Do(Call(f"lay_{piece}", (origin, cell))),
            Emit("lay", (which, origin, kind_of(layout, origin), cell)),
        ]

    def _rotate(self, piece: PieceLayout, number: Expr, act: t.MovePiece, env: Env) -> list[Statement]:
        """Return the statements that set the rotation of a piece, modulo the number of sides."""
        if act.turned is None:
            return []
        turn = Local(self.unit.fresh("turn"))
        over = arith("*", arith("/down", turn, Const(piece.turns)), Const(piece.turns))
        wanted = self.context.exprs.value(act.turned, env)
        return [Set(turn.name, wanted), Store(f"{piece.name}.rotation", arith("-", turn, over), number)]

    def _to_zone(
        self, piece: str, origin: Expr, zone: t.ZoneSet, bottom: bool, env: Env, from_board: bool
    ) -> list[Statement]:
        layout, target = self.unit.pieces[piece], self.unit.zones[zone.zone]
        owner, which = self.context.exprs.zone_owner(zone, env), piece_number(self.unit, piece)
        place = arith("+", Const(target.number), owner)
        put = f"put_under_{zone.zone}" if bottom else f"put_{zone.zone}"
        if self.unit.types.numbered(piece):
            return self.context.numbered.to_zone(piece, origin, Call(put, (origin, owner)), place)
        if from_board:
            number, whose = Local(self.unit.fresh("number")), Local(self.unit.fresh("whose"))
            before, owner = owner, whose  # the removal may read the piece that is about to leave
            place = arith("+", Const(target.number), owner)
            upright = [Store(f"{piece}.rotation", Const(0), number)] if layout.turns else []
            return [
                Set(whose.name, before),
                Set(number.name, Call(f"lift_{piece}", (origin,))),
                *upright,
                Do(Call(put, (number, owner))),
                Emit("lift", (which, number, kind_of(layout, number), origin, place)),
            ]
        zone_before = self.unit.fresh("zone")
        return [
            Set(zone_before, Load(f"{piece}.where", origin)),
            Do(Call(put, (origin, owner))),
            Emit("pass", (which, origin, Local(zone_before), place)),
        ]


def create(context: LoweringContext, act: t.CreatePieces, env: Env) -> list[Statement]:
    """Return the statements that make pieces."""
    unit, piece = context.unit, context.unit.pieces[act.piece]
    number = Local(unit.fresh("number"))
    body = [*_choose_number(context, act, number), *_set_properties(context, act, number, env)]
    event = piece_number(unit, act.piece), number, kind_of(piece, number)
    if act.zone is not None:
        owner = context.exprs.zone_owner(act.zone, env)
        place = arith("+", Const(unit.zones[act.zone.zone].number), owner)
        body += [Do(Call(f"put_{act.zone.zone}", (number, owner))), Emit("create", (*event, place))]
    elif act.cell is not None and isinstance(act.cell.type, t.SetType):
        cell = Local(unit.fresh("cell"))
        body += [Do(Call(f"lay_{act.piece}", (number, cell))), Emit("lay", (*event, cell))]
        body = [ForBits(cell.name, context.sets.bits(act.cell, env), tuple(body))]
    elif act.cell is not None:
        at = context.exprs.property_of("place", act.cell, env)
        body += [Do(Call(f"lay_{act.piece}", (number, at))), Emit("lay", (*event, at))]
    return [ForRange(unit.fresh("i"), Const(0), context.exprs.value(act.amount, env), tuple(body))]


def _choose_number(context: LoweringContext, act: t.CreatePieces, number: Local) -> list[Statement]:
    """Return the statements that choose the number of a new piece: the next, a random one if numbers would reveal
    secrets, or one from the box.
    """
    unit, piece = context.unit, context.unit.pieces[act.piece]
    made = Load(f"{act.piece}.made")
    drawn = piece.numbered and piece.sight != "all"
    after = arith("+", made if drawn else number, Const(1))
    again = unit.types.by_cell(act.piece) and may_be_made_in_play(unit, act.piece)
    return [
        Set(number.name, context.numbered.drawn(piece) if drawn else made),
        *(context.pieces.reused_number(piece, number) if again else ()),
        unit.check(
            compare("<", number, Const(piece.count)), "too-many-pieces",
            f"more than {piece.count} pieces of the sort `{act.piece}` are made", act.span,
        ),
        Store(f"{act.piece}.made", arith("max", made, after) if again else after),
    ]  # fmt: skip


def _set_properties(context: LoweringContext, act: t.CreatePieces, number: Local, env: Env) -> list[Statement]:
    """Return the statements that set the kind, owner and attributes of a new piece."""
    piece = context.unit.pieces[act.piece]
    body: list[Statement] = []
    if act.kind is not None:
        body.append(Store(f"{act.piece}.kind", context.exprs.value(act.kind, env), number))
    if act.owner is not None:
        body.append(Store(f"{act.piece}.owner", context.exprs.value(act.owner, env), number))
    for (attribute, _), value in zip(piece.attributes, act.attributes, strict=False):
        body.append(Store(f"{act.piece}.{attribute}", context.exprs.value(value, env), number))
    if piece.numbered:
        body += register_piece(piece, number, kind_of(piece, number))
    return body


_CELL, _NUMBER, _OWNER, _BEFORE = (Local(word) for word in ("cell", "number", "owner", "before"))


def give(context: LoweringContext, act: t.GivePieces, env: Env) -> list[Statement]:
    """Return the statements that give a piece, or each of a set, to another player."""
    unit, kind = context.unit, act.pieces.type
    inner = kind.of if isinstance(kind, t.SetType) else kind
    assert isinstance(inner, t.PieceType)
    if unit.types.by_cell(inner.piece) and context.pieces.from_zone(act.pieces, env):
        raise unsupported("giving away, in a zone, a piece that is known by its place on the board", act.span)
    piece, owner = unit.pieces[inner.piece], Local(unit.fresh("owner"))
    given = _by_cell(unit, piece) if piece.by_cell else _by_number(unit, piece)
    to = Set(owner.name, context.exprs.value(act.player, env))
    if not isinstance(kind, t.SetType):
        return [to, Do(Call(given, (context.exprs.value(act.pieces, env), owner)))]
    which = unit.fresh("one")
    return [to, ForBits(which, context.sets.bits(act.pieces, env), (Do(Call(given, (Local(which), owner))),))]


def _by_cell(unit: Unit, piece: PieceLayout) -> str:
    """Return the function that gives the piece on `cell` to `owner`."""
    name, function = piece.name, f"give_{piece.name}"
    if function not in unit.functions:
        cells = unit.types.size(t.PieceType(name))
        change = [
            _change_member(f"{name}.by", "minus", _CELL, _BEFORE, cells),
            _change_member(f"{name}.by", "or", _CELL, _OWNER, cells),
            Store(f"{name}.owner", _OWNER, _NUMBER),
            *unit.mark_due("piece", name, _CELL),
            Emit("give", (piece_number(unit, name), _NUMBER, kind_of(piece, _NUMBER), _CELL)),
        ]
        body = [Set("number", Load(f"{name}.at", _CELL)), *_if_owner_differs(name, change)]
        unit.function(function, [("cell", 0), ("owner", 0)], None, body, f"{name}: another owner")
    return function


def _by_number(unit: Unit, piece: PieceLayout) -> str:
    """Return the function that gives piece `number`, wherever it is, to `owner`."""
    name, function = piece.name, f"give_{piece.name}"
    if function not in unit.functions:
        change: list[Statement] = [Store(f"{name}.owner", _OWNER, _NUMBER)]
        if piece.board:
            change += [
                _change_member(f"{name}.owned", "minus", _NUMBER, _BEFORE, piece.count),
                _change_member(f"{name}.owned", "or", _NUMBER, _OWNER, piece.count),
                Set("cell", Load(f"{name}.cell", _NUMBER)),
                If(compare(">=", _CELL, Const(0)), tuple(_change_owner_on_cell(unit, piece))),
            ]
        body = _if_owner_differs(name, change)
        unit.function(function, [("number", 0), ("owner", 0)], None, body, f"{name}: another owner")
    return function


def _change_owner_on_cell(unit: Unit, piece: PieceLayout) -> list[Statement]:
    """Return the statements that add the cell to the new owner, and remove it from the previous one if no piece is
    left.
    """
    name, cells = piece.name, unit.geometries[piece.board].width
    left = SetOp("and", Load(f"{name}.here", _CELL), Load(f"{name}.owned", _BEFORE))
    return [
        If(is_empty(left), (_change_member(f"{name}.by", "minus", _CELL, _BEFORE, cells),)),
        _change_member(f"{name}.by", "or", _CELL, _OWNER, cells),
        *unit.mark_due("piece", name, _CELL),
        Emit("give", (piece_number(unit, name), _NUMBER, kind_of(piece, _NUMBER), _CELL)),
    ]


def _if_owner_differs(name: str, change: list[Statement]) -> list[Statement]:
    return [Set("before", Load(f"{name}.owner", _NUMBER)), If(compare("!=", _BEFORE, _OWNER), tuple(change))]


def _change_member(slot: str, change: SetOperation, member: Expr, owner: Expr, width: int) -> Statement:
    return Store(slot, set_op(change, Load(slot, owner), single(member, width), width), owner)


def exchange(context: LoweringContext, act: t.ExchangePieces, env: Env) -> list[Statement]:
    """Return the statements that exchange two pieces, if both are on the board.

    Each keeps its rotation, and names keep referring to the same piece.
    """
    assert isinstance(act.left.type, t.PieceType)
    piece, unit = act.left.type.piece, context.unit
    one, other = (Local(unit.fresh(stem)) for stem in ("one", "other"))
    known: list[Statement] = [
        Set(one.name, context.exprs.value(act.left, env)),
        Set(other.name, context.exprs.value(act.right, env)),
    ]
    if unit.types.numbered(piece):
        here, there = (Local(unit.fresh(stem)) for stem in ("here", "there"))
        cells: list[Statement] = [
            Set(here.name, Load(f"{piece}.cell", one)),
            Set(there.name, Load(f"{piece}.cell", other)),
        ]
        moved = [*context.numbered.to_cell(piece, one, there), *context.numbered.to_cell(piece, other, here)]
        both = all_of([compare(">=", here, Const(0)), compare(">=", there, Const(0))])
        return [*known, *cells, *if_(both, moved)]
    first, second = (Local(unit.fresh("number")) for _ in range(2))
    layout, which = unit.pieces[piece], piece_number(unit, piece)
    swapped: list[Statement] = [
        Set(first.name, Call(f"lift_{piece}", (one,))),
        Set(second.name, Call(f"lift_{piece}", (other,))),
        Do(Call(f"lay_{piece}", (first, other))),
        Do(Call(f"lay_{piece}", (second, one))),
        Emit("shift", (which, first, kind_of(layout, first), one, other)),
        Emit("shift", (which, second, kind_of(layout, second), other, one)),
        *_update_name(act.left, other, env),
        *_update_name(act.right, one, env),
    ]
    return [*known, *if_(compare("!=", one, other), swapped)]


def _update_name(side: t.Expr, cell: Expr, env: Env) -> list[Statement]:
    """Return the statements that update the name of a piece known by its cell."""
    return assign_name(side.name, cell, env) if isinstance(side, t.LocalValue) else []


def hide(context: LoweringContext, act: t.HideThing, env: Env) -> list[Statement]:
    """Return the statements that hide pieces or the value of a variable again, as declared."""
    resolved, home = context.exprs.resolve(act.thing, env)
    kind = resolved.type.of if isinstance(resolved.type, t.SetType) else resolved.type
    if not isinstance(kind, t.PieceType):
        assert isinstance(resolved, t.VariableValue)
        index = None if resolved.of is None else context.exprs.index(resolved.variable, resolved.of, home)
        return forget_value(context.unit, context.unit.rules.variables[resolved.variable], index)
    if isinstance(resolved.type, t.SetType):
        name = context.unit.fresh("it")
        one = t.LocalValue(name, type=kind, span=act.span)
        piece = kind.piece
        return context.loops.each(
            resolved, home, lambda inner: _covered(context.unit, piece, context.pieces.number(piece, one, inner)), name
        )
    return _covered(context.unit, kind.piece, context.pieces.number(kind.piece, resolved, home))


def _covered(unit: Unit, piece: str, number: Expr) -> list[Statement]:
    unknown = Store(f"{piece}.known", BitsConst(0, unit.players), number)
    return [unknown, *seen_on_board(unit, unit.pieces[piece], number)]


def reveal(context: LoweringContext, act: t.RevealThing, env: Env) -> list[Statement]:
    """Return the statements that show pieces, the contents of a zone or the value of a variable to players."""
    unit = context.unit
    resolved, home = context.exprs.resolve(act.thing, env)
    all_seats = t.AllSeats(False, type=t.SetType(t.PlayerType()), span=act.span)
    seats = context.sets.bits(act.to or all_seats, env)

    def show(piece: str, number: Expr) -> list[Statement]:
        known = f"{piece}.known"
        shown = [Emit("show", (piece_number(unit, piece), number))] if act.to is None else []
        return [Store(known, set_op("or", Load(known, number), seats, unit.players), number), *shown]

    if isinstance(resolved, t.ZoneSet):
        piece = unit.zones[resolved.zone].piece
        return context.loops.each(resolved, home, lambda inner: show(piece, _last(inner)))
    if isinstance(resolved, t.VariableValue) and not isinstance(resolved.type, t.PieceType):
        index = None if resolved.of is None else context.exprs.index(resolved.variable, resolved.of, home)
        return reveal_value(unit, resolved, index, seats, act.to is None)
    if isinstance(resolved, t.PropertyValue) and isinstance(resolved.of.type, t.PieceType):
        resolved, home = context.exprs.resolve(resolved.of, home)
    kind = resolved.type.of if isinstance(resolved.type, (t.MaybeType, t.SetType)) else resolved.type
    if isinstance(kind, t.PieceType) and isinstance(resolved.type, t.SetType):
        name = unit.fresh("it")
        one = t.LocalValue(name, type=kind, span=act.span)
        shown_piece = kind.piece
        return context.loops.each(
            resolved, home, lambda inner: show(shown_piece, context.pieces.number(shown_piece, one, inner)), name
        )
    if isinstance(kind, t.PieceType):
        return show(kind.piece, context.pieces.number(kind.piece, resolved, home))
    raise unsupported("revealing this", act.span)


def _last(env: Env) -> Expr:
    bound = list(env.names.values())[-1]
    assert isinstance(bound, ComputedValue)
    return bound.expr

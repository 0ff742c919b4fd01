"""What shows to players what they did not see: pieces, zones and variables."""

from __future__ import annotations

from dsl.program.code import Emit, Expr, Load, Statement, Store
from dsl.program.lower import secrets
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import set_op
from dsl.program.lower.pieceslots import piece_number
from dsl.program.lower.unit import Env, Value, not_yet
from dsl.semantics import typed as t


def reveal(ex: Expressions, act: t.RevealThing, env: Env) -> list[Statement]:
    """Return what lets players see pieces, what a zone holds or the value of a variable."""
    unit = ex.unit
    resolved, home = ex.resolve(act.thing, env)
    everybody = t.AllSeats(False, type=t.SetType(t.PlayerType()), span=act.span)
    seats = ex.sets.bits(act.to or everybody, env)

    def show(piece: str, number: Expr) -> list[Statement]:
        known = f"{piece}.known"
        shown = [Emit("show", (piece_number(unit, piece), number))] if act.to is None else []
        return [Store(known, set_op("or", Load(known, number), seats, unit.players), number), *shown]

    if isinstance(resolved, t.ZoneSet):
        piece = unit.zones[resolved.zone].piece
        return ex.loops.each(resolved, home, lambda inner: show(piece, _last(inner)))
    if isinstance(resolved, t.VariableValue) and not isinstance(resolved.type, t.PieceType):
        index = None if resolved.of is None else ex.index(resolved.variable, resolved.of, home)
        return secrets.reveal(unit, resolved, index, seats, act.to is None)
    if isinstance(resolved, t.PropertyValue) and isinstance(resolved.of.type, t.PieceType):
        resolved, home = ex.resolve(resolved.of, home)
    kind = resolved.type.of if isinstance(resolved.type, (t.MaybeType, t.SetType)) else resolved.type
    if isinstance(kind, t.PieceType) and isinstance(resolved.type, t.SetType):
        name = unit.fresh("it")
        one = t.LocalValue(name, type=kind, span=act.span)
        shown_piece = kind.piece
        return ex.loops.each(
            resolved, home, lambda inner: show(shown_piece, ex.pieces.number(shown_piece, one, inner)), name
        )
    if isinstance(kind, t.PieceType):
        return show(kind.piece, ex.pieces.number(kind.piece, resolved, home))
    raise not_yet("revealing this", act.span)


def _last(env: Env) -> Expr:
    bound = list(env.names.values())[-1]
    assert isinstance(bound, Value)
    return bound.expr

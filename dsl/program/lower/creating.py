"""What makes pieces, on a place, on each of a set of places or in a zone."""

from __future__ import annotations

from dsl.program.code import Call, Const, Do, Emit, ForBits, ForRange, Load, Local, Set, Statement, Store
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import arith, compare
from dsl.program.lower.making import made_in_play
from dsl.program.lower.numbered import registered
from dsl.program.lower.pieceslots import kind_of, piece_number
from dsl.program.lower.unit import Env
from dsl.semantics import typed as t


def create(ex: Expressions, act: t.CreatePieces, env: Env) -> list[Statement]:
    """Return what makes pieces."""
    unit, piece = ex.unit, ex.unit.pieces[act.piece]
    number = Local(unit.fresh("number"))
    body = [*_taken(ex, act, number), *_described(ex, act, number, env)]
    event = piece_number(unit, act.piece), number, kind_of(piece, number)
    if act.zone is not None:
        owner = ex.zone_owner(act.zone, env)
        place = arith("+", Const(unit.zones[act.zone.zone].number), owner)
        body += [Do(Call(f"put_{act.zone.zone}", (number, owner))), Emit("create", (*event, place))]
    elif act.cell is not None and isinstance(act.cell.type, t.SetType):
        cell = Local(unit.fresh("cell"))
        body += [Do(Call(f"lay_{act.piece}", (number, cell))), Emit("lay", (*event, cell))]
        body = [ForBits(cell.name, ex.sets.bits(act.cell, env), tuple(body))]
    elif act.cell is not None:
        at = ex.property_of("place", act.cell, env)
        body += [Do(Call(f"lay_{act.piece}", (number, at))), Emit("lay", (*event, at))]
    return [ForRange(unit.fresh("i"), Const(0), ex.value(act.amount, env), tuple(body))]


def _taken(ex: Expressions, act: t.CreatePieces, number: Local) -> list[Statement]:
    """Return what gives a new piece its number: the next, one drawn if numbers may tell nothing, or one of the box."""
    unit, piece = ex.unit, ex.unit.pieces[act.piece]
    made = Load(f"{act.piece}.made")
    drawn = piece.numbered and piece.sight != "all"
    after = arith("+", made if drawn else number, Const(1))
    again = unit.measures.by_cell(act.piece) and made_in_play(unit, act.piece)
    return [
        Set(number.name, ex.pieces.numbered.drawn(piece) if drawn else made),
        *(ex.pieces.made_again(piece, number) if again else ()),
        unit.check(
            compare("<", number, Const(piece.count)), "too-many-pieces",
            f"more than {piece.count} pieces of the sort `{act.piece}` are made", act.span,
        ),
        Store(f"{act.piece}.made", arith("max", made, after) if again else after),
    ]  # fmt: skip


def _described(ex: Expressions, act: t.CreatePieces, number: Local, env: Env) -> list[Statement]:
    """Return what says of a new piece what it is."""
    piece = ex.unit.pieces[act.piece]
    body: list[Statement] = []
    if act.kind is not None:
        body.append(Store(f"{act.piece}.kind", ex.value(act.kind, env), number))
    if act.owner is not None:
        body.append(Store(f"{act.piece}.owner", ex.value(act.owner, env), number))
    for (attribute, _), value in zip(piece.attributes, act.attributes, strict=False):
        body.append(Store(f"{act.piece}.{attribute}", ex.value(value, env), number))
    if piece.numbered:
        body += registered(piece, number, kind_of(piece, number))
    return body

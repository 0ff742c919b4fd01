"""What gives pieces to another player: those on a board that are known by their cell, and those known by a number."""

from __future__ import annotations

from dsl.program.code import (
    Call,
    Const,
    Do,
    Emit,
    Expr,
    ForBits,
    If,
    Load,
    Local,
    Set,
    SetOp,
    SetOperation,
    Statement,
    Store,
)
from dsl.program.layout import PieceLayout
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import compare, is_empty, set_op, single
from dsl.program.lower.pieceslots import kind_of, piece_number
from dsl.program.lower.unit import Env, Unit, not_yet
from dsl.semantics import typed as t

_CELL, _NUMBER, _OWNER, _BEFORE = (Local(word) for word in ("cell", "number", "owner", "before"))


def give(ex: Expressions, act: t.GivePieces, env: Env) -> list[Statement]:
    """Return what makes a piece, or each of a set, another player's."""
    unit, kind = ex.unit, act.pieces.type
    inner = kind.of if isinstance(kind, t.SetType) else kind
    assert isinstance(inner, t.PieceType)
    if unit.measures.by_cell(inner.piece) and ex.pieces.from_zone(act.pieces, env):
        raise not_yet("giving away, in a zone, a piece that is known by its place on the board", act.span)
    piece, owner = unit.pieces[inner.piece], Local(unit.fresh("owner"))
    given = _by_cell(unit, piece) if piece.by_cell else _by_number(unit, piece)
    to = Set(owner.name, ex.value(act.player, env))
    if not isinstance(kind, t.SetType):
        return [to, Do(Call(given, (ex.value(act.pieces, env), owner)))]
    which = unit.fresh("one")
    return [to, ForBits(which, ex.sets.bits(act.pieces, env), (Do(Call(given, (Local(which), owner))),))]


def _by_cell(unit: Unit, piece: PieceLayout) -> str:
    """Return the function that gives the piece on `cell` to `owner`."""
    name, function = piece.name, f"give_{piece.name}"
    if function not in unit.functions:
        cells = unit.measures.size(t.PieceType(name))
        change = [
            _changed(f"{name}.by", "minus", _CELL, _BEFORE, cells),
            _changed(f"{name}.by", "or", _CELL, _OWNER, cells),
            Store(f"{name}.owner", _OWNER, _NUMBER),
            *unit.due("piece", name, _CELL),
            Emit("give", (piece_number(unit, name), _NUMBER, kind_of(piece, _NUMBER), _CELL)),
        ]
        body = [Set("number", Load(f"{name}.at", _CELL)), *_if_another_s(name, change)]
        unit.function(function, [("cell", 0), ("owner", 0)], None, body, f"{name}: another owner")
    return function


def _by_number(unit: Unit, piece: PieceLayout) -> str:
    """Return the function that gives piece `number`, wherever it is, to `owner`."""
    name, function = piece.name, f"give_{piece.name}"
    if function not in unit.functions:
        change: list[Statement] = [Store(f"{name}.owner", _OWNER, _NUMBER)]
        if piece.board:
            change += [
                _changed(f"{name}.owned", "minus", _NUMBER, _BEFORE, piece.count),
                _changed(f"{name}.owned", "or", _NUMBER, _OWNER, piece.count),
                Set("cell", Load(f"{name}.cell", _NUMBER)),
                If(compare(">=", _CELL, Const(0)), tuple(_on_its_cell(unit, piece))),
            ]
        body = _if_another_s(name, change)
        unit.function(function, [("number", 0), ("owner", 0)], None, body, f"{name}: another owner")
    return function


def _on_its_cell(unit: Unit, piece: PieceLayout) -> list[Statement]:
    """Return what notes that the new owner stands on the cell, and that the one before does not if nothing is left."""
    name, cells = piece.name, unit.geometries[piece.board].width
    left = SetOp("and", Load(f"{name}.here", _CELL), Load(f"{name}.owned", _BEFORE))
    return [
        If(is_empty(left), (_changed(f"{name}.by", "minus", _CELL, _BEFORE, cells),)),
        _changed(f"{name}.by", "or", _CELL, _OWNER, cells),
        *unit.due("piece", name, _CELL),
        Emit("give", (piece_number(unit, name), _NUMBER, kind_of(piece, _NUMBER), _CELL)),
    ]


def _if_another_s(name: str, change: list[Statement]) -> list[Statement]:
    return [Set("before", Load(f"{name}.owner", _NUMBER)), If(compare("!=", _BEFORE, _OWNER), tuple(change))]


def _changed(slot: str, change: SetOperation, member: Expr, owner: Expr, width: int) -> Statement:
    return Store(slot, set_op(change, Load(slot, owner), single(member, width), width), owner)

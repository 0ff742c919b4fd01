"""What happens to pieces where they stand: two change places; what was shown is covered again."""

from __future__ import annotations

from dsl.program.code import BitsConst, Call, Const, Do, Emit, Expr, Load, Local, Set, Statement, Store
from dsl.program.lower import secrets
from dsl.program.lower.assigning import assign
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import all_of, compare, if_
from dsl.program.lower.pieceslots import kind_of, piece_number, seen_on_board
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t


def exchange(ex: Expressions, act: t.ExchangePieces, env: Env) -> list[Statement]:
    """Return what lets two pieces change places; nothing happens if one of them does not stand on the board.

    Each keeps its rotation, and a name for one means it at its new place.
    """
    assert isinstance(act.left.type, t.PieceType)
    piece, unit = act.left.type.piece, ex.unit
    one, other = (Local(unit.fresh(stem)) for stem in ("one", "other"))
    known: list[Statement] = [Set(one.name, ex.value(act.left, env)), Set(other.name, ex.value(act.right, env))]
    if unit.measures.numbered(piece):
        here, there = (Local(unit.fresh(stem)) for stem in ("here", "there"))
        cells: list[Statement] = [
            Set(here.name, Load(f"{piece}.cell", one)),
            Set(there.name, Load(f"{piece}.cell", other)),
        ]
        moved = [*ex.pieces.numbered.to_cell(piece, one, there), *ex.pieces.numbered.to_cell(piece, other, here)]
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
        *_named(act.left, other, env),
        *_named(act.right, one, env),
    ]
    return [*known, *if_(compare("!=", one, other), swapped)]


def _named(side: t.Expr, cell: Expr, env: Env) -> list[Statement]:
    """Return what lets the name of a piece, which is its cell, follow it."""
    return assign(side.name, cell, env) if isinstance(side, t.LocalValue) else []


def hide(ex: Expressions, act: t.HideThing, env: Env) -> list[Statement]:
    """Return what makes pieces or the value of a variable as secret again as they are declared."""
    resolved, home = ex.resolve(act.thing, env)
    kind = resolved.type.of if isinstance(resolved.type, t.SetType) else resolved.type
    if not isinstance(kind, t.PieceType):
        assert isinstance(resolved, t.VariableValue)
        index = None if resolved.of is None else ex.index(resolved.variable, resolved.of, home)
        return secrets.forget(ex.unit, ex.unit.rules.variables[resolved.variable], index)
    if isinstance(resolved.type, t.SetType):
        name = ex.unit.fresh("it")
        one = t.LocalValue(name, type=kind, span=act.span)
        piece = kind.piece
        return ex.loops.each(
            resolved, home, lambda inner: _covered(ex.unit, piece, ex.pieces.number(piece, one, inner)), name
        )
    return _covered(ex.unit, kind.piece, ex.pieces.number(kind.piece, resolved, home))


def _covered(unit: Unit, piece: str, number: Expr) -> list[Statement]:
    nobody = Store(f"{piece}.known", BitsConst(0, unit.players), number)
    return [nobody, *seen_on_board(unit, unit.pieces[piece], number)]

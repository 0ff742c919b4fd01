"""What moves pieces: one to a place, a zone or the box, or all of a zone into another."""

from __future__ import annotations

from dsl.program.code import Call, Const, Do, Emit, Expr, Load, Local, Set, Statement, Store, While
from dsl.program.layout import PieceLayout
from dsl.program.lower.assigning import assign
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import arith, compare, if_
from dsl.program.lower.pieceslots import kind_of, piece_number
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t


class Moving:
    """Lowers the statements that change where pieces lie."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def piece(self, act: t.MovePiece, env: Env) -> list[Statement]:
        """Return what moves a piece onto a place, into a zone or out of the game; nothing moves if there is none."""
        kind = act.piece.type.of if isinstance(act.piece.type, t.MaybeType) else act.piece.type
        assert isinstance(kind, t.PieceType)
        resolved, home = self.ex.resolve(act.piece, env)
        from_board = self.unit.measures.by_cell(kind.piece) and not self.ex.pieces.from_zone(resolved, home)
        value = self.ex.value(resolved, home)
        source, target = self.unit.fresh("from"), self.unit.fresh("to")
        body: list[Statement] = [Set(source, value)]
        origin = Local(source)
        if act.cell is not None:
            body.append(Set(target, self.ex.property_of("place", act.cell, env)))
            moved = self._to_cell(kind.piece, origin, Local(target), from_board, act, env)
            body += moved + (assign(act.name, Local(target), env) if act.name and from_board else [])
        elif act.zone is not None:
            body += self._to_zone(kind.piece, origin, act.zone, act.bottom, env, from_board)
        else:
            body += self.ex.pieces.to_box(kind.piece, origin, from_board)
        if isinstance(act.piece.type, t.MaybeType) or isinstance(resolved, (t.ZoneTop, t.OneOf)):
            return [body[0], *if_(compare(">=", origin, Const(0)), body[1:])]
        return body

    def zone(self, act: t.MoveZone, env: Env) -> list[Statement]:
        """Return what moves all that a zone holds onto or under what another holds, in its order.

        Moved into itself a zone stays as it is.
        """
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
        if self.unit.measures.numbered(piece):
            return self.ex.pieces.numbered.to_cell(piece, origin, cell)
        turned = self._turned(layout, number if from_board else origin, act, env)
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
        if self.unit.measures.numbered(piece):
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
                Emit("lift", (which, number, kind_of(layout, number), origin, place)),
            ]
        zone_before = self.unit.fresh("zone")
        return [
            Set(zone_before, Load(f"{piece}.where", origin)),
            Do(Call(put, (origin, owner))),
            Emit("pass", (which, origin, Local(zone_before), place)),
        ]

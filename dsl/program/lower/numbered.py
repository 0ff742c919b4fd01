"""Pieces on boards that are known by a number of their own: several may stand on a cell, and each stays itself.

Sets of them are bitsets over their numbers. What is kept about them: where each stands, who stands on each cell, which
of them are on the board, of each kind, of each player, and on which cells anybody (of each player) stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.program.code import (
    BitsConst,
    Block,
    Call,
    Const,
    Do,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Return,
    Set,
    SetOp,
    Statement,
    Store,
)
from dsl.program.layout import PieceLayout
from dsl.program.lower.ir import NONE, all_of, arith, compare, has, is_empty, negate, set_op, single
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions

ON_BOARD = Const(-2)


def declare(unit: Unit, piece: PieceLayout) -> None:
    """Make the slots of a sort of pieces that are known by their number."""
    name, board = piece.name, piece.board
    cells = unit.geometries[board].width
    unit.slot(f"{name}.cell", piece.count, cells=True, board=board)
    unit.slot(f"{name}.here", cells, piece.count, by_cell=True, board=board)
    unit.slot(f"{name}.laid", 1, piece.count)
    unit.slot(f"{name}.any", 1, cells, cells=True, board=board)
    if piece.sight != "all":
        unit.slot(f"{name}.used", 1, piece.count)
    unit.slot(f"{name}.kinds", len(piece.kinds.values) if piece.kinds else 1, piece.count)
    if piece.owned:
        unit.slot(f"{name}.owned", unit.players, piece.count)
        unit.slot(f"{name}.by", unit.players, cells, cells=True, board=board)


def functions(unit: Unit, piece: PieceLayout, seen: list[Statement]) -> None:
    """Make what lays a piece onto a cell, and what takes it off the board; `seen` notes who sees one that is laid."""
    name, number, cell = piece.name, Local("number"), Local("cell")
    width, count = unit.geometries[piece.board].width, piece.count
    here, anywhere = Load(f"{name}.here", cell), Load(f"{name}.any")
    lay: list[Statement] = [
        Do(Call(f"take_{name}", (number,))),
        Store(f"{name}.here", set_op("or", here, single(number, count), count), cell),
        Store(f"{name}.laid", set_op("or", Load(f"{name}.laid"), single(number, count), count)),
        Store(f"{name}.any", set_op("or", anywhere, single(cell, width), width)),
        Store(f"{name}.cell", cell, number),
        Store(f"{name}.where", ON_BOARD, number),
        *seen,
    ]
    lift: list[Statement] = [
        Set("cell", Load(f"{name}.cell", number)),
        Store(f"{name}.here", set_op("minus", here, single(number, count), count), cell),
        Store(f"{name}.laid", set_op("minus", Load(f"{name}.laid"), single(number, count), count)),
        If(is_empty(here), (Store(f"{name}.any", set_op("minus", anywhere, single(cell, width), width)),)),
        Store(f"{name}.cell", NONE, number),
        Store(f"{name}.where", NONE, number),
    ]
    if piece.owned:
        owner = Load(f"{name}.owner", number)
        by = Load(f"{name}.by", owner)
        lay.append(Store(f"{name}.by", set_op("or", by, single(cell, width), width), owner))
        gone = Store(f"{name}.by", set_op("minus", by, single(cell, width), width), owner)
        lift.append(If(is_empty(SetOp("and", here, Load(f"{name}.owned", owner))), (gone,)))
    lay += unit.due("piece", name, cell)
    lift += unit.due("piece", name, cell)
    unit.function(f"lay_{name}", [("number", 0), ("cell", 0)], None, lay, f"{name}: onto the board")
    unit.function(f"lift_{name}", [("number", 0)], None, lift, f"{name}: off the board")


def registered(piece: PieceLayout, number: Expr, kind: Expr) -> list[Statement]:
    """Return what notes the kind and owner of a piece just made."""
    name, count = piece.name, piece.count
    slots: list[tuple[str, Expr]] = [(f"{name}.kinds", kind)]
    if piece.owned:
        slots.append((f"{name}.owned", Load(f"{name}.owner", number)))
    return [Store(slot, set_op("or", Load(slot, i), single(number, count), count), i) for slot, i in slots]


class Numbered:
    """Sets of pieces that are known by their number, and what happens to such pieces."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    # -- sets ----------------------------------------------------------------------------------------------------

    def some(self, expr: t.PieceCells, env: Env) -> Expr:
        """Return the pieces of a sort on the board, perhaps of one kind, perhaps of one player."""
        name, count = expr.piece, self.unit.pieces[expr.piece].count
        found: Expr = Load(f"{name}.laid")
        if expr.owner is not None:
            found = set_op("and", found, Load(f"{name}.owned", self.ex.value(expr.owner, env)), count)
        if expr.kind is not None:
            found = set_op("and", found, Load(f"{name}.kinds", self.ex.value(expr.kind, env)), count)
        return found

    def on(self, expr: t.PiecesOn, env: Env) -> Expr:
        """Return those of a set that stand on a cell or on one of several."""
        piece = self._piece(expr.set)
        count, found = self.unit.pieces[piece].count, self.ex.sets.bits(expr.set, env)
        if not isinstance(expr.cells.type, t.SetType):
            here: Expr = Load(f"{piece}.here", self.ex.property_of("place", expr.cells, env))
        else:
            here = self.standing_on(piece, self.ex.sets.bits(expr.cells, env))
        everybody = isinstance(expr.set, t.PieceCells) and expr.set.kind is None and expr.set.owner is None
        return here if everybody else set_op("and", found, here, count)

    def standing_on(self, piece: str, cells: Expr) -> Expr:
        """Return the pieces of a sort that stand on one of some cells."""
        name, (count, width) = f"on_{piece}", self._widths(piece)
        if name not in self.unit.functions:
            taken = SetOp("and", Local("cells"), Load(f"{piece}.any"))
            more = set_op("or", Local("found"), Load(f"{piece}.here", Local("cell")), count)
            body: list[Statement] = [
                Set("found", BitsConst(0, count)),
                ForBits("cell", taken, (Set("found", more),)),
                Return(Local("found")),
            ]
            self.unit.function(name, [("cells", width)], count, body, f"{piece}: those on some cells")
        return Call(name, (cells,))

    def cells(self, expr: t.StandingCells, env: Env) -> Expr:
        """Return the cells on which the members of a set stand."""
        things, home = self.ex.resolve(expr.set, env)
        piece = self._piece(things)
        if isinstance(things, t.PieceCells) and things.kind is None:
            if things.owner is None:
                return Load(f"{piece}.any")
            return Load(f"{piece}.by", self.ex.value(things.owner, home))
        name, (count, width) = f"under_{piece}", self._widths(piece)
        if name not in self.unit.functions:
            laid = SetOp("and", Local("some"), Load(f"{piece}.laid"))
            more = set_op("or", Local("cells"), single(Load(f"{piece}.cell", Local("number")), width), width)
            body: list[Statement] = [
                Set("cells", BitsConst(0, width)),
                ForBits("number", laid, (Set("cells", more),)),
                Return(Local("cells")),
            ]
            self.unit.function(name, [("some", count)], width, body, f"{piece}: the cells under some")
        return Call(name, (self.ex.sets.bits(things, home),))

    def _piece(self, things: t.Expr) -> str:
        kind = things.type.of if isinstance(things.type, (t.SetType, t.MaybeType)) else things.type
        assert isinstance(kind, t.PieceType)
        return kind.piece

    def _widths(self, piece: str) -> tuple[int, int]:
        layout = self.unit.pieces[piece]
        return layout.count, self.unit.geometries[layout.board].width

    def drawn(self, piece: PieceLayout) -> Expr:
        """Return the number of a new piece whose kind is a secret, drawn by chance: numbers tell nothing then."""
        name, function, count = piece.name, f"new_{piece.name}", piece.count
        used, number, skip = f"{name}.used", Local("number"), Local("skip")
        if function not in self.unit.functions:
            made = Load(f"{name}.made")
            taken = Store(used, set_op("or", Load(used), single(number, count), count))
            free = If(negate(has(Load(used), number)), (
                If(compare("==", skip, Const(0)), (taken, Return(number))),
                Set("skip", arith("-", skip, Const(1))),
            ))  # fmt: skip
            body: list[Statement] = [
                If(compare(">=", made, Const(count)), (Return(Const(count)),)),
                Set("skip", Draw(arith("-", Const(count), made))),
                ForRange("number", Const(0), Const(count), (free,)),
                Return(Const(count)),
            ]
            self.unit.function(function, [], 0, body, f"{name}: a number for a new one")
        return Call(function, ())

    # -- what happens to them ------------------------------------------------------------------------------------

    def to_cell(self, piece: str, number: Expr, cell: Expr) -> list[Statement]:
        """Return what brings a piece onto a cell, from the board or from a zone."""
        which, kind = self._named(piece, number)
        before = Local(self.unit.fresh("before"))
        moved = Emit("shift", (which, number, kind, before, cell))
        return [
            Set(before.name, Load(f"{piece}.cell", number)),
            Do(Call(f"lay_{piece}", (number, cell))),
            If(compare("<", before, Const(0)), (Emit("lay", (which, number, kind, cell)),), (moved,)),
        ]

    def to_zone(self, piece: str, number: Expr, put: Call, place: Expr) -> list[Statement]:
        """Return what brings a piece into a zone; `put` does it, `place` is the zone's number (-1: the box)."""
        which, kind = self._named(piece, number)
        cell, zone = Local(self.unit.fresh("before")), Local(self.unit.fresh("zone"))
        gone: Block = (Emit("lift", (which, number, kind, cell, place)),)
        return [
            Set(cell.name, Load(f"{piece}.cell", number)),
            Set(zone.name, Load(f"{piece}.where", number)),
            Do(put),
            If(compare("<", cell, Const(0)), (Emit("pass", (which, number, zone, place)),), gone),
        ]

    def _named(self, piece: str, number: Expr) -> tuple[Expr, Expr]:
        kind = Load(f"{piece}.kind", number) if self.unit.pieces[piece].kinds else Const(0)
        return Const(list(self.unit.rules.pieces).index(piece)), kind

    def become(self, piece: PieceLayout) -> list[Statement]:
        """Return what gives piece `number` another kind, `kind` instead of `before`."""
        name, number, count = piece.name, Local("number"), piece.count
        slot, before, kind = f"{name}.kinds", Local("before"), Local("kind")
        return [
            Store(slot, set_op("minus", Load(slot, before), single(number, count), count), before),
            Store(slot, set_op("or", Load(slot, kind), single(number, count), count), kind),
        ]

    # -- supposing -----------------------------------------------------------------------------------------------

    def supposed(
        self, piece: str, number: Expr, goal: Expr | None, kept: str
    ) -> tuple[list[Statement], list[Statement]]:
        """Return what lifts a piece or moves it to `goal`, and what puts everything back."""
        layout = self.unit.pieces[piece]
        width, count = self.unit.geometries[layout.board].width, layout.count
        cell, there, alone = (Local(f"{kept}_{word}") for word in ("cell", "goal", "alone"))
        stands = compare(">=", cell, Const(0))
        before: list[Statement] = [Set(cell.name, Load(f"{piece}.cell", number))]
        after: list[Statement] = []
        for slot, index in self._kept(layout, number):
            local = Local(f"{kept}_{slot.rpartition('.')[2]}")
            before.append(Set(local.name, Load(slot, index)))
            after.append(Store(slot, local, index))
        me = single(number, count)
        lift: list[Statement] = [
            Store(f"{piece}.here", set_op("minus", Load(f"{piece}.here", cell), me, count), cell),
            Store(f"{piece}.laid", set_op("minus", Load(f"{piece}.laid"), me, count)),
            Set(alone.name, is_empty(Load(f"{piece}.here", cell))),
            If(alone, (Store(f"{piece}.any", set_op("minus", Load(f"{piece}.any"), single(cell, width), width)),)),
            *self._owner_gone(layout, number, cell, width),
        ]
        put = Store(f"{piece}.here", set_op("or", Load(f"{piece}.here", cell), me, count), cell)
        before.append(If(stands, tuple(lift)))
        if goal is None:
            before.append(Store(f"{piece}.cell", NONE, number))
            return before, [*after, If(stands, (put,))]
        away = Store(f"{piece}.here", set_op("minus", Load(f"{piece}.here", there), me, count), there)
        before += [
            Set(there.name, goal),
            Store(f"{piece}.cell", there, number),
            Store(f"{piece}.here", set_op("or", Load(f"{piece}.here", there), me, count), there),
            Store(f"{piece}.laid", set_op("or", Load(f"{piece}.laid"), me, count)),
            Store(f"{piece}.any", set_op("or", Load(f"{piece}.any"), single(there, width), width)),
        ]
        if layout.owned:
            owner = Load(f"{piece}.owner", number)
            by = set_op("or", Load(f"{piece}.by", owner), single(there, width), width)
            before.append(Store(f"{piece}.by", by, owner))
        return before, [*after, away, If(stands, (put,))]

    @staticmethod
    def _kept(piece: PieceLayout, number: Expr) -> Iterator[tuple[str, Expr | None]]:
        yield f"{piece.name}.cell", number
        yield f"{piece.name}.laid", None
        yield f"{piece.name}.any", None
        if piece.owned:
            yield f"{piece.name}.by", Load(f"{piece.name}.owner", number)

    @staticmethod
    def _owner_gone(piece: PieceLayout, number: Expr, cell: Expr, width: int) -> list[Statement]:
        if not piece.owned:
            return []
        owner = Load(f"{piece.name}.owner", number)
        hers = SetOp("and", Load(f"{piece.name}.here", cell), Load(f"{piece.name}.owned", owner))
        left = set_op("minus", Load(f"{piece.name}.by", owner), single(cell, width), width)
        return [If(is_empty(hers), (Store(f"{piece.name}.by", left, owner),))]

    # -- what may be chosen --------------------------------------------------------------------------------------

    def domain(self, piece: str, zones: bool) -> Expr:
        """Return the pieces that may be chosen at all: those on the board, and with `zones` those in zones."""
        layout = self.unit.pieces[piece]
        laid: Expr = Load(f"{piece}.laid") if layout.board else BitsConst(0, layout.count)
        return set_op("or", laid, self.in_zones(piece), layout.count) if zones or not layout.board else laid

    def in_zones(self, piece: str) -> Expr:
        """Return the pieces of a sort that are in a zone."""
        name, count = f"in_zones_{piece}", self.unit.pieces[piece].count
        if name not in self.unit.functions:
            held = compare(">=", Load(f"{piece}.where", Local("number")), Const(0))
            more = set_op("or", Local("found"), single(Local("number"), count), count)
            body: list[Statement] = [
                Set("found", BitsConst(0, count)),
                ForRange("number", Const(0), Const(count), (If(held, (Set("found", more),)),)),
                Return(Local("found")),
            ]
            self.unit.function(name, [], count, body, f"{piece}: those in zones")
        return Call(name, ())

    def in_zone(self, zone: str, owner: Expr) -> Expr:
        """Return the pieces in a zone as a set."""
        layout = self.unit.zones[zone]
        name, count = f"in_{zone}", layout.capacity
        if name not in self.unit.functions:
            item = Load(f"{zone}.items", arith("+", arith("*", Local("owner"), Const(count)), Local("i")))
            body: list[Statement] = [
                Set("found", BitsConst(0, count)),
                ForRange("i", Const(0), Load(f"{zone}.size", Local("owner")), (
                    Set("found", set_op("or", Local("found"), single(item, count), count)),
                )),
                Return(Local("found")),
            ]  # fmt: skip
            self.unit.function(name, [("owner", 0)], count, body, f"{zone}: the pieces in it")
        return Call(name, (owner,))

    def distinct(self, piece: str) -> str | None:
        """Return the function that leaves one of equal pieces in a zone; None if the rules can tell them all apart."""
        holding = [decl for decl in self.unit.rules.variables.values() if self._holds(decl.type, piece)]
        if any(decl.owner or isinstance(decl.type, t.ListType) for decl in holding):
            return None
        layout, name = self.unit.pieces[piece], f"distinct_{piece}"
        open_zones = [z for z in self.unit.zones.values() if z.piece == piece and not z.ordered]
        if not open_zones:
            return None
        if name not in self.unit.functions:
            one, other, count = Local("number"), Local("member"), layout.count
            place = Load(f"{piece}.where", one)
            unordered = [
                all_of([compare(">=", place, Const(z.number)), compare("<", place, Const(z.number + z.zones))])
                for z in open_zones
            ]
            same = [compare("==", Load(slot, one), Load(slot, other)) for slot in self._told_apart_by(layout)]
            alike = all_of([*same, *(self._both_or_neither(decl, one, other) for decl in holding)])
            drop = Set("found", set_op("minus", Local("found"), single(one, count), count))
            twins = ForBits("member", Local("found"), (If(all_of([compare("<", other, one), alike]), (drop,)),))
            body: list[Statement] = [
                ForBits("number", Local("found"), tuple(If(where, (twins,)) for where in unordered)),
                Return(Local("found")),
            ]
            self.unit.function(name, [("found", count)], count, body, f"{piece}: one of equal ones in a zone")
        return name

    def _told_apart_by(self, piece: PieceLayout) -> list[str]:
        own = ["where", "kind", "owner", "rotation", *(attribute for attribute, _ in piece.attributes)]
        kept = [name for name, decl in self.unit.rules.variables.items() if decl.owner == piece.name]
        return [slot for slot in (*(f"{piece.name}.{word}" for word in own), *kept) if slot in self.unit.slots]

    @staticmethod
    def _both_or_neither(decl: t.VariableDecl, one: Expr, other: Expr) -> Expr:
        """Whether a variable holds both of two pieces, or neither."""
        held = Load(decl.name)
        if isinstance(decl.type, t.SetType):
            return compare("==", has(held, one), has(held, other))
        return all_of([compare("!=", held, one), compare("!=", held, other)])

    def _holds(self, kind: t.Type, piece: str) -> bool:
        inner = kind.of if isinstance(kind, (t.SetType, t.MaybeType, t.ListType)) else kind
        return inner == t.PieceType(piece)

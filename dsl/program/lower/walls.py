"""Pieces that turn, and walls on their sides.

`<piece>.walls` holds, for each side of a cell, the cells that have a wall there. Between two neighbours stand the walls
of the two sides that face each other: 0, 1 or 2. Where two spaces share several sides, the way with the fewest counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.program.code import (
    BitsConst,
    Call,
    Const,
    Expr,
    ForBits,
    Has,
    If,
    Load,
    Local,
    Lookup,
    Return,
    Set,
    Statement,
    Store,
)
from dsl.program.layout import PieceLayout
from dsl.program.lower.geometry import Geometry
from dsl.program.lower.ir import arith, has, if_, is_empty, negate, select, set_op, single, union
from dsl.program.lower.spaces import HERE, Spaces
from dsl.program.lower.unit import Unit
from dsl.program.program import Trap
from dsl.semantics.boards import sides_in, wall_table

# ---- what stands on the board ---------------------------------------------------------------------------------------


def sides_by_kind(unit: Unit, name: str) -> tuple[tuple[int, ...], ...]:
    """Return for each kind of a piece the sides with a wall, as long as it is not turned; nothing if it has none."""
    decl = unit.rules.pieces[name]
    table = wall_table(unit.rules.tables, decl) if decl.walls else None
    if table is None:
        return ()
    players = unit.players - unit.rules.players[0]
    return tuple(sides_in(table.cells[kind, decl.walls][players]) for kind in unit.kinds[decl.kind].values)


def declare(unit: Unit, piece: PieceLayout) -> None:
    """Make the slots of a piece's rotation, walls and covered cells."""
    name = piece.name
    if piece.turns:
        unit.slot(f"{name}.rotation", piece.count)
    if not piece.board:
        return
    board = unit.geometries[piece.board]
    if piece.walls:
        unit.slot(f"{name}.walls", board.sides, board.width, cells=True, board=piece.board)
        turned = (
            sum(1 << (side + turn) % board.sides for side in sides)
            for sides in piece.walls for turn in range(board.sides)
        )  # fmt: skip
        unit.tables[f"{name}.sides"] = tuple(turned)
    if piece.covers:
        unit.slot(f"{name}.under", 1, board.width, cells=True, board=piece.board)


def rotations(unit: Unit, piece: PieceLayout) -> str:
    """Return the table that says for each kind in how many ways it may be turned so that they look different."""
    name = f"{piece.name}.rotations"
    unit.tables.setdefault(name, tuple(_different(sides, piece.turns) for sides in piece.walls or ((),)))
    return name


def _different(sides: tuple[int, ...], turns: int) -> int:
    looks = {frozenset((side + turn) % turns for side in sides) for turn in range(turns)}
    return len(looks)


def laid(unit: Unit, piece: PieceLayout, kind: Expr) -> list[Statement]:
    """Return what follows when the piece `number` has been laid on `cell`."""
    if not piece.board:
        return []
    board, number, cell = unit.geometries[piece.board], Local("number"), Local("cell")
    body: list[Statement] = []
    if piece.covers:
        body += _covers(unit, piece, board)
    if piece.walls:
        sides = board.sides
        turn = Load(f"{piece.name}.rotation", number) if piece.turns else Const(0)
        here = single(cell, board.width)
        body.append(
            Set("sides", Lookup(f"{piece.name}.sides", arith("+", arith("*", kind, Const(sides)), turn), sides))
        )
        for side in range(sides):
            standing = Load(f"{piece.name}.walls", Const(side))
            wall = Store(f"{piece.name}.walls", set_op("or", standing, here, board.width), Const(side))
            body.append(If(Has(Local("sides"), Const(side)), (wall,)))
    return body


def _covers(unit: Unit, piece: PieceLayout, board: Geometry) -> list[Statement]:
    spaces, cell, width = Spaces(unit, board), Local("cell"), board.width
    text = f"a piece of the sort `{piece.name}` would reach over the edge of the board, or over another of its sort"
    trap = Trap("out-of-range", text, unit.rules.pieces[piece.name].span)
    under = Load(f"{piece.name}.under")
    here = [Set("inner", union([single(cell, width), *_shifted(board, piece, single(cell, width))], width))]
    fits = [
        has(BitsConst(spaces.room(piece.covers), width), cell),
        is_empty(set_op("and", Local("inner"), under, width)),
    ]
    checks = [unit.check_trap(fit, trap) for fit in fits]
    return [checks[0], *here, checks[1], Store(f"{piece.name}.under", set_op("or", under, Local("inner"), width))]


def lifted(unit: Unit, piece: PieceLayout) -> list[Statement]:
    """Return what follows when a piece has been lifted from `cell`."""
    if not piece.board:
        return []
    board, cell = unit.geometries[piece.board], Local("cell")
    width = board.width
    body: list[Statement] = []
    if piece.covers:
        gone = union([single(cell, width), *_shifted(board, piece, single(cell, width))], width)
        under = f"{piece.name}.under"
        body.append(Store(under, set_op("minus", Load(under), gone, width)))
    if piece.walls:
        for side in range(board.sides):
            standing = Load(f"{piece.name}.walls", Const(side))
            gone = set_op("minus", standing, single(cell, width), width)
            body.append(Store(f"{piece.name}.walls", gone, Const(side)))
    return body


def _shifted(board: Geometry, piece: PieceLayout, bits: Expr) -> list[Expr]:
    return [board.carried(bits, step) for step in piece.covers if step != HERE]


# ---- what stands between neighbours -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walls:
    """The walls of one board."""

    unit: Unit
    board: Geometry

    def beyond(self, amount: int, bits: Expr) -> Expr:
        """Return the spaces that have exactly so many walls between them and one of a set next to them."""
        name, width = f"beyond_{amount}_walls_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            said = f"the spaces behind {amount} walls from some"
            self.unit.function(name, [("cells", width)], width, self._beyond(amount), said)
        return Call(name, (bits,))

    def between(self, left: Expr, right: Expr) -> Expr:
        """Return how many walls stand between two spaces, 0 if they are no neighbours."""
        name, width = f"walls_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            a = single(Local("a"), width)
            b = Local("b")
            two, one = (has(self.beyond(amount, a), b) for amount in (2, 1))
            body = [Return(select(one, Const(1), select(two, Const(2), Const(0))))]
            self.unit.function(name, [("a", 0), ("b", 0)], 0, body, "walls between two spaces")
        return Call(name, (left, right))

    def _beyond(self, amount: int) -> list[Statement]:
        spaces, width = Spaces(self.unit, self.board), self.board.width
        plain = Local("plain") if spaces.pieces else Local("cells")
        reached: Expr = self._across(plain, amount)
        if not spaces.pieces:
            return [Return(set_op("and", reached, BitsConst(self.board.valid, width), width))]
        bare = set_op("minus", set_op("and", reached, BitsConst(self.board.valid, width), width), spaces.under(), width)
        body: list[Statement] = [
            Set("cells", spaces.known(Local("cells"))),
            Set("plain", set_op("minus", Local("cells"), spaces.own(), width)),
            Set("found", bare),
        ]
        if amount < 2:
            # Of the spaces over several cells only those matter that are in the set or next to it.
            body.append(Set("close", set_op("or", Local("cells"), spaces.near(Local("cells")), width)))
            for piece in spaces.pieces:
                close = set_op("and", Load(f"{piece.name}.any"), Local("close"), width)
                body.append(ForBits("cell", close, tuple(self._around(piece, amount))))
        return [*body, Return(Local("found"))]

    def _across(self, bits: Expr, amount: int) -> Expr:
        """Return what lies behind so many walls from cells that are spaces of their own."""
        width, ways = self.board.width, []
        for side, step in enumerate(self.board.steps[: self.board.sides]):
            mine, theirs = self._standing(side), self._facing(side)
            with_mine = self.board.spread(set_op("and", bits, mine, width), step)
            without = self.board.spread(set_op("minus", bits, mine, width), step)
            match amount:
                case 0:
                    ways.append(set_op("minus", without, theirs, width))
                case 1:
                    ways.append(set_op("minus", with_mine, theirs, width))
                    ways.append(set_op("and", without, theirs, width))
                case _:
                    ways.append(set_op("and", with_mine, theirs, width))
        return union(ways, width)

    def _around(self, piece: PieceLayout, amount: int) -> list[Statement]:
        """Add to `found` what a space over several cells, on `cell`, has to do with `cells`: it has no walls itself."""
        width, found, beside = self.board.width, Local("found"), Local("beside")
        meets = negate(is_empty(set_op("and", Local("cells"), beside, width)))
        own = single(Local("cell"), width)
        return [
            Set("beside", Call(self.beside(piece, amount), (Local("cell"),))),
            *if_(has(Local("cells"), Local("cell")), [Set("found", set_op("or", found, beside, width))]),
            *if_(meets, [Set("found", set_op("or", found, own, width))]),
        ]

    def beside(self, piece: PieceLayout, amount: int) -> str:
        """Return the function to the spaces behind 0 or 1 walls from the space of such a piece on a cell."""
        name, width = f"beside_{amount}_{piece.name}", self.board.width
        spaces, here = Spaces(self.unit, self.board), single(Local("cell"), width)
        if name in self.unit.functions:
            return name
        open_ways, walled = [], []
        for side in range(self.board.sides):
            facing = self._facing(side)
            there = self.board.spread(here, *(o.step for o in spaces.outer(piece) if o.side == side))
            open_ways.append(set_op("minus", there, facing, width))
            walled.append(set_op("and", there, facing, width))
        valid = BitsConst(self.board.valid, width)
        free = spaces.known(set_op("and", union(open_ways, width), valid, width))
        result = free
        if amount:
            result = set_op("minus", spaces.known(set_op("and", union(walled, width), valid, width)), free, width)
        said = f"the spaces behind {amount} walls from a {piece.name}"
        return self.unit.function(name, [("cell", 0)], width, [Return(result)], said)

    def _facing(self, side: int) -> Expr:
        """Return the cells with a wall on the side that faces `side` of their neighbour."""
        sides = self.board.sides
        return self._standing((side + sides // 2) % sides)

    def _standing(self, side: int) -> Expr:
        pieces = [p for p in self.unit.pieces.values() if p.walls and p.board == self.board.layout.name]
        return union([Load(f"{piece.name}.walls", Const(side)) for piece in pieces], self.board.width)


def amounts_that(operator: str, amount: int) -> list[int]:
    """Return how many walls there may be between neighbours if their number compares so with `amount`."""
    compared = {"==": amount.__eq__, "!=": amount.__ne__, "<": amount.__gt__, "<=": amount.__ge__, ">": amount.__lt__,
                ">=": amount.__le__}[operator]  # fmt: skip
    return [walls for walls in range(3) if compared(walls)]


def lift(walls: Walls, operator: str, amount: int, near: Expr) -> Expr:
    """Return the spaces with a number of walls towards `near` that compares so; those that are no neighbours have 0."""
    width, amounts = walls.board.width, amounts_that(operator, amount)
    if 0 not in amounts:
        return union([walls.beyond(each, near) for each in amounts], width)
    out = union([walls.beyond(each, near) for each in (1, 2) if each not in amounts], width)
    return set_op("minus", BitsConst(walls.board.valid, width), out, width)

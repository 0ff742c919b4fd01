"""Spaces of several cells, rotations, and walls between spaces.

A piece that covers several cells makes them one space, known by the cell where the piece lies. A set of spaces is a set
of those cells. Its neighbours are those of the whole space: the set is expanded to every cell it covers, and a
neighbour that is covered is replaced by the cell of its piece. Boards without such pieces need none of this.

`<piece>.walls` holds, for each side of a cell, the cells that have a wall there. Between two neighbours are the walls
of the two sides that face each other: 0, 1 or 2. Where two spaces share several sides, the side with the fewest walls
counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.base.board_shapes import Step
from dsl.base.records import Record
from dsl.ir.builder import all_of, any_of, arith, compare, has, if_, is_empty, negate, select, set_op, single, union
from dsl.ir.instructions import (
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
    Population,
    Return,
    Set,
    SetOp,
    Statement,
    Store,
)
from dsl.ir.layout import PieceLayout
from dsl.ir.program import Trap
from dsl.lowering.compilation_unit import Unit
from dsl.lowering.geometry import BoardGeometry
from dsl.semantics.boards import sides_in, wall_table

HERE: Step = (0, 0)
FEW = 2  #: cells up to which their neighbours are found one by one, where spaces may have several cells
FEW_SPACES = 4  #: spaces up to which those behind walls are found one by one


class LargerPieces(Record, frozen=True):
    """An outer side of a piece over several cells: the step across it, and its direction."""

    step: Step
    side: int


class Spaces(Record, frozen=True):
    """The spaces of one board."""

    unit: Unit
    board: BoardGeometry

    @property
    def pieces(self) -> tuple[PieceLayout, ...]:
        """Return the types of piece on this board that cover several cells."""
        return tuple(p for p in self.unit.pieces.values() if p.covers and p.board == self.board.layout.name)

    def own(self) -> Expr:
        """Return the cells of multi-cell spaces."""
        return union((Load(f"{piece.name}.any") for piece in self.pieces), self.board.width)

    def under(self) -> Expr:
        """Return all cells under such pieces."""
        return union((Load(f"{piece.name}.under") for piece in self.pieces), self.board.width)

    def covered(self, bits: Expr) -> Expr:
        """Return the cells under the spaces of a set."""
        if not self.pieces:
            return bits
        name, width = f"covered_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            parts: list[Expr] = [Local("cells"), *(
                self.board.carried(set_op("and", Local("cells"), Load(f"{piece.name}.any"), width), step)
                for piece in self.pieces for step in piece.covers if step != HERE
            )]  # fmt: skip
            body = [Return(union(parts, width))]
            self.unit.function(name, [("cells", width)], width, body, "the cells under some spaces")
        return Call(name, (bits,))

    def known(self, bits: Expr) -> Expr:
        """Return a set in which every covered cell is replaced by the cell of its space."""
        if not self.pieces:
            return bits
        name, width = f"spaces_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            inside = set_op("and", Local("cells"), self.under(), width)
            own = (
                set_op("and", self.board.spread(Local("inner"), (-x, -y)), Load(f"{piece.name}.any"), width)
                for piece in self.pieces for x, y in piece.covers
            )  # fmt: skip
            bare = set_op("minus", Local("cells"), Local("inner"), width)
            body: list[Statement] = [
                Set("inner", inside),
                *if_(is_empty(Local("inner")), [Return(Local("cells"))]),
                Return(union([bare, *own], width)),
            ]
            self.unit.function(name, [("cells", width)], width, body, "the spaces of some cells")
        return Call(name, (bits,))

    def near(self, bits: Expr) -> Expr:
        """Return the spaces next to those of a set."""
        name, width = f"near_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            self.unit.function(name, [("cells", width)], width, self._near(), "the cells next to some")
        return Call(name, (bits,))

    def _near(self) -> list[Statement]:
        width = self.board.width
        spread = self.board.spread(Local("plain"), *self.board.steps)
        beyond = (
            self.board.spread(set_op("and", Local("cells"), Load(f"{piece.name}.any"), width), step)
            for piece in self.pieces for step in dict.fromkeys(outer.step for outer in self.outer(piece))
        )  # fmt: skip
        around, large = Local("around"), Local("large")
        return [
            *if_(is_empty(Local("cells")), [Return(BitsConst(0, width))]),
            Set("cells", self.known(Local("cells"))),
            Set("large", set_op("and", Local("cells"), self.own(), width)),
            Set("plain", set_op("minus", Local("cells"), large, width)),
            *self._around_few(spread),
            *if_(negate(is_empty(large)), [Set("around", set_op("or", around, union(beyond, width), width))]),
            Return(self.known(set_op("and", around, BitsConst(self.board.valid, width), width))),
        ]

    def _around_few(self, spread: Expr) -> list[Statement]:
        """Set `around` to the neighbours of `plain`, which usually has few cells."""
        steps, width = self.board.steps, self.board.width
        beside: list[Statement] = []
        for step in steps:
            there = single(arith("+", Local("cell"), Const(self.board.shift(step))), width)
            stays = has(BitsConst(self.board.stays(step), width), Local("cell"))
            beside.append(If(stays, (Set("around", set_op("or", Local("around"), there, width)),)))
        one_by_one: list[Statement] = [
            Set("around", BitsConst(0, width)),
            ForBits("cell", Local("plain"), tuple(beside)),
        ]
        few = compare("<=", Population(Local("plain")), Const(FEW))
        return if_(few, one_by_one, [Set("around", spread)])

    def outer(self, piece: PieceLayout) -> Iterator[LargerPieces]:
        """Yield the outer sides of a piece over several cells."""
        for x, y in piece.covers:
            for side, (dx, dy) in enumerate(self.board.steps):
                if (x + dx, y + dy) not in piece.covers:
                    yield LargerPieces((x + dx, y + dy), side)

    def room(self, covers: Sequence[Step]) -> int:
        """Return the cells where a piece of this shape fits on the board."""
        return sum(
            1 << number
            for number, (x, y) in self.board.layout.coordinates.items()
            if all(self.board.cell(x + dx, y + dy) is not None for dx, dy in covers)
        )


# ---- pieces on the board --------------------------------------------------------------------------------------------


def sides_by_kind(unit: Unit, name: str) -> tuple[tuple[int, ...], ...]:
    """Return for each kind of a piece the sides with a wall, unrotated; empty without walls."""
    decl = unit.rules.pieces[name]
    table = wall_table(unit.rules.tables, decl) if decl.walls else None
    if table is None:
        return ()
    players = unit.players - unit.rules.players[0]
    return tuple(sides_in(table.cells[kind, decl.walls][players]) for kind in unit.kinds[decl.kind].values)


def declare_shape(unit: Unit, piece: PieceLayout) -> None:
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
    """Return the table of the number of distinguishable rotations of each kind."""
    name = f"{piece.name}.rotations"
    unit.tables.setdefault(name, tuple(_distinct_rotations(sides, piece.turns) for sides in piece.walls or ((),)))
    return name


def _distinct_rotations(sides: tuple[int, ...], turns: int) -> int:
    looks = {frozenset((side + turn) % turns for side in sides) for turn in range(turns)}
    return len(looks)


def after_laying(unit: Unit, piece: PieceLayout, kind: Expr) -> list[Statement]:
    """Return the statements that follow when the piece `number` has been laid on `cell`."""
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


def _covers(unit: Unit, piece: PieceLayout, board: BoardGeometry) -> list[Statement]:
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


def after_lifting(unit: Unit, piece: PieceLayout) -> list[Statement]:
    """Return the statements that follow when a piece has been lifted from `cell`."""
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


def _shifted(board: BoardGeometry, piece: PieceLayout, bits: Expr) -> list[Expr]:
    return [board.carried(bits, step) for step in piece.covers if step != HERE]


# ---- walls between neighbours -----------------------------------------------------------------------------------


class Walls(Record, frozen=True):
    """The walls of one board."""

    unit: Unit
    board: BoardGeometry

    def beyond(self, amount: int, bits: Expr) -> Expr:
        """Return the spaces with exactly `amount` walls between them and a neighbour in a set."""
        name, width = f"beyond_{amount}_walls_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            said = f"the spaces behind {amount} walls from some"
            self.unit.function(name, [("cells", width)], width, self._beyond(amount), said)
        return Call(name, (bits,))

    def between(self, left: Expr, right: Expr) -> Expr:
        """Return the number of walls between two spaces, 0 if they are not neighbours."""
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
        from_one = Set("found", set_op("or", Local("found"), Call(self._from_one(amount), (Local("cell"),)), width))
        one_by_one: list[Statement] = [
            Set("found", BitsConst(0, width)),
            ForBits("cell", Local("cells"), (from_one,)),
            Return(Local("found")),
        ]
        body: list[Statement] = [
            *if_(is_empty(Local("cells")), [Return(BitsConst(0, width))]),
            Set("cells", spaces.known(Local("cells"))),
            *if_(compare("<=", Population(Local("cells")), Const(FEW_SPACES)), one_by_one),
            Set("large", set_op("and", Local("cells"), spaces.own(), width)),
            Set("plain", set_op("minus", Local("cells"), Local("large"), width)),
            Set("found", bare),
        ]
        if amount < 2:
            # Of the spaces over several cells only those in the set or next to it matter.
            for piece in spaces.pieces:
                close = any_of([negate(is_empty(Local("large"))), *self._meeting(piece)])
                around = If(close, tuple(self._around(piece, amount)))
                body.append(ForBits("cell", Load(f"{piece.name}.any"), (around,)))
        return [*body, Return(Local("found"))]

    def _from_one(self, amount: int) -> str:
        """Return the function to the spaces behind `amount` walls from the space on a cell: a function of a number, so
        that a runner can keep its results until a wall or a space changes.
        """
        name, width = f"beyond_{amount}_walls_{self.board.layout.name}_from_one", self.board.width
        if name in self.unit.functions:
            return name
        pieces = Spaces(self.unit, self.board).pieces if amount < 2 else ()
        large: list[Statement] = []
        beside: list[Statement] = []
        for piece in pieces:
            function, laid = self.beside(piece, amount), Load(f"{piece.name}.any")
            own = Set("found", set_op("or", Local("found"), single(Local("space"), width), width))
            large += if_(has(laid, Local("cell")), [Return(Call(function, (Local("cell"),)))])
            meets = has(Call(function, (Local("space"),)), Local("cell"))
            beside.append(ForBits("space", laid, tuple(if_(meets, [own]))))
        body = [*large, Set("found", BitsConst(0, width)), *self._behind_one(amount), *beside, Return(Local("found"))]
        said = f"the spaces behind {amount} walls from a space"
        return self.unit.function(name, [("cell", 0)], width, body, said)

    def _behind_one(self, amount: int) -> Iterator[Statement]:
        """Yield the statements that add to `found` the spaces behind `amount` walls from the single-cell space on
        `cell`, but not those over several cells.
        """
        width, under = self.board.width, Spaces(self.unit, self.board).under()
        for side, step in enumerate(self.board.steps[: self.board.sides]):
            there = self._next(step)
            mine = any_of(has(walls, Local("cell")) for walls in self._all_standing(side))
            theirs = any_of(has(walls, there) for walls in self._all_facing(side))
            fits = {0: negate(any_of([mine, theirs])), 1: compare("!=", mine, theirs), 2: all_of([mine, theirs])}
            bare = negate(has(under, there))
            found = Set("found", set_op("or", Local("found"), single(there, width), width))
            yield If(all_of([self._stays(step), fits[amount], bare]), (found,))

    def _meeting(self, piece: PieceLayout) -> Iterator[Expr]:
        """Yield for each cell next to the multi-cell space on `cell` whether it is in `plain`."""
        for step in dict.fromkeys(outer.step for outer in Spaces(self.unit, self.board).outer(piece)):
            yield all_of([self._stays(step), has(Local("plain"), self._next(step))])

    def _stays(self, step: Step) -> Expr:
        """Return whether a step from `cell` stays on the board."""
        return has(BitsConst(self.board.stays(step), self.board.width), Local("cell"))

    def _next(self, step: Step) -> Expr:
        return arith("+", Local("cell"), Const(self.board.shift(step)))

    def _across(self, bits: Expr, amount: int) -> Expr:
        """Return the cells behind `amount` walls from single-cell spaces."""
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
        """Add to `found` the adjacency between the multi-cell space on `cell` and `cells`; such a space has no
        walls."""
        width, found, beside = self.board.width, Local("found"), Local("beside")
        meets = negate(is_empty(set_op("and", Local("cells"), beside, width)))
        own = single(Local("cell"), width)
        return [
            Set("beside", Call(self.beside(piece, amount), (Local("cell"),))),
            *if_(has(Local("cells"), Local("cell")), [Set("found", set_op("or", found, beside, width))]),
            *if_(meets, [Set("found", set_op("or", found, own, width))]),
        ]

    def beside(self, piece: PieceLayout, amount: int) -> str:
        """Return the function to the spaces behind 0 or 1 walls from the multi-cell space on a cell."""
        name, width = f"beside_{amount}_{piece.name}", self.board.width
        if name in self.unit.functions:
            return name
        spaces, free, walled = Spaces(self.unit, self.board), Local("free"), Local("walled")
        body: list[Statement] = [Set(each.name, BitsConst(0, width)) for each in (free, walled)[: amount + 1]]
        for outer in spaces.outer(piece):
            there = self._next(outer.step)
            facing = any_of(has(walls, there) for walls in self._all_facing(outer.side))
            reached = single(there, width)
            blocked = [Set("walled", set_op("or", walled, reached, width))] if amount else []
            opened = Set("free", set_op("or", free, reached, width))
            body.append(If(self._stays(outer.step), tuple(if_(facing, blocked, [opened]))))
        result = spaces.known(free)
        if amount:
            result = set_op("minus", spaces.known(walled), result, width)
        said = f"the spaces behind {amount} walls from a {piece.name}"
        return self.unit.function(name, [("cell", 0)], width, [*body, Return(result)], said)

    def _facing(self, side: int) -> Expr:
        """Return the cells with a wall on the side that faces `side` of their neighbour."""
        return union(self._all_facing(side), self.board.width)

    def _all_facing(self, side: int) -> list[Expr]:
        sides = self.board.sides
        return self._all_standing((side + sides // 2) % sides)

    def _standing(self, side: int) -> Expr:
        return union(self._all_standing(side), self.board.width)

    def _all_standing(self, side: int) -> list[Expr]:
        pieces = [p for p in self.unit.pieces.values() if p.walls and p.board == self.board.layout.name]
        return [Load(f"{piece.name}.walls", Const(side)) for piece in pieces]


def matching_amounts(operator: str, amount: int) -> list[int]:
    """Return the numbers of walls (0 to 2) that fulfil a comparison with `amount`."""
    compared = {"==": amount.__eq__, "!=": amount.__ne__, "<": amount.__gt__, "<=": amount.__ge__, ">": amount.__lt__,
                ">=": amount.__le__}[operator]  # fmt: skip
    return [walls for walls in range(3) if compared(walls)]


def with_walls(walls: Walls, operator: str, amount: int, near: Expr) -> Expr:
    """Return the spaces whose number of walls towards `near` fulfils the comparison; it is 0 for spaces that are not
    neighbours.
    """
    width, amounts = walls.board.width, matching_amounts(operator, amount)
    if 0 not in amounts:
        return union([walls.beyond(each, near) for each in amounts], width)
    out = union([walls.beyond(each, near) for each in (1, 2) if each not in amounts], width)
    return set_op("minus", BitsConst(walls.board.valid, width), out, width)


def with_walls_to_neighbours(walls: Walls, touching: Expr, others: Expr) -> Expr | None:
    """Return the intersection of the neighbours of a set with other sets, if one of these is a set of `with_walls` that
    holds all spaces but some behind walls; None otherwise. One search, for what is behind 0 walls, replaces three.
    """
    width = walls.board.width
    match touching, others:
        case Call(near, (cells,)), SetOp("minus", BitsConst()) if near == f"near_{walls.board.layout.name}":
            for operator, amount in (("==", 0), ("<=", 1), ("!=", 1)):
                if others == with_walls(walls, operator, amount, cells):
                    return union([walls.beyond(each, cells) for each in matching_amounts(operator, amount)], width)
        case _, SetOp("and", left, right):
            for first, second in ((left, right), (right, left)):
                found = with_walls_to_neighbours(walls, touching, first)
                if found is not None:
                    return set_op("and", found, second, width)
    return None

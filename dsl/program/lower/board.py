"""Functions of a board: neighbours, what is joined, distance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.program.code import (
    BitsConst,
    Call,
    Const,
    Expr,
    ForBits,
    ForRange,
    If,
    Local,
    Lookup,
    Return,
    Set,
    SetOp,
    Single,
    Statement,
    While,
)
from dsl.program.lower.geometry import Geometry
from dsl.program.lower.ir import arith, compare, select
from dsl.program.lower.spaces import Spaces
from dsl.program.lower.unit import Env, Unit
from dsl.program.lower.walls import Walls
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


class Boards:
    """Functions of a board: neighbours, what is joined, distance."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def geometry(self, kind: t.Type) -> Geometry:
        """Return the board that places of this type (or a set of them) lie on."""
        match kind:
            case t.SetType(of) | t.MaybeType(of):
                return self.geometry(of)
            case t.PlaceType(board):
                return self.unit.geometries[board]
            case t.PieceType(piece):
                return self.unit.geometries[self.unit.rules.pieces[piece].board]
            case t.CounterType(counter):
                return self.unit.geometries[self.unit.counters[counter].board]
            case t.WayType(path):
                return self.unit.geometries[self.unit.ways[path].board]
        raise TypeError(f"{kind} lies on no board")

    def near(self, bits: Expr, board: Geometry) -> Expr:
        """Return the cells next to a member of the set."""
        spaces = Spaces(self.unit, board)
        if spaces.pieces:
            return spaces.near(bits)
        name, width = f"near_{board.layout.name}", board.width
        if name not in self.unit.functions:
            beside = self._around(Local("cells"), board)
            self.unit.function(name, [("cells", width)], width, [Return(beside)], "the cells next to some")
        if board.near and isinstance(bits, Single):
            return Lookup(self._beside(board), bits.index, width)
        if isinstance(bits, BitsConst):
            around = sum(1 << n for n in {m for c in _members(bits.bits) for m in board.layout.neighbours.get(c, ())})
            return BitsConst(around, width)
        return Call(name, (bits,))

    def _beside(self, board: Geometry) -> str:
        """Return the table of the neighbours of each place, of a board whose neighbours are written down."""
        table = f"beside_{board.layout.name}"
        self.unit.tables.setdefault(table, board.near)
        return table

    def _by_table(self, board: Geometry) -> str:
        """Return the function from places to their neighbours, of a board whose neighbours are written down."""
        name, width = f"around_{board.layout.name}", board.width
        if name not in self.unit.functions:
            found, near = Local("found"), Lookup(self._beside(board), Local("cell"), width)
            body: list[Statement] = [
                Set("found", BitsConst(0, width)),
                ForBits("cell", Local("cells"), (Set("found", SetOp("or", found, near)),)),
                Return(found),
            ]
            self.unit.function(name, [("cells", width)], width, body, "the places beside some")
        return name

    def _around(self, bits: Expr, board: Geometry) -> Expr:
        """Return the cells next to a member of a set, whatever stands there."""
        return board.moved(bits, *board.steps) if board.steps else Call(self._by_table(board), (bits,))

    def _spread(self, bits: Expr, board: Geometry) -> Expr:
        """Return the same, but perhaps with numbers that are no cells."""
        return board.spread(bits, *board.steps) if board.steps else Call(self._by_table(board), (bits,))

    def flood(self, board: Geometry) -> str:
        """Return the function that finds what can be reached through an area."""
        name, width = f"flood_{board.layout.name}", board.width
        if name not in self.unit.functions:
            reached, area = Local("reached"), Local("area")
            onward = self._spread(reached, board)
            if Spaces(self.unit, board).pieces:
                onward = self.near(reached, board)
            body: list[Statement] = [
                Set("reached", SetOp("and", Local("start"), area)),
                Set("before", BitsConst(0, width)),
                While(compare("!=", reached, Local("before")), (
                    Set("before", reached),
                    Set("reached", SetOp("and", SetOp("or", reached, onward), area)),
                )),
                Return(reached),
            ]  # fmt: skip
            self.unit.function(
                name, [("area", width), ("start", width)], width, body, "what can be reached through an area"
            )
        return name

    def ball(self, centre: t.Expr, distance: Expr, env: Env) -> Expr:
        """Return the cells at most `distance` steps from a place."""
        board = self.geometry(centre.type)
        width, name = board.width, board.layout.name
        resolved, _ = self.ex.resolve(centre, env)
        if isinstance(resolved, t.CellConstant) and (resolved.x, resolved.y) == board.centre:
            rings = board.rings
            if isinstance(distance, Const):
                return BitsConst(rings[min(distance.value, len(rings) - 1)] if distance.value >= 0 else 0, width)
            self.unit.tables.setdefault(f"within_{name}", rings)
            reach = arith("max", Const(0), arith("min", distance, Const(len(rings) - 1)))
            within: Expr = Lookup(f"within_{name}", reach, width)
            return select(compare(">=", distance, Const(0)), within, BitsConst(0, width))
        function = f"ball_{name}"
        if function not in self.unit.functions:
            cells = Local("cells")
            grown = SetOp("or", cells, self._around(cells, board))
            most = arith("min", Local("n"), Const(width))
            body: list[Statement] = [
                If(compare("<", Local("n"), Const(0)), (Return(BitsConst(0, width)),)),
                ForRange("i", Const(0), most, (Set("cells", grown),)),
                Return(cells),
            ]
            self.unit.function(function, [("cells", width), ("n", 0)], width, body, "the cells within some steps")
        return Call(function, (self.ex.sets.bits(centre, env), distance))

    def walls(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        """Return how many walls stand between two neighbouring spaces."""
        a, b = (self.ex.property_of("place", side, env) for side in (left, right))
        return Walls(self.unit, self.geometry(left.type)).between(a, b)

    def distance(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        """Return how many steps of geometry lie between two places."""
        board = self.geometry(left.type)
        name = board.layout.name
        a, b = (self.ex.property_of("place", side, env) for side in (left, right))
        for near, far in ((a, b), (b, a)):
            if isinstance(near, Const) and board.layout.coordinates.get(near.value) == board.centre:
                table = f"away_{name}"
                self.unit.tables.setdefault(table, board.away)
                return self.ex.tables.look_up(table, far)
        if board.near:
            return Lookup(self._far(board), arith("+", arith("*", a, Const(board.width)), b))
        return Call(self._distance_function(board), (a, b))

    def _far(self, board: Geometry) -> str:
        """Return the table of distances, row by row, of a board whose neighbours are written down."""
        table, at = f"distance_{board.layout.name}", board.layout.coordinates
        if table not in self.unit.tables:
            self.unit.tables[table] = tuple(board.distance(at[a], at[b]) for a in sorted(at) for b in sorted(at))
        return table

    def _distance_function(self, board: Geometry) -> str:
        name = f"distance_{board.layout.name}"
        if name not in self.unit.functions:
            x, y = (
                arith(
                    "-",
                    Lookup(self.coordinates(board, axis), Local("a")),
                    Lookup(self.coordinates(board, axis), Local("b")),
                )
                for axis in "xy"
            )
            dx, dy = Local("dx"), Local("dy")
            if board.layout.shape == "hexes":
                far = arith("max", arith("max", _size(dx), _size(dy)), _size(arith("+", dx, dy)))
            else:
                across = len(board.steps) > 4  # a step may lead across a corner
                far = arith("max" if across else "+", _size(dx), _size(dy))
            body: list[Statement] = [Set("dx", x), Set("dy", y), Return(far)]
            self.unit.function(name, [("a", 0), ("b", 0)], 0, body, "steps between two cells")
        return name

    def words(self, board: str, kind: str) -> str:
        """Return the table of the word of a kind that each area of a board has."""
        table = f"{kind}_of_{board}"
        self.unit.tables.setdefault(table, dict(self.unit.rules.boards[board].words)[kind])
        return table

    def with_word(self, board: str, kind: str) -> str:
        """Return the table of the areas of a board that have each of the words of a kind."""
        table, has = f"{board}_by_{kind}", dict(self.unit.rules.boards[board].words)[kind]
        values = range(len(self.unit.kinds[kind].values))
        areas = tuple(sum(1 << n for n, word in enumerate(has) if word == value) for value in values)
        self.unit.tables.setdefault(table, areas)
        return table

    def coordinates(self, board: Geometry, axis: str) -> str:
        """Return the table of one coordinate ("x" or "y") of every cell."""
        table = f"{axis}_of_{board.layout.name}"
        which = 0 if axis == "x" else 1
        places = board.layout.coordinates
        self.unit.tables.setdefault(table, tuple(places[n][which] if n in places else 0 for n in range(board.width)))
        return table


def _size(number: Expr) -> Expr:
    return arith("max", number, arith("-", Const(0), number))


def _members(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

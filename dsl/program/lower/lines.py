"""Directions and straight lines as shifts of bitsets: steps, slides, leaps, rows, what is enclosed or lies between.

A step is one shift (`geometry.Geometry.moved`); what would leave the board is cut off, and that holds for leaps, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from dsl.program.code import (
    BitsConst,
    Block,
    Call,
    Const,
    Expr,
    ForRange,
    Has,
    If,
    Local,
    Lookup,
    Return,
    Set,
    SetOp,
    Statement,
    While,
)
from dsl.program.lower import teams
from dsl.program.lower.directions import (
    SEEN,
    all_between,
    axes,
    compass_of,
    in_name,
    once,
    quarter_turns,
    ray,
    rows_from,
    side,
    turned,
    turned_round,
)
from dsl.program.lower.geometry import Geometry, Step
from dsl.program.lower.ir import any_of, arith, compare, is_empty, negate, select, set_op, single
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


MOST_LOOKED_UP = 1024  #: how many cells a board has at most of whose straight lines tables are made
MOST_PAIRS = 1 << 12  #: of how many pairs of cells at most there is a table of what lies between


class Lines:
    """Lowers directions and straight lines."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    # -- directions ---------------------------------------------------------------------------------------------

    def by_looker(self, ways: t.Directions, env: Env, make: Callable[[tuple[Step, ...]], Expr]) -> Expr:
        """Return what `make` gives for the steps of the directions; a choice by seat if they depend on who looks."""
        compass = compass_of(self.unit.geometries[ways.board])
        steps = tuple(compass[name] for name in ways.compass)
        if ways.player is None or not ways.seen:
            return make(once(steps))
        looker = self.ex.value(ways.player, env)
        found: Expr | None = None
        edges = teams.edges(self.unit, ways.player.type)
        for seat in range(self.unit.players - 1, -1, -1):
            turns = quarter_turns(*edges[seat])
            seen = tuple(turned(step, turns) for name in ways.seen for step in SEEN[name])
            here = make(once((*steps, *seen)))
            found = here if found is None else select(compare("==", looker, Const(seat)), here, found)
        assert found is not None
        return found

    # -- sets -----------------------------------------------------------------------------------------------------

    def bits(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return one of the sets of this module, None for any other expression."""
        match expr:
            case t.StepsFrom(origin=origin, directions=ways):
                return self.steps(self.ex.sets.bits(origin, env), ways, env)
            case t.SlidesFrom(origin=origin, directions=ways, over=over):
                return self.slides(self.ex.sets.bits(origin, env), ways, self.ex.sets.bits(over, env), env)
            case t.LeapsFrom(origin=origin):
                return self.leaps(self.ex.sets.bits(origin, env), expr)
            case t.BetweenCells(left=left, right=right):
                return self._between(left, right, env)
            case t.EnclosedCells():
                return self._enclosed(expr, env)
            case t.InRows(set=things, length=length):
                return self._in_rows(things, length, env)
            case t.SideCells(directions=ways):
                board = self.unit.geometries[ways.board]
                return self.by_looker(ways, env, lambda steps: BitsConst(side(board, steps), board.width))
        return None

    def steps(self, bits: Expr, ways: t.Directions, env: Env, back: bool = False) -> Expr:
        """Return the cells one step from a set; with `back` those from which a step leads into it."""
        board = self.unit.geometries[ways.board]
        return self.by_looker(ways, env, lambda steps: self._stepped(bits, board, turned_round(steps, back)))

    def _stepped(self, bits: Expr, board: Geometry, steps: tuple[Step, ...]) -> Expr:
        if len(steps) == 1 or isinstance(bits, BitsConst):
            return board.moved(bits, *steps)
        name = f"steps_{board.layout.name}_{in_name(steps)}"
        body = [Return(board.moved(Local("cells"), *steps))]
        return self._call(name, [("cells", board.width)], board, body, "one step away", bits)

    def leaps(self, bits: Expr, leap: t.LeapsFrom) -> Expr:
        """Return the cells a leap away from a set; a leap can be taken back, so this is its own opposite."""
        board, (far, wide) = self.ex.board.geometry(leap.type), (leap.first, leap.second)
        steps = once(
            (x * a, y * b) for x, y in ((far, wide), (wide, far)) for a in (1, -1) for b in (1, -1)
        )  # fmt: skip
        if isinstance(bits, BitsConst):
            return board.moved(bits, *steps)
        body = [Return(board.moved(Local("cells"), *steps))]
        name = f"leaps_{board.layout.name}_{far}_{wide}"
        return self._call(name, [("cells", board.width)], board, body, "a leap away", bits)

    def slides(self, bits: Expr, ways: t.Directions, over: Expr, env: Env, back: bool = False) -> Expr:
        """Return the cells reached by sliding; with `back` those from which sliding leads into the set."""
        board = self.unit.geometries[ways.board]
        return self.by_looker(ways, env, lambda steps: self._slid(bits, board, turned_round(steps, back), over))

    def _slid(self, bits: Expr, board: Geometry, steps: tuple[Step, ...], over: Expr) -> Expr:
        width, front, found = board.width, Local("front"), Local("found")
        body: list[Statement] = [Set("found", BitsConst(0, width))]
        for step in steps:
            body += [
                Set("front", board.moved(Local("cells"), step)),
                While(negate(is_empty(front)), (
                    Set("found", SetOp("or", found, front)),
                    Set("front", board.moved(SetOp("and", front, Local("over")), step)),
                )),
            ]  # fmt: skip
        body.append(Return(found))
        name = f"slides_{board.layout.name}_{in_name(steps)}"
        return self._call(name, [("cells", width), ("over", width)], board, body, "reached by sliding", bits, over)

    def _between(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        board = self.ex.board.geometry(left.type)
        ends = (self.ex.property_of("place", left, env), self.ex.property_of("place", right, env))
        body = self._looked_up(board) if board.width <= MOST_LOOKED_UP else self._walked(board)
        name = f"between_{board.layout.name}"
        return self._call(name, [("a", 0), ("b", 0)], board, body, "between two cells", *ends)

    def _looked_up(self, board: Geometry) -> list[Statement]:
        """Return what lies between: seen from one cell in some direction, and from the other in the opposite one."""
        width = board.width
        if width * width <= MOST_PAIRS:
            return [Return(Lookup(*self._pair(board), width))]
        found: Expr = BitsConst(0, width)
        for step in compass_of(board).values():
            table, opposite = self._rays(board, step), self._rays(board, (-step[0], -step[1]))
            both = SetOp("and", Lookup(table, Local("a"), width), Lookup(opposite, Local("b"), width))
            found = set_op("or", found, both, width)
        return [Return(found)]

    def _walked(self, board: Geometry) -> list[Statement]:
        """The same on a board that is too large for tables: go from one cell in every direction."""
        width, line, front = board.width, Local("line"), Local("front")
        body: list[Statement] = []
        for step in compass_of(board).values():
            body += [
                Set("line", BitsConst(0, width)),
                Set("front", board.moved(single(Local("a"), width), step)),
                While(negate(any_of([is_empty(front), Has(front, Local("b"))])), (
                    Set("line", SetOp("or", line, front)),
                    Set("front", board.moved(front, step)),
                )),
                If(negate(is_empty(front)), (Return(line),)),
            ]  # fmt: skip
        return [*body, Return(BitsConst(0, width))]

    def _pair(self, board: Geometry) -> tuple[str, Expr]:
        """Return the table of what lies between each cell and each other, and where it says so of `a` and `b`."""
        width, table, cells = board.width, f"between_{board.layout.name}", f"cells_{board.layout.name}"
        if table not in self.unit.tables:
            self.unit.tables[cells] = tuple(range(width))  # so that what is no cell is in no row, not in the next
            self.unit.tables[table] = tuple(found for number in range(width) for found in all_between(board, number))
        row = arith("*", Local("a"), Const(width))
        return table, arith("+", row, self.ex.tables.look_up(cells, Local("b")))

    def _rays(self, board: Geometry, step: Step) -> str:
        """Return the table of the cells that lie in one direction from each cell."""
        table = f"ray_{board.layout.name}_{in_name((step,))}"
        if table not in self.unit.tables:
            self.unit.tables[table] = tuple(ray(board, number, step) for number in range(board.width))
        return table

    def _enclosed(self, expr: t.EnclosedCells, env: Env) -> Expr:
        board = self.unit.geometries[expr.directions.board]
        sets = (expr.origin, expr.set, expr.by)
        given = [self.ex.sets.bits(part, env) for part in sets]
        return self.by_looker(expr.directions, env, lambda steps: self._enclosed_by(board, steps, given))

    def _enclosed_by(self, board: Geometry, steps: tuple[Step, ...], given: list[Expr]) -> Expr:
        width, line, front, found = board.width, Local("line"), Local("front"), Local("found")
        body: list[Statement] = [Set("found", BitsConst(0, width))]
        for step in steps:
            body += [
                Set("line", BitsConst(0, width)),
                Set("front", board.moved(Local("cells"), step)),
                While(negate(is_empty(SetOp("and", front, Local("things")))), (
                    Set("line", SetOp("or", line, front)),
                    Set("front", board.moved(front, step)),
                )),
                If(negate(is_empty(SetOp("and", front, Local("by")))), (Set("found", SetOp("or", found, line)),)),
            ]  # fmt: skip
        body.append(Return(found))
        params = [("cells", width), ("things", width), ("by", width)]
        name = f"enclosed_{board.layout.name}_{in_name(steps)}"
        return self._call(name, params, board, body, "enclosed in straight lines", *given)

    def encloses(self, expr: t.EnclosedCells, env: Env) -> Expr:
        """Return the cells from which something would be enclosed; the origin of `expr` itself is not looked at."""
        board = self.unit.geometries[expr.directions.board]
        given = [self.ex.sets.bits(part, env) for part in (expr.set, expr.by)]
        return self.by_looker(expr.directions, env, lambda steps: self._enclosing(board, steps, given))

    def _enclosing(self, board: Geometry, steps: tuple[Step, ...], given: list[Expr]) -> Expr:
        width, front, found = board.width, Local("front"), Local("found")
        body: list[Statement] = [Set("found", BitsConst(0, width))]
        for dx, dy in steps:
            opposite = (-dx, -dy)
            ends = SetOp("minus", Local("by"), Local("things"))
            onward = SetOp("and", board.moved(ends, opposite), Local("things"))
            body += [
                Set("front", onward),
                While(negate(is_empty(front)), (
                    Set("front", board.moved(front, opposite)),
                    Set("found", SetOp("or", found, front)),
                    Set("front", SetOp("and", front, Local("things"))),
                )),
            ]  # fmt: skip
        body.append(Return(found))
        params = [("things", width), ("by", width)]
        name = f"enclosing_{board.layout.name}_{in_name(steps)}"
        return self._call(name, params, board, body, "from where something is enclosed", *given)

    def _in_rows(self, things: t.Expr, length: t.Expr, env: Env) -> Expr:
        board = self.ex.board.geometry(things.type)
        width, name = board.width, f"rows_{board.layout.name}"
        row, found, more = Local("row"), Local("found"), arith("-", Local("n"), Const(1))
        body: list[Statement] = [Set("found", BitsConst(0, width))]
        for step in axes(board):
            back = (-step[0], -step[1])
            shrink: Block = (Set("row", SetOp("and", Local("cells"), board.moved(row, back))),)
            grow: Block = (Set("row", SetOp("or", row, board.moved(row, step))),)
            body += [
                Set("row", Local("cells")),
                ForRange("i", Const(0), more, shrink),
                ForRange("i", Const(0), more, grow),
                Set("found", SetOp("or", found, row)),
            ]  # fmt: skip
        body.append(Return(found))
        given = (self.ex.sets.bits(things, env), self.ex.value(length, env))
        return self._call(name, [("cells", width), ("n", 0)], board, body, "in straight rows of n", *given)

    # -- rows of a board, seen by a player ------------------------------------------------------------------------

    def row(self, player: t.Expr, place: t.Expr, env: Env) -> Expr:
        """Return in which row a cell lies, counted from 1 at the edge of a player."""
        board = self.ex.board.geometry(place.type)
        edges = teams.edges(self.unit, player.type)
        apart = edges != teams.edges(self.unit, t.PlayerType())
        table = f"row_on_{board.layout.name}{'_of_team' if apart else ''}"
        if table not in self.unit.tables:
            rows = [rows_from(board, *edge) for edge in edges]
            self.unit.tables[table] = tuple(row for seat in rows for row in seat)
        cell, looker = self.ex.property_of("place", place, env), self.ex.value(player, env)
        return self.ex.tables.look_up(table, arith("+", arith("*", looker, Const(board.width)), cell))

    def _call(
        self, name: str, params: list[tuple[str, int]], board: Geometry, body: Iterable[Statement], comment: str,
        *args: Expr,
    ) -> Expr:  # fmt: skip
        if name not in self.unit.functions:
            self.unit.function(name, params, board.width, body, comment)
        return Call(name, args)

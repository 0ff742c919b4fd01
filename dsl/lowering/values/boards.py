"""Board functions on bitsets: neighbourhoods, connected areas, distances; directions and straight lines as shifts.

A step is one shift (`geometry.BoardGeometry.moved`). Cells that would leave the board are masked out, also by leaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dsl.base.board_shapes import SEEN, Step, quarter_turns, turned
from dsl.ir.builder import any_of, arith, compare, is_empty, negate, select, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Const,
    Expr,
    ForBits,
    ForRange,
    Has,
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
from dsl.lowering import teams
from dsl.lowering.environment import Env
from dsl.lowering.geometry import (
    BoardGeometry,
    axes,
    cells_between,
    compass_of,
    leaps_of,
    name_of_steps,
    ray,
    reverse_if,
    rows_from,
    side,
    unique,
)
from dsl.lowering.protocols import Context
from dsl.lowering.values.sets import quick_name
from dsl.lowering.values.spaces import Spaces, Walls
from dsl.semantics import typed as t

_MOST_UNROLLED = 8  #: length of rows up to which their search has no loop


class BoardLowerer:
    """Functions of boards: neighbours, connected areas, distances."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    def near(self, bits: Expr, board: BoardGeometry) -> Expr:
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

    def _beside(self, board: BoardGeometry) -> str:
        """Return the table of the neighbours of each place, of a board with an explicit adjacency."""
        table = f"beside_{board.layout.name}"
        self.unit.tables.setdefault(table, board.near)
        return table

    def _by_table(self, board: BoardGeometry) -> str:
        """Return the function from places to their neighbours, of a board with an explicit adjacency."""
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

    def _around(self, bits: Expr, board: BoardGeometry) -> Expr:
        """Return the cells next to a member of a set, occupied or not."""
        return board.moved(bits, *board.steps) if board.steps else Call(self._by_table(board), (bits,))

    def _spread(self, bits: Expr, board: BoardGeometry) -> Expr:
        """Return the same, but possibly with numbers without a cell."""
        return board.spread(bits, *board.steps) if board.steps else Call(self._by_table(board), (bits,))

    def flood(self, board: BoardGeometry) -> str:
        """Return the flood-fill function of a board: the cells reachable within an area."""
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
        board = self.unit.board_of(centre.type)
        width, name = board.width, board.layout.name
        resolved, _ = self.context.exprs.resolve(centre, env)
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
        return Call(function, (self.context.sets.bits(centre, env), distance))

    def walls(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        """Return the number of walls between two neighbouring spaces."""
        a, b = (self.context.exprs.property_of("place", side, env) for side in (left, right))
        return Walls(self.unit, self.unit.board_of(left.type)).between(a, b)

    def distance(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        """Return the geometric number of steps between two places."""
        board = self.unit.board_of(left.type)
        name = board.layout.name
        a, b = (self.context.exprs.property_of("place", side, env) for side in (left, right))
        for near, far in ((a, b), (b, a)):
            if isinstance(near, Const) and board.layout.coordinates.get(near.value) == board.centre:
                table = f"away_{name}"
                self.unit.tables.setdefault(table, board.away)
                return self.unit.look_up(table, far)
        if board.near:
            return Lookup(self._far(board), arith("+", arith("*", a, Const(board.width)), b))
        return Call(self._distance_function(board), (a, b))

    def _far(self, board: BoardGeometry) -> str:
        """Return the table of distances, row by row, of a board with an explicit adjacency."""
        table, at = f"distance_{board.layout.name}", board.layout.coordinates
        if table not in self.unit.tables:
            self.unit.tables[table] = tuple(board.distance(at[a], at[b]) for a in sorted(at) for b in sorted(at))
        return table

    def _distance_function(self, board: BoardGeometry) -> str:
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
        """Return the table of the areas' words of a kind."""
        table = f"{kind}_of_{board}"
        self.unit.tables.setdefault(table, dict(self.unit.rules.boards[board].words)[kind])
        return table

    def with_word(self, board: str, kind: str) -> str:
        """Return the table from each word of a kind to the bitset of its areas."""
        table, has = f"{board}_by_{kind}", dict(self.unit.rules.boards[board].words)[kind]
        values = range(len(self.unit.kinds[kind].values))
        areas = tuple(sum(1 << n for n, word in enumerate(has) if word == value) for value in values)
        self.unit.tables.setdefault(table, areas)
        return table

    def coordinates(self, board: BoardGeometry, axis: str) -> str:
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


MOST_LOOKED_UP = 1024  #: limit on the cells of a board with tables of straight lines
MOST_PAIRS = 1 << 12  #: limit on the pairs of cells in the table of cells between


class LineLowerer:
    """Lowers directions and straight lines."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    # -- directions ---------------------------------------------------------------------------------------------

    def by_player(self, directions: t.Directions, env: Env, make: Callable[[tuple[Step, ...]], Expr]) -> Expr:
        """Return the result of `make` for the steps of the directions, selected by seat if they are relative to a
        player.
        """
        compass = compass_of(self.unit.geometries[directions.board])
        steps = tuple(compass[name] for name in directions.compass)
        if directions.player is None or not directions.seen:
            return make(unique(steps))
        looker = self.context.exprs.value(directions.player, env)
        found: Expr | None = None
        edges = teams.edges(self.unit, directions.player.type)
        for seat in range(self.unit.players - 1, -1, -1):
            turns = quarter_turns(*edges[seat])
            seen = tuple(turned(step, turns) for name in directions.seen for step in SEEN[name])
            here = make(unique((*steps, *seen)))
            found = here if found is None else select(compare("==", looker, Const(seat)), here, found)
        assert found is not None
        return found

    # -- sets -----------------------------------------------------------------------------------------------------

    def bits(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return one of the sets of this module, None for any other expression."""
        match expr:
            case t.StepsFrom(origin=origin, directions=directions):
                return self.steps(self.context.sets.bits(origin, env), directions, env)
            case t.SlidesFrom(origin=origin, directions=directions, over=over):
                return self.slides(
                    self.context.sets.bits(origin, env), directions, self.context.sets.bits(over, env), env
                )
            case t.LeapsFrom(origin=origin):
                return self.leaps(self.context.sets.bits(origin, env), expr)
            case t.BetweenCells(left=left, right=right):
                return self._between(left, right, env)
            case t.EnclosedCells():
                return self._enclosed(expr, env)
            case t.InRows(set=things, length=length):
                return self._in_rows(things, length, env)
            case t.SideCells(directions=directions):
                board = self.unit.geometries[directions.board]
                return self.by_player(directions, env, lambda steps: BitsConst(side(board, steps), board.width))
        return None

    def steps(self, bits: Expr, directions: t.Directions, env: Env, back: bool = False) -> Expr:
        """Return the cells one step from a set; with `back`, the cells one step before it."""
        board = self.unit.geometries[directions.board]
        return self.by_player(directions, env, lambda steps: self._stepped(bits, board, reverse_if(steps, back)))

    def _stepped(self, bits: Expr, board: BoardGeometry, steps: tuple[Step, ...]) -> Expr:
        if len(steps) == 1 or isinstance(bits, BitsConst):
            return board.moved(bits, *steps)
        name = f"steps_{board.layout.name}_{name_of_steps(steps)}"
        body = [Return(board.moved(Local("cells"), *steps))]
        return self._call(name, [("cells", board.width)], board, body, "one step away", bits)

    def leaps(self, bits: Expr, leap: t.LeapsFrom) -> Expr:
        """Return the cells a leap away from a set; leaps are symmetric, so this is its own inverse."""
        board, (far, wide) = self.unit.board_of(leap.type), (leap.first, leap.second)
        steps = leaps_of(far, wide)
        if isinstance(bits, BitsConst):
            return board.moved(bits, *steps)
        body = [Return(board.moved(Local("cells"), *steps))]
        name = f"leaps_{board.layout.name}_{far}_{wide}"
        return self._call(name, [("cells", board.width)], board, body, "a leap away", bits)

    def slides(self, bits: Expr, directions: t.Directions, over: Expr, env: Env, back: bool = False) -> Expr:
        """Return the cells reached by sliding; with `back`, the cells that reach the set by sliding."""
        board = self.unit.geometries[directions.board]
        return self.by_player(directions, env, lambda steps: self._slid(bits, board, reverse_if(steps, back), over))

    def _slid(self, bits: Expr, board: BoardGeometry, steps: tuple[Step, ...], over: Expr) -> Expr:
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
        name = f"slides_{board.layout.name}_{name_of_steps(steps)}"
        return self._call(name, [("cells", width), ("over", width)], board, body, "reached by sliding", bits, over)

    def _between(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        board = self.unit.board_of(left.type)
        ends = (self.context.exprs.property_of("place", left, env), self.context.exprs.property_of("place", right, env))
        body = self._looked_up(board) if board.width <= MOST_LOOKED_UP else self._follow_directions(board)
        name = f"between_{board.layout.name}"
        return self._call(name, [("a", 0), ("b", 0)], board, body, "between two cells", *ends)

    def _looked_up(self, board: BoardGeometry) -> list[Statement]:
        """Return the cells between two: in the ray from one and in the opposite ray from the other."""
        width = board.width
        if width * width <= MOST_PAIRS:
            return [Return(Lookup(*self._pair(board), width))]
        found: Expr = BitsConst(0, width)
        for step in compass_of(board).values():
            table, opposite = self._rays(board, step), self._rays(board, (-step[0], -step[1]))
            both = SetOp("and", Lookup(table, Local("a"), width), Lookup(opposite, Local("b"), width))
            found = set_op("or", found, both, width)
        return [Return(found)]

    def _follow_directions(self, board: BoardGeometry) -> list[Statement]:
        """The same for boards too large for tables: follow each direction from one cell."""
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

    def _pair(self, board: BoardGeometry) -> tuple[str, Expr]:
        """Return the table of the cells between each pair, and the index of the pair `a` and `b`."""
        width, table, cells = board.width, f"between_{board.layout.name}", f"cells_{board.layout.name}"
        if table not in self.unit.tables:
            self.unit.tables[cells] = tuple(range(width))  # traps for a number without a cell
            self.unit.tables[table] = tuple(found for number in range(width) for found in cells_between(board, number))
        row = arith("*", Local("a"), Const(width))
        return table, arith("+", row, self.unit.look_up(cells, Local("b")))

    def _rays(self, board: BoardGeometry, step: Step) -> str:
        """Return the table of the cells that lie in one direction from each cell."""
        table = f"ray_{board.layout.name}_{name_of_steps((step,))}"
        if table not in self.unit.tables:
            self.unit.tables[table] = tuple(ray(board, number, step) for number in range(board.width))
        return table

    def _enclosed(self, expr: t.EnclosedCells, env: Env) -> Expr:
        board = self.unit.geometries[expr.directions.board]
        sets = (expr.origin, expr.set, expr.by)
        given = [self.context.sets.bits(part, env) for part in sets]
        return self.by_player(expr.directions, env, lambda steps: self._enclosed_by(board, steps, given))

    def _enclosed_by(self, board: BoardGeometry, steps: tuple[Step, ...], given: list[Expr]) -> Expr:
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
        name = f"enclosed_{board.layout.name}_{name_of_steps(steps)}"
        return self._call(name, params, board, body, "enclosed in straight lines", *given)

    def encloses(self, expr: t.EnclosedCells, env: Env) -> Expr:
        """Return the cells at which a line from them would enclose something; the origin of `expr` is ignored."""
        board = self.unit.geometries[expr.directions.board]
        given = [self.context.sets.bits(part, env) for part in (expr.set, expr.by)]
        return self.by_player(expr.directions, env, lambda steps: self._enclosing(board, steps, given))

    def _enclosing(self, board: BoardGeometry, steps: tuple[Step, ...], given: list[Expr]) -> Expr:
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
        name = f"enclosing_{board.layout.name}_{name_of_steps(steps)}"
        return self._call(name, params, board, body, "from where something is enclosed", *given)

    def _in_rows(self, things: t.Expr, length: t.Expr, env: Env) -> Expr:
        board = self.unit.board_of(things.type)
        cells, n = self.context.sets.bits(things, env), self.context.exprs.value(length, env)
        name, comment = f"rows_{board.layout.name}", "in straight rows of n"
        params, given = [("cells", board.width), ("n", 0)], [cells, n]
        if isinstance(n, Const) and 0 < n.value <= _MOST_UNROLLED:
            name, comment = f"{name}_{n.value}", f"in straight rows of {n.value}"
            del params[1], given[1]
        if name not in self.unit.functions:
            found: list[Statement] = [Set("found", BitsConst(0, board.width))]
            some = [*found]
            for step in axes(board):
                starts, others = self._row(board, step, n)
                found += [*starts, *others, Set("found", SetOp("or", Local("found"), Local("row")))]
                some += [*starts, Set("found", SetOp("or", Local("found"), Local("row")))]
            self.unit.function(name, params, board.width, [*found, Return(Local("found"))], comment)
            some.append(Return(negate(is_empty(Local("found")))))
            self.unit.function(quick_name(name), params, 0, some, f"whether there is any: {comment}")
        return Call(name, tuple(given))

    def _row(self, board: BoardGeometry, step: Step, n: Expr) -> tuple[list[Statement], list[Statement]]:
        """Return the statements that set `row` to the first cells of rows of `n`, and those that add their others."""
        back = (-step[0], -step[1])
        shrink: Block = (Set("row", SetOp("and", Local("cells"), board.spread(Local("row"), back))),)
        grow: Block = (Set("row", SetOp("or", Local("row"), board.spread(Local("row"), step))),)
        first = Set("row", Local("cells"))
        if isinstance(n, Const) and n.value <= _MOST_UNROLLED:
            return [first, *shrink * (n.value - 1)], [*grow * (n.value - 1)]
        more = arith("-", Local("n"), Const(1))
        return [first, ForRange("i", Const(0), more, shrink)], [ForRange("i", Const(0), more, grow)]

    # -- rows of a board, seen by a player ------------------------------------------------------------------------

    def row(self, player: t.Expr, place: t.Expr, env: Env) -> Expr:
        """Return the row of a cell, counted from 1 at the edge of a player."""
        board = self.unit.board_of(place.type)
        edges = teams.edges(self.unit, player.type)
        apart = edges != teams.edges(self.unit, t.PlayerType())
        table = f"row_on_{board.layout.name}{'_of_team' if apart else ''}"
        if table not in self.unit.tables:
            rows = [rows_from(board, *edge) for edge in edges]
            self.unit.tables[table] = tuple(row for seat in rows for row in seat)
        cell, looker = self.context.exprs.property_of("place", place, env), self.context.exprs.value(player, env)
        return self.unit.look_up(table, arith("+", arith("*", looker, Const(board.width)), cell))

    def _call(
        self, name: str, params: list[tuple[str, int]], board: BoardGeometry, body: Iterable[Statement], comment: str,
        *args: Expr,
    ) -> Expr:  # fmt: skip
        if name not in self.unit.functions:
            self.unit.function(name, params, board.width, body, comment)
        return Call(name, args)

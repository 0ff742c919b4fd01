"""Board geometry: boards as bitsets whose cells lie in consecutive rows, so that a step is a shift. Also boards of
named places, which have a table of neighbours instead of coordinates, and the named directions of a board.

Between two rows lies at least one number without a cell, which absorbs a step over the side of the board. A board of
even rows has no such gaps if that saves a 64-bit word per bitset (8 by 8 is one word); there, cells that would step
over the side are masked out before the shift. Only `BoardGeometry.moved` and `BoardGeometry.spread` shift; they handle
both layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from dsl.base.board_shapes import HEXES, SQUARES, Step, quarter_turns, turned
from dsl.ir.builder import NONE, set_op, union
from dsl.ir.instructions import BitsConst, Expr, Shift
from dsl.ir.layout import BoardLayout
from dsl.semantics.boards import place_name

WORD = 64  #: word size of the machine in bits

HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SQUARE_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def hex_distance(a: Step, b: Step) -> int:
    """Return the number of steps between two hexes (axial coordinates)."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def square_distance(a: Step, b: Step) -> int:
    """Return the number of orthogonal steps between two squares (Manhattan distance)."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def corner_distance(a: Step, b: Step) -> int:
    """Return the number of steps between two squares if diagonal steps are allowed (Chebyshev distance)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@dataclass(frozen=True)
class BoardGeometry:
    """Layout of a board and operations on sets of its cells. Immutable, and shared by boards of one size."""

    layout: BoardLayout
    steps: tuple[Step, ...]  #: to the neighbours: first those across a side, then those across a corner
    row: int  #: distance between the numbers of a cell and the one at its place in the next row
    valid: int  #: the bitset of true cells
    edge: int  #: the cells at the edge
    centre: Step
    distance: Callable[[Step, Step], int]
    near: tuple[int, ...] = ()  #: on a board without coordinates: by cell the bitset of its neighbours

    @property
    def width(self) -> int:
        """The width of a bitset of cells."""
        return self.layout.cells

    @property
    def sides(self) -> int:
        """The number of sides of a cell; side i and side i + sides/2 face each other."""
        return 6 if self.layout.shape == "hexes" else 4

    def cell(self, x: int, y: int) -> int | None:
        """Return the number of the cell at these coordinates, None outside the board."""
        return self._numbers.get((x, y))

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {place: number for number, place in self.layout.coordinates.items()}

    # ---- steps ----

    def moved(self, bits: Expr, *steps: Step) -> Expr:
        """Return the cells on the board that are one of the steps away from a cell of a set."""
        mask = self.valid if any(map(self._leaves_cells, steps)) else self._full
        return set_op("and", self.spread(bits, *steps), BitsConst(mask, self.width), self.width)

    def spread(self, bits: Expr, *steps: Step) -> Expr:
        """Return the same, but possibly with numbers without a cell, for callers that intersect with cells."""
        parts = (set_op("and", bits, BitsConst(self._source(step), self.width), self.width) for step in steps)
        return union((self.carried(part, step) for part, step in zip(parts, steps, strict=True)), self.width)

    def carried(self, bits: Expr, step: Step) -> Expr:
        """Return a set moved by a step that keeps all of it on the board."""
        by = self.shift(step)
        if isinstance(bits, BitsConst):
            return BitsConst(self._shifted(bits.bits, by), self.width)
        return Shift(bits, by, self.width) if by else bits

    def shift(self, step: Step) -> int:
        """Return the difference of the cell numbers of a step on the board."""
        return step[0] + step[1] * self.row

    def stays(self, step: Step) -> int:
        """Return the cells from which a step stays on the board."""
        if step not in self._staying:
            dx, dy = step
            stay = (n for n, (x, y) in self.layout.coordinates.items() if (x + dx, y + dy) in self._numbers)
            self._staying[step] = sum(1 << n for n in stay)
        return self._staying[step]

    def _source(self, step: Step) -> int:
        """Return a mask of source cells from which a shift leads to no wrong cell: all cells if possible, else those
        that stay within the side, which other steps share.
        """
        stays = self.stays(step)
        for source in (self._full, self.stays((step[0], 0))):
            wrong = self._shifted(self.valid & source & ~stays, self.shift(step)) & self.valid
            if not wrong and not stays & ~source:
                return source
        return stays

    def _leaves_cells(self, step: Step) -> bool:
        """Whether a shift maps a cell to a number that is no cell."""
        return bool(self._shifted(self.valid & self._source(step), self.shift(step)) & ~self.valid)

    def _shifted(self, bits: int, by: int) -> int:
        return (bits << by if by >= 0 else bits >> -by) & self._full

    @property
    def _full(self) -> int:
        return (1 << self.width) - 1

    @cached_property
    def _staying(self) -> dict[Step, int]:
        return {}

    # ---- distances ----

    @cached_property
    def away(self) -> tuple[int, ...]:
        """Distance of each cell from the centre; -1 for numbers without a cell."""
        places = self.layout.coordinates
        return tuple(self.distance(places[n], self.centre) if n in places else -1 for n in range(self.width))

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """For each distance from the centre, the bitset of cells at most that far."""
        found: list[int] = []
        for number in self.layout.coordinates:
            away = self.away[number]
            found.extend([0] * (away + 1 - len(found)))
            found[away] |= 1 << number
        for away in range(1, len(found)):
            found[away] |= found[away - 1]
        return tuple(found)


@lru_cache(maxsize=16)
def hexes(name: str, radius: int, centre: Step, unbounded: bool) -> BoardGeometry:
    """Return a hexagonal field of hexes around `centre`; of an unbounded board the part that is compiled in."""
    row = 2 * radius + 2
    coordinates: dict[int, Step] = {}
    edge = rim = 0
    for r in range(-radius, radius + 1):
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
            number = (r + radius) * row + q
            coordinates[number] = (q + centre[0], r + centre[1])
            away = max(abs(q), abs(r), abs(q + r))
            rim |= (away >= radius - 1) << number
            edge |= (away == radius) << number
    names = {number: f"{q},{r}" for number, (q, r) in coordinates.items()}
    layout = BoardLayout(
        name, "hexes", max(coordinates) + 1, coordinates, names, _neighbours(coordinates, HEX_STEPS), unbounded,
        radius if unbounded else 0, rim if unbounded else 0,
    )  # fmt: skip
    return BoardGeometry(layout, HEX_STEPS, row, sum(1 << n for n in coordinates), edge, centre, hex_distance)


@lru_cache(maxsize=16)
def rhombus(name: str, width: int, height: int, centre: Step) -> BoardGeometry:
    """Return rows of hexes, each shifted half a hex to the right; files are letters, rows are numbered from the top."""
    return in_rows(name, (width, height), HEX_STEPS, centre, hex_distance, row_of(width, height))


@lru_cache(maxsize=16)
def squares(name: str, width: int, height: int, corners: bool = False) -> BoardGeometry:
    """Return a board of squares; files are letters from the left, rows are numbered from 1 at the bottom.

    With `corners`, squares that meet only in a corner are neighbours, too.
    """
    centre, row = ((width - 1) // 2, (height - 1) // 2), row_of(width, height)
    if corners:
        return in_rows(name, (width, height), SQUARE_STEPS, centre, corner_distance, row)
    return in_rows(name, (width, height), SQUARE_STEPS[:4], centre, square_distance, row)


def in_rows(
    name: str, size: tuple[int, int], steps: tuple[Step, ...], centre: Step, distance: Callable[[Step, Step], int],
    row: int,
) -> BoardGeometry:  # fmt: skip
    """Return a board of rows of equal length that take `row` numbers each."""
    width, height = size
    coordinates = {y * row + x: (x, y) for y in range(height) for x in range(width)}
    names = {number: place_name(*place) for number, place in coordinates.items()}
    edge = sum(1 << n for n, (x, y) in coordinates.items() if x in (0, width - 1) or y in (0, height - 1))
    shape: Literal["hexes", "squares"] = "hexes" if steps == HEX_STEPS else "squares"
    near = _neighbours(coordinates, steps)
    layout = BoardLayout(name, shape, max(coordinates) + 1, coordinates, names, near, rows=size)
    return BoardGeometry(layout, steps, row, sum(1 << n for n in coordinates), edge, centre, distance)


def row_of(width: int, height: int) -> int:
    """Return the numbers per row: one of them without a cell, unless leaving it out saves a word per bitset."""
    apart, close = (-(-(row * (height - 1) + width) // WORD) for row in (width + 1, width))
    return width if close < apart else width + 1


def _neighbours(coordinates: dict[int, Step], steps: tuple[Step, ...]) -> dict[int, tuple[int, ...]]:
    numbers = {place: number for number, place in coordinates.items()}
    beside = {n: [numbers.get((x + dx, y + dy)) for dx, dy in steps] for n, (x, y) in coordinates.items()}
    return {n: tuple(m for m in found if m is not None) for n, found in beside.items()}


Borders = tuple[tuple[str, tuple[str, ...]], ...]  #: by area its neighbours; one direction is enough


@lru_cache(maxsize=16)
def areas(name: str, borders: Borders, words: tuple[str, ...] = ()) -> BoardGeometry:
    """Return a board of areas, numbered in the order of the text. Adjacency is made symmetric."""
    numbers = {area: number for number, (area, _) in enumerate(borders)}
    beside: dict[int, set[int]] = {number: set() for number in numbers.values()}
    for area, others in borders:
        for other in others:
            beside[numbers[area]].add(numbers[other])
            beside[numbers[other]].add(numbers[area])
    near = {number: tuple(sorted(others)) for number, others in beside.items()}
    names = {number: area for area, number in numbers.items()}
    layout = BoardLayout(name, "areas", len(numbers), {n: (n, 0) for n in names}, names, near, words=words)
    return _by_table(layout)


@lru_cache(maxsize=16)
def slots(name: str, across: int, down: int) -> BoardGeometry:
    """Return a board of slots, numbered row by row from 1; neighbours are the previous and the next one in a row."""
    coordinates = {y * across + x: (x, y) for y in range(down) for x in range(across)}
    row = {n: y for n, (_, y) in coordinates.items()}
    near = {n: tuple(m for m in (n - 1, n + 1) if row.get(m) == row[n]) for n in coordinates}
    names = {n: f"{name}_{n + 1}" for n in coordinates}
    return _by_table(BoardLayout(name, "slots", across * down, coordinates, names, near))


def _by_table(layout: BoardLayout) -> BoardGeometry:
    steps = {n: _steps(layout.neighbours, n) for n in layout.coordinates}
    at = {place: n for n, place in layout.coordinates.items()}
    far = layout.cells  # unreachable: farther than anything reachable

    def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
        return steps[at[a]].get(at[b], far)

    near = tuple(sum(1 << m for m in layout.neighbours[n]) for n in range(layout.cells))
    return BoardGeometry(layout, (), 0, (1 << layout.cells) - 1, 0, layout.coordinates.get(0, (0, 0)), distance, near)


def _steps(neighbours: Mapping[int, tuple[int, ...]], start: int) -> dict[int, int]:
    """Return the distances of all places reachable from `start` (breadth-first search)."""
    found, rim, away = {start: 0}, {start}, 0
    while rim:
        rim, away = {m for n in rim for m in neighbours[n]} - set(found), away + 1
        found |= dict.fromkeys(rim, away)
    return found


def compass_of(board: BoardGeometry) -> dict[str, Step]:
    """Return the named directions of a board."""
    return HEXES if board.layout.shape == "hexes" else SQUARES


def rows_from(board: BoardGeometry, seat: int, players: int) -> tuple[int, ...]:
    """Return the row of each cell, counted from 1 at the edge of a seat; -1 for numbers without a cell."""
    dx, dy = turned((0, 1), quarter_turns(seat, players))
    ahead = {number: x * dx + y * dy for number, (x, y) in board.layout.coordinates.items()}
    first = min(ahead.values())
    return tuple(ahead[n] - first + 1 if n in ahead else NONE.value for n in range(board.width))


def ray(board: BoardGeometry, number: int, step: Step) -> int:
    """Return the cells that lie in one direction from a cell."""
    found, place = 0, board.layout.coordinates.get(number)
    while place is not None:
        place = (place[0] + step[0], place[1] + step[1])
        cell = board.cell(*place)
        if cell is None:
            break
        found |= 1 << cell
    return found


def cells_between(board: BoardGeometry, number: int) -> list[int]:
    """Return for each cell the bitset of the cells between it and one cell."""
    found, start = [0] * board.width, board.layout.coordinates.get(number)
    if start is None:
        return found
    for dx, dy in compass_of(board).values():
        (x, y), passed = start, 0
        while (cell := board.cell(x := x + dx, y := y + dy)) is not None:
            found[cell] = passed
            passed |= 1 << cell
    return found


def axes(board: BoardGeometry) -> list[Step]:
    """Return one direction of each straight line."""
    return [step for step in compass_of(board).values() if step > (-step[0], -step[1])]


def reverse_if(steps: tuple[Step, ...], back: bool) -> tuple[Step, ...]:
    """Return the steps, reversed if `back`."""
    return tuple((-x, -y) for x, y in steps) if back else steps


def leaps_of(far: int, wide: int) -> tuple[Step, ...]:
    """Return the leaps so far along one axis and so far along the other, in every orientation."""
    return unique((x * a, y * b) for x, y in ((far, wide), (wide, far)) for a in (1, -1) for b in (1, -1))


def unique(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return each step once, in the order given."""
    return tuple(dict.fromkeys(steps))


def name_of_steps(steps: Iterable[Step]) -> str:
    """Return a name for steps, used in names of functions and tables."""
    return "_".join(f"{x}_{y}" for x, y in steps).replace("-", "m")


def side(board: BoardGeometry, steps: tuple[Step, ...]) -> int:
    """Return the cells from which one of the steps leaves the board."""
    found = 0
    for step in steps:
        found |= board.valid & ~board.stays(step)
    return found

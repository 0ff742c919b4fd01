"""Boards as bitsets: cells lie in rows, one row behind the other, so a step is a shift.

Between two rows lies at least one number that is no cell; whoever goes over the side of the board comes to it. Where a
bitset of a board of even rows takes a word of 64 bits less without such gaps (8 by 8 is one word then) there are none,
and what is about to go over the side is taken away before the shift. `Geometry.moved` and `Geometry.spread` know what a
board needs; nobody else shifts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from dsl.program.code import BitsConst, Expr, Shift
from dsl.program.layout import BoardLayout
from dsl.program.lower.ir import set_op, union
from dsl.semantics.boards import place_name

Step = tuple[int, int]
WORD = 64  #: how many bits a machine works on at once

HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SQUARE_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def hex_distance(a: Step, b: Step) -> int:
    """Return how many steps lie between two hexes (axial coordinates)."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def square_distance(a: Step, b: Step) -> int:
    """Return how many orthogonal steps lie between two squares."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def corner_distance(a: Step, b: Step) -> int:
    """Return how many steps lie between two squares where a step may also go across a corner."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@dataclass(frozen=True)
class Geometry:
    """A board's layout and what sets of its cells are made with. Boards of one size share it: it never changes."""

    layout: BoardLayout
    steps: tuple[Step, ...]  #: to the neighbours: first those behind the sides, then those that lie across a corner
    row: int  #: how many numbers lie between a cell and the one at its place in the next row
    valid: int  #: the bitset of true cells
    edge: int  #: the cells at the edge
    centre: Step
    distance: Callable[[Step, Step], int]
    near: tuple[int, ...] = ()  #: on a board without coordinates: by cell the bitset of its neighbours

    @property
    def width(self) -> int:
        """How many numbers a cell may have."""
        return self.layout.cells

    @property
    def sides(self) -> int:
        """How many sides a cell has; a side faces the one that comes half of them later."""
        return 6 if self.layout.shape == "hexes" else 4

    def cell(self, x: int, y: int) -> int | None:
        """Return the number of the cell at these coordinates, None outside the board."""
        return self._numbers.get((x, y))

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {place: number for number, place in self.layout.coordinates.items()}

    # ---- steps ----

    def moved(self, bits: Expr, *steps: Step) -> Expr:
        """Return the cells one of the steps from those of a set, as far as they are on the board."""
        mask = self.valid if any(map(self._leaves_cells, steps)) else self._full
        return set_op("and", self.spread(bits, *steps), BitsConst(mask, self.width), self.width)

    def spread(self, bits: Expr, *steps: Step) -> Expr:
        """Return the same, but perhaps with numbers that are no cells: enough for who keeps those of a set of cells."""
        parts = (set_op("and", bits, BitsConst(self._source(step), self.width), self.width) for step in steps)
        return union((self.carried(part, step) for part, step in zip(parts, steps, strict=True)), self.width)

    def carried(self, bits: Expr, step: Step) -> Expr:
        """Return a set moved by a step that is known to keep all of it on the board."""
        by = self.shift(step)
        if isinstance(bits, BitsConst):
            return BitsConst(self._shifted(bits.bits, by), self.width)
        return Shift(bits, by, self.width) if by else bits

    def shift(self, step: Step) -> int:
        """Return how far a step moves in the numbers of the cells, as long as it stays on the board."""
        return step[0] + step[1] * self.row

    def stays(self, step: Step) -> int:
        """Return the cells from which a step stays on the board."""
        if step not in self._staying:
            dx, dy = step
            stay = (n for n, (x, y) in self.layout.coordinates.items() if (x + dx, y + dy) in self._numbers)
            self._staying[step] = sum(1 << n for n in stay)
        return self._staying[step]

    def _source(self, step: Step) -> int:
        """Return from where a shift does not lead to a wrong cell: if it can be from everywhere, else perhaps from all
        that do not go over the side, which other steps need, too."""
        stays = self.stays(step)
        for source in (self._full, self.stays((step[0], 0))):
            wrong = self._shifted(self.valid & source & ~stays, self.shift(step)) & self.valid
            if not wrong and not stays & ~source:
                return source
        return stays

    def _leaves_cells(self, step: Step) -> bool:
        """Whether a shift leads from a cell to a number that is none."""
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
        """By the number of a cell, how far it is from the centre; -1 for what is no cell."""
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
def hexes(name: str, radius: int, centre: Step, unbounded: bool) -> Geometry:
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
    return Geometry(layout, HEX_STEPS, row, sum(1 << n for n in coordinates), edge, centre, hex_distance)


@lru_cache(maxsize=16)
def rhombus(name: str, width: int, height: int, centre: Step) -> Geometry:
    """Return rows of hexes, each row half a hex further to the right; files are letters, rows count from the top."""
    return in_rows(name, (width, height), HEX_STEPS, centre, hex_distance, row_of(width, height))


@lru_cache(maxsize=16)
def squares(name: str, width: int, height: int, corners: bool = False) -> Geometry:
    """Return a board of squares; files are letters from the left, rows count from 1 at the bottom.

    With `corners` squares that meet only in a corner are neighbours, too.
    """
    centre, row = ((width - 1) // 2, (height - 1) // 2), row_of(width, height)
    if corners:
        return in_rows(name, (width, height), SQUARE_STEPS, centre, corner_distance, row)
    return in_rows(name, (width, height), SQUARE_STEPS[:4], centre, square_distance, row)


def in_rows(
    name: str, size: tuple[int, int], steps: tuple[Step, ...], centre: Step, distance: Callable[[Step, Step], int],
    row: int,
) -> Geometry:  # fmt: skip
    """Return a board of rows that are all as long and take `row` numbers each."""
    width, height = size
    coordinates = {y * row + x: (x, y) for y in range(height) for x in range(width)}
    names = {number: place_name(*place) for number, place in coordinates.items()}
    edge = sum(1 << n for n, (x, y) in coordinates.items() if x in (0, width - 1) or y in (0, height - 1))
    shape: Literal["hexes", "squares"] = "hexes" if steps == HEX_STEPS else "squares"
    near = _neighbours(coordinates, steps)
    layout = BoardLayout(name, shape, max(coordinates) + 1, coordinates, names, near, rows=size)
    return Geometry(layout, steps, row, sum(1 << n for n in coordinates), edge, centre, distance)


def row_of(width: int, height: int) -> int:
    """Return how many numbers a row takes: one that is no cell at its end, unless a bitset is a word less without."""
    apart, close = (-(-(row * (height - 1) + width) // WORD) for row in (width + 1, width))
    return width if close < apart else width + 1


def _neighbours(coordinates: dict[int, Step], steps: tuple[Step, ...]) -> dict[int, tuple[int, ...]]:
    numbers = {place: number for number, place in coordinates.items()}
    beside = {n: [numbers.get((x + dx, y + dy)) for dx, dy in steps] for n, (x, y) in coordinates.items()}
    return {n: tuple(m for m in found if m is not None) for n, found in beside.items()}

"""Boards as bitsets. Cells lie in rows with a sentinel border, so a neighbourhood is six (or four) shifts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from dsl.program.layout import BoardLayout

HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SQUARE_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def hex_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return how many steps lie between two hexes (axial coordinates)."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def square_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return how many orthogonal steps lie between two squares."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def corner_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return how many steps lie between two squares where a step may also go across a corner."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@dataclass(frozen=True)
class Geometry:
    """A board's layout and what sets of its cells are made with. Boards of one size share it: it never changes."""

    layout: BoardLayout
    shifts: tuple[int, ...]  #: a neighbour's number less the cell's own, per direction
    valid: int  #: the bitset of true cells
    edge: int  #: the cells at the edge
    centre: tuple[int, int]
    distance: Callable[[tuple[int, int], tuple[int, int]], int]
    near: tuple[int, ...] = ()  #: on a board without coordinates: by cell the bitset of its neighbours

    @property
    def width(self) -> int:
        """How many numbers a cell may have."""
        return self.layout.cells

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """To the neighbours: first those behind the sides, side by side, then those that lie across a corner."""
        return HEX_STEPS if self.layout.shape == "hexes" else SQUARE_STEPS[: len(self.shifts)]

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
def hexes(name: str, radius: int, centre: tuple[int, int], unbounded: bool) -> Geometry:
    """Return a hexagonal field of hexes around `centre`; of an unbounded board the part that is compiled in."""
    side = 2 * radius + 3
    coordinates: dict[int, tuple[int, int]] = {}
    edge = rim = 0
    for r in range(-radius, radius + 1):
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
            number = (r + radius + 1) * side + q + radius + 1
            coordinates[number] = (q + centre[0], r + centre[1])
            away = max(abs(q), abs(r), abs(q + r))
            rim |= (away >= radius - 1) << number
            edge |= (away == radius) << number
    shifts = tuple(dr * side + dq for dq, dr in HEX_STEPS)
    names = {number: f"{q},{r}" for number, (q, r) in coordinates.items()}
    layout = BoardLayout(
        name, "hexes", side * side, coordinates, names, _neighbours(coordinates, shifts), unbounded,
        radius if unbounded else 0, rim if unbounded else 0,
    )  # fmt: skip
    return Geometry(layout, shifts, sum(1 << n for n in coordinates), edge, centre, hex_distance)


@lru_cache(maxsize=16)
def rhombus(name: str, width: int, height: int, centre: tuple[int, int]) -> Geometry:
    """Return rows of hexes, each row half a hex further to the right; files are letters, rows count from the top."""
    side = width + 1
    coordinates = {(r + 1) * side + q: (q, r) for r in range(height) for q in range(width)}
    shifts = tuple(dr * side + dq for dq, dr in HEX_STEPS)
    names = {number: f"{file_name(q)}{r + 1}" for number, (q, r) in coordinates.items()}
    edge = sum(1 << n for n, (q, r) in coordinates.items() if q in (0, width - 1) or r in (0, height - 1))
    layout = BoardLayout(
        name, "hexes", side * (height + 2), coordinates, names, _neighbours(coordinates, shifts), False, 0, 0
    )
    return Geometry(layout, shifts, sum(1 << n for n in coordinates), edge, centre, hex_distance)


@lru_cache(maxsize=16)
def squares(name: str, width: int, height: int, corners: bool = False) -> Geometry:
    """Return a board of squares; files are letters from the left, rows count from 1 at the bottom.

    With `corners` squares that meet only in a corner are neighbours, too.
    """
    side = width + 1
    coordinates = {(y + 1) * side + x: (x, y) for y in range(height) for x in range(width)}
    shifts: tuple[int, ...] = (1, side, -1, -side)
    if corners:
        shifts += (side + 1, side - 1, -side - 1, -side + 1)
    names = {number: f"{file_name(x)}{y + 1}" for number, (x, y) in coordinates.items()}
    edge = sum(1 << n for n, (x, y) in coordinates.items() if x in (0, width - 1) or y in (0, height - 1))
    layout = BoardLayout(
        name, "squares", side * (height + 2), coordinates, names, _neighbours(coordinates, shifts), False, 0, 0
    )
    centre = ((width - 1) // 2, (height - 1) // 2)
    distance = corner_distance if corners else square_distance
    return Geometry(layout, shifts, sum(1 << n for n in coordinates), edge, centre, distance)


def file_name(x: int) -> str:
    """Return the letters of a file: a to z, then aa, ab and so on."""
    return (file_name(x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def _neighbours(coordinates: dict[int, tuple[int, int]], shifts: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    return {n: tuple(n + shift for shift in shifts if n + shift in coordinates) for n in coordinates}

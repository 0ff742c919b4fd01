"""The shapes of cells: hexes are pointy-top in axial coordinates, squares count from the bottom left, regions have an
outline of their own. Plain numbers, no Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

Point = tuple[float, float]

RADIUS = 60.0  #: of a hex, from its middle to a corner; every other measure of the scene follows from it
SQUARE = 100.0  #: the side of a square
_ROOT = math.sqrt(3.0)


def turned(point: Point, angle: int) -> Point:
    """Return a point turned clockwise around the origin by degrees; exact for right angles."""
    x, y = point
    quarters, rest = divmod(angle % 360, 90)
    for _ in range(quarters):
        x, y = -y, x
    if rest:
        cosine, sine = math.cos(math.radians(rest)), math.sin(math.radians(rest))
        x, y = x * cosine - y * sine, x * sine + y * cosine
    return x, y


@lru_cache(maxsize=64)
def _hexagon(inset: float) -> tuple[Point, ...]:
    reach = RADIUS - inset * 2 / _ROOT
    angles = (math.radians(60 * corner - 90) for corner in range(6))
    return tuple((reach * math.cos(angle), reach * math.sin(angle)) for angle in angles)


@lru_cache(maxsize=64)
def _square(inset: float) -> tuple[Point, ...]:
    half = SQUARE / 2 - inset
    return ((-half, -half), (half, -half), (half, half), (-half, half))


@dataclass(frozen=True, slots=True)
class Geometry:
    """Shape and positions of the cells of one board."""

    hexagonal: bool

    def centre(self, x: int, y: int) -> Point:
        """Return the middle of a cell, in scene units; downwards is positive."""
        if self.hexagonal:
            return RADIUS * _ROOT * (x + y / 2), RADIUS * 1.5 * y
        return SQUARE * x, -SQUARE * y

    @property
    def step(self) -> int:
        """The smallest angle, in degrees, by which a board of such cells can be turned."""
        return 60 if self.hexagonal else 90

    def turned_cell(self, x: int, y: int, angle: int) -> tuple[int, int]:
        """Return where a cell is after the board has been turned clockwise around the cell 0, 0, by a multiple of
        `step`."""
        for _ in range(angle % 360 // self.step):
            x, y = (-y, x + y) if self.hexagonal else (y, -x)
        return x, y

    def outline(self, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the corners of a cell around its middle, drawn in by `inset` at the sides."""
        return _hexagon(inset) if self.hexagonal else _square(inset)

    def holds(self, dx: float, dy: float) -> bool:
        """Return whether a point, relative to the middle of a cell, lies in the cell."""
        if self.hexagonal:
            across = RADIUS * _ROOT / 2
            return abs(dx) <= across and abs(dy) <= RADIUS - abs(dx) / _ROOT
        return abs(dx) <= SQUARE / 2 and abs(dy) <= SQUARE / 2

    @property
    def inner(self) -> float:
        """The radius of the largest circle inside a cell."""
        return RADIUS * _ROOT / 2 if self.hexagonal else SQUARE / 2


@dataclass(frozen=True, slots=True)
class Region:
    """A cell with an outline of its own, around its middle: an area, or a slot."""

    corners: tuple[Point, ...]
    room: float  #: the radius of the circle for things that have no place of their own
    label: Point | None = None  #: where its name is written, from the middle
    slot: bool = False  #: a place for a card, which has its name and its things on it

    def outline(self, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the corners around the middle, drawn in by `inset` at the sides."""
        return drawn_in(self.corners, inset)

    def holds(self, dx: float, dy: float) -> bool:
        """Return whether a point, relative to the middle, lies in the region."""
        inside = False
        for (x, y), (next_x, next_y) in _sides(self.corners):
            if (y > dy) != (next_y > dy) and dx < (next_x - x) * (dy - y) / (next_y - y) + x:
                inside = not inside
        return inside

    def turned(self, angle: int) -> Region:
        """Return the region after the board has been turned clockwise by a multiple of 90 degrees."""
        label = turned(self.label, angle) if self.label is not None else None
        return replace(self, corners=tuple(turned(corner, angle) for corner in self.corners), label=label)

    @property
    def inner(self) -> float:
        """The radius for things on the region."""
        return self.room


CellShape = Geometry | Region


def drawn_in(corners: Sequence[Point], inset: float) -> tuple[Point, ...]:
    """Return an outline whose sides are all drawn in by `inset`; in either sense of turning."""
    turn = math.copysign(1.0, area_of(corners))
    found = []
    for before, here, after in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        (ax, ay), (bx, by) = _normal(before, here), _normal(here, after)
        spread = max(1.0 + ax * bx + ay * by, 0.3)  # a sharp corner is not drawn in without end
        found.append((here[0] + turn * inset * (ax + bx) / spread, here[1] + turn * inset * (ay + by) / spread))
    return tuple(found)


def area_of(corners: Sequence[Point]) -> float:
    """Return the signed area of an outline."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in _sides(corners)) / 2


def centroid(corners: Sequence[Point]) -> Point:
    """Return the centroid of the surface; of the corners if the area is zero."""
    size = area_of(corners)
    if abs(size) < 1e-6:
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    parts = [(a, b, a[0] * b[1] - b[0] * a[1]) for a, b in _sides(corners)]
    x = sum((a[0] + b[0]) * cross for a, b, cross in parts) / (6 * size)
    y = sum((a[1] + b[1]) * cross for a, b, cross in parts) / (6 * size)
    return x, y


def _sides(corners: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _normal(here: Point, there: Point) -> Point:
    """Return the direction of length 1 to the inner side of an outline that turns as the axes do."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def towards(here: Point, direction: Point, others: Iterable[tuple[str, Point]]) -> str | None:
    """Return the place that one would call the next one in a direction, or None at the edge.

    A place counts if it lies within 60 degrees of the direction; near and straight ahead goes before far and aside.
    """
    best: tuple[float, str] | None = None
    for place, (x, y) in others:
        dx, dy = x - here[0], y - here[1]
        along = dx * direction[0] + dy * direction[1]
        aside = abs(dx * direction[1] - dy * direction[0])
        if along <= 1e-6 or aside > along * _ROOT + 1e-6:
            continue
        rank = (round(along + 1.5 * aside, 3), place)
        if best is None or rank < best:
            best = rank
    return best[1] if best else None

"""Where the cells of a board lie in the scene. Hexes are pointy-top in axial coordinates, squares count from the
bottom left, and boards without a geometry of their own are set out in rows. Plain numbers, no Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from dsl.engine.view import BoardView

Point = tuple[float, float]

RADIUS = 60.0  #: of a hex, from its middle to a corner; every other measure of the scene follows from it
SQUARE = 100.0  #: the side of a square
_ROOT = math.sqrt(3.0)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The shape of the cells of one board, and where they lie."""

    hexagonal: bool

    def centre(self, x: int, y: int) -> Point:
        """Return the middle of a cell, in scene units; downwards is positive."""
        if self.hexagonal:
            return RADIUS * _ROOT * (x + y / 2), RADIUS * 1.5 * y
        return SQUARE * x, -SQUARE * y

    def outline(self, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the corners of a cell around its middle, drawn in by `inset` at the sides."""
        if self.hexagonal:
            reach = RADIUS - inset * 2 / _ROOT
            angles = (math.radians(60 * corner - 90) for corner in range(6))
            return tuple((reach * math.cos(angle), reach * math.sin(angle)) for angle in angles)
        half = SQUARE / 2 - inset
        return ((-half, -half), (half, -half), (half, half), (-half, half))

    def holds(self, dx: float, dy: float) -> bool:
        """Tell whether a point this far from a cell's middle lies in the cell."""
        if self.hexagonal:
            across = RADIUS * _ROOT / 2
            return abs(dx) <= across and abs(dy) <= RADIUS - abs(dx) / _ROOT
        return abs(dx) <= SQUARE / 2 and abs(dy) <= SQUARE / 2

    @property
    def inner(self) -> float:
        """The radius of the largest circle inside a cell."""
        return RADIUS * _ROOT / 2 if self.hexagonal else SQUARE / 2


def geometry_of(shape: Literal["hexes", "squares", "areas", "slots"]) -> Geometry:
    """Return the geometry of a board of this shape."""
    return Geometry(hexagonal=shape == "hexes")


def middles(boards: Iterable[BoardView]) -> dict[str, Point]:
    """Return the middle of every cell by its place: boards stand side by side, each centred on the same line."""
    found: dict[str, Point] = {}
    left = 0.0
    for board in boards:
        own = _own_middles(board)
        if not own:
            continue
        xs, ys = [x for x, _ in own.values()], [y for _, y in own.values()]
        # The first board keeps its own origin: its cells stay where they are while it grows.
        dx = left - min(xs) + 2 * SQUARE if found else 0.0
        dy = -(min(ys) + max(ys)) / 2 if found else 0.0
        for place, (x, y) in own.items():
            found.setdefault(place, (x + dx, y + dy))
        left = max(xs) + dx
    return found


def _own_middles(board: BoardView) -> dict[str, Point]:
    geometry = geometry_of(board.shape)
    if len({(cell.x, cell.y) for cell in board.cells}) == len(board.cells):
        return {cell.place: geometry.centre(cell.x, cell.y) for cell in board.cells}
    # Cells that say the same of where they lie have no geometry: rows of six, in their order.
    return {cell.place: geometry.centre(i % 6, -(i // 6)) for i, cell in enumerate(board.cells)}


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

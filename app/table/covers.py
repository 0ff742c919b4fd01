"""Pieces that lie on several cells as one: which cell belongs to which, and where they hang together. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.table.geometry import CellShape, Geometry, Point
from app.table.sites import Site
from dsl.engine.view import BoardView, PieceView


def wide_pieces(boards: Iterable[BoardView]) -> dict[str, tuple[str, PieceView]]:
    """Return for every cell under a piece that lies on several: the cell that stands for all of them, and the piece."""
    return {
        place: (cell.place, piece)
        for board in boards
        for cell in board.cells
        for piece in cell.pieces
        for place in piece.covers
    }


def joints(place: str, sites: Mapping[str, Site], wide: Mapping[str, tuple[str, PieceView]]) -> tuple[int, ...]:
    """Return the sides of a cell behind which the same piece goes on, counted from the first corner."""
    if place not in wide:
        return ()
    base, piece = wide[place]
    fellows = {_near(sites[each].middle) for each in piece.covers if each in sites and wide.get(each, ("",))[0] == base}
    x, y = sites[place].middle
    corners = sites[place].shape.outline()
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return tuple(i for i, (a, b) in enumerate(sides) if _near((x + a[0] + b[0], y + a[1] + b[1])) in fellows)


def middle_of(piece: PieceView, sites: Mapping[str, Site]) -> Point:
    """Return the middle of all cells that a piece lies on."""
    found = [sites[each].middle for each in piece.covers if each in sites]
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def edges_of(sides: Iterable[int], shape: CellShape) -> tuple[int, ...]:
    """Return the sides of the rules, counted from the east against the clock, as a shape counts its own."""
    if not isinstance(shape, Geometry):
        return ()
    count = 6 if shape.hexagonal else 4
    return tuple((1 - side) % count for side in sides)


def _near(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])

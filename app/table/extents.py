"""How much of a board there is to see: the land, the sea beside it that it may grow into, what calls for a click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from app.table.faces import CellFace
from app.table.geometry import RADIUS, Region
from app.table.items import outline

NEXT_SEA, OPEN_SEA = 2.6 * RADIUS, 3.2 * RADIUS  #: from the middle of the outermost land


def around_land(cells: Sequence[CellFace], sea: float) -> QRectF:
    """Return a box around all cells but the open sea, around as much `sea` beside the land, and around every target."""
    plain = [cell for cell in cells if cell.empty == "plain" or isinstance(cell.geometry, Region)]
    land = [cell for cell in cells if cell.ground or cell.crowded]
    marked = [cell for cell in cells if cell.target or cell.selectable]
    near = [*plain, *marked]
    around = _around(land, RADIUS if plain else sea) if land else _around(near or cells, RADIUS)
    return around | (_around(near, RADIUS) if near else QRectF())


def _around(cells: Sequence[CellFace], margin: float) -> QRectF:
    """Return a box around the cells; regions are as large as they are, of others the middle counts, and a margin."""
    box = QRectF()
    for cell in cells:
        if isinstance(cell.geometry, Region):
            box |= outline(cell.geometry).boundingRect().translated(*cell.middle).adjusted(-12, -12, 12, 12)
        else:
            x, y = cell.middle
            box |= QRectF(x - margin, y - margin, 2 * margin, 2 * margin)
    return box if cells else QRectF(-margin, -margin, 2 * margin, 2 * margin)

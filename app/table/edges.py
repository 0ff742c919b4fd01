"""What stands around a board: the names of its files and rows, and whose each side is. Plain data, no Qt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.table.geometry import RADIUS, SQUARE, Geometry, Point
from app.table.look import PlayerLook
from app.table.paints import KindLook
from app.table.plans import BoardPlan, Side
from app.table.sites import Site
from dsl.engine.view import BoardView, CellView

_CELL = re.compile(r"([a-z]+)(\d+)")
_NEAR, _FAR = 18.0, 30.0  #: from the rim to the middle of a letter, without and with a coloured side

#: The sides of a cell that lie at each side of a board; sides are counted clockwise from the one that begins at the
#: first corner.
_HEX_RIMS: Mapping[Side, tuple[int, ...]] = {"top": (5, 0), "bottom": (2, 3), "left": (4, 3), "right": (1, 0)}
_SQUARE_RIMS: Mapping[Side, tuple[int, ...]] = {"top": (0,), "right": (1,), "bottom": (2,), "left": (3,)}


@dataclass(frozen=True, slots=True)
class Lettering:
    """A word on the table."""

    text: str
    middle: Point
    ground: KindLook | None = None  #: what it is written on
    flush: bool = False  #: it begins at the point instead


@dataclass(frozen=True, slots=True)
class Frame:
    """How far a board reaches."""

    left: int
    right: int
    low: int
    high: int
    hexagonal: bool

    @property
    def top(self) -> int:
        """The row that is drawn uppermost: hexes count downwards, squares upwards."""
        return self.low if self.hexagonal else self.high

    def sides_of(self, cell: CellView) -> tuple[Side, ...]:
        """Return at which sides of the board a cell lies."""
        bottom = self.high if self.hexagonal else self.low
        at: dict[Side, bool] = {
            "top": cell.y == self.top,
            "bottom": cell.y == bottom,
            "left": cell.x == self.left,
            "right": cell.x == self.right,
        }
        return tuple(side for side, there in at.items() if there)


def frame_of(board: BoardView) -> Frame:
    """Return how far the cells of a board reach."""
    xs, ys = [cell.x for cell in board.cells], [cell.y for cell in board.cells]
    return Frame(min(xs), max(xs), min(ys), max(ys), board.shape == "hexes")


def rims_of(
    cell: CellView, frame: Frame, plan: BoardPlan, looks: Mapping[str, PlayerLook]
) -> tuple[tuple[int, PlayerLook], ...]:
    """Return the sides of a cell that lie at a side of the board which belongs to somebody."""
    rims = _HEX_RIMS if frame.hexagonal else _SQUARE_RIMS
    owned = [(edge, plan.sides[side]) for side in frame.sides_of(cell) if side in plan.sides for edge in rims[side]]
    return tuple({edge: looks[colour] for edge, colour in reversed(owned) if colour in looks}.items())


def letterings(board: BoardView, sites: Mapping[str, Site], plan: BoardPlan) -> tuple[Lettering, ...]:
    """Return the names of files and rows, if the cells of a board are named by them and the look wants it."""
    own = f"{board.name}_"  # stands before the place where other boards have squares, too
    parts = {cell.place: _CELL.fullmatch(cell.place.removeprefix(own)) for cell in board.cells}
    if plan.edge == "none" or not parts or not all(parts.values()):
        return ()
    frame, far = frame_of(board), _FAR if plan.sides else _NEAR
    found = []
    for cell in board.cells:
        part, (x, y) = parts[cell.place], sites[cell.place].middle
        assert part is not None
        if cell.y == (frame.top if frame.hexagonal else frame.low):
            found.append(Lettering(part[1], _beside_file(x, y, far, frame.hexagonal)))
        if cell.x == frame.left:
            found.append(Lettering(part[2], _beside_row(x, y, far, frame.hexagonal)))
    return tuple(found)


def _beside_file(x: float, y: float, far: float, hexagonal: bool) -> Point:
    return (x - RADIUS * 0.5, y - RADIUS * 0.86 - far) if hexagonal else (x, y + SQUARE / 2 + far)


def _beside_row(x: float, y: float, far: float, hexagonal: bool) -> Point:
    return (x - Geometry(hexagonal).inner - far, y)

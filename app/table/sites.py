"""Where every cell of a view lies in the scene, and where things stand on it, from the boards and the look's plans.

A board of areas that no look describes is a ring of circles with lines between neighbours. Plain numbers, no Qt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from app.table.geometry import SQUARE, CellShape, Geometry, Region, centroid
from app.table.plans import PLAIN, AreaPlan, BoardPlan, Box, Circle, Point
from dsl.engine.view import BoardView

_ROUND = 20  #: corners of a circle
_RING_RADIUS = 72.0  #: of an area that no look describes
_LABEL = (20.0, 11.0)  #: half the size of a short name
_BETWEEN_BOARDS = 1.0 * SQUARE
_HEX, _SQUARE = Geometry(hexagonal=True), Geometry(hexagonal=False)


@dataclass(frozen=True, slots=True)
class Site:
    """One cell: where its middle is, its shape, and where things stand on it, from the middle."""

    middle: Point
    shape: CellShape
    places: tuple[Circle, ...] = ()  #: the counters of one owner each
    strip: Box | None = None  #: everything else
    linked: bool = False  #: its neighbours are shown by lines


def sites(boards: Iterable[BoardView], plans: Mapping[str, BoardPlan]) -> dict[str, Site]:
    """Return where every cell lies, by its place. A board without a point of its own stands beside those before it,
    centred on the line of the first."""
    found: dict[str, Site] = {}
    for board in boards:
        plan = plans.get(board.name, PLAIN)
        own = _own(board, plan)
        if plan.at is not None:
            own = _shifted(own, *plan.at)
        elif found and own:  # the first board keeps its origin: its cells stay where they are while it grows
            left, top, _, bottom = _bounds(own.values())
            _, above, right, below = _bounds(found.values())
            own = _shifted(own, right + _BETWEEN_BOARDS - left, (above + below) / 2 - (top + bottom) / 2)
        found = {**own, **found}  # a place names one cell; a second one could not be touched
    return found


def _shifted(found: Mapping[str, Site], dx: float, dy: float) -> dict[str, Site]:
    return {p: replace(site, middle=(site.middle[0] + dx, site.middle[1] + dy)) for p, site in found.items()}


def middles(boards: Iterable[BoardView], plans: Mapping[str, BoardPlan]) -> dict[str, Point]:
    """Return the middle of every cell by its place."""
    return {place: site.middle for place, site in sites(boards, plans).items()}


def _own(board: BoardView, plan: BoardPlan) -> dict[str, Site]:
    """Return the cells of one board around its own origin."""
    match board.shape:
        case "hexes" | "squares":
            shape = _HEX if board.shape == "hexes" else _SQUARE
            return {cell.place: Site(shape.centre(cell.x, cell.y), shape) for cell in board.cells}
        case "slots":
            return _slots(board, plan)
        case "areas":
            return _areas(board, plan)
    assert_never(board.shape)


def _slots(board: BoardView, plan: BoardPlan) -> dict[str, Site]:
    """Return the slots in one row or column; the upper left corner of the first one is the origin."""
    width, height = plan.cell
    half_x, half_y = width / 2, height / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    region = Region(corners, min(half_x, half_y), label=(-half_x + 8, -half_y + 13), flush=True)
    strip = (0.0, -height * 0.16, width * 0.7, height * 0.6)  # above the caption of what lies there
    steps = (width + plan.gap, 0.0) if plan.lie == "row" else (0.0, height + plan.gap)
    cells = sorted(board.cells, key=lambda cell: (cell.y, cell.x))
    return {
        cell.place: Site((half_x + steps[0] * rank, half_y + steps[1] * rank), region, strip=strip)
        for rank, cell in enumerate(cells)
    }


def _areas(board: BoardView, plan: BoardPlan) -> dict[str, Site]:
    """Return the areas as the look draws them; those that it does not know in a ring, below the others."""
    drawn = {c.place: _area(plan.areas[c.place], plan.scale) for c in board.cells if c.place in plan.areas}
    others = [cell.place for cell in board.cells if cell.place not in drawn]
    ring = _ring(others)
    if drawn and ring:
        around, below = _bounds(drawn.values()), _bounds(ring.values())
        dx = (around[0] + around[2]) / 2 - (below[0] + below[2]) / 2
        ring = _shifted(ring, dx, around[3] - below[1] + _BETWEEN_BOARDS)
    return {**drawn, **ring}


def _area(plan: AreaPlan, scale: float) -> Site:
    """Return an area around the middle of what stands there: of the strip, the circles, or the surface."""
    corners = tuple((x * scale, y * scale) for x, y in plan.outline)
    circles = tuple((x * scale, y * scale, r * scale) for x, y, r in plan.places)
    strip = None if plan.strip is None else _scaled(plan.strip, scale)
    if strip is not None:
        x, y = strip[:2]
    elif circles:
        x, y = sum(c[0] for c in circles) / len(circles), sum(c[1] for c in circles) / len(circles)
    else:
        x, y = centroid(corners)
    room = min(strip[2:]) / 2 if strip else min((c[2] for c in circles), default=_room(corners, (x, y)))
    shape = Region(tuple((a - x, b - y) for a, b in corners), room)
    around = tuple((a - x, b - y, r) for a, b, r in circles)
    beside = None if strip is None else (0.0, 0.0, strip[2], strip[3])
    wanted = None if plan.label is None else (plan.label[0] * scale - x, plan.label[1] * scale - y)
    label = wanted or _label(shape, around, beside[3] / 2 if beside else room)
    return Site((x, y), replace(shape, label=label), around, beside)


def _label(shape: Region, circles: tuple[Circle, ...], reach: float) -> Point:
    """Return where a name has room: over what stands in the middle, under it, at its sides, or right on it."""
    dx, dy = _LABEL
    for far in (reach + dy, reach + 2 * dy, reach + 4 * dy):
        for x, y in ((0.0, -far), (0.0, far), (-far - dx, 0.0), (far + dx, 0.0)):
            corners = ((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))
            apart = all(math.dist((x, y), (a, b)) > r + dx for a, b, r in circles)
            if apart and all(shape.holds(*corner) for corner in corners):
                return x, y
    return 0.0, -reach


def _scaled(box: Box, scale: float) -> Box:
    x, y, width, height = box
    return x * scale, y * scale, width * scale, height * scale


def _room(corners: tuple[Point, ...], middle: Point) -> float:
    """Return how far it is to the nearest side."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return max(8.0, min(_distance(middle, a, b) for a, b in sides))


def _distance(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    share = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def _ring(places: list[str]) -> dict[str, Site]:
    """Return circles of one size, clockwise from the top."""
    amount = len(places)
    angles = [2 * math.pi * rank / max(amount, 1) - math.pi / 2 for rank in range(amount)]
    far = 0.0 if amount < 2 else _RING_RADIUS * 1.35 / math.sin(math.pi / amount)
    round_ = tuple(2 * math.pi * corner / _ROUND for corner in range(_ROUND))
    corners = tuple((_RING_RADIUS * math.cos(a), _RING_RADIUS * math.sin(a)) for a in round_)
    region = Region(corners, _RING_RADIUS * 0.86, label=(0.0, -_RING_RADIUS * 0.8))
    return {
        place: Site((far * math.cos(angle), far * math.sin(angle)), region, linked=True)
        for place, angle in zip(places, angles, strict=True)
    }


def _bounds(found: Iterable[Site]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the outlines."""
    points = [(s.middle[0] + x, s.middle[1] + y) for s in found for x, y in s.shape.outline()]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)

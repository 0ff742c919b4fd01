"""Drawing of a board of areas: corners that snap to what is drawn already, outlines, and neighbours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from dsl.new_game.design import MOST_AREAS, Area, Point, named_areas

WIDTH, HEIGHT = 1000.0, 640.0  #: of the sheet, in the units of a look
SNAP = 18.0  #: distance from which a corner snaps to another one, or to a border
_LEAST_BORDER = 8.0  #: length from which a shared border makes neighbours
_NEAR = 2.0  #: distance of two lines that are the same border
_LEAST_SIZE = 600.0  #: square units of an area
_MOST_CORNERS = 60


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """An area that is drawn: its title, unique among the areas, and its corners in order."""

    title: str
    corners: tuple[Point, ...]

    @property
    def middle(self) -> Point:
        """The centre of gravity of the outline."""
        size = _signed_size(self.corners)
        x = y = 0.0
        for (x1, y1), (x2, y2) in _sides(self.corners):
            cross = x1 * y2 - x2 * y1
            x += (x1 + x2) * cross
            y += (y1 + y2) * cross
        return (x / (6 * size), y / (6 * size))

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the area."""
        x, y = point
        inside = False
        for (x1, y1), (x2, y2) in _sides(self.corners):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


class AreaDrawing:
    """Areas on a sheet, and the outline that is being drawn."""

    def __init__(self) -> None:
        self.areas: list[DrawnArea] = []
        self.outline: list[Point] = []  #: corners of the area that is being drawn
        self._switched: set[frozenset[str]] = set()  #: pairs whose neighbourhood is not that of their borders

    def snapped(self, point: Point) -> Point:
        """Return the corner near a point, else the nearest point of a border near it, else the point on the sheet."""
        corners = [*self.outline[:1], *(corner for area in self.areas for corner in area.corners)]
        near = min(corners, key=lambda corner: math.dist(corner, point), default=None)
        if near is not None and math.dist(near, point) <= SNAP:
            return near
        borders = (side for area in self.areas for side in _sides(area.corners))
        feet = (_foot(point, *side) for side in borders)
        foot = min(feet, key=lambda each: math.dist(each, point), default=None)
        if foot is not None and math.dist(foot, point) <= SNAP:
            return foot
        return (min(max(point[0], 0.0), WIDTH), min(max(point[1], 0.0), HEIGHT))

    def add_corner(self, point: Point) -> str | None:
        """Add a corner to the outline; at its first corner the area is closed. Return why not, as the end of a key."""
        corner = tuple(float(round(each)) for each in self.snapped(point))
        corner = (corner[0], corner[1])
        if self.outline and corner == self.outline[0]:
            return self._close() if len(self.outline) > 1 else None
        if corner in self.outline or len(self.outline) >= _MOST_CORNERS:
            return None
        self.outline.append(corner)
        return None

    def _close(self) -> str | None:
        corners = tuple(self.outline)
        if len(corners) < 3 or abs(_signed_size(corners)) < _LEAST_SIZE:
            return "small"
        if any(_cross(*one, *other) for one, other in combinations(_sides(corners), 2)):
            return "crossing"
        if len(self.areas) >= MOST_AREAS:
            return "many"
        self.outline.clear()
        self.areas.append(DrawnArea(self._free_title(), corners))
        return None

    def _free_title(self) -> str:
        titles = {area.title for area in self.areas}
        return next(title for number in range(MOST_AREAS + 1) if (title := f"A{number + 1}") not in titles)

    def undo(self) -> None:
        """Take back the last corner; without any, the last area becomes the outline again."""
        if self.outline:
            self.outline.pop()
        elif self.areas:
            self.outline = list(self.areas[-1].corners)
            self.remove(self.areas[-1].title)

    def remove(self, title: str) -> None:
        """Remove an area."""
        self.areas = [area for area in self.areas if area.title != title]
        self._switched = {pair for pair in self._switched if title not in pair}

    def rename(self, title: str, new: str) -> bool:
        """Give an area another title; False if it is empty or another area has it."""
        new = " ".join(new.split())
        if not new or any(area.title == new for area in self.areas):
            return False
        self.areas = [replace(area, title=new) if area.title == title else area for area in self.areas]
        self._switched = {frozenset(new if each == title else each for each in pair) for pair in self._switched}
        return True

    def area_at(self, point: Point) -> DrawnArea | None:
        """Return the area at a point; the last one drawn if there are several."""
        return next((area for area in reversed(self.areas) if area.holds(point)), None)

    def switch(self, one: str, other: str) -> None:
        """Make two areas neighbours, or make neighbours strangers."""
        if one != other:
            self._switched ^= {frozenset((one, other))}

    def neighbours(self) -> Iterator[tuple[DrawnArea, DrawnArea]]:
        """Yield the pairs of neighbours: those with a common border, except those that were switched."""
        for one, other in combinations(self.areas, 2):
            if _share_border(one, other) != (frozenset((one.title, other.title)) in self._switched):
                yield one, other

    def board(self) -> tuple[Area, ...]:
        """Return the areas for a design, with names for the rules."""
        beside: dict[str, set[str]] = {area.title: set() for area in self.areas}
        for one, other in self.neighbours():
            beside[one.title].add(other.title)
            beside[other.title].add(one.title)
        return named_areas(
            Area(area.title, area.title, area.corners, frozenset(beside[area.title])) for area in self.areas
        )


def sample_drawing() -> AreaDrawing:
    """Return a drawing of six areas, to be changed or cleared."""
    drawing = AreaDrawing()
    middle = [(330.0, 300.0), (520.0, 340.0), (880.0, 310.0)]
    shapes = (
        [(120, 130), (350, 90), middle[0], (100, 330)], [(350, 90), (600, 60), middle[1], middle[0]],
        [(600, 60), (860, 130), middle[2], middle[1]], [(100, 330), middle[0], (380, 560), (150, 520)],
        [middle[0], middle[1], (620, 590), (380, 560)], [middle[1], middle[2], (900, 480), (620, 590)],
    )  # fmt: skip
    for number, corners in enumerate(shapes, 1):
        drawing.areas.append(DrawnArea(f"A{number}", tuple((float(x), float(y)) for x, y in corners)))
    return drawing


# ---- geometry ----


def _sides(corners: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _signed_size(corners: tuple[Point, ...]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(corners)) / 2


def _foot(point: Point, start: Point, end: Point) -> Point:
    """Return the point of a line from `start` to `end` that is nearest to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    part = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return (start[0] + part * dx, start[1] + part * dy)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross; lines that only touch do not."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _share_border(one: DrawnArea, other: DrawnArea) -> bool:
    return any(_common(*mine, *theirs) for mine in _sides(one.corners) for theirs in _sides(other.corners))


def _common(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the line from `a` to `b` runs along the one from `c` to `d` for a while."""
    length = math.dist(a, b)
    if not length or abs(_turn(a, b, c)) / length > _NEAR or abs(_turn(a, b, d)) / length > _NEAR:
        return False
    along = sorted(((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length for p in (c, d))
    return min(along[1], length) - max(along[0], 0.0) >= _LEAST_BORDER

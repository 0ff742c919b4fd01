"""Coasts: connected lands, the line of their shores, and their sand, foam and shallow water."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPolygonF,
    QTransform,
)

from app.table.model.cell_shapes import Point, area_of, drawn_in
from app.table.painting.path_painting import fill_steps, glow_steps, rounded_line, smooth, widened
from app.table.painting.surfaces import Steps, memoized, noise_steps, saved, toned, with_alpha

# ---- lands: outlines that share sides

_Node = tuple[int, int]
_Edge = tuple[_Node, _Node]


def lands(outlines: Sequence[Sequence[Point]]) -> list[list[tuple[Point, ...]]]:
    """Return the connected lands of these outlines: for each its loops, the outer one and those around holes.

    Two outlines are connected if they have a part of a side in common. Outer loops turn as the axes do, clockwise on
    the screen; holes turn the other way.
    """
    sides, points = _sides_of(outlines)
    groups = list(range(len(outlines)))

    def root(number: int) -> int:
        while groups[number] != number:
            number = groups[number]
        return number

    border: dict[_Node, list[_Node]] = {}
    for (start, end), number in sides.items():
        other = sides.get((end, start))
        if other is None:
            border.setdefault(start, []).append(end)
        else:
            groups[max(root(number), root(other))] = min(root(number), root(other))
    found: dict[int, list[tuple[Point, ...]]] = {}
    while border:
        start = min(border)
        loop, here, before = [start], border[start].pop(), start
        while here != start and border.get(here):
            loop.append(here)
            # Where two corners touch, turn so that each of them keeps a loop of its own.
            ways = border[here]
            onward = min(ways, key=lambda way: _turn(points[before], points[here], points[way]))
            ways.remove(onward)
            before, here = here, onward
        border = {point: ways for point, ways in border.items() if ways}
        if here == start and len(loop) > 2:  # outlines that overlap may leave open lines
            owner = root(sides[loop[0], loop[1]])
            found.setdefault(owner, []).append(tuple(points[each] for each in loop))
    return [found[owner] for owner in sorted(found)]


def _sides_of(outlines: Sequence[Sequence[Point]]) -> tuple[dict[_Edge, int], dict[_Node, Point]]:
    """Return the sides of the outlines, each with the number of its outline, and the points by their keys.

    A side on which corners of other outlines lie is cut there.
    """
    sides: dict[_Edge, int] = {}
    points: dict[_Node, Point] = {}
    for number, outline in enumerate(outlines):
        corners = outline if area_of(outline) > 0 else tuple(reversed(outline))
        for here, there in zip(corners, (*corners[1:], corners[0]), strict=True):
            points[_key(here)] = here
            sides[_key(here), _key(there)] = number
    free = [edge for edge in sides if (edge[1], edge[0]) not in sides]
    lengths = [math.dist(start, end) for start, end in free]
    if not free or max(lengths) < 1.1 * min(lengths):  # hexes and squares meet at their corners
        return sides, points
    corners_of_free = {start for start, _ in free}
    for start, end in free:
        between = sorted(
            (each for each in corners_of_free if _lies_on(each, start, end)), key=lambda each: math.dist(each, start)
        )
        if between:
            number = sides.pop((start, end))
            for here, there in zip((start, *between), (*between, end), strict=True):
                sides[here, there] = number
    return sides, points


def _lies_on(point: _Node, start: _Node, end: _Node) -> bool:
    """Whether a point is on a side, between its ends."""
    if point in (start, end):
        return False
    dx, dy = end[0] - start[0], end[1] - start[1]
    ax, ay = point[0] - start[0], point[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    along = (ax * dx + ay * dy) / length
    return 1.0 < along < length - 1.0 and abs(ax * dy - ay * dx) / length < 1.0


def _key(point: Point) -> _Node:
    return round(point[0]), round(point[1])


def _turn(before: Point, here: Point, there: Point) -> float:
    """Return by how much a way turns away from the inner side."""
    one = math.atan2(here[1] - before[1], here[0] - before[0])
    other = math.atan2(there[1] - here[1], there[0] - here[0])
    return -math.remainder(other - one, math.tau)


def soft_loop(corners: Sequence[Point], outwards: float, step: float = 13.0, passes: int = 3) -> QPainterPath:
    """Return a natural line around an outline: moved outwards, smoothed, and uneven in a way that depends on the
    place alone, so that a shore stays where it is when the land grows elsewhere."""
    wide = _spread(corners, outwards)
    dense: list[Point] = []
    for (ax, ay), (bx, by) in zip(wide, (*wide[1:], wide[0]), strict=True):
        count = max(1, int(math.hypot(bx - ax, by - ay) / step))
        dense += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count)]
    count = len(dense)
    for _ in range(passes):
        dense = [
            (
                (dense[k - 1][0] + 2 * dense[k][0] + dense[(k + 1) % count][0]) / 4,
                (dense[k - 1][1] + 2 * dense[k][1] + dense[(k + 1) % count][1]) / 4,
            )
            for k in range(count)
        ]
    return smooth([(x + _uneven(x, y, 0.7), y + _uneven(y, x, 2.9)) for x, y in dense])


def _uneven(x: float, y: float, phase: float) -> float:
    return 2.0 * math.sin(x * 0.045 + y * 0.031 + phase) + 1.2 * math.sin(x * 0.11 - y * 0.093 + 2 * phase)


def _spread(corners: Sequence[Point], outwards: float) -> tuple[Point, ...]:
    """Move the sides outwards; the hole of a land, which turns the other way, becomes smaller."""
    return drawn_in(corners, -outwards if area_of(corners) > 0 else outwards)


# ---- coasts


COAST_REACH = 84.0  #: of the shallow water, from the land
_LARGE = 12_000.0  #: square units; the beach around larger cells is wider


@dataclass(frozen=True)
class Coast:
    """Coasts of the lands that these outlines cover, in scene coordinates."""

    land: tuple[tuple[Point, ...], ...]
    water: str  #: #rrggbb
    dark: bool = False

    @cached_property
    def shores(self) -> tuple[QPainterPath, ...]:
        """The line between sand and water of each connected land, with its holes."""
        wide = any(abs(area_of(each)) > _LARGE for each in self.land)
        return tuple(_shore(loops, 24.0 if wide else 12.0) for loops in lands(self.land))

    @cached_property
    def beach(self) -> QRectF:
        """The box around the sand of all lands."""
        return reduce(QRectF.united, (shore.boundingRect() for shore in self.shores), QRectF())

    @property
    def box(self) -> QRectF:
        """The box around everything that `steps` paints."""
        return self.beach.adjusted(-COAST_REACH, -COAST_REACH, COAST_REACH, COAST_REACH)

    def steps(self, painter: QPainter) -> Steps:
        """Paint shallow water, foam and sand around the lands, in steps."""
        light, sand = toned(QColor(self.water), 0.82), QColor("#b39d6a" if self.dark else "#ead7a0")
        strong = 0.55 if self.dark else 1.0
        for shore in self.shores:
            yield from glow_steps(painter, shore, toned(QColor(self.water), 0.6), 72, 0.62 * strong)
            yield from glow_steps(painter, shore, toned(QColor(self.water), 0.85), 24, 0.42 * strong)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(Qt.PenStyle.NoPen)
        rings = yield from _waves_around(self)
        for (_, alpha, _), waves in zip(_RINGS, rings, strict=True):
            painter.setBrush(with_alpha(light, alpha * strong))
            for number, wave in enumerate(waves):
                painter.drawPolygon(wave, Qt.FillRule.WindingFill)
                if number % 20 == 0:
                    yield
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for shore in self.shores:
            painter.setPen(rounded_line(with_alpha(QColor("#f2fffb"), 0.7 * strong), 6))
            painter.drawPath(shore)
            yield
            yield from fill_steps(painter, shore, sand)
            with saved(painter):
                painter.setClipPath(shore, Qt.ClipOperation.IntersectClip)
                yield from noise_steps(painter, shore.boundingRect(), 128, 0.3, seed=21)
                painter.setPen(rounded_line(with_alpha(toned(sand, -0.4), 0.55), 7))
                painter.drawPath(shore)
            yield


@lru_cache(maxsize=4)
def coast_of(land: tuple[tuple[Point, ...], ...], water: str, dark: bool) -> Coast:
    """Return the coasts around these outlines in water of this colour, #rrggbb; equal ones keep their paths."""
    return Coast(land, water, dark)


@memoized
def _waves_around(coast: Coast) -> Generator[None, None, tuple[tuple[QPolygonF, ...], ...]]:
    """Find the outlines of the waves in each ring around all lands, from the land outwards, in steps."""
    around = QPainterPath()
    for shore in coast.shores:
        around.addPath(shore)
    around.setFillRule(Qt.FillRule.WindingFill)
    rings = []
    for number, (dashes, _, width) in enumerate(_RINGS):
        line = widened(around, 13 + number * 13)
        yield
        rings.append(_dashed(line, dashes, width))
        yield
    return tuple(rings)


def _shore(loops: Sequence[Sequence[Point]], rim: float) -> QPainterPath:
    line = QPainterPath()
    line.setFillRule(Qt.FillRule.OddEvenFill)
    for loop in loops:  # the outer one lies lower, because the land is thick
        line.addPath(soft_loop(loop, rim).translated(0, _CLIFF / 2 if area_of(loop) > 0 else 0))
    return line


def _dashed(line: QPainterPath, dashes: Sequence[float], width: float) -> tuple[QPolygonF, ...]:
    """Return the outlines of the dashes along a line, with round ends."""
    stroker = QPainterPathStroker(rounded_line(QColor(), width))
    stroker.setDashPattern([each * 1.2 / width for each in dashes])
    stroker.setCurveThreshold(_FINE)
    fine = QTransform.fromScale(_ENLARGED, _ENLARGED)
    back = fine.inverted()[0]
    return tuple(back.map(each) for each in stroker.createStroke(line).toSubpathPolygons(fine))


_FINE, _ENLARGED = 0.05, 4.0  #: error of curved dashes in scene units; largest scale at which their outline is smooth
_CLIFF = 9.0
_RINGS = (((18, 8, 6, 9), 0.42, 2.0), ((12, 12, 5, 14), 0.26, 1.6), ((8, 16, 3, 20), 0.15, 1.3))

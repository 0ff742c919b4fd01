"""Painters of grounds: coasts, soil with a texture, scattered sprites, ridges, wooden frames. They know no game."""

from __future__ import annotations

import math
import random
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from app.appearance.drawings import Drawing, Sprite, paint_drawing
from app.appearance.kind_look import KindLook
from app.table.model.cell_shapes import Point, area_of, drawn_in
from app.table.painting.pieces import text_path
from app.table.painting.surfaces import paint_noise, paint_wood_grain, toned, with_alpha

_BLACK, _WHITE, _EARTH = QColor("#000000"), QColor("#ffffff"), QColor("#241608")

# ---- images, rendered once


class GroundCache:
    """Cache of painted grounds: an image for each key and scale, the least recently used are dropped.

    While the board is zoomed, an image at another scale is shown; then `on_rough` is called, and the exact images are
    painted while `exact` is true. `renders` counts the images that were painted.
    """

    def __init__(self, on_rough: Callable[[], None] | None = None, most_bytes: int = 160 * 1024 * 1024) -> None:
        self._images: OrderedDict[tuple[object, float], QImage] = OrderedDict()
        self._scales: dict[object, float] = {}  #: of the last image of each key
        self._most, self._used = most_bytes, 0
        self._on_rough = on_rough
        self.exact = on_rough is None
        self.renders = 0

    def draw(self, painter: QPainter, key: object, box: QRectF, paint: Callable[[QPainter], None]) -> None:
        """Draw what `paint` paints inside `box` (painter coordinates); it is called once for each key and scale."""
        scale = _step(abs(painter.deviceTransform().m11()), box)
        other = self._scales.get(key, scale)
        if not self.exact and (key, scale) not in self._images and (key, other) in self._images:
            scale = other
            if self._on_rough is not None:
                self._on_rough()
        image = self._images.get((key, scale))
        if image is None:
            image = self._render(box, scale, paint)
            self._keep(key, scale, image)
        else:
            self._images.move_to_end((key, scale))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(box.topLeft(), image.size().toSizeF() / scale), image)

    def _keep(self, key: object, scale: float, image: QImage) -> None:
        self._images[key, scale] = image
        self._scales[key] = scale
        self._used += image.sizeInBytes()
        while self._used > self._most and len(self._images) > 1:
            (old, at), dropped = self._images.popitem(last=False)
            self._used -= dropped.sizeInBytes()
            if self._scales.get(old) == at:
                del self._scales[old]

    def _render(self, box: QRectF, scale: float, paint: Callable[[QPainter], None]) -> QImage:
        self.renders += 1
        image = QImage(
            math.ceil(box.width() * scale) + 1,
            math.ceil(box.height() * scale) + 1,
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale, scale)
        painter.translate(-box.topLeft())
        paint(painter)
        painter.end()
        return image


_MOST_PIXELS = 9_000_000


def _step(zoom: float, box: QRectF) -> float:
    """Return the scale of an image for a zoom: at least as fine, one of few, and never more than `_MOST_PIXELS`."""
    step = math.pow(2.0, math.ceil(2 * math.log2(max(zoom, 0.05)) - 1e-6) / 2)
    while step > 0.1 and box.width() * box.height() * step * step > _MOST_PIXELS:
        step /= math.sqrt(2)
    return min(step, 4.0)


# ---- paths


def path_of(corners: Sequence[Point]) -> QPainterPath:
    """Return a closed path through the corners."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path


def rounded(corners: Sequence[Point], radius: float) -> QPainterPath:
    """Return an outline with rounded corners."""
    path = QPainterPath()
    for rank, here in enumerate(corners):
        before, after = corners[rank - 1], corners[(rank + 1) % len(corners)]
        start, end = _towards(here, before, radius), _towards(here, after, radius)
        if rank:
            path.lineTo(*start)
        else:
            path.moveTo(*start)
        path.quadTo(*here, *end)
    path.closeSubpath()
    return path


def _towards(here: Point, there: Point, length: float) -> Point:
    far = math.dist(here, there) or 1.0
    share = min(length / far, 0.5)
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def smooth(points: Sequence[Point]) -> QPainterPath:
    """Return a closed soft curve through points (a Catmull-Rom spline)."""
    count = len(points)
    path = QPainterPath(QPointF(*points[0]))
    for rank in range(count):
        (ax, ay), (bx, by) = points[rank - 1], points[rank]
        (cx, cy), (dx, dy) = points[(rank + 1) % count], points[(rank + 2) % count]
        path.cubicTo(bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
    path.closeSubpath()
    return path


def widened(path: QPainterPath, width: float) -> QPainterPath:
    """Return a path with a border of this width around it."""
    return path.united(strip_along(path, width))


def strip_along(path: QPainterPath, reach: float) -> QPainterPath:
    """Return the strip on both sides of the line of a path."""
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * reach)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(path)


def glow(painter: QPainter, path: QPainterPath, colour: QColor, reach: float, alpha: float) -> None:
    """Paint a soft border around a path, on both sides of its line.

    A wide one is stroked small, blurred by scaling it down and up again, and enlarged.
    """
    if reach < _WIDE_GLOW:
        painter.save()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for step in range(4):
            painter.setPen(_round(with_alpha(colour, alpha * (0.12 + 0.12 * step)), 2 * reach * (1 - step / 4)))
            painter.drawPath(path)
        painter.restore()
        return
    factor = reach / _BLURRED
    box = path.boundingRect().adjusted(-1.5 * reach, -1.5 * reach, 1.5 * reach, 1.5 * reach)
    wide, high = int(box.width() / factor) + 2, int(box.height() / factor) + 2
    small = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    small.fill(with_alpha(colour, 0.0))
    soft = QPainter(small)
    soft.setRenderHint(QPainter.RenderHint.Antialiasing)
    placed = QTransform.fromTranslate(-box.left(), -box.top()) * QTransform.fromScale(1 / factor, 1 / factor)
    flat = QPainterPath()  # of few straight lines: curves take long to stroke
    for line in path.toSubpathPolygons(placed):
        flat.addPolygon(line)
    for share, part in ((1.1, 0.62), (0.5, 0.7)):
        soft.setPen(_round(with_alpha(colour, part * alpha), share * _BLURRED))
        soft.drawPath(flat)
    soft.end()
    smooth_scaling = Qt.TransformationMode.SmoothTransformation
    keep = Qt.AspectRatioMode.IgnoreAspectRatio
    blurred = small.scaled(max(1, wide // 4), max(1, high // 4), keep, smooth_scaling)
    blurred = blurred.scaled(wide, high, keep, smooth_scaling)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(box.topLeft(), blurred.size().toSizeF() * factor), blurred)
    painter.restore()


_WIDE_GLOW, _BLURRED = 10.0, 8.0  #: reach in painter units from which it is blurred; in pixels when it is


def soft_shadow(painter: QPainter, path: QPainterPath, reach: float, alpha: float, drop: float) -> None:
    """Paint the soft shadow of a filled path that lies `drop` below it."""
    shade = path.translated(0, drop)
    glow(painter, shade, _EARTH, reach, alpha)
    painter.fillPath(shade, with_alpha(_EARTH, alpha * 0.8))


def _round(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def seed_of(*words: object) -> int:
    """Return a number that depends on the words alone: the same on every computer."""
    return zlib.crc32("/".join(map(str, words)).encode())


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
        """The box around everything that `paint` paints."""
        return self.beach.adjusted(-COAST_REACH, -COAST_REACH, COAST_REACH, COAST_REACH)

    def paint(self, painter: QPainter) -> None:
        """Paint shallow water, foam and sand around the lands."""
        paint_coast(painter, self.shores, QColor(self.water), dark=self.dark)


def _shore(loops: Sequence[Sequence[Point]], rim: float) -> QPainterPath:
    line = QPainterPath()
    line.setFillRule(Qt.FillRule.OddEvenFill)
    for loop in loops:  # the outer one lies lower, because the land is thick
        line.addPath(soft_loop(loop, rim).translated(0, _CLIFF / 2 if area_of(loop) > 0 else 0))
    return line


_CLIFF = 9.0
_RINGS = (((18, 8, 6, 9), 0.42, 2.0), ((12, 12, 5, 14), 0.26, 1.6), ((8, 16, 3, 20), 0.15, 1.3))


def paint_coast(painter: QPainter, shores: Sequence[QPainterPath], water: QColor, *, dark: bool = False) -> None:
    """Paint shallow water, foam and sand around the lands, in scene coordinates."""
    light, sand = toned(water, 0.82), QColor("#b39d6a" if dark else "#ead7a0")
    strong = 0.55 if dark else 1.0
    for shore in shores:
        glow(painter, shore, toned(water, 0.6), 72, 0.62 * strong)
        glow(painter, shore, toned(water, 0.85), 24, 0.42 * strong)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    around = QPainterPath()
    for shore in shores:
        around.addPath(shore)
    around.setFillRule(Qt.FillRule.WindingFill)
    for number, (dashes, alpha, width) in enumerate(_RINGS):
        pen = _round(with_alpha(light, alpha * strong), width)
        pen.setDashPattern([each * 1.2 / width for each in dashes])
        painter.setPen(pen)
        painter.drawPath(widened(around, 13 + number * 13))
    for shore in shores:
        painter.setPen(_round(with_alpha(QColor("#f2fffb"), 0.7 * strong), 6))
        painter.drawPath(shore)
        painter.fillPath(shore, sand)
        painter.save()
        painter.setClipPath(shore, Qt.ClipOperation.IntersectClip)
        paint_noise(painter, shore.boundingRect(), 128, 0.3, seed=21)
        painter.setPen(_round(with_alpha(toned(sand, -0.4), 0.55), 7))
        painter.drawPath(shore)
        painter.restore()


# ---- soil


@dataclass(frozen=True, slots=True)
class Soil:
    """Ground of a kind: colour, texture, and the sprites that are scattered on it."""

    fill: str  #: #rrggbb
    texture: str = "plain"
    sprites: tuple[Sprite, ...] = ()  #: with counts for each cell, or for 10,000 square units of an area
    layout: str = "scatter"  #: scatter, ridge or rim
    art: tuple[Drawing, ...] = ()  #: drawings of which one is in the middle

    @classmethod
    def of(cls, kind: KindLook, *, dark: bool) -> Soil:
        """Return the ground of a kind in the light or the dark theme."""
        return cls(kind.fill.on(dark), kind.texture, kind.sprites, kind.layout, kind.art)

    @property
    def top(self) -> QColor:
        """The tone at the upper edge."""
        return toned(QColor(self.fill), 0.36)

    @property
    def bottom(self) -> QColor:
        """The tone at the lower edge."""
        return toned(QColor(self.fill), -0.06)

    @property
    def spot(self) -> QColor:
        """The tone of spots and strokes."""
        return toned(QColor(self.fill), -0.26)

    @property
    def side(self) -> QColor:
        """The tone of its vertical sides."""
        return toned(QColor(self.fill), -0.46)


def paint_soil(painter: QPainter, path: QPainterPath, soil: Soil, seed: int, size: float = 1.0) -> None:
    """Fill a path with soil: two tones, spots, grain, and the strokes of its texture; `size` enlarges them."""
    dice, box = random.Random(seed), path.boundingRect()
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    light = QLinearGradient(box.left(), box.top(), box.left() + box.width() * 0.25, box.bottom())
    light.setColorAt(0, soil.top)
    light.setColorAt(1, soil.bottom)
    painter.fillRect(box, light)
    painter.setPen(Qt.PenStyle.NoPen)
    calm = 0.5 if soil.texture in ("plain", "snow", "water") else 1.0
    for _ in range(int(box.width() * box.height() / (520 * size**2.6))):
        middle, wide = _within(dice, box), dice.uniform(8, 24) * size
        tone = soil.spot if dice.random() < 0.6 else soil.top
        painter.setBrush(with_alpha(tone, dice.uniform(0.08, 0.22) * calm))
        painter.drawEllipse(middle, wide, wide * dice.uniform(0.25, 0.45))
    strokes = _TEXTURES.get(soil.texture)
    if strokes is not None:
        strokes(painter, box, soil, dice, size)
    painter.restore()
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    paint_noise(painter, box, 128, 0.3, seed=22)
    paint_noise(painter, box, 20, 0.14, seed=23)
    painter.restore()


def _within(dice: random.Random, box: QRectF) -> QPointF:
    return QPointF(dice.uniform(box.left(), box.right()), dice.uniform(box.top(), box.bottom()))


def _amount(box: QRectF, area: float) -> int:
    """Return how many strokes fill a box with one on each `area`."""
    return max(2, int(box.width() * box.height() / area))


def _grass(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> None:
    dark, light = toned(QColor(soil.fill), -0.3), toned(QColor(soil.fill), 0.5)
    for _ in range(_amount(box, 190 * size)):
        point, tall = _within(dice, box), dice.uniform(3, 6.5)
        painter.setPen(_round(with_alpha(dark if dice.random() < 0.6 else light, dice.uniform(0.2, 0.5)), 1.0))
        painter.drawLine(point, point + QPointF(dice.uniform(-2.4, 2.4), -tall))


def _sand(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for _ in range(_amount(box, 900 * size)):
        point, wide = _within(dice, box), dice.uniform(8, 24) * size
        for tone, drop, alpha in ((soil.spot, 0.0, 0.3), (toned(QColor(soil.fill), 0.7), 1.3, 0.36)):
            ripple = QPainterPath(point + QPointF(-wide, drop))
            ripple.quadTo(point + QPointF(-wide * 0.2, drop - wide * 0.24), point + QPointF(wide, drop))
            painter.setPen(_round(with_alpha(tone, alpha * dice.uniform(0.5, 1)), 1.2))
            painter.drawPath(ripple)


def _rock(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> None:
    for _ in range(_amount(box, 700 * size)):
        point, wide = _within(dice, box), dice.uniform(5, 15) * size
        corners = [
            (
                point.x() + wide * dice.uniform(0.6, 1) * math.cos(k * math.tau / 5),
                point.y() + wide * 0.55 * dice.uniform(0.6, 1) * math.sin(k * math.tau / 5),
            )
            for k in range(5)
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        lit = dice.random() < 0.5
        painter.setBrush(with_alpha(toned(QColor(soil.fill), 0.5 if lit else -0.3), dice.uniform(0.1, 0.26)))
        painter.drawPath(path_of(corners))
    for _ in range(_amount(box, 2600 * size)):
        line = QPainterPath(_within(dice, box))
        for _ in range(3):
            line.lineTo(line.currentPosition() + QPointF(dice.uniform(2, 8) * size, dice.uniform(-5, 5) * size))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_round(with_alpha(soil.side, 0.3), 1.0))
        painter.drawPath(line)


def _snow(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> None:
    blue = toned(QColor("#7fb2d0"), 0.1)
    for _ in range(_amount(box, 1700 * size)):
        point = _within(dice, box)
        x, y = point.x(), point.y()
        plate = [
            (x, y),
            (x + dice.uniform(8, 22) * size, y + dice.uniform(-6, 4) * size),
            (x + dice.uniform(14, 26) * size, y + dice.uniform(8, 16) * size),
            (x - dice.uniform(0, 8) * size, y + dice.uniform(8, 18) * size),
        ]
        painter.setPen(_round(with_alpha(blue, 0.55), 0.9))
        painter.setBrush(with_alpha(_WHITE, dice.uniform(0.3, 0.7)))
        painter.drawPath(path_of(plate))


def _water(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for _ in range(_amount(box, 800 * size)):
        point, wide = _within(dice, box), dice.uniform(5, 11) * size
        wave = QPainterPath(point + QPointF(-wide, 0))
        wave.quadTo(point + QPointF(0, -2.8), point + QPointF(wide, 0))
        painter.setPen(_round(with_alpha(toned(QColor(soil.fill), 0.85), dice.uniform(0.2, 0.55)), 1.3))
        painter.drawPath(wave)


def _leaves(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(_amount(box, 170 * size)):
        point, wide = _within(dice, box), dice.uniform(1.6, 4.2) * size
        painter.setBrush(
            with_alpha(toned(QColor(soil.fill), dice.choice((-0.34, -0.22, 0.3))), dice.uniform(0.16, 0.4))
        )
        painter.drawEllipse(point, wide, wide * 0.6)


_TEXTURES: dict[str, Callable[[QPainter, QRectF, Soil, random.Random, float], None]] = {
    "grass": _grass,
    "sand": _sand,
    "rock": _rock,
    "snow": _snow,
    "water": _water,
    "leaves": _leaves,
}

# ---- scattered sprites


@dataclass(frozen=True, slots=True)
class Placed:
    """Drawing that stands on the ground: its foot in scene units, and its scale."""

    drawing: Drawing
    x: float
    y: float
    scale: float

    def moved(self, dx: float, dy: float) -> Placed:
        """Return it at another point."""
        return replace(self, x=self.x + dx, y=self.y + dy)


_SIZES = (0.88, 1.0, 1.12)  #: few, because each size of a drawing is rendered for itself


def paint_placed(painter: QPainter, sprites: Iterable[Placed]) -> None:
    """Paint drawings from back to front."""
    for sprite in sorted(sprites, key=lambda each: each.y):
        painter.save()
        painter.translate(sprite.x, sprite.y)
        painter.scale(sprite.scale, sprite.scale)
        paint_drawing(painter, sprite.drawing)
        painter.restore()


class _Variants:
    """Variants of a sprite in random order, never the same twice in a row."""

    def __init__(self, sprite: Sprite, dice: random.Random) -> None:
        self._variants, self._dice, self._last = sprite.variants, dice, -1

    def next(self) -> Drawing:
        """Return the next variant."""
        count = len(self._variants)
        rank = self._dice.randrange(count)
        if rank == self._last and count > 1:
            rank = (rank + 1) % count
        self._last = rank
        return self._variants[rank]


Free = Callable[[float, float], bool]


def scattered(
    dice: random.Random, box: tuple[float, float, float, float], amount: int, apart: float, free: Free
) -> list[Point]:
    """Return points in a box (left, top, right, bottom) that are evenly and irregularly spread: blue noise, by
    throwing darts that keep their distance. Fewer points, if there is not enough room."""
    left, top, right, bottom = box
    found: list[Point] = []
    for attempt in range(40 * amount):
        if len(found) == amount:
            break
        near = apart if attempt < 25 * amount else apart * 0.75
        x, y = dice.uniform(left, right), dice.uniform(top, bottom)
        if free(x, y) and all((x - a) ** 2 + (y - b) ** 2 >= near * near for a, b in found):
            found.append((x, y))
    return found


#: Of a cell with the inner radius 52: place and scale of the large sprites of a ridge.
_RIDGE = ((0.0, -4.0, 1.02), (-22.0, -16.0, 0.76), (24.0, -20.0, 0.68), (37.0, 0.0, 0.5), (-39.0, -2.0, 0.48))


def free_for_figures(x: float, y: float) -> bool:
    """Whether a point of a cell, from its middle, is outside the lower middle, where figures stand."""
    return not (abs(x) < 29 and -12 < y < 46)


def sprites_on_cell(soil: Soil, holds: Free, seed: int, inner: float) -> list[Placed]:
    """Return the sprites of a hex or a square around its middle, from back to front.

    They leave the lower middle free; `holds` says whether a point is on the cell; `inner` is its inner radius.
    """
    dice, share = random.Random(seed), inner / 52.0
    edge = inner * 0.9
    total = sum(sprite.count for sprite in soil.sprites)
    apart = 0.8 * math.sqrt(2.2 * edge * edge / max(6, total))

    def free(x: float, y: float) -> bool:
        return holds(x * 1.13, (y - 3) * 1.13) and free_for_figures(x / share, y / share)

    def low(x: float, y: float) -> bool:
        return y > 12 * share and free(x, y)

    found: list[Placed] = []
    for rank, sprite in enumerate(soil.sprites):
        variants = _Variants(sprite, dice)
        if soil.layout == "ridge" and rank == 0:
            for x, y, scale in sorted(_RIDGE[: sprite.count], key=lambda spot: spot[1]):
                point = ((x + dice.uniform(-3, 3)) * share, (y + dice.uniform(-2, 2)) * share)
                found.append(Placed(variants.next(), *point, scale * share))
            continue
        if soil.layout == "rim":
            points = _around(dice, sprite.count, inner * 0.78)
        elif soil.layout == "ridge":
            points = scattered(dice, (-edge, 0, edge, edge), sprite.count, 12 * share, low)
        else:
            clear = _apart_from([(each.x, each.y) for each in found], apart * 0.6, free)
            points = scattered(dice, (-edge, -edge, edge, edge * 1.1), sprite.count, apart, clear)
        found += [Placed(variants.next(), x, y, dice.choice(_SIZES)) for x, y in points]
    return sorted(found, key=lambda each: each.y)


def _apart_from(taken: Sequence[Point], apart: float, free: Free) -> Free:
    return lambda x, y: free(x, y) and all((x - a) ** 2 + (y - b) ** 2 >= apart * apart for a, b in taken)


def _around(dice: random.Random, amount: int, radius: float) -> list[Point]:
    turn = dice.uniform(0, math.tau)
    found = []
    for rank in range(amount):
        angle = turn + math.tau * (rank + dice.uniform(-0.25, 0.25)) / amount
        found.append((radius * math.cos(angle), radius * 0.92 * math.sin(angle) + 4))
    return found


def sprites_on_area(soil: Soil, path: QPainterPath, free: Free, seed: int) -> list[Placed]:
    """Return the sprites of an area, from back to front; their counts are for 10,000 square units."""
    dice, bounds = random.Random(seed), path.boundingRect()
    box = (bounds.left(), bounds.top(), bounds.right(), bounds.bottom())
    surface = abs(area_of([(p.x(), p.y()) for p in path.toFillPolygon().toList()])) / 10_000
    found: list[Placed] = []

    def inside(x: float, y: float) -> bool:
        return free(x, y) and path.contains(QPointF(x, y))

    for sprite in soil.sprites:
        variants = _Variants(sprite, dice)
        apart = 0.72 * math.sqrt(10_000 / max(sprite.count, 1))
        clear = _apart_from([(each.x, each.y) for each in found], apart * 0.45, inside)
        points = scattered(dice, box, round(sprite.count * surface), apart, clear)
        found += [Placed(variants.next(), x, y + 4, dice.choice(_SIZES)) for x, y in points]
    return sorted(found, key=lambda each: each.y)


# ---- ridges: walls at the sides of tiles


def paint_ridge(painter: QPainter, start: Point, end: Point, *, double: bool) -> None:
    """Paint a chain of rock from one point to another: single low and brown, double broad with two rows of snow."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = -uy, ux
    if nx * -0.6 + ny * -0.8 < 0:  # towards the light
        nx, ny = -nx, -ny
    dice = random.Random(seed_of(round(ax), round(ay), round(bx), round(by)))
    half, count = (12.5 if double else 6.0), (6 if double else 7)

    def at(share: float, off: float) -> Point:
        return ax + ux * length * share + nx * off, ay + uy * length * share + ny * off

    def slope(side: int) -> list[Point]:
        found = []
        for k in range(count + 1):
            jag = dice.uniform(0.55, 0.8) if (k + (side < 0)) % 2 else dice.uniform(0.95, 1.2)
            found.append(at(k / count, side * half * jag * (0.5 if k in (0, count) else 1)))
        return found

    lit, shaded = slope(1), slope(-1)
    crest = [at(k / count, dice.uniform(-1.6, 1.6)) for k in range(count + 1)]
    whole = path_of([*lit, *reversed(shaded)])
    soft_shadow(painter, whole, 5, 0.5, 4)
    painter.setPen(_round(QColor("#241812"), 3.0))
    painter.setBrush(QColor("#8d7a69"))
    painter.drawPath(whole)
    painter.fillPath(path_of([*lit, *reversed(crest)]), QColor("#c9b49c" if double else "#a98f74"))
    painter.fillPath(path_of([*crest, *reversed(shaded)]), QColor("#54463d" if double else "#614c3b"))
    for k in range(1, count):
        painter.setPen(_round(with_alpha(QColor("#241812"), 0.5), 1.0))
        painter.drawLine(QPointF(*crest[k]), QPointF(*(shaded[k] if k % 2 else lit[k])))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_WHITE)
    for row in (0.46, -0.46) if double else ():
        for k in range(count):
            x, y = at((k + 0.5) / count, half * row)
            size = 4.6 * dice.uniform(0.85, 1.15)
            painter.drawPath(
                path_of(
                    [
                        (x - ux * size * 1.3, y - uy * size * 1.3),
                        (x + nx * size * 0.8, y + ny * size * 0.8),
                        (x + ux * size * 1.3, y + uy * size * 1.3),
                        (x - nx * size * 0.6, y - ny * size * 0.6),
                    ]
                )
            )


def paint_fence(painter: QPainter, start: Point, end: Point, *, double: bool) -> None:
    """Paint a wooden fence from one point to another; a double one has two rows of posts."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = -(by - ay) / length, (bx - ax) / length
    for off in (-5.0, 5.0) if double else (0.0,):
        one, other = QPointF(ax + nx * off, ay + ny * off), QPointF(bx + nx * off, by + ny * off)
        for ink, width in ((QColor("#2a1a0e"), 6.0), (QColor("#a9794a"), 3.4)):
            painter.setPen(_round(ink, width))
            painter.drawLine(one, other)
        for k in range(6):
            post = one + (other - one) * ((k + 0.5) / 6)
            painter.setPen(_round(QColor("#2a1a0e"), 1.2))
            painter.setBrush(QColor("#d9b080"))
            painter.drawEllipse(post, 3.6, 3.6)


def paint_wall(painter: QPainter, kind: str, start: Point, end: Point, *, double: bool) -> None:
    """Paint a wall of the kind ridge, fence or line from one point to another."""
    if kind == "ridge":
        paint_ridge(painter, start, end, double=double)
    elif kind == "fence":
        paint_fence(painter, start, end, double=double)
    else:
        _paint_line(painter, start, end, double=double)


def _paint_line(painter: QPainter, start: Point, end: Point, *, double: bool) -> None:
    """Paint a dark line with light links: one row, or two rows in a broader line."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = -(by - ay) / length, (bx - ax) / length
    painter.setPen(_round(QColor("#1d140c"), 17.0 if double else 8.0))
    painter.drawLine(QPointF(ax, ay), QPointF(bx, by))
    links = QPen(QColor("#fff6dc"), 3.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    links.setDashPattern([1.4, 2.2])
    painter.setPen(links)
    for off in (-4.2, 4.2) if double else (0.0,):
        painter.drawLine(QPointF(ax + nx * off, ay + ny * off), QPointF(bx + nx * off, by + ny * off))


# ---- frames


def paint_frame(painter: QPainter, inner: QRectF, width: float, colour: QColor) -> None:
    """Paint a mitred wooden frame around `inner`, lit from the upper left, with a shadow below."""
    outer = inner.adjusted(-width, -width, width, width)
    edge = QPainterPath()
    edge.addRoundedRect(outer, 8, 8)
    soft_shadow(painter, edge, 22, 0.5, 8)
    left, top, right, bottom = outer.left(), outer.top(), outer.right(), outer.bottom()
    corners = {
        "top": ([(left, top), (right, top), (right - width, top + width), (left + width, top + width)], 0.1, 0),
        "left": ([(left, top), (left + width, top + width), (left + width, bottom - width), (left, bottom)], 0.0, 90),
        "right": (
            [(right, top), (right, bottom), (right - width, bottom - width), (right - width, top + width)],
            -0.22,
            90,
        ),
        "bottom": (
            [(left, bottom), (left + width, bottom - width), (right - width, bottom - width), (right, bottom)],
            -0.3,
            0,
        ),
    }
    painter.save()
    painter.setClipPath(edge, Qt.ClipOperation.IntersectClip)
    for name, (points, tone, turned) in corners.items():
        path = path_of(points)
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.fillPath(path, toned(colour, tone))
        box = path.boundingRect()
        if turned:
            painter.translate(box.center())
            painter.rotate(90)
            box = QRectF(-box.height() / 2, -box.width() / 2, box.height(), box.width())
        paint_wood_grain(painter, box, toned(colour, tone), random.Random(name), 5.0)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_round(with_alpha(_EARTH, 0.5), 1.0))
        painter.drawPath(path)
    painter.restore()
    lines = (
        (outer.adjusted(1, 1, -1, -1), with_alpha(_EARTH, 0.9), 2.0),
        (outer.adjusted(3, 3, -3, -3), with_alpha(toned(colour, 0.7), 0.4), 1.4),
        (inner.adjusted(-4, -4, 4, 4), with_alpha(toned(colour, 0.7), 0.35), 1.2),
        (inner.adjusted(-1.5, -1.5, 1.5, 1.5), with_alpha(toned(colour, -0.8), 1.0), 3.0),
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for box, ink, thick in lines:
        painter.setPen(QPen(ink, thick))
        painter.drawRoundedRect(
            box, 6 if box.width() > inner.width() + 8 else 2, 6 if box.width() > inner.width() + 8 else 2
        )


# ---- circles, plaques


_METALS = (("#f2cf63", "#a6781a"), ("#e9e9ea", "#7d858c"), ("#dba678", "#85502a"), ("#d9c39a", "#7a6140"))


def paint_medallion(
    painter: QPainter, x: float, y: float, radius: float, rank: int, *, number: str = "", dark: bool = False
) -> None:
    """Paint a round place with a rim of gold, silver or bronze, by its rank from 0; all others are of wood."""
    light, deep = (QColor(tone) for tone in _METALS[min(rank, 3)])
    disc = QPainterPath()
    disc.addEllipse(QPointF(x, y), radius, radius)
    soft_shadow(painter, disc, 6, 0.36, 2.5)
    face = QRadialGradient(QPointF(x - radius * 0.3, y - radius * 0.4), radius * 1.8)
    tones = ("#b5a88c", "#7d715b") if dark else ("#fffdf2", "#ead9b2")
    face.setColorAt(0, with_alpha(QColor(tones[0]), 0.96))
    face.setColorAt(1, with_alpha(QColor(tones[1]), 0.94))
    painter.fillPath(disc, face)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(3.0, radius * 0.13)
    metal = QLinearGradient(x - radius, y - radius, x + radius, y + radius)
    metal.setColorAt(0, _WHITE)
    metal.setColorAt(0.3, light)
    metal.setColorAt(1, deep)
    middle = QPointF(x, y)
    for brush, thick in ((QBrush(deep), width + 2.4), (QBrush(metal), width)):
        painter.setPen(QPen(brush, thick))
        painter.drawEllipse(middle, radius - width * 0.5, radius - width * 0.5)
    painter.setPen(QPen(with_alpha(deep, 0.45), 1.0))
    painter.drawEllipse(middle, radius - width * 1.7, radius - width * 1.7)
    if number:
        ink = QColor("#2a1c0e" if dark else "#5a451f")
        painter.fillPath(text_path(number, radius * 0.85, middle), with_alpha(ink, 0.8))


def paint_plaque(painter: QPainter, text: QPainterPath, *, dark: bool = False) -> None:
    """Paint a name, given as a path, on a strip of paper with round ends."""
    box = text.boundingRect()
    high = 25.0
    strip = QRectF(box.left() - 11, box.center().y() - high / 2, box.width() + 22, high)
    paper = QPainterPath()
    paper.addRoundedRect(strip, high / 2, high / 2)
    soft_shadow(painter, paper, 3.5, 0.35, 1.2)
    painter.fillPath(paper, with_alpha(QColor("#3a2f24" if dark else "#fff8e6"), 0.94))
    painter.fillPath(text, QColor("#f5ebda" if dark else "#2a1c0e"))

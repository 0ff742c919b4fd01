"""Painting along paths: smooth and widened outlines, glows and soft shadows."""

from __future__ import annotations

import math
import zlib
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QImage,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPolygonF,
    QTransform,
)

from app.table.model.cell_shapes import Point
from app.table.painting.surfaces import Steps, finish, in_bands, saved, with_alpha

BLACK, WHITE, EARTH = QColor("#000000"), QColor("#ffffff"), QColor("#241608")


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
    finish(glow_steps(painter, path, colour, reach, alpha))


def glow_steps(painter: QPainter, path: QPainterPath, colour: QColor, reach: float, alpha: float) -> Steps:
    """Paint the same as `glow` in steps."""
    if reach < _WIDE_GLOW:
        with saved(painter):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for step in range(4):
                painter.setPen(
                    rounded_line(with_alpha(colour, alpha * (0.12 + 0.12 * step)), 2 * reach * (1 - step / 4))
                )
                painter.drawPath(path)
                yield
        return
    blurred = yield from BlurredGlow.along(path, colour, reach, alpha)
    yield from blurred.steps(painter)


@dataclass(frozen=True, slots=True)
class BlurredGlow:
    """Wide glow that is ready to be drawn at any size: a small image, and the box in painter units that it fills."""

    image: QImage
    box: QRectF

    @classmethod
    def along(
        cls, path: QPainterPath, colour: QColor, reach: float, alpha: float
    ) -> Generator[None, None, BlurredGlow]:
        """Make a soft border around a path, on both sides of its line, in steps."""
        factor = reach / _BLURRED
        box = path.boundingRect().adjusted(-1.5 * reach, -1.5 * reach, 1.5 * reach, 1.5 * reach)
        wide, high = int(box.width() / factor) + 2, int(box.height() / factor) + 2
        small = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
        small.fill(with_alpha(colour, 0.0))
        placed = QTransform.fromTranslate(-box.left(), -box.top()) * QTransform.fromScale(1 / factor, 1 / factor)
        # Of few straight lines: curves take long to stroke.
        pieces = [piece for line in path.toSubpathPolygons(placed) for piece in _pieces(_thinned(line))]
        for share, part in ((1.1, 0.62), (0.5, 0.7)):
            line = QImage(small.size(), small.format())
            line.fill(with_alpha(colour, 0.0))
            soft = QPainter(line)
            soft.setRenderHint(QPainter.RenderHint.Antialiasing)
            soft.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)  # where pieces meet, as elsewhere
            soft.setPen(rounded_line(with_alpha(colour, part * alpha), share * _BLURRED))
            try:
                for piece in pieces:
                    soft.drawPolyline(piece)
                    yield
            finally:  # no painter outlives its image
                soft.end()
            both = QPainter(small)
            both.drawImage(0, 0, line)
            both.end()
            yield
        smooth_scaling = Qt.TransformationMode.SmoothTransformation
        keep = Qt.AspectRatioMode.IgnoreAspectRatio
        blurred = small.scaled(max(1, wide // 4), max(1, high // 4), keep, smooth_scaling)
        blurred = blurred.scaled(wide, high, keep, smooth_scaling)
        return cls(blurred, QRectF(box.topLeft(), blurred.size().toSizeF() * factor))

    def steps(self, painter: QPainter) -> Steps:
        """Draw it in steps."""
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            yield from in_bands(painter, self.box, lambda: painter.drawImage(self.box, self.image))


def _thinned(line: QPolygonF) -> QPolygonF:
    """Return a line without the points that are very near to the one before, but with its ends."""
    points = line.toList()
    kept = points[:1]
    for point in points[1:-1]:
        if (point - kept[-1]).manhattanLength() >= _NEAR:
            kept.append(point)
    return QPolygonF(kept + points[-1:])


def _pieces(line: QPolygonF) -> list[QPolygonF]:
    """Return a line in pieces that are stroked in a short time each."""
    points = line.toList()
    return [QPolygonF(points[start : start + _PIECE + 1]) for start in range(0, max(len(points) - 1, 1), _PIECE)]


_PIECE = 60  #: sides of a piece
_NEAR = 3.0  #: pixels of an image that is blurred
_WIDE_GLOW, _BLURRED = 10.0, 8.0  #: reach in painter units from which it is blurred; in pixels when it is


def soft_shadow(painter: QPainter, path: QPainterPath, reach: float, alpha: float, drop: float) -> None:
    """Paint the soft shadow of a filled path that lies `drop` below it."""
    finish(shadow_steps(painter, path, reach, alpha, drop))


def shadow_steps(painter: QPainter, path: QPainterPath, reach: float, alpha: float, drop: float) -> Steps:
    """Paint the same as `soft_shadow` in steps."""
    shade = path.translated(0, drop)
    yield from glow_steps(painter, shade, EARTH, reach, alpha)
    yield from fill_steps(painter, shade, with_alpha(EARTH, alpha * 0.8))


def fill_steps(painter: QPainter, path: QPainterPath, fill: QColor | QBrush | QGradient) -> Steps:
    """Fill a large path in steps."""
    yield from in_bands(painter, path.boundingRect(), lambda: painter.fillPath(path, QBrush(fill)))


def rounded_line(ink: QColor, width: float) -> QPen:
    """Return a pen with round ends and corners."""
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def seed_of(*words: object) -> int:
    """Return a number that depends on the words alone: the same on every computer."""
    return zlib.crc32("/".join(map(str, words)).encode())

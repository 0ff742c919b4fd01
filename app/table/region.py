"""Painting areas and slots: flat land in the colours of what it is, the circles for those who stand there, names."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.table.emblems import lettering
from app.table.faces import BARE, CellFace
from app.table.geometry import Point
from app.table.patterns import paint_pattern, shades_of
from app.table.tones import Tones, ink_on, mixed

_FAINT = 0.5  #: of a pattern on land, so that what stands there is seen first
_SPREAD = 84.0  #: from pattern to pattern
_SIZE = 0.62


def polygon(corners: tuple[Point, ...]) -> QPolygonF:
    """Return an outline as Qt draws it."""
    return QPolygonF([QPointF(x, y) for x, y in corners])


def closed(shape: QPolygonF) -> QPainterPath:
    """Return an outline as a path."""
    path = QPainterPath()
    path.addPolygon(shape)
    path.closeSubpath()
    return path


def paint_region(painter: QPainter, face: CellFace, tones: Tones) -> None:
    """Paint the land of an area, or an empty slot, around the origin."""
    fill = QColor((face.land or BARE).fill.on(tones.dark))
    shades = shades_of(fill)
    outline = closed(polygon(face.geometry.outline(1.0)))
    painter.setPen(QPen(shades.deep, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(fill)
    painter.drawPath(outline)
    if face.land is not None:
        painter.save()
        painter.setClipPath(closed(polygon(face.geometry.outline(4.0))), Qt.ClipOperation.IntersectClip)
        painter.setOpacity(painter.opacity() * _FAINT)
        for x, y in _scattered(outline.boundingRect()):
            painter.save()
            painter.translate(x, y)
            painter.scale(_SIZE, _SIZE)
            paint_pattern(painter, face.land.pattern, shades)
            painter.restore()
        painter.restore()
    _paint_circles(painter, face, fill, tones)


def _scattered(box: QRectF) -> list[Point]:
    """Return where patterns are drawn: in rows, every other one moved by a half."""
    rows, columns = math.ceil(box.height() / _SPREAD), math.ceil(box.width() / _SPREAD) + 1
    return [
        (box.left() + _SPREAD * (column + 0.5 * (row % 2)), box.top() + _SPREAD * (row + 0.5))
        for row in range(rows)
        for column in range(columns)
    ]


def _paint_circles(painter: QPainter, face: CellFace, fill: QColor, tones: Tones) -> None:
    """Paint the circles, each with its rank if they have an order."""
    ground = QColor(tones.paper)
    ground.setAlphaF(0.6 if not tones.dark else 0.25)
    ink = mixed(ink_on(fill), fill, 0.35)
    for rank, (x, y, radius) in enumerate(face.circles):
        painter.setPen(QPen(ink, 2.2))
        painter.setBrush(ground)
        painter.drawEllipse(QPointF(x, y), radius, radius)
        if face.ranked:
            painter.fillPath(lettering(str(rank + 1), radius * 0.7, QPointF(x, y)), mixed(ink, fill, 0.35))


def paint_caption(painter: QPainter, face: CellFace, fill: QColor) -> None:
    """Write what lies on a slot below its picture, as large as it fits."""
    box = polygon(face.geometry.outline(6.0)).boundingRect()
    box.setTop(box.bottom() - box.height() * 0.4)
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(100)
    wraps = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
    for pixels in range(17, 7, -1):
        font.setPixelSize(pixels)
        words = max(face.caption.split(), key=len, default="")
        needed = QFontMetricsF(font).boundingRect(QRectF(0, 0, box.width(), 1000), int(wraps), face.caption)
        if needed.height() <= box.height() and QFontMetricsF(font).horizontalAdvance(words) <= box.width():
            break
    ground = QColor(fill)
    ground.setAlphaF(0.8)
    painter.fillRect(box, ground)
    painter.setFont(font)
    painter.setPen(ink_on(fill))
    painter.drawText(box, int(wraps), face.caption)

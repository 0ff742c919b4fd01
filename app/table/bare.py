"""Painting cells on which nothing lies: sea, paper, two tones, wood, holes, bowls; and whose side a rim is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRadialGradient

from app.table.faces import CellFace
from app.table.paints import Paint
from app.table.patterns import paint_waves
from app.table.plans import Cells
from app.table.region import closed, polygon
from app.table.tones import Tones, mixed

_USUAL: dict[Cells, tuple[Paint, Paint]] = {
    "two-tone": (Paint("#efe3c8", "#8f7f66"), Paint("#b08a62", "#4d3a29")),
    "wood": (Paint("#dcb47c", "#7a5b38"), Paint("#d6ab70", "#725433")),
    "holes": (Paint("#3f6ea8", "#28466c"), Paint("#3f6ea8", "#28466c")),
    "bowls": (Paint("#8a5a34", "#5d3c24"), Paint("#8a5a34", "#5d3c24")),
}
_DEEP = QColor("#20160c")
_RIM = 9.0  #: how broad the strip of a side is


def paint_bare(painter: QPainter, face: CellFace, tones: Tones, water: QColor) -> None:
    """Paint a hex or square on which nothing lies around the origin."""
    shape = polygon(face.geometry.outline())
    if face.empty == "sea":
        foam = QColor(tones.foam)
        painter.setPen(QPen(mixed(water, foam, 0.22 if tones.dark else 0.75 if tones.strong else 0.4), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(shape)
        x = 14.0 if face.shaded else -16.0
        paint_waves(painter, mixed(water, foam, 0.3 if tones.dark else 0.6), ((x, -26.0), (-x, 34.0)), 9)
        return
    fill = bare_fill(face, tones)
    painter.setPen(QPen(mixed(fill, _DEEP, 0.35), 2.0))
    painter.setBrush(fill)
    painter.drawPolygon(shape)
    if face.cells == "wood":
        _paint_grain(painter, face, fill)
    elif face.cells == "holes":  # through which one sees what is behind
        behind = mixed(QColor(tones.paper), QColor("#2a241e"), 0.55 if tones.dark else 0.0)
        _paint_hollow(painter, face, fill, behind)
    elif face.cells == "bowls":
        _paint_hollow(painter, face, fill, mixed(fill, _DEEP, 0.28))


def bare_fill(face: CellFace, tones: Tones) -> QColor:
    """Return the colour of a bare cell."""
    if face.fill is not None:
        return QColor(face.fill.on(tones.dark))
    if face.cells in _USUAL:
        return QColor(_USUAL[face.cells][face.shaded].on(tones.dark))
    fill = QColor(tones.paper_shade if face.shaded else tones.paper)
    return mixed(fill, QColor("#2a241e"), 0.35) if tones.dark else fill


def _paint_grain(painter: QPainter, face: CellFace, fill: QColor) -> None:
    """Paint a few long lines, others on every other cell."""
    painter.save()
    painter.setClipPath(closed(polygon(face.geometry.outline(1.0))), Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(mixed(fill, _DEEP, 0.09), 1.6))
    shift = 7.0 if face.shaded else -4.0
    for row in range(-3, 4):
        y = row * 17 + shift
        path = QPainterPath(QPointF(-60, y))
        path.cubicTo(-20, y + 4 * (row % 2), 20, y - 5, 60, y + 2)
        painter.drawPath(path)
    painter.restore()


def _paint_hollow(painter: QPainter, face: CellFace, fill: QColor, ground: QColor) -> None:
    radius = face.geometry.inner * 0.86
    depth = QRadialGradient(0, -radius * 0.3, radius * 1.3)
    depth.setColorAt(0.55, ground)
    depth.setColorAt(1.0, mixed(ground, _DEEP, 0.4))
    painter.setPen(QPen(mixed(fill, _DEEP, 0.45), 3.0))
    painter.setBrush(depth)
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def paint_rims(painter: QPainter, face: CellFace, tones: Tones) -> None:
    """Paint the strips that say whose side of the board this is, outside the cell."""
    corners = face.geometry.outline(-_RIM / 2)
    for edge, player in face.rims:
        start, end = (QPointF(*corners[i % len(corners)]) for i in (edge, edge + 1))
        fill = QColor(player.fill.on(tones.dark))
        for ink, width in ((mixed(fill, _DEEP, 0.5), _RIM), (fill, _RIM - 2.5)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(start, end)


def rim_box(box: QRectF) -> QRectF:
    """Return a box around a cell and its rims."""
    return box.adjusted(-_RIM, -_RIM, _RIM, _RIM)

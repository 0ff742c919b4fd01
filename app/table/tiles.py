"""Painting what covers a cell: a tile of some thickness, its walls, or one part of a piece over several cells."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from app.table.emblems import lettering
from app.table.faces import CellFace
from app.table.geometry import RADIUS, Geometry, Region
from app.table.patterns import Shades, paint_pattern, shades_of
from app.table.region import closed, paint_caption, polygon
from app.table.tones import Tones, ink_on, mixed

THICKNESS = 5.0  #: how far the edge of a tile is seen below it
_WALL = 8.0  #: how broad a wall is


def paint_tile(painter: QPainter, face: CellFace, tones: Tones) -> None:
    """Paint the ground of a cell as a tile of some thickness around the origin."""
    if face.ground is None:
        return
    shades = shades_of(QColor(face.ground.fill.on(tones.dark)))
    if face.joints:
        _paint_part(painter, face, shades)
    else:
        _paint_whole(painter, face, shades)
    painter.save()
    painter.setClipPath(closed(polygon(face.geometry.outline(5.0))), Qt.ClipOperation.IntersectClip)
    paint_pattern(painter, face.ground.pattern, shades)
    painter.restore()
    _paint_walls(painter, face, shades, tones)
    if isinstance(face.geometry, Region):
        paint_caption(painter, face, shades.fill)
    elif face.ground.letter:
        _paint_initial(painter, face.ground.letter, face.geometry, shades.fill)


def _paint_whole(painter: QPainter, face: CellFace, shades: Shades) -> None:
    top = closed(polygon(face.geometry.outline(2.0)))
    painter.setPen(round_pen(shades.deep, 2.0))
    painter.setBrush(shades.deep)
    painter.drawPath(top.translated(0, THICKNESS))
    light = QLinearGradient(0, -RADIUS, 0, RADIUS)
    light.setColorAt(0, mixed(shades.fill, shades.high, 0.4))
    light.setColorAt(1, shades.fill)
    painter.setBrush(light)
    painter.drawPath(top)


def _paint_part(painter: QPainter, face: CellFace, shades: Shades) -> None:
    """Paint a cell of a piece that goes on in its neighbours: a line only where it ends."""
    painter.setPen(round_pen(shades.fill, 1.5))
    painter.setBrush(shades.fill)
    painter.drawPolygon(polygon(face.geometry.outline()))
    painter.setPen(round_pen(shades.deep, 4.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(rim_path(face, 2.0))


def rim_path(face: CellFace, inset: float) -> QPainterPath:
    """Return the line inside the outline of a cell, without the sides behind which the same piece goes on."""
    corners = face.geometry.outline(inset)
    if not face.joints:
        return closed(polygon(corners))
    path = QPainterPath()
    for side, (start, end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        if side not in face.joints:
            path.moveTo(*start)
            path.lineTo(*end)
    return path


def _paint_walls(painter: QPainter, face: CellFace, shades: Shades, tones: Tones) -> None:
    """Paint the walls along their sides as chains: a dark line with light links."""
    corners = face.geometry.outline(5.0 + _WALL / 2)
    for side in face.walls:
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
        start, end = QPointF(ax, ay), QPointF(bx, by)
        painter.setPen(round_pen(mixed(shades.deep, QColor("#000000"), 0.55), _WALL))
        painter.drawLine(start, end)
        links = QPen(QColor(tones.paper), _WALL * 0.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        links.setDashPattern([1.4, 2.2])
        painter.setPen(links)
        painter.drawLine(start, end)


def _paint_initial(painter: QPainter, letter: str, geometry: Geometry, fill: QColor) -> None:
    where = QPointF(0, RADIUS * 0.66) if geometry.hexagonal else QPointF(-geometry.inner * 0.78, 38)
    text = lettering(letter, 11, where)
    painter.setPen(round_pen(fill, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(text)
    painter.fillPath(text, ink_on(fill))


def round_pen(ink: QColor, width: float) -> QPen:
    """Return a pen without corners."""
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)

"""A small picture of a game, painted from its look: a patch of its own tiles."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.seats.swatches import Swatches, read_swatches

#: Cells of the picture in axial coordinates, and which of the game's kinds lies there (counted round).
_CELLS = tuple((q, r) for q in range(-8, 9) for r in (-1, 0, 1))
_RADIUS = 34.0


class GamePicture(QWidget):
    """A strip of hexagons in the colours that the game's look names; plain ones if it has none."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._swatches = read_swatches(folder)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """A strip."""
        return QSize(200, 116)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the patch."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        painter.setClipPath(_rounded_top(area, 9))
        dark = self.palette().window().color().lightness() < 128
        paint_picture(painter, area, self._swatches, dark)


def paint_picture(painter: QPainter, area: QRectF, swatches: Swatches, dark: bool) -> None:
    """Fill `area` with the game's ground and a patch of its tiles."""
    painter.fillRect(area, QColor(swatches.ground_dark if dark else swatches.ground))
    fills = swatches.dark if dark else swatches.light
    for number, (q, r) in enumerate(_CELLS):
        place = (q * 7 + r * 5 + q * r * 3) % (len(fills) + 1)
        if place < len(fills) and abs(q + r / 2) <= 4.5 - abs(r):
            centre = area.center() + QPointF(_RADIUS * sqrt(3) * (q + r / 2), _RADIUS * 1.5 * r)
            _paint_tile(painter, centre, QColor(fills[place]), number)


def _paint_tile(painter: QPainter, centre: QPointF, fill: QColor, number: int) -> None:
    painter.setPen(QColor(fill).darker(135))
    painter.setBrush(fill)
    painter.drawPolygon(hexagon(centre, _RADIUS * 0.96))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill).lighter(112 + number % 3 * 3))
    painter.drawPolygon(hexagon(centre, _RADIUS * 0.78))


def hexagon(centre: QPointF, radius: float) -> QPolygonF:
    """A hexagon that stands on a corner."""
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return QPolygonF([centre + QPointF(radius * cos(angle), radius * sin(angle)) for angle in angles])


def _rounded_top(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area.adjusted(0, 0, 0, radius * 2), radius, radius)
    return path

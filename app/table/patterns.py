"""What lies on a tile, drawn in a few strokes: peaks, grass, trees, ice, a volcano, waves.

Every pattern is drawn around (0, 0) for a tile whose inner radius is 52, in shades of the tile's own fill, and leaves
the lower middle quiet, because that is where counters stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.table.paints import Pattern
from app.table.tones import mixed

_DEEP, _HIGH = QColor("#20160c"), QColor("#fffdf4")


@dataclass(frozen=True, slots=True)
class Shades:
    """A fill, and the darker and lighter shades of it that a pattern is drawn in."""

    fill: QColor
    deep: QColor
    mid: QColor
    high: QColor


def shades_of(fill: QColor) -> Shades:
    """Return the shades of a fill."""
    return Shades(fill, mixed(fill, _DEEP, 0.42), mixed(fill, _DEEP, 0.2), mixed(fill, _HIGH, 0.45))


def paint_pattern(painter: QPainter, pattern: Pattern, shades: Shades) -> None:
    """Paint a pattern around the origin."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    _PAINTERS[pattern](painter, shades)
    painter.restore()


def paint_waves(painter: QPainter, ink: QColor, middles: tuple[tuple[float, float], ...], width: float) -> None:
    """Paint small double waves at these points."""
    path = QPainterPath()
    for x, y in middles:
        path.moveTo(x - width, y)
        path.quadTo(x - width / 2, y - width / 2.4, x, y)
        path.quadTo(x + width / 2, y + width / 2.4, x + width, y)
    painter.setPen(_line(ink, 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _line(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _plain(painter: QPainter, shades: Shades) -> None:
    """Nothing is drawn: the fill is all there is to see."""


def _peak(painter: QPainter, shades: Shades, x: float, y: float, size: float) -> None:
    painter.setBrush(shades.mid)
    painter.drawPolygon(_polygon((x - size, y), (x, y - 1.5 * size), (x + size, y)))
    painter.setBrush(shades.deep)
    painter.drawPolygon(
        _polygon((x, y - 1.5 * size), (x + size, y), (x + 0.1 * size, y), (x - 0.2 * size, y - 0.8 * size))
    )
    painter.setBrush(_HIGH)
    snow = ((0.0, 0.0), (0.33, 0.5), (0.1, 0.42), (-0.04, 0.58), (-0.16, 0.4), (-0.33, 0.5))
    painter.drawPolygon(_polygon(*((x + dx * size, y - 1.5 * size + dy * size) for dx, dy in snow)))


def _peaks(painter: QPainter, shades: Shades) -> None:
    for x, y, size in ((-22, -6, 15), (24, -4, 14), (1, -2, 22)):
        _peak(painter, shades, x, y, size)
    painter.setPen(_line(shades.mid, 2.2))
    for x, y in ((-30, 18), (28, 20), (-18, 36), (16, 38)):
        painter.drawPolyline(_polygon((x - 6, y + 4), (x, y - 4), (x + 6, y + 4)))


_TUFTS = ((-26, -24), (4, -36), (28, -20), (-8, -12), (-34, 8), (36, 8), (-22, 32), (20, 34), (0, 46))


def _grass(painter: QPainter, shades: Shades) -> None:
    for x, y in _TUFTS:
        for lean, tall, ink in ((-6, 10, shades.mid), (6, 10, shades.mid), (0, 15, shades.deep)):
            blade = QPainterPath(QPointF(x - 1.6, y))
            blade.quadTo(x + lean * 0.2, y - tall * 0.6, x + lean, y - tall)
            blade.quadTo(x + lean * 0.5 + 1, y - tall * 0.5, x + 1.6, y)
            painter.fillPath(blade, ink)


def _tree(painter: QPainter, shades: Shades, x: float, y: float, size: float) -> None:
    painter.setBrush(shades.deep)
    painter.drawRoundedRect(QRectF(x - size * 0.13, y - size * 0.3, size * 0.26, size * 0.55), 1, 1)
    painter.drawEllipse(QPointF(x, y - size * 0.75), size * 0.62, size * 0.66)
    painter.setBrush(shades.mid)
    painter.drawEllipse(QPointF(x - size * 0.1, y - size * 0.85), size * 0.48, size * 0.5)
    painter.setBrush(QBrush(shades.high))
    painter.drawEllipse(QPointF(x - size * 0.2, y - size * 1.0), size * 0.17, size * 0.15)


def _trees(painter: QPainter, shades: Shades) -> None:
    for x, y, size in ((-2, -26, 18), (-26, -14, 19), (24, -16, 20), (-36, 16, 14), (38, 16, 14), (0, -6, 19)):
        _tree(painter, shades, x, y, size)
    for x, y, size in ((-20, 40, 13), (20, 42, 14)):
        _tree(painter, shades, x, y, size)


def _ice(painter: QPainter, shades: Shades) -> None:
    painter.setBrush(shades.high)
    painter.drawPolygon(_polygon((-34, -8), (-16, -30), (-2, -12), (-10, 4)))
    painter.drawPolygon(_polygon((6, -26), (30, -18), (36, 6), (12, -2)))
    painter.drawPolygon(_polygon((-30, 22), (-4, 14), (22, 24), (8, 42), (-18, 40)))
    painter.setPen(_line(shades.mid, 2.0))
    for points in (((-16, -30), (-14, -10), (-34, -8)), ((30, -18), (18, -10), (12, -2)), ((-4, 14), (0, 28), (8, 42))):
        painter.drawPolyline(_polygon(*points))


def _volcano(painter: QPainter, shades: Shades) -> None:
    painter.setBrush(shades.deep)
    painter.drawPolygon(_polygon((-38, 12), (-12, -24), (12, -24), (38, 12)))
    painter.setBrush(QColor("#ef7d32"))
    flow = ((-12, -24), (12, -24), (8, -14), (12, 0), (4, -6), (0, 10), (-5, -8), (-9, -2), (-7, -15))
    painter.drawPolygon(_polygon(*flow))
    painter.setBrush(QColor("#ffd089"))
    painter.drawEllipse(QPointF(0, -24), 11, 3.5)
    painter.setBrush(shades.high)
    for x, y, size in ((3, -35, 7), (-5, -42, 5), (8, -45, 4)):
        painter.drawEllipse(QPointF(x, y), size, size * 0.8)


def _waves(painter: QPainter, shades: Shades) -> None:
    spots = ((-24.0, -24.0), (14.0, -30.0), (-4.0, -6.0), (30.0, -2.0), (-30.0, 14.0), (12.0, 22.0), (-8.0, 40.0))
    paint_waves(painter, shades.deep, spots, 12)


_PAINTERS: dict[Pattern, Callable[[QPainter, Shades], None]] = {
    "plain": _plain,
    "peaks": _peaks,
    "grass": _grass,
    "trees": _trees,
    "ice": _ice,
    "volcano": _volcano,
    "waves": _waves,
}

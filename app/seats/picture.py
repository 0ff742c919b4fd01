"""A small picture of a game, painted from its look: a patch of its own tiles."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.library.looks import game_look_or_plain
from app.table.look import Look
from app.table.paints import KindLook, plain_kind
from app.table.patterns import paint_pattern, shades_of

#: Three rows of hexagons, wider than any card; a patch of them is land.
_CELLS = tuple((q, r) for q in range(-9, 10) for r in (-1, 0, 1))
_RADIUS = 38.0
_INNER = 52.0  #: the inner radius that patterns are drawn for
_PLAIN = tuple(plain_kind(name) for name in ("a", "b", "c"))


class GamePicture(QWidget):
    """A strip of hexagons as the game's look draws them; plain ones if it has none."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._look = game_look_or_plain(folder)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """A strip."""
        return QSize(200, 124)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the patch."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        painter.setClipPath(_rounded_top(area, 9))
        paint_picture(painter, area, self._look, self.palette().window().color().lightness() < 128)


def paint_picture(painter: QPainter, area: QRectF, look: Look, dark: bool) -> None:
    """Fill `area` with the game's ground and a patch of its tiles."""
    painter.fillRect(area, QColor(look.board.background.on(dark)))
    kinds = _tiles(look)
    for q, r in _CELLS:
        across = q + r / 2
        if abs(across) <= 2.6 - abs(r) / 2:
            centre = area.center() + QPointF(_RADIUS * sqrt(3) * across, _RADIUS * 1.5 * r)
            _paint_tile(painter, centre, kinds[(q - r) % len(kinds)], dark)


def _tiles(look: Look) -> tuple[KindLook, ...]:
    """The kinds of the piece that has most of them."""
    return tuple(max(look.pieces.values(), key=len, default={}).values()) or _PLAIN


def _paint_tile(painter: QPainter, centre: QPointF, kind: KindLook, dark: bool) -> None:
    fill = QColor(kind.fill.on(dark))
    painter.save()
    painter.translate(centre)
    painter.setPen(fill.darker(150))
    painter.setBrush(fill)
    painter.drawPolygon(_hexagon(_RADIUS * 0.96))
    painter.scale(_RADIUS * sqrt(3) / 2 / _INNER, _RADIUS * sqrt(3) / 2 / _INNER)
    paint_pattern(painter, kind.pattern, shades_of(fill))
    painter.restore()


def _hexagon(radius: float) -> QPolygonF:
    """A hexagon that stands on a corner."""
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return QPolygonF([QPointF(radius * cos(angle), radius * sin(angle)) for angle in angles])


def _rounded_top(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area.adjusted(0, 0, 0, radius * 2), radius, radius)
    return path

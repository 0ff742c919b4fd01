"""A small picture of a game, painted from its look: a patch of its own tiles, or its board with some men."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.appearance.fills import KindLook, plain_kind
from app.appearance.look import Look, game_look_or_plain

#: Three rows of hexagons, wider than any card; a patch of them is land.
_CELLS = tuple((q, r) for q in range(-9, 10) for r in (-1, 0, 1))
_RADIUS = 38.0
_MOMENT = 150  #: milliseconds between the page and its covers
_INNER = 52.0  #: the inner radius that patterns are drawn for
_PLAIN = tuple(plain_kind(name) for name in ("a", "b", "c"))


class GamePicture(QWidget):
    """A strip of hexagons as the game's look draws them, plain ones if it has none; or a strip of its board.

    The page is there first: what draws a board is only loaded, and the covers drawn, a moment after it is seen.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._look = game_look_or_plain(folder)
        self._painted: tuple[QSize, bool, QPixmap] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_MOMENT)
        self._soon.timeout.connect(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """A strip."""
        return QSize(200, 124)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cover, which is drawn once for a size and a theme; until it is drawn, its ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(_rounded_top(QRectF(self.rect()), 9))
        if self._painted is None or self._painted[:2] != self._wanted():
            self._soon.start()
        if self._painted is None:
            painter.fillRect(self.rect(), QColor(self._look.board.background.on(self._wanted()[1])))
        else:
            painter.drawPixmap(self.rect(), self._painted[2])

    def _wanted(self) -> tuple[QSize, bool]:
        return self.size() * self.devicePixelRatioF(), self.palette().window().color().lightness() < 128

    def _draw(self) -> None:

        from app.screens.cover_painter import cover_of, first_board, paint_cover

        size, dark = self._wanted()
        picture = QPixmap(size)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        view = cover_of(self._look, *first_board(self._folder))
        if view is not None:
            paint_cover(painter, QRectF(self.rect()), view, self._look, dark)
        else:
            paint_picture(painter, QRectF(self.rect()), self._look, dark)
        painter.end()
        self._painted = size, dark, picture
        self.update()


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
    from app.table.painting.cells import paint_pattern, shades_of

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

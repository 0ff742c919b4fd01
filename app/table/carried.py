"""What is carried over the desk from its panel to the board."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.table.cardface import paint_face
from app.table.emblems import REACH, paint_emblem
from app.table.figures import figure_emblem, stands_as_figure
from app.table.tone import Tone
from app.table.tones import DAY, NIGHT
from dsl.engine.view import PieceView

_RADIUS = 24.0
_CARD = QSize(58, 76)


class Carried(QWidget):
    """One piece under the pointer; the pointer goes through it."""

    def __init__(self, desk: QWidget) -> None:
        super().__init__(desk)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._piece: PieceView | None = None
        self._tone: Tone | None = None
        self.hide()

    def show_at(self, piece: PieceView, tone: Tone, where: QPoint) -> None:
        """Show a piece with its middle at a point of the desk."""
        self._piece, self._tone = piece, tone
        side = round(2 * _RADIUS * REACH)
        size = QSize(side, side) if stands_as_figure(piece, tone.look) else _CARD
        self.resize(size)
        self.move(where - QPoint(size.width() // 2, size.height() // 2))
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._piece is None or self._tone is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.9)
        if stands_as_figure(self._piece, self._tone.look):
            painter.translate(self.width() / 2, self.height() / 2)
            tones = NIGHT if self._tone.theme.dark else DAY
            paint_emblem(painter, figure_emblem(self._piece, self._tone.look), _RADIUS, tones)
        else:
            paint_face(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._piece, self._tone, self.font())

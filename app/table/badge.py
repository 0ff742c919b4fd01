"""A player's sign beside the board: colour, weave and letter, as on the counters."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.table.emblems import Emblem, paint_emblem
from app.table.look import Shape
from app.table.tone import Tone
from app.table.tones import DAY, NIGHT


class Badge(QWidget):
    """The emblem of one player, or nothing."""

    def __init__(self, size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._colour = ""
        self._tone: Tone | None = None
        self.setFixedSize(QSize(size, size))

    def present(self, colour: str, tone: Tone) -> None:
        """Show the sign of `colour`; nothing if it is empty."""
        self._colour, self._tone = colour, tone
        self.setAccessibleName(tone.player(colour) if colour else "")
        self.setVisible(bool(colour))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._tone is None or not self._colour:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._size / 2, self._size / 2)
        paint_player(painter, self._colour, self._tone, self._size * 0.42)


def paint_player(painter: QPainter, colour: str, tone: Tone, radius: float, shape: Shape = "disc") -> None:
    """Paint a player's sign around the origin."""
    emblem = Emblem(shape, tone.look.player(colour))
    paint_emblem(painter, emblem, radius, NIGHT if tone.theme.dark else DAY)

"""What is left of a budget, as pips: full ones are left, empty ones are spent."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.parts import set_tip
from app.theme import Theme

_SIZE, _GAP = 14, 6
MOST = 12  #: beyond that many a number says it better


class Pips(QWidget):
    """A row of pips. `of` grows to the largest budget seen and starts again with `restart`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = self._of = 0
        self._theme: Theme | None = None

    def restart(self) -> None:
        """A new turn: forget how much there was."""
        self._of = 0

    def present(self, left: int, theme: Theme, spoken: str) -> None:
        """Show how much is left; `spoken` says the same in words."""
        self._left, self._of, self._theme = left, max(self._of, left), theme
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(min(self._of, MOST) * (_SIZE + _GAP) + 2, _SIZE + 4)

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = QColor(self._theme.accent)
        for number in range(min(self._of, MOST)):
            painter.setPen(QPen(accent, 2))
            painter.setBrush(accent if number < self._left else Qt.BrushStyle.NoBrush)
            middle = QPointF(_SIZE / 2 + 2 + number * (_SIZE + _GAP), self.height() / 2)
            painter.drawEllipse(middle, _SIZE / 2 - 1, _SIZE / 2 - 1)

"""Why not: a bubble beside the pointer, and the status line that keeps the last thing said."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.parts import PlainLabel, label
from app.table.prompt import announce

_AWAY = 18  #: pixels between the pointer and the bubble
_WIDEST, _ROUND = 360, 28  #: its width, and how much of that is no text
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class ReasonBubble(QFrame):
    """A small sheet with reasons that stays until the next gesture. It never takes the pointer or the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = label(wraps=True)
        self._room = parent
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 10, 12, 10)
        self._layout.addWidget(self._text)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def say(self, text: str, at: QPoint) -> None:
        """Show `text` beside a point of the parent, always wholly inside it."""
        self._text.setText(text)
        room = min(_WIDEST, self._room.width() - 2 * _AWAY)
        words = self._text.fontMetrics().boundingRect(QRect(0, 0, room - _ROUND, 10_000), _WRAPPED, text)
        width = words.width() + _ROUND
        self.setFixedWidth(width)
        self.setFixedHeight(self._layout.totalHeightForWidth(width))
        self.move(_inside(QRect(at, self.size()), self._room.rect()))
        self.show()
        self.raise_()


class StatusLine(PlainLabel):
    """The last thing that was said to the player, for those who missed the bubble or cannot see it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("soft", wraps=True, parent=parent)
        self.setMinimumHeight(24)

    def say(self, text: str) -> None:
        """Show it, and tell a screen reader."""
        self.setText(text)
        self.setAccessibleName(text)
        announce(self)

    def forget(self) -> None:
        """Say nothing any more."""
        self.clear()
        self.setAccessibleName("")


def _inside(wanted: QRect, room: QRect) -> QPoint:
    """Where a bubble goes: right of and below the point, on the other side where the room ends."""
    x, y = wanted.x() + _AWAY, wanted.y() + _AWAY
    if x + wanted.width() > room.right():
        x = max(0, wanted.x() - _AWAY - wanted.width())
    if y + wanted.height() > room.bottom():
        y = max(0, wanted.y() - _AWAY - wanted.height())
    return QPoint(x, y)

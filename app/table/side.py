"""The column beside the board: as wide as it likes, and what does not fit into its height is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

_USUAL, _NARROW = 50, 36  #: width in letters of the reader's font; the least in half a screen
_SHARE = 0.2  #: of a wide window
_LEAST = 5  #: lines of text that a shelf shows in any case


class Side(QWidget):
    """Takes a share of a wide window, and gets narrower before the board has no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Override QWidget: so many letters of the font, or a share of the window."""
        wide = round(self.window().width() * _SHARE)
        return QSize(max(self._letters(_USUAL), wide), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: half a screen is enough for a table."""
        return QSize(self._letters(_NARROW), super().minimumSizeHint().height())

    def _letters(self, count: int) -> int:
        return round(QFontMetricsF(self.font()).averageCharWidth() * count)


class Shelf(QScrollArea):
    """Widgets below each other at their full height; if there is less room they are scrolled, and never overlap."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self._content = content = QWidget()
        column = self._column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for each in widgets:
            column.addWidget(each)
        column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        """Override QScrollArea: all of it, in the width that there is without a scroll bar, which would need more."""
        content, width = self._content, self.maximumViewportSize().width()
        hint = content.sizeHint()
        return QSize(hint.width(), content.heightForWidth(width) if content.hasHeightForWidth() else hint.height())

    def minimumSizeHint(self) -> QSize:
        """Override QScrollArea: some lines."""
        least = self.fontMetrics().lineSpacing() * _LEAST
        return QSize(self._content.minimumSizeHint().width(), min(least, self.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QScrollArea: in another width as much may need more height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self._need_bar()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QScrollArea: what stands here has changed its height."""
        done = super().eventFilter(watched, event)
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self._column.activate()  # its height for a width is known only then
            self.updateGeometry()
            self._settle()
            self._need_bar()
        return done

    def _need_bar(self) -> None:
        """Scroll only if all of it does not fit without a scroll bar. A QScrollArea judges by the width that its bar
        leaves, so a bar would stay which nothing but itself makes necessary."""
        fits = self.sizeHint().height() <= self.height()
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )

    def _settle(self) -> None:
        """Take the room that is needed at once: nobody should see the column before it has it."""
        column = self.parentWidget()
        layout = column.layout() if column is not None else None
        if layout is not None:
            layout.activate()

"""A page of two columns with a line of buttons below: side by side where there is room, else below each other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.parts import SPACE, WIDE_SPACE, centred, scrolled

_WIDEST = 1180 + WIDE_SPACE
_BAR = 16  #: pixels of a scroll bar


class ColumnsPage(QWidget):
    """Whoever derives from it puts the columns into `columns`, and lays the page out by `stand`."""

    def __init__(self, letters: int) -> None:
        """With room for fewer letters side by side the columns stand below each other."""
        super().__init__()
        self._letters = letters
        self.body = QWidget()
        self.columns = QHBoxLayout(self.body)
        self.columns.setContentsMargins(0, 0, 0, 0)
        self.columns.setSpacing(SPACE + 6)
        self.body.installEventFilter(self)

    def stand(self, content: QWidget, *foot: QWidget) -> None:
        """Show `content`, which holds the body, above a line of buttons: the first to the left, the others right."""
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(0)
        outside.addWidget(scrolled(centred(content, _WIDEST)), 1)
        outside.addWidget(_foot(foot))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two columns where there is room for them."""
        super().resizeEvent(event)
        self._turn_columns()

    def changeEvent(self, event: QEvent) -> None:
        """The same for another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._turn_columns()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The same when something else stands in them."""
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self._turn_columns()
        return super().eventFilter(watched, event)

    def _turn_columns(self) -> None:
        wide = self.width() >= max(self._letters * self.fontMetrics().averageCharWidth(), self._least())
        self.columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def _least(self) -> int:
        """The pixels that both columns need side by side, with a scroll bar and what is left free around them."""
        inside = [self.columns.itemAt(index) for index in range(self.columns.count())]
        needed = sum(item.minimumSize().width() for item in inside if item is not None)
        return needed + self.columns.spacing() * (len(inside) - 1) + 2 * WIDE_SPACE + _BAR


def _foot(buttons: tuple[QWidget, ...]) -> QFrame:
    foot = QFrame()
    foot.setProperty("role", "foot")
    line = QHBoxLayout(foot)
    line.setContentsMargins(WIDE_SPACE, SPACE, WIDE_SPACE, SPACE)
    for index, each in enumerate(buttons):
        line.addWidget(each)
        if not index:
            line.addStretch(1)
    buttons[-1].setMinimumWidth(180)
    return foot

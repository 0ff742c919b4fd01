"""A layout that sets widgets side by side and goes on in a new row when the width is used up."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Rows of widgets, broken like words of a text."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 8, centred: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._centred = centred
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: D102
        self._items.append(item)

    def count(self) -> int:  # noqa: D102
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: D102
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: D102
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: D102
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: D102
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: D102
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: D102
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def clear(self) -> None:
        """Throw all widgets away."""
        while (item := self.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _arrange(self, rect: QRect, move: bool) -> int:
        """Lay rows out in a width; all in a row stand on its middle, or fill it. Return the height of all rows."""
        x, y, tallest = rect.x(), rect.y(), 0
        begun: list[tuple[QLayoutItem, QRect]] = []
        for item in self._items:
            hint = item.sizeHint()
            if hint.width() > rect.width() and item.hasHeightForWidth():
                hint = QSize(rect.width(), item.heightForWidth(rect.width()))
            if x > rect.x() and x + hint.width() > rect.right() + 1:
                self._place(begun, tallest, rect, move)
                x, y, tallest, begun = rect.x(), y + tallest + self.spacing(), 0, []
            begun.append((item, QRect(QPoint(x, y), hint)))
            x += hint.width() + self.spacing()
            tallest = max(tallest, hint.height())
        self._place(begun, tallest, rect, move)
        return y + tallest - rect.y()

    def _place(self, begun: list[tuple[QLayoutItem, QRect]], height: int, rect: QRect, move: bool) -> None:
        free = rect.right() - begun[-1][1].right() if begun and self._centred else 0
        for item, box in begun if move else ():
            item.setGeometry(QRect(box.topLeft() + QPoint(max(free, 0) // 2, 0), QSize(box.width(), height)))

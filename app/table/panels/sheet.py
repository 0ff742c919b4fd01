"""Sheet over the whole table: a panel in its middle, the rest darkened, until Esc or a click beside it closes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

_SHADE = QColor(12, 9, 6, 165)  #: over the table


class TableSheet(QWidget):
    """Widget over the whole table with a `panel` for its contents. It follows the size of the table, takes every key
    before the table's shortcuts, and gives the focus back.

    A subclass says in `_arrange` how large its panel is.

    Signals:
        closed: It was closed.
    """

    closed = Signal()

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._table = table
        self._focus_before: QWidget | None = None
        self.panel = QFrame(self)
        self.panel.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        table.installEventFilter(self)
        self.hide()

    def _show_over_table(self) -> None:
        """Show the sheet; if it was closed, it takes the focus."""
        fresh = self.isHidden()
        if fresh:
            self._focus_before = QApplication.focusWidget()
        self.setGeometry(self._table.rect())
        self.show()
        self.raise_()
        if fresh:
            self.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_sheet(self) -> None:
        """Close the sheet, and give the focus back."""
        if self.isHidden():
            return
        before, self._focus_before = self._focus_before, None
        self.hide()
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        else:
            self._table.setFocus()
        self.closed.emit()

    def _arrange(self) -> None:
        """Give the panel its size, and place it by `_centre`."""
        raise NotImplementedError

    def _centre(self) -> None:
        """Place the panel in the middle."""
        at = QPointF(self.rect().center()) - QPointF(self.panel.rect().center())
        self.panel.move(at.toPoint())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: keep the size of the table."""
        if watched is self._table and event.type() == QEvent.Type.Resize and not self.isHidden():
            self.setGeometry(self._table.rect())
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: arrange the panel."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Override QObject: take every key before the shortcuts of the table."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: a click beside the panel closes the sheet."""
        if not self.panel.geometry().contains(event.position().toPoint()):
            self.close_sheet()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: darken the table."""
        QPainter(self).fillRect(self.rect(), _SHADE)

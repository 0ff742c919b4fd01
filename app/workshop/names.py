"""Widgets for the names in a rules text: the line in which a name gets another, the list of places to jump to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from app.base.i18n import Translations
from app.base.widgets import button, label, row, set_row_tip
from app.workshop.editor import RulesEditor
from dsl.language_service import messages as m

_ROWS = 9  #: the most places that are shown without scrolling


class RenameBar(QFrame):
    """Line for the new name of a word.

    Signals:
        name_chosen: The user has entered a name; carries it, and the Place of the word.
        left: The line was closed.
    """

    name_chosen = Signal(str, object)
    left = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._at = m.Place("", 1, 1, 1, 1)
        self._word = ""
        self.question, self.line, self.refusal = label(wraps=True), QLineEdit(), label("alarm", wraps=True)
        self.rename, self.cancel = button("small"), button("small")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.question)
        column.addLayout(row(self.line, self.rename, self.cancel))
        column.addWidget(self.refusal)
        self.line.setMaxLength(64)
        self.line.textChanged.connect(self.refusal.hide)
        self.line.returnPressed.connect(self._choose)
        self.rename.clicked.connect(self._choose)
        self.cancel.clicked.connect(self.leave)
        self.hide()

    def open(self, word: str, at: m.Place) -> None:
        """Ask for another name for the word at a place."""
        self._word, self._at = word, at
        self.retranslate()
        self.line.setText(word)
        self.refusal.hide()
        self.show()
        self.line.selectAll()
        self.line.setFocus()

    def leave(self) -> None:
        """Hide the line."""
        self.hide()
        self.left.emit()

    def show_refusal(self, why: str) -> None:
        """Say why the word cannot have this name."""
        self.refusal.setText(why)
        self.refusal.show()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.question.setText(self._texts("workshop.rename.question", name=self._word))
        self.line.setAccessibleName(self.question.text())
        self.rename.setText(self._texts("workshop.rename.yes"))
        self.cancel.setText(self._texts("workshop.rename.no"))

    def _choose(self) -> None:
        self.name_chosen.emit(self.line.text().strip(), self._at)


class JumpList(QFrame):
    """List of places over an editor, with a line that filters them.

    Signals:
        chosen: A place was chosen; carries the Place.
    """

    chosen = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._rows: tuple[tuple[str, m.Place], ...] = ()
        self._editor: RulesEditor | None = None
        self.setProperty("role", "popup")
        self.title, self.line, self.list = label("heading", wraps=True), QLineEdit(), QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        for part in (self.title, self.line, self.list):
            column.addWidget(part)
        self.line.textChanged.connect(self._filter)
        self.line.installEventFilter(self)
        self.list.itemClicked.connect(self._choose)
        self.hide()

    def open_over(self, editor: RulesEditor, title: str, rows: Sequence[tuple[str, m.Place]]) -> None:
        """Show places, each with what is said of it, at the top of an editor; its cursor's line is selected."""
        self._rows, self._editor = tuple(rows), editor
        self.setParent(editor)
        self.title.setText(title)
        self.line.clear()
        self._filter()
        line = editor.textCursor().blockNumber() + 1
        here = [n for n, (_, place) in enumerate(self._rows) if place.line <= line]
        self.list.setCurrentRow(here[-1] if here and self._is_ordered() else 0)
        height = min(max(len(rows), 1), _ROWS) * (self.fontMetrics().height() + 12)
        self.list.setFixedHeight(min(height, max(editor.height() - 110, 60)))
        self.setFixedWidth(max(min(editor.width() - 16, 620), 200))
        self.show()
        self.adjustSize()
        self.move((editor.width() - self.width()) // 2, 4)
        self.raise_()
        self.line.setFocus()

    def leave(self) -> None:
        """Hide the list and return to the editor."""
        self.hide()
        if self._editor is not None:
            self._editor.setFocus()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.line.setPlaceholderText(self._texts("workshop.jump.filter"))
        self.line.setAccessibleName(self._texts("workshop.jump.filter"))
        self.list.setAccessibleName(self._texts("workshop.jump.list"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: keys of the list while the line has the focus; the list closes when the focus leaves."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event.key())
        elif event.type() == QEvent.Type.FocusOut and not self.underMouse():
            self.hide()
        return super().eventFilter(watched, event)

    def _take_key(self, key: int) -> bool:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -_ROWS, Qt.Key.Key_PageDown: _ROWS}
        if key in steps:
            wanted = self.list.currentRow() + steps[Qt.Key(key)]
            self.list.setCurrentRow(min(max(wanted, 0), self.list.count() - 1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        elif key == Qt.Key.Key_Escape:
            self.leave()
        else:
            return False
        return True

    def _is_ordered(self) -> bool:
        """Whether all places are of one file, in order."""
        lines = [place.line for _, place in self._rows]
        return lines == sorted(lines) and len({place.file for _, place in self._rows}) == 1

    def _filter(self) -> None:
        """Show the places in whose text all words of the line occur."""
        words = self.line.text().casefold().split()
        self.list.clear()
        for said, place in self._rows:
            if all(word in said.casefold() for word in words):
                item = QListWidgetItem(said, self.list)
                item.setData(Qt.ItemDataRole.UserRole, place)
                set_row_tip(item, said.strip())
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        place = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        self.leave()
        if isinstance(place, m.Place):
            self.chosen.emit(place)

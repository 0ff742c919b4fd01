"""The keys of the table, on one sheet."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.parts import button, centred, escape, label, scrolled
from app.table.diagonals import diagonals
from app.table.keys import KEYS
from app.table.tone import Tone

_WIDEST = 640
_CURSOR = "table.key.cursor"
_COLUMNS = ("key", "help")  #: of the texts: how the keys are called, and what they do


class KeysSheet(QFrame):
    """Shows every key and what it does.

    Signals:
        closed: Back to the table: Esc, or the button.
    """

    closed = Signal()

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        content = QWidget()
        grid = QGridLayout(content)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self._title = label("title")
        self.close_button = button("primary")
        grid.addWidget(self._title, 0, 0, 1, 2)
        self._said: dict[str, QLabel] = {}
        for row, key in enumerate(KEYS, start=1):
            for column, made in enumerate((label("strong"), label(wraps=True))):
                self._said[f"table.{_COLUMNS[column]}.{key.action}"] = made
                grid.addWidget(made, row, column, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.close_button, len(KEYS) + 1, 0)
        grid.setRowStretch(len(KEYS) + 2, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(scrolled(centred(content, _WIDEST)))
        self.close_button.clicked.connect(self.closed)
        escape(self, self.close_button)
        self.retone(tone)

    def retone(self, tone: Tone) -> None:
        """Speak another language."""
        self._tone = tone
        self._title.setText(tone.texts("table.help.title"))
        self.close_button.setText(tone.texts("table.help.close"))
        for text, said in self._said.items():
            said.setText(tone.texts(text, letters=diagonals().letters) if text == _CURSOR else tone.texts(text))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: the letters of the keyboard may be known better by now."""
        super().showEvent(event)
        self.retone(self._tone)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() == Qt.Key.Key_H:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

"""The keys of the table, on one sheet."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from app.parts import button, label
from app.table.keys import KEYS
from app.table.tone import Tone


class KeysSheet(QDialog):
    """Shows every key and what it does; Esc closes it."""

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tone.texts("table.help.title"))
        grid = QGridLayout(self)
        grid.setContentsMargins(24, 20, 24, 20)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(6)
        for row, key in enumerate(KEYS):
            keys, said = label("strong"), label(wraps=True)
            keys.setText(key.shown)
            said.setText(tone.texts(f"table.help.{key.action}"))
            said.setMinimumWidth(320)
            grid.addWidget(keys, row, 0)
            grid.addWidget(said, row, 1)
        close = button("primary")
        close.setText(tone.texts("table.help.close"))
        close.clicked.connect(self.accept)
        grid.addWidget(close, len(KEYS), 1)

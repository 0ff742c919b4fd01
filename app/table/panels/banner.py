"""What everybody at a network table must know before they play on: who paused, who is away, that the line is broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.base.widgets import button, clear_layout, label
from app.table.panels.prompt import announce


@dataclass(frozen=True, slots=True)
class Notice:
    """One line, and perhaps a button that does something about it."""

    text: str
    action: str = ""  #: what the button asks for; empty: there is none
    button: str = ""


class Banner(QWidget):
    """The lines, one below the other; nothing while there is none.

    Signals:
        pressed: A button was pressed; carries its Notice.
    """

    pressed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Notice, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.hide()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is shown."""
        return self._shown

    def show_state(self, notices: Sequence[Notice]) -> None:
        """Show these lines."""
        if tuple(notices) == self._shown:
            return
        self._shown = tuple(notices)
        clear_layout(self._column)
        for notice in notices:
            self._column.addWidget(self._line(notice))
        self.setVisible(bool(notices))

    def _line(self, notice: Notice) -> QFrame:
        frame = QFrame()
        frame.setProperty("role", "ballot")
        line = QHBoxLayout(frame)
        line.setContentsMargins(14, 6, 14, 6)
        said = label("strong", wraps=True)
        said.setText(notice.text)
        line.addWidget(said, 1)
        announce(said)
        if notice.action:
            made = button()
            made.setText(notice.button)
            made.setAccessibleName(f"{notice.button}: {notice.text}")
            made.clicked.connect(partial(self.pressed.emit, notice))
            line.addWidget(made)
        return frame

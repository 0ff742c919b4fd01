"""Notices of a network table in a banner: one line each, such as a pause, an absent player or a lost connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.base.announcements import announce
from app.base.widgets import button, clear_layout, label


@dataclass(frozen=True, slots=True)
class Notice:
    """Text of one line of the banner, with an optional button."""

    text: str
    action: str = ""  #: what the button asks for; empty: there is none
    button: str = ""


class Banner(QWidget):
    """Widget that shows notices below each other; hidden while there are none.

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
        """Show these notices in place of those before."""
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
        announce(said, notice.text)
        if notice.action:
            made = button()
            made.setText(notice.button)
            made.setAccessibleName(f"{notice.button}: {notice.text}")
            made.clicked.connect(partial(self.pressed.emit, notice))
            line.addWidget(made)
        return frame

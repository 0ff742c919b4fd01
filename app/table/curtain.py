"""Between two people at one screen: nothing of the table shows until the right one says so."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.parts import button, label
from app.table.badge import Badge
from app.table.tone import Tone


class Curtain(QFrame):
    """Stands in place of the whole table, not over it: neither Tab nor a screen reader finds anything behind it.

    Signals:
        lifted: The player is there; carries their colour.
    """

    lifted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "curtain")
        self._colour = ""
        self._badge = Badge(96)
        self._title = label("title", wraps=True)
        self._hint = label("soft", wraps=True)
        self.ready = button("primary")
        layout = QVBoxLayout(self)
        layout.setSpacing(18)
        layout.addStretch(1)
        layout.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignHCenter)
        for text in (self._title, self._hint):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(text)
        layout.addWidget(self.ready, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.ready.clicked.connect(self._lift)

    @property
    def colour(self) -> str:
        """Whom it waits for; empty once it is lifted."""
        return self._colour

    def fall(self, colour: str, tone: Tone) -> None:
        """Ask for `colour`."""
        self._colour = colour
        self._badge.present(colour, tone)
        self._title.setText(tone.texts("table.curtain.title", player=tone.player(colour)))
        self._hint.setText(tone.texts("table.curtain.hint", player=tone.player(colour)))
        self.ready.setText(tone.texts("table.curtain.ready", player=tone.player(colour)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._lift()

    def _lift(self) -> None:
        colour, self._colour = self._colour, ""
        self.lifted.emit(colour)

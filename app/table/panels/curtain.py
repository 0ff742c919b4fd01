"""Curtain of a shared screen: hides the table until the next player confirms to be at the screen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.base.widgets import button, label
from app.table.context import TableContext
from app.table.panels.players import Badge


class Curtain(QFrame):
    """Page in place of the whole table, not over it: neither Tab nor a screen reader finds anything behind it.

    Signals:
        lifted: The player is there; carries their colour.
    """

    lifted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "curtain")
        self._colours: tuple[str, ...] = ()
        self._badge = Badge(96)
        self._title = label("title", wraps=True)
        self._hint = label("soft", wraps=True)
        self.ready = button("primary")
        self._others: list[QPushButton] = []
        layout = self._column = QVBoxLayout(self)
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
        """Whom it waits for, the first of several; empty once it is lifted."""
        return self._colours[0] if self._colours else ""

    @property
    def colours(self) -> tuple[str, ...]:
        """Of whom it waits for one."""
        return self._colours

    @property
    def others(self) -> tuple[QPushButton, ...]:
        """The buttons of all whom it waits for but the first."""
        return tuple(self._others)

    def fall(self, colours: tuple[str, ...], context: TableContext) -> None:
        """Wait for one of the players of `colours`."""
        self._colours = colours
        first, several = context.player(colours[0]), len(colours) > 1
        self._badge.show_state("" if several else colours[0], context)
        self._badge.setVisible(not several)
        self._title.setText(context.texts("table.curtain.who" if several else "table.curtain.title", player=first))
        self._hint.setText(context.texts("table.curtain.secret" if several else "table.curtain.hint", player=first))
        self.ready.setText(context.texts("table.curtain.ready", player=first))
        self._show_others(colours[1:], context)

    def _show_others(self, colours: tuple[str, ...], context: TableContext) -> None:
        for old in self._others:
            self._column.removeWidget(old)
            old.deleteLater()
        self._others = []
        for colour in colours:
            made = button()
            made.setText(context.texts("table.curtain.other", player=context.player(colour)))
            made.clicked.connect(partial(self._lift_for, colour))
            self._column.insertWidget(self._column.count() - 1, made, 0, Qt.AlignmentFlag.AlignHCenter)
            self._others.append(made)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._lift()

    def _lift(self) -> None:
        self._lift_for(self.colour)

    def _lift_for(self, colour: str) -> None:
        self._colours = ()
        self.lifted.emit(colour)

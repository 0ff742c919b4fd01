"""What would happen: pointing at a thing shows where it may go, pointing at a goal shows the thing standing there."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.table.choosing import Choosing
from app.table.link import Link
from dsl.engine.messages import Preview

_PATIENCE = 120  #: milliseconds that the pointer rests before the table is asked


class Hovering(QObject):
    """Asks for previews, never more than one for the same thing.

    Signals:
        changed: Other goals, or another place, are to be shown.
    """

    changed = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE)
        self._patience.timeout.connect(self._ask)
        self._wanted: tuple[str, int, int] | None = None
        self.place = ""
        self.goals: tuple[str, ...] = ()

    def point(self, place: str, thing: str, seat: str, choosing: Choosing) -> None:
        """The pointer, or the keyboard's cursor, is here."""
        self.forget()
        self.place = place
        decision = choosing.decision
        fitting = choosing.at(place, thing) if place else ()
        if decision is not None and decision.parameter == 0 and len(fitting) == 1:
            entry = decision.entries[fitting[0].entry]
            if len(entry.params) > 1:
                self._wanted = (seat, decision.number, fitting[0].number)
                self._patience.start()
        self.changed.emit()

    def forget(self) -> None:
        """The position has changed: what was asked for no longer counts."""
        self._patience.stop()
        self._wanted = None
        self.place, self.goals = "", ()

    def take(self, preview: Preview) -> None:
        """Show the goals of a preview if the pointer is still on its thing."""
        if self._wanted is not None and self._wanted[2] == preview.option:
            self.goals = preview.next_places
            self.changed.emit()

    def _ask(self) -> None:
        if self._wanted is not None:
            self._link.ask_preview(*self._wanted)

"""What would happen: pointing at a thing shows where it may go, pointing at a goal shows the thing standing there."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.table.choosing import Choosing
from app.table.link import Link
from app.table.marking import Pointed
from dsl.engine.messages import Preview


class Hovering(QObject):
    """Asks for previews, never more than one for the same thing.

    Signals:
        changed: Other goals, or another place, are to be shown.
    """

    changed = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.patience = 0  #: milliseconds that the pointer rests before the table is asked
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._ask)
        self._wanted: tuple[str, int, int] | None = None
        self.pointed = Pointed()
        self._turn = ""  # how things are laid, as far as that may be chosen

    def point(self, place: str, thing: str, seat: str, choosing: Choosing) -> None:
        """The pointer, or the keyboard's cursor, is here. Whoever carries something keeps its goals in sight."""
        if self.pointed.carries:
            self.pointed = replace(self.pointed, place=place)
        else:
            self.forget()
            self.pointed = Pointed(place)
            if self._wants(place, thing, seat, choosing):
                self._rest()
        self.changed.emit()

    def carry(self, place: str, thing: str, seat: str, choosing: Choosing) -> None:
        """This thing is being dragged from now on, until `drop`."""
        goals = self.pointed.goals
        known = self._wanted
        self.forget()
        if self._wants(place, thing, seat, choosing):
            self.pointed = Pointed(place, goals if known == self._wanted else (), carried=(place, thing))
            self._ask()
        self.changed.emit()

    def carry_card(self, option: int | None, seat: str, choosing: Choosing) -> None:
        """A card that is this option is being dragged from now on, until `drop`; one that is none goes nowhere."""
        if self.pointed.carries:
            return
        self.forget()
        if choosing.decision is not None and option is not None:
            self._wanted = (seat, choosing.decision.number, option)
            self.pointed = Pointed(carried=("", ""))
            self._ask()
        self.changed.emit()

    def drop(self) -> None:
        """Nothing is dragged any more."""
        if self.pointed.carries:
            self.forget()
            self.changed.emit()

    def forget(self) -> None:
        """The position has changed: what was asked for no longer counts."""
        self._patience.stop()
        self._wanted = None
        self.pointed = Pointed()

    def take(self, preview: Preview) -> None:
        """Show the goals of a preview if the pointer is still on its thing."""
        if self._wanted is not None and self._wanted[2] == preview.option:
            turns = preview.next_values if _are_numbers(preview.next_values) else ()
            laid = preview.laid[-1] if preview.laid and not self.pointed.carries else None
            self.pointed = replace(self.pointed, goals=preview.next_places, turns=turns, laid=laid)
            self.changed.emit()

    def turn(self, by: int) -> str:
        """Turn what would be laid at the place pointed at, before it is chosen; return how it lies now."""
        turns = self.pointed.turns
        if turns:
            at = turns.index(self._turn) if self._turn in turns else 0
            self._turn = turns[(at + by) % len(turns)]
            self._ask()
        return self._turn

    def _rest(self) -> None:
        """Ask when the pointer has rested here for a while; without patience at once."""
        if self.patience:
            self._patience.start(self.patience)
        else:
            self._ask()

    def _wants(self, place: str, thing: str, seat: str, choosing: Choosing) -> bool:
        """Note what is to be asked, if the thing may go somewhere."""
        option = choosing.carried(place, thing)
        if choosing.decision is None or choosing.decision.parameter > 0 or option is None:
            return False
        self._wanted = (seat, choosing.decision.number, option.number)
        return True

    def _ask(self) -> None:
        if self._wanted is not None:
            self._link.ask_preview(*self._wanted, self._turn)


def _are_numbers(values: tuple[str, ...]) -> bool:
    return len(values) > 1 and all(value.isdecimal() for value in values)

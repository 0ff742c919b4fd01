"""Previews on the board: goals of the thing under the pointer, and rotation of the thing being placed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.link import Link
from app.table.model.highlights import HoverTarget
from app.table.model.selection import Selection
from app.table.model.things import Ghost
from dsl.match.table_messages import Preview
from dsl.match.view import OptionView, PieceView


class HoverPreview(QObject):
    """Requests previews of the thing under the pointer or of the thing dragged, one per thing.

    Signals:
        changed: Other goals, or another place, have to be shown.
    """

    changed = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.delay = 0  #: milliseconds that the pointer rests before a preview is requested
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._send)
        self._request: tuple[str, int, int] | None = None  #: seat, position and option
        self.pointed = HoverTarget()
        self._turn = ""  #: the value of the rotation last shown, empty before the first

    def point(self, place: str, thing: str, seat: str, selection: Selection) -> None:
        """The pointer or the keyboard cursor is here. While something is dragged its goals stay visible."""
        if self.pointed.carries:
            self.pointed = replace(self.pointed, place=place)
        else:
            self.clear()
            self.pointed = HoverTarget(place)
            if self._has_goals(place, thing, seat, selection):
                self._request_later()
        self.changed.emit()

    def carry(self, place: str, thing: str, seat: str, selection: Selection) -> None:
        """This thing is dragged from now on, until `drop`."""
        goals = self.pointed.goals
        known = self._request
        self.clear()
        if self._has_goals(place, thing, seat, selection):
            self.pointed = HoverTarget(place, goals if known == self._request else (), carried=(place, thing))
            self._send()
        self.changed.emit()

    def carry_card(self, option: int | None, seat: str, selection: Selection) -> None:
        """The card of this option is dragged from now on, until `drop`; without an option it has no goals."""
        if self.pointed.carries:
            return
        self.clear()
        if selection.decision is not None and option is not None:
            self._request = (seat, selection.decision.number, option)
            self.pointed = HoverTarget(carried=("", ""))
            self._send()
        self.changed.emit()

    def drop(self) -> None:
        """The drag has ended."""
        if self.pointed.carries:
            self.clear()
            self.changed.emit()

    def clear(self) -> None:
        """Drop the preview and a pending request: the position has changed."""
        self._timer.stop()
        self._request = None
        self.pointed = HoverTarget()

    def show_preview(self, preview: Preview) -> None:
        """Show the goals of a preview if the pointer is still on its thing."""
        if self._request is not None and self._request[2] == preview.option:
            turns = preview.next_values if _are_numbers(preview.next_values) else ()
            laid = preview.laid[-1] if preview.laid and not self.pointed.carries else None
            self.pointed = replace(self.pointed, goals=preview.next_places, turns=turns, laid=laid)
            self.changed.emit()

    def turn(self, by: int) -> str:
        """Rotate the thing shown at the place under the pointer; return the new value."""
        turns = self.pointed.turns
        if turns:
            at = turns.index(self._turn) if self._turn in turns else 0
            self._turn = turns[(at + by) % len(turns)]
            self._send()
        return self._turn

    def _request_later(self) -> None:
        """Request the preview when the pointer has rested for the delay."""
        if self.delay:
            self._timer.start(self.delay)
        else:
            self._send()

    def _has_goals(self, place: str, thing: str, seat: str, selection: Selection) -> bool:
        """Return whether the thing can be moved, and prepare the request."""
        option = selection.carried(place, thing)
        if selection.decision is None or selection.decision.parameter > 0 or option is None:
            return False
        self._request = (seat, selection.decision.number, option.number)
        return True

    def _send(self) -> None:
        if self._request is not None:
            self._link.ask_preview(*self._request, self._turn)


def _are_numbers(values: tuple[str, ...]) -> bool:
    return len(values) > 1 and all(value.isdecimal() for value in values)


class RotationControl(QObject):
    """Rotates the thing being placed: steps through the numbers to choose after a place, with a ghost of each.

    It starts with the value used last, if that can be chosen.

    Signals:
        changed: Another value is shown, or its preview has arrived.
    """

    changed = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._seat, self._number = "", -1
        self._options: tuple[OptionView, ...] = ()
        self._last = ""
        self._seen: dict[int, PieceView | None] = {}
        self._at = 0
        self.place = ""

    @property
    def active(self) -> bool:
        """Whether there is something to rotate."""
        return bool(self._options)

    @property
    def option(self) -> OptionView | None:
        """The option shown."""
        return self._options[self._at] if self._options else None

    @property
    def ghost(self) -> Ghost | None:
        """The thing as it would be placed; None if that is unknown or hidden."""
        piece = self._seen.get(self.option.number) if self.option else None
        return Ghost(self.place, piece) if piece is not None else None

    def set_selection(self, seat: str, selection: Selection) -> None:
        """Offer the values of the current decision, if it asks for a rotation."""
        decision = selection.decision
        options = selection.spoken if decision is not None and decision.parameter > 0 else ()
        place = decision.chosen[-1].place if decision is not None and decision.chosen else ""
        numbers = bool(place) and len(options) > 1 and all(option.value.sort == "number" for option in options)
        if decision is None or not numbers or len(options) != len(decision.options):
            self._options, self.place = (), ""
        elif (decision.number, options) != (self._number, self._options):
            self._seat, self._number, self._options, self.place = seat, decision.number, options, place
            self._seen = {}
            self._at = next((i for i, option in enumerate(options) if option.value.text == self._last), 0)
            self._send()

    def turn(self, by: int) -> None:
        """Show the value `by` steps further, cyclically."""
        if self._options:
            self._at = (self._at + by) % len(self._options)
            self._last = self._options[self._at].value.text
            self._send()
            self.changed.emit()

    def set_preferred(self, value: str) -> None:
        """Start with this value at the next rotation."""
        self._last = value

    def take_preview(self, preview: Preview) -> bool:
        """Show a preview that was requested here; return whether it was."""
        if preview.option in self._seen or preview.option not in {option.number for option in self._options}:
            return False
        self._seen[preview.option] = preview.laid[-1] if preview.laid else None
        self.changed.emit()
        return True

    def _send(self) -> None:
        option = self.option
        if option is not None and option.number not in self._seen:
            self._link.ask_preview(self._seat, self._number, option.number)

"""Previews on the board: goals of the thing under the pointer, and rotation of the thing being placed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.link import Link
from app.table.model.highlights import HoverTarget
from app.table.model.selection import Selection
from app.table.model.things import Ghost, Spot, Thing
from dsl.match.table_messages import Preview
from dsl.match.view import OptionView, PieceView


class HoverPreview(QObject):
    """Requests previews of the thing under the pointer or of the thing dragged, one per thing.

    If a number is asked for next, a second preview, with another number, shows whether it is a rotation.

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
        self._first: PieceView | None = None  #: as laid by the first preview, until the second arrives

    def point(self, place: str, thing: Thing | None, seat: str, selection: Selection) -> None:
        """The pointer or the keyboard cursor is here. While something is dragged its goals stay visible."""
        if self.pointed.carries:
            self.pointed = replace(self.pointed, place=place)
        else:
            self.clear()
            self.pointed = HoverTarget(place)
            if self._has_goals(place, thing, seat, selection):
                self._request_later()
        self.changed.emit()

    def carry(self, place: str, thing: Thing | None, seat: str, selection: Selection) -> None:
        """This thing is dragged from now on, until `drop`."""
        goals = self.pointed.goals
        known = self._request
        self.clear()
        if self._has_goals(place, thing, seat, selection):
            self.pointed = HoverTarget(place, goals if known == self._request else (), carried=Spot(place, thing))
            self._send()
        self.changed.emit()

    def carry_card(self, option: int | None, seat: str, selection: Selection) -> None:
        """The card of this option is dragged from now on, until `drop`; without an option it has no goals."""
        if self.pointed.carries:
            return
        self.clear()
        if selection.decision is not None and option is not None:
            self._request = (seat, selection.decision.number, option)
            self.pointed = HoverTarget(carried=Spot(""))
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
        self._request = self._first = None
        self.pointed = HoverTarget()

    def show_preview(self, preview: Preview) -> None:
        """Show the goals of a preview if the pointer is still on its thing."""
        if self._request is None or self._request[2] != preview.option:
            return
        laid = preview.laid[-1] if preview.laid and not self.pointed.carries else None
        if self._first is not None:
            turns = preview.next_values if _differ_in_rotation(self._first, laid) else ()
            self.pointed = replace(self.pointed, turns=turns, laid=self._first)
            self._first = None
        elif laid is not None and _are_numbers(preview.next_values) and not self.pointed.turns:
            self.pointed = replace(self.pointed, goals=preview.next_places, laid=laid)
            self._first = laid
            self._link.ask_preview(*self._request, _next_of(preview.next_values, self._turn))
        else:
            self.pointed = replace(self.pointed, goals=preview.next_places, laid=laid)
        self.changed.emit()

    def turn(self, by: int) -> str:
        """Rotate the thing shown at the place under the pointer; return the new value."""
        turns = self.pointed.turns
        if turns:
            self._turn = _next_of(turns, self._turn, by)
            self._send()
        return self._turn

    def _request_later(self) -> None:
        """Request the preview when the pointer has rested for the delay."""
        if self.delay:
            self._timer.start(self.delay)
        else:
            self._send()

    def _has_goals(self, place: str, thing: Thing | None, seat: str, selection: Selection) -> bool:
        """Return whether the thing can be moved, and prepare the request."""
        option = selection.option_to_drag(place, thing)
        if selection.decision is None or selection.decision.parameter > 0 or option is None:
            return False
        self._request = (seat, selection.decision.number, option.number)
        return True

    def _send(self) -> None:
        if self._request is not None:
            self._link.ask_preview(*self._request, self._turn)


def _are_numbers(values: tuple[str, ...]) -> bool:
    return len(values) > 1 and all(value.isdecimal() for value in values)


def _next_of(values: tuple[str, ...], value: str, by: int = 1) -> str:
    """Return the value `by` steps after another one, cyclically; an unknown one counts as the first."""
    at = values.index(value) if value in values else 0
    return values[(at + by) % len(values)]


def _differ_in_rotation(one: PieceView | None, other: PieceView | None) -> bool:
    return one is not None and other is not None and one.turned != other.turned


class RotationControl(QObject):
    """Rotates the thing being placed: steps through the numbers to choose after a place, with a ghost of each.

    A number is a rotation if previews of two values show the same place with a piece turned differently. It starts with
    the value used last, if that can be chosen.

    Signals:
        recognized: The decision asks for a rotation.
        changed: Another value is shown, or its preview has arrived.
    """

    recognized = Signal()
    changed = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._seat, self._number = "", -1
        self._options: tuple[OptionView, ...] = ()  #: the numbers to choose from, rotations or not
        self._active = False
        self._last = ""
        self._seen: dict[int, PieceView | None] = {}
        self._at = 0
        self.place = ""

    @property
    def active(self) -> bool:
        """Whether there is something to rotate."""
        return self._active

    @property
    def option(self) -> OptionView | None:
        """The option shown."""
        return self._options[self._at] if self._active else None

    @property
    def ghost(self) -> Ghost | None:
        """The thing as it would be placed; None if that is unknown or hidden."""
        piece = self._seen.get(self.option.number) if self.option else None
        return Ghost(self.place, piece) if piece is not None else None

    def set_selection(self, seat: str, selection: Selection) -> None:
        """Find out whether the current decision asks for a rotation, and offer its values then."""
        decision = selection.decision
        options = selection.without_place if decision is not None and decision.parameter > 0 else ()
        place = decision.chosen[-1].place if decision is not None and decision.chosen else ""
        numbers = bool(place) and len(options) > 1 and all(option.value.sort == "number" for option in options)
        if decision is None or not numbers or len(options) != len(decision.options):
            self._options, self._active, self.place = (), False, ""
        elif (decision.number, options) != (self._number, self._options):
            self._seat, self._number, self._options, self.place = seat, decision.number, options, place
            self._seen, self._active = {}, False
            self._at = next((i for i, option in enumerate(options) if option.value.text == self._last), 0)
            for number in self._options_to_compare():
                self._link.ask_preview(seat, decision.number, number)

    def turn(self, by: int) -> None:
        """Show the value `by` steps further, cyclically."""
        if self._active:
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
        if self._active:
            self.changed.emit()
        elif _differ_in_rotation(*(self._seen.get(number) for number in self._options_to_compare())):
            self._active = True
            self.recognized.emit()
        return True

    def _options_to_compare(self) -> tuple[int, int]:
        """Return the numbers of the two options whose previews tell whether a rotation is asked for."""
        return self._options[self._at].number, self._options[(self._at + 1) % len(self._options)].number

    def _send(self) -> None:
        option = self.option
        if option is not None and option.number not in self._seen:
            self._link.ask_preview(self._seat, self._number, option.number)

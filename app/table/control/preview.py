"""What would happen: pointing at a thing shows where it may go, pointing at a goal shows the thing standing there."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.link import Link
from app.table.model.highlights import HoverTarget
from app.table.model.selection import Selection
from app.table.model.targets import Ghost
from dsl.match.messages import Preview
from dsl.match.view import OptionView, PieceView


class HoverPreview(QObject):
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
        self.pointed = HoverTarget()
        self._turn = ""  # how things are laid, as far as that may be chosen

    def point(self, place: str, thing: str, seat: str, selection: Selection) -> None:
        """The pointer, or the keyboard's cursor, is here. Whoever carries something keeps its goals in sight."""
        if self.pointed.carries:
            self.pointed = replace(self.pointed, place=place)
        else:
            self.forget()
            self.pointed = HoverTarget(place)
            if self._wants(place, thing, seat, selection):
                self._rest()
        self.changed.emit()

    def carry(self, place: str, thing: str, seat: str, selection: Selection) -> None:
        """This thing is being dragged from now on, until `drop`."""
        goals = self.pointed.goals
        known = self._wanted
        self.forget()
        if self._wants(place, thing, seat, selection):
            self.pointed = HoverTarget(place, goals if known == self._wanted else (), carried=(place, thing))
            self._ask()
        self.changed.emit()

    def carry_card(self, option: int | None, seat: str, selection: Selection) -> None:
        """A card that is this option is being dragged from now on, until `drop`; one that is none goes nowhere."""
        if self.pointed.carries:
            return
        self.forget()
        if selection.decision is not None and option is not None:
            self._wanted = (seat, selection.decision.number, option)
            self.pointed = HoverTarget(carried=("", ""))
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
        self.pointed = HoverTarget()

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

    def _wants(self, place: str, thing: str, seat: str, selection: Selection) -> bool:
        """Note what is to be asked, if the thing may go somewhere."""
        option = selection.carried(place, thing)
        if selection.decision is None or selection.decision.parameter > 0 or option is None:
            return False
        self._wanted = (seat, selection.decision.number, option.number)
        return True

    def _ask(self) -> None:
        if self._wanted is not None:
            self._link.ask_preview(*self._wanted, self._turn)


def _are_numbers(values: tuple[str, ...]) -> bool:
    return len(values) > 1 and all(value.isdecimal() for value in values)


# Turning through the last values of a thing that is laid: each is seen where it would lie before it is chosen.


class RotationControl(QObject):
    """Offers the numbers that are asked for after a place, one at a time; only those that may be chosen.

    It begins where it stood the last time, as long as that may be chosen.

    Signals:
        changed: Another value is shown, or how it would look is known now.
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
        """Whether there is something to turn."""
        return bool(self._options)

    @property
    def option(self) -> OptionView | None:
        """The option that is shown."""
        return self._options[self._at] if self._options else None

    @property
    def ghost(self) -> Ghost | None:
        """How it would look; None if that is not known, or decided by what nobody knows."""
        piece = self._seen.get(self.option.number) if self.option else None
        return Ghost(self.place, piece) if piece is not None else None

    def follow(self, seat: str, selection: Selection) -> None:
        """Go on with what is asked now."""
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
            self._ask()

    def turn(self, by: int) -> None:
        """Show a value so many steps on, around and around."""
        if self._options:
            self._at = (self._at + by) % len(self._options)
            self._last = self._options[self._at].value.text
            self._ask()
            self.changed.emit()

    def prefer(self, value: str) -> None:
        """Begin with this value the next time."""
        self._last = value

    def take(self, preview: Preview) -> bool:
        """Take a preview that was asked for here; tell whether it was."""
        if preview.option in self._seen or preview.option not in {option.number for option in self._options}:
            return False
        self._seen[preview.option] = preview.laid[-1] if preview.laid else None
        self.changed.emit()
        return True

    def _ask(self) -> None:
        option = self.option
        if option is not None and option.number not in self._seen:
            self._link.ask_preview(self._seat, self._number, option.number)

"""Turning through the last values of a thing that is laid: each is seen where it would lie before it is chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.table.choosing import Choosing
from app.table.link import Link
from app.table.marks import Ghost
from dsl.engine.messages import Preview
from dsl.engine.view import OptionView, PieceView


class Dial(QObject):
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

    def follow(self, seat: str, choosing: Choosing) -> None:
        """Go on with what is asked now."""
        decision = choosing.decision
        options = choosing.spoken if decision is not None and decision.parameter > 0 else ()
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

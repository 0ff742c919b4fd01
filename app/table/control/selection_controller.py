"""The hand of the player at this window: gestures become commands, with the choice in progress in between."""

from __future__ import annotations

from typing import Literal, assert_never

from PySide6.QtCore import QObject, Signal

from app.session.link import Link
from app.table.control.typed_moves import read_line
from app.table.model.selection import (
    Arm,
    Ask,
    AutoPlacement,
    Disambiguation,
    Meaning,
    Nothing,
    Offer,
    Reselect,
    Selection,
    Take,
    TakeBack,
    Unclear,
)
from app.table.model.targets import notation, thing_of
from dsl.match.messages import Preview, Reason
from dsl.match.view import DecisionView, EntryView, View


class SelectionController(QObject):
    """Knows the choice in progress and carries out what gestures mean.

    Signals:
        changed: Another entry is meant, though the position is the same.
        offering: Several options fit: an Offer to let the player pick from.
        unclear: A typed line could not be read: the part that stands for nothing.
        idle: A gesture was made while nobody here is asked.
    """

    changed = Signal()
    offering = Signal(object)
    unclear = Signal(str)
    idle = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._seat = ""
        self._position = 0
        self._wishes: tuple[str, ...] = ()
        self._after_undo: Reselect | None = None
        self._standing: dict[str, tuple[str, ...]] = {}  # the counters on each place, as they are touched
        self._doubt = Ask(-1, "")
        self._view: View | None = None
        self._disambiguation: Disambiguation | None = None
        self.auto_placement = AutoPlacement()
        self.selection = Selection()

    def follow(self, seat: str, view: View, decision: DecisionView | None) -> None:
        """Sit at `seat` and go on with what it is asked. Nothing is sent before `go_on`."""
        if seat != self._seat:
            self._wishes, self._after_undo = (), None
            self.selection = Selection()
            self.auto_placement.stop()
        self._seat, self._position, self._view, self._disambiguation = seat, view.position, view, None
        self._standing = _standing(view)
        self.selection = Selection(
            self.selection.decision, self.selection.earlier, self.selection.armed, _has_one_kind(view)
        ).asked(decision)

    def go_on(self) -> bool:
        """Carry out what an earlier gesture wished for beyond its first value; tell whether anything was."""
        if self.auto_placement.busy and self._place_next():
            return True
        reselect, self._after_undo = self._after_undo, None
        wishes, self._wishes = self._wishes, ()
        decision = self.selection.decision
        if decision is None:
            return False
        if reselect is not None and reselect.option in decision.options:
            self._carry_out(Take(reselect.option, reselect.then))
            return True
        if wishes and decision.parameter > 0:
            self._carry_out(self.selection.wished(wishes))
            return True
        return False

    def _place_next(self) -> bool:
        """Make one more of many choices; tell whether there was one to make."""
        if self._view is None:
            return False
        option = self.auto_placement.next_option(self.selection, self._view)
        if option is not None:
            self._link.choose(self._seat, self._position, option.number)
            return True
        if self.auto_placement.goes_back(self._view):
            self._link.undo(self._seat)
            return True
        self.auto_placement.stop()
        return False

    # ---- gestures -----------------------------------------------------------------------------------------------

    def touch(self, place: str, thing: str = "") -> None:
        """Something on the board was clicked."""
        self._carry_out(self._with_what_stands_there(self.selection.touched(place, thing), place))

    def drag(self, origin: str, thing: str, goal: str) -> None:
        """Something was dragged."""
        self._carry_out(self.selection.dragged(origin, thing, goal))

    def press(self, entry: int) -> None:
        """The button of an entry was pressed."""
        self._carry_out(self.selection.pressed(entry))

    def pick(self, number: int, then: tuple[str, ...] = ()) -> None:
        """An option was picked from a list, a menu or the buttons of values."""
        decision = self.selection.decision
        option = next((each for each in decision.options if each.number == number), None) if decision else None
        self._carry_out(Take(option, then) if option is not None else Nothing())

    def pick_card(self, text: str, goal: str = "") -> None:
        """A card was touched, or dragged to a place: choose it, or ask why not."""
        self._carry_out(self.selection.picked(text, goal))

    def option_of(self, text: str) -> int | None:
        """Return the number of the option that a card means by itself, if it is one."""
        meaning = self.selection.picked(text)
        return meaning.option.number if isinstance(meaning, Take) else None

    def wish(self, wish: Literal["by chance", "start over"]) -> None:
        """Go on by chance with what waits, or take everything back."""
        if self._view is not None:
            self.auto_placement.begin(wish, self.selection, self._view)
            self.go_on()

    def take_preview(self, preview: Preview) -> bool:
        """Take a preview that tells which of several options was meant; return whether it does."""
        disambiguation = self._disambiguation
        if disambiguation is None or not disambiguation.take(preview):
            return False
        meaning = disambiguation.meaning()
        if meaning is not None:
            self._disambiguation = None
            self._offer_or_carry_out(meaning)
        return True

    def type(self, line: str) -> None:
        """A move was typed."""
        self._carry_out(read_line(self.selection, line))

    def escape(self) -> None:
        """Esc: one step back inside the choice in progress."""
        meaning = self.selection.escaped()
        if not isinstance(meaning, Nothing):
            self._carry_out(meaning)

    def undo(self) -> None:
        """Take the last choice back."""
        self._link.undo(self._seat)

    # ---- reasons ------------------------------------------------------------------------------------------------

    @property
    def doubted(self) -> EntryView | None:
        """The entry that was asked about as a whole, by its button."""
        return self.selection.entry(self._doubt.entry) if not self._doubt.value else None

    def asks_on(self, reason: Reason) -> bool:
        """Ask about what lies beneath or above, if the reason says nothing; tell whether there was such a thing."""
        if reason.conditions or not self._doubt.others:
            return False
        value, *others = self._doubt.others
        self._carry_out(Ask(self._doubt.entry, value, tuple(others)))
        return True

    def _with_what_stands_there(self, meaning: Meaning, place: str) -> Meaning:
        if not isinstance(meaning, Ask):
            return meaning
        standing = (notation(thing, place, self.selection.only_kind) for thing in self._standing.get(place, ()))
        return Ask(meaning.entry, meaning.value, (*meaning.others, *standing))

    # ---- carrying out -------------------------------------------------------------------------------------------

    def _offer_or_carry_out(self, meaning: Meaning) -> None:
        if isinstance(meaning, Offer):
            self.offering.emit(meaning)
        else:
            self._carry_out(meaning)

    def _carry_out(self, meaning: Meaning) -> None:
        match meaning:
            case Take(option, then):
                self._wishes = then
                self._link.choose(self._seat, self._position, option.number)
            case Offer(options, then) if then:
                self._disambiguation = Disambiguation.of(meaning)
                for option in options:
                    self._link.ask_preview(self._seat, self._position, option.number)
            case Offer():
                self.offering.emit(meaning)
            case Reselect():
                self._after_undo = meaning
                self._link.undo(self._seat)
            case Arm(entry):
                self.selection = self.selection.arm(entry)
                self.changed.emit()
            case Ask(entry, value):
                self._doubt = meaning
                self._link.ask_why_not(self._seat, self._position, entry, value)
            case TakeBack():
                self.undo()
            case Unclear(rest):
                self.unclear.emit(rest)
            case Nothing():
                self.idle.emit()
            case _:
                assert_never(meaning)


def _standing(view: View) -> dict[str, tuple[str, ...]]:
    cells = (cell for board in view.boards for cell in board.cells)
    return {cell.place: tuple(thing_of(counter) for counter in cell.counters) for cell in cells if cell.counters}


def _has_one_kind(view: View) -> bool:
    """Whether the game has one kind of counter, as far as one sees: then the notation leaves its name out."""
    kinds = {name for seat in view.seats for name, _ in seat.reserves}
    kinds |= {counter.counter for board in view.boards for cell in board.cells for counter in cell.counters}
    return len(kinds) <= 1

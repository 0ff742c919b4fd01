"""Controller of the choice in progress: turns the meaning of a gesture into commands to the link."""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import QObject, Signal

from app.session.link import Link
from app.storage.settings import Confirm
from app.table.model.selection import (
    Arm,
    Ask,
    AutoPlacement,
    AutoPlacementMode,
    Disambiguation,
    Meaning,
    Nothing,
    Offer,
    PendingChoice,
    Reselect,
    Selection,
    Take,
    TakeBack,
    Unclear,
    read_line,
)
from app.table.model.things import Thing, thing_of
from dsl.match.table_messages import Preview, Reason
from dsl.match.view import DecisionView, EntryView, OptionView, View

_NO_ENTRY = -1  #: in the command AskWhyNot: any entry


class SelectionController(QObject):
    """Holds the choice in progress and carries out what gestures mean.

    As `confirm` says, the last value of an action is not sent at once: with its preview it becomes `pending`, until
    the player confirms it, makes another gesture or goes back.

    Signals:
        changed: Another entry is selected in the same position.
        pending_changed: A choice waits for the player's confirmation, or does no longer.
        offer_made: Several options fit; carries the Offer to pick from.
        not_understood: A typed move could not be read; carries the unreadable part.
        nothing_asked: A gesture was made while no decision is pending here.
    """

    changed = Signal()
    pending_changed = Signal()
    offer_made = Signal(object)
    not_understood = Signal(str)
    nothing_asked = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._seat = ""
        self._position = 0
        self._next_values: tuple[str, ...] = ()  #: named by the last gesture for the decisions to come
        self._after_undo: Reselect | None = None
        self._goes_on = False  #: the last command chose a value of an action that asks for another one
        self._counters: dict[str, tuple[Thing, ...]] = {}  #: the counters of each place
        self._question = Ask(None, "")  #: asked last
        self._view: View | None = None
        self._disambiguation: Disambiguation | None = None
        self._to_confirm: OptionView | None = None  #: its preview has been requested
        self.confirm: Confirm = "off"
        self.pending: PendingChoice | None = None
        self.auto_placement = AutoPlacement()
        self.selection = Selection()

    def set_decision(self, seat: str, view: View, decision: DecisionView | None) -> None:
        """Continue with a new position and the decision of `seat`. Nothing is sent before `resume`."""
        if seat != self._seat:
            self._next_values, self._after_undo, self._goes_on = (), None, False
            self.selection = Selection()
            self.auto_placement.stop()
        self._seat, self._position, self._view, self._disambiguation = seat, view.position, view, None
        self._counters = _counters(view)
        self._to_confirm = self.pending = None
        self.selection = Selection(
            self.selection.decision, self.selection.earlier, self.selection.armed, _has_one_kind(view)
        ).with_decision(decision)

    def resume(self) -> bool:
        """Send the next value of an earlier gesture, or the only number that can follow it; return whether there was
        one. After Undo nothing is sent for the user, who may want to go back further."""
        if self.auto_placement.running and self._place_next():
            return True
        reselect, self._after_undo = self._after_undo, None
        values, self._next_values = self._next_values, ()
        goes_on, self._goes_on = self._goes_on, False
        decision = self.selection.decision
        if decision is None:
            return False
        if reselect is not None and reselect.option in decision.options:
            self._carry_out(Take(reselect.option, reselect.then))
            return True
        if values and decision.parameter > 0:
            self._carry_out(self.selection.next_value(values))
            return True
        only = self.selection.only_number if goes_on else None
        if only is not None:
            self._carry_out(Take(only))
        return only is not None

    def _place_next(self) -> bool:
        """Send the next choice of an automatic placement; return whether there was one."""
        if self._view is None:
            return False
        option = self.auto_placement.next_option(self.selection, self._view)
        if option is not None:
            self._link.choose(self._seat, self._position, option.number)
            return True
        if self.auto_placement.undoes(self._view):
            self._link.undo(self._seat)
            return True
        self.auto_placement.stop()
        return False

    # ---- gestures -----------------------------------------------------------------------------------------------

    def touch(self, place: str, thing: Thing | None = None) -> None:
        """Something on the board was clicked."""
        self._carry_out(self._with_what_stands_there(self.selection.meaning_of_click(place, thing), place))

    def drag(self, origin: str, thing: Thing | None, goal: str) -> None:
        """Something was dragged."""
        self._carry_out(self.selection.meaning_of_drag(origin, thing, goal))

    def press(self, entry: int) -> None:
        """The button of an entry was pressed."""
        self._carry_out(self.selection.meaning_of_button(entry))

    def ask_about_entry(self, entry: int) -> None:
        """Ask why an entry is impossible, without an answer beside the gesture."""
        self._link.ask_about_entry(self._seat, self._position, entry)

    def pick(self, number: int, then: tuple[str, ...] = ()) -> None:
        """An option was picked from a list, a menu or the buttons of values."""
        decision = self.selection.decision
        option = next((each for each in decision.options if each.number == number), None) if decision else None
        self._carry_out(Take(option, then) if option is not None else Nothing())

    def pick_card(self, text: str, goal: str = "") -> None:
        """A card was touched, or dragged to a place: choose it, or ask why not."""
        self._carry_out(self.selection.meaning_of_card(text, goal))

    def option_of(self, text: str) -> int | None:
        """Return the number of the option that a card selects by itself, if there is one."""
        meaning = self.selection.meaning_of_card(text)
        return meaning.option.number if isinstance(meaning, Take) else None

    def start_auto_placement(self, mode: AutoPlacementMode) -> None:
        """Place all waiting pieces at random, or undo all placements."""
        self._drop_pending()
        if self._view is not None:
            self.auto_placement.start(mode, self.selection, self._view)
            self.resume()

    def take_preview(self, preview: Preview) -> bool:
        """Take a preview requested to confirm an option, or to tell several apart; return whether it was one."""
        option = self._to_confirm
        if option is not None and option.number == preview.option:
            self._to_confirm = None
            self._confirm_or_choose(PendingChoice(option, preview.view))
            return True
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

    def confirm_pending(self) -> None:
        """Take the choice that waits for the confirmation. `pending_changed` is not emitted: an update follows."""
        pending, self.pending = self.pending, None
        if pending is not None:
            self._link.choose(self._seat, self._position, pending.option.number)

    def _drop_pending(self) -> PendingChoice | None:
        """Return the choice that waited for a confirmation; it does no longer."""
        pending, self.pending, self._to_confirm = self.pending, None, None
        if pending is not None:
            self.pending_changed.emit()
        return pending

    def _confirm_or_choose(self, choice: PendingChoice) -> None:
        if self.confirm == "always" or choice.final:
            self.pending = choice
            self.pending_changed.emit()
        else:
            self._link.choose(self._seat, self._position, choice.option.number)

    def escape(self) -> None:
        """Esc: one step back in the choice in progress."""
        if self._drop_pending() is not None:
            return
        meaning = self.selection.meaning_of_escape()
        if not isinstance(meaning, Nothing):
            self._carry_out(meaning)

    def undo(self) -> None:
        """Undo the last choice; drop the one that waits for the confirmation."""
        if self._drop_pending() is None:
            self._link.undo(self._seat)

    # ---- reasons ------------------------------------------------------------------------------------------------

    @property
    def entry_in_question(self) -> EntryView | None:
        """The entry whose button was asked about last; None if the question was about a value."""
        entry = self._question.entry
        return self.selection.entry(entry) if entry is not None and not self._question.value else None

    def ask_next(self, reason: Reason) -> bool:
        """Ask about the thing beneath or above if the reason is empty; return whether there was such a thing."""
        if reason.conditions or not self._question.others:
            return False
        value, *others = self._question.others
        self._carry_out(Ask(self._question.entry, value, tuple(others)))
        return True

    def _with_what_stands_there(self, meaning: Meaning, place: str) -> Meaning:
        if not isinstance(meaning, Ask):
            return meaning
        standing = (thing.notation(place, self.selection.only_kind) for thing in self._counters.get(place, ()))
        return Ask(meaning.entry, meaning.value, (*meaning.others, *standing))

    # ---- carrying out -------------------------------------------------------------------------------------------

    def _offer_or_carry_out(self, meaning: Meaning) -> None:
        if isinstance(meaning, Offer):
            self.offer_made.emit(meaning)
        else:
            self._carry_out(meaning)

    def _carry_out(self, meaning: Meaning) -> None:
        if self._drop_pending() is not None and isinstance(meaning, Ask | TakeBack | Nothing):
            return  # the gesture goes back to the choice
        match meaning:
            case Take(option, then):
                self._next_values = then
                self._goes_on = self.selection.goes_on(option)
                if self.confirm == "off" or self.selection.goes_on(option):
                    self._link.choose(self._seat, self._position, option.number)
                else:
                    self._to_confirm = option
                    self._link.ask_preview(self._seat, self._position, option.number, chosen=True)
            case Offer(options, then) if then:
                self._disambiguation = Disambiguation.begin(meaning)
                for option in options:
                    self._link.ask_preview(self._seat, self._position, option.number)
            case Offer():
                self.offer_made.emit(meaning)
            case Reselect():
                self._after_undo = meaning
                self._link.undo(self._seat)
            case Arm(entry):
                self.selection = self.selection.arm(entry)
                self.changed.emit()
            case Ask(entry, value):
                self._question = meaning
                self._link.ask_why_not(self._seat, self._position, _NO_ENTRY if entry is None else entry, value)
            case TakeBack():
                self.undo()
            case Unclear(rest):
                self.not_understood.emit(rest)
            case Nothing():
                self.nothing_asked.emit()
            case _:
                assert_never(meaning)


def _counters(view: View) -> dict[str, tuple[Thing, ...]]:
    cells = (cell for board in view.boards for cell in board.cells)
    return {cell.place: tuple(thing_of(counter) for counter in cell.counters) for cell in cells if cell.counters}


def _has_one_kind(view: View) -> bool:
    """Whether all visible counters are of one kind: then the notation omits its name."""
    kinds = {name for seat in view.seats for name, _ in seat.reserves}
    kinds |= {counter.counter for board in view.boards for cell in board.cells for counter in cell.counters}
    return len(kinds) <= 1

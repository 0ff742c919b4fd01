"""From what is asked to what a gesture means. No Qt and no engine: only a DecisionView and a touch."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Literal

from app.table.model.targets import fits, is_counter, notation, readings
from dsl.match.messages import Preview
from dsl.match.view import DecisionView, EntryView, OptionView, View

# What a gesture of a player turns out to mean: a closed union that the page carries out.


@dataclass(frozen=True, slots=True)
class Take:
    """Choose `option`. `then` are wishes (places or values) for the decisions that follow at once."""

    option: OptionView
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """Several options fit: let the player pick one, then go on with `then`."""

    options: tuple[OptionView, ...]
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reselect:
    """Take the last value back, then choose `option` of the earlier decision instead."""

    option: OptionView
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arm:
    """From now on a touch means this entry only; -1 lets every entry answer again."""

    entry: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Nothing fits: ask the table why this value may not be chosen (entry -1: whichever reason fits best). If that is
    no thing of this decision, the `others` are asked about in their order: what lies beneath, what stands on it."""

    entry: int
    value: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last choice."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A typed line that could not be read; `rest` is the part that stands for nothing."""

    rest: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The gesture means nothing now: nobody at this window is asked."""


Meaning = Take | Offer | Reselect | Arm | Ask | TakeBack | Unclear | Nothing


@dataclass(frozen=True, slots=True)
class Selection:
    """The state of a choice in progress at one window.

    `earlier` is the decision that the same seat answered just before with the first value of an action: touching
    another of its things means "no, rather this one".
    """

    decision: DecisionView | None = None
    earlier: DecisionView | None = None
    armed: int = -1  #: the entry whose button was pressed; -1: any
    only_kind: bool = True  #: the game has one kind of counter, which the notation leaves out

    def asked(self, decision: DecisionView | None) -> Selection:
        """Return the state for a new decision (None: this seat is not asked)."""
        if decision == self.decision:
            return self
        candidates = (self.decision, self.earlier)
        earlier = next((each for each in candidates if each and decision and _leads_to(each, decision)), None)
        return Selection(decision, earlier, only_kind=self.only_kind)

    def arm(self, entry: int) -> Selection:
        """Return the state in which touches mean `entry` only."""
        return replace(self, armed=entry)

    # ---- what may be chosen -------------------------------------------------------------------------------------

    @property
    def options(self) -> tuple[OptionView, ...]:
        """The options that a gesture may mean now."""
        if self.decision is None:
            return ()
        if self.armed < 0:
            return self.decision.options
        return tuple(option for option in self.decision.options if option.entry == self.armed)

    @property
    def on_board(self) -> tuple[OptionView, ...]:
        """Those that are found at a place of the board."""
        return tuple(option for option in self.options if option.value.place)

    @property
    def spoken(self) -> tuple[OptionView, ...]:
        """Those that have a value but no place: numbers, kinds, players, cards. They need buttons of their own."""
        if self.decision is None or (self.armed < 0 and self._asks_which_entry):
            return ()
        return tuple(option for option in self.options if option.value.text and not option.value.place)

    @property
    def _asks_which_entry(self) -> bool:
        return self.decision is not None and self.decision.parameter == 0 and len(self.decision.entries) > 1

    def entry(self, number: int) -> EntryView | None:
        """The entry of that number, if there is one."""
        if self.decision is None or not 0 <= number < len(self.decision.entries):
            return None
        return self.decision.entries[number]

    def lacking(self, number: int) -> tuple[EntryView, int] | None:
        """An entry that costs more than what is left of its budget, with what is left; else None."""
        entry = self.entry(number)
        if self.decision is None or entry is None or entry.possible:
            return None
        left = dict(self.decision.budget).get(entry.budget)
        return (entry, left) if left is not None and left < entry.price else None

    def at(self, place: str, thing: str = "") -> tuple[OptionView, ...]:
        """The options that a touch of `thing` at `place` may mean: of a counter itself if it is one, else all there."""
        return _at(self.options, place, thing)

    def carried(self, place: str, thing: str = "") -> OptionView | None:
        """The option whose second value a drag of this thing would name, if there is just one."""
        if not place:
            return None
        fitting = self._that_go_on(self.at(place, thing))
        return fitting[0] if len(fitting) == 1 and self._goes_on(fitting[0]) else None

    # ---- gestures -----------------------------------------------------------------------------------------------

    def touched(self, place: str, thing: str = "") -> Meaning:
        """Say what touching something means."""
        if self.decision is None:
            return Nothing()
        if fitting := self.at(place, thing):
            return _one_of(fitting, ())
        if fitting := self._rather(place, thing):
            return Reselect(fitting[0]) if len(fitting) == 1 else TakeBack()
        if self._is_chosen(place):
            return TakeBack()
        return self._ask(place, thing)

    def dragged(self, origin: str, thing: str, goal: str) -> Meaning:
        """Say what dragging means: the first value at `origin`, the second at `goal`."""
        if self.decision is None:
            return Nothing()
        if origin == goal:
            return self.touched(origin, thing)
        if self._is_chosen(origin):
            return self.touched(goal)
        if fitting := self._that_go_on(self.at(origin, thing)):
            return _one_of(fitting, (goal,))
        if fitting := self._rather(origin, thing):
            return Reselect(fitting[0], (goal,)) if len(fitting) == 1 else TakeBack()
        return self._ask(origin, thing)

    def picked(self, text: str, goal: str = "") -> Meaning:
        """Say what touching a card of one's own means, or dragging it to a place; it is written as `text`."""
        if self.decision is None or not text:
            return Nothing()
        then = (goal,) if goal else ()
        if fitting := _without_place(self.options, text):
            return _one_of(fitting, then)
        if self.earlier is not None and (rather := _without_place(self.earlier.options, text)):
            return Reselect(rather[0], then)
        return Ask(self.armed, text)

    def wished(self, wishes: tuple[str, ...]) -> Meaning:
        """Say what a value means that was named before it was asked for: the goal of a drag, the rest of a line."""
        if self.decision is None or not wishes:
            return Nothing()
        wish, *rest = wishes
        fitting = tuple(option for option in self.options if wish in (option.value.text, option.value.place))
        return _one_of(fitting, tuple(rest)) if fitting else Ask(self.armed, wish)

    def pressed(self, number: int) -> Meaning:
        """Say what pressing the button of an entry means."""
        entry = self.entry(number)
        if self.decision is None or entry is None:
            return Nothing()
        if not entry.possible:
            return Ask(number, "")
        own = tuple(option for option in self.decision.options if option.entry == number)
        if len(own) == 1 and (entry.is_word or not own[0].value.text):
            return Take(own[0])
        return Arm(-1 if self.armed == number else number)

    def escaped(self) -> Meaning:
        """Say what Esc means: first let go of the entry, then take back a value of an action begun."""
        if self.armed >= 0:
            return Arm(-1)
        if self.decision is not None and self.decision.parameter > 0:
            return TakeBack()
        return Nothing()

    # ---- helpers ------------------------------------------------------------------------------------------------

    def _rather(self, place: str, thing: str) -> tuple[OptionView, ...]:
        """Options of the decision just answered that the touch fits: the player has changed their mind."""
        if self.earlier is None or self.decision is None or self._is_chosen(place):
            return ()
        actions = {self.decision.entries[option.entry].action for option in self.decision.options}
        entries = self.earlier.entries
        same_action = tuple(option for option in self.earlier.options if entries[option.entry].action in actions)
        return _at(same_action, place, thing)

    def _is_chosen(self, place: str) -> bool:
        return self.decision is not None and any(value.place == place for value in self.decision.chosen[-1:])

    def _that_go_on(self, options: tuple[OptionView, ...]) -> tuple[OptionView, ...]:
        """A drag names two values: prefer actions that ask for another one, if there are any."""
        return tuple(option for option in options if self._goes_on(option)) or options

    def _goes_on(self, option: OptionView) -> bool:
        """Whether another value is asked for after this one."""
        decision = self.decision
        return decision is not None and len(decision.entries[option.entry].params) > decision.parameter + 1

    def _ask(self, place: str, thing: str) -> Meaning:
        entry = self.armed
        if entry < 0 and self.decision is not None and self.decision.parameter > 0 and self.decision.options:
            entry = self.decision.options[0].entry
        value = notation(thing, place, self.only_kind)
        return Ask(entry, value, (place,) if value != place else ())


def _leads_to(earlier: DecisionView, decision: DecisionView) -> bool:
    """Whether `decision` asks for the next value of the action that `earlier` began or went on with."""
    following = earlier.number + 1 == decision.number and earlier.seat == decision.seat
    return following and earlier.parameter + 1 == decision.parameter


def _at(options: tuple[OptionView, ...], place: str, thing: str) -> tuple[OptionView, ...]:
    there = tuple(option for option in options if option.value.place == place)
    exact = tuple(option for option in there if fits(thing, option.value)) if is_counter(thing) else ()
    return exact or there


def _without_place(options: tuple[OptionView, ...], text: str) -> tuple[OptionView, ...]:
    there = tuple(option for option in options if not option.value.place)
    exact = tuple(option for option in there if option.value.text == text)
    kinds = tuple(option for option in there if option.value.sort == "kind" and option.value.text in readings(text))
    return exact or kinds


def _one_of(options: tuple[OptionView, ...], then: tuple[str, ...]) -> Meaning:
    return Take(options[0], then) if len(options) == 1 else Offer(options, then)


# Several options fit what was dragged: the table is asked which of them can end where it was let go. No Qt.


@dataclass(slots=True)
class Disambiguation:
    """The previews of an offer with a goal, as they come in."""

    offer: Offer
    asked: set[int]
    found: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, offer: Offer) -> Disambiguation:
        """Begin with an offer."""
        return cls(offer, {option.number for option in offer.options})

    def take(self, preview: Preview) -> bool:
        """Take a preview down; return whether it is one of these."""
        if preview.option not in self.asked:
            return False
        self.asked.discard(preview.option)
        if self.offer.then[0] in (*preview.next_places, *preview.next_values):
            self.found.add(preview.option)
        return True

    def meaning(self) -> Meaning | None:
        """Return what the gesture means once all are there: what fits the goal, or all if nothing does."""
        if self.asked:
            return None
        fitting = tuple(option for option in self.offer.options if option.number in self.found)
        if len(fitting) == 1:
            return Take(fitting[0], self.offer.then)
        return replace(self.offer, options=fitting) if fitting else self.offer


# Many choices by one wish: what still waits goes where chance sends it, or everything is taken back. No Qt.


FEW = 3  #: from so many waiting pieces on it is worth a button


def many_wait(selection: Selection, view: View) -> bool:
    """Whether so many pieces of the viewer's wait for the board that chance may help."""
    pieces = sum(zone.size for zone in view.zones if zone.owner == view.seat)
    return pieces >= FEW and bool(waiting(selection, view))


def waiting(selection: Selection, view: View) -> tuple[OptionView, ...]:
    """Return the options that bring a waiting piece onto the board."""
    decision = selection.decision
    if decision is None:
        return ()
    return tuple(option for option in decision.options if waits(option, decision, view))


def waits(option: OptionView, decision: DecisionView, view: View) -> bool:
    """Whether an option brings a piece of the viewer's, by itself or by its kind, from beside the board onto it."""
    value = option.value
    if decision.parameter > 0 or value.place or len(decision.entries[option.entry].params) < 2:
        return False
    own = [piece for zone in view.zones if zone.owner == view.seat for piece in zone.pieces]
    if value.sort == "kind":
        return any(piece.kind == value.text for piece in own)
    return value.sort == "piece" and value.owner == view.seat and bool(own)


@dataclass(slots=True)
class AutoPlacement:
    """The wish that is being carried out, choice by choice, as long as the same seat may go on."""

    wish: Literal["", "by chance", "start over"] = ""
    action: str = ""
    dice: random.Random = field(default_factory=random.Random)

    @property
    def busy(self) -> bool:
        """Whether a wish is being carried out."""
        return bool(self.wish)

    def begin(self, wish: Literal["by chance", "start over"], selection: Selection, view: View) -> None:
        """Begin to carry out a wish."""
        options = waiting(selection, view)
        entries = selection.decision.entries if selection.decision else ()
        self.action = entries[options[0].entry].action if options else ""
        self.wish = wish

    def stop(self) -> None:
        """Let go of the wish."""
        self.wish = ""

    def next_option(self, selection: Selection, view: View) -> OptionView | None:
        """Return the option to take next by chance; none if nothing waits any more."""
        decision = selection.decision
        if self.wish != "by chance" or decision is None:
            return None
        options = waiting(selection, view) if decision.parameter == 0 else decision.options
        fitting = [option for option in options if decision.entries[option.entry].action == self.action]
        return self.dice.choice(fitting) if fitting else None

    def goes_back(self, view: View) -> bool:
        """Whether one choice more is to be taken back."""
        return self.wish == "start over" and view.may_undo and view.secretly

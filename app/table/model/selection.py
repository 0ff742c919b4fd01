"""Selection of an option step by step: what gestures and typed moves mean for a decision. No Qt and no engine."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from app.table.model.things import Thing, readings, spot_of
from dsl.match.table_messages import Preview
from dsl.match.view import DecisionView, EntryView, OptionView, Value, View

# ---- meanings: a closed union that SelectionController carries out --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take:
    """Choose `option`; `then` are places or values for the decisions that follow at once."""

    option: OptionView
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """Several options fit: let the player pick one, then continue with `then`."""

    options: tuple[OptionView, ...]
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reselect:
    """Undo the last value, then choose `option` of the earlier decision instead."""

    option: OptionView
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arm:
    """From now on a click means this entry only; None: any entry again."""

    entry: int | None


@dataclass(frozen=True, slots=True)
class Ask:
    """Nothing fits: ask why this value cannot be chosen (entry None: for the entry that fits best). If the value is not
    part of this decision, the `others` follow in their order: what lies beneath, what stands on it."""

    entry: int | None
    value: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last choice."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A typed line that could not be read; `rest` is the part that has no meaning."""

    rest: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The gesture means nothing: no decision is pending at this window."""


Meaning = Take | Offer | Reselect | Arm | Ask | TakeBack | Unclear | Nothing


@dataclass(frozen=True, slots=True)
class Selection:
    """Immutable state of a choice in progress: the decision, and what gestures mean for it.

    `earlier` is the decision that the same seat answered just before with the first value of an action: clicking
    another of its things selects that one instead.
    """

    decision: DecisionView | None = None
    earlier: DecisionView | None = None
    armed: int | None = None  #: the entry whose button was pressed; None: any
    only_kind: bool = True  #: the game has one kind of counter, which the notation leaves out

    def with_decision(self, decision: DecisionView | None) -> Selection:
        """Return the state for a new decision (None: this seat is not asked)."""
        if decision == self.decision:
            return self
        candidates = (self.decision, self.earlier)
        earlier = next((each for each in candidates if each and decision and _leads_to(each, decision)), None)
        return Selection(decision, earlier, only_kind=self.only_kind)

    def arm(self, entry: int | None) -> Selection:
        """Return the state in which touches mean `entry` only."""
        return replace(self, armed=entry)

    # ---- what may be chosen -------------------------------------------------------------------------------------

    @property
    def options(self) -> tuple[OptionView, ...]:
        """The options that a gesture can mean now."""
        if self.decision is None:
            return ()
        if self.armed is None:
            return self.decision.options
        return tuple(option for option in self.decision.options if option.entry == self.armed)

    @property
    def every_option(self) -> tuple[OptionView, ...]:
        """The options of the decision, whatever entry is armed."""
        return self.decision.options if self.decision is not None else ()

    @property
    def on_board(self) -> tuple[OptionView, ...]:
        """Those at a place of the board."""
        return tuple(option for option in self.options if option.value.place)

    @property
    def without_place(self) -> tuple[OptionView, ...]:
        """Those that have a value but no place: numbers, kinds, players, cards. They need buttons of their own."""
        if self.decision is None or (self.armed is None and self._asks_which_entry):
            return ()
        return tuple(option for option in self.options if option.value.text and not option.value.place)

    @property
    def only_number(self) -> OptionView | None:
        """The number that follows a place and is the only one possible, such as a rotation of a tile that fits in one
        way; None if there is something to choose. Its button would say nothing."""
        decision = self.decision
        if decision is None or not decision.parameter or len(decision.options) != 1 or not decision.chosen:
            return None
        (option,) = decision.options
        return option if option.value.sort == "number" and decision.chosen[-1].place else None

    @property
    def only_action(self) -> int | None:
        """The number of the entry that needs no button, because the headline asks for its value and all other entries
        are words, such as "Enough"; None if there is no such entry."""
        if self.decision is None:
            return None
        actions = {entry.action: number for number, entry in enumerate(self.decision.entries) if not entry.is_word}
        with_values = {option.entry for option in self.decision.options if option.value.text}
        numbers = {number for number in with_values if not self.decision.entries[number].is_word}
        return min(numbers) if len(actions) == 1 and len(numbers) == 1 else None

    @property
    def _asks_which_entry(self) -> bool:
        several = self.decision is not None and self.decision.parameter == 0 and len(self.decision.entries) > 1
        return several and self.only_action is None

    def entry(self, number: int) -> EntryView | None:
        """The entry of that number, if there is one."""
        if self.decision is None or not 0 <= number < len(self.decision.entries):
            return None
        return self.decision.entries[number]

    def shortfall(self, number: int) -> tuple[EntryView, int] | None:
        """An entry that costs more than what is left of its budget, with what is left; else None."""
        entry = self.entry(number)
        if self.decision is None or entry is None or entry.possible:
            return None
        left = dict(self.decision.budget).get(entry.budget)
        return (entry, left) if left is not None and left < entry.price else None

    def at(self, place: str, thing: Thing | None = None) -> tuple[OptionView, ...]:
        """The options that a touch of `thing` at `place` may mean: of a counter itself if it is one, else all there."""
        return _at(self.options, place, thing)

    def of_card(self, text: str) -> tuple[OptionView, ...]:
        """The options that a touch of the card with notation `text` may mean."""
        return _without_place(self.options, text)

    @property
    def whole_actions(self) -> frozenset[str]:
        """The actions that can be chosen now and have no value, as a zone names the one that a click on it chooses."""
        if self.decision is None or self.armed is not None:
            return frozenset()
        return frozenset(action_text(entry.action) for number, entry in self._whole_entries())

    def _whole_entries(self) -> list[tuple[int, EntryView]]:
        entries = enumerate(self.decision.entries) if self.decision is not None else ()
        return [
            (number, entry)
            for number, entry in entries
            if entry.possible and [option.value.text for option in self.options if option.entry == number] == [""]
        ]

    def option_to_drag(self, place: str, thing: Thing | None = None) -> OptionView | None:
        """The option whose second value a drag of this thing would name, if there is just one."""
        if not place:
            return None
        fitting = self._prefer_going_on(self.at(place, thing))
        return fitting[0] if len(fitting) == 1 and self.goes_on(fitting[0]) else None

    def goes_on(self, option: OptionView) -> bool:
        """Whether another value of the same action is asked for after this one."""
        decision = self.decision
        return decision is not None and len(decision.entries[option.entry].params) > decision.parameter + 1

    # ---- gestures -----------------------------------------------------------------------------------------------

    def meaning_of_click(self, place: str, thing: Thing | None = None) -> Meaning:
        """Return the meaning of a click."""
        if self.decision is None:
            return Nothing()
        if fitting := self.at(place, thing):
            return _take_or_offer(fitting, ())
        if fitting := self._earlier_options(place, thing):
            return Reselect(fitting[0]) if len(fitting) == 1 else TakeBack()
        if self._is_chosen(place):
            return TakeBack()
        return self._ask(place, thing)

    def meaning_of_drag(self, origin: str, thing: Thing | None, goal: str) -> Meaning:
        """Return the meaning of a drag: the first value at `origin`, the second at `goal`."""
        if self.decision is None:
            return Nothing()
        if origin == goal:
            return self.meaning_of_click(origin, thing)
        if self._is_chosen(origin):
            return self.meaning_of_click(goal)
        if fitting := self._prefer_going_on(self.at(origin, thing)):
            return _take_or_offer(fitting, (goal,))
        if fitting := self._earlier_options(origin, thing):
            return Reselect(fitting[0], (goal,)) if len(fitting) == 1 else TakeBack()
        return self._ask(origin, thing)

    def meaning_of_card(self, text: str, goal: str = "") -> Meaning:
        """Return the meaning of a click on an own card, or of its drag to a place; `text` is its notation."""
        if self.decision is None or not text:
            return Nothing()
        then = (goal,) if goal else ()
        for number, entry in self._whole_entries():
            if action_text(entry.action) == text:
                return Take(next(option for option in self.options if option.entry == number), then)
        if fitting := _without_place(self.options, text):
            return _take_or_offer(fitting, then)
        if self.earlier is not None and (rather := _without_place(self.earlier.options, text)):
            return Reselect(rather[0], then)
        return Ask(self.armed, text)

    def next_value(self, values: tuple[str, ...]) -> Meaning:
        """Return the meaning of values given in advance: the goal of a drag, the rest of a typed move."""
        if self.decision is None or not values:
            return Nothing()
        value, *rest = values
        fitting = tuple(option for option in self.options if value in (option.value.text, option.value.place))
        return _take_or_offer(fitting, tuple(rest)) if fitting else Ask(self.armed, value)

    def meaning_of_button(self, number: int) -> Meaning:
        """Return the meaning of pressing the button of an entry."""
        entry = self.entry(number)
        if self.decision is None or entry is None:
            return Nothing()
        if not entry.possible:
            return Ask(number, "")
        own = tuple(option for option in self.decision.options if option.entry == number)
        if len(own) == 1 and (entry.is_word or not own[0].value.text):
            return Take(own[0])
        return Arm(None if self.armed == number else number)

    def meaning_of_escape(self) -> Meaning:
        """Return the meaning of Esc: first release the entry, then undo a value of the action begun."""
        if self.armed is not None:
            return Arm(None)
        if self.decision is not None and self.decision.parameter > 0:
            return TakeBack()
        return Nothing()

    # ---- helpers ------------------------------------------------------------------------------------------------

    def _earlier_options(self, place: str, thing: Thing | None) -> tuple[OptionView, ...]:
        """Options of the earlier decision that fit the click: the player has changed their mind."""
        if self.earlier is None or self.decision is None or self._is_chosen(place):
            return ()
        actions = {self.decision.entries[option.entry].action for option in self.decision.options}
        entries = self.earlier.entries
        same_action = tuple(option for option in self.earlier.options if entries[option.entry].action in actions)
        return _at(same_action, place, thing)

    def _is_chosen(self, place: str) -> bool:
        return self.decision is not None and any(value.place == place for value in self.decision.chosen[-1:])

    def _prefer_going_on(self, options: tuple[OptionView, ...]) -> tuple[OptionView, ...]:
        """A drag names two values: prefer actions that ask for another one, if there are any."""
        return tuple(option for option in options if self.goes_on(option)) or options

    def _ask(self, place: str, thing: Thing | None) -> Meaning:
        entry = self.armed
        if entry is None and self.decision is not None and self.decision.parameter > 0 and self.decision.options:
            entry = self.decision.options[0].entry
        value = thing.notation(place, self.only_kind) if thing is not None else place
        return Ask(entry, value, (place,) if value != place else ())


def action_text(action: str) -> str:
    """Return the text that stands for an action without values where cards have their notation."""
    return f"{action}()"


def _leads_to(earlier: DecisionView, decision: DecisionView) -> bool:
    """Whether `decision` asks for the next value of the action that `earlier` began or went on with."""
    following = earlier.number + 1 == decision.number and earlier.seat == decision.seat
    return following and earlier.parameter + 1 == decision.parameter


def _at(options: tuple[OptionView, ...], place: str, thing: Thing | None) -> tuple[OptionView, ...]:
    there = tuple(option for option in options if option.value.place == place)
    exact = tuple(option for option in there if thing is not None and spot_of(option.value).thing == thing)
    return exact or there


def _without_place(options: tuple[OptionView, ...], text: str) -> tuple[OptionView, ...]:
    there = tuple(option for option in options if not option.value.place)
    exact = tuple(option for option in there if option.value.text == text)
    kinds = tuple(option for option in there if option.value.sort == "kind" and option.value.text in readings(text))
    return exact or kinds


def _take_or_offer(options: tuple[OptionView, ...], then: tuple[str, ...]) -> Meaning:
    return Take(options[0], then) if len(options) == 1 else Offer(options, then)


# ---- confirmation ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PendingChoice:
    """A choice that is shown to the player and not taken before the player confirms it."""

    option: OptionView
    view: View | None  #: the view after it; None if chance or a secret decides about that view

    @property
    def final(self) -> bool:
        """Whether it cannot be undone: it reveals something, involves chance, or ends the match."""
        return self.view is None or self.view.outcome is not None


# ---- typed moves ----------------------------------------------------------------------------------------------------

_BETWEEN = re.compile(r"^(?:\s|,(?=\s)|[()]|->|→|to\s|vers\s|à\s)+", re.IGNORECASE)


def read_line(selection: Selection, line: str) -> Meaning:
    """Return the meaning of a move in the notation of the log: an entry by name, then its values; or a value alone.

    For instance "drift(marsh 2,0, 2,1)", "move red 1,0 to 0,0", "2,1" or "stop".
    """
    decision = selection.decision
    rest = _clean(line)
    if decision is None or not rest:
        return Nothing()
    options = selection.options
    if decision.parameter == 0:
        number, rest = _entry_at_start(decision, rest)
        if number is not None and not rest:
            return selection.meaning_of_button(number)
        if number is not None:
            options = tuple(option for option in decision.options if option.entry == number)
    return _values(options, rest)


def _entry_at_start(decision: DecisionView, rest: str) -> tuple[int | None, str]:
    """Return the entry that the line begins with, and the rest of the line."""
    named = sorted(enumerate(decision.entries), key=lambda pair: -len(pair[1].action))
    for number, entry in named:
        for name in (entry.action, entry.action.replace("_", " ")):
            after = _after(rest, name)
            if after is not None:
                return number, after
    return None, rest


def _values(options: tuple[OptionView, ...], rest: str) -> Meaning:
    """Match the longest value at the start of `rest`; the remaining text holds the values to come."""
    found = _beginning_with(options, rest, _full_names) or _beginning_with(options, rest, _short_names)
    if not found:
        return Unclear(rest)
    after = min(found, key=len)
    fitting, then = tuple(found[after]), _values_to_come(after)
    return Take(fitting[0], then) if len(fitting) == 1 else Offer(fitting, then)


def _beginning_with(
    options: tuple[OptionView, ...], rest: str, names: Callable[[Value], set[str]]
) -> dict[str, list[OptionView]]:
    """Return the options that the line begins with, by the rest of the line."""
    found: dict[str, list[OptionView]] = {}
    for option in options:
        for name in names(option.value):
            after = _after(rest, name)
            if after is not None:
                found.setdefault(after, []).append(option)
    return found


def _full_names(value: Value) -> set[str]:
    return {value.text, value.place} - {""}


def _short_names(value: Value) -> set[str]:
    """By owner and place, without the state; a place such as `market_a1` as it is displayed, or `a1` alone."""
    places = {value.place.replace("_", " "), value.place.rpartition("_")[2]} - {"", value.place}
    return places | ({f"{value.owner} {value.place}"} if value.owner and value.place else set())


def _values_to_come(rest: str) -> tuple[str, ...]:
    """Return the texts of the further values: the rest, split at `to` and at commas that a space follows."""
    parts = re.split(r",\s+|\s+(?:to|vers|à|->|→)\s+|[()]", rest)
    return tuple(part.strip() for part in parts if part.strip())


def _after(rest: str, name: str) -> str | None:
    """Return the text after `name` at the start of `rest`; None if `rest` does not begin with the whole name."""
    if not rest.casefold().startswith(name.casefold()):
        return None
    after = rest[len(name) :]
    if after and (after[0].isalnum() or after[0] in "_-" or (after[0] == "," and after[1:2] not in (" ", ""))):
        return None
    return _BETWEEN.sub("", after).strip(" )")


def _clean(line: str) -> str:
    return " ".join(line.split())


# ---- a drag that fits several options -------------------------------------------------------------------------------


@dataclass(slots=True)
class Disambiguation:
    """Collects the previews of options with a goal, to find those that can end there."""

    offer: Offer
    asked: set[int]
    found: set[int] = field(default_factory=set)

    @classmethod
    def begin(cls, offer: Offer) -> Disambiguation:
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


# ---- many choices at once -------------------------------------------------------------------------------------------

FEW = 3  #: number of waiting pieces that makes a button for random placement useful


def offers_auto_placement(selection: Selection, view: View) -> bool:
    """Whether enough pieces of the viewer wait to offer random placement."""
    pieces = sum(zone.size for zone in view.zones if zone.owner == view.seat)
    return pieces >= FEW and bool(placement_options(selection, view))


def placement_options(selection: Selection, view: View) -> tuple[OptionView, ...]:
    """Return the options that bring a waiting piece onto the board."""
    decision = selection.decision
    if decision is None:
        return ()
    return tuple(option for option in decision.options if is_placement(option, decision, view))


def is_placement(option: OptionView, decision: DecisionView, view: View) -> bool:
    """Whether an option brings a piece of the viewer's, by itself or by its kind, from beside the board onto it."""
    value = option.value
    if decision.parameter > 0 or value.place or len(decision.entries[option.entry].params) < 2:
        return False
    own = [piece for zone in view.zones if zone.owner == view.seat for piece in zone.pieces]
    if value.sort == "kind":
        return any(piece.kind == value.text for piece in own)
    return value.sort == "piece" and value.owner == view.seat and bool(own)


AutoPlacementMode = Literal["by chance", "start over"]


@dataclass(slots=True)
class AutoPlacement:
    """Places the waiting pieces at random, or undoes all, one choice at a time while the same seat may continue."""

    mode: AutoPlacementMode | None = None
    action: str = ""
    dice: random.Random = field(default_factory=random.Random)

    @property
    def running(self) -> bool:
        """Whether it is under way."""
        return self.mode is not None

    def start(self, mode: AutoPlacementMode, selection: Selection, view: View) -> None:
        """Start to place pieces, or to undo."""
        options = placement_options(selection, view)
        entries = selection.decision.entries if selection.decision else ()
        self.action = entries[options[0].entry].action if options else ""
        self.mode = mode

    def stop(self) -> None:
        """End it."""
        self.mode = None

    def next_option(self, selection: Selection, view: View) -> OptionView | None:
        """Return a random option to take next; None if no piece is waiting."""
        decision = selection.decision
        if self.mode != "by chance" or decision is None:
            return None
        options = placement_options(selection, view) if decision.parameter == 0 else decision.options
        fitting = [option for option in options if decision.entries[option.entry].action == self.action]
        return self.dice.choice(fitting) if fitting else None

    def undoes(self, view: View) -> bool:
        """Whether one more choice has to be undone."""
        return self.mode == "start over" and view.may_undo and view.secretly

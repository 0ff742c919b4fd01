"""Subjects of "What is this?": everything on the table that can be explained, and the names that the rules have for it.

No Qt and no engine: a subject is found by a widget, and explained from the view of the seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.table.model.selection import Selection
from app.table.model.things import Spot, thing_of
from dsl.match.view import CellView, CounterView, OptionView, PieceView, View


@dataclass(frozen=True, slots=True)
class CardSubject:
    """A card or pile beside the board, or a figure there."""

    zone: str  #: its name in the rules
    title: str  #: what the table calls the zone
    top: PieceView | None = None  #: None: the zone is empty
    size: int = 0
    value: str = ""  #: notation of a card that can be chosen; empty: it cannot


@dataclass(frozen=True, slots=True)
class EntrySubject:
    """A button for an action."""

    entry: int  #: its number in the decision


@dataclass(frozen=True, slots=True)
class OptionSubject:
    """A button for a value."""

    option: int  #: its number


@dataclass(frozen=True, slots=True)
class PlayerSubject:
    """A player."""

    colour: str


@dataclass(frozen=True, slots=True)
class ValueSubject:
    """A value of a player or of the game: a variable, a reserve or a zone in a player's row."""

    name: str  #: in the rules
    text: str  #: what the table says of it
    owner: str = ""  #: a colour; empty: the game's


Subject = Spot | CardSubject | EntrySubject | OptionSubject | PlayerSubject | ValueSubject


def cell_of(view: View, place: str) -> tuple[str, str, CellView] | None:
    """Return name and shape of the board of a place, and its cell; None if the view does not have it."""
    found = ((board.name, board.shape, cell) for board in view.boards for cell in board.cells if cell.place == place)
    return next(found, None)


def names_of(subject: Subject, view: View, selection: Selection) -> tuple[str, ...]:
    """Return the names that the rules may use for a subject, the most particular one first."""
    match subject:
        case Spot(place, thing):
            return tuple(dict.fromkeys(name for name in _spot_names(view, Spot(place, thing)) if name))
        case CardSubject(zone, _, top):
            return tuple(name for name in (*(_thing_names(top) if top is not None else ()), zone) if name)
        case EntrySubject(entry):
            found = selection.entry(entry)
            return (found.action,) if found is not None else ()
        case OptionSubject(option):
            chosen = _option(selection, option)
            if chosen is None or selection.decision is None:
                return ()
            value, action = chosen.value, selection.decision.entries[chosen.entry].action
            return tuple(name for name in (value.thing, *value.text.split(), action) if name)
        case PlayerSubject(colour):
            seat = next((seat for seat in view.seats if seat.colour == colour), None)
            zones = (zone.name for zone in view.zones if zone.owner == colour)
            values = (name for name, _ in (*seat.values, *seat.reserves)) if seat is not None else ()
            return (*values, *zones)
        case ValueSubject(name):
            return (name.partition(" of ")[0],)


def options_of(subject: Subject, selection: Selection) -> tuple[OptionView, ...]:
    """Return the options of the decision that a subject takes part in."""
    match subject:
        case Spot(place, thing):
            return selection.at(place, thing)
        case CardSubject(value=value):
            return selection.of_card(value) if value else ()
        case EntrySubject(entry):
            return tuple(option for option in selection.every_option if option.entry == entry)
        case OptionSubject(option):
            found = _option(selection, option)
            return (found,) if found is not None else ()
        case PlayerSubject(colour):
            return tuple(option for option in selection.options if option.value.text == colour)
        case ValueSubject():
            return ()


def notations_of(subject: Subject, view: View, only_kind: bool) -> tuple[str, ...]:
    """Return how a choice could write a subject, for the question why it cannot be chosen."""
    match subject:
        case Spot(place, thing) if thing is not None:
            return tuple(dict.fromkeys((thing.notation(place, only_kind), place)))
        case Spot(place):
            found = cell_of(view, place)
            counters = found[2].counters if found is not None else ()
            standing = (thing_of(counter).notation(place, only_kind) for counter in counters)
            return tuple(dict.fromkeys((place, *standing)))
        case CardSubject(value=value):
            return (value,) if value else ()
        case PlayerSubject(colour):
            return (colour,)
    return ()


def _option(selection: Selection, number: int) -> OptionView | None:
    return next((option for option in selection.every_option if option.number == number), None)


def _spot_names(view: View, spot: Spot) -> Iterator[str]:
    found = cell_of(view, spot.place)
    if found is None:
        return
    board, _, cell = found
    things: tuple[PieceView | CounterView, ...] = (*reversed(cell.pieces), *cell.counters)
    if spot.thing is not None:
        for thing in things:
            if thing_of(thing) == spot.thing:
                yield from _thing_names(thing)
        return
    yield from (cell.place, cell.kind)
    for thing in things:
        yield from _thing_names(thing)
    yield from (name for name, _ in cell.values)
    if not things:
        yield board


def _thing_names(thing: PieceView | CounterView) -> tuple[str, ...]:
    match thing:
        case PieceView(piece, kind):
            return (kind, piece)
        case CounterView(counter, _, state):
            return (state, counter)

"""Marks on the board: for a choice in progress, for the pointer, and for the past. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.table.model.seat_histories import SeatHistory
from app.table.model.selection import PendingChoice, Selection
from app.table.model.things import Ghost, Marks, Spot, spot_of
from dsl.match.view import CounterView, EventView, PieceView, Value, View

_FEW = 9  #: number of places that are marked in any case


@dataclass(frozen=True, slots=True)
class HoverTarget:
    """The place under the pointer, and the goals of the thing there or of the thing dragged."""

    place: str = ""
    goals: tuple[str, ...] = ()
    carried: Spot | None = None  #: what is being dragged, and from where
    turns: tuple[str, ...] = ()  #: the rotations to choose from for what would be placed here
    laid: PieceView | None = None  #: it as it would be placed

    @property
    def carries(self) -> bool:
        """Whether something is being dragged."""
        return self.carried is not None


NOTHING = HoverTarget()


def marks_of(
    selection: Selection, last: frozenset[str], pointed: HoverTarget = NOTHING, ghost: Ghost | None = None
) -> Marks:
    """Return the marks for the options, and for what the pointer is on or drags."""
    decision, place, goals = selection.decision, pointed.place, frozenset(pointed.goals)
    if decision is None:
        return Marks(last=last)
    values = [option.value for option in selection.on_board]
    chosen = frozenset(spot_of(value) for value in decision.chosen if value.place)
    if decision.parameter > 0:
        targets = frozenset(value.place for value in values)
        return Marks(frozenset(), targets, chosen, last, ghost, _way_to(place, values), place)
    if pointed.carried is not None:
        return Marks(targets=goals, chosen=frozenset({pointed.carried}), last=last, pointed=place)
    return Marks(frozenset(spot_of(value) for value in values), frozenset(), chosen, last, ghost, goals, place)


def marks_of_pending(pending: PendingChoice, selection: Selection, view: View) -> Marks:
    """Return the marks for a choice that waits for its confirmation; a ghost, if the view after it is unknown."""
    value = pending.option.value
    chosen = (*(selection.decision.chosen if selection.decision is not None else ()), value)
    ghost = ghost_at(value.place, selection, view) if value.place and pending.view is None else None
    return Marks(chosen=frozenset(spot_of(each) for each in chosen if each.place), ghost=ghost)


def _way_to(place: str, values: Iterable[Value]) -> frozenset[str]:
    """Return the places on the way to the one under the pointer, if the way is given place by place."""
    words = {word for value in values if value.sort == "way" and value.place == place for word in value.text.split()}
    return frozenset(words - {place}) if place else frozenset()


def ghost_at(place: str, selection: Selection, view: View) -> Ghost | None:
    """Return the thing chosen before, at the goal `place`; None if the place is no goal."""
    decision = selection.decision
    if decision is None or not decision.chosen or not selection.at(place):
        return None
    thing = _as_seen(decision.chosen[-1], view)
    return Ghost(place, thing) if thing is not None else None


def _as_seen(value: Value, view: View) -> CounterView | PieceView | None:
    if value.sort == "counter":
        return CounterView(value.thing, value.owner, value.state, 1)
    cells = (cell for board in view.boards for cell in board.cells if cell.place == value.place)
    pieces = (piece for cell in cells for piece in cell.pieces if value.thing in ("", piece.piece))
    return next(pieces, None) if value.place else None


def with_past(marks: Marks, history: SeatHistory, mentioned: frozenset[str], view: View) -> Marks:
    """Return marks with the past: the places changed by the last choice, and those changed by others before it. The
    places of a sentence, `mentioned`, replace both."""
    if mentioned:
        return replace(marks, mentioned=mentioned)
    earlier = frozenset() if history.since.read else last_places(history.since.events, view)
    return replace(marks, last=last_places(history.fresh or history.before, view), earlier=earlier)


def last_places(events: Iterable[EventView], view: View) -> frozenset[str]:
    """Return the places where the events changed something; none if that is most of the board, as at the setup."""
    known = {cell.place for board in view.boards for cell in board.cells}
    where = {text for event in events for name, text in event.args if name in ("from", "to", "cell")}
    found = frozenset(where & known)
    return found if len(found) <= max(_FEW, len(known) // 3) else frozenset()

"""Changes by hand as the table shows them before all have agreed: what can be changed, and the view after it.

A view after changes holds only what the view before holds: a piece that is not known stays unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from msgspec.structs import replace

from app.table.model.things import Thing, thing_of
from dsl.match.table_messages import ByHand, ChangePiece, MarkCounters, MoveCounters, MovePiece, SetValue, Spot
from dsl.match.view import CellView, CounterView, EventView, PieceView, View, ZoneView

BOX, RESERVE = Spot("box"), Spot("reserve")


@dataclass(frozen=True, slots=True)
class Movable:
    """A piece, or equal counters, at a place."""

    at: Spot
    what: PieceView | CounterView

    def to(self, goal: Spot, amount: int = 1) -> ByHand:
        """Return the change that brings it, or this number of counters, to a place."""
        match self.what:
            case PieceView(piece, kind, owner, facing):
                return MovePiece(piece, kind, owner, facing, self.at, goal)
            case CounterView(counter, owner, state):
                return MoveCounters(counter, owner, state, amount, self.at, goal)


@dataclass(frozen=True, slots=True)
class Goal:
    """What can become of a thing: another place, kind, state or owner. One of them is set."""

    place: Spot | None = None
    kind: str = ""  #: of a piece, or state of a counter
    owner: str = ""

    def change(self, movable: Movable, amount: int) -> ByHand:
        """Return the change that does it to a thing, or to this number of counters."""
        if self.place is not None:
            return movable.to(self.place, amount)
        match movable.what:
            case PieceView(piece, kind, owner, facing):
                return ChangePiece(piece, kind, owner, facing, movable.at, self.kind, self.owner)
            case CounterView(counter, owner, state):
                return MarkCounters(counter, owner, state, self.kind, amount, movable.at)


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that can be set: its variable, whose it is, and what it is now."""

    variable: str
    of: str
    value: str


def movables_of(view: View, events: Iterable[EventView]) -> list[Movable]:
    """Return all that can be moved: on the boards, in the zones and reserves, and, from the box, whatever pieces a seat
    has seen so far by its `events`. Of equal things at a place there is one."""
    found: dict[Movable, None] = {}
    for board in view.boards:
        for cell in board.cells:
            spot = Spot("cell", cell.place)
            found |= dict.fromkeys(Movable(spot, thing) for thing in _things(cell))
    for zone in view.zones:
        found |= dict.fromkeys(Movable(Spot("zone", zone.name, zone.owner), piece) for piece in zone.pieces)
    reserves = [(name, seat.colour, amount) for seat in view.seats for name, amount in seat.reserves]
    for name, owner, amount in (*reserves, *view.reserves):
        states = {each.state for cell in _cells(view) for each in cell.counters if each.counter == name}
        for state in sorted(states) or [""]:
            found |= {Movable(RESERVE, CounterView(name, owner, state, amount)): None} if amount else {}
    for event in events:
        args = dict(event.args)
        if args.get("kind"):
            piece = PieceView(args["piece"], args["kind"], args.get("owner", ""))
            found[Movable(BOX, piece)] = None
    return list(found)


def goals_of(movable: Movable, view: View, events: Iterable[EventView]) -> list[Goal]:
    """Return what can become of a thing: every place, and the kinds, states and owners that such things have had. Which
    of them are possible the table knows."""
    goals = [Goal(Spot("cell", cell.place)) for cell in _cells(view)]
    what, on_board = movable.what, movable.at.sort == "cell"
    if isinstance(what, PieceView):
        goals += [Goal(Spot("zone", zone.name, zone.owner)) for zone in view.zones]
        goals.append(Goal(BOX))
        alike = [dict(event.args) for event in events if ("piece", what.piece) in event.args]
        kinds = dict.fromkeys(args["kind"] for args in alike if args.get("kind"))
        goals += [Goal(kind=kind) for kind in kinds if on_board and kind != what.kind]
        goals += [Goal(owner=each) for each in view.colours if on_board and what.owner and each != what.owner]
    else:
        goals += [Goal(RESERVE), Goal(BOX)]
        states = {each.state for cell in _cells(view) for each in cell.counters if each.counter == what.counter}
        goals += [Goal(kind=state) for state in sorted(states) if on_board and state and state != what.state]
    return [goal for goal in goals if goal.place != movable.at]


def settings_of(view: View, is_named: Callable[[str], bool]) -> list[Setting]:
    """Return the values of the players and of the game that the view shows and that can be set: those for which the
    game has a name, as in the log. The others are internal to the rules."""
    of_players = [Setting(name, seat.colour, value) for seat in view.seats for name, value in seat.values]
    split = ((name.partition(" of "), value) for name, value in view.values)
    found = [*of_players, *(Setting(name, of, value) for (name, _, of), value in split)]
    return [setting for setting in found if is_named(setting.variable)]


def found_at(view: View, place: str, thing: Thing | None) -> Movable | None:
    """Return the thing at a place of the board; without a `thing` the first that lies there."""
    spot = Spot("cell", place)
    for cell in _cells(view):
        if cell.place == place:
            return next((Movable(spot, each) for each in _things(cell) if thing in (None, thing_of(each))), None)
    return None


def _things(cell: CellView) -> list[PieceView | CounterView]:
    return [*cell.pieces, *cell.counters]


def _cells(view: View) -> Iterable[CellView]:
    return (cell for board in view.boards for cell in board.cells)


# ---- the view after changes ----


def changed_view(view: View, changes: Sequence[ByHand]) -> View:
    """Return the view after changes, as far as the seat knows what comes of them."""
    for change in changes:
        match change:
            case MovePiece():
                moved = PieceView(change.piece, change.kind, change.owner, change.facing)
                there = _piece_at(view, change)
                view = _without(view, change.start, there) if there is not None else view
                view = _with(view, change.goal, there or moved)
            case ChangePiece():
                there = _piece_at(view, change)
                if there is not None:
                    kind, owner = change.new_kind or there.kind, change.new_owner or there.owner
                    view = _with(_without(view, change.start, there), change.start,
                                 replace(there, kind=kind, owner=owner))  # fmt: skip
            case MoveCounters():
                view = _count(view, change, change.start, change.state, -change.amount)
                view = _count(view, change, change.goal, change.state, change.amount)
            case MarkCounters():
                view = _count(view, change, change.start, change.before, -change.amount)
                view = _count(view, change, change.start, change.after, change.amount)
            case SetValue():
                view = _set(view, change)
            case _:
                assert_never(change)
    return view


def _piece_at(view: View, change: MovePiece | ChangePiece) -> PieceView | None:
    """Return the piece that a change names, as the view shows it."""
    wanted = (change.piece, change.kind, change.owner, change.facing)
    there: Iterable[PieceView] = ()
    if change.start.sort == "cell":
        there = (piece for cell in _cells(view) if cell.place == change.start.name for piece in cell.pieces)
    elif change.start.sort == "zone":
        zones = (zone for zone in view.zones if (zone.name, zone.owner) == (change.start.name, change.start.owner))
        there = (piece for zone in zones for piece in reversed(zone.pieces))
    return next((each for each in there if (each.piece, each.kind, each.owner, each.facing) == wanted), None)


def _without(view: View, spot: Spot, piece: PieceView) -> View:
    def less(pieces: tuple[PieceView, ...]) -> tuple[PieceView, ...]:
        at = len(pieces) - 1 - pieces[::-1].index(piece)
        return pieces[:at] + pieces[at + 1 :]

    return _with_pieces(view, spot, less)


def _with(view: View, spot: Spot, piece: PieceView) -> View:
    return _with_pieces(view, spot, lambda pieces: (*pieces, replace(piece, covers=())))


def _with_pieces(view: View, spot: Spot, change: Callable[[tuple[PieceView, ...]], tuple[PieceView, ...]]) -> View:
    """Return the view with other pieces at a place; of the box nothing is shown."""
    if spot.sort == "cell":
        return _with_cell(view, spot.name, lambda cell: replace(cell, pieces=change(cell.pieces)))

    def other(zone: ZoneView) -> ZoneView:
        if (zone.name, zone.owner) != (spot.name, spot.owner):
            return zone
        pieces = change(zone.pieces)
        return replace(zone, pieces=pieces, size=len(pieces))

    return replace(view, zones=tuple(map(other, view.zones)))


def _with_cell(view: View, place: str, change: Callable[[CellView], CellView]) -> View:
    return replace(
        view,
        boards=tuple(
            replace(board, cells=tuple(change(cell) if cell.place == place else cell for cell in board.cells))
            for board in view.boards
        ),
    )


def _count(view: View, change: MoveCounters | MarkCounters, spot: Spot, state: str, more: int) -> View:
    """Return the view with more or fewer counters at a place."""
    counter, owner = change.counter, change.owner
    if spot.sort == "reserve":
        seats = tuple(
            replace(
                seat, reserves=tuple((name, left + more * (name == counter)) for name, left in seat.reserves)
            ) if seat.colour == owner else seat
            for seat in view.seats
        )  # fmt: skip
        if any(seat.colour == owner for seat in view.seats):
            return replace(view, seats=seats)
        left_over = {(name, kind): left for name, kind, left in view.reserves}
        left_over[counter, owner] = left_over.get((counter, owner), 0) + more
        shared = ((name, kind, left) for (name, kind), left in left_over.items() if left)
        return replace(view, reserves=tuple(shared))

    def other(cell: CellView) -> CellView:
        key = (counter, owner, state)
        amounts = {(each.counter, each.owner, each.state): each.amount for each in cell.counters}
        amounts[key] = amounts.get(key, 0) + more
        stacks = (CounterView(*each, amount) for each, amount in amounts.items() if amount > 0)
        return replace(cell, counters=tuple(stacks))

    return _with_cell(view, spot.name, other) if spot.sort == "cell" else view


def _set(view: View, change: SetValue) -> View:
    def other(values: tuple[tuple[str, str], ...], wanted: str) -> tuple[tuple[str, str], ...]:
        return tuple((name, change.value if name == wanted else value) for name, value in values)

    named = f"{change.variable} of {change.of}" if change.of else change.variable
    seats = tuple(
        replace(seat, values=other(seat.values, change.variable)) if seat.colour == change.of else seat
        for seat in view.seats
    )
    return replace(view, seats=seats, values=other(view.values, named))

"""Changes by hand: what all players have agreed to change in a position, carried out on the state, with its events.

A change names things as the seat that proposes it sees them, and nothing else: whether it can be made follows from
what this seat knows. The position stays possible: a place that holds one piece gets no second one, a value stays in its
range, no more counters or pieces come out of the box than are in it. Consequences of the rules are due where something
changed; they follow with the next choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from msgspec.structs import replace

from dsl.base.serialization import encode
from dsl.ir.layout import CounterLayout, PieceLayout, VariableLayout, ZoneLayout
from dsl.ir.program import Program
from dsl.match.observation.event_decoder import RawEvent
from dsl.match.observation.notation import Notation, NotationError
from dsl.match.observation.state_reader import StateReader, board_of_variable, covered_by, may_look, rotated_sides
from dsl.match.observation.view_builder import ViewBuilder
from dsl.match.table_messages import (
    MOST_CHANGES,
    ByHand,
    ChangePiece,
    MarkCounters,
    MoveCounters,
    MovePiece,
    SetValue,
    Spot,
)
from dsl.runtime.runner import State

#: The cause of all events of a change by hand, in place of a rule. No rule can have this name.
CAUSE = "by hand"
#: The events of changes and positions made by hand, and the names of their arguments, beside those of `dsl.ir.events`.
EVENTS: dict[str, tuple[str, ...]] = {"by_hand": ("player",), "position": ("player",)}

_LONGEST = 1000  #: bytes of one change
_IN_BOX, _ON_BOARD = -1, -2  #: what `<piece>.where` holds outside of zones
_RESERVE, _BOX = -1, -2  #: the places of counters in events beside the cells
_SETTABLE = ("number", "yes or no", "kind", "player", "players", "kinds", "cell")


class ByHandError(Exception):
    """Error: a change cannot be made; a key and values for `dsl.i18n`."""

    def __init__(self, reason: str, *args: tuple[str, str]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = args


def carry_out(program: Program, state: State, seat: int, changes: Sequence[ByHand]) -> list[RawEvent]:
    """Make the changes that `seat` proposes in `state`, and return their events. Raises ByHandError; then the state is
    invalid."""
    if not 0 < len(changes) <= MOST_CHANGES or any(len(encode(change)) > _LONGEST for change in changes):
        raise ByHandError("by_hand.many", ("most", str(MOST_CHANGES)))
    before, editor = list(state), _Editor(program, state, seat)
    for change in changes:
        editor.make(change)
    if state == before:
        raise ByHandError("by_hand.nothing")
    return editor.events


def seen_by(program: Program, state: State, seat: int, changes: Sequence[ByHand], viewer: int) -> tuple[ByHand, ...]:
    """Return changes that `seat` proposes as another seat (-1: a spectator) may know them before they are made. Raises
    ByHandError."""
    editor = _Editor(program, list(state), seat)
    eyes = ViewBuilder(StateReader(program, state), Notation(program), viewer)
    shown: list[ByHand] = []
    for change in changes:
        match change:
            case MovePiece() | ChangePiece():
                piece, number = editor.find(change)
                if eyes.contents.get(f"{piece.name}.where", number) != _IN_BOX:
                    thing = eyes.thing(piece, number)
                    attributes = {name for name, _ in piece.attributes}
                    facing = tuple(each for each in thing.facing if each[0] in attributes)
                    change_ = replace(change, kind=thing.kind, facing=facing)
                else:
                    change_ = change
                shown.append(change_)
            case SetValue():
                variable, index = editor.variable(change)
                owner = index if variable.owner == "player" else -1
                shown.append(change if eyes.may_read(variable, owner) else replace(change, value=""))
            case MoveCounters() | MarkCounters():
                shown.append(change)
            case _:
                assert_never(change)
        editor.make(change)
    return tuple(shown)


@dataclass(slots=True)
class _Editor:
    """Makes changes in one state, one after the other, as one seat proposes them."""

    program: Program
    state: State
    seat: int
    events: list[RawEvent] = field(default_factory=list)

    @property
    def _contents(self) -> StateReader:
        return StateReader(self.program, self.state)

    @property
    def _eyes(self) -> ViewBuilder:
        return ViewBuilder(self._contents, Notation(self.program), self.seat)

    def make(self, change: ByHand) -> None:
        """Make one change. Raises ByHandError."""
        match change:
            case MovePiece():
                self._move(change)
            case ChangePiece():
                self._change_piece(change)
            case MoveCounters():
                self._move_counters(change)
            case MarkCounters():
                self._mark(change)
            case SetValue():
                self._set(change)
            case _:
                assert_never(change)

    # ---- which piece is meant ----

    def find(self, change: MovePiece | ChangePiece) -> tuple[PieceLayout, int]:
        """Return the piece that a change names, by its number. Raises ByHandError."""
        piece = self.program.layout.pieces.get(change.piece)
        if piece is None:
            raise _no_such(change.start)
        contents, eyes, start = self._contents, self._eyes, change.start
        if start.sort == "box":
            return piece, self._in_box(piece, change)
        if start.sort == "cell":
            cell = self._cell(piece.board, start)
            there = [number for number, at in contents.on_board(piece) if at == cell]
        else:
            zone, owner = self._zone(start)
            there = contents.zone(zone, owner) if zone.piece == piece.name else []
            if zone.ordered and not change.kind:  # face down, it is the top one
                there = there[-1:]
            elif not change.kind and len(there) > 1 and not may_look(contents.layout, zone, owner, self.seat):
                raise ByHandError("by_hand.unseen", ("place", _text(start)))
        wanted = (change.kind, change.owner, frozenset(change.facing))
        seen = {number: eyes.thing(piece, number) for number in there}
        alike = [n for n, view in seen.items() if (view.kind, view.owner, frozenset(view.facing)) == wanted]
        if not alike:
            raise _no_such(start)
        if not change.kind and len(alike) > 1:
            raise ByHandError("by_hand.unseen", ("place", _text(start)))
        return piece, alike[0]

    def _in_box(self, piece: PieceLayout, change: MovePiece | ChangePiece) -> int:
        """Return a piece of the box that the seat knows to be there, or one that was never made."""
        contents, notation = self._contents, self._eyes.notation
        kind, owner = self._kind(piece, change.kind), self._seat(change.owner) if piece.owned else -1
        made = contents.get(f"{piece.name}.made")
        for number in range(made):
            if (
                contents.get(f"{piece.name}.where", number) == _IN_BOX
                and max(contents.kind_of(piece, number), 0) == kind
                and contents.owner_of(piece, number) == owner
                and contents.knows(piece, number, self.seat)
                and all(
                    (name, notation.attribute(piece, name, contents.attribute_of(piece, number, name))) in change.facing
                    for name, _ in (piece.attributes if change.facing else ())
                )
            ):
                return number
        if made >= piece.count or piece.sight != "all":
            raise ByHandError("by_hand.box_empty", ("thing", change.kind or piece.name))
        return made

    def _create(self, piece: PieceLayout, number: int, change: MovePiece) -> None:
        """Make a piece that was never in the match."""
        contents, name = self._contents, piece.name
        kind, owner = self._kind(piece, change.kind), self._seat(change.owner) if piece.owned else -1
        contents.put(f"{name}.made", number + 1)
        if piece.kinds:
            contents.put(f"{name}.kind", kind, number)
        if piece.owned:
            contents.put(f"{name}.owner", owner, number)
        if piece.numbered:
            self._flip(f"{name}.kinds", kind, number, there=True)
            if piece.owned:
                self._flip(f"{name}.owned", owner, number, there=True)
        for attribute, kinds in piece.attributes:
            contents.put(f"{name}.{attribute}", 0 if kinds else 1, number)
        self.events.append(("create", (self._index(piece), number, kind, _IN_BOX)))

    def _kind(self, piece: PieceLayout, name: str) -> int:
        if piece.kinds is None:
            return 0
        if name not in piece.kinds.values:
            raise ByHandError("by_hand.box_empty", ("thing", name or piece.name))
        return piece.kinds.values.index(name)

    def _seat(self, colour: str) -> int:
        if colour not in self.program.colours:
            raise ByHandError("by_hand.no_player", ("player", colour))
        return self.program.colours.index(colour)

    def _index(self, piece: PieceLayout) -> int:
        return list(self.program.layout.pieces).index(piece.name)

    def _cell(self, board: str, spot: Spot) -> int:
        if spot.sort != "cell" or not board:
            raise ByHandError("by_hand.not_there", ("place", _text(spot)))
        names = self.program.layout.boards[board].names
        cell = next((cell for cell, name in names.items() if name == spot.name), None)
        if cell is None or cell not in self.program.layout.boards[board].coordinates:
            raise ByHandError("by_hand.not_there", ("place", _text(spot)))
        return cell

    def _zone(self, spot: Spot) -> tuple[ZoneLayout, int]:
        zone = self.program.layout.zones.get(spot.name)
        if spot.sort != "zone" or zone is None or spot.owner not in zone.owners:
            raise ByHandError("by_hand.not_there", ("place", _text(spot)))
        owner = zone.owners.index(spot.owner)
        return zone, self.program.layout.first_of(owner) if zone.team else owner

    # ---- pieces ----

    def _move(self, change: MovePiece) -> None:
        piece, number = self.find(change)
        if number >= self._contents.get(f"{piece.name}.made"):
            self._create(piece, number, change)
        if change.start == change.goal:
            raise ByHandError("by_hand.same_place", ("place", _text(change.goal)))
        contents, which = self._contents, self._index(piece)
        kind = max(contents.kind_of(piece, number), 0)
        where = contents.get(f"{piece.name}.where", number)
        cell = next((at for each, at in contents.on_board(piece) if each == number), -1)
        match change.goal.sort:
            case "cell":
                goal = self._cell(piece.board, change.goal)
                self._lift(piece, number, cell)
                self._lay(piece, number, goal, change.goal)
                self.events.append(
                    ("lay", (which, number, kind, goal)) if cell < 0 else ("shift", (which, number, kind, cell, goal))
                )
                return
            case "zone":
                zone, owner = self._zone(change.goal)
                if zone.piece != piece.name:
                    raise ByHandError("by_hand.not_there", ("place", _text(change.goal)))
                self._lift(piece, number, cell)
                self._put(zone, owner, piece, number)
                place = zone.number + owner
            case "box":
                self._lift(piece, number, cell)
                place = _IN_BOX
            case _:
                raise ByHandError("by_hand.not_there", ("place", _text(change.goal)))
        self.events.append(
            ("pass", (which, number, where, place)) if cell < 0 else ("lift", (which, number, kind, cell, place))
        )

    def _lift(self, piece: PieceLayout, number: int, cell: int) -> None:
        """Take a piece away from where it is."""
        contents, name = self._contents, piece.name
        where = contents.get(f"{name}.where", number)
        if cell >= 0:
            owner = contents.owner_of(piece, number)
            if piece.numbered:
                self._flip(f"{name}.here", cell, number, there=False)
                self._flip(f"{name}.laid", 0, number, there=False)
                self._flip(f"{name}.any", 0, cell, there=bool(contents.get(f"{name}.here", cell)))
                contents.put(f"{name}.cell", -1, number)
                if piece.owned:
                    left = contents.get(f"{name}.here", cell) & contents.get(f"{name}.owned", owner)
                    self._flip(f"{name}.by", owner, cell, there=bool(left))
            else:
                self._flip(f"{name}.on", max(contents.kind_of(piece, number), 0), cell, there=False)
                self._flip(f"{name}.any", 0, cell, there=False)
                contents.put(f"{name}.at", -1, cell)
                if piece.owned:
                    self._flip(f"{name}.by", owner, cell, there=False)
                self._shape(piece, number, cell, there=False)
            self._mark_due(piece.board, cell)
        elif where >= 0:
            for zone in contents.layout.zones.values():
                if zone.piece == name and zone.number <= where < zone.number + zone.zones:
                    self._write_zone(zone, where - zone.number, [n for n in contents.zone(zone, where - zone.number)
                                                                 if n != number])  # fmt: skip
        contents.put(f"{name}.where", _IN_BOX, number)

    def _lay(self, piece: PieceLayout, number: int, cell: int, goal: Spot) -> None:
        """Put a piece that is nowhere onto a cell."""
        contents, name, owner = self._contents, piece.name, self._contents.owner_of(piece, number)
        if piece.numbered:
            self._flip(f"{name}.here", cell, number, there=True)
            self._flip(f"{name}.laid", 0, number, there=True)
            contents.put(f"{name}.cell", cell, number)
        else:
            if contents.get(f"{name}.at", cell) >= 0:
                raise ByHandError("by_hand.occupied", ("place", _text(goal)))
            self._flip(f"{name}.on", max(contents.kind_of(piece, number), 0), cell, there=True)
            contents.put(f"{name}.at", number, cell)
            self._shape(piece, number, cell, there=True)
        self._flip(f"{name}.any", 0, cell, there=True)
        if piece.owned:
            self._flip(f"{name}.by", owner, cell, there=True)
        contents.put(f"{name}.where", _ON_BOARD, number)
        seen = contents.layout.viewers(piece.sight, owner, self.program.players)
        contents.put(f"{name}.known", contents.seen_by(piece, number) | seen, number)
        self._mark_due(piece.board, cell)

    def _shape(self, piece: PieceLayout, number: int, cell: int, *, there: bool) -> None:
        """Put up or take away the walls of a piece, and cover what lies under it or uncover it."""
        contents, board = self._contents, self.program.layout.boards[piece.board]
        if piece.walls:
            turned = contents.find(f"{piece.name}.rotation", number, 0)
            for side in rotated_sides(piece, max(contents.kind_of(piece, number), 0), turned):
                self._flip(f"{piece.name}.walls", side, cell, there=there)
        if piece.covers:
            cells = covered_by(piece, board, cell)
            under = contents.get(f"{piece.name}.under")
            if there and (len(cells) < len(piece.covers) or any(under >> each & 1 for each in cells)):
                raise ByHandError("by_hand.occupied", ("place", board.names[cell]))
            for each in cells:
                self._flip(f"{piece.name}.under", 0, each, there=there)

    def _put(self, zone: ZoneLayout, owner: int, piece: PieceLayout, number: int) -> None:
        """Put a piece that is nowhere on top of a zone."""
        contents = self._contents
        self._write_zone(zone, owner, [*contents.zone(zone, owner), number])
        contents.put(f"{piece.name}.where", zone.number + owner, number)
        seen = contents.layout.viewers(zone.sight, owner if zone.owned else -1, self.program.players)
        contents.put(f"{piece.name}.known", contents.seen_by(piece, number) | seen, number)

    def _write_zone(self, zone: ZoneLayout, owner: int, numbers: Sequence[int]) -> None:
        contents, first = self._contents, owner * zone.capacity
        for index in range(max(len(numbers), contents.get(f"{zone.name}.size", owner))):
            contents.put(f"{zone.name}.items", numbers[index] if index < len(numbers) else -1, first + index)
        contents.put(f"{zone.name}.size", len(numbers), owner)

    def _change_piece(self, change: ChangePiece) -> None:
        piece, number = self.find(change)
        contents, name = self._contents, piece.name
        cell = next((at for each, at in contents.on_board(piece) if each == number), -1)
        if cell < 0 or not contents.knows(piece, number, -1):  # what is not open to all keeps what it is
            raise ByHandError("by_hand.unseen", ("place", _text(change.start)))
        if change.new_kind:
            before, kind = contents.kind_of(piece, number), self._kind(piece, change.new_kind)
            if piece.kinds is None or piece.walls:
                raise ByHandError("by_hand.fixed", ("thing", piece.name))
            member, slot = (number, f"{name}.kinds") if piece.numbered else (cell, f"{name}.on")
            self._flip(slot, before, member, there=False)
            self._flip(slot, kind, member, there=True)
            contents.put(f"{name}.kind", kind, number)
            self.events.append(("become", (self._index(piece), number, before, kind, cell)))
        if change.new_owner:
            if not piece.owned:
                raise ByHandError("by_hand.fixed", ("thing", piece.name))
            before, owner = contents.owner_of(piece, number), self._seat(change.new_owner)
            owner = contents.layout.first_of(owner) if piece.team else owner
            contents.put(f"{name}.owner", owner, number)
            left = False
            if piece.numbered:
                self._flip(f"{name}.owned", before, number, there=False)
                self._flip(f"{name}.owned", owner, number, there=True)
                left = bool(contents.get(f"{name}.here", cell) & contents.get(f"{name}.owned", before))
            self._flip(f"{name}.by", before, cell, there=left)
            self._flip(f"{name}.by", owner, cell, there=True)
            kind = max(contents.kind_of(piece, number), 0)
            self.events.append(("give", (self._index(piece), number, kind, cell)))
        self._mark_due(piece.board, cell)

    # ---- counters ----

    def _move_counters(self, change: MoveCounters) -> None:
        counter, owner = self._counter(change.counter, change.owner)
        state = self._state_of(counter, change.state)
        start, goal = (self._counter_place(counter, spot) for spot in (change.start, change.goal))
        if start == goal:
            raise ByHandError("by_hand.same_place", ("place", _text(change.goal)))
        if not 0 < change.amount <= self._count(counter, owner, state, start):
            raise ByHandError("by_hand.too_few", ("thing", counter.name), ("place", _text(change.start)))
        for place, amount in ((start, -change.amount), (goal, change.amount)):
            if place >= 0:
                self._stand(counter, owner, state, place, amount)
            elif place == _RESERVE:
                left = self._contents.reserve(counter, owner) + amount
                self._contents.put(f"{counter.name}.reserve", left, owner)
        which = list(self.program.layout.counters).index(counter.name)
        self.events.append(("count", (which, owner, state, change.amount, start, goal)))

    def _mark(self, change: MarkCounters) -> None:
        counter, owner = self._counter(change.counter, change.owner)
        before, after = (self._state_of(counter, word) for word in (change.before, change.after))
        cell = self._cell(counter.board, change.start)
        if not 0 < change.amount <= self._count(counter, owner, before, cell):
            raise ByHandError("by_hand.too_few", ("thing", counter.name), ("place", _text(change.start)))
        self._stand(counter, owner, before, cell, -change.amount)
        self._stand(counter, owner, after, cell, change.amount)
        which = list(self.program.layout.counters).index(counter.name)
        self.events.append(("mark", (which, owner, before, after, change.amount, cell)))

    def _counter(self, name: str, whose: str) -> tuple[CounterLayout, int]:
        counter = self.program.layout.counters.get(name)
        if counter is None or whose not in counter.owners:
            raise ByHandError("by_hand.no_counter", ("thing", name))
        owner = counter.owners.index(whose)
        return counter, self.program.layout.first_of(owner) if counter.team else owner

    def _state_of(self, counter: CounterLayout, word: str) -> int:
        if word not in counter.states:
            raise ByHandError("by_hand.no_counter", ("thing", counter.name))
        return counter.states.index(word)

    def _counter_place(self, counter: CounterLayout, spot: Spot) -> int:
        match spot.sort:
            case "reserve":
                return _RESERVE
            case "box":
                return _BOX
        return self._cell(counter.board, spot)

    def _count(self, counter: CounterLayout, owner: int, state: int, place: int) -> int:
        """Return how many counters are at a place."""
        contents = self._contents
        if place >= 0:
            cells = contents.layout.boards[counter.board].cells
            return contents.get(f"{counter.name}.on", (owner * len(counter.states) + state) * cells + place)
        reserve = contents.reserve(counter, owner)
        standing = sum(stack.amount for stack in contents.counters(counter) if stack.owner == owner)
        return reserve if place == _RESERVE else counter.each - reserve - standing

    def _stand(self, counter: CounterLayout, owner: int, state: int, cell: int, amount: int) -> None:
        contents, name, row = self._contents, counter.name, owner * len(counter.states) + state
        at = row * contents.layout.boards[counter.board].cells + cell
        now = contents.get(f"{name}.on", at) + amount
        contents.put(f"{name}.on", now, at)
        contents.put(f"{name}.total", contents.get(f"{name}.total", cell) + amount, cell)
        self._flip(f"{name}.any", row, cell, there=bool(now))
        self._mark_due(counter.board, cell)

    # ---- variables ----

    def variable(self, change: SetValue) -> tuple[VariableLayout, int]:
        """Return the variable that a change names, and its index. Raises ByHandError."""
        layout = self.program.layout
        variable = layout.variables.get(change.variable)
        unknown = ByHandError("by_hand.no_value", ("thing", change.variable))
        if variable is None or not variable.told or variable.domain.sort not in _SETTABLE:
            raise unknown
        index = 0
        if variable.owner == "player":
            index = self._seat(change.of)
            index = layout.first_of(index) if variable.team else index
        elif kinds := layout.kinds.get(variable.owner):
            if change.of not in kinds.values:
                raise unknown
            index = kinds.values.index(change.of)
        elif board := board_of_variable(layout, variable):
            index = self._cell(board.name, Spot("cell", change.of))
        elif variable.owner or change.of:
            raise unknown
        return variable, index

    def _set(self, change: SetValue) -> None:
        variable, index = self.variable(change)
        contents, name = self._contents, variable.name
        whose = index if variable.owner == "player" else -1
        if not self._eyes.may_read(variable, whose):
            raise ByHandError("by_hand.unseen_value", ("thing", name))
        try:
            value = self._eyes.notation.read(variable.domain, change.value.split(), contents, self.seat)
        except NotationError:
            raise ByHandError("by_hand.not_a_value", ("value", change.value), ("thing", name)) from None
        low, high = variable.range
        if variable.domain.sort == "number" and not low <= value <= high:
            bounds = ("low", str(low)), ("high", str(high))
            raise ByHandError("by_hand.out_of_range", ("value", change.value), ("thing", name), *bounds)
        before = contents.get(name, index)
        contents.put(name, value, index)
        if f"{name}.known" in contents.layout.slots:
            contents.put(f"{name}.known", contents.get(f"{name}.known", index) & 1 << max(self.seat, 0), index)
        which = list(contents.layout.variables).index(name)
        self.events.append(("set", (which, index if variable.owner else -1, before, value)))
        self._mark_due("", -1)

    # ---- slots ----

    def _flip(self, slot: str, index: int, member: int, *, there: bool) -> None:
        """Put a member into one of the bitsets of a slot, or take it out."""
        bits = self._contents.get(slot, index)
        self._contents.put(slot, bits | 1 << member if there else bits & ~(1 << member), index)

    def _mark_due(self, board: str, cell: int) -> None:
        """Mark consequences as due on a cell; without one (a value has changed) on all of them."""
        layout = self.program.layout
        for slot in layout.slots.values():
            if not slot.name.startswith("due."):
                continue
            own = slot.board or next(iter(layout.boards), "")
            if not slot.cells:
                self._flip(slot.name, 0, 0, there=True)
            elif cell >= 0 and own == board:
                self._flip(slot.name, 0, cell, there=True)
            elif cell < 0:
                for each in layout.boards[own].coordinates:
                    self._flip(slot.name, 0, each, there=True)


def _no_such(start: Spot) -> ByHandError:
    return ByHandError("by_hand.no_such_thing", ("place", _text(start)))


def _text(spot: Spot) -> str:
    """Return a place in the notation."""
    named = spot.name or spot.sort
    return f"{named} of {spot.owner}" if spot.owner else named

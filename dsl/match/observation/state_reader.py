"""State reader: access to a state block by meaning: places, owners, who has seen what. It returns the full truth;
visibility is applied by view builder and redaction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest

from dsl.base.board_shapes import board_called
from dsl.base.records import Record
from dsl.ir.layout import BoardLayout, CounterLayout, Layout, PieceLayout, VariableLayout, ZoneLayout, occupying
from dsl.ir.program import Program
from dsl.runtime.runner import State


def members(bits: int) -> Iterator[int]:
    """Yield the members of a bitset, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


_PART = 64  #: numbers of a part of a kept state


@dataclass(frozen=True, slots=True)
class KeptState:
    """A state that is kept for later, in parts: those that have not changed since another one are shared with it, so
    that the positions of a whole match take little more memory than one. The parts are tuples, because the garbage
    collector soon stops tracking tuples of numbers, but would traverse hundreds of lists again and again."""

    parts: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, state: State, before: KeptState | None = None) -> KeptState:
        """Keep a state; what is as it was before is shared."""
        whole = tuple(state)
        parts = [whole[first : first + _PART] for first in range(0, len(whole), _PART)]
        if before is not None:
            pairs = zip_longest(before.parts, parts, fillvalue=())
            parts = [old if old == new else new for old, new in pairs if new]
        return cls(tuple(parts))

    def __getitem__(self, place: int) -> int:
        return self.parts[place // _PART][place % _PART]

    def state(self) -> State:
        """Return the state as a new list."""
        return list(chain.from_iterable(self.parts))


class CounterStack(Record, frozen=True):
    """Equal counters on one cell."""

    owner: int
    state: int
    cell: int
    amount: int


class StateReader(Record, frozen=True):
    """One state of one program, for reading and (when a position is set up) writing."""

    program: Program
    state: State

    @property
    def layout(self) -> Layout:
        """What the block means."""
        return self.program.layout

    def get(self, slot: str, index: int = 0) -> int:
        """Return one place of a slot."""
        return self.state[self.layout.slots[slot].first + index]

    def find(self, slot: str, index: int, otherwise: int) -> int:
        """Return one place of a slot, `otherwise` if the program has no such slot or place."""
        found = self.program.layout.slots.get(slot)
        return self.state[found.first + index] if found is not None and 0 <= index < found.length else otherwise

    def put(self, slot: str, value: int, index: int = 0) -> None:
        """Write one place of a slot."""
        self.state[self.layout.slots[slot].first + index] = value

    def stretch(self, slot: str) -> list[int]:
        """Return all places of a slot; none if the program has no such slot."""
        found = self.layout.slots.get(slot)
        return self.state[found.first : found.first + found.length] if found else []

    # ---- pieces ----

    def laid(self, piece: PieceLayout) -> Iterator[tuple[int, int]]:
        """Yield (kind, cell) of the pieces of this sort on their board that are known by their cell."""
        if piece.by_cell and piece.board:
            for kind, bits in enumerate(self.stretch(f"{piece.name}.on")):
                for cell in members(bits):
                    yield kind, cell

    def kind_at(self, piece: PieceLayout, cell: int) -> int:
        """Return the kind of the piece on a cell, -1 if none lies there."""
        for kind, bits in enumerate(self.stretch(f"{piece.name}.on")):
            if cell >= 0 and bits >> cell & 1:
                return kind
        return -1

    def number_at(self, piece: PieceLayout, cell: int) -> int:
        """Return the number of the piece known by its cell, -1 if none lies there."""
        return self.get(f"{piece.name}.at", cell) if cell >= 0 else -1

    def owner_of(self, piece: PieceLayout, number: int) -> int:
        """Return the seat that owns a piece known by its number; -1 if its sort has no owners."""
        return self.find(f"{piece.name}.owner", number, -1)

    def on_board(self, piece: PieceLayout) -> Iterator[tuple[int, int]]:
        """Yield (number, cell) of the pieces of this sort that are on their board, however they are known."""
        if piece.numbered:
            yield from ((n, cell) for n, cell in enumerate(self.stretch(f"{piece.name}.cell")) if cell >= 0)
        elif piece.board:
            yield from ((number, cell) for cell, number in enumerate(self.stretch(f"{piece.name}.at")) if number >= 0)

    def cell_of(self, piece: PieceLayout, number: int) -> int:
        """Return where a piece known by its number stands, -1 if not on a board."""
        return self.find(f"{piece.name}.cell", number, -1)

    def knows(self, piece: PieceLayout, number: int, seat: int | None) -> bool:
        """Whether a seat knows what a piece is; -1 is a spectator, None the whole truth."""
        everybody = (1 << self.program.players) - 1
        known = self.seen_by(piece, number)
        return seat is None or known == everybody or (seat >= 0 and bool(known >> seat & 1))

    def turned(self, piece: PieceLayout, cell: int) -> int:
        """Return how far the piece on a cell is turned, 0 if it does not turn or none lies there."""
        if not piece.turns or self.kind_at(piece, cell) < 0:
            return 0
        return self.get(f"{piece.name}.rotation", self.get(f"{piece.name}.at", cell))

    def kind_of(self, piece: PieceLayout, number: int) -> int:
        """Return the kind of a piece known by its number; -1 if its sort has no kinds."""
        return self.find(f"{piece.name}.kind", number, -1)

    def attribute_of(self, piece: PieceLayout, number: int, attribute: str) -> int:
        """Return an attribute of a piece known by its number."""
        return self.get(f"{piece.name}.{attribute}", number)

    def seen_by(self, piece: PieceLayout, number: int) -> int:
        """Return the bitset of seats that have seen a piece."""
        return self.find(f"{piece.name}.known", number, 0)

    def zone(self, zone: ZoneLayout, owner: int = 0) -> list[int]:
        """Return the numbers of the pieces in a zone, the top last."""
        size = self.get(f"{zone.name}.size", owner)
        first = self.layout.slots[f"{zone.name}.items"].first + owner * zone.capacity
        return self.state[first : first + size]

    # ---- counters ----

    def counters(self, counter: CounterLayout) -> Iterator[CounterStack]:
        """Yield the stacks on the counters' board, owner by owner, state by state."""
        if not counter.board:
            return
        cells = self.layout.boards[counter.board].cells
        first = self.layout.slots[f"{counter.name}.on"].first
        for row, bits in enumerate(self.stretch(f"{counter.name}.any")):
            owner, state = divmod(row, len(counter.states))
            for cell in members(bits):
                yield CounterStack(owner, state, cell, self.state[first + row * cells + cell])

    def reserve(self, counter: CounterLayout, owner: int) -> int:
        """Return how many counters a seat has in reserve."""
        return self.get(f"{counter.name}.reserve", owner)

    # ---- all of a board ----

    def occupied(self, board: str) -> int:
        """Return the bitset of cells of a board that hold anything."""
        bits = 0
        for slot in occupying(self.layout, board):
            for standing in self.stretch(slot.name):
                bits |= standing
        return bits


def rotated_sides(piece: PieceLayout, kind: int, turned: int) -> tuple[int, ...]:
    """Return the sides on which a piece of this kind has walls after its rotation."""
    if not piece.walls:
        return ()
    turns = max(1, piece.turns)
    return tuple(sorted((side + turned) % turns if piece.turns else side for side in piece.walls[kind]))


def covered_by(piece: PieceLayout, board: BoardLayout, cell: int) -> tuple[int, ...]:
    """Return the cells under a piece that lies on a cell; those off the board are left out."""
    x, y = board.coordinates[cell]
    at = {place: number for number, place in board.coordinates.items()}
    places = [(x + dx, y + dy) for dx, dy in piece.covers]
    return tuple(at[place] for place in places if place in at)


def zone_at(layout: Layout, number: int) -> tuple[ZoneLayout, int] | None:
    """Return the zone that a place number means, and its owner's seat (0 if it has none)."""
    for zone in layout.zones.values():
        if zone.number <= number < zone.number + zone.zones:
            return zone, number - zone.number
    return None


def board_of_variable(layout: Layout, variable: VariableLayout) -> BoardLayout | None:
    """Return the board that a variable has a value for each place of; None if it is one of players or of the game."""
    if variable.owner in ("", "player"):
        return None
    return layout.boards.get(board_called(variable.owner, {name: board.shape for name, board in layout.boards.items()}))


def may_look(layout: Layout, zone: ZoneLayout, owner: int, seat: int) -> bool:
    """Return whether a seat (-1: a spectator) sees into a zone by declaration."""
    if zone.sight == "all":
        return True
    return seat >= 0 and bool(layout.viewers(zone.sight, owner if zone.owned else -1, seat + 1) >> seat & 1)

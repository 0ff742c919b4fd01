"""View builder: builds what a seat may see; a secret is never put in, so nothing is filtered out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dsl.ir.layout import BoardLayout, PieceLayout, VariableLayout, ZoneLayout
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import (
    StateReader,
    board_of_variable,
    covered_by,
    may_look,
    members,
    rotated_sides,
    zone_at,
)
from dsl.match.view import BoardView, CellView, CounterView, PieceView, SeatView, ZoneView


@dataclass(frozen=True, slots=True)
class ViewBuilder:
    """Builds what one seat (-1: a spectator) sees, or with `everything` all that views can show."""

    contents: StateReader
    notation: Notation
    seat: int
    everything: bool = False

    # ---- boards ----

    def boards(self, wanted: dict[str, set[int]]) -> tuple[BoardView, ...]:
        """Return the boards; of an unbounded one the cells that lie near something, and those in `wanted`."""
        layout = self.contents.layout
        return tuple(
            BoardView(board.name, board.shape, self._cells(board, wanted.get(board.name, set())), links_of(board))
            for board in layout.boards.values()
        )

    def _cells(self, board: BoardLayout, wanted: set[int]) -> tuple[CellView, ...]:
        pieces = self._pieces_by_cell(board)
        counters = self._counters_by_cell(board)
        visible = self._visible_variables_of(board)
        shown = set(board.coordinates)
        if board.unbounded:
            shown = set(pieces) | set(counters) | wanted
            shown |= {near for cell in tuple(shown) for near in board.neighbours.get(cell, ())}
        return tuple(
            CellView(
                board.names[cell],
                *board.coordinates[cell],
                pieces=tuple(pieces.get(cell, ())),
                counters=tuple(counters.get(cell, ())),
                kind=board.words[cell] if board.words else "",
                values=self._values_of(visible, cell) if visible else (),
            )
            for cell in sorted(shown, key=lambda cell: board.coordinates[cell][::-1])
        )

    def _visible_variables_of(self, board: BoardLayout) -> list[VariableLayout]:
        """Return the variables of a board's places that this seat may read."""
        layout = self.contents.layout
        return [
            variable
            for variable in layout.variables.values()
            if board_of_variable(layout, variable) is board and self.may_read(variable, -1)
        ]

    def _values_of(self, visible: Sequence[VariableLayout], cell: int) -> tuple[tuple[str, str], ...]:
        """Return what these variables hold for a place, those left out that hold nothing."""
        return tuple(
            (variable.name, self._text(variable, cell))
            for variable in visible
            if self.contents.get(variable.name, cell) not in ((-1,) if variable.domain.maybe else (0,))
        )

    def _pieces_by_cell(self, board: BoardLayout) -> dict[int, list[PieceView]]:
        found: dict[int, list[PieceView]] = {}
        for piece in self.contents.layout.pieces.values():
            if piece.board == board.name:
                notes = [each for each in self.contents.layout.variables.values() if each.owner == piece.name]
                for number, cell in self.contents.on_board(piece):
                    found.setdefault(cell, []).append(self._standing(board, piece, number, cell, notes))
        for views in found.values():
            if len(views) > 1:
                views.sort(key=_in_order)
        return found

    def _standing(
        self, board: BoardLayout, piece: PieceLayout, number: int, cell: int, notes: Sequence[VariableLayout]
    ) -> PieceView:
        contents, kind = self.contents, self.contents.kind_of(piece, number)
        everybody = (1 << contents.program.players) - 1
        known = contents.seen_by(piece, number)
        knows = self.everything or known == everybody or (self.seat >= 0 and bool(known >> self.seat & 1))
        turned = contents.turned(piece, cell) if piece.by_cell and piece.turns else 0
        return PieceView(
            piece.name,
            self.notation.kind(piece, kind) if knows else "",
            self.notation.owner(piece, number, contents),
            (*self._facing(piece, number, knows), *self._notes(notes, piece, number)),
            turned,
            rotated_sides(piece, kind, turned) if knows and piece.walls else (),
            tuple(board.names[each] for each in covered_by(piece, board, cell)) if piece.covers else (),
            known == everybody,
        )

    def thing(self, piece: PieceLayout, number: int) -> PieceView:
        """Return a piece by its number, on the board or in a zone, as this seat sees it."""
        contents = self.contents
        found = zone_at(contents.layout, contents.get(f"{piece.name}.where", number))
        if found is not None:
            return self._piece(piece, number, may_look(contents.layout, *found, self.seat))
        cell = next((cell for each, cell in contents.on_board(piece) if each == number), -1)
        if cell < 0:
            return self._piece(piece, number, looks=False)
        notes = [each for each in contents.layout.variables.values() if each.owner == piece.name]
        return self._standing(contents.layout.boards[piece.board], piece, number, cell, notes)

    def _notes(self, notes: Sequence[VariableLayout], piece: PieceLayout, number: int) -> Iterator[tuple[str, str]]:
        """Yield those variables of a piece that are not as at the start and that this seat may read."""
        for variable in notes:
            if self.may_read(variable, self.contents.owner_of(piece, number)):
                text = self._text(variable, number)
                if text not in ("0", "no", "none"):
                    yield variable.name, text

    def _facing(self, piece: PieceLayout, number: int, knows: bool) -> tuple[tuple[str, str], ...]:
        if not piece.attributes:
            return ()
        shown = [name for name, _ in piece.attributes if knows or name in piece.seen_attributes]
        values = ((name, self.contents.attribute_of(piece, number, name)) for name in shown)
        return tuple((name, self.notation.attribute(piece, name, value)) for name, value in values)

    def _counters_by_cell(self, board: BoardLayout) -> dict[int, list[CounterView]]:
        found: dict[int, list[CounterView]] = {}
        for counter in self.contents.layout.counters.values():
            if counter.board == board.name:
                for standing in self.contents.counters(counter):
                    owner = counter.owners[standing.owner]
                    view = CounterView(counter.name, owner, counter.states[standing.state], standing.amount)
                    found.setdefault(standing.cell, []).append(view)
        return found

    # ---- zones ----

    def zones(self) -> tuple[ZoneView, ...]:
        """Return all zones, those of players seat by seat."""
        layout = self.contents.layout
        return tuple(
            self._zone(zone, owner)
            for zone in layout.zones.values()
            for owner in range(zone.zones)
            if not zone.team or layout.is_first_of_team(owner)
        )

    def _zone(self, zone: ZoneLayout, owner: int) -> ZoneView:
        piece = self.contents.layout.pieces[zone.piece]
        items = self.contents.zone(zone, owner)
        looks = may_look(self.contents.layout, zone, owner, self.seat)
        pieces = [self._piece(piece, number, looks) for number in items]
        if not zone.ordered:
            # Their order in the block must not show.
            pieces.sort(key=_in_hand)
        return ZoneView(zone.name, zone.owners[owner], len(items), tuple(pieces), zone.sight == "all")

    def _piece(self, piece: PieceLayout, number: int, looks: bool) -> PieceView:
        knows = (
            looks or self.everything or (self.seat >= 0 and bool(self.contents.seen_by(piece, number) >> self.seat & 1))
        )
        facing = self._facing(piece, number, knows)
        kind = self.notation.kind(piece, self.contents.kind_of(piece, number)) if knows else ""
        return PieceView(piece.name, kind, self.notation.owner(piece, number, self.contents), facing)

    # ---- seats and variables ----

    def seats(self) -> tuple[SeatView, ...]:
        """Return the players as this seat sees them."""
        contents = self.contents
        in_play = contents.get("in_play")
        return tuple(
            SeatView(
                colour,
                bool(in_play >> seat & 1),
                tuple(
                    (counter.name, contents.reserve(counter, seat))
                    for counter in contents.layout.counters.values()
                    if counter.owned and (not counter.team or contents.layout.is_first_of_team(seat))
                ),
                tuple(
                    (variable.name, self._text(variable, seat))
                    for variable in contents.layout.variables.values()
                    if variable.owner == "player"
                    and (not variable.team or contents.layout.is_first_of_team(seat))
                    and self.may_read(variable, seat)
                ),
            )
            for seat, colour in enumerate(contents.program.colours)
        )

    def reserves(self) -> tuple[tuple[str, str, int], ...]:
        """Return the reserves of counters that belong to no player, kind by kind, as long as there are any."""
        return tuple(
            (counter.name, kind, amount)
            for counter in self.contents.layout.counters.values()
            if not counter.owned
            for owner, kind in enumerate(counter.owners)
            if (amount := self.contents.reserve(counter, owner))
        )

    def values(self) -> tuple[tuple[str, str], ...]:
        """Return the variables of the game and of kinds that this seat may read, the latter word by word."""
        layout = self.contents.layout
        return tuple(
            (variable.name + (f" of {word}" if word else ""), self._text(variable, index))
            for variable in layout.variables.values()
            if not variable.owner or variable.owner in layout.kinds
            for index, word in enumerate(layout.kinds[variable.owner].values if variable.owner else ("",))
            if self.may_read(variable, -1)
        )

    def may_read(self, variable: VariableLayout, owner: int) -> bool:
        """Whether this seat may read a variable of `owner`, a seat (-1: of none)."""
        if not variable.told:
            return False
        if variable.sight == "all" or self.everything:
            return True
        players, layout = self.contents.program.players, self.contents.layout
        if self.seat >= 0 and layout.viewers(variable.sight, owner, players) >> self.seat & 1:
            return True
        known = self.contents.stretch(f"{variable.name}.known")
        shown = known[max(owner, 0)] if known else 0
        return shown == (1 << self.contents.program.players) - 1 or bool(self.seat >= 0 and shown >> self.seat & 1)

    def _text(self, variable: VariableLayout, index: int) -> str:
        value = self.contents.get(variable.name, index)
        return self.notation.write(variable.domain, value, self.contents, None if self.everything else self.seat)


def _in_hand(view: PieceView) -> tuple[bool, str, tuple[tuple[int, str], ...]]:
    """By kind, and of a kind the lower number first; what is not known last."""
    return view.kind == "", view.kind, tuple((len(value), value) for _, value in view.facing)


def _in_order(view: PieceView) -> tuple[str, ...]:
    """By what is seen of pieces on a place: in which order the block holds them is nobody's business."""
    return (view.piece, view.owner, view.kind, *(word for pair in view.facing for word in pair))


def links_of(board: BoardLayout) -> tuple[tuple[str, str], ...]:
    """Return the neighbours of a board of areas, each pair once; those of other boards follow from where cells lie."""
    if board.shape != "areas":
        return ()
    near = board.neighbours
    return tuple((board.names[a], board.names[b]) for a in sorted(near) for b in sorted(near[a]) if a < b)


def has_secrets(contents: StateReader) -> bool:
    """Whether some seat knows something now that another does not."""
    layout = contents.layout
    everybody = (1 << contents.program.players) - 1
    if any(variable.sight in ("its team", "its player") for variable in layout.variables.values()):
        return True
    if any(
        contents.seen_by(piece, n) != everybody for piece in layout.pieces.values() for n, _ in contents.on_board(piece)
    ):
        return True
    for zone in layout.zones.values():
        for owner in range(zone.zones):
            items = contents.zone(zone, owner)
            if zone.sight in ("its team", "its player") and items:
                return True
            piece = layout.pieces[zone.piece]
            if zone.sight == "nobody" and any(contents.seen_by(piece, item) not in (0, everybody) for item in items):
                return True
    return False


def learned(before: StateReader, after: StateReader, seats: Iterable[int]) -> str:
    """Return why `seats` would keep knowledge when going back from `after` to `before`, as a key for words; empty if
    they would not."""
    concerned = sum(1 << seat for seat in set(seats))
    if before.get("chance") != after.get("chance"):
        return "undo.chance"
    for name in (*before.layout.pieces, *before.layout.variables):
        then, now = before.stretch(f"{name}.known"), after.stretch(f"{name}.known")
        if name in before.layout.pieces:  # no seat could know a new one
            there = before.stretch(f"{name}.where")
            then, now = (
                [bits if at != -1 else 0 for bits, at in zip(some, there, strict=True)] for some in (then, now)
            )
        if any(new & ~old & concerned for old, new in zip(then, now, strict=True)):
            return "undo.seen"
    for zone in before.layout.zones.values():
        if zone.sight != "all" and before.layout.pieces[zone.piece].by_cell:
            for owner in range(zone.zones):
                if set(before.zone(zone, owner)) - set(after.zone(zone, owner)):
                    return "undo.drawn"
    return ""


def cells_named(contents: StateReader, domains: Sequence[tuple[str, str, int]]) -> dict[str, set[int]]:
    """Return by board the cells of values given as (sort, name, value), so that a view shows where they are."""
    layout = contents.layout
    found: dict[str, set[int]] = {}
    for sort, name, value in domains:
        if value < 0:
            continue
        if sort == "cell":
            found.setdefault(name, set()).add(value)
        elif sort == "cells":
            found.setdefault(name, set()).update(members(value))
        elif sort == "way":
            way = next(way for way in layout.ways if way.name == name)
            found.setdefault(way.board, set()).add(value % layout.boards[way.board].cells)
        elif sort == "counter":
            board = layout.counters[name].board
            found.setdefault(board, set()).add(value % layout.boards[board].cells)
    return found

"""A position laid out in a blank state, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.engine.contents import Contents, covered_by, may_look, turned_sides
from dsl.engine.notation import Notation, NotationError
from dsl.engine.positions.items import CellItem, Figure, Item, ReserveItem, VariableItem, ZoneItem
from dsl.ir.layout import CounterLayout, PieceLayout, ZoneLayout

ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


@dataclass(frozen=True, slots=True)
class Laying:
    """Lays out what items say, in one state."""

    notation: Notation
    contents: Contents

    def put(self, item: Item, reserves: set[tuple[str, int]]) -> None:
        """Lay out what an item says; reserves that it names are noted in `reserves`. Raises NotationError."""
        match item:
            case CellItem():
                self._lay(item)
            case ZoneItem(zone, owner, pieces):
                for figure in reversed(pieces):
                    self._fill(zone, owner, figure)
            case VariableItem(variable, owner, value):
                self.contents.put(variable.name, value, owner)
            case ReserveItem(counter, owner, amount):
                self.contents.put(f"{counter.name}.reserve", amount, owner)
                reserves.add((counter.name, owner))

    def _new(self, piece: PieceLayout, kind: int, where: int, known: int, owner: int = -1) -> int:
        number = self.contents.get(f"{piece.name}.made")
        if number >= piece.count:
            raise NotationError(f"the game has only {piece.count} of the pieces called {piece.name}")
        self.contents.put(f"{piece.name}.made", number + 1)
        self.contents.put(f"{piece.name}.where", where, number)
        self.contents.put(f"{piece.name}.known", known, number)
        if piece.kinds:
            self.contents.put(f"{piece.name}.kind", kind, number)
        if piece.owned:
            self.contents.put(f"{piece.name}.owner", owner, number)
        if piece.numbered:
            self._add(f"{piece.name}.kinds", max(kind, 0), number)
            if piece.sight != "all":
                self._add(f"{piece.name}.used", 0, number)
            if piece.owned:
                self._add(f"{piece.name}.owned", owner, number)
        return number

    def _add(self, slot: str, index: int, member: int) -> None:
        """Put a member into one of the bitsets of a slot."""
        self.contents.put(slot, self.contents.get(slot, index) | 1 << member, index)

    def _seen_on_board(self, piece: PieceLayout, owner: int) -> int:
        return self.contents.layout.lookers(piece.sight, owner, self.contents.program.players)

    def _place(self, item: CellItem, figure: Figure) -> None:
        """Put a piece known by its number onto a cell."""
        piece, name = figure.piece, figure.piece.name
        known = self._seen_on_board(piece, figure.owner)
        number = self._new(piece, figure.kind, ON_BOARD, known, figure.owner)
        self.contents.put(f"{name}.cell", item.cell, number)
        self._add(f"{name}.here", item.cell, number)
        self._add(f"{name}.laid", 0, number)
        self._add(f"{name}.any", 0, item.cell)
        if piece.owned:
            self._add(f"{name}.by", figure.owner, item.cell)
        self._attributes(piece, number, figure.attributes)

    def _attributes(self, piece: PieceLayout, number: int, attributes: Sequence[int]) -> None:
        for (name, kinds), value in zip(piece.attributes, attributes or (0,) * len(piece.attributes), strict=False):
            self.contents.put(f"{piece.name}.{name}", value if value or kinds else 1, number)

    def _lay(self, item: CellItem) -> None:
        contents = self.contents
        if item.piece:
            if contents.kind_at(item.piece, item.cell) >= 0:
                raise NotationError(f"two pieces cannot lie on {self.notation.cell(item.board.name, item.cell)}")
            known = self._seen_on_board(item.piece, item.owner)
            number = self._new(item.piece, item.kind, ON_BOARD, known, item.owner)
            for slot, index in ((f"{item.piece.name}.on", item.kind), (f"{item.piece.name}.any", 0)):
                contents.put(slot, contents.get(slot, index) | 1 << item.cell, index)
            if item.piece.owned:
                self._add(f"{item.piece.name}.by", item.owner, item.cell)
            contents.put(f"{item.piece.name}.at", number, item.cell)
            self._shape(item, item.piece, number)
        for figure in item.figures or ():
            self._place(item, figure)
        for counter, owner, state, amount in item.counters:
            self._stand(item, counter, owner * len(counter.states) + state, amount)

    def _shape(self, item: CellItem, piece: PieceLayout, number: int) -> None:
        """Turn a piece, put up its walls, and cover what lies under it."""
        if piece.turns:
            self.contents.put(f"{piece.name}.rotation", item.turned, number)
        if piece.walls:
            for side in turned_sides(piece, item.kind, item.turned):
                walls = self.contents.get(f"{piece.name}.walls", side)
                self.contents.put(f"{piece.name}.walls", walls | 1 << item.cell, side)
        if piece.covers:
            under = self.contents.get(f"{piece.name}.under")
            for cell in covered_by(piece, item.board, item.cell):
                if under >> cell & 1:
                    place = self.notation.cell(item.board.name, cell)
                    raise NotationError(f"two pieces called {piece.name} cannot cover {place}")
                under |= 1 << cell
            self.contents.put(f"{piece.name}.under", under)

    def _stand(self, item: CellItem, counter: CounterLayout, row: int, amount: int) -> None:
        contents, at = self.contents, row * item.board.cells + item.cell
        contents.put(f"{counter.name}.on", contents.get(f"{counter.name}.on", at) + amount, at)
        total = contents.get(f"{counter.name}.total", item.cell) + amount
        contents.put(f"{counter.name}.total", total, item.cell)
        if amount:
            contents.put(f"{counter.name}.any", contents.get(f"{counter.name}.any", row) | 1 << item.cell, row)

    def _fill(self, zone: ZoneLayout, owner: int, figure: Figure) -> None:
        contents = self.contents
        piece, size = contents.layout.pieces[zone.piece], contents.get(f"{zone.name}.size", owner)
        seats = range(contents.program.players)
        known = sum(1 << seat for seat in seats if may_look(self.contents.layout, zone, owner, seat))
        number = self._new(piece, figure.kind, zone.number + owner, known, figure.owner)
        contents.put(f"{zone.name}.items", number, owner * zone.capacity + size)
        contents.put(f"{zone.name}.size", size + 1, owner)
        self._attributes(piece, number, figure.attributes)

    def fill_reserves(self, written: set[tuple[str, int]]) -> None:
        """Put into reserve what stands nowhere, for all whose reserve is not written. Raises NotationError."""
        for counter in self.contents.layout.counters.values():
            standing = [0] * len(counter.owners)
            for stack in self.contents.counters(counter):
                standing[stack.owner] += stack.amount
            for owner, whose in enumerate(counter.owners):
                if (counter.name, owner) not in written:
                    left = counter.each - standing[owner]
                    if left < 0:
                        said = whose or "the game"
                        raise NotationError(f"{said} has only {counter.each} of the counters called {counter.name}")
                    self.contents.put(f"{counter.name}.reserve", left, owner)

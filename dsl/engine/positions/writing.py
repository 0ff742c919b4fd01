"""A position as text: item by item to compare it with what an example expects, or the whole of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.engine.contents import Contents, board_of_variable
from dsl.engine.notation import Notation
from dsl.engine.positions.items import CellItem, Figure, Item, ReserveItem, VariableItem, ZoneItem
from dsl.ir.layout import BoardLayout, PieceLayout, VariableLayout, ZoneLayout


@dataclass(frozen=True, slots=True)
class Writing:
    """Writes what stands in one state."""

    notation: Notation
    contents: Contents

    def expected(self, item: Item) -> str:
        """Return how an item would be written."""
        match item:
            case CellItem():
                figures = None if item.figures is None else sorted(self._figure_text(one) for one in item.figures)
                return self._cell_text(item, figures)
            case ZoneItem(zone, _, pieces):
                piece = self.contents.layout.pieces[zone.piece]
                return self._zone_text(zone, [self._words(piece, one.kind, one.attributes) for one in pieces])
            case VariableItem(variable, _, value):
                return self.notation.write(variable.domain, value, self.contents)
            case ReserveItem(_, _, amount):
                return str(amount)

    def found(self, item: Item) -> str:
        """Return how what an item speaks of is written as it stands."""
        contents = self.contents
        match item:
            case CellItem():
                figures = None if item.figures is None else sorted(self._figures_on(item.board, item.cell))
                return self._cell_text(self._as_it_is(item), figures)
            case ZoneItem(zone, owner, pieces):
                return self._found_zone(zone, owner, pieces)
            case VariableItem(variable, owner, _):
                return self.notation.write(variable.domain, contents.get(variable.name, owner), contents)
            case ReserveItem(counter, owner, _):
                return str(contents.reserve(counter, owner))

    def _found_zone(self, zone: ZoneLayout, owner: int, wanted: Sequence[Figure]) -> str:
        """Write a zone with as many attributes as the expectation does."""
        piece = self.contents.layout.pieces[zone.piece]
        shown = max((len(figure.attributes) for figure in wanted), default=len(piece.attributes))
        texts = []
        for number in reversed(self.contents.zone(zone, owner)):
            values = [self.contents.attribute_of(piece, number, name) for name, _ in piece.attributes]
            texts.append(self._words(piece, self.contents.kind_of(piece, number), values[:shown]))
        return self._zone_text(zone, texts)

    def _zone_text(self, zone: ZoneLayout, texts: list[str]) -> str:
        return ", ".join(texts if zone.ordered else sorted(texts)) or "nothing"

    def _words(self, piece: PieceLayout, kind: int, attributes: Sequence[int]) -> str:
        names = [name for name, _ in piece.attributes]
        values = [self.notation.attribute(piece, name, value) for name, value in zip(names, attributes, strict=False)]
        return " ".join([self.notation.kind(piece, kind), *values])

    def _as_it_is(self, item: CellItem) -> CellItem:
        """Return what would have to be said of a cell: its piece of the sort that the item names, and its counters."""
        contents, piece, cell = self.contents, item.piece, item.cell
        stands = tuple(
            (counter, stack.owner, stack.state, stack.amount)
            for counter in contents.layout.counters.values()
            if counter.board == item.board.name
            for stack in contents.counters(counter)
            if stack.cell == cell
        )
        if piece is None:
            return CellItem(cell, item.board, None, -1, -1, stands)
        owner = contents.owner_of(piece, contents.number_at(piece, cell))
        return CellItem(
            cell, item.board, piece, contents.kind_at(piece, cell), owner, stands, contents.turned(piece, cell)
        )

    def _cell_text(self, item: CellItem, figures: Sequence[str] | None) -> str:
        words = [self.notation.cell(item.board.name, item.cell)]
        if item.piece and item.kind >= 0:
            whose = self.contents.program.colours[item.owner] if item.owner >= 0 else ""
            words = [whose, self.notation.kind(item.piece, item.kind), *words]
        if item.turned:
            words += ["turned", str(item.turned)]
        stands = sorted(
            (counter.name, owner, state, amount) for counter, owner, state, amount in item.counters if amount
        )
        things = (*(figures or ()), *(self._counter_text(*stack) for stack in stands))
        return ": ".join(part for part in (" ".join(word for word in words if word), ", ".join(things)) if part)

    def _figure_text(self, figure: Figure) -> str:
        whose = self.contents.program.colours[figure.owner] if figure.owner >= 0 else ""
        return " ".join(w for w in (whose, self._words(figure.piece, figure.kind, figure.attributes)) if w)

    def _figures_on(self, board: BoardLayout, cell: int) -> Iterator[str]:
        """Yield how the pieces known by their number that stand on a cell are written."""
        for piece in self.contents.layout.pieces.values():
            if piece.numbered and piece.board == board.name:
                for number, at in self.contents.on_board(piece):
                    if at == cell:
                        yield " ".join(self.notation.words(piece, number, -1, self.contents))

    def _counter_text(self, name: str, owner: int, state: int, amount: int) -> str:
        counter = self.contents.layout.counters[name]
        words = [
            name if len(self.contents.layout.counters) > 1 else "",
            counter.owners[owner],
            str(amount),
            counter.states[state] if state else "",
        ]
        return " ".join(word for word in words if word)

    def write(self) -> str:
        """Return the whole position, hidden zones included: for tests and for the table's own files."""
        return "; ".join(
            part for part in (*self._write_cells(), *self._write_zones(), *self._write_variables()) if part
        )

    def _write_cells(self) -> Iterator[str]:
        for board in self.contents.layout.boards.values():
            pieces = [p for p in self.contents.layout.pieces.values() if p.board == board.name and p.by_cell]
            bits = self.contents.occupied(board.name)
            for cell in sorted(board.coordinates):
                if bits >> cell & 1:
                    laid = next((piece for piece in pieces if self.contents.kind_at(piece, cell) >= 0), None)
                    standing = tuple(self._figures_on(board, cell))
                    yield self.found(CellItem(cell, board, laid, -1, -1, (), 0, () if standing else None))

    def _write_zones(self) -> Iterator[str]:
        for zone in self.contents.layout.zones.values():
            for owner in range(zone.zones):
                text = self._found_zone(zone, owner, ())
                if text != "nothing":
                    name = f"{zone.name} of {zone.owners[owner]}" if zone.owners[owner] else zone.name
                    yield f"{name}: {text}"

    def _write_variables(self) -> Iterator[str]:
        for variable in self.contents.layout.variables.values():
            for owner, whose in enumerate(self._owners(variable)):
                if variable.team and not self.contents.layout.speaks(owner):
                    continue
                value = self.notation.write(variable.domain, self.contents.get(variable.name, owner), self.contents)
                yield f"{variable.name} of {whose}: {value}" if whose else f"{variable.name}: {value}"
            yield from self._write_places(variable)

    def _owners(self, variable: VariableLayout) -> tuple[str, ...]:
        """Return of whom or what a variable is written value by value; of the game alone it is of nobody."""
        if variable.owner == "player":
            return self.contents.program.colours
        kind = self.contents.layout.kinds.get(variable.owner)
        return kind.values if kind else () if variable.owner else ("",)

    def _write_places(self, variable: VariableLayout) -> Iterator[str]:
        """Write a variable of places where it is not nothing."""
        board = board_of_variable(self.contents.layout, variable)
        if board is None:
            return
        for cell in sorted(board.coordinates):
            number = self.contents.get(variable.name, cell)
            value = self.notation.write(variable.domain, number, self.contents)
            if number != 0 and value != "none":
                yield f"{variable.name} of {self.notation.cell(board.name, cell)}: {value}"

"""Positions in the notation of examples: read into a state, compared with a state, written.

    marsh 2,0: red 1, black 2 spent     a piece on a cell, and the counters there
    red king e1                         a piece that belongs to somebody
    2,0: red 2                         a cell and its counters
    hand of red: marsh 1                the pieces of a zone, the top first
    score of red: 17; starter: blue    variables
    reserve of red: 2                  counters in reserve; if not written, all that do not stand on the board

What is not written is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.engine.contents import Contents, board_of_variable, covered_by, may_look, turned_sides
from dsl.engine.notation import Notation, NotationError, words_of
from dsl.program.layout import BoardLayout, CounterLayout, PieceLayout, VariableLayout, ZoneLayout
from dsl.text.tree import PositionItem

ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


@dataclass(frozen=True, slots=True)
class CellItem:
    """What an item says of a cell: the kind of the piece there (-1 if it says nothing), its rotation, its counters."""

    cell: int
    board: BoardLayout
    piece: PieceLayout | None
    kind: int
    owner: int  #: of the piece; -1 if it has none
    counters: tuple[tuple[CounterLayout, int, int, int], ...]  #: (counter, owner, state, amount)
    turned: int = 0


@dataclass(frozen=True, slots=True)
class ZoneItem:
    """The pieces of a zone, the top first, each with its kind and attributes."""

    zone: ZoneLayout
    owner: int
    pieces: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class VariableItem:
    """A variable's value."""

    variable: VariableLayout
    owner: int
    value: int


@dataclass(frozen=True, slots=True)
class ReserveItem:
    """How many counters are in reserve."""

    counter: CounterLayout
    owner: int
    amount: int


Item = CellItem | ZoneItem | VariableItem | ReserveItem


@dataclass(frozen=True, slots=True)
class Positions:
    """Reads positions for one program."""

    notation: Notation
    contents: Contents

    # ---- reading the text ----

    def item(self, item: PositionItem) -> Item:
        """Return what an item says. Raises NotationError."""
        head = words_of(item.head)
        groups = tuple(words_of(group) for group in item.groups)
        layout = self.contents.layout
        name = head[0]
        if name in layout.zones:
            return self._zone_item(layout.zones[name], self._one_of(head, layout.zones[name].owners), groups)
        if name in layout.variables:
            return self._variable_item(layout.variables[name], self._whose(layout.variables[name], head), groups)
        if name == "reserve" or (len(head) > 1 and head[1] == "reserve"):
            return self._reserve_item(head, groups)
        return self._cell_item(head, groups)

    def _one_of(self, head: Sequence[str], owners: Sequence[str]) -> int:
        """Return which of several is meant behind `of`; the only one needs no such word."""
        if "of" not in head:
            return 0
        whose = " ".join(head[list(head).index("of") + 1 :])
        if whose not in owners:
            here = "play here: there are" if owners == self.contents.program.colours else "have one: there are"
            raise NotationError(f"`{whose}` does not {here} {', '.join(owners)}")
        return owners.index(whose)

    def _whose(self, variable: VariableLayout, head: Sequence[str]) -> int:
        """Return the seat or the cell that a variable is of."""
        boards = self.contents.layout.boards
        if variable.owner in ("", "player") or "of" not in head:
            return self._one_of(head, self.contents.program.colours)
        place = " ".join(head[list(head).index("of") + 1 :])
        cells = (self.notation.find_cell(board, place) for board in boards)
        found = next((cell for cell in cells if cell is not None), None)
        if found is None:
            raise NotationError(f"`{place}` is no place of this game")
        return found

    def _zone_item(self, zone: ZoneLayout, owner: int, groups: Sequence[Sequence[str]]) -> ZoneItem:
        piece = self.contents.layout.pieces[zone.piece]
        return ZoneItem(zone, owner, tuple(self._piece(piece, words) for words in groups if words))

    def _piece(self, piece: PieceLayout, words: Sequence[str]) -> tuple[int, tuple[int, ...]]:
        """Read a kind and attributes; attributes that are left out have their first value."""
        rest, kind = list(words), 0
        if not piece.kinds and rest and rest[0] == piece.name:
            rest.pop(0)
        if piece.kinds:
            if not rest or rest[0] not in piece.kinds.values:
                raise NotationError(f"`{' '.join(words)}` begins with no kind of {piece.name}")
            kind = piece.kinds.values.index(rest.pop(0))
        if len(rest) > len(piece.attributes):
            raise NotationError(f"`{' '.join(words)}` has more words than a {piece.name}")
        values = []
        for word, (name, kinds) in zip(rest, piece.attributes, strict=False):
            if kinds and word in kinds.values:
                values.append(kinds.values.index(word))
            elif not kinds and word.lstrip("-").isdigit():
                values.append(int(word))
            else:
                raise NotationError(f"`{word}` is no {name} of a {piece.name}")
        return kind, tuple(values)

    def _variable_item(self, variable: VariableLayout, owner: int, groups: Sequence[Sequence[str]]) -> VariableItem:
        words = [word for group in groups for word in group]
        return VariableItem(variable, owner, self.notation.read(variable.domain, words, self.contents))

    def _reserve_item(self, head: Sequence[str], groups: Sequence[Sequence[str]]) -> ReserveItem:
        counters = self.contents.layout.counters
        name = head[0] if head[0] != "reserve" else next(iter(counters), "")
        if name not in counters or len(groups) != 1 or not groups[0][0].isdigit():
            raise NotationError(f"`{' '.join(head)}` needs a number of counters behind the colon")
        return ReserveItem(counters[name], self._one_of(head, counters[name].owners), int(groups[0][0]))

    def _cell_item(self, head: Sequence[str], groups: Sequence[Sequence[str]]) -> CellItem:
        board = self._board(head)
        piece = self._laid(head, board)
        head, turned = self._turned(head, piece)
        parts = self.notation.parts(board, head, None, piece)
        counters = tuple(self._counters(board, words) for words in groups if words)
        kind = max(parts.kind, 0) if piece else -1
        if piece and piece.owned and parts.owner < 0:
            raise NotationError(f"`{' '.join(head)}` does not say whose {piece.name} it is")
        return CellItem(parts.cell, board, piece, kind, parts.owner, counters, turned)

    @staticmethod
    def _turned(head: Sequence[str], piece: PieceLayout | None) -> tuple[Sequence[str], int]:
        """Take `turned 2` off the words of a cell with a piece that turns."""
        if len(head) < 3 or head[-2] != "turned":
            return head, 0
        if piece is None or not piece.turns or not head[-1].isdigit() or int(head[-1]) >= piece.turns:
            most = f"0 to {piece.turns - 1}" if piece is not None and piece.turns else "nothing"
            raise NotationError(f"`turned {head[-1]}`: it may be turned by {most}")
        return head[:-2], int(head[-1])

    def _board(self, head: Sequence[str]) -> BoardLayout:
        for board in self.contents.layout.boards.values():
            if any(self.notation.find_cell(board.name, word) is not None for word in head):
                return board
        raise NotationError(f"`{' '.join(head)}` is neither a place nor a zone nor a variable")

    def _laid(self, head: Sequence[str], board: BoardLayout) -> PieceLayout | None:
        for piece in self.contents.layout.pieces.values():
            if piece.board == board.name:
                kinds = piece.kinds.values if piece.kinds else ()
                if any(word == piece.name or word in kinds for word in head):
                    return piece
        return None

    def _counters(self, board: BoardLayout, words: Sequence[str]) -> tuple[CounterLayout, int, int, int]:
        """Read `red 2`, `red 2 spent`, `heron red 2`."""
        counters = [counter for counter in self.contents.layout.counters.values() if counter.board == board.name]
        counter = next((found for found in counters if found.name in words), counters[0] if counters else None)
        if counter is None:
            raise NotationError(f"nothing is counted on `{board.name}`")
        owner, state, amount = (0 if counter.owners == ("",) else -1), 0, 1
        for word in words:
            if word.isdigit():
                amount = int(word)
            elif word in counter.owners:
                owner = counter.owners.index(word)
            elif word in counter.states:
                state = counter.states.index(word)
            elif word != counter.name:
                raise NotationError(f"`{word}` is neither a player at this table nor a state of a {counter.name}")
        if owner < 0:
            raise NotationError(f"`{' '.join(words)}` does not say whose {counter.name} it is")
        return counter, owner, state, amount

    # ---- setting up ----

    def set_up(self, items: Sequence[PositionItem]) -> None:
        """Write a position into the contents, which must be those of a blank state. Raises NotationError."""
        reserves: set[tuple[str, int]] = set()
        for written in items:
            try:
                self._put(self.item(written), reserves)
            except NotationError as error:
                error.span = written.span
                raise
        self._fill_reserves(reserves)

    def _put(self, item: Item, reserves: set[tuple[str, int]]) -> None:
        match item:
            case CellItem():
                self._lay(item)
            case ZoneItem(zone, owner, pieces):
                for kind, attributes in reversed(pieces):
                    self._fill(zone, owner, kind, attributes)
            case VariableItem(variable, owner, value):
                self.contents.put(variable.name, value, owner)
            case ReserveItem(counter, owner, amount):
                self.contents.put(f"{counter.name}.reserve", amount, owner)
                reserves.add((counter.name, owner))

    def _new(self, piece: PieceLayout, kind: int, where: int, known: int) -> int:
        number = self.contents.get(f"{piece.name}.made")
        if number >= piece.count:
            raise NotationError(f"the game has only {piece.count} of the pieces called {piece.name}")
        self.contents.put(f"{piece.name}.made", number + 1)
        self.contents.put(f"{piece.name}.where", where, number)
        self.contents.put(f"{piece.name}.known", known, number)
        if piece.kinds:
            self.contents.put(f"{piece.name}.kind", kind, number)
        return number

    def _lay(self, item: CellItem) -> None:
        contents = self.contents
        if item.piece:
            if contents.kind_at(item.piece, item.cell) >= 0:
                raise NotationError(f"two pieces cannot lie on {self.notation.cell(item.board.name, item.cell)}")
            everybody = (1 << contents.program.players) - 1
            number = self._new(item.piece, item.kind, ON_BOARD, everybody)
            for slot, index in ((f"{item.piece.name}.on", item.kind), (f"{item.piece.name}.any", 0)):
                contents.put(slot, contents.get(slot, index) | 1 << item.cell, index)
            if item.piece.owned:
                by = f"{item.piece.name}.by"
                contents.put(f"{item.piece.name}.owner", item.owner, number)
                contents.put(by, contents.get(by, item.owner) | 1 << item.cell, item.owner)
            contents.put(f"{item.piece.name}.at", number, item.cell)
            self._shape(item, item.piece, number)
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

    def _fill(self, zone: ZoneLayout, owner: int, kind: int, attributes: Sequence[int]) -> None:
        contents = self.contents
        piece, size = contents.layout.pieces[zone.piece], contents.get(f"{zone.name}.size", owner)
        seats = range(contents.program.players)
        known = sum(1 << seat for seat in seats if may_look(zone, owner, seat))
        number = self._new(piece, kind, zone.number + owner, known)
        contents.put(f"{zone.name}.items", number, owner * zone.capacity + size)
        contents.put(f"{zone.name}.size", size + 1, owner)
        for (name, kinds), value in zip(piece.attributes, attributes or _firsts(piece), strict=False):
            contents.put(f"{piece.name}.{name}", value if value or kinds else 1, number)

    def _fill_reserves(self, written: set[tuple[str, int]]) -> None:
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

    # ---- comparing ----

    def differences(self, items: Sequence[PositionItem]) -> Iterator[tuple[PositionItem, str, str]]:
        """Yield (item, expected, found) for every item that does not stand so. Raises NotationError."""
        for written in items:
            item = self.item(written)
            expected, found = self._expected(item), self._found(item)
            if expected != found:
                yield written, expected, found

    def _expected(self, item: Item) -> str:
        match item:
            case CellItem(cell, board, piece, kind, whose, counters):
                stands = sorted((c.name, owner, state, amount) for c, owner, state, amount in counters if amount)
                return self._cell_text(board, cell, piece, kind, whose, stands, item.turned)
            case ZoneItem(zone, _, pieces):
                piece = self.contents.layout.pieces[zone.piece]
                return self._zone_text(zone, [self._words(piece, kind, attributes) for kind, attributes in pieces])
            case VariableItem(variable, _, value):
                return self.notation.write(variable.domain, value, self.contents)
            case ReserveItem(_, _, amount):
                return str(amount)

    def _found(self, item: Item) -> str:
        contents = self.contents
        match item:
            case CellItem(cell, board, piece):
                stands = [
                    (counter.name, stack.owner, stack.state, stack.amount)
                    for counter in contents.layout.counters.values()
                    if counter.board == board.name
                    for stack in contents.counters(counter)
                    if stack.cell == cell
                ]
                kind = contents.kind_at(piece, cell) if piece else -1
                owner = contents.owner_of(piece, contents.number_at(piece, cell)) if piece else -1
                turned = contents.turned(piece, cell) if piece else 0
                return self._cell_text(board, cell, piece, kind, owner, sorted(stands), turned)
            case ZoneItem(zone, owner, pieces):
                return self._found_zone(zone, owner, pieces)
            case VariableItem(variable, owner, _):
                return self.notation.write(variable.domain, contents.get(variable.name, owner), contents)
            case ReserveItem(counter, owner, _):
                return str(contents.reserve(counter, owner))

    def _found_zone(self, zone: ZoneLayout, owner: int, wanted: Sequence[tuple[int, tuple[int, ...]]]) -> str:
        """Write a zone with as many attributes as the expectation does."""
        piece = self.contents.layout.pieces[zone.piece]
        shown = max((len(attributes) for _, attributes in wanted), default=len(piece.attributes))
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

    def _cell_text(
        self,
        board: BoardLayout,
        cell: int,
        piece: PieceLayout | None,
        kind: int,
        owner: int,
        stands: Sequence[tuple[str, int, int, int]],
        turned: int = 0,
    ) -> str:
        place = self.notation.cell(board.name, cell)
        words = (
            (self.contents.program.colours[owner] if owner >= 0 else "", self.notation.kind(piece, kind), place)
            if (piece and kind >= 0)
            else (place,)
        )
        head = " ".join(word for word in words if word)
        head = f"{head} turned {turned}" if turned else head
        return ": ".join(part for part in (head, ", ".join(self._counter_text(*stack) for stack in stands)) if part)

    def _counter_text(self, name: str, owner: int, state: int, amount: int) -> str:
        counter = self.contents.layout.counters[name]
        words = [
            name if len(self.contents.layout.counters) > 1 else "",
            counter.owners[owner],
            str(amount),
            counter.states[state] if state else "",
        ]
        return " ".join(word for word in words if word)

    # ---- writing ----

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
                    yield self._found(CellItem(cell, board, laid, -1, -1, ()))

    def _write_zones(self) -> Iterator[str]:
        for zone in self.contents.layout.zones.values():
            for owner in range(zone.zones):
                text = self._found_zone(zone, owner, ())
                if text != "nothing":
                    name = f"{zone.name} of {zone.owners[owner]}" if zone.owners[owner] else zone.name
                    yield f"{name}: {text}"

    def _write_variables(self) -> Iterator[str]:
        colours = self.contents.program.colours
        for variable in self.contents.layout.variables.values():
            owners = range(len(colours)) if variable.owner == "player" else range(0 if variable.owner else 1)
            for owner in owners:
                value = self.notation.write(variable.domain, self.contents.get(variable.name, owner), self.contents)
                yield f"{variable.name} of {colours[owner]}: {value}" if variable.owner else f"{variable.name}: {value}"
            yield from self._write_places(variable)

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


def _firsts(piece: PieceLayout) -> tuple[int, ...]:
    return (0,) * len(piece.attributes)

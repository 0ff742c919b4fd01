"""Positions in the notation of examples: read into a state, compared with a state, written.

    marsh 2,0: red 1, black 2 spent     a piece on a cell, and the counters there
    red elder e1                         a piece of a player
    2,0: red 2                         a cell and its counters
    hand of red: marsh 1                the pieces of a zone, the top first
    score of red: 17; starter: blue    variables
    reserve of red: 2                  counters in reserve; if not written, all that do not stand on the board
    2,0: nothing                       a place without pieces and counters

What is not written is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dsl.ir.layout import BoardLayout, CounterLayout, Domain, PieceLayout, VariableLayout, ZoneLayout
from dsl.match.observation.notation import Notation, NotationError, words_of
from dsl.match.observation.state_reader import StateReader, board_of_variable, covered_by, may_look, rotated_sides
from dsl.syntax.ast import PositionItem

# ---- items of a position ----


@dataclass(frozen=True, slots=True)
class CellContent:
    """Content of a cell in a position: the kind of its piece (-1: not stated), its rotation, its counters.

    `figures` are the numbered pieces on the cell; None if the position does not state them.
    """

    cell: int
    board: BoardLayout
    piece: PieceLayout | None
    kind: int
    owner: int  #: of the piece; -1 if it has none
    counters: tuple[tuple[CounterLayout, int, int, int], ...]  #: (counter, owner, state, amount)
    turned: int = 0
    figures: tuple[Figure, ...] | None = None
    empty: bool = False  #: `c3: nothing`: no piece and no counter is there


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece in a position: its sort, its owner (-1: none), its kind, its attributes."""

    piece: PieceLayout
    owner: int
    kind: int
    attributes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneContent:
    """The pieces of a zone, the top first."""

    zone: ZoneLayout
    owner: int
    pieces: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class VariableContent:
    """The value of a variable."""

    variable: VariableLayout
    owner: int
    value: int


@dataclass(frozen=True, slots=True)
class ReserveContent:
    """The number of counters in reserve."""

    counter: CounterLayout
    owner: int
    amount: int


NOTHING = "nothing"  #: how a position writes that a place or a zone is empty
Item = CellContent | ZoneContent | VariableContent | ReserveContent


@dataclass(frozen=True, slots=True)
class WrittenItem:
    """An item of a position as text: `marsh 2,0: red 1`, `hand of red: marsh 1`."""

    sort: Literal["cell", "zone", "value"]
    head: str
    contents: str  #: empty for a bare place

    @property
    def text(self) -> str:
        """The whole item."""
        return f"{self.head}: {self.contents}" if self.contents else self.head


# ---- building a position in a blank state ----


class ImpossiblePositionError(NotationError):
    """Error: a position that the game cannot have; also as a key of the window's texts (`position.why.two`), and
    values."""

    def __init__(self, message: str, reason: str, **values: str) -> None:
        super().__init__(message)
        self.reason, self.values = reason, values


ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


@dataclass(frozen=True, slots=True)
class PositionBuilder:
    """Builds a position in one state, item by item."""

    notation: Notation
    contents: StateReader

    def put(self, item: Item, reserves: set[tuple[str, int]]) -> None:
        """Put the content of an item into the state; reserves that it names are added to `reserves`. Raises
        NotationError."""
        match item:
            case CellContent():
                self._lay(item)
            case ZoneContent(zone, owner, pieces):
                for figure in reversed(pieces):
                    self._fill(zone, owner, figure)
            case VariableContent(variable, owner, value):
                self.contents.put(variable.name, value, owner)
            case ReserveContent(counter, owner, amount):
                self.contents.put(f"{counter.name}.reserve", amount, owner)
                reserves.add((counter.name, owner))

    def _new(self, piece: PieceLayout, kind: int, where: int, known: int, owner: int = -1) -> int:
        number = self.contents.get(f"{piece.name}.made")
        if number >= piece.count:
            said = f"the game has only {piece.count} of the pieces called {piece.name}"
            raise ImpossiblePositionError(said, "pieces", n=str(piece.count), thing=piece.name)
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
        return self.contents.layout.viewers(piece.sight, owner, self.contents.program.players)

    def _place(self, item: CellContent, figure: Figure) -> None:
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

    def _lay(self, item: CellContent) -> None:
        contents = self.contents
        if item.piece:
            if contents.kind_at(item.piece, item.cell) >= 0:
                place = self.notation.cell(item.board.name, item.cell)
                raise ImpossiblePositionError(f"two pieces cannot lie on {place}", "two", place=place)
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

    def _shape(self, item: CellContent, piece: PieceLayout, number: int) -> None:
        """Turn a piece, put up its walls, and cover what lies under it."""
        if piece.turns:
            self.contents.put(f"{piece.name}.rotation", item.turned, number)
        if piece.walls:
            for side in rotated_sides(piece, item.kind, item.turned):
                walls = self.contents.get(f"{piece.name}.walls", side)
                self.contents.put(f"{piece.name}.walls", walls | 1 << item.cell, side)
        if piece.covers:
            under = self.contents.get(f"{piece.name}.under")
            for cell in covered_by(piece, item.board, item.cell):
                if under >> cell & 1:
                    place = self.notation.cell(item.board.name, cell)
                    said = f"two pieces called {piece.name} cannot cover {place}"
                    raise ImpossiblePositionError(said, "covers", place=place, thing=piece.name)
                under |= 1 << cell
            self.contents.put(f"{piece.name}.under", under)

    def _stand(self, item: CellContent, counter: CounterLayout, row: int, amount: int) -> None:
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
        """Put counters that stand nowhere into reserve, except where the reserve is written. Raises NotationError."""
        for counter in self.contents.layout.counters.values():
            standing = [0] * len(counter.owners)
            for stack in self.contents.counters(counter):
                standing[stack.owner] += stack.amount
            for owner, whose in enumerate(counter.owners):
                if (counter.name, owner) not in written:
                    left = counter.each - standing[owner]
                    if left < 0:
                        said = whose or "the game"
                        raise ImpossiblePositionError(
                            f"{said} has only {counter.each} of the counters called {counter.name}",
                            "counters", n=str(counter.each), thing=counter.name, owner=whose,
                        )  # fmt: skip
                    self.contents.put(f"{counter.name}.reserve", left, owner)


# ---- parsing ----


@dataclass(frozen=True, slots=True)
class PositionParser:
    """Parses the items of positions for one program."""

    notation: Notation
    contents: StateReader

    def one_by_one(self, items: Sequence[PositionItem]) -> Iterator[PositionItem]:
        """Split `red: elder e1, otter a1` into the pieces of a player, each with its place."""
        for item in items:
            if len(item.head) == 1 and item.head[0] in self.contents.program.colours and item.groups:
                for group in item.groups:
                    yield PositionItem((*item.head, *group), (), span=item.span)
            else:
                yield item

    def item(self, item: PositionItem) -> Item:
        """Return the content of an item. Raises NotationError."""
        head = words_of(item.head)
        groups = tuple(words_of(group) for group in item.groups)
        layout = self.contents.layout
        name = head[0]
        if name in layout.zones:
            zone = layout.zones[name]
            owner = self._one_of(head, zone.owners)
            return self._zone_item(zone, layout.first_of(owner) if zone.team else owner, groups)
        if name in layout.variables:
            variable = layout.variables[name]
            owner = self._whose(variable, head)
            return self._variable_item(variable, layout.first_of(owner) if variable.team else owner, groups)
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
        """Return the seat, the cell or the kind that a variable is of."""
        piece = self.contents.layout.pieces.get(variable.owner)
        if piece is not None and "of" in head:
            value = self.notation.read(Domain("piece", piece.name), head[list(head).index("of") + 1 :], self.contents)
            return self.contents.number_at(piece, value) if piece.by_cell else value
        if variable.owner in ("", "player") or "of" not in head:
            return self._one_of(head, self.contents.program.colours)
        if kind := self.contents.layout.kinds.get(variable.owner):
            return self._one_of(head, kind.values)
        place = " ".join(head[list(head).index("of") + 1 :])
        board = board_of_variable(self.contents.layout, variable)
        found = self.notation.find_cell(board.name, place) if board else None
        if found is None:
            raise NotationError(f"`{place}` is no place of this game")
        return found

    def _zone_item(self, zone: ZoneLayout, owner: int, groups: Sequence[Sequence[str]]) -> ZoneContent:
        piece = self.contents.layout.pieces[zone.piece]
        whose = owner if piece.owned and zone.owned else -1
        groups = () if tuple(groups) == ((NOTHING,),) else groups
        return ZoneContent(zone, owner, tuple(self._piece(piece, words, whose) for words in groups if words))

    def _piece(self, piece: PieceLayout, words: Sequence[str], owner: int) -> Figure:
        """Read an owner, a kind and attributes; attributes that are left out have their first value."""
        rest, kind = list(words), 0
        if piece.owned and rest and rest[0] in self.contents.program.colours:
            owner = self.contents.program.colours.index(rest.pop(0))
            owner = self.contents.layout.first_of(owner) if piece.team else owner
        if piece.owned and owner < 0:
            raise NotationError(f"`{' '.join(words)}` does not say whose {piece.name} it is")
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
        return Figure(piece, owner, kind, tuple(values))

    def _variable_item(self, variable: VariableLayout, owner: int, groups: Sequence[Sequence[str]]) -> VariableContent:
        words = [word for group in groups for word in group]
        return VariableContent(variable, owner, self.notation.read(variable.domain, words, self.contents))

    def _reserve_item(self, head: Sequence[str], groups: Sequence[Sequence[str]]) -> ReserveContent:
        counters = self.contents.layout.counters
        name = head[0] if head[0] != "reserve" else next(iter(counters), "")
        if name not in counters or len(groups) != 1 or not groups[0][0].isdigit():
            raise NotationError(f"`{' '.join(head)}` needs a number of counters behind the colon")
        return ReserveContent(counters[name], self._one_of(head, counters[name].owners), int(groups[0][0]))

    def _cell_item(self, head: Sequence[str], groups: Sequence[Sequence[str]]) -> CellContent:
        board = self._board(head)
        if tuple(groups) == ((NOTHING,),):
            return CellContent(self.notation.parts(board, head, None, None).cell, board, None, -1, -1, (), empty=True)
        piece = self._laid(head, board)
        head, turned = self._turned(head, piece)
        parts = self.notation.parts(board, head, None, piece)
        figures = [self._figure(board, words) for words in groups if words]
        counters = tuple(
            self._counters(board, words)
            for words, figure in zip([words for words in groups if words], figures, strict=True)
            if figure is None
        )
        kind = max(parts.kind, 0) if piece else -1
        if piece and piece.owned and parts.owner < 0:
            raise NotationError(f"`{' '.join(head)}` does not say whose {piece.name} it is")
        standing = [figure for figure in figures if figure is not None]
        if piece and piece.numbered:
            standing.insert(0, Figure(piece, parts.owner, kind))
            piece, kind = None, -1
        return CellContent(parts.cell, board, piece, kind, parts.owner, counters, turned, tuple(standing) or None)

    def _figure(self, board: BoardLayout, words: Sequence[str]) -> Figure | None:
        """Read `red otter` behind the colon of a cell: a piece known by its number; None if it is something else."""
        for piece in self.contents.layout.pieces.values():
            names = (piece.name, *(piece.kinds.values if piece.kinds else ()))
            if piece.numbered and piece.board == board.name and any(word in names for word in words):
                rest = [word for word in words if word != piece.name or piece.kinds is None]
                return self._piece(piece, rest if piece.kinds else [w for w in rest if w != piece.name], -1)
        return None

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
            for word in head:
                if (cell := self.notation.find_cell(board.name, word)) is not None:
                    self._check_board(board, cell, word)
                    return board
        raise NotationError(f"`{' '.join(head)}` is neither a place nor a zone nor a variable")

    def _check_board(self, board: BoardLayout, cell: int, word: str) -> None:
        """Refuse `d4` where several boards have such a place. Raises NotationError."""
        if word != board.names[cell]:
            cells = (
                (other, self.notation.find_cell(name, word)) for name, other in self.contents.layout.boards.items()
            )
            names = " or ".join(f"`{other.names[found]}`" for other, found in cells if found is not None)
            raise NotationError(f"`{word}` does not say of which board: write {names}")

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


# ---- writing ----


@dataclass(frozen=True, slots=True)
class PositionWriter:
    """Writes the position of one state."""

    notation: Notation
    contents: StateReader

    def expected(self, item: Item) -> str:
        """Return the text of an item."""
        match item:
            case CellContent(empty=True):
                return f"{self.notation.cell(item.board.name, item.cell)}: {NOTHING}"
            case CellContent():
                figures = None if item.figures is None else sorted(self._figure_text(one) for one in item.figures)
                return self._cell_text(item, figures)
            case ZoneContent(zone, _, pieces):
                piece = self.contents.layout.pieces[zone.piece]
                return self._zone_text(zone, [self._words(piece, one.kind, one.attributes) for one in pieces])
            case VariableContent(variable, _, value):
                return self.notation.write(variable.domain, value, self.contents)
            case ReserveContent(_, _, amount):
                return str(amount)

    def found(self, item: Item) -> str:
        """Return the text of what stands at the place of an item."""
        contents = self.contents
        match item:
            case CellContent(empty=True):
                return self._whole_cell(item.board, item.cell)
            case CellContent():
                figures = None if item.figures is None else sorted(self._figures_on(item.board, item.cell))
                return self._cell_text(self._as_it_is(item), figures)
            case ZoneContent(zone, owner, pieces):
                return self._found_zone(zone, owner, pieces)
            case VariableContent(variable, owner, _):
                return self.notation.write(variable.domain, contents.get(variable.name, owner), contents)
            case ReserveContent(counter, owner, _):
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
        return ", ".join(texts if zone.ordered else sorted(texts)) or NOTHING

    def _words(self, piece: PieceLayout, kind: int, attributes: Sequence[int]) -> str:
        names = [name for name, _ in piece.attributes]
        values = [self.notation.attribute(piece, name, value) for name, value in zip(names, attributes, strict=False)]
        return " ".join([self.notation.kind(piece, kind), *values])

    def _as_it_is(self, item: CellContent) -> CellContent:
        """Return the present content of a cell: its piece of the sort that the item names, and its counters."""
        contents, piece, cell = self.contents, item.piece, item.cell
        stands = tuple(
            (counter, stack.owner, stack.state, stack.amount)
            for counter in contents.layout.counters.values()
            if counter.board == item.board.name
            for stack in contents.counters(counter)
            if stack.cell == cell
        )
        if piece is None:
            return CellContent(cell, item.board, None, -1, -1, stands)
        owner = contents.owner_of(piece, contents.number_at(piece, cell))
        return CellContent(
            cell, item.board, piece, contents.kind_at(piece, cell), owner, stands, contents.turned(piece, cell)
        )

    def _cell_text(self, item: CellContent, figures: Sequence[str] | None) -> str:
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
        """Return the whole position, hidden zones included, for tests and for the table's own files."""
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
                    yield self.found(CellContent(cell, board, laid, -1, -1, (), 0, () if standing else None))

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
                if variable.team and not self.contents.layout.is_first_of_team(owner):
                    continue
                value = self.notation.write(variable.domain, self.contents.get(variable.name, owner), self.contents)
                yield f"{variable.name} of {whose}: {value}" if whose else f"{variable.name}: {value}"
            yield from self._write_places(variable)

    def _owners(self, variable: VariableLayout) -> tuple[str, ...]:
        """Return the owners of a variable's values; one empty name if it has a single value."""
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

    # ---- items of an example ----

    def items(self, blank: StateReader, seat: int | None = None) -> Iterator[WrittenItem]:
        """Yield what differs from a `blank` position; only what a seat knows (-1: a spectator, None: everything)."""
        yield from self._cell_items(seat)
        for zone in self.contents.layout.zones.values():
            for owner in range(zone.zones):
                if not (zone.team and zone.owned) or self.contents.layout.is_first_of_team(owner):
                    yield from self._zone_item(zone, owner, seat)
        for variable in self.contents.layout.variables.values():
            yield from self._variable_items(variable, blank, seat)
        yield from self._reserve_items()

    def _cell_items(self, seat: int | None) -> Iterator[WrittenItem]:
        layout, contents = self.contents.layout, self.contents
        for board in layout.boards.values():
            bits = contents.occupied(board.name)
            laid = [piece for piece in layout.pieces.values() if piece.board == board.name and piece.by_cell]
            for cell in sorted(board.coordinates):
                if bits >> cell & 1:
                    here = [piece for piece in laid if contents.kind_at(piece, cell) >= 0]
                    known = [p for p in here if contents.knows(p, contents.number_at(p, cell), seat)]
                    yield from self._items_on(board, cell, known, seat)

    def _whole_cell(self, board: BoardLayout, cell: int) -> str:
        """Return everything on a cell."""
        pieces = self.contents.layout.pieces.values()
        laid = [each for each in pieces if each.board == board.name and each.by_cell]
        here = [piece for piece in laid if self.contents.kind_at(piece, cell) >= 0]
        texts = [item.text for item in self._items_on(board, cell, here, None)]
        return "; ".join(texts) or f"{self.notation.cell(board.name, cell)}: {NOTHING}"

    def _items_on(
        self, board: BoardLayout, cell: int, laid: Sequence[PieceLayout], seat: int | None
    ) -> Iterator[WrittenItem]:
        """Yield the items of a cell: one for each piece that is known by the cell, the first with all else there."""
        things = list(self._known_figures(board, cell, seat))
        stands = self._as_it_is(CellContent(cell, board, None, -1, -1, ())).counters
        written = ((c.name, owner, state, amount) for c, owner, state, amount in stands if amount)
        things += [self._counter_text(*stack) for stack in sorted(written)]
        for number, piece in enumerate(laid or [None]):
            item = self._as_it_is(CellContent(cell, board, piece, -1, -1, ()))
            head = self._cell_text(replace(item, counters=()), None)
            if piece is not None or things:
                yield WrittenItem("cell", head, ", ".join(things) if number == 0 else "")

    def _known_figures(self, board: BoardLayout, cell: int, seat: int | None) -> Iterator[str]:
        for piece in self.contents.layout.pieces.values():
            if piece.numbered and piece.board == board.name:
                for number, at in self.contents.on_board(piece):
                    if at == cell and self.contents.knows(piece, number, seat):
                        yield " ".join(self.notation.words(piece, number, -1, self.contents))

    def _zone_item(self, zone: ZoneLayout, owner: int, seat: int | None) -> Iterator[WrittenItem]:
        piece = self.contents.layout.pieces[zone.piece]
        numbers = self.contents.zone(zone, owner)
        if not numbers or not all(self.contents.knows(piece, number, seat) for number in numbers):
            return
        texts = []
        for number in reversed(numbers):
            words = self.notation.words(piece, number, -1, self.contents)
            if piece.owned and zone.owned and self.contents.owner_of(piece, number) == owner:
                words = words[1:]
            texts.append(" ".join(words))
        name = f"{zone.name} of {zone.owners[owner]}" if zone.owners[owner] else zone.name
        yield WrittenItem("zone", name, ", ".join(texts if zone.ordered else sorted(texts)))

    def _variable_items(self, variable: VariableLayout, blank: StateReader, seat: int | None) -> Iterator[WrittenItem]:
        layout, contents = self.contents.layout, self.contents
        for index, whose in self._places_of(variable):
            value = contents.get(variable.name, index)
            if value == blank.get(variable.name, index) or not self._seat_knows(variable, index, seat):
                continue
            if variable.team and variable.owner == "player" and not layout.is_first_of_team(index):
                continue
            text = self.notation.write(variable.domain, value, contents)
            yield WrittenItem("value", f"{variable.name} of {whose}" if whose else variable.name, text)

    def _seat_knows(self, variable: VariableLayout, index: int, seat: int | None) -> bool:
        """Whether a seat knows the value of a variable."""
        if seat is None or variable.sight == "all":
            return True
        owner = index if variable.owner == "player" else -1
        viewers = self.contents.layout.viewers(variable.sight, owner, self.contents.program.players)
        known = self.contents.find(f"{variable.name}.known", index, 0)
        return seat >= 0 and bool((viewers | known) >> seat & 1)

    def _places_of(self, variable: VariableLayout) -> Iterator[tuple[int, str]]:
        """Yield the index of each value of a variable, and what it is of in the notation; empty if of the game."""
        board = board_of_variable(self.contents.layout, variable)
        piece = self.contents.layout.pieces.get(variable.owner)
        if board is not None:
            yield from ((cell, self.notation.cell(board.name, cell)) for cell in sorted(board.coordinates))
        elif piece is not None:
            for number, cell in sorted(self.contents.on_board(piece)):
                yield number, " ".join(self.notation.words(piece, number, cell, self.contents))
        else:
            yield from enumerate(self._owners(variable))

    def _reserve_items(self) -> Iterator[WrittenItem]:
        """Yield the reserves that do not hold all counters that are off the board."""
        for counter in self.contents.layout.counters.values():
            standing = [0] * len(counter.owners)
            for stack in self.contents.counters(counter):
                standing[stack.owner] += stack.amount
            for owner, whose in enumerate(counter.owners):
                if counter.team and not self.contents.layout.is_first_of_team(owner):
                    continue
                amount = self.contents.reserve(counter, owner)
                if amount != counter.each - standing[owner]:
                    name = f"{counter.name} reserve"
                    yield WrittenItem("value", f"{name} of {whose}" if whose else name, str(amount))


class PositionNotation:
    """Reads, compares and writes positions of one state."""

    def __init__(self, notation: Notation, contents: StateReader) -> None:
        self.contents = contents
        self._reading = PositionParser(notation, contents)
        self._laying = PositionBuilder(notation, contents)
        self._writing = PositionWriter(notation, contents)

    def set_up(self, items: Sequence[PositionItem]) -> None:
        """Write a position into the state, which must be blank. Raises NotationError."""
        reserves: set[tuple[str, int]] = set()
        for written in self._reading.one_by_one(items):
            try:
                self._laying.put(self._reading.item(written), reserves)
            except NotationError as error:
                error.span = written.span
                raise
        self._laying.fill_reserves(reserves)

    def item(self, item: PositionItem) -> Item:
        """Return the content of an item. Raises NotationError."""
        return self._reading.item(item)

    def one_by_one(self, items: Sequence[PositionItem]) -> Iterator[PositionItem]:
        """Split `red: elder e1, otter a1` into the pieces of a player, each with its place."""
        return self._reading.one_by_one(items)

    def differences(self, items: Sequence[PositionItem]) -> Iterator[tuple[PositionItem, str, str]]:
        """Yield (item, expected, found) for each item that differs. Raises NotationError."""
        for written in self._reading.one_by_one(items):
            item = self._reading.item(written)
            expected, found = self._writing.expected(item), self._writing.found(item)
            if expected != found:
                yield written, expected, found

    def items(self, blank: StateReader, seat: int | None = None) -> tuple[WrittenItem, ...]:
        """Return what differs from a `blank` position; only what a seat knows (-1: a spectator, None: everything)."""
        return tuple(self._writing.items(blank, seat))

    def write(self) -> str:
        """Return the whole position, hidden zones included, for tests and for the table's own files."""
        return self._writing.write()

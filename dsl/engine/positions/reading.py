"""The text of a position, understood item by item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.engine.contents import Contents, board_of_variable
from dsl.engine.notation import Notation, NotationError, words_of
from dsl.engine.positions.items import CellItem, Figure, Item, ReserveItem, VariableItem, ZoneItem
from dsl.ir.layout import BoardLayout, CounterLayout, Domain, PieceLayout, VariableLayout, ZoneLayout
from dsl.text.tree import PositionItem


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads the items of positions for one program."""

    notation: Notation
    contents: Contents

    def one_by_one(self, items: Sequence[PositionItem]) -> Iterator[PositionItem]:
        """Take `red: elder e1, otter a1` apart: the pieces of a player, each with its place."""
        for item in items:
            if len(item.head) == 1 and item.head[0] in self.contents.program.colours and item.groups:
                for group in item.groups:
                    yield PositionItem((*item.head, *group), (), span=item.span)
            else:
                yield item

    def item(self, item: PositionItem) -> Item:
        """Return what an item says. Raises NotationError."""
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
        """Return the seat, the cell or the word of a kind that a variable is of."""
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

    def _zone_item(self, zone: ZoneLayout, owner: int, groups: Sequence[Sequence[str]]) -> ZoneItem:
        piece = self.contents.layout.pieces[zone.piece]
        whose = owner if piece.owned and zone.owned else -1
        return ZoneItem(zone, owner, tuple(self._piece(piece, words, whose) for words in groups if words))

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
        return CellItem(parts.cell, board, piece, kind, parts.owner, counters, turned, tuple(standing) or None)

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

"""The notation: values as the log prints them and as examples and typed moves write them.

    a cell       2,-1   d4   S1              a piece on the board   marsh 2,-1   red elder e1 (read also: 2,-1   e1)
    a counter    red 2,0   red 2,0 spent     a piece in a zone      marsh 1 (its kind, then its attributes)
    a way        1,-2   1,-2 jump   1,-2 jump 2 (its goal, its limited steps)   1,-2 1,-3 (place by place)
    the rest     marsh   red   3   yes   none

The first state of a counter is not written, nor is the counter's name where the game has one sort only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.base.source import Span
from dsl.ir.layout import BoardLayout, CounterLayout, Domain, Layout, PieceLayout, WayLayout
from dsl.ir.program import Program
from dsl.match.observation.state_reader import StateReader, members
from dsl.match.view import Value

if TYPE_CHECKING:
    from dsl.syntax.ast import Coordinate


class NotationError(Exception):
    """Error: words that are not in the notation; the message says what would be. `span`: their place, if known."""

    span: Span | None = None


# ---- paths: a goal with its limited steps, or all places ----


class PathNotation:
    """Writes and parses the paths of one program."""

    def __init__(self, layout: Layout, cells: Mapping[str, Mapping[str, int]]) -> None:
        self._boards = layout.boards
        self._ways = {way.name: way for way in layout.ways}
        self._cells = cells

    def goal(self, path: str, value: int) -> int:
        """Return the last cell of a path, -1 for one without any place yet."""
        way = self._ways[path]
        cells = self._boards[way.board].cells
        return (value.bit_length() - 1 if way.longest else value) % cells if value > 0 else -1 if way.longest else value

    def describe(self, path: str, value: int) -> Value:
        """Return a path as a Value of a view."""
        way = self._ways[path]
        place = self._place(way, self.goal(path, value))
        words = self._places(way, value) if way.longest else [place, *self._steps(way, value)]
        return Value(text=" ".join(words), sort="way", place=place, state=" ".join(words[1:]), thing=path)

    def _place(self, way: WayLayout, cell: int) -> str:
        return self._boards[way.board].names.get(cell, "?")

    def _places(self, way: WayLayout, value: int) -> list[str]:
        cells = self._boards[way.board].cells
        return [self._place(way, member % cells) for member in range(value.bit_length()) if value >> member & 1]

    def _steps(self, way: WayLayout, value: int) -> Iterator[str]:
        """Yield the limited steps of a path, each with its count if it is more than one."""
        rest = value // self._boards[way.board].cells % way.uses
        for step, times in way.limited:
            rest, used = divmod(rest, times + 1)
            if used:
                yield step if used == 1 else f"{step} {used}"

    def read(self, path: str, words: Sequence[str]) -> int:
        """Return the option that `words` write: a goal and limited steps. Raises NotationError."""
        way = self._ways[path]
        names = self._cells[way.board]
        if not words or words[0] not in names:
            raise NotationError(f"`{' '.join(words)}` names no cell of `{way.board}`")
        return self._used(way, words[1:]) * self._boards[way.board].cells + names[words[0]]

    def _used(self, way: WayLayout, words: Sequence[str]) -> int:
        steps, weight, used = dict(way.limited), 1, 0
        counts = dict.fromkeys(steps, 0)
        for index, word in enumerate(words):
            if word in counts:
                counts[word] = 1
            elif word.isdecimal() and index and words[index - 1] in counts:
                counts[words[index - 1]] = int(word)
            else:
                raise NotationError(f"`{word}` is no step that a way along `{way.name}` counts")
        for step, times in way.limited:
            if counts[step] > times:
                raise NotationError(f"a way along `{way.name}` has at most {times} of the step `{step}`")
            used, weight = used + counts[step] * weight, weight * (times + 1)
        return used


def list_of(number: int, players: int) -> list[int]:
    """Return the seats of an encoded list of players, the first one first."""
    seats = []
    while number > 0:
        number, digit = divmod(number, players + 1)
        seats.append(digit - 1)
    return seats


def number_of_list(seats: Sequence[int], players: int) -> int:
    """Return the number that encodes a list of players."""
    return sum((seat + 1) * (players + 1) ** place for place, seat in enumerate(seats))


def words_of(parts: Iterable[str | int | Coordinate]) -> tuple[str, ...]:
    """Return the words of a position or move of an example as text."""
    return tuple(str(part) if isinstance(part, str | int) else f"{part.x},{part.y}" for part in parts)


@dataclass(frozen=True, slots=True)
class ParsedPlace:
    """The words of a thing on a board, by meaning."""

    cell: int = -1
    owner: int = -1
    state: int = 0
    kind: int = -1


def _short_names(board: BoardLayout) -> dict[str, int]:
    """Return the short names of places: `d4` for `market_d4`, allowed where only this board can be meant."""
    if board.shape not in ("hexes", "squares"):
        return {}
    start = f"{board.name}_"
    return {name.removeprefix(start): cell for cell, name in board.names.items() if name.startswith(start)}


class Notation:
    """Writes and parses the values of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._layout = program.layout
        self._cells = {
            name: {text: cell for cell, text in board.names.items()} for name, board in program.layout.boards.items()
        }
        for board in program.layout.boards.values():
            self._cells[board.name] |= _short_names(board)
        self._ways = PathNotation(program.layout, self._cells)

    # ---- writing ----

    def write(self, domain: Domain, value: int, contents: StateReader, seat: int | None = None) -> str:
        """Return a value in the notation, in the position of `contents`. See `describe`."""
        return self.describe(domain, value, contents, seat).text

    def describe(self, domain: Domain, value: int, contents: StateReader, seat: int | None = None) -> Value:
        """Return a value as a Value of a view, as a seat may know it (-1: a spectator, None: the full truth)."""
        if domain.maybe and value == -1:
            return Value(text="none", sort=domain.sort)
        match domain.sort:
            case "nothing":
                return Value(text="", sort=domain.sort)
            case "number":
                return Value(text=str(value), sort=domain.sort)
            case "yes or no":
                return Value(text="yes" if value else "no", sort=domain.sort)
            case "kind":
                return Value(text=self._layout.kinds[domain.name].values[value], sort=domain.sort)
            case "player":
                colour = self.program.colours[value]
                return Value(text=colour, sort=domain.sort, owner=colour)
            case "cell":
                place = self.cell(domain.name, value)
                return Value(text=place, sort=domain.sort, place=place)
            case "counter":
                return self._describe_counter(self._layout.counters[domain.name], value)
            case "piece":
                return self._describe_piece(self._layout.pieces[domain.name], value, contents, seat)
            case "players" | "cells" | "kinds":
                return Value(text=self._write_set(domain, value), sort=domain.sort)
            case "pieces":
                each = Domain("piece", domain.name)
                texts = [self.write(each, number, contents, seat) for number in members(value)]
                return Value(text="; ".join(texts), sort=domain.sort)
            case "way":
                return self._ways.describe(domain.name, value)
            case "list of players":
                seats = list_of(value, self.program.players)
                return Value(text=", ".join(self.program.colours[seat] for seat in seats) or "none", sort=domain.sort)

    def cell(self, board: str, cell: int) -> str:
        """Return the name of a cell."""
        return self._layout.boards[board].names.get(cell, "?")

    def kind(self, piece: PieceLayout, kind: int) -> str:
        """Return the name of a piece's kind; the piece's own name if its sort has none."""
        return piece.kinds.values[kind] if piece.kinds and kind >= 0 else piece.name

    def owner(self, piece: PieceLayout, number: int, contents: StateReader) -> str:
        """Return the colour of a piece's owner, "" if it has none."""
        owner = contents.owner_of(piece, number)
        return self.program.colours[owner] if owner >= 0 else ""

    def attribute(self, piece: PieceLayout, name: str, value: int) -> str:
        """Return the value of a piece's attribute."""
        kinds = dict(piece.attributes)[name]
        return kinds.values[value] if kinds else str(value)

    def _describe_counter(self, counter: CounterLayout, value: int) -> Value:
        cells = self._layout.boards[counter.board].cells
        row, cell = divmod(value, cells)
        owner, state = divmod(row, len(counter.states))
        colour = counter.owners[owner]
        place = self.cell(counter.board, cell)
        name = counter.name if len(self._layout.counters) > 1 or not colour else ""
        words = (name, colour, place, counter.states[state] if state else "")
        return Value(
            text=" ".join(word for word in words if word),
            sort="counter",
            place=place,
            owner=colour,
            state=counter.states[state],
            thing=counter.name,
        )

    def _describe_piece(self, piece: PieceLayout, value: int, contents: StateReader, seat: int | None) -> Value:
        number = contents.number_at(piece, value) if piece.by_cell else value
        cell = value if piece.by_cell else contents.cell_of(piece, number)
        place = self.cell(piece.board, cell) if cell >= 0 else ""
        text = " ".join(self.words(piece, number, cell, contents, seat))
        owner = self.owner(piece, number, contents)
        return Value(text=text, sort="piece", place=place, owner=owner, thing=piece.name)

    def words(
        self, piece: PieceLayout, number: int, cell: int, contents: StateReader, seat: int | None = None
    ) -> list[str]:
        """Return the words of a piece: owner, kind, attributes, place; as a seat may know it.

        A piece of unknown kind is named by its owner, or by its sort if it has none.
        """
        knows = contents.knows(piece, number, seat)
        owner = self.owner(piece, number, contents)
        kind = self.kind(piece, contents.kind_of(piece, number)) if knows else "" if owner else piece.name
        shown = [name for name, _ in piece.attributes if knows or name in piece.seen_attributes]
        values = [self.attribute(piece, name, contents.attribute_of(piece, number, name)) for name in shown]
        place = self.cell(piece.board, cell) if cell >= 0 else ""
        return [word for word in (owner, kind, *values, place) if word]

    def piece(self, piece: PieceLayout, number: int, contents: StateReader, seat: int | None = None) -> str:
        """Return a piece that lies nowhere on a board: `marsh 1`."""
        return " ".join(self.words(piece, number, -1, contents, seat))

    def _write_set(self, domain: Domain, bits: int) -> str:
        which = [index for index in range(bits.bit_length()) if bits >> index & 1]
        if domain.sort == "players":
            return " ".join(self.program.colours[seat] for seat in which) or "none"
        if domain.sort == "kinds":
            return " ".join(self._layout.kinds[domain.name].values[value] for value in which) or "none"
        return " ".join(self.cell(domain.name, cell) for cell in which) or "none"

    # ---- reading ----

    def read(self, domain: Domain, words: Sequence[str], contents: StateReader, seat: int | None = None) -> int:
        """Parse `words` as a value; a seat cannot find out by them what it may not know. Raises NotationError."""
        if domain.maybe and tuple(words) == ("none",):
            return -1
        match domain.sort:
            case "nothing":
                return self._read_nothing(words)
            case "number":
                return self._read_number(words)
            case "yes or no":
                return self._one_of(words, ("no", "yes"), "yes or no")
            case "kind":
                return self._one_of(words, self._layout.kinds[domain.name].values, domain.name)
            case "player":
                return self._one_of(words, self.program.colours, "a player")
            case "cell":
                return self._read_cell(domain.name, words, contents, seat)
            case "counter":
                return self._read_counter(self._layout.counters[domain.name], words)
            case "piece":
                return self._read_piece(self._layout.pieces[domain.name], words, contents, seat)
            case "players" | "cells" | "kinds":
                return self._read_set(domain, words)
            case "pieces":
                each = Domain("piece", domain.name)
                several = " ".join(words).split(";") if words else []
                return sum({1 << self.read(each, text.split(), contents, seat) for text in several})
            case "way":
                return self._ways.read(domain.name, words)
            case "list of players":
                seats = [] if tuple(words) == ("none",) else [self._seat(word) for word in words]
                return number_of_list(seats, self.program.players)

    def find_cell(self, board: str, text: str) -> int | None:
        """Return the number of a cell, None if the board has no cell of that name."""
        return self._cells[board].get(text)

    def _read_nothing(self, words: Sequence[str]) -> int:
        if words:
            raise NotationError(f"`{' '.join(words)}` is too much: no value is asked here")
        return 0

    def _read_number(self, words: Sequence[str]) -> int:
        try:
            (word,) = words
            return int(word)
        except ValueError:
            raise NotationError(f"`{' '.join(words)}` is not a number") from None

    def _one_of(self, words: Sequence[str], names: Sequence[str], what: str) -> int:
        text = " ".join(words)
        if text not in names:
            raise NotationError(f"`{text}` is not {what}: there are {', '.join(names)}")
        return list(names).index(text)

    def _read_cell(self, board: str, words: Sequence[str], contents: StateReader, seat: int | None) -> int:
        for piece in self._layout.pieces.values():
            if len(words) > 1 and piece.by_cell and piece.board == board and self._speaks_of(piece, words):
                return self._read_piece(piece, words, contents, seat)
        parts = self.parts(self._layout.boards[board], words, None, None)
        return parts.cell

    def _speaks_of(self, piece: PieceLayout, words: Sequence[str]) -> bool:
        """Return whether the words name the sort of a piece or one of its kinds."""
        names = (piece.name, *(piece.kinds.values if piece.kinds else ()))
        return any(word in names for word in words)

    def _read_counter(self, counter: CounterLayout, words: Sequence[str]) -> int:
        board = self._layout.boards[counter.board]
        parts = self.parts(board, [word for word in words if word != counter.name], counter, None)
        if counter.owners != ("",) and parts.owner < 0:
            raise NotationError(f"`{' '.join(words)}` does not say whose {counter.name} it is")
        return (max(parts.owner, 0) * len(counter.states) + parts.state) * board.cells + parts.cell

    def _read_piece(self, piece: PieceLayout, words: Sequence[str], contents: StateReader, seat: int | None) -> int:
        if not piece.by_cell:
            return self._read_number_piece(piece, words, contents, seat)[0]
        parts = self.parts(self._layout.boards[piece.board], words, None, piece)
        number = contents.number_at(piece, parts.cell)
        if number < 0:
            raise NotationError(f"there is no {piece.name} on {self.cell(piece.board, parts.cell)}")
        said = " ".join(self.words(piece, number, -1, contents, seat))
        owner = contents.owner_of(piece, number)
        other = parts.kind not in (-1, contents.kind_of(piece, number)) if piece.kinds else False
        if (parts.owner >= 0 and owner != parts.owner) or (parts.kind >= 0 and not contents.knows(piece, number, seat)):
            other = True
        if other:
            raise NotationError(f"on {self.cell(piece.board, parts.cell)} lies {said}")
        return parts.cell

    def _read_number_piece(
        self, piece: PieceLayout, words: Sequence[str], contents: StateReader, seat: int | None
    ) -> list[int]:
        """Return the pieces that match all of `words`, else those that match a part."""
        written: dict[int, list[str]] = {}
        for number in range(piece.count):
            if contents.get(f"{piece.name}.where", number) != -1:
                cell = contents.cell_of(piece, number)
                written[number] = self.words(piece, number, cell, contents, seat)
        exact = [number for number, all_words in written.items() if all_words == list(words)]
        partly = [n for n, all_words in written.items() if words and all(w in (*all_words, piece.name) for w in words)]
        if not exact and not partly:
            raise NotationError(f"there is no {piece.name} `{' '.join(words)}`")
        return exact or partly

    def meanings(
        self, domain: Domain, words: Sequence[str], contents: StateReader, seat: int | None = None
    ) -> list[int]:
        """Return all values that `words` may mean, the most likely first. Raises NotationError."""
        piece = self._layout.pieces[domain.name] if domain.sort == "piece" else None
        if piece is not None and not piece.by_cell and tuple(words) != ("none",):
            return self._read_number_piece(piece, words, contents, seat)
        return [self.read(domain, words, contents, seat)]

    def _read_set(self, domain: Domain, words: Sequence[str]) -> int:
        bits = 0
        for word in words if tuple(words) != ("none",) else ():
            if domain.sort == "players":
                bits |= 1 << self._seat(word)
            elif domain.sort == "kinds":
                bits |= 1 << self._one_of((word,), self._layout.kinds[domain.name].values, domain.name)
            else:
                bits |= 1 << self.parts(self._layout.boards[domain.name], (word,), None, None).cell
        return bits

    def _seat(self, word: str) -> int:
        return self._one_of((word,), self.program.colours, "a player")

    def parts(
        self, board: BoardLayout, words: Sequence[str], counter: CounterLayout | None, piece: PieceLayout | None
    ) -> ParsedPlace:
        """Separate a cell from the words around it, in any order; there must be a cell. Raises NotationError."""
        cell, owner, state, kind = -1, -1, 0, -1
        for word in words:
            number = self._cells[board.name].get(word)
            if number is not None and cell < 0:
                cell = number
            elif counter and word and word in counter.owners and owner < 0:
                owner = counter.owners.index(word)
                owner = self._layout.first_of(owner) if counter.team else owner
            elif piece and piece.owned and word in self.program.colours and owner < 0:
                owner = self.program.colours.index(word)
                owner = self._layout.first_of(owner) if piece.team else owner
            elif counter and word in counter.states:
                state = counter.states.index(word)
            elif piece and piece.kinds and word in piece.kinds.values and kind < 0:
                kind = piece.kinds.values.index(word)
            elif not (piece and word == piece.name):
                raise NotationError(f"`{word}` is neither a cell of `{board.name}` nor a word that fits here")
        if cell < 0:
            raise NotationError(f"`{' '.join(words)}` names no cell of `{board.name}`")
        return ParsedPlace(cell, owner, state, kind)

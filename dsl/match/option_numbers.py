"""Numbers of options in a journal: independent of the windows and the layout of boards, unlike those of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl.ir.layout import BoardLayout, Domain, Layout
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts


def to_journal(question: Question, option: int) -> int:
    """Return the number of an option in a journal."""
    return _renumbered(question, option, lambda board, value: _Border.of(board).bordered(value))


def from_journal(question: Question, number: int) -> int:
    """Return the option of a question that a number in a journal stands for; it may not be offered. Raises ValueError
    if it stands for none."""
    return _renumbered(question, number, lambda board, value: _Border.of(board).plain(value))


def _renumbered(question: Question, number: int, renumber: Callable[[BoardLayout, int], int]) -> int:
    entry, value = option_parts(number, question.ask.combined)
    if value < 0 or not entry < len(question.ask.entries):
        return number
    board = _board(question.contents.layout, question.domain(question.ask.entries[entry]))
    return number if board is None else number - value + renumber(board, value)


def _board(layout: Layout, domain: Domain) -> BoardLayout | None:
    """Return the board on which the values of a domain have a number for each cell, if there is one in rows."""
    name = ""
    match domain.sort:
        case "cell":
            name = domain.name
        case "piece" if layout.pieces[domain.name].by_cell:
            name = layout.pieces[domain.name].board
        case "counter":
            name = layout.counters[domain.name].board
        case "way":
            name = next(way.board for way in layout.ways if way.name == domain.name)
    board = layout.boards.get(name)
    return board if board is not None and board.shape in ("hexes", "squares") else None


@dataclass(frozen=True, slots=True)
class _Border:
    """A board with its border: how long a row is, how many there are, and where in it the cell 0, 0 is."""

    board: BoardLayout
    row: int
    rows: int
    first: tuple[int, int]

    @classmethod
    def of(cls, board: BoardLayout) -> _Border:
        if any(board.rows):
            width, height = board.rows
            return cls(board, width + 1, height + 2, (0, 1))
        left, low = (min(place[axis] for place in board.coordinates.values()) for axis in (0, 1))
        side = max(x for x, _ in board.coordinates.values()) - left + 3
        return cls(board, side, side, (1 - left, 1 - low))

    def bordered(self, value: int) -> int:
        group, cell = divmod(value, self.board.cells)
        x, y = self.board.coordinates[cell]
        return (group * self.rows + y + self.first[1]) * self.row + x + self.first[0]

    def plain(self, value: int) -> int:
        row, x = divmod(value, self.row)
        group, y = divmod(row, self.rows)
        wanted = (x - self.first[0], y - self.first[1])
        cell = next((cell for cell, place in self.board.coordinates.items() if place == wanted), None)
        if cell is None:
            raise ValueError(f"{value} is no cell of `{self.board.name}`")
        return group * self.board.cells + cell

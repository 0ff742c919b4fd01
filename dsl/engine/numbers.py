"""The numbers of options in a journal. They outlast the program that wrote it, however that lays out its boards.

An option that is a cell, or speaks of one, has the number that it has on a board with a border: each row with one
number more at its end, and a row more before the first and behind the last. Hexagonal fields are like that anyway.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.engine.chronicle import option_parts
from dsl.engine.decisions import Question
from dsl.program.layout import BoardLayout, Domain, Layout

Renumber = Callable[[BoardLayout, int], int]


def to_journal(question: Question, option: int) -> int:
    """Return the number under which an option of a question goes into a journal."""
    return _renumbered(question, option, _bordered)


def from_journal(question: Question, number: int) -> int:
    """Return the option of a question that a number in a journal stands for; it need not be offered. ValueError if it
    stands for none."""
    return _renumbered(question, number, _plain)


def _renumbered(question: Question, number: int, renumber: Renumber) -> int:
    entry, value = option_parts(number, question.ask.combined)
    if value < 0 or not entry < len(question.ask.entries):
        return number
    board = _board(question.contents.layout, question.domain(question.ask.entries[entry]))
    return number if board is None or not any(board.rows) else number - value + renumber(board, value)


def _board(layout: Layout, domain: Domain) -> BoardLayout | None:
    """Return the board on which the values of a domain have a number for each cell, if there is one."""
    match domain.sort:
        case "cell":
            return layout.boards[domain.name]
        case "piece" if layout.pieces[domain.name].by_cell:
            return layout.boards[layout.pieces[domain.name].board]
        case "counter":
            return layout.boards[layout.counters[domain.name].board]
        case "way":
            return layout.boards[next(way.board for way in layout.ways if way.name == domain.name)]
    return None


def _bordered(board: BoardLayout, value: int) -> int:
    width, height = board.rows
    group, cell = divmod(value, board.cells)
    x, y = board.coordinates[cell]
    return (group * (height + 2) + y + 1) * (width + 1) + x


def _plain(board: BoardLayout, value: int) -> int:
    width, height = board.rows
    row, x = divmod(value, width + 1)
    group, y = divmod(row, height + 2)
    cell = next((cell for cell, place in board.coordinates.items() if place == (x, y - 1)), None)
    if cell is None:
        raise ValueError(f"{value} is no cell of `{board.name}`")
    return group * board.cells + cell

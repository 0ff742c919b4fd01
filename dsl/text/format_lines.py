"""The lines of every construct, with their depth; `format` lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from dsl.text import tree as t
from dsl.text.format_expressions import quoted, write, write_params
from dsl.text.format_heads import bounds, head_of, position_item, typed

POSITION_WIDTH = 120  #: columns of a line of a position


@dataclass(frozen=True, slots=True)
class Row:
    """One line: how deep it stands, what it says, the text that stands aside, and whose comments it carries."""

    depth: int
    text: str
    aside: str = ""
    line: t.Line | None = None


def rows_of(line: t.Line, depth: int) -> Iterator[Row]:
    """Yield the rows of any line of a ruleset, those below it included."""
    match line:
        case t.Needs():
            head = f"needs {line.name}: {write(line.condition)}"
            yield Row(depth, head, quoted(line.message).strip(), line)
        case t.Always():
            yield Row(depth, f"always {line.name}: {write(line.condition)}", quoted(line.text).strip(), line)
        case t.Action():
            yield from _action(line, depth)
        case t.Table():
            yield from _table(line, depth)
        case t.Define():
            yield from _define(line, depth)
        case t.If():
            yield from _if(line, depth)
        case t.Game():
            yield from _game(line, depth)
        case t.Given() | t.ExpectPosition():
            yield Row(depth, head_of(line), "", line)
            yield from _position(line.items, depth + 1)
        case _:
            yield Row(depth, head_of(line), "", line)
            for inner in _below(line):
                yield from rows_of(inner, depth + 1)
            if isinstance(line, t.Replace | t.Add) and line.do is not None:
                yield Row(depth + 1, "do")
                yield from _all(line.do, depth + 2)


def _all(lines: Iterable[t.Line], depth: int) -> Iterator[Row]:
    for line in lines:
        yield from rows_of(line, depth)


def _below(line: t.Line) -> tuple[t.Line, ...]:
    """Return the lines that stand below the head of `line`."""
    match line:
        case t.WithPlayers(_, _, settings, tables, teams):
            return (*settings, *tables, *([teams] if teams else []))
        case t.Board():
            return line.areas
        case t.Path() | t.Award() | t.Winner() | t.Example() | t.Supposing():
            return line.lines
        case t.Choices() | t.ChooseOne():
            return line.entries
        case t.Replace() | t.Add():
            return line.parts
        case (
            t.Consequence() | t.Routine() | t.Setup() | t.Play() | t.ChoiceLine() | t.ForEach() | t.Repeat() | t.Turns()
            | t.OneTurnEach() | t.TurnOf() | t.Phase() | t.Together() | t.Finally() | t.RunBlock()
        ):  # fmt: skip
            return line.block
        case _:
            return ()


def _action(action: t.Action, depth: int) -> Iterator[Row]:
    yield Row(depth, f"action {action.name}{write_params(action.params)}{quoted(action.text)}", "", action)
    yield from _all(action.lines, depth + 1)
    if action.do:
        yield Row(depth + 1, "do")
        yield from _all(action.do, depth + 2)


def _define(define: t.Define, depth: int) -> Iterator[Row]:
    head = f"define {define.name}{write_params(define.params)}{typed(define.result)}"
    first = define.cases[0]
    if len(define.cases) == 1 and first.condition is None and not (first.comments or first.remark):
        yield Row(depth, f"{head} = {write(first.value)}", "", define)
    else:
        yield Row(depth, head, "", define)
        yield from _all(define.cases, depth + 1)


def _if(line: t.If, depth: int) -> Iterator[Row]:
    owner: t.Line | None = line
    word = "if"
    for condition, block in line.cases:
        yield Row(depth, f"{word} {write(condition)}", "", owner)
        yield from _all(block, depth + 1)
        word, owner = "otherwise if", None
    if line.otherwise:
        yield Row(depth, "otherwise")
        yield from _all(line.otherwise, depth + 1)


def _game(game: t.Game, depth: int) -> Iterator[Row]:
    yield Row(depth, f"game {game.name}" + (f" based on {game.based_on}" if game.based_on else ""), "", game)
    if game.players != (0, 0):
        colours = f", colours {', '.join(game.colours)}" if game.colours else ""
        numbers = " or ".join(map(str, game.numbers)) or bounds(*game.players)
        yield Row(depth + 1, f"players {numbers}{colours}")
    if game.teams is not None:
        yield from rows_of(game.teams, depth + 1)
    for text in game.credits:
        yield Row(depth + 1, f'credit "{text}"')


def _table(table: t.Table, depth: int) -> Iterator[Row]:
    head = f"table {table.name}{write_params(table.params)}{typed(table.result)}"
    texts = [[_cell(cell) for cell in row.cells] for row in table.rows]
    numbers = [
        any(isinstance(row.cells[i], t.Number) for row in table.rows if i < len(row.cells))
        for i in range(len(table.columns))
    ]
    widths = [
        max([len(column), *(len(cells[i]) for cells in texts if i < len(cells))])
        for i, column in enumerate(table.columns)
    ]
    first = max([len(head), *(len(row.key) + 4 for row in table.rows)])

    def line(key: str, width: int, cells: Iterable[str]) -> str:
        padded = [key.ljust(width)]
        for index, cell in enumerate(cells):
            wide = widths[index] if index < len(widths) else 0
            padded.append(cell.rjust(wide) if index < len(numbers) and numbers[index] else cell.ljust(wide))
        return "  ".join(padded).rstrip()

    yield Row(depth, line(head, first, table.columns), "", table)
    for row, cells in zip(table.rows, texts, strict=True):
        yield Row(depth + 1, line(row.key, first - 4, cells), "", row)


def _cell(cell: t.Name | t.Number | t.Nothing | t.Sides) -> str:
    match cell:
        case t.Name(name):
            return name
        case t.Number(value):
            return str(value)
        case t.Nothing():
            return "-"
        case t.Sides(sides):
            return "+".join(str(side) for side in sides)
    assert_never(cell)


def _position(items: Iterable[t.PositionItem], depth: int) -> Iterator[Row]:
    """Yield a position as its author grouped it: what stands on one line stays there, as far as it fits."""
    for _, group in groupby(items, key=lambda item: item.span.line):
        line = ""
        for text in map(position_item, group):
            if line and 4 * depth + len(f"{line}; {text}") > POSITION_WIDTH:
                yield Row(depth, line)
                line = text
            else:
                line = f"{line}; {text}" if line else text
        yield Row(depth, line)

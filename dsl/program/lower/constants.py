"""What can be worked out before a match: numbers, options, cells of tables."""

from __future__ import annotations

from dsl.program.code import Const
from dsl.program.lower.ir import arith, compare
from dsl.program.lower.unit import Unit, not_yet
from dsl.semantics.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    Expr,
    LocalValue,
    NumberOfPlayers,
    OptionValue,
    TableValue,
)


def cell(unit: Unit, table: str, row: str, column: str) -> int | None:
    """Return a cell of a table for this match: options put in, None for `-`."""
    decl = unit.rules.tables[table]
    value = decl.cells[row, column][unit.players - unit.rules.players[0]]
    if isinstance(value, str):
        return _word(unit, value)
    if isinstance(value, tuple):
        return sum(1 << side for side in value)
    return value


def _word(unit: Unit, word: str) -> int:
    """Return what a word in a cell stands for: an option's value, an area, a value of a kind."""
    if word in unit.options:
        return unit.options[word]
    for board in unit.rules.boards.values():
        names = [name for name, _, _ in board.areas]
        if word in names:
            return names.index(word)
    return next(kind.values.index(word) for kind in unit.kinds.values() if word in kind.values)


def number(unit: Unit, expr: Expr, known: dict[str, int]) -> int:
    """Return the value of an expression of numbers, options, table cells and the locals that are known."""
    match expr:
        case Constant(value=value):
            return value
        case OptionValue(option=option):
            return unit.options[option]
        case LocalValue(name=name) if name in known:
            return known[name]
        case NumberOfPlayers():
            return unit.players
        case TableValue(table=table, column=column, keys=keys):
            rows = unit.rules.tables[table].rows
            where = [number(unit, key, known) for key in keys]
            return cell(unit, table, rows[where[0]], column or unit.rules.tables[table].columns[where[1]]) or 0
        case Arithmetic(operator=operator, left=left, right=right):
            folded = arith(operator, Const(number(unit, left, known)), Const(number(unit, right, known)))
            if isinstance(folded, Const):
                return folded.value
        case Comparison(operator=operator, left=left, right=right):
            held = compare(operator, Const(number(unit, left, known)), Const(number(unit, right, known)))
            if isinstance(held, Const):
                return held.value
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return number(unit, then if number(unit, condition, known) else otherwise, known)
    raise not_yet("an amount of new pieces that depends on the position", expr.span)

"""Tables: their keys, columns and cells, which may differ with the number of players."""

from __future__ import annotations

from dsl.check import typed as t
from dsl.check.areas import constant
from dsl.check.explain import did_you_mean, unknown
from dsl.check.plural import ordinal
from dsl.check.settings import MOST_VALUES, declare
from dsl.check.world import PLACE_WORDS, World
from dsl.check.written import written
from dsl.text import tree
from dsl.text.problem import Problem


def kinds_of_tables(world: World, node: tree.Table) -> None:
    """A kind may be declared by its table alone: its values are the rows."""
    for param in node.params[:1]:
        match param.type.alternatives:
            case (tree.NamedType(name),) if name not in world.kinds and name.partition(" of ")[0] not in (
                "player",
                "team",
                *PLACE_WORDS.values(),
            ):
                world.kinds[name] = t.KindDecl(name, tuple(row.key for row in node.rows), param.span)


def table(world: World, node: tree.Table, others: list[tuple[int, int, tree.Table]]) -> None:
    """Take down a table; a `with N players` section may give other cells."""
    if not declare(world, node.name, node, "table"):
        return
    if not 1 <= len(node.params) <= 2:
        world.report(
            Problem(
                "wrong-number-of-values",
                "a table has one key or two",
                node.place_of(node.name),
                "its keys",
                help=f"write `table {node.name}(k: Kind)`",
            )
        )
        return
    key, *second = (written(world, param.type) for param in node.params)
    low, high = world.players
    rows = _rows(world, node, key)
    cells: dict[tuple[str, str], list[t.CellValue]] = {}
    for row in node.rows:
        _check_width(world, node, row)
        for column, cell in zip(node.columns, row.cells, strict=False):
            cells[row.key, column] = [_cell(world, cell)] * (high - low + 1)
    for first, last, other in others:
        _override(world, node, other, cells, range(max(first, low) - low, min(last, high) - low + 1))
    fixed = {place: tuple(values) for place, values in cells.items()}
    world.tables[node.name] = t.TableDecl(
        node.name, key, second[0] if second else None, node.columns, rows, fixed, node.span
    )


def _rows(world: World, node: tree.Table, key: t.Type) -> tuple[str, ...]:
    """Return the keys of a table; every value of a kind needs a row, and no other."""
    rows = tuple(row.key for row in node.rows)
    first: dict[str, tree.Row] = {}
    for row in node.rows:
        if isinstance(key, t.KindType) and row.key not in world.kinds[key.name].values:
            world.report(unknown(row.key, f"value of {key.name}", row.place_of(row.key), world.kinds[key.name].values))
        if first.setdefault(row.key, row) is not row:
            world.report(Problem("duplicate-name", f"`{row.key}` has two rows", row.place_of(row.key), "again here"))
    wanted = dict.fromkeys(_keys(world, key))
    for row in node.rows if isinstance(key, (t.PlaceType, t.NumberType)) else ():
        if row.key not in wanted:
            world.report(
                unknown(
                    row.key,
                    "place" if isinstance(key, t.PlaceType) else "number of this table",
                    row.place_of(row.key),
                    wanted,
                )
            )
    if wanted:
        for missing in (v for v in wanted if v not in first):
            world.report(
                Problem(
                    "table-hole",
                    f"`{missing}` has no row",
                    node.place_of(node.name),
                    f"no row for `{missing}`",
                    help=f"add a row that begins with `{missing}`",
                )
            )
    return rows


def _keys(world: World, key: t.Type) -> tuple[str, ...]:
    """Return the keys that a table must have a row for: values of a kind, areas of a board."""
    match key:
        case t.KindType(name):
            return world.kinds[name].values
        case t.PlaceType(board):
            return tuple(area for area, _, _ in world.boards[board].areas)
        case t.NumberType(low, high) if high - low < MOST_VALUES:
            return tuple(str(n) for n in range(low, high + 1))
    return ()


def _check_width(world: World, node: tree.Table, row: tree.Row) -> None:
    given, wanted = len(row.cells), len(node.columns)
    if given < wanted:
        column = node.columns[given]
        world.report(
            Problem(
                "table-hole",
                f"`{row.key}` has no `{column}`",
                row.place_of(row.key),
                f"the {ordinal(given + 1)} column, `{column}`, is empty",
                help="write a number, or `-` for none",
            )
        )
    elif given > wanted:
        world.report(
            Problem(
                "wrong-number-of-values",
                f"`{row.key}` has {given} cells, and there are {wanted} columns",
                row.cells[wanted].span,
                "no column for this",
            )
        )


def _cell(world: World, node: tree.Name | tree.Number | tree.Nothing | tree.Sides) -> t.CellValue:
    match node:
        case tree.Number():
            return node.value
        case tree.Sides():
            return node.sides
        case tree.Name():
            return _named_cell(world, node)
    return None


def _named_cell(world: World, node: tree.Name) -> t.CellValue:
    if node.name in world.options:
        world.used_options.add(node.name)
    elif constant(world, node.name) is None and not world.kinds_with(node.name):
        words = {w for kind in world.kinds.values() for w in kind.values}
        words |= {area for board in world.boards.values() for area, _, _ in board.areas}
        world.report(
            Problem(
                "unknown-name", f"`{node.name}` is nothing that a cell may hold", node.span, "not a cell of a table",
                "A cell holds a number, an option, a word of `kinds`, an area, or `-` for none.",
                _instead(node.name) or did_you_mean(node.name, {*world.options, *words}),
            )
        )  # fmt: skip
        return 0
    return node.name


def _instead(word: str) -> str:
    """Return how a table says yes or no."""
    yes, no = word.lower() in ("yes", "true", "y"), word.lower() in ("no", "false", "n")
    return f"write {int(yes)}, and ask in the rules whether it is 1" if yes or no else ""


def _override(
    world: World, node: tree.Table, other: tree.Table, cells: dict[tuple[str, str], list[t.CellValue]], at: range
) -> None:
    for column in other.columns:
        if column not in node.columns:
            world.report(
                unknown(column, f"column of `{node.name}`", other.place_of(column), node.columns, "unknown-column")
            )
    rows = {row.key for row in node.rows}
    for row in other.rows:
        _check_width(world, other, row)
        if row.key not in rows:
            world.report(unknown(row.key, f"row of `{node.name}`", row.place_of(row.key), rows))
        for column, cell in zip(other.columns, row.cells, strict=False):
            value = _cell(world, cell)
            for n in at:
                if (row.key, column) in cells:
                    cells[row.key, column][n] = value

"""Declarations of the game, options, kinds, areas and tables: everything that is fixed before a match begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.base.board_shapes import PLACE_WORDS
from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import also, did_you_mean, elsewhere, mismatch, opening, ordinal, unknown
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import TRUTH, UNKNOWN, number
from dsl.semantics.type_texts import range_bounds, resolve_type, union_name
from dsl.syntax.ast import (
    AreaLine,
    BoardSection,
    Expr,
    GameSection,
    KindsSection,
    LineNode,
    Name,
    NamedType,
    Node,
    NoneLiteral,
    Number,
    OptionSection,
    OptionSetting,
    RangeType,
    Section,
    Sides,
    TableRow,
    TableSection,
    TypeText,
    WithPlayersSection,
    YesNo,
)
from dsl.syntax.house_rule_anchors import head_span

MOST_PLAYERS, MOST_VALUES, MOST_PARAMS = 8, 64, 6
RESERVED = {
    "me",
    "it",
    "players",
    "all_players",
    "player",
    "teams",
    "team",
    "centre",
    "reserve",
    "none",
    "yes",
    "no",
    "kind",
    "owner",
    "place",
    "state",
    "stop",
    "number",
    "times_seen",
}


def declare(world: SymbolTable, name: str, node: Node, namespace: str = "") -> bool:
    """Declare a name; report a reserved name, which every game defines itself."""
    if name in RESERVED:
        world.report(
            Problem(
                "reserved-name",
                f"`{name}` has a meaning in every game already",
                _opening_span(name, node),
                "declared here",
                help="choose another name",
            )
        )
        return False
    values = [param.name for param in getattr(node, "params", ())]
    if len(set(values)) < len(values):
        world.muddled.append(node.span)
    return world.declare(name, _opening_span(name, node), namespace)


def _opening_span(name: str, node: Node) -> Span:
    """Return the span of the word that opens a section, where its names are declared."""
    return node.place_of(name) if isinstance(node, LineNode) else opening(node.span, name)


def too_many(world: SymbolTable, what: str, most: int, count: int, node: LineNode, slug: str) -> None:
    """Report more declarations of one sort than a game may have."""
    if count > most:
        world.report(
            Problem(
                slug,
                f"there are at most {most} {what}",
                head_span(node),
                f"{count} are given",
            )
        )


def seat_names(number: int) -> tuple[str, ...]:
    """Return the names of seats without colours, which examples can always use: `seat_1` and so on."""
    return tuple(f"seat_{n}" for n in range(1, number + 1))


def game(world: SymbolTable, node: GameSection) -> None:
    """Declare the numbers of players and their colours; without colours, seats have numbers."""
    low, high = node.players
    world.players, world.colours = node.players, node.colours or seat_names(min(high, MOST_PLAYERS))
    world.numbers = node.numbers or tuple(range(low, high + 1))
    if 1 <= high < low:
        world.report(
            Problem(
                "out-of-range",
                "a range goes from its least number to its greatest",
                range_of_players(node),
                f"{low} is more than {high}",
                help=f"write `{high}..{low}`",
            )
        )
        world.players, world.numbers = (high, low), tuple(range(high, low + 1))
    elif not 1 <= low <= high:
        world.report(
            Problem(
                "no-players",
                "the game does not say for how many players it is",
                _opening_span(node.name, node),
                "how many players?",
                help="write `players 2..4` below it, and their colours",
            )
        )
        world.players = (1, max(1, high))
        world.numbers = tuple(range(1, max(1, high) + 1))
    too_many(world, "players", MOST_PLAYERS, high, node, "too-many-players")
    if node.colours and len(node.colours) < high:
        world.report(
            Problem(
                "wrong-number-of-values",
                f"{high} players need {high} colours",
                range_of_players(node),
                f"and {len(node.colours)} colours",
                help="name more colours, or none",
            )
        )
    for colour in node.colours:
        declare(world, colour, node)


def range_of_players(node: GameSection) -> Span:
    """Return the place of the numbers of players: `2..5`."""
    low, high = node.players
    return node.place_of(str(low)).to(node.place_of(str(high)))


def kinds(world: SymbolTable, node: KindsSection) -> None:
    """Check and declare an enumeration."""
    if declare(world, node.name, node):
        world.kinds[node.name] = t.KindDecl(node.name, node.values, node.span)
    too_many(world, f"values of {node.name}", MOST_VALUES, len(node.values), node, "too-many-values")
    for twice in sorted(value for value, times in Counter(node.values).items() if times > 1):
        world.report(
            Problem(
                "duplicate-name",
                f"the name `{twice}` is given twice",
                node.place_of(twice),
                "again here",
                "A name stands for one thing only, so that it is clear which one is meant.",
                "leave one of them out",
            )
        )


def option(world: SymbolTable, node: OptionSection, settings: Iterator[tuple[int, int, OptionSetting]]) -> None:
    """Declare an option with its default for each number of players."""
    if not declare(world, node.name, node):
        return
    type_ = _option_type(world, node)
    low, high = world.players
    defaults = dict.fromkeys(range(low, high + 1), _option_value(world, type_, node.default, node))
    for first, last, setting in settings:
        value = _option_value(world, type_, setting.value, node)
        defaults |= {n: value for n in range(first, last + 1) if n in defaults}
    world.options[node.name] = t.OptionDecl(node.name, type_, defaults, node.text, node.span)


def _option_type(world: SymbolTable, node: OptionSection) -> t.Type:
    match node.type.alternatives:
        case (RangeType() as range_,):
            return number(*range_bounds(world, range_))
    words = tuple(a.name for a in node.type.alternatives if isinstance(a, NamedType))
    if set(words) == {"yes", "no"}:
        return TRUTH
    if len(words) != len(node.type.alternatives) or len(words) < 2:
        if len(words) == 1 and words[0] in world.kinds:
            return t.KindType(words[0])
        world.report(
            mismatch(
                "an option is a number in a range, yes or no, or one of several words",
                node.type.span,
                "none of these",
                "`1..9`, `yes or no`, `outer or any`",
                "something else",
            )
        )
        return UNKNOWN
    world.kinds[node.name] = t.KindDecl(node.name, words, node.span)
    return t.KindType(node.name)


_TRUTHS = {("true", "True", "on", "allowed", "oui"): "yes", ("false", "False", "off", "forbidden", "non"): "no"}


def _option_value(world: SymbolTable, type_: t.Type, value: Expr, node: OptionSection) -> int:
    """Return the value of an option as a number; report an unknown value."""
    declared = also(node.type.span, "its values are declared here")
    match type_, value:
        case t.NumberType(), Number(n) if type_.low <= n <= type_.high:
            return n
        case t.NumberType(), Number(n):
            world.report(
                Problem(
                    "out-of-range",
                    f"`{node.name}` is a number from {type_.low} to {type_.high}",
                    value.span,
                    f"this is {n}",
                    help=f"write `{min(max(n, type_.low), type_.high)}`",
                    labels=declared,
                )
            )
            return type_.low
        case t.TruthType(), YesNo(truth):
            return int(truth)
        case t.KindType(kind), Name(word):
            words = world.kinds[kind].values
            if word in words:
                return words.index(word)
            world.report(unknown(word, f"value of `{node.name}`", value.span, words))
            return 0
        case t.UnknownType(), _:
            return 0
    needed = world.describe(type_)
    meant = next((said for words, said in _TRUTHS.items() if isinstance(value, Name) and value.name in words), "")
    help_ = f"write `{meant}`" if meant and isinstance(type_, t.TruthType) else ""
    if isinstance(type_, t.NumberType) and isinstance(value, Name):
        help_ = elsewhere(value.name, "name") or f"write a number from {type_.low} to {type_.high}"
    summary = f"`{node.name}` is {needed}"
    world.report(mismatch(summary, value.span, "something else", needed, "something else", help_, labels=declared))
    return 0


def _without_players(world: SymbolTable, section: WithPlayersSection) -> Problem:
    """Report values for numbers of players with which the game cannot be played."""
    least, most = world.numbers[0], world.numbers[-1]
    return Problem(
        "out-of-range",
        f"this game is for {least} to {most} players" if most > least else f"this game is for {least} players",
        section.place_of(str(section.low)).to(section.place_of(str(section.high))),
        "it is never played so",
        help=f"write `{most if section.low > most else least}`",
    )


def overrides(world: SymbolTable, sections: tuple[Section, ...]) -> dict[str, list[tuple[int, int, OptionSetting]]]:
    """Return the settings of the `with N players` sections for each option; report unknown options."""
    options = {s.name for s in sections if isinstance(s, OptionSection)}
    found: dict[str, list[tuple[int, int, OptionSetting]]] = {}
    for section in sections:
        if isinstance(section, WithPlayersSection):
            if world.strict and not set(world.numbers) & set(range(section.low, section.high + 1)):
                world.report(_without_players(world, section))
            for setting in section.settings:
                if setting.name not in options:
                    world.report(
                        unknown(setting.name, "option", opening(setting.span, setting.name), options, "unknown-option")
                    )
                found.setdefault(setting.name, []).append((section.low, section.high, setting))
    return found


def union(world: SymbolTable, node: TypeText) -> str:
    """Return the kind named by `Terrain` or `Terrain or storm`; the latter creates a new kind."""
    names = [a.name for a in node.alternatives if isinstance(a, NamedType)]
    if len(names) == 1 == len(node.alternatives):
        if names[0] in world.kinds:
            return names[0]
        world.report(unknown(names[0], "kind", node.span, world.kinds, "unknown-kind"))
        return ""
    if found := union_name(world, names):
        return found
    name = " or ".join(names)
    base = next((n for n in names if n in world.kinds), "")
    values = world.kinds[base].values if base else ()
    values = (*values, *(n for n in names if n != base and n not in world.kinds))
    for other in (n for n in names if n != base and n in world.kinds):
        values = (*values, *world.kinds[other].values)
    if base:
        world.base[name] = base
    world.kinds[name] = t.KindDecl(name, values, node.span)
    return name


# ---- areas ----


def word_of_kind(kind: str) -> str:
    """Return the word that asks an area for its value of a kind: `terrain of a`, for `Terrain`."""
    return kind[:1].lower() + kind[1:]


def check_areas(world: SymbolTable, node: BoardSection) -> None:
    """Declare the names of the areas; report unknown neighbours, and an area that is its own neighbour."""
    names = [line.name for line in node.areas]
    too_many(world, "areas", MOST_VALUES, len(names), node, "too-many-values")
    for line in node.areas:
        declare(world, line.name, line)
        for neighbour in (*line.neighbours, *line.corners):
            if neighbour not in names:
                world.report(unknown(neighbour, "area", line.place_of(neighbour), names))
            elif neighbour == line.name:
                summary = f"`{line.name}` lies beside itself"
                world.report(Problem("wrong-neighbour", summary, line.place_of(neighbour), "the same area"))
            elif neighbour in line.corners and _beside(node, line.name, neighbour):
                summary = f"`{line.name}` and `{neighbour}` meet at a border and in a corner"
                why = "Areas that have a border in common are neighbours; a corner adds nothing to that."
                place = line.place_of(neighbour)
                world.report(Problem("wrong-neighbour", summary, place, "said twice", why, "say one of the two"))


def _beside(node: BoardSection, one: str, other: str) -> bool:
    return any({line.name, near} == {one, other} for line in node.areas for near in line.neighbours)


def kinds_of_words(world: SymbolTable, node: BoardSection) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return by kind the value of each area. If one area has a word of a kind, every area must have exactly one."""
    first: dict[str, AreaLine] = {}
    values: dict[str, dict[str, int]] = {}
    for line in node.areas:
        for word, kind in _words(world, line):
            first.setdefault(kind.name, line)
            if line.name in values.setdefault(kind.name, {}):
                _twice(world, line, word, kind)
            values[kind.name][line.name] = kind.values.index(word)
    for kind_name, given in values.items():
        for line in node.areas:
            if line.name not in given:
                _missing(world, line, kind_name, first[kind_name])
    return tuple((name, tuple(given.get(line.name, 0) for line in node.areas)) for name, given in values.items())


def _words(world: SymbolTable, line: AreaLine) -> Iterator[tuple[str, t.KindDecl]]:
    for word in line.words:
        kinds = [kind for kind in world.kinds_with(word) if kind.name not in world.base]
        if kinds:
            yield word, kinds[0]
        else:
            known = {value for kind in world.kinds.values() for value in kind.values}
            world.report(unknown(word, "word for an area", line.place_of(word), known))


def _twice(world: SymbolTable, line: AreaLine, word: str, kind: t.KindDecl) -> None:
    asked = word_of_kind(kind.name)
    summary = f"`{line.name}` has two words for its {asked}"
    world.report(Problem("duplicate-name", summary, line.place_of(word), "another one", help="leave one of them out"))


def _missing(world: SymbolTable, line: AreaLine, kind: str, other: AreaLine) -> None:
    asked = word_of_kind(kind)
    world.report(
        Problem(
            "table-hole",
            f"`{line.name}` has no {asked}",
            line.place_of(line.name),
            f"no word of {kind}",
            "If one area has such a word, every area of its board needs one: rules may ask any of them for it.",
            f"write one of {', '.join(f'`{value}`' for value in world.kinds[kind].values)} behind it",
            also(other.place_of(other.name), f"`{other.name}` has one"),
        )
    )


def kind_asked(world: SymbolTable, place: t.PlaceType, word: str) -> str:
    """Return the kind whose value `word` asks of an area: `terrain of a`, or `kind of a` if there is only one kind."""
    kinds = [name for name, _ in world.boards[place.board].words]
    if word == "kind" and len(kinds) == 1:
        return kinds[0]
    return next((name for name in kinds if word_of_kind(name) == word), "")


def constant(world: SymbolTable, word: str) -> t.CellConstant | None:
    """Return the place that a name denotes: an area, or `order_3`, the third slot of the board `order`."""
    for board in world.boards.values():
        names = [name for name, _, _ in board.areas]
        type_ = t.PlaceType(board.name)
        if word in names:
            return t.CellConstant(board.name, names.index(word), 0, type=type_, span=board.span)
        stem, _, number = word.rpartition("_")
        if board.shape == "slots" and stem == board.name and number.isdecimal() and 1 <= int(number) <= 10_000:
            return t.CellConstant(board.name, int(number) - 1, 0, type=type_, span=board.span)
    return None


# ---- tables ----


def kinds_of_tables(world: SymbolTable, node: TableSection) -> None:
    """Declare the kinds that are declared by their table alone: its rows are the values."""
    for param in node.params[:1]:
        match param.type.alternatives:
            case (NamedType(name),) if name not in world.kinds and name.partition(" of ")[0] not in (
                "player",
                "team",
                *PLACE_WORDS.values(),
            ):
                world.kinds[name] = t.KindDecl(name, tuple(row.key for row in node.rows), param.span)


def table(world: SymbolTable, node: TableSection, others: list[tuple[int, int, TableSection]]) -> None:
    """Check and declare a table; a `with N players` section may override cells."""
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
    key, *second = (resolve_type(world, param.type) for param in node.params)
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


def _rows(world: SymbolTable, node: TableSection, key: t.Type) -> tuple[str, ...]:
    """Return the row keys of a table; every value of a kind needs a row, and other rows are reported."""
    rows = tuple(row.key for row in node.rows)
    first: dict[str, TableRow] = {}
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


def _keys(world: SymbolTable, key: t.Type) -> tuple[str, ...]:
    """Return the keys for which a table needs a row: values of a kind, areas of a board."""
    match key:
        case t.KindType(name):
            return world.kinds[name].values
        case t.PlaceType(board):
            return tuple(area for area, _, _ in world.boards[board].areas)
        case t.NumberType(low, high) if high - low < MOST_VALUES:
            return tuple(str(n) for n in range(low, high + 1))
    return ()


def _check_width(world: SymbolTable, node: TableSection, row: TableRow) -> None:
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


def _cell(world: SymbolTable, node: Name | Number | NoneLiteral | Sides) -> t.CellValue:
    match node:
        case Number():
            return node.value
        case Sides():
            return node.sides
        case Name():
            return _named_cell(world, node)
    return None


def _named_cell(world: SymbolTable, node: Name) -> t.CellValue:
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
    """Return the help line for a yes or no in a table; empty for other words."""
    yes, no = word.lower() in ("yes", "true", "y"), word.lower() in ("no", "false", "n")
    return f"write {int(yes)}, and ask in the rules whether it is 1" if yes or no else ""


def _override(
    world: SymbolTable,
    node: TableSection,
    other: TableSection,
    cells: dict[tuple[str, str], list[t.CellValue]],
    at: range,
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

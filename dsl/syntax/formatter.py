"""Formatter: writes trees as canonical rules text, and computes the identity of a ruleset from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, assert_never

from msgspec.structs import replace

from dsl.syntax import ast as t
from dsl.syntax.ast import Chain, LineNode, Node, Tree
from dsl.syntax.expression_formatter import Precedence, quoted, write, write_all, write_choice, write_params, write_type


def head_of(line: t.LineNode) -> str:
    """Return what a line itself says, without what stands below it; TypeError for one that is more than a line."""
    for write_head in (_section_head, _statement_head, _example_head, _lesson_head):
        text = write_head(line)
        if text:
            return text
    raise TypeError(f"no way to write {type(line).__name__}")


def _section_head(line: t.LineNode) -> str:
    match line:
        case t.HouseSection(title, game):
            return f'house rules "{title}" for {game}'
        case t.OptionSection(name, kind, default, text):
            return f"option {name}: {write_type(kind)} = {write(default)}{quoted(text)}"
        case t.KindsSection(name, values):
            return f"kinds {name}: {' '.join(values)}"
        case t.WithPlayersSection(low, high):
            return f"with {bounds(low, high)} players"
        case t.Teams(teams):
            return f"teams {_groups(teams)}"
        case t.OptionSetting(name, value):
            return f"{name} = {write(value)}"
        case t.BoardSection():
            return f"board {line.name}: {_shape(line)}{_remarks(line.remarks)}"
        case t.AreaLine(name, words, neighbours, corners):
            beside = f" next to {', '.join(neighbours)}" if neighbours else ""
            return " ".join((name, *words)) + beside + (f"; corner to {', '.join(corners)}" if corners else "")
        case t.PieceSection(name, owner, kind, remarks):
            return f"piece {name}{_of(owner)}{type_suffix(kind)}{_remarks(remarks)}"
        case t.CounterSection(name, owner, remarks):
            return f"counter {name}{_of(owner)}: {', '.join(_remark(remark) for remark in remarks)}"
        case t.ZoneSection(name, owner, holds, remarks):
            return f"zone {name}{_of(owner)}: {holds}{_remarks(remarks)}"
        case t.VariableSection():
            each = " each turn" if line.each_turn else ""
            head = f"variable {line.name}{_of(line.owner)}: {write_type(line.type)}"
            return f"{head}{_remarks(line.remarks)} = {write(line.value)}{each}"
        case t.Case(name, None, value):
            return f"otherwise {write(value)}"
        case t.Case(name, condition, value):
            assert condition is not None
            return f"case {name}: {write(condition)} then {write(value)}"
        case t.Supposing(thing, None):
            return f"with {write(thing, Precedence.PHRASE, last=False)} lifted"
        case t.Supposing(thing, target):
            assert target is not None
            return f"with {write(thing, Precedence.PHRASE, last=False)} moved to {write(target)}"
        case t.ConsequenceSection(name, params, whenever):
            changes = " or ".join(f"{write(what, Precedence.PHRASE, last=False)} change" for what in whenever)
            return f"consequence {name}{write_params(params)} whenever {changes}"
        case t.RoutineSection(name, params):
            return f"to {name}{write_params(params)}"
        case t.ChoicesSection(name):
            return f"choices {name}"
        case t.PathSection(name, params):
            return f"path {name}{write_params(params)}"
        case t.PathLine():
            return _path_line(line)
        case t.AwardSection(name, params):
            return f"award {name}{write_params(params)}"
        case t.AwardLine(part, values, policy):
            return f"{part} {', '.join(policy)}" if part == "ties" else f"{part} {_award_values(values)}"
        case t.WinnerSection():
            return "winner"
        case t.WinnerLine(order, name, value):
            return "shared" if value is None else f"{order} {name}: {write(value)}"
        case t.SetupSection():
            return "setup"
        case t.PlaySection():
            return "play"
        case t.SetAnchor(anchor, value):
            return f"set {anchor} = {write(value)}"
        case t.SetText(anchor, text):
            return f'set {anchor} = "{text}"'
        case t.Remove(anchor):
            return f"remove {anchor}"
        case t.Replace(anchor):
            return f"replace {anchor}"
        case t.Add(anchor, where, beside):
            return f"add to {anchor}" + (f" {where} {beside}" if where != "end" else "")
        case _:
            return ""


def _statement_head(line: t.LineNode) -> str:
    match line:
        case t.ChoiceLine(choice, price, budget):
            return write_choice(choice) + (f" for {write(price)} {budget}" if price is not None else "")
        case t.ChooseStatement(choice, times, by, if_possible):
            optional = " if possible" if if_possible else ""
            return f"choose {write_choice(choice)}{_times(times)}{_option_word('by', by)}{optional}"
        case t.ChooseOneStatement():
            how = "first possible of" if line.first_possible else "one of"
            interrupted = f", interrupted by {line.interrupted_by}" if line.interrupted_by else ""
            optional = ", if possible" if line.if_possible else ""
            return f"choose {how}{_option_word('by', line.by)}{optional}{interrupted}"
        case t.MoveStatement(things, target, turned):
            return f"move {_phrase(things)} to {write(target)}{_option_word('turned', turned)}"
        case t.CreateStatement(things, place):
            return f"create {write(things, Precedence.OF, last=False)} in {write(place)}"
        case t.MarkStatement(things, state):
            return f"mark {_phrase(things)} as {state}"
        case t.GiveStatement(things, player):
            return f"give {_phrase(things)} to {write(player)}"
        case t.ShuffleStatement(zone):
            return f"shuffle {write(zone)}"
        case t.RevealStatement(thing, to):
            return f"reveal {_phrase(thing)}{_option_word('to', to)}"
        case t.HideStatement(thing):
            return f"hide {_phrase(thing)}"
        case t.ExchangeStatement(left, right):
            return f"exchange {_phrase(left)} and {_phrase(right)}"
        case t.LetStatement(name, value):
            return f"let {name} = {write(value)}"
        case t.BudgetStatement(name, value):
            return f"budget {name} = {write(value)}"
        case t.AssignStatement(operator, target, value):
            return f"{write(target)} {operator} {write(value)}"
        case t.CallStatement(name, args):
            return f"{name}({write_all(args)})"
        case t.EliminateStatement(player):
            return f"eliminate {write(player)}"
        case t.EndStatement(what):
            return f"end {what}"
        case t.NoteStatement(text):
            return f'note "{text}"'
        case t.GiveAwardStatement(name, args):
            return f"award {name}" + (f"({write_all(args)})" if args else "")
        case t.ForEachStatement(name, things, _, secretly):
            return f"{'secretly ' * secretly}for each {name} in {write(things)}"
        case t.RepeatStatement(bound, value):
            unit = " times" if bound == "up to" else ""
            return "repeat" if value is None else f"repeat {bound} {write(value)}{unit}"
        case t.TurnsStatement(start, clockwise, until):
            return f"turns from {write(start)} {_round(clockwise)}{_option_word('until', until)}"
        case t.OneTurnEachStatement(start, clockwise):
            return f"one turn each from {write(start)} {_round(clockwise)}"
        case t.TurnOfStatement(player):
            return f"turn of {write(player)}"
        case t.PhaseStatement(name):
            return f"phase {name}"
        case t.TogetherStatement():
            return "together"
        case t.FinallyStatement():
            return "finally"
        case _:
            return ""


def _example_head(line: t.LineNode) -> str:
    match line:
        case t.ExampleSection(title):
            return f'example "{title}"'
        case t.Given():
            return "given"
        case t.WithOptions(settings):
            return "options " + ", ".join(f"{name} = {write(value)}" for name, value in settings)
        case t.TurnIs(player):
            return f"turn of {player}"
        case t.PlayMove(move, by):
            return f"play {_invocation(move)}" + (f" by {by}" if by else "")
        case t.RunBlock():
            return "run"
        case t.ExpectThat(condition):
            return f"expect that {write(condition)}"
        case t.ExpectOffers(move, offers):
            return f"expect {_invocation(move)} offers{_offers(offers)}"
        case t.ExpectRefused(move, condition):
            return f"expect {_invocation(move)} refused: {condition}"
        case t.ExpectPosition():
            return "expect position"
        case t.ExpectWinners((player,)):
            return f"expect winner {player}"
        case t.ExpectWinners(players):
            return f"expect winners {' and '.join(players)}"
        case t.ExpectRanking(places):
            return f"expect ranking {_groups(places)}"
        case t.ExpectNothing():
            return "expect nothing offered"
        case _:
            return ""


def _lesson_head(line: t.LineNode) -> str:
    match line:
        case t.LessonSection(name, title):
            return f'lesson {name} "{title}"'
        case t.LessonStep(name):
            return f"step {name}"
        case t.Say(text):
            return f"say{quoted(text)}"
        case t.PointAt(places):
            return "show" + _offers(places)
        case t.Task(text):
            return f"task{quoted(text)}"
        case t.RightChoice(move, condition, text):
            return f"right {_invocation(move)}{_where(condition)}{quoted(text)}"
        case t.WrongChoice(move, condition, text):
            return f"wrong {_invocation(move)}{_where(condition)}{quoted(text)}"
        case t.RefusedChoice(move, condition, text):
            return f"refused {_invocation(move)}: {condition}{quoted(text)}"
        case t.LessonHint(text):
            return f"hint{quoted(text)}"
        case t.Reply(player, seed):
            return f"reply by {player} seed {seed}"
        case t.FirstMatch():
            return "first match"
        case _:
            return ""


def _where(condition: t.Expr | None) -> str:
    return "" if condition is None else f" where {write(condition)}"


def _path_line(line: t.PathLine) -> str:
    value = "" if line.value is None else write(line.value)
    match line.kind:
        case "step":
            limit = "" if line.times is None else f", at most {line.times} times"
            condition = f" if {value}" if value else ""
            way = f"step {line.name} from {line.origin} to {line.goal}"
            return f"{way}{condition}{_option_word('costs', line.cost)}{limit}"
        case "along" | "only":
            return f"{line.kind} {line.name}"
        case "within":
            return f"within {value} {line.name}"
        case "through":
            return f"through: {value}"
        case "ends":
            return f"ends on: {value}"
    assert_never(line.kind)


def _shape(board: t.BoardSection) -> str:
    if board.size:
        across, down = (write(side, Precedence.SUM, last=False) for side in board.size)
        return f"{board.shape} {across} by {down}"
    return board.shape


def _groups(groups: tuple[tuple[str, ...], ...]) -> str:
    """Return groups of players: of teams, or of the places of a ranking."""
    return ", ".join(" and ".join(group) for group in groups)


def _remarks(remarks: tuple[t.Remark, ...]) -> str:
    return "".join(f", {_remark(remark)}" for remark in remarks)


def _remark(remark: t.Remark) -> str:
    return " ".join(_remark_word(word) for word in remark.words)


def _remark_word(word: str | int | tuple[int, int]) -> str:
    if isinstance(word, t.Extent):
        return f"{word.low}..{word.high}"
    return f"{word[0]},{word[1]}" if isinstance(word, tuple) else str(word)


def _log_words(words: tuple[str | int | t.Coordinate, ...]) -> str:
    return " ".join(f"{word.x},{word.y}" if isinstance(word, t.Coordinate) else str(word) for word in words)


def position_item(item: t.PositionItem) -> str:
    """Return what stands on one place of a position."""
    groups = f": {', '.join(_log_words(group) for group in item.groups)}" if item.groups else ""
    return _log_words(item.head) + groups


def _invocation(move: t.Invocation) -> str:
    return move.name + (f"({', '.join(_log_words(arg) for arg in move.args)})" if move.args else "")


def _offers(offers: tuple[tuple[str | int | t.Coordinate, ...], ...]) -> str:
    texts = [_log_words(offer) for offer in offers]
    if all(len(offer) == 1 for offer in offers):
        return "".join(f" {text}" for text in texts)
    return f" {'; '.join(texts)}" + (";" if len(texts) == 1 else "")


def _award_values(values: tuple[t.Expr, ...]) -> str:
    return ", then ".join(write(value) for value in values)


def _times(times: t.Times | None) -> str:
    if times is None:
        return ""
    if times.low is None:
        return f", up to {write(times.high)} times"
    if times.low == times.high:
        return f", {write(times.high)} times"
    return f", {write(times.low)} to {write(times.high)} times"


def bounds(low: int, high: int) -> str:
    """Return a number, or the range from one to another."""
    return str(low) if low == high else f"{low}..{high}"


def _of(owner: str | int) -> str:
    return f" of {owner}" if owner != "" else ""


def type_suffix(kind: t.TypeText | None) -> str:
    """Return the type behind a name, if one is written."""
    return f": {write_type(kind)}" if kind else ""


def _phrase(e: t.Expr) -> str:
    return write(e, Precedence.PHRASE, last=False)


def _option_word(word: str, value: t.Expr | None) -> str:
    return "" if value is None else f" {word} {write(value)}"


def _round(clockwise: bool) -> str:
    return "clockwise" if clockwise else "anticlockwise"


# ---- lines of each construct ----


POSITION_WIDTH = 120  #: columns of a line of a position


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """One line: how deep it stands, what it says, the text that stands aside, and whose comments it carries."""

    depth: int
    text: str
    aside: str = ""
    line: t.LineNode | None = None


def rows_of(line: t.LineNode, depth: int) -> Iterator[AlignedRow]:
    """Yield the rows of any line of a ruleset, those below it included."""
    match line:
        case t.Needs():
            head = f"needs {line.name}: {write(line.condition)}"
            yield AlignedRow(depth, head, quoted(line.message).strip(), line)
        case t.AlwaysSection():
            yield AlignedRow(depth, f"always {line.name}: {write(line.condition)}", quoted(line.text).strip(), line)
        case t.ActionSection():
            yield from _action(line, depth)
        case t.TableSection():
            yield from _table(line, depth)
        case t.DefineSection():
            yield from _define(line, depth)
        case t.IfStatement():
            yield from _if(line, depth)
        case t.GameSection():
            yield from _game(line, depth)
        case t.Given() | t.ExpectPosition():
            yield AlignedRow(depth, head_of(line), "", line)
            yield from _position(line.items, depth + 1)
        case _:
            yield AlignedRow(depth, head_of(line), "", line)
            for inner in _below(line):
                yield from rows_of(inner, depth + 1)
            if isinstance(line, t.Replace | t.Add) and line.do is not None:
                yield AlignedRow(depth + 1, "do")
                yield from _all(line.do, depth + 2)


def _all(lines: Iterable[t.LineNode], depth: int) -> Iterator[AlignedRow]:
    for line in lines:
        yield from rows_of(line, depth)


def _below(line: t.LineNode) -> tuple[t.LineNode, ...]:
    """Return the lines that stand below the head of `line`."""
    match line:
        case t.WithPlayersSection(_, _, settings, tables, teams):
            return (*settings, *tables, *([teams] if teams else []))
        case t.BoardSection():
            return line.areas
        case t.PathSection() | t.AwardSection() | t.WinnerSection() | t.ExampleSection() | t.Supposing():
            return line.lines
        case t.LessonSection() | t.LessonStep():
            return line.lines
        case t.ChoicesSection() | t.ChooseOneStatement():
            return line.entries
        case t.Replace() | t.Add():
            return line.parts
        case (
            t.ConsequenceSection() | t.RoutineSection() | t.SetupSection() | t.PlaySection() | t.ChoiceLine()
            | t.ForEachStatement() | t.RepeatStatement() | t.TurnsStatement() | t.OneTurnEachStatement()
            | t.TurnOfStatement() | t.PhaseStatement() | t.TogetherStatement() | t.FinallyStatement() | t.RunBlock()
        ):  # fmt: skip
            return line.block
        case _:
            return ()


def _action(action: t.ActionSection, depth: int) -> Iterator[AlignedRow]:
    yield AlignedRow(depth, f"action {action.name}{write_params(action.params)}{quoted(action.text)}", "", action)
    yield from _all(action.lines, depth + 1)
    if action.do:
        yield AlignedRow(depth + 1, "do")
        yield from _all(action.do, depth + 2)


def _define(define: t.DefineSection, depth: int) -> Iterator[AlignedRow]:
    head = f"define {define.name}{write_params(define.params)}{type_suffix(define.result)}"
    first = define.cases[0]
    if len(define.cases) == 1 and first.condition is None and not (first.comments or first.end_comment):
        yield AlignedRow(depth, f"{head} = {write(first.value)}", "", define)
    else:
        yield AlignedRow(depth, head, "", define)
        yield from _all(define.cases, depth + 1)


def _if(line: t.IfStatement, depth: int) -> Iterator[AlignedRow]:
    owner: t.LineNode | None = line
    word = "if"
    for condition, block in line.cases:
        yield AlignedRow(depth, f"{word} {write(condition)}", "", owner)
        yield from _all(block, depth + 1)
        word, owner = "otherwise if", None
    if line.otherwise:
        yield AlignedRow(depth, "otherwise")
        yield from _all(line.otherwise, depth + 1)


def _game(game: t.GameSection, depth: int) -> Iterator[AlignedRow]:
    yield AlignedRow(depth, f"game {game.name}" + (f" based on {game.based_on}" if game.based_on else ""), "", game)
    if game.players != (0, 0):
        colours = f", colours {', '.join(game.colours)}" if game.colours else ""
        numbers = " or ".join(map(str, game.numbers)) or bounds(*game.players)
        yield AlignedRow(depth + 1, f"players {numbers}{colours}")
    if game.teams is not None:
        yield from rows_of(game.teams, depth + 1)
    for text in game.credits:
        yield AlignedRow(depth + 1, f'credit "{text}"')


def _table(table: t.TableSection, depth: int) -> Iterator[AlignedRow]:
    head = f"table {table.name}{write_params(table.params)}{type_suffix(table.result)}"
    texts = [[format_cell(cell) for cell in row.cells] for row in table.rows]
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

    yield AlignedRow(depth, line(head, first, table.columns), "", table)
    for row, cells in zip(table.rows, texts, strict=True):
        yield AlignedRow(depth + 1, line(row.key, first - 4, cells), "", row)


def format_cell(cell: t.Name | t.Number | t.NoneLiteral | t.Sides) -> str:
    """Return a cell of a table as it is written."""
    match cell:
        case t.Name(name):
            return name
        case t.Number(value):
            return str(value)
        case t.NoneLiteral():
            return "-"
        case t.Sides(sides):
            return "+".join(str(side) for side in sides)
    assert_never(cell)


def _position(items: Iterable[t.PositionItem], depth: int) -> Iterator[AlignedRow]:
    """Yield a position as its author grouped it: what stands on one line stays there, as far as it fits."""
    for _, group in groupby(items, key=lambda item: item.span.line):
        line = ""
        for text in map(position_item, group):
            if line and 4 * depth + len(f"{line}; {text}") > POSITION_WIDTH:
                yield AlignedRow(depth, line)
                line = text
            else:
                line = f"{line}; {text}" if line else text
        yield AlignedRow(depth, line)


# ---- layout ----


_COLUMN_LIMIT = 64


@dataclass(frozen=True, slots=True)
class _Printed:
    """A section on paper."""

    lines: tuple[str, ...]
    comments: int  #: how many of the lines stand above the section itself

    @property
    def commented(self) -> bool:
        return self.comments > 0

    @property
    def tall(self) -> bool:
        return len(self.lines) - self.comments > 1


def format_tree(tree: t.Tree) -> str:
    """Return the canonical text of `tree`."""
    printed: list[_Printed] = []
    for is_option, sections in groupby(tree.sections, key=lambda s: isinstance(s, t.OptionSection)):
        group = list(sections)
        printed += _options(group) if is_option else [_section(section) for section in group]
    lines: list[str] = []
    before: _Printed | None = None
    for section in printed:
        if before and (section.commented or section.tall or before.tall):
            lines.append("")
        lines += section.lines
        before = section
    if tree.closing and lines:
        lines.append("")
    lines += [comment(text) for text in tree.closing]
    return "".join(f"{line}\n" for line in lines)


def format_section(section: t.Section) -> str:
    """Return one section as it stands in a file, without a line end behind it."""
    return "\n".join(_section(section).lines)


def format_part(part: t.LineNode) -> str:
    """Return one part of a section, such as a condition, as its lines."""
    return "\n".join(_paper(rows_of(part, 0)))


def comment(text: str) -> str:
    """Return a comment as a line."""
    return f"-- {text}".rstrip()


def _section(section: t.Section) -> _Printed:
    return _Printed(tuple(_paper(rows_of(section, 0))), len(section.comments))


def _options(options: Sequence[t.Section]) -> list[_Printed]:
    rows = [
        AlignedRow(0, _option_head(o), quoted(o.text).strip(), o) for o in options if isinstance(o, t.OptionSection)
    ]
    width = _width(rows)
    return [_Printed(tuple(_row_lines(row, width)), len(row.line.comments) if row.line else 0) for row in rows]


def _option_head(option: t.OptionSection) -> str:
    return f"option {option.name}: {write_type(option.type)} = {write(option.default)}"


def _paper(rows: Iterator[AlignedRow]) -> Iterator[str]:
    """Yield the lines of `rows`; texts beside neighbouring lines of one depth stand in one column."""
    for _, group in groupby(rows, key=lambda row: (row.depth, bool(row.aside))):
        together = list(group)
        width = _width(together)
        for row in together:
            yield from _row_lines(row, width)


def _width(rows: Sequence[AlignedRow]) -> int:
    return max((len(row.text) for row in rows if row.aside and len(row.text) <= _COLUMN_LIMIT), default=0)


def _row_lines(row: AlignedRow, width: int) -> Iterator[str]:
    blanks = " " * (4 * row.depth)
    if row.line:
        for text in row.line.comments:
            yield blanks + comment(text)
    text = f"{row.text:<{width}} {row.aside}" if row.aside else row.text
    behind = f"  {comment(row.line.end_comment)}" if row.line and row.line.end_comment else ""
    yield blanks + text + behind


# ---- identity of rules ----


def identity(trees: Iterable[Tree]) -> str:
    """Return the SHA-256 of the canonical form of `trees`, in their order, as hex; comments, spaces and brackets
    that change nothing do not count."""
    digest = hashlib.sha256()
    for tree in trees:
        bare = Tree(tuple(_without_comments(section) for section in tree.sections))
        text = format_tree(bare).encode()
        digest.update(b"%d\n" % len(text) + text)
    return digest.hexdigest()


def _without_comments(value: Any) -> Any:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_without_comments(item) for item in value)
    if not isinstance(value, Node):
        return value
    changes = {name: _without_comments(getattr(value, name)) for name in value.__struct_fields__ if name != "span"}
    if isinstance(value, LineNode):
        changes |= {"comments": (), "end_comment": ""}
    if isinstance(value, Chain):
        changes["bracketed"] = False
    return replace(value, **changes)

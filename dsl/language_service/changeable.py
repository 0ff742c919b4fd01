"""What a house rule may change: every option, cell, number, price, condition, case, step, entry of a choice and
tie-break of a ruleset, with its anchor, place, sentence and value; and the lines of a house rule that change it.

The workshop shows these as controls in the sentences of the rulebook, `gondwana check --names` as a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.base.source import Source, Span
from dsl.language_service.messages import Changeable, ChangeableSort, Place
from dsl.match.rulesets.translations import RulesetTexts
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import format_part, rows_of
from dsl.syntax.house_rule_anchors import part_name, parts_of, section_anchor
from dsl.syntax.parser import parse
from dsl.syntax.patches import for_players

_INDENT = "    "
_MOST_NUMBERS = 20  #: numbers of players that are looked at


class ChangeError(ValueError):
    """A change that cannot be written as a house rule: the part is gone, or it can only be replaced."""


def changeable(tree: t.Tree, book: RulesetTexts | None = None) -> tuple[Changeable, ...]:
    """Return what a house rule may change in rules without examples, in the order of the text.

    The sentences are the rules' own, or those of `book`, the texts of the ruleset in a language.
    """
    finder = _Finder(tree, book or RulesetTexts())
    return tuple(control.item for section in tree.sections for control in finder.in_section(section))


def write_change(tree: t.Tree, item: Changeable, value: str | None) -> str:
    """Return the lines of a house rule that give a part of `tree` another value, or remove it if that is None.

    The value is text of the rules language and is not checked here. Raises ChangeError.
    """
    if item.sort in ("option", "cell"):
        if value is None:
            raise ChangeError(f"`{item.anchor}` can be set, not removed")
        return f"set {item.anchor} = {value}\n"
    found = _control_of(tree, item)
    if value is None:
        if not item.removable:
            raise ChangeError(f"`{item.anchor}` cannot be removed")
        if item.named:
            return f"remove {item.anchor}\n"
    lines = _swapped(found, value)
    if lines:
        return _replacement(found.whole, lines)
    if isinstance(found.whole.holder, t.Section):
        raise ChangeError(f"nothing would be left of `{item.anchor}`")
    return f"remove {item.anchor}\n"


def write_order(tree: t.Tree, items: Iterable[Changeable]) -> str:
    """Return the lines of a house rule that put the tie-breaks of `tree` into the order of `items`. Raises ChangeError
    if these are not all of them."""
    order = [_control_of(tree, item) for item in items]
    winner = next((section for section in tree.sections if isinstance(section, t.WinnerSection)), None)
    lines = tuple(control.whole.holder for control in order)
    if winner is None or sorted(map(id, lines)) != sorted(map(id, winner.lines)):
        raise ChangeError("an order names each tie-break once")
    return _replacement(_Whole("winner", winner), lines)


# ---- finding them ----


@dataclass(frozen=True, slots=True)
class _Whole:
    """The part that has to be replaced as a whole when something in it changes."""

    anchor: str
    holder: t.LineNode  #: a section, or a part of one
    do: bool = False  #: only the steps below `do` of an action

    def lines(self) -> tuple[t.LineNode, ...]:
        if self.do and isinstance(self.holder, t.ActionSection):
            return self.holder.do
        return parts_of(self.holder) if isinstance(self.holder, t.Section) else (self.holder,)


@dataclass(frozen=True, slots=True)
class _Control:
    item: Changeable
    whole: _Whole
    node: Any = None  #: what another value takes the place of


def _control_of(tree: t.Tree, item: Changeable) -> _Control:
    finder = _Finder(tree, RulesetTexts())
    for section in tree.sections:
        if section.span.file == item.place.file and section.span.line <= item.place.line <= section.span.end_line:
            for control in finder.in_section(section):
                found = control.item
                if (found.anchor, found.sort, found.place, found.value) == (
                    item.anchor, item.sort, item.place, item.value,
                ):  # fmt: skip
                    return control
    raise ChangeError(f"`{item.anchor}` is no longer there, or no longer says `{item.value}`")


class _Finder:
    """Finds what may be changed in one tree."""

    def __init__(self, tree: t.Tree, book: RulesetTexts) -> None:
        self._book = book
        self._tree = tree
        self._kinds = [section.values for section in tree.sections if isinstance(section, t.KindsSection)]
        self._texts = {section.name: section.text for section in tree.sections if isinstance(section, t.ActionSection)}

    @cached_property
    def _by_number(self) -> dict[int, t.Tree]:
        """The rules for each number of players; empty if they are the same for all."""
        if not any(isinstance(section, t.WithPlayersSection) for section in self._tree.sections):
            return {}
        head = next((each for each in reversed(self._tree.sections) if isinstance(each, t.GameSection)), None)
        low, high = head.players if head else (0, 0)
        numbers = (head.numbers if head else ()) or range(low, min(high, low + _MOST_NUMBERS) + 1)
        return {number: for_players(self._tree, number) for number in numbers}

    def in_section(self, section: t.Section) -> Iterator[_Control]:
        match section:
            case t.OptionSection():
                yield self._option(section)
            case t.TableSection():
                yield from self._cells(section)
            case t.DefineSection(name, cases=(t.Case("", None, value) as case,)):
                whole = _Whole(name, section)
                sentence = self._sentence(name, name)
                yield _Control(
                    Changeable(name, "case", Place.of(value.span), sentence, write(value)), whole, case.value
                )
                yield from self._inside(value, whole, sentence)
            case t.ActionSection():
                yield from self._parts(section)
                yield from self._block(
                    section.do, _Whole(f"{section.name}.do", section, do=True), section.text, removable=False
                )
            case _ if section_anchor(section):
                yield from self._parts(section)

    # ---- options and tables ----

    def _option(self, option: t.OptionSection) -> _Control:
        anchor = f"option.{option.name}"
        words, least, most = self._allowed(option.type)
        others = self._values(partial(_default, option.name))
        item = Changeable(
            anchor, "option", Place.of(option.default.span), self._sentence(anchor, option.text or option.name),
            write(option.default), others, words, least, most,
        )  # fmt: skip
        return _Control(item, _Whole(anchor, option))

    def _allowed(self, kind: t.TypeText) -> tuple[tuple[str, ...], int | None, int | None]:
        first = kind.alternatives[0]
        if isinstance(first, t.RangeType):
            return (), self._bound(first.low), self._bound(first.high)
        return tuple(each.name for each in kind.alternatives if isinstance(each, t.NamedType)), None, None

    def _bound(self, bound: t.Expr) -> int | None:
        return bound.value if isinstance(bound, t.Number) else None

    def _cells(self, table: t.TableSection) -> Iterator[_Control]:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=False):
                if isinstance(cell, t.Sides):
                    continue  # a house rule cannot set the sides of a tile
                anchor = f"{table.name}.{row.key}.{column}"
                others = self._values(partial(_cell, table.name, row.key, column))
                sentence = self._sentence(anchor, f"{self._noun(row.key)}: {self._column(table.name, column)}")
                words = self._words_like(cell)
                item = Changeable(anchor, "cell", Place.of(cell.span), sentence, write(cell), others, words)
                yield _Control(item, _Whole(anchor, table))

    def _words_like(self, cell: t.Expr) -> tuple[str, ...]:
        name = cell.name if isinstance(cell, t.Name) else ""
        return next((values for values in self._kinds if name in values), ())

    def _values(self, value_in: Callable[[t.Tree], str]) -> tuple[tuple[int, str], ...]:
        found = tuple((number, value_in(tree)) for number, tree in self._by_number.items())
        return found if len({text for _, text in found}) > 1 else ()

    # ---- parts of sections ----

    def _parts(self, section: t.Section) -> Iterator[_Control]:
        """Yield the lines of a section and what is in them; a line with a name of its own is replaced by itself."""
        lines, owner = parts_of(section), section_anchor(section)
        taken: set[str] = set()
        for line in _lines_in(lines):
            name = part_name(line)
            sort = _SORTS.get(type(line), "step")
            own = bool(name) and name not in taken and not isinstance(line, t.Supposing)
            taken.add(name)
            whole = _Whole(f"{owner}.{name}", line) if own else _Whole(owner, section)
            if (sort == "step" and not own) or isinstance(line, t.PhaseStatement):
                yield from self._step(line, whole, self._said(section), own=own, removable=len(lines) > 1)
            elif isinstance(line, t.Supposing):
                yield from self._inside((line.thing, line.target), whole, self._said(section))
            else:
                yield from self._line(line, sort, whole, own, section)

    def _line(
        self, line: t.LineNode, sort: ChangeableSort, whole: _Whole, own: bool, section: t.Section
    ) -> Iterator[_Control]:
        """Yield a named line, and the numbers in it."""
        if isinstance(line, t.ChoiceLine):
            yield from self._entry(line, whole, own=own)
            return
        value, text = _value_of(line), _code(line)
        said = line.message if isinstance(line, t.Needs) else ""
        sentence = self._sentence(whole.anchor, said or text)
        place = value.span if isinstance(value, t.Node) else line.span
        shown = write(value) if isinstance(value, t.Node) else text
        last = isinstance(line, t.WinnerLine | t.AwardLine) and len(parts_of(section)) == 1
        needed = isinstance(line, t.LetStatement) or (isinstance(line, t.Case) and line.condition is None) or last
        item = Changeable(whole.anchor, sort, Place.of(place), sentence, shown, named=own, removable=not needed)
        yield _Control(item, whole, value if isinstance(value, t.Node) else line)
        yield from self._inside(line, whole, sentence)

    def _block(
        self, block: Sequence[t.LineNode], whole: _Whole, said: str, *, removable: bool = True
    ) -> Iterator[_Control]:
        """Yield the steps of a block; with `removable` False not all of them may be removed."""
        for line in block:
            yield from self._step(line, whole, said, own=False, removable=removable or len(block) > 1)

    def _step(
        self, line: t.LineNode, whole: _Whole, said: str, *, own: bool, removable: bool = True
    ) -> Iterator[_Control]:
        """Yield a statement, the numbers in its first line, and what stands below it."""
        sort: ChangeableSort = "phase" if isinstance(line, t.PhaseStatement) else "step"
        item = Changeable(
            whole.anchor, sort, Place.of(_first_line(line)), self._sentence(whole.anchor, said or _code(line)),
            _code(line), named=own, removable=removable,
        )  # fmt: skip
        yield _Control(item, whole, line)
        for name in line.__struct_fields__:
            value = getattr(line, name)
            if name == "entries":
                for entry in value:
                    yield from self._entry(entry, whole, own=False, removable=removable or len(value) > 1)
            elif name == "cases":
                alone = isinstance(line, t.IfStatement) and len(value) == 1 and not line.otherwise
                for condition, block in value:
                    yield from self._inside(condition, whole, said)
                    yield from self._block(block, whole, said, removable=alone and removable)
            elif name in ("block", "otherwise"):
                yield from self._block(value, whole, said, removable=removable or name == "otherwise")
            elif name not in _NO_RULE:
                yield from self._inside(value, whole, said)

    def _entry(self, line: t.ChoiceLine, whole: _Whole, *, own: bool, removable: bool = True) -> Iterator[_Control]:
        name = line.choice.name
        said = line.choice.text or self._sentence(name, self._texts.get(name, "") or name)
        place = Place.of(line.place_of(name))
        item = Changeable(whole.anchor, "entry", place, said, _code(line), named=own, removable=removable)
        yield _Control(item, whole, line)
        yield from self._inside(line.choice, whole, said)
        if line.price is not None:
            item = Changeable(whole.anchor, "price", Place.of(line.price.span), said, write(line.price), named=own)
            yield _Control(item, whole, line.price)
        yield from self._block(line.block, whole, said)

    def _inside(self, value: object, whole: _Whole, said: str) -> Iterator[_Control]:
        """Yield the numbers that are written in an expression."""
        if isinstance(value, tuple):
            for each in value:
                yield from self._inside(each, whole, said)
        elif isinstance(value, t.Number):
            item = Changeable(whole.anchor, "number", Place.of(value.span), said, str(value.value), named=False)
            yield _Control(item, whole, value)
        elif isinstance(value, t.Node) and not isinstance(value, t.ChoiceLine):
            for name in value.__struct_fields__:
                if name not in _NO_RULE:
                    yield from self._inside(getattr(value, name), whole, said)

    # ---- words ----

    def _said(self, section: t.Section) -> str:
        anchor = section_anchor(section)
        return self._sentence(anchor, section.text if isinstance(section, t.ActionSection) else anchor)

    def _sentence(self, anchor: str, said: str) -> str:
        found = self._book.sentences.get(anchor, "") or said
        return found.replace("_", " ") if found.isidentifier() else found

    def _noun(self, name: str) -> str:
        noun = self._book.nouns.get(name)
        return noun.one if noun else name.replace("_", " ")

    def _column(self, table: str, column: str) -> str:
        return self._book.sentences.get(f"{table}.{column}") or column.replace("_", " ")


_NO_RULE = frozenset({"span", "comments", "end_comment", "named"})
_SORTS: dict[type, ChangeableSort] = {
    t.Needs: "condition", t.LetStatement: "let", t.Case: "case", t.PathLine: "path_line", t.AwardLine: "award_line",
    t.WinnerLine: "tie_break", t.ChoiceLine: "entry", t.PhaseStatement: "phase",
}  # fmt: skip


def _lines_in(lines: Iterable[t.LineNode]) -> Iterator[t.LineNode]:
    """Yield the lines of a section, those below a `with ... lifted` included."""
    for line in lines:
        yield line
        if isinstance(line, t.Supposing):
            yield from _lines_in(line.lines)


def _value_of(line: t.LineNode) -> t.Expr | None:
    """Return the expression of a line that says one thing; None of one that says several."""
    match line:
        case t.Needs(condition=value) | t.LetStatement(value=value):
            return value
        case t.WinnerLine(value=expression):
            return expression
        case t.Case(condition=None, value=value):
            return value
        case t.AwardLine(values=(value,)):
            return value
        case _:
            return None


def _code(line: t.LineNode) -> str:
    return next(rows_of(line, 0)).text


def _first_line(line: t.LineNode) -> Span:
    span = line.span
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + len(_code(line)))


def _default(name: str, tree: t.Tree) -> str:
    options = (section for section in tree.sections if isinstance(section, t.OptionSection) and section.name == name)
    return next((write(option.default) for option in options), "")


def _cell(table: str, key: str, column: str, tree: t.Tree) -> str:
    for section in tree.sections:
        if isinstance(section, t.TableSection) and section.name == table and column in section.columns:
            at = section.columns.index(column)
            cells = (row.cells[at] for row in section.rows if row.key == key and at < len(row.cells))
            return next((write(cell) for cell in cells if not isinstance(cell, t.Sides)), "")
    return ""


# ---- changing them ----


def _swapped(control: _Control, value: str | None) -> tuple[t.LineNode, ...]:
    """Return the lines of the whole with another value, or without the part if that is None."""
    node = control.node
    if value is None:
        new = _GONE
    elif isinstance(node, t.LineNode):
        new = _line_of(control.item, value)
    else:
        new = t.Name(value)  # a name is written as it is
    lines: tuple[t.LineNode, ...] = _with(control.whole.lines(), node, new)
    return lines


def _line_of(item: Changeable, text: str) -> t.LineNode:
    """Return the line that is to stand in place of another. Raises ChangeError."""
    head = "to x\n    choose one of\n    " if item.sort == "entry" else f"replace {item.anchor}\n"
    try:
        (found,) = parse(Source("", f"{head}{_INDENT}{text}\n")).sections
    except (RulesError, ValueError):
        raise ChangeError(f"`{text}` cannot stand in place of `{item.value}`") from None
    lines: tuple[t.LineNode, ...] = found.parts if isinstance(found, t.Replace) else ()
    if isinstance(found, t.RoutineSection) and isinstance(found.block[0], t.ChooseOneStatement):
        lines = found.block[0].entries
    if len(lines) != 1:
        raise ChangeError(f"`{text}` cannot stand in place of `{item.value}`")
    return lines[0]


_GONE: Any = object()  #: in place of a part that is removed
_BLOCKS = frozenset({"block", "entries", "lines"})


def _with(value: Any, old: object, new: object) -> Any:
    """Return a tree with `new` in place of the one node `old`; the rest is the same. What is left empty goes, too."""
    if value is old:
        return new
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(kept for each in value if (kept := _with(each, old, new)) is not _GONE)
    if not isinstance(value, t.Node) or not _holds(value, old):
        return value
    if isinstance(value, t.IfStatement):
        return _if_with(value, old, new)
    changes = {
        name: _with(getattr(value, name), old, new) for name in value.__struct_fields__ if name not in ("span", "named")
    }
    emptied = any(name in _BLOCKS and not kept and getattr(value, name) for name, kept in changes.items())
    return _GONE if emptied and not isinstance(value, t.ChoiceLine) else replace(value, **changes)


def _if_with(line: t.IfStatement, old: object, new: object) -> Any:
    cases = tuple((_with(condition, old, new), _with(block, old, new)) for condition, block in line.cases)
    otherwise = _with(line.otherwise, old, new)
    if all(block for _, block in cases):
        return replace(line, cases=cases, otherwise=otherwise)
    if len(cases) > 1 or otherwise:
        raise ChangeError("nothing would be left below a condition that others follow")
    return _GONE


def _holds(value: object, node: object) -> bool:
    if value is node:
        return True
    if isinstance(value, tuple):
        return any(_holds(each, node) for each in value)
    return isinstance(value, t.Node) and any(
        _holds(getattr(value, name), node) for name in value.__struct_fields__ if name not in _NO_RULE
    )


def _replacement(whole: _Whole, lines: Iterable[t.LineNode]) -> str:
    written = [f"replace {whole.anchor}"]
    for line in lines:
        written += [_INDENT + row if row else row for row in format_part(line).split("\n")]
    return "".join(f"{row}\n" for row in written)

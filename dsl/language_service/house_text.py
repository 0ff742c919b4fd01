"""The text of a house rule while controls change it: one change is merged into it, or taken out of it again when it
gives a part its official value. All other lines stay as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.language_service.changeable import (
    ChangeError,
    changeable,
    value_of,
    values_for,
    write_change,
    write_order,
    write_sentence,
)
from dsl.language_service.documents import RulesDocument
from dsl.language_service.messages import Changeable, PartChange
from dsl.syntax import ast as t
from dsl.syntax.differences import differences
from dsl.syntax.formatter import format_section, format_tree
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes, for_players

_HEAD = re.compile(r"(set|remove|replace)[ \t]+([\w.]+)")
_TIES = "line of the winner"
_NOT_QUOTED = re.compile(r'["\n\r]')


def new_house_rule(title: str, game: str, options: Iterable[tuple[str, str]] = ()) -> str:
    """Return the text of a house rule that sets options, given by name and value. Raises ChangeError for a title that
    cannot be written."""
    if not title.strip() or _NOT_QUOTED.search(title):
        raise ChangeError("a title is one line without quotes")
    lines = "".join(f"set option.{name} = {value}\n" for name, value in options)
    return f'house rules "{title.strip()}" for {game}\n\n{lines}'


def merge_change(text: str, plain: t.Tree, tree: t.Tree, item: Changeable, change: PartChange) -> str:
    """Return the text of a house rule with one change more.

    `plain` are the official rules, `tree` the rules with the house rule, in which `item` was found (a removed part is
    found in `plain`). A change that gives the part its official value takes out what the text said about it. Raises
    ChangeError if it cannot be written, or if the text has mistakes that must be mended first.
    """
    sections = _Sections(text)
    match change.operation:
        case "set" if change.players is not None:
            return _set_for(sections, plain, item.anchor, change.value, change.players)
        case "set":
            lines = write_change(tree, item, change.value)
            return _merged(sections, plain, item.anchor, lines, _whole(lines))
        case "sentence":
            lines = write_sentence(item, change.value)
            bare = sections.without([f"{item.anchor}.text"])
            if _sentence(plain, item.anchor) == change.value:
                return bare.text
            return sections.with_lines([f"{item.anchor}.text"], lines)
        case "remove":
            lines = write_change(tree, item, None)
            return sections.with_lines([item.anchor], lines, below=True)
        case "reset" if change.players is not None:
            official = values_for(plain, change.players).get(item.anchor)
            if official is None:
                raise ChangeError(f"`{item.anchor}` has no official value")
            return _set_for(sections, plain, item.anchor, official, change.players)
        case "reset":
            return _reset(sections, plain, item.anchor)
        case "up" | "down":
            return _moved(sections, plain, tree, item, -1 if change.operation == "up" else 1)


def with_lines(text: str, lines: str) -> str:
    """Return the text of a house rule with more lines at its end."""
    return _Sections(text).added(lines)


def has_effect(before: str, after: str, plain: t.Tree) -> bool:
    """Return whether two texts of a house rule make other rules for any number of players. Raises ChangeError."""
    old, new = _applied(before, plain), _applied(after, plain)
    heads = [section for section in plain.sections if isinstance(section, t.GameSection)]
    low, high = heads[-1].players if heads else (0, 0)
    numbers = [*(heads[-1].numbers if heads else ())] or [*range(low, min(high, low + _MOST_NUMBERS) + 1)]
    if not numbers:
        return bool(differences(old, new))
    return any(format_tree(for_players(old, number)) != format_tree(for_players(new, number)) for number in numbers)


_MOST_NUMBERS = 20  #: numbers of players that are looked at


# ---- the sections of the text ----


@dataclass(frozen=True, slots=True)
class _Section:
    """The lines of one section without the comments above it, by their indices in the text."""

    first: int
    last: int
    head: str


class _Sections:
    """The text of a house rule, divided at the lines that begin at the left edge."""

    def __init__(self, text: str) -> None:
        self.rows = text.replace("\r\n", "\n").split("\n")
        found: list[_Section] = []
        for index, row in enumerate(self.rows):
            if not row.strip() or row.lstrip().startswith("--"):
                continue
            if row[0] in " \t" and found:
                found[-1] = _Section(found[-1].first, index, found[-1].head)
            else:
                found.append(_Section(index, index, row))
        self.all = tuple(found)

    @property
    def text(self) -> str:
        """The text, with one line end behind it."""
        return "\n".join(self.rows).rstrip("\n") + "\n"

    def of_anchors(self, anchors: Iterable[str], below: bool = False) -> list[_Section]:
        """Return the changes that name one of these anchors, or with `below` a part inside one."""
        wanted = tuple(anchors)
        found = []
        for section in self.all:
            head = _HEAD.match(section.head)
            inside = below and head is not None and head[2].startswith(tuple(f"{each}." for each in wanted))
            if head is not None and (head[2] in wanted or inside):
                found.append(section)
        return found

    def without(self, anchors: Iterable[str], below: bool = False) -> _Sections:
        """Return the text without the changes that name these anchors."""
        return self.replaced(self.of_anchors(anchors, below), "")

    def with_lines(self, anchors: Iterable[str], lines: str, below: bool = False) -> str:
        """Return the text with these lines instead of the changes that name some anchors, else at its end."""
        old = self.of_anchors(anchors, below)
        return self.replaced(old, lines).text if old else self.added(lines)

    def replaced(self, old: Iterable[_Section], lines: str) -> _Sections:
        """Return the text with these lines in place of the first of some sections, and without the others."""
        rows = list(self.rows)
        sections = sorted(old, key=lambda section: section.first)
        for section in reversed(sections):
            new = lines.rstrip("\n").split("\n") if lines and section is sections[0] else []
            rows[section.first : section.last + 1] = new
            at = section.first
            while not new and 0 < at < len(rows) and not rows[at].strip() and not rows[at - 1].strip():
                del rows[at]
        return _Sections("\n".join(rows))

    def added(self, lines: str) -> str:
        """Return the text with these lines behind it; a short one stands directly below another."""
        text = self.text if self.all else ""
        last = self.all[-1] if self.all else None
        short = lines.count("\n") == 1 and last is not None and last.first == last.last
        beside = short and last is not None and _HEAD.match(last.head) is not None
        return text + ("" if beside or not text else "\n") + lines


# ---- each change ----


def _whole(lines: str) -> str:
    """Return the value in a line `set ANCHOR = VALUE`; empty if the lines replace a part."""
    return lines.partition(" = ")[2].strip() if lines.startswith("set ") else ""


def _merged(sections: _Sections, plain: t.Tree, anchor: str, lines: str, value: str) -> str:
    bare = sections.without([anchor])
    if value and value_of(_applied(bare.text, plain), anchor) == _canonical(value):
        return bare.text
    return sections.with_lines([anchor], lines)


def _canonical(value: str) -> str:
    """Return a value as the formatter writes it; as it is if it cannot be read."""
    try:
        tree = parse(Source("", f"set it = {value}\n"))
    except RulesError:
        return value
    return format_tree(tree).partition(" = ")[2].strip()


def _reset(sections: _Sections, plain: t.Tree, anchor: str) -> str:
    bare = sections.without([anchor, f"{anchor}.text"])
    for section in reversed(bare.all):
        if section.head.startswith("with ") and (changed := _section_without(bare, section, anchor)) is not None:
            bare = bare.replaced([section], changed)
    official, now = value_of(plain, anchor), value_of(_applied(bare.text, plain), anchor)
    if official is None or now == official:
        return bare.text
    return bare.added(f"set {anchor} = {official}\n")


def _moved(sections: _Sections, plain: t.Tree, tree: t.Tree, item: Changeable, step: int) -> str:
    lines = [each for each in changeable(tree) if each.kind == _TIES]
    names = [each.anchor for each in lines]
    at = names.index(item.anchor) if item.anchor in names else -1
    if at < 0 or not 0 <= at + step < len(lines):
        raise ChangeError(f"`{item.anchor}` cannot be moved there")
    lines[at], lines[at + step] = lines[at + step], lines[at]
    written = write_order(tree, lines)
    if written == write_order(plain, [each for each in changeable(plain) if each.kind == _TIES]):
        return sections.without(["winner"], below=True).text
    return sections.with_lines(["winner"], written, below=True)


# ---- numbers of players ----


def _set_for(sections: _Sections, plain: t.Tree, anchor: str, value: str, players: int) -> str:
    """Return the text with another value of an option or a cell for one number of players."""
    place = next((each for each in sections.all if _players(sections, each) == (players, players)), None)
    bare = sections
    if place is not None:
        changed = _section_without(sections, place, anchor)
        bare = sections if changed is None else sections.replaced([place], changed)
    if values_for(_applied(bare.text, plain), players).get(anchor) == _canonical(value):
        return bare.text
    place = next((each for each in bare.all if _players(bare, each) == (players, players)), None)
    line = _setting(anchor, value)
    if place is None:
        return bare.added(f"with {players} players\n{line}")
    rows = "\n".join(bare.rows[place.first : place.last + 1])
    return bare.replaced([place], f"{rows}\n{line}").text


def _setting(anchor: str, value: str) -> str:
    """Return the lines below `with N players` that set an option or a cell."""
    first, _, rest = anchor.partition(".")
    if first == "option":
        return f"    {rest} = {value}\n"
    row, _, column = rest.partition(".")
    if not column:
        raise ChangeError(f"`{anchor}` is the same for each number of players")
    return f"    table {first} {column}\n        {row} {value}\n"


def _with_players(sections: _Sections, section: _Section) -> t.WithPlayersSection | None:
    if not section.head.startswith("with "):
        return None
    rows = "\n".join(sections.rows[section.first : section.last + 1])
    try:
        tree = parse(Source("", rows + "\n"))
    except RulesError:
        return None
    return next((each for each in tree.sections if isinstance(each, t.WithPlayersSection)), None)


def _players(sections: _Sections, section: _Section) -> tuple[int, int] | None:
    found = _with_players(sections, section)
    return (found.low, found.high) if found is not None else None


def _section_without(sections: _Sections, section: _Section, anchor: str) -> str | None:
    """Return a `with N players` section without what it says of an option or a cell, empty if nothing is left; None if
    it says nothing of it, or cannot be read."""
    found = _with_players(sections, section)
    if found is None:
        return None
    name = anchor.removeprefix("option.")
    settings = tuple(each for each in found.settings if anchor == name or each.name != name)
    tables = tuple(left for table in found.tables for left in _table_without(table, anchor))
    if settings == found.settings and tables == found.tables:
        return None
    if not settings and not tables and found.teams is None:
        return ""
    return format_section(replace(found, settings=settings, tables=tables)) + "\n"


def _table_without(table: t.TableSection, anchor: str) -> list[t.TableSection]:
    """Return a table of some cells without one cell: its row, and its column as tables of their own."""
    name, _, place = anchor.partition(".")
    key, _, column = place.partition(".")
    if table.name != name or column not in table.columns or key not in [row.key for row in table.rows]:
        return [table]
    at = table.columns.index(column)
    found: list[t.TableSection] = []
    others = tuple(row for row in table.rows if row.key != key)
    if others:
        found.append(replace(table, rows=others))
    columns = tuple(each for each in table.columns if each != column)
    if columns:
        rows = tuple(
            replace(row, cells=(*row.cells[:at], *row.cells[at + 1 :])) for row in table.rows if row.key == key
        )
        found.append(replace(table, columns=columns, rows=rows))
    return found


# ---- what stands where ----


def _applied(text: str, plain: t.Tree) -> t.Tree:
    """Return the rules with those sections of a house rule that can be read. Raises ChangeError."""
    sections = RulesDocument("house.rules", text).sections
    readable = tuple(section.tree for section in sections if section.tree is not None)
    try:
        return apply_changes(plain, t.Tree(readable))
    except RulesError as error:
        raise ChangeError(error.problems[0].summary) from None


def _sentence(tree: t.Tree, anchor: str) -> str | None:
    return next((item.sentence for item in changeable(tree) if item.anchor == anchor), None)

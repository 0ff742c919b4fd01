"""Apply house rules and re-issues to the rules they change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from msgspec.structs import replace

from dsl.base.problem import Label, Problem, Problems
from dsl.base.source import Span
from dsl.base.suggestions import nearest
from dsl.syntax import ast as t
from dsl.syntax.house_rule_anchors import (
    Lines,
    anchors_of,
    fits,
    flat,
    head_span,
    part_name,
    parts_of,
    rewrite,
    section_anchor,
    with_parts,
)

Cell = t.Name | t.Number | t.NoneLiteral | t.Sides


def apply_changes(base: t.Tree, *changes: t.Tree) -> t.Tree:
    """Return `base` with all `changes`; new sections keep their order, `with N players` sections come last.

    A change applies to every number of players unless it names some: it also replaces what the `with N players`
    sections of `base` say about the same option or cell. The `with N players` sections of the changes themselves are
    applied after everything else, so the result does not depend on the order of lines or of changes.

    Raises RulesError with `unknown-anchor` or `wrong-part` for every change that finds nothing to alter.
    """
    work = _Patcher(list(base.sections), base)
    for change in changes:
        for section in change.sections:
            if not isinstance(section, t.WithPlayersSection):
                work.apply(section)
    for change in changes:
        for section in change.sections:
            if isinstance(section, t.WithPlayersSection):
                work.merge(section)
    work.problems.raise_if_any()
    return t.Tree(tuple(work.sections), base.closing)


def apply_change_before_format_4(base: t.Tree, change: t.Tree) -> t.Tree:
    """Return `base` as `change` altered it up to version 0.1, where `with N players` of `base` had the last word.

    Journals of that time are replayed by these rules. Raises RulesError.
    """
    work = _Patcher(list(base.sections), base, formerly=True)
    for section in change.sections:
        if isinstance(section, t.WithPlayersSection):
            work.merge(section)
        else:
            work.apply(section)
    work.problems.raise_if_any()
    return t.Tree(tuple(work.sections), base.closing)


def for_players(tree: t.Tree, players: int) -> t.Tree:
    """Return the rules for one number of players: its options and cells in their usual places, no other numbers."""
    sections = tuple(section for section in tree.sections if not isinstance(section, t.WithPlayersSection))
    work = _Patcher(list(sections), tree)
    for section in tree.sections:
        if isinstance(section, t.WithPlayersSection) and section.low <= players <= section.high:
            work.settle(section)
    return t.Tree(tuple(work.sections), tree.closing)


_ADDABLE: dict[type[t.Section], str] = {
    t.ActionSection: "conditions (`needs`) and steps below a `do`",
    t.DefineSection: "cases",
    t.PathSection: "lines of a path, such as `step` or `within`",
    t.AwardSection: "lines of an award, such as `second`",
    t.WinnerSection: "lines such as `most` or `least`",
    t.ChoicesSection: "choices",
    t.RoutineSection: "steps",
    t.ConsequenceSection: "steps",
    t.SetupSection: "steps",
    t.PlaySection: "steps",
}


@dataclass(slots=True)
class _Patcher:
    """Rules while changes are applied to them."""

    sections: list[t.Section]
    base: t.Tree
    formerly: bool = False  #: up to version 0.1, a change left the `with N players` sections alone
    problems: Problems = field(default_factory=Problems)

    def apply(self, section: t.Section) -> None:
        match section:
            case t.GameSection():
                self._retitle(section)
            case t.HouseSection():
                pass
            case t.SetAnchor():
                self._set(section)
            case t.Remove():
                self._remove(section)
            case t.Replace():
                self._replace(section)
            case t.Add():
                self._add(section)
            case _:
                self.sections.append(section)

    def _retitle(self, game: t.GameSection) -> None:
        for index, old in enumerate(self.sections):
            if isinstance(old, t.GameSection):
                players = game if game.players != (0, 0) else old
                self.sections[index] = replace(
                    game,
                    players=players.players,
                    numbers=players.numbers,
                    colours=game.colours or old.colours,
                    credits=game.credits or old.credits,
                    teams=game.teams or old.teams,
                )

    def merge(self, new: t.WithPlayersSection) -> None:
        """Add a `with N players` section of a change; it has the last word on what it names."""
        for index, old in enumerate(self.sections):
            if isinstance(old, t.WithPlayersSection) and (old.low, old.high) == (new.low, new.high):
                if not self.formerly and any(_overridden(new, later) for later in self.sections[index + 1 :]):
                    continue
                names = {setting.name for setting in new.settings}
                kept = tuple(setting for setting in old.settings if setting.name not in names)
                self.sections[index] = replace(
                    new, settings=kept + new.settings, tables=old.tables + new.tables, teams=new.teams or old.teams
                )
                return
        self.sections.append(new)

    def settle(self, section: t.WithPlayersSection) -> None:
        """Give the options and cells that a `with N players` section names the values it says; keep its teams."""
        values = {setting.name: setting.value for setting in section.settings}
        for index, old in enumerate(self.sections):
            if isinstance(old, t.OptionSection) and old.name in values:
                self.sections[index] = replace(old, default=values[old.name])
            elif isinstance(old, t.TableSection):
                for table in section.tables:
                    if table.name == old.name:
                        old = self.sections[index] = _with_cells(old, _cells(table))
        if section.teams is not None:
            self.sections.append(replace(section, settings=(), tables=()))

    def _for_every_number(self, drop: Callable[[t.WithPlayersSection], t.WithPlayersSection]) -> None:
        """Put the `with N players` sections through `drop`; those that say nothing any more are removed."""
        if self.formerly:
            return
        for index, section in reversed(list(enumerate(self.sections))):
            if isinstance(section, t.WithPlayersSection) and (left := drop(section)) is not section:
                self.sections[index : index + 1] = [left] if left.settings or left.tables or left.teams else []

    def _find(self, anchor: str) -> int | None:
        return next((i for i, section in enumerate(self.sections) if section_anchor(section) == anchor), None)

    def _alter(self, change: t.Change, anchor: str, part: Callable[[t.LineNode], Lines]) -> None:
        """Put the part that `anchor` names through `part`."""
        name, _, last = anchor.rpartition(".")
        index = self._find(name)
        if index is not None:
            lines = rewrite(parts_of(self.sections[index]), last, part)
            if lines is not None:
                self.sections[index] = with_parts(self.sections[index], lines)
                return
        self._unknown(change, anchor)

    def _set(self, change: t.SetAnchor) -> None:
        index = self._find(change.anchor)
        section = None if index is None else self.sections[index]
        if index is not None and isinstance(section, t.OptionSection):
            self.sections[index] = replace(section, default=change.value)
            self._for_every_number(lambda section: _without_option(section, change.anchor))
            return
        if section is not None:
            self._wrong(change, "only the default of an option or a cell of a table can be set")
        elif not self._set_cell(change):
            self._unknown(change, change.anchor)

    def _set_cell(self, change: t.SetAnchor) -> bool:
        name, _, place = change.anchor.partition(".")
        key, _, column = place.partition(".")
        for index, table in enumerate(self.sections):
            if isinstance(table, t.TableSection) and table.name == name and column in table.columns:
                at = table.columns.index(column)
                keys = [row.key for row in table.rows]
                if key not in keys or at >= len(table.rows[keys.index(key)].cells):
                    return False
                if not isinstance(change.value, t.Name | t.Number | t.NoneLiteral):
                    self._wrong(change, "a cell of a table holds a number, a word or none")
                    return True
                self.sections[index] = _with_cells(table, {(key, column): change.value})
                self._for_every_number(lambda section: _without_cell(section, name, key, column))
                return True
        return False

    def _remove(self, change: t.Remove) -> None:
        index = self._find(change.anchor)
        if index is not None:
            removed = self.sections.pop(index)
            if isinstance(removed, t.OptionSection):
                self._for_every_number(lambda section: _without_option(section, change.anchor))
            elif isinstance(removed, t.TableSection):
                self._for_every_number(lambda section: _without_table(section, change.anchor))
        else:
            self._alter(change, change.anchor, lambda _: ())

    def _replace(self, change: t.Replace) -> None:
        index = self._find(change.anchor)
        if index is not None:
            self._replace_section(change, index)
            return
        name, _, last = change.anchor.rpartition(".")
        index = self._find(name)
        section = None if index is None else self.sections[index]
        if index is not None and isinstance(section, t.ActionSection) and last == "do":
            self._replace_do(change, index, section)
        elif section is not None and not all(fits(section, part) for part in change.parts):
            self._wrong(change, f"these lines cannot stand in `{name}`")
        else:
            self._alter(change, change.anchor, lambda _: change.parts)

    def _replace_section(self, change: t.Replace, index: int) -> None:
        section = self.sections[index]
        parts = _as_parts(section, change.parts)
        if not all(fits(section, part) for part in parts) or (change.do and not isinstance(section, t.ActionSection)):
            self._wrong(change, f"these lines cannot stand in `{change.anchor}`")
            return
        if parts:
            section = with_parts(section, parts)
        if change.do is not None and isinstance(section, t.ActionSection):
            section = replace(section, do=change.do)
        self.sections[index] = section

    def _replace_do(self, change: t.Replace, index: int, action: t.ActionSection) -> None:
        block = change.do if change.do is not None else change.parts
        if (change.do and change.parts) or not all(isinstance(line, t.Statement) for line in block):
            self._wrong(change, "below `do` stand the steps that the action carries out")
            return
        steps = tuple(line for line in block if isinstance(line, t.Statement))
        self.sections[index] = replace(action, do=steps)

    def _add(self, change: t.Add) -> None:
        index = self._find(change.anchor)
        if index is None:
            self._unknown(change, change.anchor)
            return
        section = self.sections[index]
        parts = _as_parts(section, change.parts)
        if not all(fits(section, part) for part in parts) or (change.do and not isinstance(section, t.ActionSection)):
            self._wrong(change, f"these lines cannot stand in `{change.anchor}`", self._addable(section, parts))
            return
        if change.do and isinstance(section, t.ActionSection):
            self.sections[index] = replace(section, do=section.do + change.do)
        if parts and change.where == "end":
            self.sections[index] = with_parts(self.sections[index], _at_end(parts_of(section), parts))
        elif parts:
            before = change.where == "before"
            self._alter(
                change,
                f"{change.anchor}.{change.beside}",
                lambda old: (*parts, old) if before else (old, *parts),
            )

    def _unknown(self, change: t.Change, anchor: str) -> None:
        meant = nearest(anchor, anchors_of(self.base))
        is_beside = isinstance(change, t.Add) and self._find(change.anchor) is not None
        place = change.place_of(change.beside) if is_beside and isinstance(change, t.Add) else head_span(change)
        self.problems.add(
            Problem(
                "unknown-anchor", f"the rules have no part called `{anchor}`", place,
                "nothing of that name is there to change",
                "A change names its part as the rules do: an option as `option.rounds`, a cell of a table as "
                "`Box.marsh.cards`, a condition by its action, as `drift.farther`.",
                f"did you mean `{meant}`?" if meant else "",
            )
        )  # fmt: skip

    def _addable(self, section: t.Section, parts: Lines) -> str:
        """Say what can be added to a section, or how else it is changed."""
        name = section_anchor(section)
        if any(isinstance(part, t.ChoiceLine) for part in parts):
            lists = [f"`{each.name}`" for each in self.sections if isinstance(each, t.ChoicesSection)]
            there = f"a choice can be added to {' or '.join(lists)}" if lists else "this game has no list of `choices`"
            return f"{there}; to change `{name}` write `replace {name}` and all its steps"
        match section:
            case t.OptionSection():
                return f"an option has a default: write `set {name} = ...`"
            case t.TableSection(rows=(row, *_), columns=(column, *_)):
                return f"a table has cells: write `set {name}.{row.key}.{column} = ...`"
        what = next((said for sort, said in _ADDABLE.items() if isinstance(section, sort)), "")
        return f"to `{name}` {what} can be added" if what else f"no house rule can change `{name}` itself"

    def _wrong(self, change: t.Change, why: str, hint: str = "") -> None:
        self.problems.add(
            Problem(
                "wrong-part", f"`{change.anchor}` cannot be changed like that", head_span(change), why,
                "What is changed must stay what it is: a condition is replaced by conditions, a step of a path by a "
                "step, a list of steps by steps.",
                hint,
            )
        )  # fmt: skip


def _overridden(new: t.WithPlayersSection, later: t.Section) -> bool:
    """Tell whether a later section says something else about what `new` names, for a number that both mean."""
    if not isinstance(later, t.WithPlayersSection) or later.low > new.high or later.high < new.low:
        return False
    options = {setting.name for setting in new.settings} & {setting.name for setting in later.settings}
    tables = {table.name for table in new.tables} & {table.name for table in later.tables}
    return bool(options or tables)


def _without_option(section: t.WithPlayersSection, anchor: str) -> t.WithPlayersSection:
    kept = tuple(setting for setting in section.settings if f"option.{setting.name}" != anchor)
    return section if len(kept) == len(section.settings) else replace(section, settings=kept)


def _without_table(section: t.WithPlayersSection, name: str) -> t.WithPlayersSection:
    kept = tuple(table for table in section.tables if table.name != name)
    return section if len(kept) == len(section.tables) else replace(section, tables=kept)


def _without_cell(section: t.WithPlayersSection, name: str, key: str, column: str) -> t.WithPlayersSection:
    """Return a section without one cell of a table; what is left of its row stands in tables of fewer columns."""
    if not any(table.name == name and (key, column) in _cells(table) for table in section.tables):
        return section
    tables: list[t.TableSection] = []
    for table in section.tables:
        if table.name != name or (key, column) not in _cells(table):
            tables.append(table)
            continue
        rows = tuple(row for row in table.rows if row.key != key)
        tables += [replace(table, rows=rows)] if rows else []
        at = table.columns.index(column)
        columns = (*table.columns[:at], *table.columns[at + 1 :])
        row = next(row for row in table.rows if row.key == key)
        cells = (*row.cells[:at], *row.cells[at + 1 :])
        tables += [replace(table, columns=columns, rows=(replace(row, cells=cells),))] if columns else []
    return replace(section, tables=tuple(tables))


def _cells(table: t.TableSection) -> dict[tuple[str, str], Cell]:
    return {
        (row.key, column): cell for row in table.rows for column, cell in zip(table.columns, row.cells, strict=False)
    }


def _with_cells(table: t.TableSection, cells: Mapping[tuple[str, str], Cell]) -> t.TableSection:
    """Return a table with these cells in place of its own."""
    rows = tuple(
        replace(row, cells=tuple(
            cells.get((row.key, column), cell) for column, cell in zip(table.columns, row.cells, strict=False)
        ) + row.cells[len(table.columns) :])
        for row in table.rows
    )  # fmt: skip
    return replace(table, rows=rows)


def _as_parts(section: t.Section, parts: Lines) -> Lines:
    """Return `parts`; below a list of choices `grow(3)` is a choice, though it was read as a step."""
    if not isinstance(section, t.ChoicesSection):
        return parts
    return tuple(
        t.ChoiceLine(
            t.Choice(line.name, line.args, span=line.span),
            span=line.span,
            comments=line.comments,
            end_comment=line.end_comment,
        )
        if isinstance(line, t.CallStatement)
        else line
        for line in parts
    )


def _at_end(old: Lines, new: Lines) -> Lines:
    """Return both; what closes a list (`otherwise`, `shared`) goes on closing it."""
    closes = bool(old) and (
        (isinstance(old[-1], t.Case) and old[-1].condition is None)
        or (isinstance(old[-1], t.WinnerLine) and old[-1].order == "shared")
    )
    return (*old[:-1], *new, old[-1]) if closes else (*old, *new)


# ---- conflicts of house rules ----


_MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class _Touch:
    """A part that a house rule alters (`alters`) or only needs to be there."""

    anchor: str
    span: Span
    alters: bool = True


def conflicts(changes: Sequence[tuple[str, t.Tree]]) -> list[Problem]:
    """Return a problem for each two of these titled house rules that alter the same part.

    Two conditions added to one action are no conflict, as long as they have different names.
    """
    found: list[Problem] = []
    for (title, one), (other_title, other) in combinations(changes, 2):
        pairs = [(a, b) for a in _touches(one) for b in _touches(other) if _collide(a, b)]
        if pairs:
            a, b = pairs[0]
            anchor = max(a.anchor, b.anchor, key=len)
            label = Label(a.span, f"changed here by `{title}`")
            found.append(
                Problem(
                    "house-conflict", f"the house rules `{title}` and `{other_title}` both change `{anchor}`",
                    b.span, f"changed here by `{other_title}`",
                    "Only one of them can have its way, and which one should not depend on an order nobody sees.",
                    f"choose `{title}` or `{other_title}`", (label,),
                )
            )  # fmt: skip
    return found


def _collide(a: _Touch, b: _Touch) -> bool:
    if not (a.alters or b.alters):
        return False
    if a.alters and b.alters:
        return a.anchor == b.anchor or a.anchor.startswith(f"{b.anchor}.") or b.anchor.startswith(f"{a.anchor}.")
    needed, altered = (b, a) if a.alters else (a, b)
    return needed.anchor == altered.anchor or needed.anchor.startswith(f"{altered.anchor}.")


def _touches_with(section: t.WithPlayersSection, number: str) -> Iterator[_Touch]:
    """What a `with N players` section alters for one number; the same part for all numbers is another."""
    for setting in section.settings:
        yield _Touch(f"{number}.{setting.name}", setting.span)
    for table in section.tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=False):
                yield _Touch(f"{number}.{table.name} {row.key} {column}", cell.span)
    if section.teams is not None:
        yield _Touch(f"{number}.teams", section.teams.span)


def _touches(tree: t.Tree) -> Iterator[_Touch]:
    for section in tree.sections:
        match section:
            case t.SetAnchor(anchor) | t.Remove(anchor):
                yield _Touch(anchor, head_span(section))
            case t.Replace(anchor):
                yield _Touch(anchor, head_span(section))
            case t.Add(anchor, _, beside):
                yield _Touch(f"{anchor}.{beside}" if beside else anchor, head_span(section), alters=False)
                for part in flat(section.parts):
                    yield _Touch(f"{anchor}.{part_name(part)}", head_span(part))
            case t.WithPlayersSection(low, high):
                for players in range(low, min(high, low + _MOST_PLAYERS) + 1):
                    yield from _touches_with(section, f"with {players} players")
            case _:
                if section_anchor(section):
                    yield _Touch(section_anchor(section), head_span(section))

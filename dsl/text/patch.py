"""Apply house rules and re-issues to the rules they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dsl.text import tree as t
from dsl.text.anchors import Lines, anchors_of, fits, head_span, parts_of, rewrite, section_anchor, with_parts
from dsl.text.near import near
from dsl.text.problem import Problem, Problems


def apply_changes(base: t.Tree, change: t.Tree) -> t.Tree:
    """Return `base` as `change` alters it; what is new keeps its place in the file of the change.

    Raises RulesError with `unknown-anchor` or `wrong-part` for every change that finds nothing to alter.
    """
    work = _Work(list(base.sections), base)
    for section in change.sections:
        work.take(section)
    work.problems.raise_if_any()
    return t.Tree(tuple(work.sections), base.closing)


_ADDABLE: dict[type[t.Section], str] = {
    t.Action: "conditions (`needs`) and steps below a `do`",
    t.Define: "cases",
    t.Path: "lines of a path, such as `step` or `within`",
    t.Award: "lines of an award, such as `second`",
    t.Winner: "lines such as `most` or `least`",
    t.Choices: "choices",
    t.Routine: "steps",
    t.Consequence: "steps",
    t.Setup: "steps",
    t.Play: "steps",
}


@dataclass(slots=True)
class _Work:
    """The rules on the bench."""

    sections: list[t.Section]
    base: t.Tree
    problems: Problems = field(default_factory=Problems)

    def take(self, section: t.Section) -> None:
        match section:
            case t.Game():
                self._retitle(section)
            case t.House():
                pass
            case t.SetAnchor():
                self._set(section)
            case t.Remove():
                self._remove(section)
            case t.Replace():
                self._replace(section)
            case t.Add():
                self._add(section)
            case t.WithPlayers():
                self._merge(section)
            case _:
                self.sections.append(section)

    def _retitle(self, game: t.Game) -> None:
        for index, old in enumerate(self.sections):
            if isinstance(old, t.Game):
                players = game if game.players != (0, 0) else old
                self.sections[index] = replace(
                    game,
                    players=players.players,
                    numbers=players.numbers,
                    colours=game.colours or old.colours,
                    credits=game.credits or old.credits,
                    teams=game.teams or old.teams,
                )

    def _merge(self, new: t.WithPlayers) -> None:
        for index, old in enumerate(self.sections):
            if isinstance(old, t.WithPlayers) and (old.low, old.high) == (new.low, new.high):
                names = {setting.name for setting in new.settings}
                kept = tuple(setting for setting in old.settings if setting.name not in names)
                self.sections[index] = replace(
                    new, settings=kept + new.settings, tables=old.tables + new.tables, teams=new.teams or old.teams
                )
                return
        self.sections.append(new)

    def _find(self, anchor: str) -> int | None:
        return next((i for i, section in enumerate(self.sections) if section_anchor(section) == anchor), None)

    def _alter(self, change: t.Change, anchor: str, part: Callable[[t.Line], Lines]) -> None:
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
        if index is not None and isinstance(section, t.Option):
            self.sections[index] = replace(section, default=change.value)
            return
        if section is not None:
            self._wrong(change, "only the default of an option or a cell of a table can be set")
        elif not self._set_cell(change):
            self._unknown(change, change.anchor)

    def _set_cell(self, change: t.SetAnchor) -> bool:
        name, _, place = change.anchor.partition(".")
        key, _, column = place.partition(".")
        for index, table in enumerate(self.sections):
            if isinstance(table, t.Table) and table.name == name and column in table.columns:
                at = table.columns.index(column)
                keys = [row.key for row in table.rows]
                if key not in keys or at >= len(table.rows[keys.index(key)].cells):
                    return False
                row = table.rows[keys.index(key)]
                if not isinstance(change.value, t.Name | t.Number | t.Nothing):
                    self._wrong(change, "a cell of a table holds a number, a word or none")
                    return True
                cells = (*row.cells[:at], change.value, *row.cells[at + 1 :])
                rows = tuple(replace(row, cells=cells) if each is row else each for each in table.rows)
                self.sections[index] = replace(table, rows=rows)
                return True
        return False

    def _remove(self, change: t.Remove) -> None:
        index = self._find(change.anchor)
        if index is not None:
            del self.sections[index]
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
        if index is not None and isinstance(section, t.Action) and last == "do":
            self._replace_do(change, index, section)
        elif section is not None and not all(fits(section, part) for part in change.parts):
            self._wrong(change, f"these lines cannot stand in `{name}`")
        else:
            self._alter(change, change.anchor, lambda _: change.parts)

    def _replace_section(self, change: t.Replace, index: int) -> None:
        section = self.sections[index]
        parts = _as_parts(section, change.parts)
        if not all(fits(section, part) for part in parts) or (change.do and not isinstance(section, t.Action)):
            self._wrong(change, f"these lines cannot stand in `{change.anchor}`")
            return
        if parts:
            section = with_parts(section, parts)
        if change.do is not None and isinstance(section, t.Action):
            section = replace(section, do=change.do)
        self.sections[index] = section

    def _replace_do(self, change: t.Replace, index: int, action: t.Action) -> None:
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
        if not all(fits(section, part) for part in parts) or (change.do and not isinstance(section, t.Action)):
            self._wrong(change, f"these lines cannot stand in `{change.anchor}`", self._addable(section, parts))
            return
        if change.do and isinstance(section, t.Action):
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
        meant = near(anchor, anchors_of(self.base))
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
            lists = [f"`{each.name}`" for each in self.sections if isinstance(each, t.Choices)]
            there = f"a choice can be added to {' or '.join(lists)}" if lists else "this game has no list of `choices`"
            return f"{there}; to change `{name}` write `replace {name}` and all its steps"
        match section:
            case t.Option():
                return f"an option has a default: write `set {name} = ...`"
            case t.Table(rows=(row, *_), columns=(column, *_)):
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


def _as_parts(section: t.Section, parts: Lines) -> Lines:
    """Return `parts`; below a list of choices `grow(3)` is a choice, though it was read as a step."""
    if not isinstance(section, t.Choices):
        return parts
    return tuple(
        t.ChoiceLine(
            t.Choice(line.name, line.args, span=line.span), span=line.span, comments=line.comments, remark=line.remark
        )
        if isinstance(line, t.Call)
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

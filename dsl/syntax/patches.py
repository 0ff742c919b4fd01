"""Apply house rules and re-issues to the rules they change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from msgspec.structs import replace

from dsl.base.problem import Label, Problem, Problems
from dsl.base.source import Span
from dsl.base.suggestions import nearest
from dsl.syntax import ast as t
from dsl.syntax.changeable_parts import every_anchor
from dsl.syntax.house_rule_anchors import (
    Lines,
    blocks_of,
    fits,
    fits_beside,
    head_span,
    holds,
    is_optional,
    labelled,
    labelled_lines,
    main_value,
    name_of,
    named_lines,
    operands,
    parts_of,
    rewrite,
    section_anchor,
    takes,
    text_of,
    with_block,
    with_main_value,
    with_operand,
    with_parts,
    with_text,
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
    labelled: set[str] = field(default_factory=set)  #: the sections whose lines have their names
    removed: dict[str, Span] = field(default_factory=dict)  #: where parts were removed

    def apply(self, section: t.Section) -> None:
        match section:
            case t.GameSection():
                self._retitle(section)
            case t.HouseSection():
                pass
            case t.SetAnchor():
                self._set(section)
            case t.SetText():
                self._set_text(section)
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

    # ---- finding what a change names ----

    def _find(self, anchor: str) -> int | None:
        index = next((i for i, section in enumerate(self.sections) if section_anchor(section) == anchor), None)
        if index is not None and anchor not in self.labelled:
            self.labelled.add(anchor)  # lines keep their names, whatever other changes put before them
            self.sections[index] = labelled(self.sections[index])
        return index

    def _place(self, anchor: str) -> _Place | None:
        """Return where a part of a section is; None if there is no such section."""
        words = anchor.split(".")
        at = 2 if words[0] == "option" else 1
        index = self._find(".".join(words[:at]))
        if index is None or len(words) > at + 3:
            return None
        rest = words[at:]
        inside = bool(rest) and rest[0] == "do" and isinstance(self.sections[index], t.ActionSection)
        rest = rest[1:] if inside else rest
        if len(rest) > 2:
            return None
        name, word, *_ = (*rest, "", "")
        return _Place(index, inside, name, word)

    def _lines(self, place: _Place) -> Lines:
        section = self.sections[place.index]
        return section.do if place.inside and isinstance(section, t.ActionSection) else parts_of(section)

    def _with_lines(self, place: _Place, lines: Lines) -> None:
        section = self.sections[place.index]
        if place.inside and isinstance(section, t.ActionSection):
            do = tuple(line for line in lines if isinstance(line, t.Statement))
            self.sections[place.index] = replace(section, do=do)
        else:
            self.sections[place.index] = with_parts(section, lines)

    def _line(self, place: _Place) -> t.LineNode | None:
        """Return the line at a place: the section itself if it names no line of it; None if there is no such line."""
        if not place.name:
            return None if place.inside else self.sections[place.index]
        found: list[t.LineNode] = []

        def note(line: t.LineNode) -> Lines:
            found.append(line)
            return (line,)

        rewrite(self._lines(place), place.name, note)
        return found[0] if found else None

    def _rewrite(self, place: _Place, *lines: t.LineNode) -> None:
        """Put `lines` in place of the line at `place`."""
        if not place.name:
            (self.sections[place.index],) = cast(tuple[t.Section], lines)
            return
        written = rewrite(self._lines(place), place.name, lambda _: lines)
        if written is not None:
            self._with_lines(place, written)

    # ---- each change ----

    def _set(self, change: t.SetAnchor) -> None:
        place = self._place(change.anchor)
        line = self._line(place) if place else None
        if place is not None and isinstance(line, t.OptionSection) and not place.name:
            self.sections[place.index] = replace(line, default=change.value)
            self._for_every_number(lambda section: _without_option(section, change.anchor))
        elif place is None or line is None:
            if not self._set_cell(change):
                self._unknown(change, change.anchor)
        elif place.word:
            self._set_operand(change, place, line)
        elif main_value(line) is not None:
            self._rewrite(place, with_main_value(line, change.value))
        else:
            self._wrong(change, "this is no single value", _settable(change.anchor, line))

    def _set_operand(self, change: t.SetAnchor, place: _Place, line: t.LineNode) -> None:
        if place.word == "text" and text_of(line) is not None:
            self._wrong(change, "a sentence stands in quotes", f'write `set {change.anchor} = "..."`')
            return
        if not takes(line, place.word):
            self._unknown(change, change.anchor, _settable(change.anchor.rpartition(".")[0], line))
            return
        changed = with_operand(line, place.word, change.value)
        if isinstance(changed, t.ChoiceLine) and place.word == "price" and not changed.budget:
            budget = self._budget_beside(place)
            if not budget:
                why = "none of the choices beside it has a price, so it is not known what it is paid from"
                self._wrong(
                    change, why, f"write `replace {change.anchor.rpartition('.')[0]}` and the choice with its price"
                )
                return
            changed = replace(changed, budget=budget)
        self._rewrite(place, changed)

    def _budget_beside(self, place: _Place) -> str:
        """Return what the choices beside the one at `place` are paid from; empty if they cost nothing."""
        for lines in _lists(self._lines(place)):
            if any(name_of(line) == place.name for line in lines):
                return next((line.budget for line in lines if isinstance(line, t.ChoiceLine) and line.budget), "")
        return ""

    def _set_text(self, change: t.SetText) -> None:
        anchor, _, word = change.anchor.rpartition(".")
        place = self._place(anchor) if word == "text" else None
        line = self._line(place) if place and not place.word else None
        whole = self._place(change.anchor)
        if (place is None or line is None) and whole is not None and self._line(whole) is not None:
            self._wrong(change, "this is no sentence", f"its sentence for players is `{change.anchor}.text`")
        elif place is None or line is None:
            self._unknown(change, change.anchor)
        elif text_of(line) is None:
            self._wrong(change, f"`{anchor}` says no sentence to players")
        else:
            self._rewrite(place, with_text(line, change.text))

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
        self._remove_part(change)
        self.removed.setdefault(change.anchor, head_span(change))

    def _remove_part(self, change: t.Remove) -> None:
        index = self._find(change.anchor)
        if index is not None:
            removed = self.sections.pop(index)
            if isinstance(removed, t.OptionSection):
                self._for_every_number(lambda section: _without_option(section, change.anchor))
            elif isinstance(removed, t.TableSection):
                self._for_every_number(lambda section: _without_table(section, change.anchor))
            return
        place = self._place(change.anchor)
        line = self._line(place) if place else None
        if place is None or line is None:
            self._unknown(change, change.anchor)
        elif not place.word:
            self._rewrite(place)
        elif place.word == "otherwise" and isinstance(line, t.IfStatement) and line.otherwise:
            self._rewrite(place, replace(line, otherwise=()))
        elif place.word not in operands(line):
            self._unknown(change, change.anchor)
        elif is_optional(place.word):
            self._rewrite(place, with_operand(line, place.word, None))
        else:
            self._wrong(change, f"without its {place.word} nothing is left of `{change.anchor.rpartition('.')[0]}`")

    def _replace(self, change: t.Replace) -> None:
        index = self._find(change.anchor)
        if index is not None:
            self._replace_section(change, index)
            return
        place = self._place(change.anchor)
        if place is not None and place.inside and not place.name:
            self._replace_do(change, place)
            return
        line = self._line(place) if place else None
        if place is None or line is None:
            self._unknown(change, change.anchor)
            return
        at = _block_called(line, place.word) if place.word else None
        parts = _as_parts(line, change.parts)
        if place.word and at is None:
            self._unknown(change, change.anchor)
        elif change.do or not parts:
            self._wrong(change, "only an action has a `do`")
        elif at is not None and not all(isinstance(part, t.Statement) for part in parts):
            self._wrong(change, "here stand steps")
        elif at is not None:
            self._rewrite(place, with_block(line, at, parts))
        elif not all(fits_beside(part, line) for part in parts):
            self._wrong(change, f"these lines cannot stand in `{section_anchor(self.sections[place.index])}`")
        else:
            self._rewrite(place, *parts)

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
        self.labelled.discard(change.anchor)

    def _replace_do(self, change: t.Replace, place: _Place) -> None:
        block = change.do if change.do is not None else change.parts
        if (change.do and change.parts) or not all(isinstance(line, t.Statement) for line in block):
            self._wrong(change, "below `do` stand the steps that the action carries out")
            return
        self._with_lines(place, labelled_lines(block))

    def _add(self, change: t.Add) -> None:
        place = self._place(change.anchor)
        line = self._line(place) if place else None
        if place is None or (line is None and place.name):
            self._unknown(change, change.anchor)
        elif change.where != "end":
            self._add_beside(change, place)
        elif line is None:
            self._add_steps(change, place)
        elif place.name:
            self._add_below(change, place, line)
        else:
            self._add_to_section(change, place.index)

    def _add_to_section(self, change: t.Add, index: int) -> None:
        section = self.sections[index]
        if any(isinstance(part, t.ChoiceLine) for part in change.parts) and not isinstance(section, t.ChoicesSection):
            self._add_choices(change, index)
            return
        parts = _as_parts(section, change.parts)
        if not all(fits(section, part) for part in parts) or (change.do and not isinstance(section, t.ActionSection)):
            self._wrong(change, f"these lines cannot stand in `{change.anchor}`", self._addable(section, parts))
            return
        if change.do and isinstance(section, t.ActionSection):
            section = replace(section, do=section.do + change.do)
        self.sections[index] = with_parts(section, _at_end(parts_of(section), parts)) if parts else section

    def _add_choices(self, change: t.Add, index: int) -> None:
        """Add choices to the one list of choices that stands in a section."""
        section = self.sections[index]
        lists = [each.anchor for each in named_lines(section) if isinstance(each.line, t.ChooseOneStatement)]
        if len(lists) == 1 and (place := self._place(lists[0])) and (line := self._line(place)):
            self._add_below(change, place, line)
            return
        there = "there are several lists of choices" if lists else f"these lines cannot stand in `{change.anchor}`"
        named = " or ".join(f"`add to {each}`" for each in lists)
        self._wrong(change, there, f"say which: {named}" if lists else self._addable(section, change.parts))

    def _add_steps(self, change: t.Add, place: _Place) -> None:
        """Add steps below the `do` of an action."""
        parts = change.parts + (change.do or ())
        if (change.do and change.parts) or not all(isinstance(part, t.Statement) for part in parts):
            name = change.anchor.rpartition(".")[0]
            self._wrong(
                change, "below `do` stand the steps that the action carries out",
                f"conditions are added to the action itself: `add to {name}`",
            )  # fmt: skip
        else:
            self._with_lines(place, self._lines(place) + parts)

    def _add_below(self, change: t.Add, place: _Place, line: t.LineNode) -> None:
        """Add lines at the end of what stands below a line."""
        blocks, at = blocks_of(line), _block_called(line, place.word)
        parts = _as_parts(line, change.parts)
        wanted = {"choices": t.ChoiceLine, "steps": t.Statement, "conditions": t.Needs | t.LetStatement | t.Supposing}
        if place.word and at is None:
            self._unknown(change, change.anchor)
        elif not blocks:
            name = change.anchor.rpartition(".")[2]
            beside = f"write `add to {change.anchor.rpartition('.')[0]} after {name}`"
            self._wrong(change, "nothing stands below this line", beside)
        elif at is None:
            named = " or ".join(f"`add to {change.anchor}.{name}`" for name, _ in blocks)
            self._wrong(change, "there are several blocks below it", f"say which: {named}")
        elif change.do or not all(isinstance(part, wanted[holds(line)]) for part in parts):
            self._wrong(change, f"here stand {holds(line)}")
        else:
            self._rewrite(place, with_block(line, at, blocks[at][1] + parts))

    def _add_beside(self, change: t.Add, place: _Place) -> None:
        """Add lines before or after a line."""
        section = self.sections[place.index]
        beside = replace_place(place, change.beside)
        old = self._line(beside)
        if old is None and isinstance(section, t.ActionSection):
            beside = _Place(place.index, True, change.beside)
            old = self._line(beside)
        if old is None or (place.name and not self._is_below(place, change.beside)):
            self._unknown(change, f"{change.anchor}.{change.beside}")
            return
        parts = tuple(_as_choice(part) for part in change.parts) if isinstance(old, t.ChoiceLine) else change.parts
        if change.do and not change.parts and isinstance(old, t.Statement) and beside.inside:
            parts = change.do
        elif change.do or not all(fits_beside(part, old) for part in parts):
            self._wrong(change, f"these lines cannot stand beside `{change.beside}`", self._addable(section, parts))
            return
        self._rewrite(beside, *((*parts, old) if change.where == "before" else (old, *parts)))

    def _is_below(self, place: _Place, name: str) -> bool:
        line = self._line(place)
        return line is not None and any(rewrite(block, name, lambda old: (old,)) for _, block in blocks_of(line))

    # ---- what cannot be done ----

    def _unknown(self, change: t.Change, anchor: str, hint: str = "") -> None:
        known = tuple(every_anchor(self.base))
        meant = _meant(anchor, known)
        is_beside = isinstance(change, t.Add) and change.where != "end" and anchor != change.anchor
        place = change.place_of(change.beside) if is_beside and isinstance(change, t.Add) else head_span(change)
        above = next((each for each in self.removed if anchor == each or anchor.startswith(f"{each}.")), None)
        if above is not None and anchor.removesuffix(".text") in known:
            self.problems.add(
                Problem(
                    "unknown-anchor", f"`{above}` is removed above", place, "it is no longer there",
                    "The changes are made in the order of their lines.", "leave one of them out",
                    (Label(self.removed[above], "removed here"),),
                )
            )  # fmt: skip
            return
        self.problems.add(
            Problem(
                "unknown-anchor", f"the rules have no part called `{anchor}`", place,
                "nothing of that name is there to change",
                "A change names its part as the rules do: an option as `option.rounds`, a cell of a table as "
                "`Box.marsh.cards`, a condition by its action, as `drift.farther`. `gondwana check --names` lists "
                "every name of a game.",
                f"did you mean `{meant}`?" if meant else hint or _names_like(anchor, known, self.base.sections),
            )
        )  # fmt: skip

    def _addable(self, section: t.Section, parts: Lines) -> str:
        """Say what can be added to a section, or how else it is changed."""
        name = section_anchor(section)
        if any(isinstance(part, t.ChoiceLine) for part in parts):
            lists = [f"`{anchor}`" for anchor in _choice_lists(self.sections)]
            there = f"a choice can be added to {_any_of(lists)}" if lists else "this game has no list of choices"
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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a part is: in which section, below its `do` or not, in which line (none: the section itself) and, if a
    value or one of several blocks is meant, its word."""

    index: int
    inside: bool = False
    name: str = ""
    word: str = ""


def replace_place(place: _Place, name: str) -> _Place:
    """Return the place of another line of the same section."""
    return _Place(place.index, place.inside, name)


def _block_called(line: t.LineNode, name: str) -> int | None:
    """Return which block below a line has a name; without a name the only one."""
    names = [each for each, _ in blocks_of(line)]
    if not name:
        return 0 if len(names) == 1 else None
    return names.index(name) if name in names else None


def _lists(lines: Lines) -> Iterator[Lines]:
    """Yield `lines` and all lists of lines below them."""
    yield lines
    for line in lines:
        for _, block in blocks_of(line):
            yield from _lists(block)


_MOST_NAMED = 4  #: lists of choices that a message names


def _choice_lists(sections: Sequence[t.Section]) -> Iterator[str]:
    for section in sections:
        if isinstance(section, t.ChoicesSection):
            yield section.name
        yield from (each.anchor for each in named_lines(section) if isinstance(each.line, t.ChooseOneStatement))


def _any_of(names: Sequence[str]) -> str:
    shown = list(names[:_MOST_NAMED])
    return ", ".join(shown[:-1]) + " or " + shown[-1] if len(shown) > 1 else shown[0]


def _names_like(anchor: str, known: Sequence[str], sections: Sequence[t.Section]) -> str:
    """Name some parts of the section that a name begins with; if there is none, an option, a cell and a condition."""
    owner = anchor.partition(".")[0]
    own = [each for each in known if each.startswith(f"{owner}.")]
    if own and owner != "option":
        return f"parts of `{owner}` are, for example, {_all_of(own)}"
    for sort in (t.OptionSection, t.TableSection, t.ActionSection) if not own else ():
        first = next((section_anchor(section) for section in sections if isinstance(section, sort)), "")
        inside = [each for each in known if each.startswith(f"{first}.") and not each.endswith(".do")]
        own += inside[:1] or ([first] if first else [])
    return f"parts of this game are, for example, {_all_of(own)}" if own else ""


def _all_of(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:_MOST_NAMED]]
    return ", ".join(shown[:-1]) + " and " + shown[-1] if len(shown) > 1 else shown[0]


def _settable(anchor: str, line: t.LineNode) -> str:
    """Say which values of a part can be set."""
    if isinstance(line, t.OptionSection | t.TableSection):
        return ""
    named = [f"`{anchor}.{word}`" for word in operands(line)]
    if isinstance(line, t.ChoiceLine) and "price" not in operands(line):
        named.append(f"`{anchor}.price`")
    if len(named) == 1:
        return f"its value is called {named[0]}"
    return f"its values are called {_any_of(named)}" if named else f"write `replace {anchor}` and the new lines"


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


def _as_parts(above: t.LineNode, parts: Lines) -> Lines:
    """Return `parts`; in a list of choices `grow(3)` is a choice, though it was read as a step."""
    is_list = isinstance(above, t.ChoicesSection | t.ChooseOneStatement | t.ChoiceLine)
    return tuple(_as_choice(line) for line in parts) if is_list else parts


def _as_choice(line: t.LineNode) -> t.LineNode:
    if not isinstance(line, t.CallStatement):
        return line
    choice = t.Choice(line.name, line.args, span=line.span)
    return t.ChoiceLine(choice, span=line.span, comments=line.comments, end_comment=line.end_comment)


def _at_end(old: Lines, new: Lines) -> Lines:
    """Return both; what closes a list (`otherwise`, `shared`) goes on closing it."""
    closes = bool(old) and (
        (isinstance(old[-1], t.Case) and old[-1].condition is None)
        or (isinstance(old[-1], t.WinnerLine) and old[-1].order == "shared")
    )
    return (*old[:-1], *new, old[-1]) if closes else (*old, *new)


def _meant(anchor: str, known: Iterable[str]) -> str | None:
    """Return the name that is probably meant: one that ends or begins with what was written, else the most similar."""
    names = sorted(set(known))
    whole = [name for name in names if name.partition(".")[0] == "option" and name.endswith(f".{anchor}")]
    inside = [name for name in names if name.startswith(f"{anchor}.")]
    return next(iter((*whole, *inside)), None) or nearest(anchor, names)

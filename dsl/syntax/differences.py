"""How two versions of the rules differ, part by part, as data; `dsl.i18n.rule_changes` says it in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import format_part, format_section
from dsl.syntax.house_rule_anchors import flat, part_name, parts_of, section_anchor
from dsl.syntax.patches import for_players

Sort = Literal["option", "setting", "cell", "condition", "part", "steps", "meaning", "section"]


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One part that is not as it was."""

    kind: Literal["changed", "added", "removed", "replaced"]  #: changed: a value; replaced: a rule
    anchor: str
    sort: Sort
    before: str  #: canonical text; empty if added
    after: str  #: canonical text; empty if removed
    label: str = ""  #: the text of an option as its author wrote it


@dataclass(frozen=True, slots=True)
class _Declaration:
    sort: Sort
    text: str
    label: str = ""
    owner: str = ""  #: the section it belongs to


def differences(base: t.Tree, changed: t.Tree, players: int | None = None) -> tuple[RuleDifference, ...]:
    """Return what differs, in the order of `base`, then what is new; a whole new or lost section counts once.

    With a number of `players`, return what differs for them alone, as options and cells of their own.
    """
    if players is not None:
        base, changed = for_players(base, players), for_players(changed, players)
    same = {id(section) for section in base.sections} & {id(section) for section in changed.sections}
    old, new = dict(_entries(base, same)), dict(_entries(changed, same))
    old_owners = {entry.owner for entry in old.values()}
    new_owners = {entry.owner for entry in new.values()}
    found: list[RuleDifference] = []
    for anchor, entry in old.items():
        now = new.get(anchor)
        usual = _for_all(anchor) if entry.sort == "setting" else ""
        if now is None and usual in old:  # what holds for every number now holds for these, too
            after = new.get(usual)
            if after is not None and after.text != entry.text:
                found.append(RuleDifference("changed", anchor, entry.sort, entry.text, after.text, entry.label))
        elif now is None and (not entry.owner or entry.sort == "section" or entry.owner in new_owners):
            found.append(RuleDifference("removed", anchor, entry.sort, entry.text, "", entry.label))
        elif now is not None and now.text != entry.text and entry.sort != "section":
            kind: Literal["changed", "replaced"] = (
                "changed" if entry.sort in ("option", "setting", "cell") else "replaced"
            )
            found.append(RuleDifference(kind, anchor, entry.sort, entry.text, now.text, now.label))
    for anchor, entry in new.items():
        if anchor not in old and (not entry.owner or entry.sort == "section" or entry.owner in old_owners):
            before = old.get(_for_all(anchor)) if entry.sort == "setting" else None
            if before is None:
                found.append(RuleDifference("added", anchor, entry.sort, "", entry.text, entry.label))
            elif before.text != entry.text:
                found.append(RuleDifference("changed", anchor, entry.sort, before.text, entry.text, entry.label))
    return tuple(found)


def _for_all(anchor: str) -> str:
    """Return the anchor of what holds for any number of players, where a setting for some of them says otherwise."""
    name = anchor.rpartition(".")[2]
    return name.replace(" ", ".") if " " in name else f"option.{name}"


def _entries(tree: t.Tree, same: set[int]) -> Iterator[tuple[str, _Declaration]]:
    texts = {section.name: section.text for section in tree.sections if isinstance(section, t.OptionSection)}
    for section in tree.sections:
        anchor = section_anchor(section)
        match section:
            case t.OptionSection():
                yield anchor, _Declaration("option", write(section.default), section.text)
            case t.WithPlayersSection(low, high, settings, tables, teams):
                players = str(low) if low == high else f"{low}..{high}"
                if teams is not None:
                    who = ", ".join(" and ".join(team) for team in teams.teams)
                    yield f"{players}.teams", _Declaration("setting", who)
                for setting in settings:
                    yield (
                        f"{players}.{setting.name}",
                        _Declaration("setting", write(setting.value), texts.get(setting.name, "")),
                    )
                for table in tables:
                    for cell, entry in _inner(table, table.name):
                        yield f"{players}.{cell.replace('.', ' ')}", _Declaration("setting", entry.text)
            case _ if anchor and (isinstance(section, t.TableSection) or id(section) not in same):
                yield f"section {anchor}", _Declaration("section", format_section(section), owner=anchor)
                yield from _inner(section, anchor)


def _inner(section: t.Section, anchor: str) -> Iterator[tuple[str, _Declaration]]:
    match section:
        case t.TableSection(_, _, _, columns, rows):
            for row in rows:
                for column, cell in zip(columns, row.cells, strict=False):
                    text = "+".join(map(str, cell.sides)) if isinstance(cell, t.Sides) else write(cell)
                    yield f"{anchor}.{row.key}.{column}", _Declaration("cell", text, owner=anchor)
        case t.DefineSection(_, _, _, (t.Case(_, None, value),)):
            yield anchor, _Declaration("meaning", write(value), owner=anchor)
        case (
            t.ActionSection()
            | t.DefineSection()
            | t.PathSection()
            | t.AwardSection()
            | t.WinnerSection()
            | t.ChoicesSection()
        ):
            for part in flat(parts_of(section)):
                sort: Sort = "condition" if isinstance(part, t.Needs) else "part"
                text = write(part.condition) if isinstance(part, t.Needs) else _text(part)
                message = part.message if isinstance(part, t.Needs) else ""
                yield f"{anchor}.{part_name(part)}", _Declaration(sort, text, message, anchor)
            if isinstance(section, t.ActionSection):
                yield f"{anchor}.do", _Declaration("steps", "\n".join(_text(line) for line in section.do), owner=anchor)
        case t.RoutineSection() | t.ConsequenceSection() | t.SetupSection() | t.PlaySection():
            yield anchor, _Declaration("steps", "\n".join(_text(line) for line in section.block), owner=anchor)
        case _:
            yield anchor, _Declaration("steps", format_section(section), owner=anchor)


def _text(line: t.LineNode) -> str:
    return format_part(line)

"""How two versions of the rules differ, part by part, as data; `dsl.i18n.rule_changes` says it in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as with_fields
from difflib import SequenceMatcher
from typing import Literal, cast

from msgspec.structs import replace

from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write, write_type
from dsl.syntax.formatter import format_part, format_section
from dsl.syntax.house_rule_anchors import (
    derived_name,
    is_optional,
    named_lines,
    operands,
    part_name,
    parts_of,
    section_anchor,
    takes,
    text_of,
    with_operand,
    with_text,
)
from dsl.syntax.patches import for_players

Sort = Literal[
    "option",
    "setting",
    "cell",
    "condition",
    "part",
    "step",
    "choice",
    "price",
    "value",
    "sentence",
    "meaning",
    "section",
]
Where = Literal["", "first", "after", "inside"]
Kind = Literal["changed", "added", "removed", "replaced", "moved"]  #: changed: a value; replaced: a rule


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One part that is not as it was."""

    kind: Kind
    anchor: str
    sort: Sort
    before: str  #: canonical text; empty if added
    after: str  #: canonical text; empty if removed
    label: str = ""  #: the text of an option, a condition or a choice as its author wrote it
    beside: str = ""  #: of a line that is new or moved: the line before it or, if it is the first, the line around it
    where: Where = ""


@dataclass(frozen=True, slots=True)
class _Declaration:
    sort: Sort
    text: str
    label: str = ""
    owner: str = ""  #: the section it belongs to
    node: t.Section | None = None  #: of a section


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
        elif now is None and entry.sort != "meaning" and (not entry.owner or _counts(entry, new_owners)):
            found.append(RuleDifference("removed", anchor, entry.sort, entry.text, "", entry.label))
        elif now is not None and entry.node is not None and now.node is not None:
            if entry.text != now.text:
                found += _section_differences(entry.node, now.node)
        elif now is not None and now.text != entry.text:
            kind: Kind = "changed" if entry.sort in ("option", "setting", "cell") else "replaced"
            found.append(RuleDifference(kind, anchor, entry.sort, entry.text, now.text, now.label))
    for anchor, entry in new.items():
        if anchor not in old and entry.sort != "meaning" and (not entry.owner or _counts(entry, old_owners)):
            before = old.get(_for_all(anchor)) if entry.sort == "setting" else None
            if before is None:
                found.append(RuleDifference("added", anchor, entry.sort, "", entry.text, entry.label))
            elif before.text != entry.text:
                found.append(RuleDifference("changed", anchor, entry.sort, before.text, entry.text, entry.label))
    return tuple(_labelled(each, base, changed) for each in found)


def _labelled(difference: RuleDifference, base: t.Tree, changed: t.Tree) -> RuleDifference:
    """Return a choice without a text of its own with that of its action."""
    if difference.sort not in ("choice", "price") or difference.label:
        return difference
    name = difference.anchor.removesuffix(".price").rpartition(".")[2]
    texts = (
        section.text
        for tree in (changed, base)
        for section in tree.sections
        if isinstance(section, t.ActionSection) and section.name == name and section.text
    )
    return with_fields(difference, label=next(texts, ""))


def _counts(entry: _Declaration, owners: set[str]) -> bool:
    """Tell whether something that only one side has is told by itself: what is in a section is not, if that is new."""
    return entry.sort == "section" or entry.owner in owners


def _section_differences(old: t.Section, new: t.Section) -> Iterator[RuleDifference]:
    """Yield how a section differs, but for what is compared by itself: cells, and what a definition means."""
    match old, new:
        case t.TableSection(), t.TableSection():
            if _head(old) != _head(new):
                yield RuleDifference("replaced", old.name, "part", _head(old), _head(new))
        case t.DefineSection(cases=(t.Case(condition=None),)), t.DefineSection(cases=(t.Case(condition=None),)):
            before, after = _head(old), _head(new)
            if before != after:
                yield RuleDifference("replaced", old.name, "part", before, after)
        case _:
            found = tuple(_line_differences(old, new))
            yield from found or _whole(old, new, section_anchor(old))


def _for_all(anchor: str) -> str:
    """Return the anchor of what holds for any number of players, where a setting for some of them says otherwise."""
    name = anchor.rpartition(".")[2]
    return name.replace(" ", ".") if " " in name else f"option.{name}"


def _entries(tree: t.Tree, same: set[int]) -> Iterator[tuple[str, _Declaration]]:
    texts = {section.name: section.text for section in tree.sections if isinstance(section, t.OptionSection)}
    for section in tree.sections:
        anchor = section_anchor(section)
        match section:
            case t.GameSection():
                head = format_section(replace(section, name="", based_on="", credits=(), comments=()))
                yield "game", _Declaration("part", "; ".join(line.strip() for line in head.splitlines()[1:]))
            case t.OptionSection():
                yield anchor, _Declaration("option", write(section.default), section.text)
                yield f"{anchor}.values", _Declaration("part", write_type(section.type), owner=anchor)
                yield f"{anchor}.text", _Declaration("sentence", section.text, owner=anchor)
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
                text, said = format_section(section), text_of(section) or ""
                yield f"section {anchor}", _Declaration("section", text, said, anchor, section)
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


# ---- sections that are made of lines ----


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it is compared: what it is in, and how it is written without what stands below it."""

    node: t.LineNode
    anchor: str
    inside: str  #: what it is in, by names that other lines do not change
    parent: str  #: the line around it, as it is written
    text: str
    before: str  #: the line before it in the same list, as it is written; empty for the first
    around: tuple[str, ...]  #: the anchors of the lines that it is inside

    @property
    def key(self) -> tuple[str, str]:
        return self.inside, self.text


def _line_differences(old: t.Section, new: t.Section) -> Iterator[RuleDifference]:
    """Yield what differs between two sections of the same name: in the head, then line by line."""
    anchor = section_anchor(old)
    if type(old) is not type(new) or not (parts_of(old) or parts_of(new) or isinstance(old, t.ActionSection)):
        yield from _whole(old, new, anchor)
        return
    if text_of(old) != text_of(new):
        yield RuleDifference("changed", anchor, "sentence", text_of(old) or "", text_of(new) or "")
    before, after = _head(old), _head(new)
    if before != after:
        yield RuleDifference("replaced", anchor, "part", before, after)
    yield from _aligned(list(_lines(old)), list(_lines(new)))


def _whole(old: t.Section, new: t.Section, anchor: str) -> Iterator[RuleDifference]:
    """Yield a declaration that is written differently, with the lines that differ."""
    before, after = (format_section(each).splitlines() for each in (old, new))
    if before != after:
        gone = [line.strip() for line in before if line not in after]
        come = [line.strip() for line in after if line not in before]
        yield RuleDifference("replaced", anchor, "part", "; ".join(gone or before), "; ".join(come or after))


def _head(section: t.Section) -> str:
    """Return the first line of a section, without its sentence."""
    silent = cast(t.Section, with_text(section, "")) if text_of(section) else section
    lines = format_section(silent).strip().splitlines()
    head = next((line.partition("  --")[0] for line in lines if not line.startswith("--")), "")
    return head.partition(" = ")[0] if isinstance(section, t.DefineSection) else head


def _lines(section: t.Section) -> Iterator[_Line]:
    written: dict[str, str] = {}
    names: dict[str, str] = {}
    last: dict[str, str] = {}
    for each in named_lines(section):
        text = _written(each.line)
        written[each.anchor] = text
        names[each.anchor] = derived_name(each.line)
        around = each.around[1:]
        words = [written.get(anchor, anchor.rpartition(".")[2]) for anchor in around]
        inside = " ".join(names.get(anchor, anchor.rpartition(".")[2]) for anchor in around)
        parent = " / ".join(words[-2:] if around and around[-1] not in written else words[-1:])
        yield _Line(each.line, each.anchor, inside, parent, text, last.get(each.around[-1], ""), each.around)
        last[each.around[-1]] = text


def _written(line: t.LineNode) -> str:
    """Return a line as it is written, without comments and what stands below it."""
    text = format_part(replace(line, comments=(), end_comment="")).strip().splitlines()
    return next((each.strip() for each in text if not each.lstrip().startswith("--")), "")


def _aligned(old: list[_Line], new: list[_Line]) -> Iterator[RuleDifference]:
    """Yield how lines differ: those with the same text in the same place are the same, then those of the same name."""
    before, after = ([line.key for line in lines] for lines in (old, new))
    same: dict[int, int] = {}
    for at, there, length in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        same.update(zip(range(at, at + length), range(there, there + length), strict=True))
    left = [at for at in range(len(new)) if at not in set(same.values())]
    changed: dict[int, int] = {}
    for is_pair in (_is_moved, _is_changed, _is_renamed):
        for at in range(len(old)):
            if at not in same and at not in changed:
                twin = next((other for other in left if is_pair(old[at], new[other])), None)
                if twin is not None:
                    changed[at] = twin
                    left.remove(twin)
    lost = {at for at in range(len(old)) if at not in same and at not in changed}
    for at, line in enumerate(old):
        if at in changed:
            yield from _changed(line, new[changed[at]])
        elif at in lost and not _goes_without_saying(old, at, lost):
            yield RuleDifference(
                "removed", line.anchor, _sort(line.node), _essence(line.node, line.text), "", _said(line.node)
            )
    for at in left:
        line = new[at]
        yield RuleDifference(
            "added", line.anchor, _sort(line.node), "", _essence(line.node, line.text), _said(line.node),
            *_place(line),
        )  # fmt: skip


def _goes_without_saying(old: list[_Line], at: int, lost: set[int]) -> bool:
    """Tell whether a line is lost with the line around it, or is a `with ... lifted` that has lost all below it."""
    line = old[at]
    if any(other in lost and old[other].anchor in line.around for other in range(at)):
        return not isinstance(line.node, t.Needs)
    below = [other for other in range(at + 1, len(old)) if line.anchor in old[other].around]
    return isinstance(line.node, t.Supposing) and all(other in lost for other in below)


def _place(line: _Line) -> tuple[str, Where]:
    """Return beside what a line stands, and how."""
    return line.before or line.parent, "after" if line.before else "inside" if line.parent else "first"


def _is_moved(old: _Line, new: _Line) -> bool:
    return old.text == new.text


def _is_changed(old: _Line, new: _Line) -> bool:
    return old.anchor == new.anchor and type(old.node) is type(new.node)


def _is_renamed(old: _Line, new: _Line) -> bool:
    """Tell whether two lines are of the same sort and stand in the same place, though another value names them now."""
    unnamed = not part_name(old.node) and not part_name(new.node)
    return unnamed and type(old.node) is type(new.node) and (old.inside, old.before) == (new.inside, new.before)


def _changed(old: _Line, new: _Line) -> Iterator[RuleDifference]:
    if old.text == new.text:
        yield RuleDifference(
            "moved", old.anchor, _sort(old.node), old.text, new.text, _said(new.node), *_place(new)
        )  # fmt: skip
        return
    if isinstance(old.node, t.Needs) and isinstance(new.node, t.Needs):
        same = write(old.node.condition) == write(new.node.condition)
        said = new.node.message if old.node.message != new.node.message else ""
        texts = ("", "") if same else (write(old.node.condition), write(new.node.condition))
        yield RuleDifference("replaced", old.anchor, "condition", *texts, said)
        return
    found = list(_operand_differences(old, new))
    if found:
        yield from found
    else:
        yield RuleDifference("replaced", old.anchor, _sort(old.node), old.text, new.text, _said(new.node))


def _operand_differences(old: _Line, new: _Line) -> Iterator[RuleDifference]:
    """Yield the values that differ in a line; nothing if it differs in more than these."""
    before, after = operands(old.node), operands(new.node)
    alike: t.LineNode = old.node
    words = list(dict.fromkeys((*before, *after)))
    for word in words:
        value = after.get(word)
        if value is None and not is_optional(word):
            return
        if takes(alike, word):
            alike = with_operand(alike, word, value)
    if isinstance(alike, t.ChoiceLine) and isinstance(new.node, t.ChoiceLine):
        alike = replace(alike, budget=new.node.budget)
    texts = (text_of(alike) or "", text_of(new.node) or "")
    if texts[0] != texts[1]:
        alike = with_text(alike, texts[1])
    if _written(alike) != new.text:
        return
    if texts[0] != texts[1]:
        yield RuleDifference("changed", old.anchor, "sentence", *texts)
    for word in words:
        values = tuple(write(values[word]) if word in values else "" for values in (before, after))
        if values[0] != values[1]:
            kind: Kind = "changed" if all(values) else "added" if values[1] else "removed"
            sort: Sort = "price" if word == "price" else "value"
            yield RuleDifference(kind, f"{old.anchor}.{word}", sort, values[0], values[1], _said(new.node))


def _essence(line: t.LineNode, text: str) -> str:
    """Return what a new or removed line says: of a condition its expression."""
    return write(line.condition) if isinstance(line, t.Needs) else text


def _sort(line: t.LineNode) -> Sort:
    match line:
        case t.Needs():
            return "condition"
        case t.ChoiceLine() | t.ChooseStatement():
            return "choice"
        case t.Case() | t.PathLine() | t.AwardLine() | t.WinnerLine():
            return "part"
        case _:
            return "step"


def _said(line: t.LineNode) -> str:
    return text_of(line) or ""

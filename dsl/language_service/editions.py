"""The edition of a game that a house rule was written for, and what has changed in the game since.

Beside a house rule lies a small file with the mark of the official rules and, as text of the rules language, those of
their sections that the house rule changes. Nothing else of the game matters to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.rule_changes import change_sentence
from dsl.i18n.translations import translation_in
from dsl.match.rulesets.folder import edition_path, mark_of
from dsl.match.rulesets.ruleset import without_examples
from dsl.match.rulesets.translations import RulesetTexts
from dsl.syntax import ast as t
from dsl.syntax.differences import RuleDifference, differences
from dsl.syntax.formatter import format_cell, format_part, format_section, format_tree, identity
from dsl.syntax.house_rule_anchors import named_lines, section_anchor, section_around, targets
from dsl.syntax.parser import MAX_SIZE, parse, read_source

_HEAD = re.compile(r"-- written for (?P<game>[^\n]{1,80}), rules (?P<mark>[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4})\n")
_SENTENCES = 6  #: about changes of the game that are said
_CODE_OR_TEXT = re.compile(r'"[^"\n]*"?|--.*|[A-Za-z_][\w.]*')


@dataclass(frozen=True, slots=True)
class Edition:
    """The official rules as far as a house rule changes them, at the time when it was written."""

    game: str  #: its title
    mark: str  #: of the whole rules
    tree: t.Tree  #: the sections that the house rule is about


def mark_of_rules(plain: t.Tree) -> str:
    """Return the mark of official rules."""
    return mark_of(identity((without_examples(plain),)))


def write_edition(game: str, plain: t.Tree, house: t.Tree) -> str:
    """Return the text of the file for a house rule that was written for the rules `plain` of the game `game`."""
    title = " ".join(game.split())[:80]
    return f"-- written for {title}, rules {mark_of_rules(plain)}\n\n{format_tree(_touched(plain, house))}"


def read_edition(text: str) -> Edition:
    """Return what the text of such a file says. Raises RulesError."""
    head = _HEAD.match(text)
    tree = parse(Source("edition", text[head.end() if head else 0 :]))
    return Edition(head["game"] if head else "", head["mark"] if head else "", tree)


def edition_of(path: Path) -> Edition | None:
    """Return the edition that the house rule in a file was written for; None if that is not known."""
    try:
        return read_edition(read_source(edition_path(path).read_bytes()[: MAX_SIZE + 1], "edition").text)
    except (OSError, RulesError):
        return None


def changes_since(edition: Edition, plain: t.Tree, house: t.Tree) -> tuple[RuleDifference, ...]:
    """Return what has changed in the official rules of what a house rule is about."""
    if edition.mark == mark_of_rules(plain):
        return ()
    wanted = tuple(dict.fromkeys(anchor for section in house.sections for anchor in targets(section)))
    found = differences(edition.tree, _touched(plain, house))
    return tuple(each for each in found if any(_concerns(each, anchor) for anchor in wanted))


def edition_note(edition: Edition, plain: t.Tree, house: t.Tree, book: RulesetTexts, language: str) -> str:
    """Return what has changed in the official rules of what a house rule is about, in sentences of a language; empty if
    nothing has. `book` holds the texts of the rules in that language."""
    found = changes_since(edition, plain, house)
    renamed = dict(renamed_parts(edition, plain, house)) if found else {}
    words = translation_in(language)
    said = [words("edition.renamed", former=former, present=present) for former, present in renamed.items()]
    others = (each for each in found if not any(_is_in(_place_of(each), former) for former in renamed))
    said += dict.fromkeys(change_sentence(each, language, book) for each in others)
    if not said:
        return ""
    more = len(said) - _SENTENCES
    rest = [f"… +{more}"] if more > 0 else []
    return "\n".join([words("edition.changed"), *(f"• {each}" for each in said[:_SENTENCES]), *rest])


# ---- renamed parts -------------------------------------------------------------------------------------------------


def renamed_parts(edition: Edition, plain: t.Tree, house: t.Tree) -> Iterator[tuple[str, str]]:
    """Yield former and present anchor of each part that a house rule is about and that has another name now: a part of
    the new rules says the same as the former one, and it is the only one."""
    known = {section_anchor(section) for section in plain.sections}
    done: set[str] = set()
    for target in (anchor for section in house.sections for anchor in targets(section)):
        section = section_around(edition.tree, target)
        anchor = section_anchor(section) if section is not None else ""
        if section is None or target in done:
            continue
        done.add(target)
        if anchor not in known:
            if target == anchor or anchor not in done:
                done.add(anchor)
                yield from _only(anchor, [
                    section_anchor(each) for each in plain.sections
                    if type(each) is type(section) and _says(each) == _says(section)
                ])  # fmt: skip
        elif isinstance(section, t.TableSection) and isinstance(now := section_around(plain, anchor), t.TableSection):
            if (cell := _renamed_cell(target, section, now)) not in ("", target):
                yield target, cell
        elif (now := section_around(plain, anchor)) is not None:
            before = {each.anchor: each.line for each in named_lines(section)}
            after = {each.anchor: each.line for each in named_lines(now)}
            if target in before and target not in after:
                yield from _only(target, [
                    each for each, line in after.items()
                    if each not in before and _line_says(each, line) == _line_says(target, before[target])
                ])  # fmt: skip


def _renamed_cell(cell: str, before: t.TableSection, now: t.TableSection) -> str:
    """Return the present anchor of a cell of a table whose row or column may have another name; empty if there is none:
    a renamed row has the same cells, and a renamed column stands where the former one did."""
    _, _, place = cell.partition(".")
    key, _, column = place.partition(".")
    rows = {row.key: tuple(map(format_cell, row.cells)) for row in now.rows}
    if key not in rows:
        former = next((tuple(map(format_cell, row.cells)) for row in before.rows if row.key == key), None)
        known = {row.key for row in before.rows}
        found = [other for other, cells in rows.items() if cells == former and other not in known]
        key = found[0] if len(found) == 1 else ""
    if column not in now.columns:
        at = before.columns.index(column) if column in before.columns else len(now.columns)
        others = [name for name in now.columns if name not in before.columns]
        is_renamed = len(before.columns) == len(now.columns) and others == [now.columns[at]]
        column = others[0] if is_renamed else ""
    return f"{now.name}.{key}.{column}" if key and column else ""


def with_present_names(text: str, former: str, present: str) -> str:
    """Return the text of a house rule with the present name of a part; comments and sentences stay as they are."""
    old, new = former.removeprefix("option."), present.removeprefix("option.")
    owner, _, part = former.rpartition(".")
    beside = re.compile(rf"^(add to {re.escape(owner)} (?:before|after) ){re.escape(part)}\b", re.MULTILINE)

    def renamed(word: re.Match[str]) -> str:
        said = word[0]
        plain = said.removeprefix("option.")
        if said[0] in '"-' or (plain != old and not plain.startswith(f"{old}.")):
            return said
        return said[: len(said) - len(plain)] + new + plain[len(old) :]

    changed = _CODE_OR_TEXT.sub(renamed, text)
    return beside.sub(rf"\g<1>{present.rpartition('.')[2]}", changed) if owner else changed


def _only(former: str, found: list[str]) -> Iterator[tuple[str, str]]:
    if len(found) == 1:
        yield former, found[0]


def _says(section: t.Section) -> str:
    """Return a section as it is written, without its name and comments."""
    name = section_anchor(section).removeprefix("option.")
    return _without(name, format_section(replace(section, comments=(), end_comment="")))


def _line_says(anchor: str, line: t.LineNode) -> str:
    return _without(anchor.rpartition(".")[2], format_part(replace(line, comments=(), end_comment="")))


def _without(name: str, text: str) -> str:
    """Return lines with `?` for a name, and one blank for several."""
    return " ".join(_CODE_OR_TEXT.sub(lambda word: "?" if word[0] == name else word[0], text).split())


# ---- what a house rule is about ------------------------------------------------------------------------------------


def _touched(plain: t.Tree, house: t.Tree) -> t.Tree:
    """Return the sections of official rules that a house rule is about."""
    wanted = tuple(dict.fromkeys(anchor for section in house.sections for anchor in targets(section)))
    kept = {id(section) for anchor in wanted if (section := section_around(plain, anchor)) is not None}
    sections = []
    for section in plain.sections:
        numbers = isinstance(section, t.WithPlayersSection) and not set(wanted).isdisjoint(targets(section))
        if id(section) in kept or numbers:
            sections.append(section)
    return t.Tree(tuple(sections))


def _concerns(difference: RuleDifference, target: str) -> bool:
    """Whether a difference is about a part or something in or around it."""
    anchor = _place_of(difference)
    return _is_in(anchor, target) or _is_in(target, anchor)


def _place_of(difference: RuleDifference) -> str:
    """Return the anchor of what differs, without what a difference adds to it."""
    anchor = difference.anchor.removeprefix("section ")
    if difference.sort == "setting":  # an option or a cell for some numbers of players
        name = anchor.rpartition(".")[2]
        return name.replace(" ", ".") if " " in name else f"option.{name}"
    return anchor


def _is_in(anchor: str, around: str) -> bool:
    """Whether an anchor is that of a part or of something in it."""
    return anchor == around or anchor.startswith(f"{around}.")

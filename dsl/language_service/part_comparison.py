"""How a part that a house rule changes differs from the official one."""

from __future__ import annotations

import re

from msgspec.structs import replace

from dsl.base.line_differences import line_differences
from dsl.base.problem import RulesError
from dsl.language_service import messages as m
from dsl.language_service.workspace import Workspace
from dsl.match.rulesets.ruleset import translations_of, without_examples
from dsl.syntax.ast import Tree, WithPlayersSection
from dsl.syntax.changeable_parts import find_part
from dsl.syntax.formatter import format_section
from dsl.syntax.house_rule_targets import section_around, targets


def compare_part(workspace: Workspace, house: str, line: int, language: str) -> m.PartComparison:
    """Return how the part that a line of a house rule changes differs from the official one."""
    section = workspace.documents[house].at(line)
    usable = section.usable if section is not None else None
    if usable is None or usable.tree is None:
        return m.PartComparison("")
    try:
        plain, changed = workspace.tree(), without_examples(workspace.changed_tree(house))
        books = [translations_of(workspace.ruleset_text, plain, each, language) for each in (plain, changed)]
    except RulesError as error:
        return m.PartComparison("", why=error.problems[0].summary)
    found = [each for each in targets(usable.tree) if section_around(changed, each) or section_around(plain, each)]
    if not found:
        return m.PartComparison("")
    words = re.findall(r"\w+", workspace.files[house].split("\n")[line - 1])
    anchor = next((each for each in found if each.rpartition(".")[2] in words), found[0])
    said = ["", ""]
    for number, tree in enumerate((plain, changed)):
        part = find_part(tree, anchor)
        if part is not None and part.anchor == anchor:
            said[number] = books[number].sentences.get(anchor) or part.sentence
    official = find_part(plain, anchor)
    place = m.Place.of(workspace.span(official.span)) if official is not None and official.span.line else None
    ranges = frozenset(
        (each.low, each.high) for tree in (plain, changed) for each in tree.sections
        if isinstance(each, WithPlayersSection) and anchor in targets(each)
    )  # fmt: skip
    lines = line_differences(_written_around(plain, anchor, ranges), _written_around(changed, anchor, ranges))
    return m.PartComparison(anchor, (said[0], said[1]), lines, place)


def _written_around(tree: Tree, anchor: str, ranges: frozenset[tuple[int, int]]) -> str:
    """Return the section in which an anchor lies, with the sections for some numbers of players."""
    section = section_around(tree, anchor)
    others = (
        each for each in tree.sections if isinstance(each, WithPlayersSection) and (each.low, each.high) in ranges
    )
    plain = (replace(each, comments=()) for each in (section, *others) if each is not None)
    return "\n".join(format_section(each).strip("\n") for each in plain)

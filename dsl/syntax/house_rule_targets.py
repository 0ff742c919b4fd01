"""The parts of a game that the lines of a house rule are about, by their anchors."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.syntax import ast as t
from dsl.syntax.house_rule_anchors import section_anchor


def targets(section: t.Section) -> Iterator[str]:
    """Yield the anchors of what a section of a house rule changes or adds; a line is added beside another one."""
    match section:
        case t.SetText(anchor):
            yield anchor.removesuffix(".text")
        case t.SetAnchor(anchor) | t.Remove(anchor) | t.Replace(anchor):
            yield anchor
        case t.Add(anchor, _, beside):
            yield f"{anchor}.{beside}" if beside else anchor
        case t.WithPlayersSection(settings=settings, tables=tables):
            yield from (f"option.{setting.name}" for setting in settings)
            for table in tables:
                yield from (f"{table.name}.{row.key}.{column}" for row in table.rows for column in table.columns)
        case _:
            if anchor := section_anchor(section):
                yield anchor


def section_around(tree: t.Tree, anchor: str) -> t.Section | None:
    """Return the section of a tree in which an anchor lies; None if there is none."""
    found = {section_anchor(section): section for section in tree.sections}
    while anchor and anchor not in found:
        anchor = anchor.rpartition(".")[0]
    return found.get(anchor) if anchor else None

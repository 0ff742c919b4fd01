"""Makes, for a part of a game, the house rule that carries out one of the operations that are promised for it."""

from __future__ import annotations

from dsl.syntax import ast as t
from dsl.syntax.changeable_parts import ChangeablePart, Operation
from dsl.syntax.house_rule_anchors import (
    blocks_of,
    main_value,
    named_lines,
    operands,
    parts_of,
    section_anchor,
    text_of,
)

NOTE = t.NoteStatement("added")
_NEW: dict[type[t.LineNode], t.LineNode] = {
    t.ChoiceLine: t.ChoiceLine(t.Choice("added", ())),
    t.Needs: t.Needs("added", t.YesNo(True)),
    t.LetStatement: t.Needs("added", t.YesNo(True)),
    t.Supposing: t.Needs("added", t.YesNo(True)),
    t.Case: t.Case("added", t.YesNo(True), t.Number(1)),
    t.PathLine: t.PathLine("step", "added", "a", "b"),
    t.AwardLine: t.AwardLine("third", (t.Number(1),)),
    t.WinnerLine: t.WinnerLine("most", "added", t.Number(1)),
}


def change_of(tree: t.Tree, part: ChangeablePart, operation: Operation) -> t.Tree:
    """Return a house rule with one change; `set` and `replace` put what is there already."""
    return t.Tree((_change(tree, part, operation),))


def _change(tree: t.Tree, part: ChangeablePart, operation: Operation) -> t.Change:
    section, line, word = _found(tree, part)
    match operation:
        case "set":
            return t.SetAnchor(part.anchor, _value(section, line, word, part))
        case "set text":
            return t.SetText(f"{part.anchor}.text", text_of(line) or "")
        case "remove":
            return t.Remove(part.anchor)
        case "replace":
            return _replacement(part, line, word)
        case "add":
            return t.Add(part.anchor, "end", "", (_new_below(line, part.kind),))
        case _:
            inside = part.owner == f"{section_anchor(section)}.do" and isinstance(line, t.LetStatement)
            new = NOTE if inside else _new(section, line)
            return t.Add(part.owner, operation, part.name, (new,))


def _found(tree: t.Tree, part: ChangeablePart) -> tuple[t.Section, t.LineNode, str]:
    """Return the section of a part, its line (the section itself if it is none) and the word of a value or block."""
    for section in tree.sections:
        name = section_anchor(section)
        if name == part.anchor:
            return section, section, ""
        if name and part.anchor.startswith(f"{name}."):
            for each in named_lines(section):
                if each.anchor == part.anchor:
                    return section, each.line, ""
                if each.anchor == part.owner:
                    return section, each.line, part.name
            return section, section, part.name
    raise AssertionError(part.anchor)


def _value(section: t.Section, line: t.LineNode, word: str, part: ChangeablePart) -> t.Expr:
    if isinstance(section, t.OptionSection):
        return section.default
    if isinstance(section, t.TableSection):
        row = next(row for row in section.rows if row.key == part.anchor.split(".")[1])
        cell = row.cells[section.columns.index(part.name)]
        assert not isinstance(cell, t.Sides)
        return cell
    value = operands(line)[word] if word else main_value(line)
    assert value is not None
    return value


def _replacement(part: ChangeablePart, line: t.LineNode, word: str) -> t.Replace:
    blocks = {name or "": block for name, block in blocks_of(line)}
    if isinstance(line, t.ActionSection):
        return t.Replace(part.anchor, () if word == "do" else line.lines, line.do or None)
    if part.kind == "steps":
        return t.Replace(part.anchor, tuple(blocks[word]))
    return t.Replace(part.anchor, parts_of(line) if not part.owner else (line,))


def _new(section: t.Section, line: t.LineNode) -> t.LineNode:
    if isinstance(line, t.LetStatement) and not isinstance(section, t.ActionSection):
        return NOTE
    return _NEW.get(type(line), NOTE)


def _new_below(line: t.LineNode, kind: str) -> t.LineNode:
    match line:
        case _ if kind == "steps":
            return NOTE
        case t.ChoicesSection() | t.ChooseOneStatement():
            return _NEW[t.ChoiceLine]
        case t.ActionSection() | t.Supposing():
            return _NEW[t.Needs]
        case t.DefineSection():
            return _NEW[t.Case]
        case t.PathSection():
            return _NEW[t.PathLine]
        case t.AwardSection():
            return _NEW[t.AwardLine]
        case t.WinnerSection():
            return _NEW[t.WinnerLine]
        case _:
            return NOTE

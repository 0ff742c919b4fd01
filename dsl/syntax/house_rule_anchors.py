"""Anchors: the names by which a house rule refers to what it changes: `option.drift_cost`, `Box.ridge.capacity`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from msgspec import structs

from dsl.base.source import Span
from dsl.syntax import ast as t

Lines = tuple[t.LineNode, ...]
_PARTS: dict[type[t.LineNode], tuple[str, tuple[type[t.LineNode], ...]]] = {
    t.ActionSection: ("lines", (t.Needs, t.LetStatement, t.Supposing)),
    t.DefineSection: ("cases", (t.Case,)),
    t.PathSection: ("lines", (t.PathLine,)),
    t.AwardSection: ("lines", (t.AwardLine,)),
    t.WinnerSection: ("lines", (t.WinnerLine,)),
    t.ChoicesSection: ("entries", (t.ChoiceLine,)),
    t.RoutineSection: ("block", t.Statement.__args__),
    t.ConsequenceSection: ("block", t.Statement.__args__),
    t.SetupSection: ("block", t.Statement.__args__),
    t.PlaySection: ("block", t.Statement.__args__),
}


def section_anchor(section: t.Section) -> str:
    """Return the name of a section as house rules write it; empty if it has none."""
    match section:
        case t.OptionSection(name):
            return f"option.{name}"
        case t.SetupSection():
            return "setup"
        case t.PlaySection():
            return "play"
        case t.WinnerSection():
            return "winner"
        case t.GameSection() | t.HouseSection() | t.ExampleSection() | t.AlwaysSection() | t.WithPlayersSection():
            return ""
        case t.SetAnchor() | t.Remove() | t.Replace() | t.Add():
            return ""
        case _:
            return section.name


def part_name(line: t.LineNode) -> str:
    """Return the name of a part of a section; empty if it has none."""
    match line:
        case t.Needs(name) | t.LetStatement(name) | t.PhaseStatement(name):
            return name
        case t.Case(name):
            return name or "otherwise"
        case t.PathLine(kind, name):
            return name if kind == "step" else kind
        case t.AwardLine(part):
            return part
        case t.WinnerLine(_, name):
            return name or "shared"
        case t.ChoiceLine(choice):
            return choice.name
        case _:
            return ""


def parts_of(section: t.Section) -> Lines:
    """Return the lines of a section that house rules may change one by one."""
    held = _PARTS.get(type(section))
    lines: Lines = getattr(section, held[0]) if held else ()
    return lines


def fits(section: t.Section, line: t.LineNode) -> bool:
    """Tell whether `line` may be a part of `section`."""
    held = _PARTS.get(type(section))
    return held is not None and isinstance(line, held[1])


def with_parts(section: t.Section, lines: Lines) -> t.Section:
    """Return `section` with these parts in place of its own."""
    name, _ = _PARTS[type(section)]
    return structs.replace(section, **{name: lines})  # the table names the field of each type


def rewrite(lines: Lines, name: str, change: Callable[[t.LineNode], Lines]) -> Lines | None:
    """Return `lines` with the part `name`, put through `change`; None if there is no such part in or below them."""
    for index, line in enumerate(lines):
        if part_name(line) == name:
            return (*lines[:index], *change(line), *lines[index + 1 :])
        if isinstance(line, t.Supposing):
            inner = rewrite(line.lines, name, change)
            if inner is not None:
                rest = (structs.replace(line, lines=inner),) if inner else ()
                return (*lines[:index], *rest, *lines[index + 1 :])
    return None


def flat(lines: Lines) -> Iterator[t.LineNode]:
    """Yield the named parts among `lines`, those below a `with ... lifted` included."""
    for line in lines:
        if isinstance(line, t.Supposing):
            yield from flat(line.lines)
        elif part_name(line):
            yield line


def head_span(line: t.LineNode) -> Span:
    """Return the place of what a line names: the part that a change alters, the thing that a section declares."""
    if line.named:
        return line.named[0][1]
    span = line.span
    return span if span.line == span.end_line else replace(span, end_line=span.line, end_column=span.column + 1)


def anchors_of(tree: t.Tree) -> Iterator[str]:
    """Yield every name that a house rule for `tree` may use."""
    for section in tree.sections:
        anchor = section_anchor(section)
        if anchor:
            yield anchor
        for part in flat(parts_of(section)):
            yield f"{anchor}.{part_name(part)}"
        if isinstance(section, t.ActionSection):
            yield f"{anchor}.do"
        if isinstance(section, t.TableSection):
            yield from (f"{anchor}.{row.key}.{column}" for row in section.rows for column in section.columns)

"""The parts of a game that house rules can change: the name of each, what it says, what may be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from msgspec.structs import replace

from dsl.base.source import Span
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import format_part, format_section
from dsl.syntax.house_rule_anchors import (
    Lines,
    NamedLine,
    blocks_of,
    is_optional,
    main_value,
    named_lines,
    operands,
    parts_of,
    section_anchor,
    text_of,
)

Operation = Literal["set", "set text", "replace", "remove", "add", "before", "after"]
PartKind = Literal[
    "option", "table", "cell", "kinds", "board", "piece", "counter", "zone", "variable", "definition", "case", "path",
    "step of a path", "action", "condition", "steps", "step", "list of choices", "choice", "price", "value", "routine",
    "consequence", "award", "line of an award", "winner", "line of the winner", "tie-break", "setup", "play"
]  # fmt: skip

_KINDS: dict[type[t.LineNode], PartKind] = {
    t.OptionSection: "option",
    t.TableSection: "table",
    t.KindsSection: "kinds",
    t.BoardSection: "board",
    t.PieceSection: "piece",
    t.CounterSection: "counter",
    t.ZoneSection: "zone",
    t.VariableSection: "variable",
    t.DefineSection: "definition",
    t.Case: "case",
    t.PathSection: "path",
    t.PathLine: "step of a path",
    t.ActionSection: "action",
    t.Needs: "condition",
    t.ChooseOneStatement: "list of choices",
    t.ChoiceLine: "choice",
    t.ChoicesSection: "list of choices",
    t.RoutineSection: "routine",
    t.ConsequenceSection: "consequence",
    t.AwardSection: "award",
    t.AwardLine: "line of an award",
    t.WinnerSection: "winner",
    t.WinnerLine: "line of the winner",
    t.SetupSection: "setup",
    t.PlaySection: "play",
}


@dataclass(frozen=True, slots=True)
class ChangeablePart:
    """A part with its name. `replace ANCHOR`, `remove ANCHOR` and so on are accepted exactly if they are listed."""

    anchor: str
    kind: PartKind
    operations: tuple[Operation, ...]  #: `before`, `after`: `add to OWNER before NAME`; `add`: at the end of it
    text: str  #: as it is written, on one line
    sentence: str  #: what its author says to players; perhaps empty
    span: Span
    owner: str  #: the anchor before its last word, as `add to` takes it; empty for a section
    depth: int  #: how many listed parts it is inside

    @property
    def name(self) -> str:
        """The last word of its anchor, as it stands behind `before` and `after`."""
        return self.anchor.rpartition(".")[2]


def every_anchor(tree: t.Tree) -> Iterator[str]:
    """Yield every name that a house rule for `tree` may use, without what stands there."""
    for section in tree.sections:
        anchor = section_anchor(section)
        if not anchor:
            continue
        yield anchor
        if isinstance(section, t.TableSection):
            yield from (part.anchor for part in _cells(section))
        if isinstance(section, t.ActionSection):
            yield f"{anchor}.do"
        for named in named_lines(section):
            yield named.anchor
            yield from (f"{named.anchor}.{word}" for word in operands(named.line))
            yield from (f"{named.anchor}.{name}" for name, _ in blocks_of(named.line) if name)


def changeable_parts(tree: t.Tree) -> Iterator[ChangeablePart]:
    """Yield every part of the rules that has a name, in the order of the text; the options come first."""
    first = [section for section in tree.sections if isinstance(section, t.OptionSection)]
    others = [section for section in tree.sections if not isinstance(section, t.OptionSection)]
    for section in (*first, *others):
        if section_anchor(section):
            yield from _of_section(section)


def find_part(tree: t.Tree, anchor: str) -> ChangeablePart | None:
    """Return the part that an anchor of the engine names: `drift.farther`, `phase main`, `winner.score`. If there is no
    such part, return the one around it; None if there is none either."""
    found = {part.anchor: part for part in changeable_parts(tree)}
    kind, _, name = anchor.rpartition(" ")
    if kind:
        return next((part for part in found.values() if part.text == anchor), None) or found.get(name)
    while anchor and anchor not in found:
        anchor = anchor.rpartition(".")[0]
    return found.get(anchor)


def _of_section(section: t.Section) -> Iterator[ChangeablePart]:
    anchor = section_anchor(section)
    can: list[Operation] = ["remove"]
    if isinstance(section, t.OptionSection) or main_value(section) is not None:
        can.insert(0, "set")
    if text_of(section) is not None:
        can.append("set text")
    if parts_of(section) or isinstance(section, t.ActionSection):
        can += ["replace", "add"]
    text = format_section(replace(section, comments=(), end_comment="")).strip().splitlines()
    head = next((line for line in text if not line.lstrip().startswith("--")), "")
    yield ChangeablePart(
        anchor, _KINDS[type(section)], tuple(can), head, text_of(section) or "", section.span, "", 0
    )  # fmt: skip
    if isinstance(section, t.TableSection):
        yield from _cells(section)
    if not isinstance(section, t.DefineSection) or main_value(section) is None:  # else its one value is said already
        yield from _inside(section, anchor)


def _inside(section: t.Section, anchor: str) -> Iterator[ChangeablePart]:
    """Yield the parts in a section: lines, what they say, and each of several blocks below one before its lines."""
    blocks: dict[str, ChangeablePart] = {}
    if isinstance(section, t.ActionSection):
        blocks[f"{anchor}.do"] = _block(f"{anchor}.do", section.do, section, 1)
    for named in named_lines(section):
        for each in named.around:
            if each in blocks:
                yield blocks.pop(each)
        yield from _of_line(named)
        for name, block in blocks_of(named.line):
            if name:
                inner = f"{named.anchor}.{name}"
                blocks[inner] = _block(inner, block, named.line, len(named.around) + 1)
                if not block:
                    yield blocks.pop(inner)
    yield from blocks.values()


def _block(anchor: str, block: Lines, line: t.LineNode, depth: int) -> ChangeablePart:
    owner, _, name = anchor.rpartition(".")
    can: tuple[Operation, ...] = ("replace", "add", "remove") if name == "otherwise" else ("replace", "add")
    return ChangeablePart(anchor, "steps", can, name, "", block[0].span if block else line.span, owner, depth)


def _cells(table: t.TableSection) -> Iterator[ChangeablePart]:
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=False):
            is_value = isinstance(cell, t.Name | t.Number | t.NoneLiteral)
            text = "+".join(map(str, cell.sides)) if isinstance(cell, t.Sides) else write(cell)
            anchor = f"{table.name}.{row.key}.{column}"
            yield ChangeablePart(anchor, "cell", ("set",) if is_value else (), text, "", cell.span, table.name, 1)


def _of_line(named: NamedLine) -> Iterator[ChangeablePart]:
    line, anchor = named.line, named.anchor
    can: list[Operation] = ["set"] if main_value(line) is not None else []
    can += ["set text"] if text_of(line) is not None else []
    can += ["replace", "remove", "before", "after"]
    blocks = blocks_of(line)
    if len(blocks) == 1:
        can.append("add")
    owner, depth = anchor.rpartition(".")[0], len(named.around)
    kind: PartKind = _KINDS.get(type(line), "step" if isinstance(line, get_args(t.Statement)) else "condition")
    if isinstance(line, t.AwardLine) and line.part == "ties":
        kind = "tie-break"
    yield ChangeablePart(
        anchor, kind, tuple(can), _head(line), text_of(line) or "", line.span, owner, depth
    )  # fmt: skip
    for word, value in operands(line).items():
        may: tuple[Operation, ...] = ("set", "remove") if is_optional(word) else ("set",)
        sort: PartKind = (
            "price" if word == "price" else "condition" if "condition" in word or word in _TESTS else "value"
        )
        yield ChangeablePart(f"{anchor}.{word}", sort, may, write(value), "", value.span, anchor, depth + 1)


_TESTS = ("where", "until")


def _head(line: t.LineNode) -> str:
    text = format_part(replace(line, comments=(), end_comment="")).strip().splitlines()
    return next((each.strip() for each in text if not each.lstrip().startswith("--")), "")

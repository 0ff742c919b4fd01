"""Anchors: the names by which a house rule refers to what it changes: `option.drift_cost`, `actions.drift.price`.

A part has the name that its author gave it (a condition, a case, a phase) or one derived from what it does: a choice
is called like its action, `move hand of me to set_aside` is `move_hand_to_set_aside`. A derived name depends on nothing
beside its line; only where a section has the same name twice, the later ones are numbered: `rest`, `rest_2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from msgspec import structs

from dsl.base.source import Span
from dsl.syntax import ast as t

Lines = tuple[t.LineNode, ...]
STEPS: tuple[type[t.LineNode], ...] = t.Statement.__args__
_PARTS: dict[type[t.LineNode], tuple[str, tuple[type[t.LineNode], ...]]] = {
    t.ActionSection: ("lines", (t.Needs, t.LetStatement, t.Supposing)),
    t.DefineSection: ("cases", (t.Case,)),
    t.PathSection: ("lines", (t.PathLine,)),
    t.AwardSection: ("lines", (t.AwardLine,)),
    t.WinnerSection: ("lines", (t.WinnerLine,)),
    t.ChoicesSection: ("entries", (t.ChoiceLine,)),
    t.RoutineSection: ("block", STEPS),
    t.ConsequenceSection: ("block", STEPS),
    t.SetupSection: ("block", STEPS),
    t.PlaySection: ("block", STEPS),
}
_BELOW: dict[type[t.LineNode], str] = {  #: the field with the lines below a line; `if` has several blocks
    t.Supposing: "lines",
    t.ChoiceLine: "block",
    t.ChooseOneStatement: "entries",
    t.ForEachStatement: "block",
    t.RepeatStatement: "block",
    t.TurnsStatement: "block",
    t.OneTurnEachStatement: "block",
    t.TurnOfStatement: "block",
    t.PhaseStatement: "block",
    t.TogetherStatement: "block",
    t.FinallyStatement: "block",
}
_OPERANDS: dict[type[t.LineNode], dict[str, str]] = {  #: what a line says, by the word for it: its field
    t.RepeatStatement: {"condition": "value"},
    t.TurnsStatement: {"start": "start", "until": "until"},
    t.OneTurnEachStatement: {"start": "start"},
    t.TurnOfStatement: {"player": "player"},
    t.ForEachStatement: {"members": "things"},
    t.ChoiceLine: {"price": "price"},
    t.ChooseStatement: {"by": "by"},
    t.ChooseOneStatement: {"by": "by"},
    t.MoveStatement: {"things": "things", "target": "target", "turned": "turned"},
    t.CreateStatement: {"things": "things", "place": "place"},
    t.MarkStatement: {"things": "things"},
    t.GiveStatement: {"things": "things", "player": "player"},
    t.EliminateStatement: {"player": "player"},
    t.Case: {"condition": "condition"},
    t.PathLine: {"condition": "value", "cost": "cost"},
    t.Supposing: {"thing": "thing", "target": "target"},
}
_MAIN: dict[type[t.LineNode], str] = {  #: the field with the value of a line that is first of all one value
    t.Needs: "condition",
    t.LetStatement: "value",
    t.BudgetStatement: "value",
    t.AssignStatement: "value",
    t.Case: "value",
    t.WinnerLine: "value",
    t.PathLine: "value",
    t.VariableSection: "value",
}
_TEXTS: dict[type[t.LineNode], str] = {  #: the field with the sentence of a line
    t.Needs: "message",
    t.ActionSection: "text",
    t.OptionSection: "text",
    t.AlwaysSection: "text",
    t.NoteStatement: "text",
}
_OPTIONAL = {"price", "where", "by", "until", "turned", "cost"}  #: what may be left out


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
        case t.LessonSection() | t.SetAnchor() | t.SetText() | t.Remove() | t.Replace() | t.Add():
            return ""
        case _:
            return section.name


def part_name(line: t.LineNode) -> str:
    """Return the name that its author gave a part of a section; empty if it has none."""
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


def derived_name(line: t.LineNode) -> str:
    """Return what a part is called: as its author did, else after what it does."""
    given = part_name(line)
    if given:
        return given
    match line:
        case t.ChooseStatement(choice):
            return choice.name
        case t.ChooseOneStatement():
            return "choice"
        case t.MoveStatement(things, target):
            return f"move_{noun(things)}_to_{noun(target)}"
        case t.CreateStatement(things, place):
            return f"create_{noun(things)}_in_{noun(place)}"
        case t.MarkStatement(things, state):
            return f"mark_{noun(things)}_as_{state}"
        case t.GiveStatement(thing) | t.ShuffleStatement(thing) | t.RevealStatement(thing) | t.HideStatement(thing):
            word = {t.GiveStatement: "give", t.ShuffleStatement: "shuffle", t.RevealStatement: "reveal"}
            return f"{word.get(type(line), 'hide')}_{noun(thing)}"
        case t.ExchangeStatement(left, right):
            return f"exchange_{noun(left)}_and_{noun(right)}"
        case t.AssignStatement(_, target):
            return noun(target)
        case t.BudgetStatement(name) | t.CallStatement(name) | t.GiveAwardStatement(name):
            return name
        case t.EliminateStatement():
            return "eliminate"
        case t.EndStatement(what):
            return f"end_{what}"
        case t.NoteStatement():
            return "note"
        case t.IfStatement(((condition, _), *_)):
            return f"if_{noun(condition)}"
        case t.ForEachStatement(name, secretly=secretly):
            return f"{'secretly_' if secretly else ''}each_{name}"
        case t.RepeatStatement():
            return "repeat"
        case t.TurnsStatement():
            return "turns"
        case t.OneTurnEachStatement():
            return "one_turn_each"
        case t.TurnOfStatement(player):
            return f"turn_of_{noun(player)}"
        case t.TogetherStatement():
            return "together"
        case t.FinallyStatement():
            return "finally"
        case t.Supposing(thing):
            return f"with_{noun(thing)}"
        case _:
            return ""


def noun(expr: t.Expr) -> str:
    """Return the word that says what an expression is about: `herons` for `2 of my herons on t`."""
    match expr:
        case t.Name(name) | t.Apply(name):
            return name
        case t.Of(t.Number() | t.Apply() | t.Binary() | t.Phrase(), right) | t.Of(_, t.My() as right):
            return noun(right)
        case t.Of(left, _):
            return noun(left)
        case t.TheOn(thing):
            return thing
        case t.My(thing):
            return noun(thing)
        case t.Number(value):
            return str(abs(value))
        case t.YesNo(value):
            return "yes" if value else "no"
        case t.NoneLiteral():
            return "none"
        case t.Coordinate():
            return "there"
        case t.Can(choice):
            return choice.name
    values = (getattr(expr, name) for name in expr.__struct_fields__)
    firsts = (value[0] if isinstance(value, tuple) and value else value for value in values)
    return next((noun(first) for first in firsts if isinstance(first, t.Expr)), "it")


# ---- the lines of a section, and those below a line ----


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


def blocks_of(line: t.LineNode) -> tuple[tuple[str, Lines], ...]:
    """Return the blocks below a line with their names: a name where a line has several, else an empty one."""
    if isinstance(line, t.IfStatement):
        names = ["then", *(f"then_{number}" for number in range(2, len(line.cases) + 1))]
        then = tuple((name, block) for name, (_, block) in zip(names, line.cases, strict=True))
        return (*then, ("otherwise", line.otherwise)) if line.otherwise else then
    field = _BELOW.get(type(line))
    return (("", getattr(line, field)),) if field else ()


def with_block(line: t.LineNode, at: int, block: Lines) -> t.LineNode:
    """Return `line` with `block` as the block `at` below it."""
    if isinstance(line, t.IfStatement):
        if at == len(line.cases):
            return structs.replace(line, otherwise=block)
        cases = (*line.cases[:at], (line.cases[at][0], block), *line.cases[at + 1 :])
        return structs.replace(line, cases=cases)
    return structs.replace(line, **{_BELOW[type(line)]: block})


def holds(line: t.LineNode) -> str:
    """Return what stands below a line: `choices`, `conditions`, `steps` or nothing."""
    match line:
        case t.ChooseOneStatement():
            return "choices"
        case t.Supposing():
            return "conditions"
        case t.IfStatement():
            return "steps"
        case _:
            return "steps" if type(line) in _BELOW else ""


def fits_beside(line: t.LineNode, old: t.LineNode) -> bool:
    """Tell whether `line` may stand where `old` stands, which is no line of an action itself."""
    groups = (STEPS, (t.ChoiceLine,), (t.Needs, t.LetStatement, t.Supposing), (t.Case,))
    return any(isinstance(line, group) and isinstance(old, group) for group in groups) or type(line) is type(old)


def _walk(lines: Lines, depth: int = 0) -> Iterator[tuple[int, t.LineNode]]:
    for line in lines:
        yield depth, line
        for _, block in blocks_of(line):
            yield from _walk(block, depth + 1)


def labelled(section: t.Section) -> t.Section:
    """Return `section` with the name of each of its lines as its `label`; names are unique among the lines of a
    section, and below the `do` of an action. Where two lines have the same name, one with a given name comes before one
    with a derived name, and a line before what stands further inside."""
    if parts_of(section):
        section = with_parts(section, labelled_lines(parts_of(section)))
    if isinstance(section, t.ActionSection) and section.do:
        section = structs.replace(section, do=cast(t.Block, labelled_lines(section.do)))
    return section


def labelled_lines(lines: Lines) -> Lines:
    """Return `lines` with labels that are unique among them and what stands below them."""
    walked = list(_walk(lines))
    order = sorted(range(len(walked)), key=lambda at: (not part_name(walked[at][1]), walked[at][0], at))
    labels, taken = [""] * len(walked), set[str]()
    for at in order:
        name = derived_name(walked[at][1])
        label, number = name, 1
        while label in taken:
            number += 1
            label = f"{name}_{number}"
        taken.add(label)
        labels[at] = label
    return _with_labels(lines, iter(labels))


def _with_labels(lines: Lines, labels: Iterator[str]) -> Lines:
    found: list[t.LineNode] = []
    for line in lines:
        line = structs.replace(line, label=next(labels))
        for at, (_, block) in enumerate(blocks_of(line)):
            line = with_block(line, at, _with_labels(block, labels))
        found.append(line)
    return tuple(found)


def name_of(line: t.LineNode) -> str:
    """Return the name of a line in its section; of a line that has been added, the one it would have alone."""
    return line.label or derived_name(line)


def rewrite(lines: Lines, name: str, change: Callable[[t.LineNode], Lines]) -> Lines | None:
    """Return `lines` with the part `name`, put through `change`; None if there is no such part in or below them.

    A list of choices, a loop or an `if` that has lost everything below it goes, too.
    """
    by_label = _rewrite(lines, lambda line: line.label == name, change)
    added = lambda line: not line.label and derived_name(line) == name  # noqa: E731
    return by_label if by_label is not None else _rewrite(lines, added, change)


def _rewrite(lines: Lines, is_it: Callable[[t.LineNode], bool], change: Callable[[t.LineNode], Lines]) -> Lines | None:
    for index, line in enumerate(lines):
        if is_it(line):
            return (*lines[:index], *change(line), *lines[index + 1 :])
        blocks = blocks_of(line)
        for at, (_, block) in enumerate(blocks):
            inner = _rewrite(block, is_it, change)
            if inner is not None:
                whole = with_block(line, at, inner)
                gone = not inner and len(blocks) == 1 and not isinstance(line, t.ChoiceLine)
                return (*lines[:index], *(() if gone else (whole,)), *lines[index + 1 :])
    return None


def flat(lines: Lines) -> Iterator[t.LineNode]:
    """Yield the parts among `lines` that their author has named, those below a `with ... lifted` included."""
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


# ---- what a line says: values and sentences ----


def main_value(line: t.LineNode) -> t.Expr | None:
    """Return the value that a line is there for: of a condition what it requires, of `let` and `budget` the value."""
    match line:
        case t.PathLine("step"):
            return None
        case t.AwardLine(values=(value,)) | t.DefineSection(cases=(t.Case(condition=None, value=value),)):
            return value
        case _:
            field = _MAIN.get(type(line))
            found: t.Expr | None = getattr(line, field) if field else None
            return found


def with_main_value(line: t.LineNode, value: t.Expr) -> t.LineNode:
    """Return `line`, which has a main value, with another one."""
    match line:
        case t.AwardLine():
            return structs.replace(line, values=(value,))
        case t.DefineSection(cases=(case,)):
            return structs.replace(line, cases=(structs.replace(case, value=value),))
        case _:
            return structs.replace(line, **{_MAIN[type(line)]: value})


def _fields(line: t.LineNode) -> Mapping[str, str]:
    """Return the fields with the operands of a line, by the word for each."""
    if isinstance(line, t.RepeatStatement) and line.bound == "up to":
        return {"times": "value"}
    return _OPERANDS.get(type(line), {})


def operands(line: t.LineNode) -> Mapping[str, t.Expr]:
    """Return the other values in a line by name, those that are written: `price` and `where` of a choice."""
    if isinstance(line, t.IfStatement):
        conditions = [condition for condition, _ in line.cases]
        names = ["condition", *(f"condition_{number}" for number in range(2, len(conditions) + 1))]
        return dict(zip(names, conditions, strict=True))
    if isinstance(line, t.AwardLine):
        several = line.values if len(line.values) > 1 else ()
        return {f"value_{number}": value for number, value in enumerate(several, 1)}
    if isinstance(line, t.PathLine) and line.kind != "step":
        return {}
    found = {word: getattr(line, field) for word, field in _fields(line).items()}
    if isinstance(line, t.ChoiceLine | t.ChooseStatement):
        found["where"] = line.choice.where
    return {word: value for word, value in found.items() if value is not None}


def takes(line: t.LineNode, word: str) -> bool:
    """Tell whether a line may have an operand of this name, written or not."""
    if isinstance(line, t.ChoiceLine | t.ChooseStatement) and word == "where":
        return True
    return word in operands(line) or (word in _OPTIONAL and word in _fields(line))


def is_optional(word: str) -> bool:
    """Tell whether an operand of this name may be left out."""
    return word in _OPTIONAL


def with_operand(line: t.LineNode, word: str, value: t.Expr | None) -> t.LineNode:
    """Return `line` with another operand; None leaves it out."""
    if isinstance(line, t.IfStatement) and value is not None:
        at = list(operands(line)).index(word)
        cases = (*line.cases[:at], (value, line.cases[at][1]), *line.cases[at + 1 :])
        return structs.replace(line, cases=cases)
    if isinstance(line, t.AwardLine) and value is not None:
        at = list(operands(line)).index(word)
        return structs.replace(line, values=(*line.values[:at], value, *line.values[at + 1 :]))
    if isinstance(line, t.ChoiceLine | t.ChooseStatement) and word == "where":
        return structs.replace(line, choice=structs.replace(line.choice, where=value))
    changed = structs.replace(line, **{_fields(line)[word]: value})
    return structs.replace(changed, budget="") if word == "price" and value is None else changed


def text_of(line: t.LineNode) -> str | None:
    """Return the sentence of a line for players, perhaps empty; None if a line of its sort has none."""
    if isinstance(line, t.ChoiceLine | t.ChooseStatement):
        return line.choice.text
    field = _TEXTS.get(type(line))
    return getattr(line, field) if field else None


def with_text(line: t.LineNode, text: str) -> t.LineNode:
    """Return `line`, which can have a sentence, with another one."""
    if isinstance(line, t.ChoiceLine | t.ChooseStatement):
        return structs.replace(line, choice=structs.replace(line.choice, text=text))
    return structs.replace(line, **{_TEXTS[type(line)]: text})


# ---- all names ----


def anchors_of(tree: t.Tree) -> Iterator[str]:
    """Yield the names of sections, of the parts that their author has named, and of cells."""
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


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line of a section with its name, and the lines around it in the section, outermost first."""

    anchor: str
    line: t.LineNode
    around: tuple[str, ...]  #: anchors
    owner: t.Section


def named_lines(section: t.Section) -> Iterator[NamedLine]:
    """Yield every line of a section, in the order of the text."""
    anchor = section_anchor(section)
    whole = labelled(section)
    yield from _named(parts_of(whole), anchor, (anchor,), whole)
    if isinstance(whole, t.ActionSection):
        yield from _named(whole.do, f"{anchor}.do", (anchor, f"{anchor}.do"), whole)


def _named(lines: Lines, prefix: str, around: tuple[str, ...], owner: t.Section) -> Iterator[NamedLine]:
    for line in lines:
        anchor = f"{prefix}.{line.label}"
        yield NamedLine(anchor, line, around, owner)
        for name, block in blocks_of(line):
            inside = (*around, anchor, f"{anchor}.{name}") if name else (*around, anchor)
            yield from _named(block, prefix, inside, owner)


# ---- what a house rule is about ----


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

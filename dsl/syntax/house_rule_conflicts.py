"""Which house rules cannot be ticked together: those that change the same part, or a part of what another changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from dsl.base.problem import Label, Problem
from dsl.base.source import Span
from dsl.syntax import ast as t
from dsl.syntax.house_rule_anchors import flat, head_span, named_lines, part_name, section_anchor

_MOST_PLAYERS = 8
_Around = Mapping[str, tuple[str, ...]]  #: by anchor: the anchors of the lines that it is inside


@dataclass(frozen=True, slots=True)
class _Touch:
    """A part that a house rule alters (`alters`) or only needs to be there."""

    anchor: str
    span: Span
    alters: bool = True
    puts: str = ""  #: steps are put at this place, where their order counts


def conflicts(changes: Sequence[tuple[str, t.Tree]], base: t.Tree | None = None) -> list[Problem]:
    """Return a problem for each two of these titled house rules that alter the same part.

    With the rules `base` that they change, also for two of which one alters a part and the other one inside it. Two
    conditions or choices added to one part are no conflict, as long as they have different names; two steps added at
    the same place are one, since their order counts.
    """
    found: list[Problem] = []
    around = dict(_around(base, {section for _, change in changes for section in _sections(change)})) if base else {}
    touched = [(title, tuple(_touches(change))) for title, change in changes]
    for (title, one), (other_title, other) in combinations(touched, 2):
        pairs = [(a, b) for a in one for b in other if _collide(a, b, around)]
        if pairs:
            a, b = pairs[0]
            anchor = max(a.anchor, b.anchor, key=len)
            label = Label(a.span, f"changed here by `{title}`")
            found.append(
                Problem(
                    "house-conflict", f"the house rules `{title}` and `{other_title}` both change `{anchor}`",
                    b.span, f"changed here by `{other_title}`",
                    "Only one of them can apply, and which one must not depend on their order.",
                    f"choose `{title}` or `{other_title}`", (label,),
                )
            )  # fmt: skip
    return found


def changed_twice(change: t.Tree) -> Iterator[Problem]:
    """Yield a problem for each value that one house rule sets and, in later lines, sets again."""
    places: dict[str, list[Span]] = {}
    for name, span in _values(change):
        places.setdefault(name, []).append(span)
    for name, (first, *later) in places.items():
        if later:
            part, times = name.rpartition(": ")[2], "twice" if len(later) == 1 else f"{len(later) + 1} times"
            yield Problem(
                "duplicate-name", f"`{part}` is set {times}", first, "this one has no effect",
                "The later of two lines has the last word." if len(later) == 1 else "The last line has the last word.",
                "leave one of them out" if len(later) == 1 else "leave only one of them",
                tuple(Label(each, "set again here") for each in later),
            )  # fmt: skip


def _values(change: t.Tree) -> Iterator[tuple[str, Span]]:
    """Yield the values that a house rule sets; those for numbers of players with these before them."""
    for section in change.sections:
        if isinstance(section, t.SetAnchor | t.SetText):
            yield section.anchor, head_span(section)
        elif isinstance(section, t.WithPlayersSection):
            for setting in section.settings:
                yield f"{section.low}..{section.high}: {setting.name}", setting.span


def _sections(change: t.Tree) -> Iterator[str]:
    """Yield the sections that a change alters lines of."""
    for section in change.sections:
        if isinstance(section, t.SetAnchor | t.SetText | t.Remove | t.Replace | t.Add):
            yield section.anchor.partition(".")[0]


def _around(base: t.Tree, wanted: set[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for section in base.sections:
        if section_anchor(section) in wanted:
            yield from ((each.anchor, each.around) for each in named_lines(section))


def _collide(a: _Touch, b: _Touch, around: _Around) -> bool:
    if not (a.alters or b.alters):
        return bool(a.puts) and a.puts == b.puts
    if a.alters and b.alters:
        return _is_in(a.anchor, b.anchor, around) or _is_in(b.anchor, a.anchor, around)
    needed, altered = (b, a) if a.alters else (a, b)
    return _is_in(needed.anchor, altered.anchor, around)


def _is_in(anchor: str, other: str, around: _Around) -> bool:
    """Tell whether `anchor` is `other` or lies inside it."""
    if anchor == other or anchor.startswith(f"{other}."):
        return True
    outer = _around_of(anchor, around)
    return any(each == other or each.startswith(f"{other}.") for each in outer)


def _around_of(anchor: str, around: _Around) -> tuple[str, ...]:
    """Return what a line is inside, or the line that a value belongs to."""
    return around.get(anchor) or around.get(anchor.rpartition(".")[0], ())


def _touches_with(section: t.WithPlayersSection, number: str) -> Iterator[_Touch]:
    """What a `with N players` section alters for one number; the same part for all numbers is another."""
    for setting in section.settings:
        yield _Touch(f"{number}.{setting.name}", setting.span)
    for table in section.tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=False):
                yield _Touch(f"{number}.{table.name} {row.key} {column}", cell.span)
    if section.teams is not None:
        yield _Touch(f"{number}.teams", section.teams.span)


def _touches(tree: t.Tree) -> Iterator[_Touch]:
    for section in tree.sections:
        match section:
            case t.SetAnchor(anchor) | t.SetText(anchor) | t.Remove(anchor) | t.Replace(anchor):
                yield _Touch(anchor, head_span(section))
            case t.Add(anchor, where, beside, parts, do):
                place = f"{anchor}.{beside}" if beside else anchor
                has_steps = bool(do) or any(isinstance(part, t.Statement) for part in parts)
                yield _Touch(place, head_span(section), False, f"{where} {place}" if has_steps else "")
                for part in flat(section.parts):
                    yield _Touch(f"{anchor}.{part_name(part)}", head_span(part))
            case t.WithPlayersSection(low, high):
                for players in range(low, min(high, low + _MOST_PLAYERS) + 1):
                    yield from _touches_with(section, f"with {players} players")
            case _:
                if section_anchor(section):
                    yield _Touch(section_anchor(section), head_span(section))

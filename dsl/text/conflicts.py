"""Which house rules cannot be ticked together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dsl.text import tree as t
from dsl.text.anchors import flat, head_span, part_name, section_anchor
from dsl.text.problem import Label, Problem
from dsl.text.source import Span

_MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class _Touch:
    """A part that a house rule alters (`alters`) or only needs to be there."""

    anchor: str
    span: Span
    alters: bool = True


def conflicts(changes: Sequence[tuple[str, t.Tree]]) -> list[Problem]:
    """Return a problem for each two of these titled house rules that alter the same part.

    Two conditions added to one action are no conflict, as long as they have different names.
    """
    found: list[Problem] = []
    for (title, one), (other_title, other) in combinations(changes, 2):
        pairs = [(a, b) for a in _touches(one) for b in _touches(other) if _collide(a, b)]
        if pairs:
            a, b = pairs[0]
            anchor = max(a.anchor, b.anchor, key=len)
            label = Label(a.span, f"changed here by `{title}`")
            found.append(
                Problem(
                    "house-conflict", f"the house rules `{title}` and `{other_title}` both change `{anchor}`",
                    b.span, f"changed here by `{other_title}`",
                    "Only one of them can have its way, and which one should not depend on an order nobody sees.",
                    f"choose `{title}` or `{other_title}`", (label,),
                )
            )  # fmt: skip
    return found


def _collide(a: _Touch, b: _Touch) -> bool:
    if not (a.alters or b.alters):
        return False
    if a.alters and b.alters:
        return a.anchor == b.anchor or a.anchor.startswith(f"{b.anchor}.") or b.anchor.startswith(f"{a.anchor}.")
    needed, altered = (b, a) if a.alters else (a, b)
    return needed.anchor == altered.anchor or needed.anchor.startswith(f"{altered.anchor}.")


def _touches_with(section: t.WithPlayers, number: str) -> Iterator[_Touch]:
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
            case t.SetAnchor(anchor) | t.Remove(anchor):
                yield _Touch(anchor, head_span(section))
            case t.Replace(anchor):
                yield _Touch(anchor, head_span(section))
            case t.Add(anchor, _, beside):
                yield _Touch(f"{anchor}.{beside}" if beside else anchor, head_span(section), alters=False)
                for part in flat(section.parts):
                    yield _Touch(f"{anchor}.{part_name(part)}", head_span(part))
            case t.WithPlayers(low, high):
                for players in range(low, min(high, low + _MOST_PLAYERS) + 1):
                    yield from _touches_with(section, f"with {players} players")
            case _:
                if section_anchor(section):
                    yield _Touch(section_anchor(section), head_span(section))

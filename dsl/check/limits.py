"""Limits: a ruleset from a stranger may be refused, but it cannot keep the checker busy for long."""

from __future__ import annotations

from dsl.check.explain import opening
from dsl.text import tree
from dsl.text.fields import names_below
from dsl.text.problem import Problem, RulesError

MOST_NODES = 200_000
MOST: dict[type[tree.Section], tuple[int, str]] = {
    tree.Option: (128, "options"),
    tree.Board: (16, "boards"),
    tree.Zone: (200, "zones"),
    tree.Variable: (500, "variables"),
    tree.Action: (300, "actions"),
    tree.Kinds: (200, "kinds"),
    tree.Table: (200, "tables"),
    tree.Piece: (200, "sorts of piece"),
    tree.Counter: (200, "sorts of counter"),
}
MOST_ROWS = 1000  #: of one table
DEEPEST = 150  #: levels of one section, chains such as `a + b + c` included
DEEPEST_OF_ALL = 200  #: levels of a section and of what it uses, one inside the other: so deep a runner has to go


def refuse_oversized(rules: tree.Tree) -> None:
    """Raise RulesError if the rules are larger or deeper than any game needs."""
    for sort, (most, what) in MOST.items():
        found = [section for section in rules.sections if type(section) is sort]
        if len(found) > most:
            _refuse("too-many-values", f"there are at most {most} {what}", found[most], "one too many")
    nodes = 0
    for section in rules.sections:
        if isinstance(section, tree.Table) and len(section.rows) > MOST_ROWS:
            _refuse("too-many-values", f"a table has at most {MOST_ROWS} rows", section, f"{len(section.rows)} rows")
        count, depth = _measure(section)
        nodes += count
        if depth > DEEPEST:
            too_deep(section)
        if nodes > MOST_NODES:
            _refuse("too-large", f"the rules have more than {MOST_NODES} parts", section, "too much")


def too_deep(section: tree.Section) -> None:
    """Raise the problem that something is nested too deeply to be followed."""
    _refuse("too-deep", "this is nested too deeply", section, "too many levels below this")


def _refuse(slug: str, summary: str, section: tree.Section, label: str) -> None:
    raise RulesError((Problem(slug, summary, opening(section.span, type(section).__name__), label),))


def levels_of(rules: tree.Tree) -> dict[str, int]:
    """Return by name how deep the sections go, those without a name together as ""."""
    found: dict[str, int] = {}
    for section in rules.sections:
        name = str(getattr(section, "name", ""))
        found[name] = max(found.get(name, 0), _measure(section)[1])
    return found


def _measure(section: tree.Section) -> tuple[int, int]:
    """Return how many nodes a section has and how deep it goes, without going deep itself."""
    nodes, deepest = 0, 0
    open_: list[tuple[object, int]] = [(section, 0)]
    while open_:
        node, depth = open_.pop()
        if isinstance(node, tuple):
            open_.extend((item, depth) for item in node)
        elif isinstance(node, tree.Node):
            nodes += 1
            if depth > deepest:
                deepest = depth
            for name in names_below(type(node)):
                value = getattr(node, name)
                if isinstance(value, tuple | tree.Node):
                    open_.append((value, depth + 1))
    return nodes, deepest

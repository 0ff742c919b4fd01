"""Limits: a ruleset from a stranger may be refused, but it cannot keep the checker busy for long."""

from __future__ import annotations

from dsl.check.explain import opening
from dsl.text import tree
from dsl.text.fields import names_below
from dsl.text.problem import Problem, RulesError

MOST_NODES = 200_000
MOST_OPTIONS = 128
DEEPEST = 150  #: levels of one section, chains such as `a + b + c` included


def refuse_oversized(rules: tree.Tree) -> None:
    """Raise RulesError if the rules are larger or deeper than any game needs."""
    options = [section for section in rules.sections if isinstance(section, tree.Option)]
    if len(options) > MOST_OPTIONS:
        _refuse("too-many-values", f"there are at most {MOST_OPTIONS} options", options[MOST_OPTIONS], "one too many")
    nodes = 0
    for section in rules.sections:
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

"""Which variables may become none again: a test of those does not outlast a choice or a routine."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check import typed as t
from dsl.check.world import World
from dsl.text import tree
from dsl.text.fields import names_below

#: What may change variables elsewhere: a choice, a routine, a turn, which begins some of them anew.
_ANYTHING = (tree.Choose, tree.ChooseOne, tree.Call, tree.Turns, tree.OneTurnEach, tree.TurnOf)


def forgetful(world: World, rules: tree.Tree) -> frozenset[str]:
    """Return the variables that some statement may set to none, and those that are reset each turn."""
    maybe = {v.name for v in world.variables.values() if isinstance(v.type, t.MaybeType)}
    found = {name for name in maybe if world.variables[name].each_turn}
    for assign in _assigns(tuple(each for each in rules.sections if not isinstance(each, tree.Table))):
        name = _target(assign.target)
        if name in maybe and any(_may_be_none(world, maybe, node) for node in _nodes(assign.value)):
            found.add(name)
    return frozenset(found)


def changed_in(nodes: tree.Block) -> frozenset[str] | None:
    """Return the variables that these lines give another value; None if they choose, call or take turns, so that
    anything may change."""
    found: set[str] = set()
    for line in _lines(nodes):
        if isinstance(line, _ANYTHING):
            return None
        if isinstance(line, tree.Assign):
            found.add(_target(line.target))
    return frozenset(found)


def _target(node: tree.Expr) -> str:
    head = node.left if isinstance(node, tree.Of) else node
    return head.name if isinstance(head, tree.Name) else ""


def _may_be_none(world: World, maybe: set[str], node: object) -> bool:
    match node:
        case tree.Nothing():
            return True
        case tree.Name(name) | tree.Apply(name):
            return name in maybe or name in world.definitions
    return False


def _assigns(node: object) -> Iterator[tree.Assign]:
    """Yield the assignments in lines; within an expression there are none."""
    return (line for line in _lines(node) if isinstance(line, tree.Assign))


def _lines(node: object) -> Iterator[tree.Line]:
    open_ = [node]
    while open_:
        found = open_.pop()
        if isinstance(found, tuple):
            open_.extend(found)
        elif isinstance(found, tree.Line):
            yield found
            open_.extend(getattr(found, name) for name in names_below(type(found)))


def _nodes(node: object) -> Iterator[object]:
    open_ = [node]
    while open_:
        found = open_.pop()
        if isinstance(found, tuple):
            open_.extend(found)
        elif isinstance(found, tree.Node):
            yield found
            for name in names_below(type(found)):
                open_.append(getattr(found, name))

"""Which variables may become none again: a test of those does not outlast a choice or a routine."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check import typed as t
from dsl.check.world import World
from dsl.text import tree
from dsl.text.fields import names_below


def forgetful(world: World, rules: tree.Tree) -> frozenset[str]:
    """Return the variables that some statement may set to none, and those that are reset each turn."""
    maybe = {v.name for v in world.variables.values() if isinstance(v.type, t.MaybeType)}
    found = {name for name in maybe if world.variables[name].each_turn}
    for assign in _assigns(rules.sections):
        name = _target(assign.target)
        if name in maybe and any(_may_be_none(world, maybe, node) for node in _nodes(assign.value)):
            found.add(name)
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
    open_ = [node]
    while open_:
        found = open_.pop()
        if isinstance(found, tuple):
            open_.extend(found)
        elif isinstance(found, tree.Line):
            if isinstance(found, tree.Assign):
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

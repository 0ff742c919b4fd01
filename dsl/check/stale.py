"""Counters have no identity: after a counter was moved, its name still means one at the place where it stood."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.check import typed as t
from dsl.check.explain import also
from dsl.check.finite import blocks_of
from dsl.check.world import World
from dsl.text.fields import names_inside
from dsl.text.problem import Problem
from dsl.text.source import Span

Moved = Mapping[str, Span]  #: counters by their local name, and the statement that surely moved them
_LASTING = ("owner", "state", "kind")  #: what a counter's move does not change


class Stale:
    """Reports `stale-thing`: a name of a counter used after the statement that moved it.

    Only what is surely moved counts: in both ways through an `if`, and not in a loop, which may have no turn at all.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def block(self, block: t.Block, moved: Moved) -> Moved:
        """Look through a block and return what is surely moved after it."""
        for act in block:
            for part in names_inside(type(act)):
                moved = self._without_reported(getattr(act, part), moved)
            moved = self._act(act, moved)
        return moved

    def _act(self, act: t.Statement, moved: Moved) -> Moved:
        match act:
            case t.MoveCounters(single=t.LocalValue(name=name)):
                return {**moved, name: act.span}
            case t.LetValue(name=name) | t.AssignLocal(name=name):
                return {known: span for known, span in moved.items() if known != name}
            case t.IfElse(then=then, otherwise=otherwise):
                one, other = self.block(then, moved), self.block(otherwise, moved)
                return {name: span for name, span in one.items() if name in other}
            case t.Batch(block=inner):
                return self.block(inner, moved)
        for inner in blocks_of(act):
            self.block(inner, moved)
        return moved

    def _without_reported(self, node: object, moved: Moved) -> Moved:
        """Report what is used of `moved` in a part of a statement, blocks apart; return what is left to report."""
        match node:
            case tuple():
                for item in node:
                    moved = self._without_reported(item, moved)
            case t.LocalValue(name=name) if name in moved:
                self._world.report(_stale(name, node.span, moved[name]))
                return {known: span for known, span in moved.items() if known != name}
            case t.PropertyValue(name=word, of=t.LocalValue()) if word in _LASTING:
                return moved
            case t.ChoiceRef(action=action, args=args, where=where):
                moved = self._without_reported(args, moved)
                own = {param.name for param in self._world.actions[action].params} if action else set()
                hidden = {name: span for name, span in moved.items() if name in own}  # other things of the same name
                rest = {name: span for name, span in moved.items() if name not in own}
                return {**self._without_reported(where, rest), **hidden}
            case t.Typed() | t.ChoiceEntry():
                for part in names_inside(type(node), "type"):
                    moved = self._without_reported(getattr(node, part), moved)
        return moved


def _stale(name: str, span: Span, moved: Span) -> Problem:
    return Problem(
        "stale-thing",
        f"`{name}` was moved before, and its name stays where it was",
        span,
        "one that stands at the old place",
        "Counters of a sort are all alike: the name of one means its owner, its state and the place where it was "
        "chosen. After a move another one may stand there, or none.",
        "speak of the place it was moved to, or do this before the move",
        also(moved, "moved here"),
    )

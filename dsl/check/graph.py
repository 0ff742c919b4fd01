"""Who uses whom: that nothing uses itself, and an order in which each routine comes after those that it carries out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from dsl.check.explain import also
from dsl.check.world import World
from dsl.text.problem import Problem
from dsl.text.source import NOWHERE, Span

WORDS = {"define": "definition", "can": "action", "do": "action", "to": "routine", "path": "path"}


@dataclass(slots=True)
class _Walk:
    """One walk over the graph, depth first."""

    edges: dict[str, list[tuple[str, Span]]]
    done: list[str] = field(default_factory=list)  #: users after those that they use
    finished: set[str] = field(default_factory=set)
    open: list[str] = field(default_factory=list)
    loops: list[tuple[str, Span]] = field(default_factory=list)

    def visit(self, node: str) -> None:
        """Visit a node and all that it uses."""
        self.open.append(node)
        for other, span in self.edges.get(node, ()):
            if other in self.open:
                self.loops.append((other, span))
            elif other not in self.finished:
                self.visit(other)
        self.open.pop()
        self.finished.add(node)
        self.done.append(node)


def callees_first(world: World, routines: Iterable[str]) -> list[str]:
    """Report what uses itself; return the routines in an order in which each uses only earlier ones."""
    edges: dict[str, list[tuple[str, Span]]] = {}
    for who, whom, span in world.uses:
        edges.setdefault(who, []).append((whom, span))
    for name in world.actions:
        edges.setdefault(f"do {name}", []).append((f"can {name}", NOWHERE))
    walk = _Walk(edges)
    names = list(routines)
    for node in [*edges, *(f"to {name}" for name in names)]:
        if node not in walk.finished:
            walk.visit(node)
    for node, span in walk.loops:
        world.report(_recursion(world, node, span))
    return [node[3:] for node in walk.done if node.startswith("to ") and node[3:] in names]


def _recursion(world: World, node: str, span: Span) -> Problem:
    sort, name = node.split(" ", 1)
    namespace = {"define": "", "path": "", "to": "routine"}.get(sort, "action")
    return Problem(
        "recursion",
        f"the {WORDS[sort]} `{name}` uses itself",
        span,
        "back to where it began",
        "Nothing may use itself, not by way of others either; so every rule comes to an end.",
        labels=also(world.place(name, namespace), f"`{name}` begins here"),
    )

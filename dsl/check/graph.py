"""Who uses whom: that nothing uses itself, that no chain of uses is too deep, and an order in which each routine comes
after those that it carries out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dsl.check.explain import also
from dsl.check.limits import DEEPEST_OF_ALL
from dsl.check.world import World
from dsl.text.problem import Problem
from dsl.text.source import NOWHERE, Span

WORDS = {"define": "definition", "can": "action", "do": "action", "to": "routine", "path": "path"}


@dataclass(slots=True)
class _Walk:
    """One walk over the graph, depth first."""

    world: World
    edges: dict[str, list[tuple[str, Span]]]
    levels: Mapping[str, int]  #: by name how deep each goes by itself
    done: list[str] = field(default_factory=list)  #: users after those that they use
    finished: dict[str, int] = field(default_factory=dict)  #: how deep each goes with all that it uses
    open: list[str] = field(default_factory=list)
    loops: list[tuple[str, Span]] = field(default_factory=list)

    def visit(self, node: str) -> int:
        """Visit a node and all that it uses; return how deep they go. Raises RulesError if that is too deep."""
        self.open.append(node)
        own = deepest = self.levels.get(node.partition(" ")[2], 0)
        for other, span in self.edges.get(node, ()):
            if other in self.open:
                self.loops.append((other, span))
                continue
            below = self.finished[other] if other in self.finished else self._visit_below(other, span)
            deepest = max(deepest, own + below)
            if deepest > DEEPEST_OF_ALL:
                _refuse(self.world, other, span)
        self.open.pop()
        self.finished[node] = deepest
        self.done.append(node)
        return deepest

    def _visit_below(self, node: str, span: Span) -> int:
        if len(self.open) > DEEPEST_OF_ALL:
            _refuse(self.world, node, span)
        return self.visit(node)


def callees_first(world: World, routines: Iterable[str], levels: Mapping[str, int]) -> list[str]:
    """Report what uses itself; return the routines in an order in which each uses only earlier ones.

    `levels` says by name how deep each section goes. Raises RulesError if a chain of uses goes too deep.
    """
    edges: dict[str, list[tuple[str, Span]]] = {}
    for who, whom, span in world.uses:
        edges.setdefault(who, []).append((whom, span))
    for name in world.actions:
        edges.setdefault(f"do {name}", []).append((f"can {name}", NOWHERE))
    walk = _Walk(world, edges, levels)
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


def _refuse(world: World, node: str, span: Span) -> None:
    """Report a chain of uses that is too deep, and go no further. Raises RulesError with all that was found so far."""
    sort, name = node.split(" ", 1)
    world.report(
        Problem(
            "too-deep",
            f"with all that it uses this goes more than {DEEPEST_OF_ALL} levels deep",
            span,
            f"one {WORDS[sort]} too many in a row",
            f"The {WORDS[sort]} `{name}` uses another one, which uses another one, and so on. "
            "Nobody could follow so many.",
            "let one of them say more, so that fewer use each other",
        )
    )
    world.problems.raise_if_any()

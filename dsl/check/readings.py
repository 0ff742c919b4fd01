"""Chains with two readings: `squares next to s without squares with pebbles`.

A chain is read from left to right, so that each word belongs to everything before it. A reader may take it to belong to
the last part only. Where both readings are possible and mean different things, the author is asked for brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl.check import typed as t
from dsl.check.membership import Membership
from dsl.check.scope import Scope
from dsl.check.sets import members
from dsl.text import tree
from dsl.text.format_expressions import write
from dsl.text.problem import Problem, Problems, RulesError

MOST_LINKS = 8  #: so many parts before a word are tried as what it speaks of

Link = tree.Phrase | tree.Within | tree.ThatAre | tree.RankedBy | tree.WithExtreme | tree.Where


def look(scope: Scope, node: Link, found: t.Expr) -> None:
    """Report a chain whose last word could speak of less than all that stands before it."""
    world = scope.world
    start = (node.span.file, node.span.line, node.span.column)
    if not world.strict or isinstance(found.type, t.UnknownType) or start in world.ambiguous:
        return
    for other, holder, part in _others(node):
        if not _listed(holder, node) and _differ(scope, node, found, other, part):
            world.ambiguous.add(start)
            scope.report(_ambiguous(node, other))
            return


def _listed(holder: tree.Expr, node: Link) -> bool:
    """Whether two words stand beside each other like items of a list: `squares without men without walls`."""
    return isinstance(holder, tree.Phrase) and isinstance(node, tree.Phrase) and holder.word == node.word == "without"


def _differ(scope: Scope, node: Link, found: t.Expr, other: tree.Expr, part: tree.Expr) -> bool:
    """Whether a chain may also be read as `other`, and that would be something else.

    Nobody means a reading of which nothing is left, or in which the last word changes nothing: in `squares next to s
    plus s`, s is added to its neighbours.
    """
    plain, meant = _tried(scope, part), _tried(scope, other)
    if plain is None or meant is None or not (_is_plus(node) or members(plain.type) is not None):
        return False
    before = _tried(scope, _things(node))
    sets = Membership(len(scope.world.boards))
    void = sets.empty(meant) or (before is not None and sets.same(before, meant))
    return not void and not sets.same(found, meant)


def _is_plus(node: Link) -> bool:
    return isinstance(node, tree.Phrase) and node.word == "plus"


def _tried(scope: Scope, node: tree.Expr) -> t.Expr | None:
    """Return what an expression would mean here; none if that would be reported."""
    world = scope.world
    problems, world.problems, world.strict = world.problems, Problems(), False
    try:
        found = scope.inner().typed(node)
        return None if world.problems.found else found
    except RulesError:
        return None
    finally:
        world.problems, world.strict = problems, True


def _ambiguous(node: Link, other: tree.Expr) -> Problem:
    things = _things(node)
    as_read = _with_things(node, replace(things, bracketed=True) if isinstance(things, tree.Chain) else things)
    return Problem(
        "two-readings",
        "this can be read in two ways, which mean different things",
        node.span,
        f"what does `{_word(node)}` belong to?",
        f"Read from left to right, `{_word(node)}` belongs to everything before it:\n    {write(as_read)}\n"
        f"A reader could take it to belong to the last part only:\n    {write(other)}",
        "write the brackets that say which of the two you mean",
    )


def _word(node: Link) -> str:
    match node:
        case tree.Phrase(word):
            return word
        case tree.Within():
            return "within"
        case tree.ThatAre():
            return "that are"
        case tree.RankedBy():
            return "ranked by"
        case tree.WithExtreme(most=most):
            return "with most" if most else "with fewest"
    return "where"


def _things(node: Link) -> tree.Expr:
    return node.left if isinstance(node, tree.Phrase) else node.things


def _with_things(node: Link, things: tree.Expr) -> Link:
    return replace(node, left=things) if isinstance(node, tree.Phrase) else replace(node, things=things)


def _others(node: Link) -> Iterator[tuple[tree.Expr, tree.Expr, tree.Expr]]:
    """Yield the chain with its last word belonging to one part only, the link that holds this part, and the part.

    The last parts come first.
    """
    links: list[Link] = [node]
    for _ in range(MOST_LINKS):
        part = _things(links[-1])
        if not isinstance(part, tree.Chain | tree.Of) or (isinstance(part, tree.Chain) and part.bracketed):
            return
        match part:
            case tree.Phrase(right=last) | tree.Of(right=last):
                yield replace(part, right=_moved(links, last)), part, last
            case tree.Within(centre=last):
                yield replace(part, centre=_moved(links, last)), part, last
        if isinstance(part, tree.Of):
            return
        assert isinstance(part, Link)
        links.append(part)


def _moved(links: list[Link], part: tree.Expr) -> tree.Expr:
    for link in reversed(links):
        part = _with_things(link, part)
    return part

"""`2 of my herons on t`: a number at the head of a phrase is an amount, and the rest its source."""

from __future__ import annotations

from dataclasses import replace

from dsl.check import typed as t
from dsl.check.definitions import definition
from dsl.check.names import columns_or_props, local_number
from dsl.check.scope import Scope
from dsl.text import tree


def split_amount(scope: Scope, node: tree.Expr) -> tuple[tree.Expr | None, tree.Expr]:
    """Return the amount at the head of a phrase (None if there is none) and the phrase without it."""
    match node:
        case tree.Phrase():
            amount, rest = split_amount(scope, node.left)
            return amount, replace(node, left=rest) if amount is not None else node
        case tree.Within() | tree.ThatAre() | tree.Where() | tree.RankedBy() | tree.WithExtreme():
            amount, rest = split_amount(scope, node.things)
            return amount, replace(node, things=rest) if amount is not None else node
        case tree.Of():
            return _split(scope, node)
    return None, node


def _split(scope: Scope, node: tree.Of) -> tuple[tree.Expr | None, tree.Expr]:
    """`in_box of k of tile(k)`: as long as a word asks for an `of` itself, the next belongs to the amount."""
    links = links_of(node)
    last = 0
    while last < len(links) - 1 and _asks_for_more(scope, links[last]):
        last += 1
    if last == len(links) - 1 or not (last or _is_number(scope, links[0])):
        return None, node
    return chained(links[: last + 1]), chained(links[last + 1 :])


def links_of(node: tree.Expr) -> list[tree.Expr]:
    """Return what stands between the `of`s."""
    links: list[tree.Expr] = []
    while isinstance(node, tree.Of):
        links.append(node.left)
        node = node.right
    return [*links, node]


def chained(links: list[tree.Expr]) -> tree.Expr:
    """Put `of` between the links again."""
    node = links[-1]
    for link in reversed(links[:-1]):
        node = tree.Of(link, node, span=link.span.to(node.span))
    return node


def _asks_for_more(scope: Scope, node: tree.Expr) -> bool:
    if not isinstance(node, tree.Name) or node.name in scope.locals:
        return False
    variable = scope.world.variables.get(node.name)
    return columns_or_props(scope.world, node.name) or (variable is not None and bool(variable.owner))


def _is_number(scope: Scope, node: tree.Expr) -> bool:
    world = scope.world
    match node:
        case tree.Name(name) if name in scope.locals:
            return local_number(scope.locals[name])
        case tree.Name(name) if name in world.options:
            return isinstance(world.options[name].type, t.NumberType)
        case tree.Name(name) if name in world.variables:
            return not world.variables[name].owner and isinstance(world.variables[name].type, t.NumberType)
        case tree.Name(name) | tree.Apply(name):
            return _numeric_definition(scope, name) or name in ("distance", "smaller", "larger")
    return isinstance(node, (tree.Number, tree.NumberOf, tree.Aggregate, tree.Minus)) or (
        isinstance(node, tree.Binary) and node.operator in ("+", "-", "*", "/ rounded up", "/ rounded down")
    )


def _numeric_definition(scope: Scope, name: str) -> bool:
    found = definition(scope, name)
    return found is not None and isinstance(found.result, t.NumberType)

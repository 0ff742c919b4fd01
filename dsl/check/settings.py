"""Game, options and kinds: what is fixed before a match begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.check import typed as t
from dsl.check.explain import also, mismatch, opening, unknown
from dsl.check.types import TRUTH, UNKNOWN, number
from dsl.check.world import World
from dsl.check.written import bounds, union_name
from dsl.text import tree
from dsl.text.anchors import head_span
from dsl.text.problem import Problem
from dsl.text.source import Span

MOST_PLAYERS, MOST_VALUES, MOST_PARAMS = 8, 64, 6
RESERVED = {
    "me",
    "it",
    "players",
    "all_players",
    "player",
    "teams",
    "team",
    "centre",
    "reserve",
    "none",
    "yes",
    "no",
    "kind",
    "owner",
    "place",
    "state",
    "stop",
    "number",
    "times_seen",
}


def declare(world: World, name: str, node: tree.Node, namespace: str = "") -> bool:
    """Take a name; those that every game has already are reserved."""
    if name in RESERVED:
        world.report(
            Problem(
                "reserved-name",
                f"`{name}` has a meaning in every game already",
                _opening(name, node),
                "declared here",
                help="choose another name",
            )
        )
        return False
    return world.declare(name, _opening(name, node), namespace)


def _opening(name: str, node: tree.Node) -> Span:
    """Return where a section names what it declares."""
    return node.place_of(name) if isinstance(node, tree.Line) else opening(node.span, name)


def too_many(world: World, what: str, most: int, count: int, node: tree.Line, slug: str) -> None:
    """Report more of something than a game may have."""
    if count > most:
        world.report(
            Problem(
                slug,
                f"there are at most {most} {what}",
                head_span(node),
                f"{count} are given",
            )
        )


def seat_names(number: int) -> tuple[str, ...]:
    """Return what seats are called without colours, and in examples always: `seat_1` and so on."""
    return tuple(f"seat_{n}" for n in range(1, number + 1))


def game(world: World, node: tree.Game) -> None:
    """Take down the players and their colours; where none are named, seats have numbers in place of them."""
    low, high = node.players
    world.players, world.colours = node.players, node.colours or seat_names(min(high, MOST_PLAYERS))
    world.numbers = node.numbers or tuple(range(low, high + 1))
    if not 1 <= low <= high:
        world.report(
            Problem(
                "no-players",
                "the game does not say for how many players it is",
                _opening(node.name, node),
                "how many players?",
                help="write `players 2..4` below it, and their colours",
            )
        )
        world.players = (1, max(1, high))
        world.numbers = tuple(range(1, max(1, high) + 1))
    too_many(world, "players", MOST_PLAYERS, high, node, "too-many-players")
    if node.colours and len(node.colours) < high:
        world.report(
            Problem(
                "wrong-number-of-values",
                f"{high} players need {high} colours",
                node.place_of(node.name),
                f"{len(node.colours)} colours",
                help="name more colours, or none",
            )
        )
    for colour in node.colours:
        declare(world, colour, node)


def kinds(world: World, node: tree.Kinds) -> None:
    """Take down an enumeration."""
    if declare(world, node.name, node):
        world.kinds[node.name] = t.KindDecl(node.name, node.values, node.span)
    too_many(world, f"values of {node.name}", MOST_VALUES, len(node.values), node, "too-many-values")
    for twice in sorted(value for value, times in Counter(node.values).items() if times > 1):
        world.report(
            Problem("duplicate-name", f"the name `{twice}` is given twice", node.place_of(twice), "again here")
        )


def option(world: World, node: tree.Option, settings: Iterator[tuple[int, int, tree.Setting]]) -> None:
    """Take down an option with its default for each number of players."""
    if not declare(world, node.name, node):
        return
    type_ = _option_type(world, node)
    low, high = world.players
    defaults = dict.fromkeys(range(low, high + 1), _setting(world, type_, node.default, node))
    for first, last, setting in settings:
        value = _setting(world, type_, setting.value, node)
        defaults |= {n: value for n in range(first, last + 1) if n in defaults}
    world.options[node.name] = t.OptionDecl(node.name, type_, defaults, node.text, node.span)


def _option_type(world: World, node: tree.Option) -> t.Type:
    match node.type.alternatives:
        case (tree.RangeType() as range_,):
            return number(*bounds(world, range_))
    words = tuple(a.name for a in node.type.alternatives if isinstance(a, tree.NamedType))
    if set(words) == {"yes", "no"}:
        return TRUTH
    if len(words) != len(node.type.alternatives) or len(words) < 2:
        if len(words) == 1 and words[0] in world.kinds:
            return t.KindType(words[0])
        world.report(
            mismatch(
                "an option is a number in a range, yes or no, or one of several words",
                node.type.span,
                "none of these",
                "`1..9`, `yes or no`, `outer or any`",
                "something else",
            )
        )
        return UNKNOWN
    world.kinds[node.name] = t.KindDecl(node.name, words, node.span)
    return t.KindType(node.name)


def _setting(world: World, type_: t.Type, value: tree.Expr, node: tree.Option) -> int:
    """Return the value of an option as a number, or report that it is none of its values."""
    declared = also(node.type.span, "its values are declared here")
    match type_, value:
        case t.NumberType(), tree.Number(n) if type_.low <= n <= type_.high:
            return n
        case t.NumberType(), tree.Number(n):
            world.report(
                Problem(
                    "out-of-range",
                    f"`{node.name}` is a number from {type_.low} to {type_.high}",
                    value.span,
                    f"this is {n}",
                    labels=declared,
                )
            )
            return type_.low
        case t.TruthType(), tree.YesNo(truth):
            return int(truth)
        case t.KindType(kind), tree.Name(word):
            words = world.kinds[kind].values
            if word in words:
                return words.index(word)
            world.report(unknown(word, f"value of `{node.name}`", value.span, words))
            return 0
        case t.UnknownType(), _:
            return 0
    needed = world.said(type_)
    world.report(
        mismatch(f"`{node.name}` is {needed}", value.span, "something else", needed, "something else", labels=declared)
    )
    return 0


def overrides(world: World, sections: tuple[tree.Section, ...]) -> dict[str, list[tuple[int, int, tree.Setting]]]:
    """Return what the `with N players` sections say about each option; unknown options are reported."""
    options = {s.name for s in sections if isinstance(s, tree.Option)}
    found: dict[str, list[tuple[int, int, tree.Setting]]] = {}
    for section in sections:
        if isinstance(section, tree.WithPlayers):
            for setting in section.settings:
                if setting.name not in options:
                    world.report(
                        unknown(setting.name, "option", opening(setting.span, setting.name), options, "unknown-option")
                    )
                found.setdefault(setting.name, []).append((section.low, section.high, setting))
    return found


def union(world: World, node: tree.TypeText) -> str:
    """Return the kind that `Terrain` or `Terrain or storm` names; a new one is made for the latter."""
    names = [a.name for a in node.alternatives if isinstance(a, tree.NamedType)]
    if len(names) == 1 == len(node.alternatives):
        if names[0] in world.kinds:
            return names[0]
        world.report(unknown(names[0], "kind", node.span, world.kinds, "unknown-kind"))
        return ""
    if found := union_name(world, names):
        return found
    name = " or ".join(names)
    base = next((n for n in names if n in world.kinds), "")
    values = world.kinds[base].values if base else ()
    values = (*values, *(n for n in names if n != base and n not in world.kinds))
    for other in (n for n in names if n != base and n in world.kinds):
        values = (*values, *world.kinds[other].values)
    if base:
        world.base[name] = base
    world.kinds[name] = t.KindDecl(name, values, node.span)
    return name

"""The whole check: declarations first, then every part, then what only shows when all is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from dsl.check import consequences, parts, paths, settings, shapes, tables, teams, things
from dsl.check import typed as t
from dsl.check.boards import board
from dsl.check.definitions import definition
from dsl.check.examples import always, example
from dsl.check.explain import duplicate, opening
from dsl.check.expressions import typed
from dsl.check.finite import Finite
from dsl.check.foregone import Foregone, Loops
from dsl.check.forgetting import forgetful
from dsl.check.graph import callees_first
from dsl.check.limits import levels_of, refuse_oversized, too_deep
from dsl.check.scope import Part, Scope
from dsl.check.secretly import Secretly
from dsl.check.sight import Sight
from dsl.check.stale import Stale
from dsl.check.world import World
from dsl.text import tree
from dsl.text.near import limited_suggestions
from dsl.text.problem import Problem
from dsl.text.source import NOWHERE

S = TypeVar("S", bound=tree.Section)


def check(rules: tree.Tree, strict: bool = False, skips_choices: bool = False) -> t.Rules:
    """Return the typed rules of a whole game. With `skips_choices` every choice without an option is skipped, as in the
    language before it had `if possible`.

    Raises RulesError with every independent problem, in the order of the text. With `strict` these are also what can be
    played but is probably not meant, which concerns the author: a match that was begun with such rules goes on.
    """
    refuse_oversized(rules)
    try:
        with limited_suggestions():
            return _checked(rules, strict, skips_choices)
    except RecursionError:
        # A chain of some hundred definitions or routines, each using the next: no game needs it.
        too_deep(rules.sections[0])
        raise


def _checked(rules: tree.Tree, strict: bool, skips_choices: bool) -> t.Rules:
    world = World(strict=strict, skips_choices=skips_choices)
    scope = Scope(Part(world, typed, "declarations"))
    head = _game(world, rules)
    _declare(world, rules, scope)
    checked = _parts(world, rules, head, scope)
    _after(world, checked)
    world.problems.raise_if_any()
    return checked


def _all(rules: tree.Tree, sort: type[S]) -> Iterator[S]:
    return (section for section in rules.sections if isinstance(section, sort))


def _game(world: World, rules: tree.Tree) -> tree.Game:
    games = list(_all(rules, tree.Game))
    if games:
        settings.game(world, games[-1])
        teams.teams(world, games[-1], rules.sections)
        return games[-1]
    first = next(iter(rules.sections), None)
    span = opening(first.span, type(first).__name__) if first else NOWHERE
    world.report(
        Problem(
            "no-game",
            "these rules do not say of which game they are",
            span,
            "before this",
            help="begin with `game` and its name and, below it, `players 2..4`",
        )
    )
    world.players, world.numbers = (1, 8), tuple(range(1, 9))
    return tree.Game("", span=span)


def _declare(world: World, rules: tree.Tree, scope: Scope) -> None:
    """Take down all declarations, each sort after those that it may name."""
    for kinds in _all(rules, tree.Kinds):
        settings.kinds(world, kinds)
    for table in _all(rules, tree.Table):
        tables.kinds_of_tables(world, table)
    others = settings.overrides(world, rules.sections)
    for option in _all(rules, tree.Option):
        settings.option(world, option, iter(others.get(option.name, ())))
    for node in _all(rules, tree.Board):
        board(world, node, scope)
    for piece in _all(rules, tree.Piece):
        things.piece(world, piece)
    for counter in _all(rules, tree.Counter):
        things.counter(world, counter, scope)
    _tables(world, rules)
    shapes.check_walls(world)
    for path in _all(rules, tree.Path):
        paths.head(world, path)
    for zone in _all(rules, tree.Zone):
        things.zone(world, zone)
    for define in _all(rules, tree.Define):
        if settings.declare(world, define.name, define):
            world.definitions[define.name] = define
    for variable in _all(rules, tree.Variable):
        things.variable(world, variable, scope)
    world.forgetful = forgetful(world, rules)
    for action in _all(rules, tree.Action):
        world.actions[action.name] = parts.signature(world, action, "action")
    for routine in _all(rules, tree.Routine):
        world.routines[routine.name] = parts.signature(world, routine, "routine")
    for listed in _all(rules, tree.Choices):
        if settings.declare(world, listed.name, listed, "list of choices"):
            world.lists[listed.name] = listed
    for consequence in _all(rules, tree.Consequence):
        settings.declare(world, consequence.name, consequence, "consequence")
    for award in _all(rules, tree.Award):
        world.awards[award.name] = parts.signature(world, award, "award")


def _single(world: World, rules: tree.Tree) -> None:
    """Setup, play and winner stand once each."""
    for sort, word in ((tree.Game, "game"), (tree.Setup, "setup"), (tree.Play, "play"), (tree.Winner, "winner")):
        first, *others = [*_all(rules, sort), None]
        for other in others[:-1]:
            if first is not None and other is not None:
                world.report(duplicate(word, opening(other.span, word), opening(first.span, word)))


def _tables(world: World, rules: tree.Tree) -> None:
    for table in _all(rules, tree.Table):
        others = [
            (section.low, section.high, other)
            for section in _all(rules, tree.WithPlayers)
            for other in section.tables
            if other.name == table.name
        ]
        tables.table(world, table, others)


def _parts(world: World, rules: tree.Tree, head: tree.Game, scope: Scope) -> t.Rules:
    _single(world, rules)
    for name in world.definitions:
        definition(scope, name)
    ways = {node.name: checked for node in _all(rules, tree.Path) if (checked := paths.path(world, typed, node))}
    actions = {node.name: parts.action(world, typed, node) for node in _all(rules, tree.Action)}
    routines = {node.name: parts.routine(world, typed, node) for node in _all(rules, tree.Routine)}
    awards = {node.name: parts.award(world, typed, node) for node in _all(rules, tree.Award)}
    following = {node.name: consequences.consequence(world, typed, node) for node in _all(rules, tree.Consequence)}
    setup = [parts.routine(world, typed, node).block for node in _all(rules, tree.Setup)]
    play = [parts.routine(world, typed, node).block for node in _all(rules, tree.Play)]
    winners = [parts.winner(world, typed, node) for node in _all(rules, tree.Winner)]
    if not play:
        world.report(_missing("no-play", "the rules do not say how the game goes", "play", head))
    if not winners:
        world.report(_missing("no-winner", "the rules do not say who wins", "winner", head))
    examples = tuple(example(world, typed, actions, node) for node in _all(rules, tree.Example))
    holds = tuple(always(world, typed, node) for node in _all(rules, tree.Always))
    order = callees_first(world, routines, levels_of(rules))
    lines, shared = winners[-1] if winners else ((), True)
    return t.Rules(
        game=head.name,
        based_on=head.based_on,
        players=world.players,
        numbers=world.numbers,
        teams=world.teams,
        colours=world.colours,
        credits=head.credits,
        options=world.options,
        kinds=world.kinds,
        tables=world.tables,
        boards=world.boards,
        pieces=world.pieces,
        counters=world.counters,
        zones=world.zones,
        variables=world.variables,
        defines=world.defines,
        actions=actions,
        routines={name: routines[name] for name in order},
        awards=awards,
        setup=setup[-1] if setup else (),
        play=play[-1] if play else (),
        winner=lines,
        winner_shared=shared,
        examples=examples,
        consequences=consequences.in_order(world, following, consequences.Parts(routines, actions, awards)),
        remembers=world.remembers,
        paths=ways,
        always=holds,
    )


def _missing(slug: str, summary: str, part: str, head: tree.Game) -> Problem:
    return Problem(
        slug,
        summary,
        head.place_of(head.name),
        f"no `{part}`",
        help=f"add a part that begins with `{part}`",
    )


def _after(world: World, rules: t.Rules) -> None:
    """What shows only when every part is typed: that loops end, that no choice tells a secret, what is unused."""
    if not any(problem.slug == "recursion" for problem in world.problems.found):
        _walk(world, rules)
        if world.strict and not world.problems.found:  # of rules that are wrong already it would say much twice
            Foregone(world, rules).look()
            Loops(world, rules).look()
    for option in rules.options.values() if rules.play else ():
        if option.name not in world.used_options:
            world.report(
                Problem(
                    "unused-option",
                    f"no rule asks for the option `{option.name}`",
                    world.place(option.name),
                    "changes nothing",
                    help="use it in a rule, or leave it out",
                )
            )


def _walk(world: World, rules: t.Rules) -> None:
    finite = Finite(world, rules.routines)
    for path in rules.paths.values():
        finite.path(path)
    sight = Sight(world, rules.actions, rules.routines, rules.paths)
    stale = Stale(world)
    secretly = Secretly(world, rules.actions, rules.routines)
    for action in rules.actions.values():
        finite.action(action)
        if not any(param.given for param in action.params):
            sight.action(action)
        stale.block(action.do, {})
        secretly.find(action.do)
    following = [one.block for one in rules.consequences.values()]
    for block in (rules.setup, rules.play, *following, *(routine.block for routine in rules.routines.values())):
        finite.block(block, {})
        stale.block(block, {})
        secretly.find(block)
    for block in (rules.setup, rules.play, *following):
        sight.block(block, {})
    sight.rest()

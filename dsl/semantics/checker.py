"""The whole check: declarations first, then every part, then what only shows when all is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from dsl.base.problem import Problem
from dsl.base.source import NOWHERE
from dsl.base.suggestions import limited_suggestions
from dsl.semantics import components, declarations, paths, sections
from dsl.semantics import typed as t
from dsl.semantics.analysis.constant_conditions import ConstantConditions, Loops
from dsl.semantics.analysis.flow import (
    StaleReferences,
    Termination,
    callees_first,
    levels_of,
    loses_not_none,
    refuse_oversized,
    too_deep,
)
from dsl.semantics.analysis.visibility import SimultaneousIsolation, VisibilityAnalysis
from dsl.semantics.boards import board, check_walls
from dsl.semantics.error_messages import duplicate, opening
from dsl.semantics.expressions import typed
from dsl.semantics.names import definition
from dsl.semantics.sections import always, example
from dsl.semantics.symbols import PartFacts, Scope, SymbolTable, teams
from dsl.syntax.ast import (
    Action,
    Always,
    Award,
    Board,
    Choices,
    Consequence,
    Counter,
    Define,
    Example,
    Game,
    Kinds,
    Option,
    Path,
    Piece,
    Play,
    Routine,
    Section,
    Setup,
    Table,
    Tree,
    Variable,
    Winner,
    WithPlayers,
    Zone,
)

S = TypeVar("S", bound=Section)


def check(rules: Tree, strict: bool = False, skips_choices: bool = False) -> t.Rules:
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


def _checked(rules: Tree, strict: bool, skips_choices: bool) -> t.Rules:
    world = SymbolTable(strict=strict, skips_choices=skips_choices)
    scope = Scope(PartFacts(world, typed, "declarations"))
    head = _game(world, rules)
    _declare(world, rules, scope)
    checked = _parts(world, rules, head, scope)
    _after(world, checked)
    world.problems.raise_if_any()
    return checked


def _all(rules: Tree, sort: type[S]) -> Iterator[S]:
    return (section for section in rules.sections if isinstance(section, sort))


def _game(world: SymbolTable, rules: Tree) -> Game:
    games = list(_all(rules, Game))
    if games:
        declarations.game(world, games[-1])
        teams(world, games[-1], rules.sections)
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
    return Game("", span=span)


def _declare(world: SymbolTable, rules: Tree, scope: Scope) -> None:
    """Take down all declarations, each sort after those that it may name."""
    for kinds in _all(rules, Kinds):
        declarations.kinds(world, kinds)
    for table in _all(rules, Table):
        declarations.kinds_of_tables(world, table)
    others = declarations.overrides(world, rules.sections)
    for option in _all(rules, Option):
        declarations.option(world, option, iter(others.get(option.name, ())))
    for node in _all(rules, Board):
        board(world, node, scope)
    for piece in _all(rules, Piece):
        components.piece(world, piece)
    for counter in _all(rules, Counter):
        components.counter(world, counter, scope)
    _tables(world, rules)
    check_walls(world)
    for path in _all(rules, Path):
        paths.head(world, path)
    for zone in _all(rules, Zone):
        components.zone(world, zone)
    for define in _all(rules, Define):
        if declarations.declare(world, define.name, define):
            world.definitions[define.name] = define
    for variable in _all(rules, Variable):
        components.variable(world, variable, scope)
    world.forgetful = loses_not_none(world, rules)
    for action in _all(rules, Action):
        world.actions[action.name] = sections.signature(world, action, "action")
    for routine in _all(rules, Routine):
        world.routines[routine.name] = sections.signature(world, routine, "routine")
    for listed in _all(rules, Choices):
        if declarations.declare(world, listed.name, listed, "list of choices"):
            world.lists[listed.name] = listed
    for consequence in _all(rules, Consequence):
        declarations.declare(world, consequence.name, consequence, "consequence")
    for award in _all(rules, Award):
        world.awards[award.name] = sections.signature(world, award, "award")


def _single(world: SymbolTable, rules: Tree) -> None:
    """Setup, play and winner stand once each."""
    for sort, word in ((Game, "game"), (Setup, "setup"), (Play, "play"), (Winner, "winner")):
        first, *others = [*_all(rules, sort), None]
        for other in others[:-1]:
            if first is not None and other is not None:
                world.report(duplicate(word, opening(other.span, word), opening(first.span, word)))


def _tables(world: SymbolTable, rules: Tree) -> None:
    for table in _all(rules, Table):
        others = [
            (section.low, section.high, other)
            for section in _all(rules, WithPlayers)
            for other in section.tables
            if other.name == table.name
        ]
        declarations.table(world, table, others)


def _parts(world: SymbolTable, rules: Tree, head: Game, scope: Scope) -> t.Rules:
    _single(world, rules)
    for name in world.definitions:
        definition(scope, name)
    ways = {node.name: checked for node in _all(rules, Path) if (checked := paths.path(world, typed, node))}
    actions = {node.name: sections.action(world, typed, node) for node in _all(rules, Action)}
    routines = {node.name: sections.routine(world, typed, node) for node in _all(rules, Routine)}
    awards = {node.name: sections.award(world, typed, node) for node in _all(rules, Award)}
    following = {node.name: sections.consequence(world, typed, node) for node in _all(rules, Consequence)}
    setup = [sections.routine(world, typed, node).block for node in _all(rules, Setup)]
    play = [sections.routine(world, typed, node).block for node in _all(rules, Play)]
    winners = [sections.winner(world, typed, node) for node in _all(rules, Winner)]
    if not play:
        world.report(_missing("no-play", "the rules do not say how the game goes", "play", head))
    if not winners:
        world.report(_missing("no-winner", "the rules do not say who wins", "winner", head))
    examples = tuple(example(world, typed, actions, node) for node in _all(rules, Example))
    holds = tuple(always(world, typed, node) for node in _all(rules, Always))
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
        consequences=sections.in_order(world, following, sections.Parts(routines, actions, awards)),
        remembers=world.remembers,
        paths=ways,
        always=holds,
    )


def _missing(slug: str, summary: str, part: str, head: Game) -> Problem:
    return Problem(
        slug,
        summary,
        head.place_of(head.name),
        f"no `{part}`",
        help=f"add a part that begins with `{part}`",
    )


def _after(world: SymbolTable, rules: t.Rules) -> None:
    """What shows only when every part is typed: that loops end, that no choice tells a secret, what is unused."""
    if not any(problem.slug == "recursion" for problem in world.problems.found):
        _walk(world, rules)
        if world.strict and not world.problems.found:  # of rules that are wrong already it would say much twice
            ConstantConditions(world, rules).look()
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


def _walk(world: SymbolTable, rules: t.Rules) -> None:
    finite = Termination(world, rules.routines)
    for path in rules.paths.values():
        finite.path(path)
    sight = VisibilityAnalysis(world, rules.actions, rules.routines, rules.paths)
    stale = StaleReferences(world)
    secretly = SimultaneousIsolation(world, rules.actions, rules.routines)
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

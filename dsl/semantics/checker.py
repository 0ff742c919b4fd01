"""Entry point of the type checker: checks the declarations, then every section, then runs the analyses of the whole
ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from dsl.base.problem import Problem
from dsl.base.source import NOWHERE
from dsl.base.suggestions import limited_suggestions
from dsl.semantics import components, declarations, sections, step_paths
from dsl.semantics import typed as t
from dsl.semantics.analysis.constant_conditions import ConstantConditions, EndlessLoops
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
from dsl.semantics.error_messages import also, duplicate, opening, section_opening
from dsl.semantics.expressions.expression import typed
from dsl.semantics.expressions.names import definition
from dsl.semantics.scopes import Declaration, Scope
from dsl.semantics.sections import always, example, lesson
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.teams import declare_teams
from dsl.syntax.ast import (
    ActionSection,
    AlwaysSection,
    AwardSection,
    BoardSection,
    Change,
    ChoicesSection,
    ConsequenceSection,
    CounterSection,
    DefineSection,
    ExampleSection,
    GameSection,
    HouseSection,
    KindsSection,
    LessonSection,
    OptionSection,
    PathSection,
    PieceSection,
    PlaySection,
    RoutineSection,
    Section,
    SetupSection,
    TableSection,
    Tree,
    VariableSection,
    WinnerSection,
    WithPlayersSection,
    ZoneSection,
)
from dsl.syntax.house_rule_anchors import head_span

S = TypeVar("S", bound=Section)
N = TypeVar("N", ActionSection, RoutineSection, AwardSection)


def check(
    rules: Tree, strict: bool = False, skips_choices: bool = False, must_use: frozenset[str] | None = None
) -> t.TypedRules:
    """Return the typed rules of a whole game. With `skips_choices` every choice without an option is skipped, as in the
    language before `if possible`. `must_use` are the options that a rule must ask for, the variables that one must
    change, and the actions that one must offer: those that house rules declare; None: all options and variables.

    Raises RulesError with every independent problem, in the order of the text. With `strict` these include warnings to
    the author: rules that can be played but are probably a mistake. A resumed match is checked without `strict`.
    """
    refuse_oversized(rules)
    try:
        with limited_suggestions():
            return _checked(rules, strict, skips_choices, must_use)
    except RecursionError:
        # A chain of several hundred definitions or routines, each using the next: no game needs that.
        too_deep(rules.sections[0])
        raise


def _checked(rules: Tree, strict: bool, skips_choices: bool, must_use: frozenset[str] | None) -> t.TypedRules:
    world = SymbolTable(strict=strict, skips_choices=skips_choices)
    rules = _one_game(world, rules)
    if strict:
        _no_changes(world, rules)
    scope = Scope(Declaration(world, typed, "declarations"))
    head = _game(world, rules)
    _declare(world, rules, scope)
    checked = _parts(world, rules, head, scope)
    _after(world, checked, must_use)
    world.problems.raise_if_any()
    return checked


def _one_game(world: SymbolTable, rules: Tree) -> Tree:
    """Return rules without a second game in the same file, which is reported; its parts would all be doubled."""
    games = list(_all(rules, GameSection))
    second = next((each for each in games[1:] if each.span.file == games[0].span.file), None)
    if second is None:
        return rules
    world.report(
        Problem(
            "duplicate-name",
            f"a second game begins here, `{second.name}`",
            opening(second.span, "game"),
            "another game",
            "A game is a folder of its own, with its rules in it.",
            "move all from here on into the folder of the other game",
            also(opening(games[0].span, "game"), "the first game begins here"),
        )
    )
    at = next(number for number, each in enumerate(rules.sections) if each is second)
    others = (each for each in rules.sections[at:] if each.span.file != second.span.file)
    return Tree((*rules.sections[:at], *others), rules.closing)


def _no_changes(world: SymbolTable, rules: Tree) -> None:
    """Report the first change that stands in the rules of a whole game, where it is not applied."""
    change = next((each for each in rules.sections if isinstance(each, HouseSection | Change)), None)
    if change is not None:
        world.report(
            Problem(
                "wrong-place",
                "a change of the rules stands in the rules of the game itself",
                head_span(change),
                "this changes nothing",
                "House rules and games that are based on another change rules; a game itself says how it is.",
                "change the rule where it stands, or move this into a file of house rules",
            )
        )


def _all(rules: Tree, sort: type[S]) -> Iterator[S]:
    return (section for section in rules.sections if isinstance(section, sort))


def _first_of_name(rules: Tree, sort: type[N]) -> Iterator[N]:
    """Yield the sections of a sort without those whose name is another one's already, which is a problem by itself."""
    known: set[str] = set()
    for section in _all(rules, sort):
        if section.name not in known:
            known.add(section.name)
            yield section


def _game(world: SymbolTable, rules: Tree) -> GameSection:
    games = list(_all(rules, GameSection))
    if games:
        declarations.game(world, games[-1])
        declare_teams(world, games[-1], rules.sections)
        return games[-1]
    first = next(iter(rules.sections), None)
    span = section_opening(first) if first else NOWHERE
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
    return GameSection("", span=span)


def _declare(world: SymbolTable, rules: Tree, scope: Scope) -> None:
    """Declare everything, each sort after the sorts that it may refer to."""
    for kinds in _all(rules, KindsSection):
        declarations.kinds(world, kinds)
    for table in _all(rules, TableSection):
        declarations.kinds_of_tables(world, table)
    others = declarations.overrides(world, rules.sections)
    for option in _all(rules, OptionSection):
        declarations.option(world, option, iter(others.get(option.name, ())))
    for node in _all(rules, BoardSection):
        board(world, node, scope)
    for piece in _all(rules, PieceSection):
        components.piece(world, piece)
    for counter in _all(rules, CounterSection):
        components.counter(world, counter, scope)
    _tables(world, rules)
    check_walls(world)
    for path in _all(rules, PathSection):
        step_paths.head(world, path)
    for zone in _all(rules, ZoneSection):
        components.zone(world, zone)
    for define in _all(rules, DefineSection):
        if declarations.declare(world, define.name, define):
            world.definitions[define.name] = define
    for variable in _all(rules, VariableSection):
        components.variable(world, variable, scope)
    world.forgetful = loses_not_none(world, rules)
    for action in _all(rules, ActionSection):
        world.actions.setdefault(action.name, sections.signature(world, action, "action"))
    for routine in _all(rules, RoutineSection):
        world.routines.setdefault(routine.name, sections.signature(world, routine, "routine"))
    for listed in _all(rules, ChoicesSection):
        if declarations.declare(world, listed.name, listed, "list of choices"):
            world.lists[listed.name] = listed
    for consequence in _all(rules, ConsequenceSection):
        declarations.declare(world, consequence.name, consequence, "consequence")
    for award in _all(rules, AwardSection):
        world.awards.setdefault(award.name, sections.signature(world, award, "award"))


def _single(world: SymbolTable, rules: Tree) -> None:
    """Report sections (setup, play, winner) that are missing or occur twice."""
    for sort, word in (
        (GameSection, "game"),
        (SetupSection, "setup"),
        (PlaySection, "play"),
        (WinnerSection, "winner"),
    ):
        first, *others = [*_all(rules, sort), None]
        for other in others[:-1]:
            if first is not None and other is not None:
                world.report(duplicate(word, opening(other.span, word), opening(first.span, word)))


def _tables(world: SymbolTable, rules: Tree) -> None:
    for table in _all(rules, TableSection):
        others = [
            (section.low, section.high, other)
            for section in _all(rules, WithPlayersSection)
            for other in section.tables
            if other.name == table.name
        ]
        declarations.table(world, table, others)


def _parts(world: SymbolTable, rules: Tree, head: GameSection, scope: Scope) -> t.TypedRules:
    _single(world, rules)
    for name in world.definitions:
        definition(scope, name)
    ways = {node.name: checked for node in _all(rules, PathSection) if (checked := step_paths.path(world, typed, node))}
    actions = {node.name: sections.action(world, typed, node) for node in _first_of_name(rules, ActionSection)}
    routines = {node.name: sections.routine(world, typed, node) for node in _first_of_name(rules, RoutineSection)}
    awards = {node.name: sections.award(world, typed, node) for node in _first_of_name(rules, AwardSection)}
    following = {node.name: sections.consequence(world, typed, node) for node in _all(rules, ConsequenceSection)}
    setup = [sections.routine(world, typed, node).block for node in _all(rules, SetupSection)]
    play = [sections.routine(world, typed, node).block for node in _all(rules, PlaySection)]
    winners = [sections.winner(world, typed, node) for node in _all(rules, WinnerSection)]
    if not play:
        world.report(_missing_section("no-play", "the rules do not say how the game goes", "play", head))
    if not winners:
        world.report(_missing_section("no-winner", "the rules do not say who wins", "winner", head))
    examples = tuple(example(world, typed, actions, node) for node in _all(rules, ExampleSection))
    lessons = tuple(lesson(world, typed, actions, node) for node in _all(rules, LessonSection))
    holds = tuple(always(world, typed, node) for node in _all(rules, AlwaysSection))
    order = callees_first(world, routines, levels_of(rules))
    lines, shared = winners[-1] if winners else ((), True)
    return t.TypedRules(
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
        consequences=sections.in_order(world, following, sections.BlockEffects(routines, actions, awards)),
        remembers=world.remembers,
        paths=ways,
        always=holds,
        lessons=lessons,
    )


def _missing_section(slug: str, summary: str, part: str, head: GameSection) -> Problem:
    return Problem(
        slug,
        summary,
        head.place_of(head.name),
        f"no `{part}`",
        help=f"add a part that begins with `{part}`",
    )


def _after(world: SymbolTable, rules: t.TypedRules, must_use: frozenset[str] | None) -> None:
    """Run the checks that need the whole typed ruleset: termination, leaks of secrets, unused names."""
    if not any(problem.slug == "recursion" for problem in world.problems.found):
        _walk(world, rules)
        if (
            world.strict and not world.problems.found
        ):  # in rules with errors these analyses would report follow-up problems
            ConstantConditions(world, rules).check()
            EndlessLoops(world, rules).check()
    _unused(world, rules, must_use)


def _unused(world: SymbolTable, rules: t.TypedRules, must_use: frozenset[str] | None) -> None:
    """Report options that no rule asks for, and variables and definitions that are not complete."""
    for option in rules.options.values() if rules.play else ():
        if option.name not in world.used_options and (must_use is None or option.name in must_use):
            world.report(
                Problem(
                    "unused-option",
                    f"no rule asks for the option `{option.name}`",
                    world.place(option.name),
                    "changes nothing",
                    help="use it in a rule, or leave it out",
                )
            )
    if not world.strict or world.problems.found:
        return
    counted = {node.variable for node in _inside(rules.winner) if isinstance(node, t.VariableValue)}  # perhaps not yet
    for name in rules.variables if rules.play else ():
        if name not in world.assigned | counted and (must_use is None or name in must_use):
            world.report(
                Problem(
                    "never-set",
                    f"no rule gives the variable `{name}` another value",
                    world.place(name),
                    "stays as it begins",
                    "A variable remembers something that changes during a match.",
                    f"write a step such as `{name}{' of me' if rules.variables[name].owner else ''} = ...`, "
                    "or leave the variable out",
                )
            )
    offered = {whom for _, whom, _ in world.uses}
    for name in sorted(rules.actions.keys() & (must_use or frozenset())):
        if f"do {name}" not in offered:
            world.report(
                Problem(
                    "never-offered",
                    f"no rule offers the action `{name}`",
                    world.place(name, "action"),
                    "nobody can choose it",
                    "Players choose what a list of choices or a `choose` offers them.",
                    f"write `add to` and a list of choices, and below it a line such as `{name}`",
                )
            )
    for define in rules.defines.values():
        last = next((at for at, case in enumerate(define.cases) if case.condition is None), None)
        if last is not None and last + 1 < len(define.cases):
            behind = define.cases[last + 1].name
            world.report(
                Problem(
                    "case-hole",
                    f"the case `{behind}` of `{define.name}` stands behind `otherwise`",
                    world.place(define.name),
                    "the rest is never read",
                    "The first case whose condition holds gives the value, and `otherwise` always holds.",
                    "put the line with `otherwise` at the end",
                )
            )
        elif define.cases and define.cases[-1].condition is not None:
            world.report(
                Problem(
                    "case-hole",
                    f"`{define.name}` does not say what it is in all other cases",
                    world.place(define.name),
                    "no `otherwise`",
                    "The first case whose condition holds gives the value; without one that always does, there may be "
                    "none.",
                    "add a last line that begins with `otherwise`",
                )
            )


def _inside(value: object) -> Iterator[t.Typed]:
    """Yield every typed expression in a part of the rules."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, t.Typed):
            yield value
        if isinstance(value, tuple):
            waiting += value
        else:
            waiting += [getattr(value, name) for name in getattr(value, "__struct_fields__", ())]


def _walk(world: SymbolTable, rules: t.TypedRules) -> None:
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
        secretly.check(action.do)
    following = [one.block for one in rules.consequences.values()]
    for block in (rules.setup, rules.play, *following, *(routine.block for routine in rules.routines.values())):
        finite.block(block, {})
        stale.block(block, {})
        secretly.check(block)
    for block in (rules.setup, rules.play, *following):
        sight.block(block, {})
    sight.check_unreached()

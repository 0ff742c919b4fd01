"""Actions, routines, awards, the winner: the parts of a ruleset that are made of conditions and statements."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from dsl.check import typed as t
from dsl.check import ways
from dsl.check.explain import also, mismatch, unknown
from dsl.check.names import value_names
from dsl.check.numbers import count
from dsl.check.scope import Judge, Part, Scope, facts_if
from dsl.check.selections import several
from dsl.check.sets import cells
from dsl.check.settings import MOST_PARAMS, declare, too_many
from dsl.check.statements import block
from dsl.check.types import TRUTH, sure
from dsl.check.world import Signature, World
from dsl.check.written import parameters
from dsl.text import tree
from dsl.text.placeholders import strange_placeholders
from dsl.text.problem import Problem


def signature(world: World, node: tree.Action | tree.Routine | tree.Award, namespace: str) -> Signature:
    """Return the name and parameters of a part, and take the name."""
    declare(world, node.name, node, namespace)
    too_many(world, f"values for `{node.name}`", MOST_PARAMS, len(node.params), node, "too-many-values")
    return Signature(node.name, parameters(world, node.params, isinstance(node, tree.Action)), node.span)


def scope_of(world: World, judge: Judge, who: str, params: tuple[t.ParamDecl, ...]) -> Scope:
    """Return the scope of a part with its parameters."""
    scope = Scope(Part(world, judge, who))
    for param in params:
        scope.declare(param.name, param.type, param.span)
    return scope


def action(world: World, judge: Judge, node: tree.Action) -> t.ActionDecl:
    """Check an action: its conditions in the order of the text, then what it does."""
    scope = scope_of(world, judge, f"can {node.name}", ())
    params = ways.asked(scope, node, world.actions[node.name].params)
    suppositions: list[t.SupposeDecl] = []
    lines: list[t.NeedDecl | t.LetDecl] = []
    names: dict[str, tree.Needs] = {}
    _sentence(scope, node, node.text, node)
    _lines(scope, node, node.lines, suppositions, (), lines, names)
    doing = scope.inner()
    doing.effects = True
    doing.part = replace(scope.part, who=f"do {node.name}")
    do = block(doing, node.do)
    checked = t.ActionDecl(node.name, params, node.text, tuple(suppositions), tuple(lines), do, node.span)
    ways.not_judged(scope, checked)
    return checked


def _lines(
    scope: Scope,
    action: tree.Action,
    nodes: tuple[tree.ActionLine, ...],
    suppositions: list[t.SupposeDecl],
    supposing: tuple[int, ...],
    lines: list[t.NeedDecl | t.LetDecl],
    names: dict[str, tree.Needs],
) -> None:
    for node in nodes:
        match node:
            case tree.Needs():
                lines.append(_needs(scope, action, node, supposing, names))
            case tree.Let():
                value = scope.typed(node.value)
                unique = scope.declare(node.name, value.type, node.span)
                lines.append(t.LetDecl(unique, value, supposing, node.span))
            case tree.Supposing():
                suppositions.append(_suppose(scope, node))
                inner = (*supposing, len(suppositions) - 1)
                _lines(scope, action, node.lines, suppositions, inner, lines, names)


def _needs(
    scope: Scope, action: tree.Action, node: tree.Needs, supposing: tuple[int, ...], names: dict[str, tree.Needs]
) -> t.NeedDecl:
    if node.name in names:
        scope.report(
            Problem(
                "duplicate-name",
                f"`{action.name}` has two conditions called `{node.name}`",
                node.place_of(node.name),
                "again here",
                "A refusal is told by the name of its condition, so each needs one of its own.",
                "choose another name for one of them",
                also(names[node.name].place_of(node.name), "the first of them"),
            )
        )
    names[node.name] = node
    _sentence(scope, action, node.message, node)
    condition = scope.need(node.condition, TRUTH, f"the condition `{node.name}`")
    scope.facts.update(facts_if(condition, True))
    return t.NeedDecl(node.name, condition, node.message, supposing, node.span)


def _sentence(scope: Scope, action: tree.Action, text: str, line: tree.Line) -> None:
    """Report the `{values}` of a sentence in `line` that stand for no parameter of its action."""
    quoted = line.place_of(f'"{text}"')
    inside = replace(quoted, column=quoted.column + 1, end_column=quoted.end_column - 1)
    params, who = [p.name for p in action.params], f"the action `{action.name}`"
    for problem in strange_placeholders(text, inside, params, who, value_names(scope)):
        scope.report(problem)


def _suppose(scope: Scope, node: tree.Supposing) -> t.SupposeDecl:
    thing = scope.typed(node.thing)
    lifted = node.target is None and isinstance(sure(thing.type), t.PieceType)  # none of them: nothing is lifted
    if not lifted and not isinstance(thing.type, (t.PieceType, t.CounterType, t.UnknownType)):
        said = scope.world.said(thing.type)
        scope.report(
            mismatch(
                "only a piece or counter can be supposed elsewhere",
                thing.span,
                f"this is {said}",
                "a piece or counter",
                said,
            )
        )
    target = None if node.target is None else cells(scope, scope.typed(node.target), "`moved to`")
    return t.SupposeDecl(thing, target, node.span)


def routine(world: World, judge: Judge, node: tree.Routine | tree.Setup | tree.Play) -> t.RoutineDecl:
    """Check a routine; `setup` and `play` are ones without values."""
    match node:
        case tree.Routine():
            name, params = node.name, world.routines[node.name].params
        case tree.Setup():
            name, params = "setup", ()
        case tree.Play():
            name, params = "play", ()
    scope = scope_of(world, judge, f"to {name}", params)
    scope.effects = True
    return t.RoutineDecl(name, params, block(scope.inner(), node.block), node.span)


AWARD_SAMPLES = {"by": "by score of it", "first": "first 3"}
Ties = Literal["share up", "share down", "all", "all, places used up", "nothing", "lower"]
POLICIES: dict[str, Ties] = {
    "share, rounding up": "share up",
    "share, rounding down": "share down",
    "all get it": "all",
    "all get it, places used up": "all, places used up",
    "get nothing": "nothing",
    "take the lower place": "lower",
}


def award(world: World, judge: Judge, node: tree.Award) -> t.AwardDecl:
    """Check an award: who takes part, by what they are ranked, what each rank gets, what happens to ties."""
    params = world.awards[node.name].params
    scope = scope_of(world, judge, f"award {node.name}", params)
    parts = {line.part: line for line in node.lines}
    everybody = tree.AwardLine("among", (tree.Name("players", span=node.span),), span=node.span)
    among, _ = several(scope, parts.get("among", everybody).values[0], "`among`")
    among = scope.fit(among, t.SetType(t.PlayerType()), "`among`")
    keys: tuple[t.Expr, ...] = ()
    member = ""
    if "by" not in parts or "first" not in parts:
        missing = "by" if "by" not in parts else "first"
        world.report(
            Problem(
                "award-hole",
                f"`{node.name}` has no line `{missing}`",
                node.place_of(node.name),
                "not complete",
                "An award says by what players are ranked and what the first of them gets.",
                f"add a line such as `{AWARD_SAMPLES[missing]}` below it",
            )
        )
    else:
        each, member = scope.with_it(t.PlayerType(), node.span, parts["by"].values[0])
        keys = tuple(count(each, value, "`by`") for value in parts["by"].values)
    places: tuple[Literal["first", "second", "third"], ...] = ("first", "second", "third")
    points = tuple(count(scope, parts[p].values[0], f"`{p}`") for p in places if p in parts)
    _check_score(world, node)
    ties = _ties(world, parts.get("ties"))
    return t.AwardDecl(node.name, params, member, among, keys, points, ties, "score", node.span)


def _check_score(world: World, node: tree.Award) -> None:
    score = world.variables.get("score")
    if score is None or score.owner != "player" or not isinstance(score.type, t.NumberType):
        world.report(
            Problem(
                "unknown-name",
                "an award raises the `score` of players, and there is none",
                node.place_of(node.name),
                "points for what?",
                help="declare `variable score of player: 0..999 = 0`",
            )
        )


def _ties(world: World, line: tree.AwardLine | None) -> Ties:
    if line is None:
        return "all"
    policy = ", ".join(line.policy)
    if policy not in POLICIES:
        world.report(unknown(policy, "way to settle ties", line.span, POLICIES))
    return POLICIES.get(policy, "all")


def winner(world: World, judge: Judge, node: tree.Winner) -> tuple[tuple[t.WinnerLineDecl, ...], bool]:
    """Check the lines that rank the players; return them and whether several may win."""
    lines: list[t.WinnerLineDecl] = []
    scope = scope_of(world, judge, "winner", ())
    for line in node.lines:
        if line.value is None:
            continue
        each, member = scope.with_it(t.PlayerType(), line.span, line.value)
        value = count(each, line.value, f"`{line.name}`")
        lines.append(t.WinnerLineDecl(line.name, line.order == "most", member, value, line.span))
    return tuple(lines), any(line.order == "shared" for line in node.lines)

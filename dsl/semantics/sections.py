"""Sections made of conditions and statements: actions, routines, awards, the winner, consequences, examples,
lessons, invariants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from dsl.base.problem import Problem
from dsl.semantics import typed as t
from dsl.semantics.analysis.flow import blocks_of
from dsl.semantics.declarations import MOST_PARAMS, declare, seat_names, too_many
from dsl.semantics.error_messages import also, closing, mismatch, opening, unknown
from dsl.semantics.expressions.arithmetic import count
from dsl.semantics.expressions.expression import several
from dsl.semantics.expressions.names import value_names
from dsl.semantics.expressions.sets import cells
from dsl.semantics.scopes import Declaration, Judge, Scope, facts_if
from dsl.semantics.statements import block
from dsl.semantics.step_paths import declare_parameters, not_judged
from dsl.semantics.symbols import CallSignature, SymbolTable
from dsl.semantics.type_compatibility import TRUTH, sure
from dsl.semantics.type_texts import resolve_parameters
from dsl.syntax.ast import (
    ActionLine,
    ActionSection,
    AlwaysSection,
    AwardLine,
    AwardSection,
    ConsequenceSection,
    ExampleSection,
    ExpectNothing,
    ExpectOffers,
    ExpectPosition,
    ExpectRanking,
    ExpectRefused,
    ExpectThat,
    ExpectWinners,
    Expr,
    FirstMatch,
    Given,
    Invocation,
    LessonHint,
    LessonSection,
    LessonStep,
    LetStatement,
    LineNode,
    Name,
    Needs,
    Node,
    PlayMove,
    PlaySection,
    PointAt,
    RefusedChoice,
    Reply,
    RightChoice,
    RoutineSection,
    RunBlock,
    Say,
    SceneLine,
    SetupSection,
    Supposing,
    Task,
    TurnIs,
    WinnerSection,
    WithOptions,
    WrongChoice,
)
from dsl.syntax.placeholders import strange_placeholders


def signature(world: SymbolTable, node: ActionSection | RoutineSection | AwardSection, namespace: str) -> CallSignature:
    """Return the name and parameters of a section, and declare the name."""
    declare(world, node.name, node, namespace)
    too_many(world, f"values for `{node.name}`", MOST_PARAMS, len(node.params), node, "too-many-values")
    return CallSignature(node.name, resolve_parameters(world, node.params, isinstance(node, ActionSection)), node.span)


def scope_of(world: SymbolTable, judge: Judge, who: str, params: tuple[t.ParamDecl, ...]) -> Scope:
    """Return the scope of a section with its parameters."""
    scope = Scope(Declaration(world, judge, who))
    for param in params:
        scope.declare(param.name, param.type, param.span)
    return scope


def action(world: SymbolTable, judge: Judge, node: ActionSection) -> t.ActionDecl:
    """Check an action: its conditions in the order of the text, then its statements."""
    scope = scope_of(world, judge, f"can {node.name}", ())
    params = declare_parameters(scope, node, world.actions[node.name].params)
    suppositions: list[t.SupposeDecl] = []
    lines: list[t.NeedDecl | t.LetDecl] = []
    names: dict[str, Needs] = {}
    _sentence(scope, node, node.text, node)
    _lines(scope, node, node.lines, suppositions, (), lines, names)
    doing = scope.inner()
    doing.effects = True
    doing.part = replace(scope.part, who=f"do {node.name}")
    do = block(doing, node.do)
    checked = t.ActionDecl(node.name, params, node.text, tuple(suppositions), tuple(lines), do, node.span)
    not_judged(scope, checked)
    return checked


def _lines(
    scope: Scope,
    action: ActionSection,
    nodes: tuple[ActionLine, ...],
    suppositions: list[t.SupposeDecl],
    supposing: tuple[int, ...],
    lines: list[t.NeedDecl | t.LetDecl],
    names: dict[str, Needs],
) -> None:
    for node in nodes:
        match node:
            case Needs():
                lines.append(_needs(scope, action, node, supposing, names))
            case LetStatement():
                value = scope.typed(node.value)
                unique = scope.declare(node.name, value.type, node.span)
                lines.append(t.LetDecl(unique, value, supposing, node.span))
            case Supposing():
                suppositions.append(_suppose(scope, node))
                inner = (*supposing, len(suppositions) - 1)
                _lines(scope, action, node.lines, suppositions, inner, lines, names)


def _needs(
    scope: Scope, action: ActionSection, node: Needs, supposing: tuple[int, ...], names: dict[str, Needs]
) -> t.NeedDecl:
    if node.name in names:
        scope.report(
            Problem(
                "duplicate-name",
                f"`{action.name}` has two conditions called `{node.name}`",
                node.place_of(node.name),
                "again here",
                "A refusal names the condition that fails, so each condition needs a name of its own.",
                "choose another name for one of them",
                also(names[node.name].place_of(node.name), "the first of them"),
            )
        )
    names[node.name] = node
    _sentence(scope, action, node.message, node)
    condition = scope.need(node.condition, TRUTH, f"the condition `{node.name}`")
    scope.facts.update(facts_if(condition, True))
    return t.NeedDecl(node.name, condition, node.message, supposing, node.span)


def _sentence(scope: Scope, action: ActionSection, text: str, line: LineNode) -> None:
    """Report the `{values}` of a sentence in `line` that are not parameters of its action."""
    quoted = line.place_of(f'"{text}"')
    inside = replace(quoted, column=quoted.column + 1, end_column=quoted.end_column - 1)
    params, who = [p.name for p in action.params], f"the action `{action.name}`"
    for problem in strange_placeholders(text, inside, params, who, value_names(scope)):
        scope.report(problem)


def _suppose(scope: Scope, node: Supposing) -> t.SupposeDecl:
    thing = scope.typed(node.thing)
    lifted = node.target is None and isinstance(sure(thing.type), t.PieceType)  # none of them: nothing is lifted
    if not lifted and not isinstance(thing.type, (t.PieceType, t.CounterType, t.UnknownType)):
        said = scope.world.describe(thing.type)
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


def routine(world: SymbolTable, judge: Judge, node: RoutineSection | SetupSection | PlaySection) -> t.RoutineDecl:
    """Check a routine; `setup` and `play` are routines without parameters."""
    match node:
        case RoutineSection():
            name, params = node.name, world.routines[node.name].params
        case SetupSection():
            name, params = "setup", ()
        case PlaySection():
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


def award(world: SymbolTable, judge: Judge, node: AwardSection) -> t.AwardDecl:
    """Check an award: its participants, their rank, the points of each rank, the rule for ties."""
    params = world.awards[node.name].params
    scope = scope_of(world, judge, f"award {node.name}", params)
    parts = {line.part: line for line in node.lines}
    everybody = AwardLine("among", (Name("players", span=node.span),), span=node.span)
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


def _check_score(world: SymbolTable, node: AwardSection) -> None:
    score = world.variables.get("score")
    world.assigned.add("score")
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


def _ties(world: SymbolTable, line: AwardLine | None) -> Ties:
    if line is None:
        return "all"
    policy = ", ".join(line.policy)
    if policy not in POLICIES:
        world.report(unknown(policy, "way to settle ties", line.span, POLICIES))
    return POLICIES.get(policy, "all")


def winner(world: SymbolTable, judge: Judge, node: WinnerSection) -> tuple[tuple[t.WinnerLineDecl, ...], bool]:
    """Check the lines that rank the players; return them, and whether several players may win."""
    lines: list[t.WinnerLineDecl] = []
    scope = scope_of(world, judge, "winner", ())
    for line in node.lines:
        if line.value is None:
            continue
        each, member = scope.with_it(t.PlayerType(), line.span, line.value)
        value = count(each, line.value, f"`{line.name}`")
        lines.append(t.WinnerLineDecl(line.name, line.order == "most", member, value, line.span))
    return tuple(lines), any(line.order == "shared" for line in node.lines)


# ---- consequences ----


def consequence(world: SymbolTable, judge: Judge, node: ConsequenceSection) -> t.ConsequenceDecl:
    """Check a consequence: its place, its triggers, its statements."""
    params = resolve_parameters(world, node.params)
    _about_a_place(world, params)
    scope = scope_of(world, judge, f"to {node.name}", params)
    watches = tuple(watch for expr in node.whenever for watch in _watch(scope, expr))
    doing = scope.inner()
    doing.effects = True
    return t.ConsequenceDecl(node.name, params[0] if params else None, watches, block(doing, node.block), node.span)


def _about_a_place(world: SymbolTable, params: tuple[t.ParamDecl, ...]) -> None:
    for index, param in enumerate(params):
        if index or not isinstance(param.type, (t.PlaceType, t.UnknownType)):
            summary = "a consequence is about one place, or about none"
            said = world.describe(param.type)
            world.report(mismatch(summary, param.span, "not its one place", "a place", said))


def _watch(scope: Scope, expr: Expr) -> Iterator[t.Trigger]:
    match scope.typed(expr):
        case t.CounterSet(counter=counter):
            yield t.Trigger("counter", counter)
        case t.PieceCells(piece=piece) | t.CellUnion(left=t.PieceCells(piece=piece)):
            yield t.Trigger("piece", piece)
        case t.VariableValue(variable=variable):
            yield t.Trigger("variable", variable)
        case other if not isinstance(other.type, t.UnknownType):
            scope.report(
                Problem(
                    "not-watched",
                    "a consequence cannot watch this",
                    other.span,
                    "no counters, pieces or variable",
                    "A consequence watches counters or pieces on a place, or a variable.",
                    "watch what it is computed from",
                )
            )


def changed_by(act: t.Statement, awards: Mapping[str, t.AwardDecl]) -> Iterator[t.Trigger]:
    """Yield what a statement itself may change, without the blocks inside it."""
    match act:
        case t.MoveCounters(counters=t.CounterSet(counter=counter)):
            yield t.Trigger("counter", counter)
        case t.MoveCounters(single=t.Typed(type=t.CounterType(counter))):
            yield t.Trigger("counter", counter)
        case t.MovePiece(piece=t.Typed(type=t.PieceType(piece) | t.MaybeType(t.PieceType(piece)))):
            yield t.Trigger("piece", piece)
        case t.ExchangePieces(left=t.Typed(type=t.PieceType(piece))):
            yield t.Trigger("piece", piece)
        case t.MarkPieces(pieces=t.Typed(type=type_)) | t.GivePieces(pieces=t.Typed(type=type_)):
            one = type_.of if isinstance(type_, (t.SetType, t.MaybeType)) else type_
            if isinstance(one, t.PieceType):
                yield t.Trigger("piece", one.piece)
        case t.CreatePieces(piece=piece):
            yield t.Trigger("piece", piece)
        case t.AssignVariable(variable=variable):
            yield t.Trigger("variable", variable)
        case t.GiveAward(award=award) if award in awards:
            yield t.Trigger("variable", awards[award].variable)
        case _:
            pass


@dataclass(frozen=True, slots=True)
class BlockEffects:
    """Effects of a block: routines that it calls, actions that may be chosen, awards that it gives."""

    routines: Mapping[str, t.RoutineDecl]
    actions: Mapping[str, t.ActionDecl]
    awards: Mapping[str, t.AwardDecl]

    def changes(self, acts: t.Block, seen: frozenset[str] = frozenset()) -> set[t.Trigger]:
        """Return all that a block may change, also through routines and actions; `seen` holds those already visited."""
        found: set[t.Trigger] = set()
        for act in acts:
            found |= set(changed_by(act, self.awards))
            for name, led_to in self._led_to(act):
                if name not in seen:
                    found |= self.changes(led_to, seen | {name})
            for inner in blocks_of(act):
                found |= self.changes(inner, seen)
        return found

    def _led_to(self, act: t.Statement) -> Iterator[tuple[str, t.Block]]:
        match act:
            case t.CallRoutine(routine=name) if name in self.routines:
                yield f"to {name}", self.routines[name].block
            case t.ChooseOf(entries=entries, interrupted_by=more):
                names = (entry.choice.action for entry in (*entries, *more))
                yield from ((f"do {name}", self.actions[name].do) for name in names if name in self.actions)


@dataclass(slots=True)
class _ConsequenceOrder:
    """Depth-first walk from consequences to those that they trigger; reports cycles."""

    world: SymbolTable
    found: Mapping[str, t.ConsequenceDecl]
    effects: Mapping[str, set[t.Trigger]]
    order: list[str] = field(default_factory=list)  #: each after those that it triggers
    open: list[str] = field(default_factory=list)

    def visit(self, name: str) -> None:
        """Visit a consequence and all that it triggers; report a cycle."""
        if name in self.open:
            _report_circle(self.world, self.found[name], self.found[self.open[-1]])
        elif name not in self.order:
            self.open.append(name)
            for other, one in self.found.items():
                if other != name and self.effects[name] & set(one.watches):
                    self.visit(other)
            self.open.pop()
            self.order.append(name)


def in_order(
    world: SymbolTable,
    found: Mapping[str, t.ConsequenceDecl],
    parts: BlockEffects,
) -> dict[str, t.ConsequenceDecl]:
    """Return consequences so that each comes before those that it triggers; report cycles."""
    walk = _ConsequenceOrder(world, found, {name: parts.changes(one.block) for name, one in found.items()})
    for name in found:
        walk.visit(name)
    return {name: found[name] for name in reversed(walk.order)}


def _report_circle(world: SymbolTable, one: t.ConsequenceDecl, other: t.ConsequenceDecl) -> None:
    world.report(
        Problem(
            "consequence-loop",
            f"`{one.name}` sets `{other.name}` off, and `{other.name}` sets `{one.name}` off again",
            world.place(one.name, "consequence"),
            "in a circle",
            "A consequence may set off another one, but never itself, not even through others.",
            labels=also(world.place(other.name, "consequence"), f"`{other.name}` begins here"),
        )
    )


# ---- examples ----


def example(world: SymbolTable, judge: Judge, actions: dict[str, t.ActionDecl], node: ExampleSection) -> t.ExampleDecl:
    """Check an example; positions and moves stay text, which the engine parses."""
    lines: dict[int, t.RunLine | t.ExpectLine] = {}
    for n, line in enumerate(node.lines):
        match line:
            case ExpectThat():
                lines[n] = _expected(world, judge, line.condition, "`expect that`")
            case ExpectOffers():
                _move(world, line.move)
            case ExpectRefused():
                _move(world, line.move)
                _condition(world, actions, line)
            case ExpectWinners(players):
                _each_once(world, players, line)
            case ExpectRanking(places):
                _each_once(world, tuple(player for place in places for player in place), line)
            case ExpectPosition() | ExpectNothing():
                pass
            case _:
                _scene(world, judge, line, n, lines)
    return t.ExampleDecl(node.title, node, lines, node.span)


def _scene(
    world: SymbolTable, judge: Judge, line: SceneLine, number: int, lines: dict[int, t.RunLine | t.ExpectLine]
) -> None:
    """Check a line that leads to a position, of an example or a lesson."""
    match line:
        case RunBlock():
            scope = Scope(Declaration(world, judge, "example"), effects=True)
            lines[number] = t.RunLine(block(scope, line.block))
        case WithOptions():
            _options(world, line)
        case TurnIs():
            _player(world, line.player, line)
        case PlayMove():
            _move(world, line.move)
            if line.by:
                _player(world, line.by, line)
        case Given():
            pass
        case _:
            assert_never(line)


def _expected(world: SymbolTable, judge: Judge, condition: Expr, what: str) -> t.ExpectLine:
    scope = Scope(Declaration(world, judge, "example"))
    return t.ExpectLine(scope.need(condition, TRUTH, what))


def lesson(world: SymbolTable, judge: Judge, actions: dict[str, t.ActionDecl], node: LessonSection) -> t.ExampleDecl:
    """Check a lesson; its lines are numbered as in `all_lines`."""
    lines: dict[int, t.RunLine | t.ExpectLine] = {}
    steps: dict[str, LessonStep] = {}
    for step in node.lines:
        if isinstance(step, LessonStep):
            if step.name in steps:
                _report_lesson(world, step, f"two steps of this lesson are called `{step.name}`", "named before")
            steps[step.name] = step
            _step(world, step)
    for n, line in enumerate(node.all_lines):
        match line:
            case RightChoice(move, condition) | WrongChoice(move, condition):
                _move(world, move)
                if condition is not None:
                    lines[n] = _expected(world, judge, condition, "`where`")
            case RefusedChoice():
                _move(world, line.move)
                _condition(world, actions, line)
            case Reply():
                _player(world, line.player, line)
            case Say() | PointAt() | Task() | LessonHint() | FirstMatch():
                pass
            case _:
                _scene(world, judge, line, n, lines)
    return t.ExampleDecl(node.title, node, lines, node.span)


def _step(world: SymbolTable, step: LessonStep) -> None:
    """Check that a step with choices has one task and a right choice, and that nothing happens after the task."""
    tasks = [line for line in step.lines if isinstance(line, Task)]
    answers = [line for line in step.lines if isinstance(line, RightChoice | WrongChoice | RefusedChoice | LessonHint)]
    right = [line for line in answers if isinstance(line, RightChoice)]
    if len(tasks) > 1:
        _report_lesson(world, tasks[1], f"the step `{step.name}` has two tasks", "the second one")
    elif tasks and not right:
        _report_lesson(world, tasks[0], f"the step `{step.name}` does not say which choice is right", "of this task")
    elif answers and not tasks:
        _report_lesson(world, answers[0], f"the step `{step.name}` has no task", "this belongs to a task")
    elif not tasks and not any(isinstance(line, Say) for line in step.lines):
        _report_lesson(world, step, f"the step `{step.name}` says nothing", "neither `say` nor `task`")


def _report_lesson(world: SymbolTable, line: Node, summary: str, label: str) -> None:
    world.report(
        Problem(
            "bad-lesson", summary, line.span, label,
            "A step says something, and may have one task with at least one right choice.",
        )
    )  # fmt: skip


def _options(world: SymbolTable, line: WithOptions) -> None:
    for name, value in line.settings:
        if name not in world.options and name not in ("seats", "players"):
            world.report(unknown(name, "option", value.span, world.options, "unknown-option"))


def _player(world: SymbolTable, name: str, line: Node) -> None:
    if name not in world.colours and name not in seat_names(world.players[1]):
        world.report(unknown(name, "player", line.span, world.colours))


def _each_once(world: SymbolTable, players: tuple[str, ...], line: Node) -> None:
    for player in players:
        _player(world, player, line)
    twice = next((player for player in players if players.count(player) > 1), None)
    if twice is not None:
        world.report(
            Problem(
                "bad-example", f"`{twice}` is named twice", line.span, "a player takes one place",
                help="name each player once",
            )
        )  # fmt: skip


def _move(world: SymbolTable, move: Invocation) -> None:
    if move.name not in world.actions and move.name not in ("stop", "enough"):
        world.report(unknown(move.name, "action", opening(move.span, move.name), world.actions, "no-such-action"))


def always(world: SymbolTable, judge: Judge, node: AlwaysSection) -> t.AlwaysDecl:
    """Check an invariant, which must hold after every choice. It decides nothing, so it may read every secret."""
    declare(world, node.name, node, "always")
    scope = Scope(Declaration(world, judge, f"always {node.name}"))
    return t.AlwaysDecl(node.name, scope.need(node.condition, TRUTH, "`always`"), node.text, node.span)


def _condition(world: SymbolTable, actions: dict[str, t.ActionDecl], line: ExpectRefused | RefusedChoice) -> None:
    action = actions.get(line.move.name)
    if action is None:
        return
    needs = [need.name for need in action.lines if isinstance(need, t.NeedDecl)]
    needs += [param.type.path for param in action.params if isinstance(param.type, t.WayType)]
    if line.condition not in needs:
        world.report(
            unknown(
                line.condition,
                f"condition of `{action.name}`",
                closing(line.span, line.condition) if isinstance(line, ExpectRefused) else line.span,
                needs,
                "bad-example",
            )
        )

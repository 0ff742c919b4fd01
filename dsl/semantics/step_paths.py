"""Paths: chains of steps. Their heads are checked first, their conditions once everything is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeVar

from msgspec import structs

from dsl.base.problem import Problem
from dsl.semantics import typed as t
from dsl.semantics.analysis.flow import mentions
from dsl.semantics.declarations import MOST_PARAMS, declare, too_many
from dsl.semantics.error_messages import also, listed, unknown
from dsl.semantics.expressions.arithmetic import count
from dsl.semantics.expressions.calls import arguments
from dsl.semantics.expressions.sets import cells
from dsl.semantics.scopes import Declaration, Judge, Scope
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import TRUTH
from dsl.semantics.type_texts import resolve_parameters
from dsl.syntax.ast import ActionSection, Expr, Number, Parameter, PathLine, PathSection, PathType

START = "start"  #: the parameter that holds the start of a way
#: by shape of the board, what a step may follow
ALONG: dict[str, tuple[t.Along, ...]] = {
    "squares": ("neighbours", "orthogonal", "diagonals", "lines"),
    "hexes": ("neighbours", "lines"),
}
ONLY: tuple[t.Only, ...] = ("cheapest", "shortest", "straight")
MOST_STEPS, MOST_TIMES = 8, 7
Kind = Literal["along", "within", "through", "ends", "only"]
W = TypeVar("W", bound=str)


def head(world: SymbolTable, node: PathSection) -> None:
    """Check the head of a path: its start, its steps, and which of its ways are kept."""
    if not declare(world, node.name, node):
        return
    too_many(world, f"values for `{node.name}`", MOST_PARAMS, len(node.params), node, "too-many-values")
    params = resolve_parameters(world, node.params)
    start = next((p for p in params if p.name == START), None)
    place = start.type if start is not None else None
    if not isinstance(place, t.PlaceType):
        if not isinstance(place, t.UnknownType):
            world.report(_without_start(world, node))
        return
    steps = tuple(_steps(world, node))
    if not steps:
        world.report(_hole(node, "has no step", f"add `step {node.name}_step from a to b`"))
        return
    _single(world, node)
    shape = world.boards[place.board].shape
    world.paths[node.name] = t.PathHead(
        node.name, params, place.board, _along(world, node, shape), _only(world, node, shape), steps,
        all(_is_one(line.cost) for line in node.lines if line.kind == "step"), node.span,
    )  # fmt: skip


def path(world: SymbolTable, judge: Judge, node: PathSection) -> t.PathDecl | None:
    """Check the conditions, costs and places of a path; return None if its head was wrong."""
    known = world.paths.get(node.name)
    if known is None or known.span != node.span:
        return None
    scope = Scope(Declaration(world, judge, f"path {node.name}"))
    for param in known.params:
        scope.declare(param.name, param.type, param.span)
    lines = [line for line in node.lines if line.kind == "step"]
    steps = tuple(_step(scope, known, h, line) for h, line in zip(known.steps, lines, strict=True))
    return t.PathDecl(
        known, steps, _budget(scope, known, node), _places(scope, known, node, "through", "`through`"),
        _places(scope, known, node, "ends", "`ends on`"),
    )  # fmt: skip


def _line(node: PathSection, kind: Kind) -> PathLine | None:
    return next((line for line in node.lines if line.kind == kind), None)


def _single(world: SymbolTable, node: PathSection) -> None:
    """Report lines of a path that occur twice, except steps."""
    seen: dict[str, PathLine] = {}
    for line in node.lines:
        if line.kind != "step" and line.kind in seen:
            word = "ends on" if line.kind == "ends" else line.kind
            first = also(seen[line.kind].span, "and here before")
            world.report(
                replace(_unfit(f"`{node.name}` says `{word}` twice", line, "once more", "leave one out"), labels=first)
            )
        seen[line.kind] = line


def _steps(world: SymbolTable, node: PathSection) -> Iterator[t.StepHead]:
    seen: set[str] = set()
    steps = [line for line in node.lines if line.kind == "step"]
    too_many(world, f"sorts of step in `{node.name}`", MOST_STEPS, len(steps), node, "too-many-values")
    for line in steps:
        if line.name in seen:
            world.report(_unfit(f"`{node.name}` has two steps called `{line.name}`", line, "again", "rename one"))
        seen.add(line.name)
        if line.times is not None and not 1 <= line.times <= MOST_TIMES:
            world.report(_unfit(f"a step is limited to 1 to {MOST_TIMES} times", line, "how often?", ""))
        yield t.StepHead(line.name, line.times, line.span)


def _along(world: SymbolTable, node: PathSection, shape: str) -> t.Along:
    line = _line(node, "along")
    words = ALONG.get(shape, ("neighbours",))
    return words[0] if line is None else _word(world, line, words)


def _only(world: SymbolTable, node: PathSection, shape: str) -> t.Only:
    line = _line(node, "only")
    if line is None:
        return ONLY[0]
    only = _word(world, line, ONLY)
    if only == "straight" and shape not in ALONG:
        world.report(
            _unfit(f"there is no straight on between {shape}", line, "straight?", "leave this line out"),
        )
    if only == "shortest":
        for step in node.lines:
            if step.kind == "step" and (step.times is not None or not _is_one(step.cost)):
                summary = "steps of the shortest ways have no price and no `at most`"
                help_ = "leave out `costs` and `at most`, or write `only cheapest`"
                world.report(_unfit(summary, step, "counted as one step", help_))
    return only


def _word(world: SymbolTable, line: PathLine, words: tuple[W, ...]) -> W:
    """Return the first word of a line; report a word that is not allowed there."""
    if line.name not in words:
        help_ = f"there are {listed(list(words))}" if len(words) > 1 else f"write `{words[0]}`"
        world.report(_unfit(f"`{line.kind} {line.name}` has no meaning here", line, "not of this board", help_))
    return next((word for word in words if word == line.name), words[0])


def _is_one(cost: Expr | None) -> bool:
    return cost is None or (isinstance(cost, Number) and cost.value == 1)


def _step(scope: Scope, known: t.PathHead, step: t.StepHead, line: PathLine) -> t.StepDecl:
    inner = scope.inner()
    origin, goal = (inner.declare(name, t.PlaceType(known.board), line.span) for name in (line.origin, line.goal))
    condition = None if line.value is None else inner.need(line.value, TRUTH, f"the step `{line.name}`")
    cost = None if line.cost is None else count(inner, line.cost, "a price")
    if cost is not None and isinstance(cost.type, t.NumberType) and cost.type.low < 0:
        scope.report(
            Problem(
                "out-of-range", "no step costs less than nothing", cost.span, f"may be {cost.type.low}",
                help="a price is a number from 0 on",
            )
        )  # fmt: skip
    return t.StepDecl(step, origin, goal, condition, cost)


def _budget(scope: Scope, known: t.PathHead, node: PathSection) -> t.Expr | None:
    line = _line(node, "within")
    if line is None or line.value is None:
        return None
    if line.name not in ("cost", "steps"):
        scope.report(
            replace(unknown(line.name, "measure of a way", line.span, ("cost", "steps")), help="`cost` or `steps`")
        )
    elif line.name == "steps" and not known.counts_steps:
        scope.report(
            _unfit(
                f"a step of `{known.name}` has another price than 1, so steps and cost are not the same", line,
                "counts steps", "write `within ... cost`, or let each step cost 1",
            )
        )  # fmt: skip
    return count(scope, line.value, "`within`")


def _places(scope: Scope, known: t.PathHead, node: PathSection, kind: Kind, who: str) -> t.Expr | None:
    line = _line(node, kind)
    if line is None or line.value is None:
        return None
    return scope.fit(cells(scope, scope.typed(line.value), who), t.SetType(t.PlaceType(known.board)), who)


def _without_start(world: SymbolTable, node: PathSection) -> Problem:
    place = world.place_word(next(iter(world.boards.values()))) if world.boards else "hex"
    return _hole(node, f"has no place `{START}` to begin at", f"give it a value `{START}: {place}`")


def _hole(node: PathSection, lacks: str, help_: str) -> Problem:
    return Problem(
        "path-hole", f"`{node.name}` {lacks}", node.place_of(node.name), "not complete",
        "A path says where its ways begin, by its value `start`, and by which steps they go on.", help_,
    )  # fmt: skip


def _unfit(summary: str, line: PathLine, label: str, help_: str) -> Problem:
    return Problem("path-line", summary, line.span, label, help=help_)


# ---- parameters that ask for a path ----


def declare_parameters(scope: Scope, node: ActionSection, params: tuple[t.ParamDecl, ...]) -> tuple[t.ParamDecl, ...]:
    """Declare the parameters of an action; return them, those that ask for a way with the arguments of their path."""
    found: list[t.ParamDecl] = []
    for param, written in zip(params, node.params, strict=True):
        found.append(_param(scope, param, written))
        scope.declare(param.name, param.type, param.span)
    for param in [p for p in found if not p.given][:-1]:
        if isinstance(param.type, t.WayType) and scope.world.paths[param.type.path].only == "shortest":
            scope.report(
                _by_places(
                    param, f"`{param.name}` is asked place by place, so it is the last that `{node.name}` asks for",
                    "let it be the last, or carry out a second action for the rest",
                )
            )  # fmt: skip
    return tuple(found)


def _param(scope: Scope, param: t.ParamDecl, written: Parameter) -> t.ParamDecl:
    if not isinstance(param.type, t.WayType):
        return param
    path = scope.world.paths[param.type.path]
    (only,) = written.type.alternatives[:1]
    if isinstance(only, PathType):
        args = arguments(scope, path.name, path.params, only.args, only.span)
        scope.world.uses.append((scope.part.who, f"path {path.name}", only.span))
        return structs.replace(param, along=args)
    if not param.given:
        scope.report(
            Problem(
                "wrong-number-of-values", f"`{path.name}` takes {len(path.params)} values, and none is given",
                param.span, "from where?", help=f"write `{param.name}: {path.name}(...)`",
            )
        )  # fmt: skip
    return param


def not_judged(scope: Scope, action: t.ActionDecl) -> None:
    """Report conditions on a way that is asked place by place: only its path may restrict it."""
    for param in action.params:
        if param.given or not isinstance(param.type, t.WayType):
            continue
        if scope.world.paths[param.type.path].only != "shortest":
            continue
        for line in action.lines:
            if isinstance(line, t.NeedDecl) and mentions(line.condition, param.name):
                summary = f"the condition `{line.name}` comes too late for `{param.name}`"
                help_ = f"say it in the path `{param.type.path}`: `through:` or `ends on:`"
                scope.report(replace(_by_places(param, summary, help_), span=line.condition.span))


def _by_places(param: t.ParamDecl, summary: str, help_: str) -> Problem:
    return Problem(
        "place-by-place", summary, param.span, "asked place by place",
        "Of a path `only shortest` the places are asked one after the other, each only if a shortest way leads on.",
        help_,
    )  # fmt: skip

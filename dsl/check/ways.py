"""Asking for a way along a path."""

from __future__ import annotations

from dataclasses import replace

from dsl.check import typed as t
from dsl.check.calls import arguments
from dsl.check.finite import mentions
from dsl.check.scope import Scope
from dsl.text import tree
from dsl.text.problem import Problem


def asked(scope: Scope, node: tree.Action, params: tuple[t.ParamDecl, ...]) -> tuple[t.ParamDecl, ...]:
    """Declare an action's parameters and return them, those that ask for a way with what their path is given."""
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


def _param(scope: Scope, param: t.ParamDecl, written: tree.Parameter) -> t.ParamDecl:
    if not isinstance(param.type, t.WayType):
        return param
    path = scope.world.paths[param.type.path]
    (only,) = written.type.alternatives[:1]
    if isinstance(only, tree.PathType):
        args = arguments(scope, path.name, path.params, only.args, only.span)
        scope.world.uses.append((scope.part.who, f"path {path.name}", only.span))
        return replace(param, along=args)
    if not param.given:
        scope.report(
            Problem(
                "wrong-number-of-values", f"`{path.name}` takes {len(path.params)} values, and none is given",
                param.span, "from where?", help=f"write `{param.name}: {path.name}(...)`",
            )
        )  # fmt: skip
    return param


def not_judged(scope: Scope, action: t.ActionDecl) -> None:
    """Report conditions on a way that is asked place by place: where it may lead, its path must say."""
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

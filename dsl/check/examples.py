"""Examples: their conditions and statements are typed; the names that they use must exist."""

from __future__ import annotations

from dsl.check import settings
from dsl.check import typed as t
from dsl.check.explain import closing, opening, unknown
from dsl.check.scope import Judge, Part, Scope
from dsl.check.statements import block
from dsl.check.types import TRUTH
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem


def example(world: World, judge: Judge, actions: dict[str, t.ActionDecl], node: tree.Example) -> t.ExampleDecl:
    """Check an example; positions and moves stay text, which the engine reads."""
    lines: dict[int, t.RunLine | t.ExpectLine] = {}
    for n, line in enumerate(node.lines):
        scope = Scope(Part(world, judge, "example"), effects=True)
        match line:
            case tree.RunBlock():
                lines[n] = t.RunLine(block(scope, line.block))
            case tree.ExpectThat():
                scope.effects = False
                lines[n] = t.ExpectLine(scope.need(line.condition, TRUTH, "`expect that`"))
            case tree.WithOptions():
                _options(world, line)
            case tree.TurnIs():
                _player(world, line.player, line)
            case tree.PlayMove():
                _move(world, line.move)
                if line.by:
                    _player(world, line.by, line)
            case tree.ExpectOffers():
                _move(world, line.move)
            case tree.ExpectRefused():
                _move(world, line.move)
                _condition(world, actions, line)
            case tree.ExpectWinners(players):
                _each_once(world, players, line)
            case tree.ExpectRanking(places):
                _each_once(world, tuple(player for place in places for player in place), line)
    return t.ExampleDecl(node.title, node, lines, node.span)


def _options(world: World, line: tree.WithOptions) -> None:
    for name, value in line.settings:
        if name not in world.options and name not in ("seats", "players"):
            world.report(unknown(name, "option", value.span, world.options, "unknown-option"))


def _player(world: World, name: str, line: tree.Node) -> None:
    if name not in world.colours and name not in settings.seat_names(world.players[1]):
        world.report(unknown(name, "player", line.span, world.colours))


def _each_once(world: World, players: tuple[str, ...], line: tree.Node) -> None:
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


def _move(world: World, move: tree.Invocation) -> None:
    if move.name not in world.actions and move.name not in ("stop", "enough"):
        world.report(unknown(move.name, "action", opening(move.span, move.name), world.actions, "no-such-action"))


def always(world: World, judge: Judge, node: tree.Always) -> t.AlwaysDecl:
    """Check what is to hold after every choice; it decides nothing, so it may look at every secret."""
    settings.declare(world, node.name, node, "always")
    scope = Scope(Part(world, judge, f"always {node.name}"))
    return t.AlwaysDecl(node.name, scope.need(node.condition, TRUTH, "`always`"), node.text, node.span)


def _condition(world: World, actions: dict[str, t.ActionDecl], line: tree.ExpectRefused) -> None:
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
                closing(line.span, line.condition),
                needs,
                "bad-example",
            )
        )

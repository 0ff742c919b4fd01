"""Teams: who plays together, and a player who stands for the team where one is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dsl.check import typed as t
from dsl.check.explain import unknown
from dsl.check.types import PLAYER, TEAM, sure
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem

if TYPE_CHECKING:
    from dsl.check.scope import Scope


def teams(world: World, game: tree.Game, sections: Iterable[tree.Section]) -> None:
    """Take down the teams for each number of players; what stands below `with N players` goes before."""
    if game.teams is not None:
        _names_known(world, game.teams, world.colours)
        for number in world.numbers:
            _take(world, number, game.teams)
    for section in sections:
        if isinstance(section, tree.WithPlayers) and section.teams is not None:
            _names_known(world, section.teams, world.colours[: section.low])
            for number in range(section.low, section.high + 1):
                _take(world, number, section.teams)


def _names_known(world: World, node: tree.Teams, colours: tuple[str, ...]) -> None:
    """Report names that are no player's, and players named twice."""
    seen: set[str] = set()
    for name in (name for team in node.teams for name in team):
        if name not in colours:
            world.report(unknown(name, "player", node.place_of(name), colours))
        elif name in seen:
            summary = f"`{name}` plays in one team"
            world.report(Problem("duplicate-name", summary, node.span, f"`{name}` stands here twice"))
        seen.add(name)


def _take(world: World, number: int, node: tree.Teams) -> None:
    """Note the teams of one number of players; whoever is not named plays alone."""
    seats = {colour: seat for seat, colour in enumerate(world.colours[:number])}
    named = [tuple(sorted({seats[name] for name in team if name in seats})) for team in node.teams]
    alone = [(seat,) for seat in range(number) if not any(seat in team for team in named)]
    found = tuple(sorted(team for team in (*named, *alone) if team))
    if any(len(team) > 1 for team in found):
        world.teams[number] = found
    else:
        world.teams.pop(number, None)


def team_of(found: t.Expr) -> t.Expr:
    """Return the team of a player."""
    return t.PropertyValue("team", found, type=TEAM, span=found.span)


def as_team(found: t.Expr, wanted: t.Type) -> t.Expr:
    """Return a player's team where a team is `wanted`, anything else as it is."""
    return team_of(found) if found.type == PLAYER and sure(wanted) == TEAM else found


def players_of(found: t.Expr) -> t.Expr:
    """Return the players of a team."""
    return t.PropertyValue("players", found, type=t.SetType(PLAYER), span=found.span)


def one_or_team(scope: Scope, node: tree.Expr, who: str) -> t.Expr:
    """Return `node` as a player or a team, whichever it is."""
    found = scope.typed(node, PLAYER)
    return found if found.type == TEAM else scope.fit(found, PLAYER, who)


def together(left: t.Expr, right: t.Expr) -> tuple[t.Expr, t.Expr]:
    """Return two sides of a comparison: where one is a team, a player on the other side stands for the team."""
    return as_team(left, right.type), as_team(right, left.type)


def has_teams(world: World) -> bool:
    """Return whether somebody has a partner, with some number of players."""
    return bool(world.teams)


def property_type(found: t.PlayerType, word: str) -> t.Type | None:
    """Return what `team of p` and `players of t` are."""
    match word, found.team:
        case "team", False:
            return TEAM
        case "players", True:
            return t.SetType(PLAYER)
    return None


def properties(world: World, found: t.PlayerType) -> Iterator[str]:
    """Yield what a player or a team is asked, in a game that has teams."""
    if has_teams(world):
        yield "players" if found.team else "team"

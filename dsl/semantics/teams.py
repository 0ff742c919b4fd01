"""Teams: the partners for each number of players, and conversions between a player and its team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.base.problem import Problem
from dsl.semantics import typed as t
from dsl.semantics.error_messages import unknown
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import PLAYER, TEAM, sure
from dsl.syntax.ast import (
    GameSection,
    Section,
    Teams,
    WithPlayersSection,
)


def declare_teams(world: SymbolTable, game: GameSection, sections: Iterable[Section]) -> None:
    """Declare the teams for each number of players; those below `with N players` take precedence."""
    if game.teams is not None:
        _names_known(world, game.teams, world.colours)
        for number in world.numbers:
            _take(world, number, game.teams)
    for section in sections:
        if isinstance(section, WithPlayersSection) and section.teams is not None:
            _names_known(world, section.teams, world.colours[: section.low])
            for number in range(section.low, section.high + 1):
                _take(world, number, section.teams)


def _names_known(world: SymbolTable, node: Teams, colours: tuple[str, ...]) -> None:
    """Report unknown players, and players named twice."""
    seen: set[str] = set()
    for name in (name for team in node.teams for name in team):
        if name not in colours:
            world.report(unknown(name, "player", node.place_of(name), colours))
        elif name in seen:
            summary = f"`{name}` plays in one team"
            world.report(Problem("duplicate-name", summary, node.span, f"`{name}` stands here twice"))
        seen.add(name)


def _take(world: SymbolTable, number: int, node: Teams) -> None:
    """Declare the teams for one number of players; a player who is not named has no partners."""
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
    """Return a player's team where a team is `wanted`, anything else unchanged."""
    return team_of(found) if found.type == PLAYER and sure(wanted) == TEAM else found


def players_of(found: t.Expr) -> t.Expr:
    """Return the players of a team."""
    return t.PropertyValue("players", found, type=t.SetType(PLAYER), span=found.span)


def as_teams(left: t.Expr, right: t.Expr) -> tuple[t.Expr, t.Expr]:
    """Return both sides of a comparison: if one is a team, a player on the other side is replaced by its team."""
    return as_team(left, right.type), as_team(right, left.type)


def has_teams(world: SymbolTable) -> bool:
    """Return whether there are partners with some number of players."""
    return bool(world.teams)


def player_property_type(found: t.PlayerType, word: str) -> t.Type | None:
    """Return the type of `team of p` and `players of t`."""
    match word, found.team:
        case "team", False:
            return TEAM
        case "players", True:
            return t.SetType(PLAYER)
    return None


def player_properties(world: SymbolTable, found: t.PlayerType) -> Iterator[str]:
    """Yield the properties of players and teams in a game that has teams."""
    if has_teams(world):
        yield "players" if found.team else "team"

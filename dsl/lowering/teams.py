"""Teams: a team is represented by the seat of its first player; a player without partners is a team alone.

In a game without teams every function here returns the same as for players, so the program does not change.
"""

from __future__ import annotations

from dsl.ir.builder import is_empty, negate, select, set_op, single
from dsl.ir.instructions import BitsConst, Const, Expr, Load, Lookup
from dsl.lowering.compilation_unit import Unit
from dsl.semantics import typed as t


def masks(rules: t.TypedRules, players: int) -> tuple[int, ...]:
    """Return the bitset of each seat's team; empty without teams."""
    by_seat = {seat: sum(1 << one for one in team) for team in rules.teams.get(players, ()) for seat in team}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def _teams(unit: Unit) -> tuple[tuple[int, ...], ...]:
    return unit.rules.teams.get(unit.players, ())


def team_of(unit: Unit, player: Expr) -> Expr:
    """Return the team of a player."""
    together = _teams(unit)
    if not together:
        return player
    first = tuple(team[0] for seat in range(unit.players) for team in together if seat in team)
    if isinstance(player, Const) and 0 <= player.value < unit.players:
        return Const(first[player.value])
    unit.tables["team_of"] = first
    return Lookup("team_of", player)


def in_play(unit: Unit) -> Expr:
    """Return the set of teams with a player still in the game."""
    together, width = _teams(unit), unit.players
    if not together:
        return Load("in_play")
    found: Expr = BitsConst(0, width)
    for team in together:
        left = set_op("and", Load("in_play"), _bits(unit, team), width)
        one = select(negate(is_empty(left)), BitsConst(1 << team[0], width), BitsConst(0, width))
        found = set_op("or", found, one, width)
    return found


def players_of(unit: Unit, team: Expr) -> Expr:
    """Return the players of a team who are still in the game."""
    return set_op("and", near(unit, team), Load("in_play"), unit.players)


def near(unit: Unit, player: Expr) -> Expr:
    """Return the seats of the team of a player."""
    together = masks(unit.rules, unit.players)
    if not together:
        return single(player, unit.players)
    if isinstance(player, Const) and 0 <= player.value < unit.players:
        return BitsConst(together[player.value], unit.players)
    unit.tables["players_of_team"] = together
    return Lookup("players_of_team", player, unit.players)


def edges(unit: Unit, kind: t.Type) -> tuple[tuple[int, int], ...]:
    """Return the seating: by seat its edge and the number of edges, clockwise from the lower one.

    If `kind` is a team, all players of a team share one edge.
    """
    together = _teams(unit)
    if together and isinstance(kind, t.PlayerType) and kind.team:
        at = {seat: edge for edge, team in enumerate(together) for seat in team}
        return tuple((at[seat], len(together)) for seat in range(unit.players))
    return tuple((seat, unit.players) for seat in range(unit.players))


def _bits(unit: Unit, team: tuple[int, ...]) -> BitsConst:
    return BitsConst(sum(1 << seat for seat in team), unit.players)

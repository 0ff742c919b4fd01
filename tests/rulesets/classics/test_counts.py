"""How many ways the first turns can go, as others have published it or as it can be counted by hand."""

from __future__ import annotations

import pytest

from dsl.match.playouts import Perft, PerftPosition, Playouts
from dsl.match.rulesets.ruleset import load
from tests.rulesets import RULESETS

#: By game: the counts after one turn, two turns and so on. Reversi, draughts and Breakthrough are in print and on the
#: web (perft); Oware was counted by a program of thirty lines that knows nothing of this; the others follow from the
#: rules: seven columns, a stone on one of 121 hexes or taking over the first.
COUNTS = {
    "reversi": (4, 12, 56, 244, 1396, 8200),
    "draughts": (7, 49, 302, 1469, 7361),
    "breakthrough": (22, 484, 11132),
    "connect-four": (7, 49, 343, 2401, 16807),
    "tic-tac-toe": (9, 72, 504, 3024, 15120, 54720),
    "amazons": (2176,),
    "oware": (6, 36, 190, 1014, 5219, 27332),
    "hex": (121, 121 * 121),
}


def first_position(game: str, **options: int) -> tuple[Perft, PerftPosition]:
    """Return what counts the turns of a game, and where it begins."""
    pack = load(RULESETS / "classics" / game)
    windows: dict[str, int] = {}
    series = Playouts(pack, 2, pack.options(2, options))
    runner, state = series.start(0, windows)
    return Perft(series), PerftPosition(runner, state, windows)


@pytest.mark.parametrize(
    ("game", "depth", "count"), [(g, n, c) for g, counts in COUNTS.items() for n, c in enumerate(counts, 1)]
)
def test_the_first_turns_can_go_in_so_many_ways(game: str, depth: int, count: int) -> None:
    turns, place = first_position(game)
    assert turns.count(place, depth) == count


def test_tic_tac_toe_has_as_many_positions_and_games_as_everybody_finds() -> None:
    """5,478 positions, 255,168 games: both are in any textbook."""
    turns, start = first_position("tic-tac-toe")
    games: dict[tuple[int, ...], int] = {}

    def ways(place: PerftPosition) -> int:
        position = crosses_and_noughts(place)
        if position not in games:
            games[position] = sum(map(ways, turns.ends(place))) or 1
        return games[position]

    assert ways(start) == 255_168
    assert len(games) == 5_478


def crosses_and_noughts(place: PerftPosition) -> tuple[int, ...]:
    """Return on which squares each player's marks stand."""
    slot = place.runner.program.layout.slots["mark.by"]
    return tuple(place.state[slot.first : slot.first + slot.length])

"""X1, X18: how many drifts a fresh board allows, whatever the tiles are."""

from __future__ import annotations

import pytest

from dsl.match.match import Match
from tests.rulesets.trias.matches import start


def drifts(match: Match) -> int:
    """Return how many drifts there are, of any tile to any place."""
    runner, state = match.runner, list(match.state)
    runner.enter(state, match.program.alone["drift"])
    total = 0
    for tile in runner.options(state):
        lifted = list(state)
        runner.choose(lifted, tile)
        total += len(runner.options(lifted))
    return total


@pytest.mark.parametrize(("game", "players", "count"), [("trias", 4, 426), ("ciao-dino", 5, 426), ("trias", 2, 210)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_fresh_board_allows_the_same_drifts_whatever_lies_where(
    game: str, players: int, count: int, seed: int
) -> None:
    match = start(game, players, seed)
    while match.decisions[0].entries[0].action == "start_on":
        match.choose(match.decisions[0], match.decisions[0].options[0])
    assert drifts(match) == count

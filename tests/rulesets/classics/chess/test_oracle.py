"""Random games against python-chess; `python -m tests.soak.chess_figures` plays more of them."""

from __future__ import annotations

import pytest

from tests.rulesets.classics.chess.games import agree


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_goes_as_elsewhere(seed: int) -> None:
    agree(seed, most=60)

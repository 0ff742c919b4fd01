"""Positions follow from each other as the rules say; tests/soak/watches.py looks at many more matches."""

from __future__ import annotations

import pytest

from tests.rulesets.watches import WATCHES, pack, watched


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("game", WATCHES)
def test_every_position_follows_from_the_one_before(game: str, seed: int) -> None:
    assert watched(game, pack(game).numbers[-1], seed) > 0

"""Hidden information changes no byte that a seat or a spectator receives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.app.net.server.room.hosted_room import pack_of
from tests.app.net.server.room.world_comparison import compare_told
from tests.dsl.match.same_information import latest, pair
from tests.rounds import rounds
from tests.rulesets import name_of, with_secrets

PAIRS = rounds(20, 40) // len(with_secrets())


@pytest.mark.parametrize("folder", with_secrets(), ids=name_of)
def test_updates_reveal_no_secret(folder: Path) -> None:
    """tests/soak/two_worlds_lan.py compares many more."""
    game = name_of(folder)
    dice, pack = random.Random(f"told {game}"), pack_of(game)
    followed = [compare_told(game, pair(pack, dice, latest(game)), dice, number % 2 * 2) for number in range(PAIRS)]
    assert sum(followed) >= PAIRS / 2

"""Random matches of every game are the same on both runners. tests/soak/runners.py plays a hundred times as many."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import Sample, drawn, whole
from tests.rulesets.runner_comparison import compare, compare_playing_on

CHOICES = rounds(4_000, 10_000)  #: in all games together
EACH = -(-CHOICES // len(FOLDERS))


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_game_goes_the_same_way_on_both_runners(folder: Path) -> None:
    """Most players with the official options, and one setting by chance."""
    made = seed = 0
    for sample in (Sample(folder, whole(folder).players[1], ()), drawn(folder, Random(name_of(folder)))):
        wanted = EACH // 2 + made
        while made < wanted:
            made += compare(sample, seed, wanted - made)
            seed += 1
            assert seed < EACH, "matches have no choices"
        compare_playing_on(sample, seed, EACH // 4)

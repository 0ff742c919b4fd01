"""What is true after every choice, for every number of players, however one plays."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rounds import rounds
from tests.rulesets.triassic_terror.matches import play, start
from tests.rulesets.triassic_terror.watch import Watch

seeds = st.integers(0, 2**64 - 1)
few = settings(max_examples=rounds(2, 4), suppress_health_check=list(HealthCheck), print_blob=True)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@few
@given(seed=seeds)
def test_the_table_stays_in_order(players: int, seed: int) -> None:
    """tests/soak/watches.py plays many more."""
    match = start(players, seed)
    watch = Watch(match)
    for _ in play(match, seed):
        watch.look()
    assert match.outcome is not None
    assert any(line.place == 1 for line in match.outcome.ranking)
    assert watch.used

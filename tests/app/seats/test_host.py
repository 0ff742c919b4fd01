"""From a plan to an open table and back."""

from __future__ import annotations

import gc
from pathlib import Path

from app.seats.host import begin, read_game
from app.seats.plan import MatchPlan, SeatChoice

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "tic-tac-toe"


def test_nobody_looks_for_garbage_among_the_rules_while_a_match_is_open(tmp_path: Path) -> None:
    plan = MatchPlan(GAME, (SeatChoice("human"), SeatChoice("bot:random")))
    match = begin(plan, read_game(GAME), tmp_path / "match.journal", seed=1)
    assert gc.get_freeze_count()
    match.close()
    assert not gc.get_freeze_count()

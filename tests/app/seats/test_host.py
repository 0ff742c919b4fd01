"""From a plan to an open table and back."""

from __future__ import annotations

import gc
from pathlib import Path

from app.seats.host import NoteKeeper, begin, read_game
from app.seats.plan import MatchPlan, SeatChoice
from dsl.engine.messages import Accepted, Choose

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "tic-tac-toe"


def test_nobody_looks_for_garbage_among_the_rules_while_a_match_is_open(tmp_path: Path) -> None:
    plan = MatchPlan(GAME, (SeatChoice("human"), SeatChoice("bot:random")))
    match = begin(plan, read_game(GAME), tmp_path / "match.journal", seed=1)
    assert gc.get_freeze_count()
    match.close()
    assert not gc.get_freeze_count()


def test_a_note_that_cannot_be_written_is_told_of_once(tmp_path: Path) -> None:
    """Otherwise a full disk would be told of at every choice."""
    plan = MatchPlan(GAME, (SeatChoice("human"), SeatChoice("human")))
    match = begin(plan, read_game(GAME), tmp_path / "match.journal", seed=1)
    note, told = match.journal.with_suffix(".note.json"), list[str]()
    note.mkdir()  # a file cannot take its place
    keeper = NoteKeeper(match, str, told.append)
    for number in range(3):
        decision = match.table.view(("crosses", "noughts")[number % 2]).decisions[0]
        answer = match.table.handle(Choose(number, decision.seat, number, decision.options[0].number))
        assert answer == Accepted(number)
    assert len(told) == 1
    assert "Errno" not in told[0]
    note.rmdir()
    decision = match.table.view("noughts").decisions[0]
    match.table.handle(Choose(3, decision.seat, 3, decision.options[0].number))
    assert note.is_file()
    keeper.close()
    match.close()

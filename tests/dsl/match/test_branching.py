"""A branch repeats the choices of another match that were not taken back, and goes on by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.bots import make
from dsl.match.branching import branch
from dsl.match.clock import ClockPlan
from dsl.match.journal import JournalError, SeatPlan, read
from dsl.match.replay import SeatReplay, replay
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose, Resign, Undo
from tests.dsl.match import secret_games
from tests.rulesets import RULESETS

JOURNALS = Path(__file__).parent / "journals"


def play(table: Table, choices: int, index: int = 0) -> None:
    for _ in range(choices):
        question = table.match.questions[-1]
        option = question.options[index % len(question.options)]
        assert isinstance(table.handle(Choose(1, question.seat, question.position, option), "m1"), Accepted)


def table_of(pack: Ruleset, path: Path) -> Table:
    seats = [SeatPlan(colour, name=colour.title()) for colour in pack.rules.colours[:2]]
    return Table(pack, seats, {}, 7, path, make, clock=ClockPlan("total", 600))


def test_a_branch_goes_on_from_any_step_without_the_original(tmp_path: Path) -> None:
    path = tmp_path / "original.journal"
    table = table_of(load(RULESETS / "classics" / "tic-tac-toe"), path)
    red, blue = table.match.program.colours
    play(table, 4)
    last = table.match.past[-1].chooser
    assert isinstance(table.handle(Undo(2, table.match.program.colours[last]), "m1"), Accepted)
    play(table, 3, index=1)
    table.handle(Resign(3, red), "m1")
    table.close()
    whole = path.read_bytes()
    past = SeatReplay(replay(path).match, blue)
    assert past.last == 6
    for step in range(past.last + 1):
        new = tmp_path / f"{step}.journal"
        branch(path, past.choices(step), [SeatPlan(red, "bot:random"), SeatPlan(blue, name="Bea")], new)
        played, damage = Table.resume(new, make)
        view = played.view(blue)
        assert (damage, view.boards, view.zones) == ("", past.view(step).boards, past.view(step).zones)
        assert (view.outcome, view.given_up, played.seats[1].name) == (None, (), "Bea")
        played.step_bots() or play(played, 1)
        played.close()
        content = read(new)
        assert content.header.origin is not None
        assert (content.header.origin.journal, content.header.origin.choice) == ("original.journal", step)
        assert all(entry.member == "" for entry in content.entries[:step])
        assert content.entries[-1].left
        replay(new)
    assert path.read_bytes() == whole


def test_a_branch_in_a_secret_phase_begins_before_it(tmp_path: Path) -> None:
    path, new = tmp_path / "original.journal", tmp_path / "new.journal"
    table = table_of(secret_games.pack(secret_games.BIDS), path)
    seats = table.seats
    play(table, 2, index=1)
    assert table.match.secretly
    play(table, 1, index=2)
    past = SeatReplay(table.match, seats[0].colour)
    count = past.choices(past.last)
    assert count == table.match.common_choices > 0
    table.close()
    branch(path, count, seats, new)
    content = replay(new)
    assert (content.match.position, content.match.secretly) == (count, True)


@pytest.mark.parametrize("wrong", ["too many", "other seats", "a former language"])
def test_an_impossible_branch_leaves_no_file(tmp_path: Path, wrong: str) -> None:
    path = JOURNALS / ("format-3.journal" if wrong == "a former language" else "alike-boards.journal")
    header = read(path).header
    seats = header.seats[:1] if wrong == "other seats" else header.seats
    with pytest.raises(JournalError) as caught:
        branch(path, 99 if wrong == "too many" else 1, seats, tmp_path / "new.journal")
    assert caught.value.reason == ("journal.no_branch" if wrong == "a former language" else "journal.differs")
    assert list(tmp_path.iterdir()) == []

"""Resignations and draws: who wins, who plays on, what the journal keeps, and what can no longer be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.bots import make
from dsl.match.journal import SeatPlan, read
from dsl.match.replay import SeatReplay, replay
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import SUBSTITUTE, Table
from dsl.match.table_messages import Accepted, Changed, Choose, News, Refused, Resign, Undo
from dsl.match.view import EarlyEnd
from tests.dsl.match import secret_games
from tests.rulesets import RULESETS

HUMAN = "human"


@pytest.fixture(scope="module")
def trias() -> Ruleset:
    return load(RULESETS / "trias")


def table_of(pack: Ruleset, *players: str, path: Path | None = None) -> Table:
    seats = [SeatPlan(colour, player) for colour, player in zip(pack.rules.colours, players, strict=False)]
    return Table(pack, seats, {}, 7, path, make)


def step(table: Table) -> str:
    """Take the first option of the first decision; return its seat."""
    question = table.match.questions[0]
    assert isinstance(table.handle(Choose(0, question.seat, question.position, question.options[0])), Accepted)
    return question.seat


def reason(answer: object) -> str:
    assert isinstance(answer, Refused)
    return answer.reason


def places(table: Table) -> dict[str, int]:
    outcome = table.view("").outcome
    assert outcome is not None
    return {line.seat: line.place for line in outcome.ranking}


def test_with_two_sides_a_resignation_ends_the_match(trias: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "match.journal"
    table = table_of(trias, HUMAN, HUMAN, path=path)
    red, blue = table.match.program.colours
    heard: list[News] = []
    mover = step(table)
    table.subscribe(blue, heard.append)
    assert isinstance(table.handle(Resign(3, red), "m1"), Accepted)
    assert places(table) == {blue: 1, red: 2}
    view = table.view(blue)
    assert view.outcome is not None
    assert (view.outcome.early, view.decisions, view.given_up) == (EarlyEnd("resign", red), (), (red,))
    (told,) = heard
    assert isinstance(told, Changed)
    assert [(event.kind, event.args) for event in told.events] == [("resign", (("player", red),))]
    assert reason(table.handle(Undo(0, mover))) == "undo.ended"
    assert table.undo_point(mover).refused == "undo.ended"
    assert reason(table.handle(Resign(0, blue))) == "refused.over"
    assert reason(table.agree_on_draw(blue)) == "refused.over"
    table.close()

    entry = read(path).entries[-1]
    assert (entry.kind, entry.seat, entry.member, entry.request) == ("resign", red, "m1", 3)
    again, damage = Table.resume(path, make)
    assert (again.view(blue), damage) == (view, "")
    past = SeatReplay(again.match, blue)
    assert (past.view(0).outcome, past.view(past.last).outcome) == (None, view.outcome)
    assert past.events(past.last)[-1].kind == "resign"
    again.close()


def test_with_more_sides_a_computer_plays_on(trias: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "match.journal"
    table = table_of(trias, HUMAN, HUMAN, "bot:random", path=path)
    red, blue, _ = table.match.program.colours
    while (mover := step(table)) != red:
        pass
    assert isinstance(table.handle(Resign(0, mover)), Accepted)
    assert {seat.colour: seat.player for seat in table.seats}[red] == SUBSTITUTE
    assert not table.match.over
    assert reason(table.handle(Undo(0, red))) == "undo.given_up"
    assert reason(table.handle(Resign(0, red))) == "refused.cannot_give_up"
    table.close()

    table, _ = Table.resume(path, make)
    assert {seat.colour: seat.player for seat in table.seats}[red] == SUBSTITUTE
    assert isinstance(table.handle(Resign(0, blue)), Accepted)  # no person is left
    assert [places(table)[seat] for seat in table.match.program.colours] == [3, 2, 1]
    table.close()
    assert replay(path).match.view("") == table.view("")


def test_a_draw_ends_the_match_with_all_in_first_place(trias: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "match.journal"
    table = table_of(trias, HUMAN, HUMAN, path=path)
    red, blue = table.match.program.colours
    step(table)
    assert table.match.ending.others(table.match.program, 0) == (blue,)
    assert isinstance(table.agree_on_draw(red), Accepted)
    assert places(table) == {red: 1, blue: 1}
    assert table.match.events[-1].kind == "draw"
    table.close()
    assert replay(path).match.outcome == table.match.outcome


def test_nothing_is_given_up_while_a_player_has_paused_the_table(trias: Ruleset) -> None:
    table = table_of(trias, HUMAN, HUMAN)
    red, blue = table.match.program.colours
    table.pause(blue)
    assert reason(table.handle(Resign(0, red))) == "refused.paused"
    assert reason(table.agree_on_draw(red)) == "refused.paused"
    table.unpause()
    assert not table.match.over


@pytest.mark.parametrize("players", [2, 3])
def test_a_resignation_while_others_decide_in_secret_reveals_nothing(players: int, tmp_path: Path) -> None:
    path = tmp_path / "match.journal"
    table = table_of(secret_games.pack(secret_games.BIDS), *[HUMAN] * players, path=path)
    assert table.match.secretly
    red, other, *_ = table.match.program.colours
    assert step(table) == red
    known = table.match.events_of(other)
    assert isinstance(table.handle(Resign(0, red)), Accepted)
    assert table.match.over is (players == 2)
    assert [event.kind for event in table.match.events_of(other)[len(known) :]] == ["resign"] * (players == 2)
    while not table.match.over and table.match.secretly:
        if not table.step_bots():
            question = table.match.questions[-1]
            table.handle(Choose(0, question.seat, question.position, question.options[1]))
    for seat in (red, other, ""):
        events = table.match.events_of(seat)
        assert [event.kind for event in events].count("resign") == 1
        assert [event.number for event in events] == sorted({event.number for event in events})
    table.close()
    assert replay(path).match.events_of(red) == table.match.events_of(red)


def test_a_journal_of_a_former_format_is_continued_in_it(tmp_path: Path) -> None:
    kept = (Path(__file__).parent / "journals" / "alike-boards.journal").read_bytes()
    path = tmp_path / "match.journal"
    path.write_bytes(b"".join(kept.splitlines(keepends=True)[:-1]))
    table, damage = Table.resume(path, make)
    assert (damage, table.match.over) == ("", False)
    assert isinstance(table.agree_on_draw(table.match.program.colours[0]), Accepted)
    table.close()
    content = read(path)
    assert (content.header.format, content.header.clock, content.header.origin) == (4, None, None)
    assert b'"left"' not in path.read_bytes()
    assert (content.damage, content.repaired, content.entries[-1].kind) == ("", "", "draw")

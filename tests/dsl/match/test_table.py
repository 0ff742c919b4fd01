"""A table answers every command once, sends each seat what it may know, and stores every choice."""

from __future__ import annotations

import errno
import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.bots import make
from dsl.match.journal import JournalError, SeatPlan, read
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.table_messages import (
    Accepted,
    AskPreview,
    AskWhy,
    AskWhyNot,
    Changed,
    Choose,
    Explanation,
    News,
    Paused,
    Preview,
    Reason,
    Refused,
    TakenBack,
    Undo,
)
from tests.dsl.match.headers import change_header
from tests.rounds import rounds

RULESETS = Path(__file__).parents[3] / "rulesets"
BOTS = [SeatPlan("red", "bot:random"), SeatPlan("blue", "bot:random")]
PEOPLE = [SeatPlan("red"), SeatPlan("blue")]


@cache
def trias() -> Ruleset:
    return load(RULESETS / "trias")


def first(table: Table) -> Choose:
    (decision,) = table.match.decisions
    return Choose(1, decision.seat, decision.number, decision.options[0].number)


def test_bots_play_a_match_that_its_journal_replays(tmp_path: Path) -> None:
    table = Table(trias(), BOTS, {}, 7, tmp_path / "match", make)
    while table.step_bots():
        pass
    assert table.match.over
    table.close()
    replayed = replay(tmp_path / "match")
    assert replayed.match.digest == table.match.digest
    assert replayed.match.outcome == table.match.outcome
    assert replayed.match.events == table.match.events


def test_every_seat_gets_updates_with_its_own_view() -> None:
    table = Table(trias(), PEOPLE, {}, 7)
    told: dict[str, list[News]] = {"red": [], "blue": [], "": []}
    for seat, news in told.items():
        table.subscribe(seat, news.append)
    assert table.handle(first(table)) == Accepted(1)
    for seat, news in told.items():
        (changed,) = news
        assert isinstance(changed, Changed)
        assert changed.view == table.view(seat)
    hands = {zone.owner: zone for zone in table.view("red").zones if zone.name == "hand"}
    assert hands["red"].pieces[0].kind
    assert not hands["blue"].pieces[0].kind
    assert all(not piece.kind for zone in table.view("").zones if zone.name == "hand" for piece in zone.pieces)


def test_unsubscribed_listeners_get_no_updates() -> None:
    table = Table(trias(), PEOPLE, {}, 7)
    told: list[News] = []
    stop = table.subscribe("red", told.append)
    stop()
    table.handle(first(table))
    assert told == []


def test_watchers_are_called_after_all_news_until_they_stop() -> None:
    table, order = Table(trias(), PEOPLE, {}, 7), list[str]()
    table.subscribe("red", lambda _: order.append("news"))
    stop = table.watch(lambda: order.append("watched"))
    table.handle(first(table))
    assert order == ["news", "watched"]
    stop()
    table.handle(first(table))
    assert order == ["news", "watched", "news"]


def test_a_summary_is_the_view_of_a_spectator_without_boards_and_zones() -> None:
    table = Table(trias(), PEOPLE, {}, 7)
    for _ in range(12):
        table.handle(first(table))
        assert table.match.summary() == replace(table.view(""), boards=(), zones=())


def test_an_undo_is_sent_and_stored(tmp_path: Path) -> None:
    table = Table(trias(), PEOPLE, {}, 7, tmp_path / "match")
    told: list[News] = []
    table.subscribe("blue", told.append)
    before = table.view("red")
    choice = first(table)
    table.handle(choice)
    assert table.handle(Undo(2, choice.seat)) == Accepted(2)
    assert isinstance(told[-1], TakenBack)
    assert table.view("red") == before
    assert table.handle(Undo(3, choice.seat)) == Refused(3, "undo.nothing")
    table.handle(choice)
    table.close()
    assert [entry.kind for entry in read(tmp_path / "match").entries] == ["choose", "undo", "choose"]
    assert replay(tmp_path / "match").match.digest == table.match.digest


def test_queries_are_answered_without_changes() -> None:
    table = Table(trias(), PEOPLE, {}, 7)
    choice = first(table)
    before = table.view(choice.seat)
    preview = table.handle(AskPreview(4, choice.seat, choice.position, choice.option))
    assert isinstance(preview, Preview)
    assert preview.view is not None
    reason = table.handle(AskWhyNot(5, choice.seat, choice.position, 0, "0,0"))
    assert isinstance(reason, Reason)
    assert [condition.anchor for condition in reason.conditions] == ["start_on.room"]
    assert table.handle(AskWhyNot(6, choice.seat, 99, 0, "0,0")) == Refused(6, "refused.stale")
    assert table.view(choice.seat) == before
    table.handle(choice)
    explained = table.handle(AskWhy(7, choice.seat, len(table.match.events) - 1))
    assert isinstance(explained, Explanation)
    assert all(place for _, place in explained.rules)
    assert isinstance(table.handle(AskWhy(8, choice.seat, 10**6)), Refused)


def test_a_full_disk_pauses_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(trias(), PEOPLE, {}, 7, tmp_path / "match")
    told: list[News] = []
    table.subscribe("", told.append)
    before = table.view("red")

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = table.handle(first(table))
    assert isinstance(answer, Refused)
    assert answer.reason == "journal.cannot_write"
    assert isinstance(told[-1], Paused)
    assert table.view("red") == before
    assert table.handle(first(table)) == Accepted(1)
    table.close()


@pytest.mark.parametrize("lost", [1, 40, 400])
def test_a_killed_table_resumes_at_the_end_of_its_journal(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "match"
    table = Table(trias(), BOTS, {}, 7, path, make)
    views = [table.view("red")]
    for _ in range(12):
        table.step_bots()
        views.append(table.view("red"))
    table.close()
    path.write_bytes(path.read_bytes()[:-lost])
    resumed, damage = Table.resume(path, make)
    assert damage
    assert resumed.view("red") == views[resumed.match.position]
    while resumed.step_bots():
        pass
    resumed.close()
    assert replay(path).match.over


def test_a_journal_with_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match"
    table = Table(trias(), BOTS, {}, 7, path, make)
    table.close()
    change_header(path, b"action_points: 1..9 = 4", b"action_points: 1..9 = 5")
    with pytest.raises(JournalError) as caught:
        Table.resume(path, make)
    assert caught.value.reason == "journal.identity"


def test_seats_must_match_the_game() -> None:
    with pytest.raises(ValueError, match="red, blue"):
        Table(trias(), [SeatPlan("red"), SeatPlan("pink")], {}, 7)
    with pytest.raises(ValueError, match="bot:random"):
        Table(trias(), BOTS, {}, 7)


@settings(max_examples=rounds(7, 15))
@given(st.integers(0, 2**63), st.integers(2, 5), st.data())
def test_random_choices_and_undos_keep_views_and_journal_consistent(
    tmp_path_factory: pytest.TempPathFactory, seed: int, players: int, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("table") / "match"
    seats = [SeatPlan(colour) for colour in trias().rules.colours[:players]]
    table = Table(trias(), seats, {}, seed, path)
    for _ in range(data.draw(st.integers(0, 40))):
        if table.match.over:
            break
        (decision,) = table.match.decisions
        if data.draw(st.integers(0, 4)) == 0:
            seat = data.draw(st.sampled_from(table.match.program.colours))
            view = table.view(seat)
            answer = table.handle(Undo(0, seat))
            assert isinstance(answer, Accepted) == view.may_undo
        else:
            option = data.draw(st.sampled_from([found.number for found in decision.options]))
            assert isinstance(table.handle(Choose(0, decision.seat, decision.number, option)), Accepted)
    table.close()
    replayed = replay(path).match
    assert replayed.digest == table.match.digest
    assert [replayed.view(seat.colour) for seat in seats] == [table.view(seat.colour) for seat in seats]

"""Room during the match: one answer per request, the updates of each seat, and every choice in the journal."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.net.protocol.messages import (
    AskHistory,
    AskJournal,
    AskTakeBack,
    History,
    Kept,
    Kick,
    Revealed,
    SetWatching,
    TakeSeat,
    Told,
    TurnedAway,
    Watch,
    Welcome,
)
from app.net.server.room import Room
from dsl.match.journal import read
from dsl.match.replay import replay
from dsl.match.table_messages import (
    Accepted,
    AskPreview,
    AskStandings,
    AskWhy,
    AskWhyNot,
    Changed,
    Choose,
    Refused,
    Standings,
    TakenBack,
    Undo,
)
from dsl.match.view import EventView
from tests.app.net.server.room.hosted_room import Guest, Hosted, choice, plan_of, to_move


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path)


@pytest.fixture
def pair(hosted: Hosted) -> dict[str, Guest]:
    """Two people at a match that has begun, by seat."""
    ann, bob = hosted.join("Ann").sit("red", ready=False), hosted.join("Bob").sit("blue")
    ann.sit()
    return {"red": ann, "blue": bob}


def play(pair: dict[str, Guest], choices: int) -> None:
    for index in range(choices):
        seat = to_move(pair["red"], "red")
        assert isinstance(pair[seat].ask(choice(pair[seat], seat, index)), Accepted)


def whole(guest: Guest, seat: str) -> list[EventView]:
    """Return all that has happened, page by page."""
    events: list[EventView] = []
    more = True
    while more:
        after = events[-1].number if events else -1
        page = guest.ask(partial(AskHistory, seat=seat, after=after))
        assert isinstance(page, History)
        events += page.events
        more = page.more
    return events


def test_a_choice_is_sent_to_each_seat_with_its_own_view(pair: dict[str, Guest]) -> None:
    play(pair, 3)
    for seat, guest in pair.items():
        first, *news = guest.told(seat)
        assert len(news) == 3
        assert {told.seat for told in guest.line.all(Told)} == {seat}
        assert all(isinstance(told.news, Changed) and told.news.view.seat == seat for told in news)
        previous = first.previous
        for told in news:
            assert told.previous == previous
            previous = told.news.events[-1].number if told.news.events else previous  # type: ignore[union-attr]


def test_a_repeated_request_has_the_same_answer_and_is_executed_once(pair: dict[str, Guest], hosted: Hosted) -> None:
    seat = to_move(pair["red"], "red")
    guest = pair[seat]
    command = choice(guest, seat)(41)
    assert guest.give(command) == Accepted(41)
    kept = hosted.journal.read_bytes()
    guest.lose()
    guest.back()
    assert guest.give(command) == Accepted(41)
    assert hosted.journal.read_bytes() == kept
    for number in range(100, 163):
        assert isinstance(guest.give(Undo(number, "pink")), Refused)
    assert guest.give(command) == Refused(41, "refused.stale")
    assert guest.give(Undo(100, seat)) == Refused(100, "refused.not_your_seat")  # its answer then
    assert hosted.journal.read_bytes() == kept


def test_no_member_chooses_for_another_seat_and_the_journal_stays(pair: dict[str, Guest], hosted: Hosted) -> None:
    seat = to_move(pair["red"], "red")
    other = pair["blue" if seat == "red" else "red"]
    good = choice(pair[seat], seat)(0)
    kept = hosted.journal.read_bytes()
    for command in (
        Choose(50, seat, good.position, good.option), Undo(51, seat), AskPreview(52, seat, good.position, good.option),
        AskWhyNot(53, seat, good.position, -1, "0,0"), AskWhy(54, seat, 0), AskHistory(55, seat, -1),
        Undo(56, ""), AskHistory(57, "", -1), Undo(58, "pink"), AskStandings(59, seat, True),
    ):  # fmt: skip
        assert other.give(command) == Refused(command.request, "refused.not_your_seat")
    for number, command in enumerate(
        (
            Choose(60, seat, good.position + 1, good.option), Choose(61, seat, good.position, 10**9),
            Choose(62, seat, -1, good.option),
        )
    ):  # fmt: skip
        answer = pair[seat].give(command)
        assert isinstance(answer, Refused)
        assert answer.reason == ("refused.stale", "refused.not_offered", "refused.stale")[number]
    assert hosted.journal.read_bytes() == kept


def test_an_undo_is_sent_with_the_earlier_view(pair: dict[str, Guest]) -> None:
    seat = to_move(pair["red"], "red")
    pair[seat].ask(choice(pair[seat], seat))
    assert isinstance(pair[seat].ask(lambda n: Undo(n, seat)), Accepted)
    pair[seat].ask(choice(pair[seat], seat, 1))
    for colour, guest in pair.items():
        start, chosen, back, again = guest.told(colour)
        assert isinstance(back.news, TakenBack)
        assert again.previous == start.previous
        assert back.previous == chosen.news.events[-1].number  # type: ignore[union-attr]


def test_a_slow_client_is_skipped_and_later_updated_at_once(pair: dict[str, Guest], hosted: Hosted) -> None:
    ann = pair["red"]
    known = whole(ann, "red")
    ann.line.is_congested = True
    before = len(ann.told("red"))
    view = pair["blue"]
    for _ in range(2):
        seat = to_move(view, "blue")
        if seat == "red":
            decision = next(each for each in hosted.room._state.match.table.match.decisions if each.seat == "red")
            assert isinstance(ann.ask(lambda n, d=decision: Choose(n, "red", d.number, d.options[0].number)), Accepted)
        else:
            assert isinstance(view.ask(choice(view, "blue")), Accepted)
    hosted.tick()
    assert len(ann.told("red")) == before
    ann.line.is_congested = False
    hosted.tick()
    (told,) = ann.told("red")[before:]
    assert isinstance(told.news, Changed)
    assert told.news.events == ()
    events = whole(ann, "red")
    assert told.previous == events[-1].number > known[-1].number
    assert events[: len(known)] == known
    hosted.tick()
    assert len(ann.told("red")) == before + 1


def test_a_slow_client_is_fully_updated_by_the_next_update(pair: dict[str, Guest], hosted: Hosted) -> None:
    seat = to_move(pair["red"], "red")
    slow = pair["blue" if seat == "red" else "red"]
    colour = "blue" if seat == "red" else "red"
    slow.line.is_congested = True
    pair[seat].ask(choice(pair[seat], seat))
    slow.line.is_congested = False
    before = len(slow.told(colour))
    seat = to_move(pair[seat], seat)
    made = choice(pair[seat], seat) if pair[seat] is not slow else None
    if made is None:
        question = hosted.room._state.match.table.match.questions[0]
        made = partial(Choose, seat=seat, position=question.position, option=question.options[0])
    assert isinstance(pair[seat].ask(made), Accepted)
    (told,) = slow.told(colour)[before:]
    assert isinstance(told.news, Changed)
    assert told.news.events == ()
    assert whole(slow, colour)[-1].number == told.previous


def test_a_reconnected_client_gets_the_state_and_requests_missing_events(
    pair: dict[str, Guest], hosted: Hosted
) -> None:
    ann, bob = pair["red"], pair["blue"]
    ann.lose()
    assert bob.noticed()[-1] == "lost"
    assert bob.lobby.seats[0].state == "away"
    if to_move(bob, "blue") == "blue":
        bob.ask(choice(bob, "blue"))
    ann.back()
    assert bob.noticed()[-1] == "back"
    (told,) = ann.told("red")
    assert told.news.view == hosted.room._state.match.table.view("red")  # type: ignore[union-attr]
    assert whole(ann, "red")[-1].number == told.previous


def test_a_half_open_connection_is_taken_over(pair: dict[str, Guest], hosted: Hosted) -> None:
    ann, bob = pair["red"], pair["blue"]
    old = ann.line
    noticed = bob.noticed()
    ann.back()
    assert old.farewell == "lan.away.superseded"
    hosted.room.on_disconnected(ann.member, old, hosted.now)
    assert bob.lobby.seats[0].state == "held"
    assert bob.noticed() == noticed


def test_spectators_see_what_is_public(pair: dict[str, Guest], hosted: Hosted) -> None:
    owner, eve = hosted.owner(), hosted.join("Eve")
    owner.ask(lambda n: SetWatching(n, "yes", 0))
    assert isinstance(eve.ask(lambda n: Watch(n, True)), Accepted)
    play(pair, 4)
    assert len(eve.told("")) == 5
    assert all(not piece.kind for told in eve.told("") for zone in told.news.view.zones if zone.name == "hand"
               for piece in zone.pieces)  # type: ignore[union-attr]  # fmt: skip
    assert whole(eve, "")[-1].number == eve.told("")[-1].news.events[-1].number  # type: ignore[union-attr]
    assert isinstance(standings := eve.ask(lambda n: AskStandings(n, "")), Standings)
    assert standings.view.seat == ""
    choose = choice(pair[to_move(eve, "")], to_move(eve, ""))(90)
    assert eve.give(Choose(90, "", choose.position, choose.option)) == Refused(90, "refused.not_your_seat")
    owner.ask(lambda n: SetWatching(n, "no", 0))
    before = len(eve.told(""))
    play(pair, 1)
    assert len(eve.told("")) == before


def test_delayed_spectators_see_the_match_some_turns_ago(pair: dict[str, Guest], hosted: Hosted) -> None:
    owner, eve = hosted.owner(), hosted.join("Eve")
    owner.ask(lambda n: SetWatching(n, "delayed", 2))
    eve.ask(lambda n: Watch(n, True))
    table = hosted.room._state.match.table
    dice, seen = random.Random(3), 0
    while not table.match.over:
        seat = to_move(pair["red"], "red")
        pair[seat].ask(choice(pair[seat], seat, dice.randrange(100)))
        turn = table.view("").turn
        told = eve.told("")
        if told and not table.match.over:
            assert told[-1].news.view.turn <= turn - 2  # type: ignore[union-attr]
            assert all(event.position < told[-1].news.view.position for event in whole(eve, ""))  # type: ignore[union-attr]
            seen += 1
            asked = eve.ask(lambda n: AskStandings(n, "")) if seen == 1 else None
            assert asked is None or (isinstance(asked, Refused) and asked.reason == "refused.delayed")
    assert seen
    assert eve.told("")[-1].news.view == table.view("")  # type: ignore[union-attr]
    assert tuple(whole(eve, "")) == table.match.events_of("")


def test_at_the_end_the_randomness_is_revealed_and_the_journal_can_be_saved(
    pair: dict[str, Guest], hosted: Hosted, tmp_path: Path
) -> None:
    assert pair["red"].ask(AskJournal) == Refused(3, "refused.not_over")
    commitment = pair["red"].line.last(Welcome).commitment
    owner = hosted.owner()
    owner.ask(lambda n: Kick(n, pair["blue"].member))
    pair["blue"] = owner.sit("blue", ready=False)
    hosted.killed()
    pair = {seat: guest.back() for seat, guest in pair.items()}
    dice, last = random.Random(1), ""
    while seat := to_move(pair["red"], "red"):
        last = seat
        assert not pair["red"].line.all(Revealed)
        assert isinstance(pair[seat].ask(choice(pair[seat], seat, dice.randrange(100))), Accepted)
    assert pair[last].ask(lambda n: Undo(n, last)).reason == "refused.over"  # type: ignore[union-attr]
    assert pair[last].ask(lambda n: AskTakeBack(n, last)).reason == "refused.over"  # type: ignore[union-attr]
    for guest in pair.values():
        assert len(guest.line.all(Revealed)) == 1
        assert guest.lobby.state == "over"
        assert guest.line.last(Revealed).secret == hosted.plan.secret
        kept = guest.ask(AskJournal)
        assert isinstance(kept, Kept)
        (tmp_path / "kept").write_text(kept.journal, "utf-8")
        replayed = replay(tmp_path / "kept")
        assert replayed.match.over
        deal, revealed = replayed.content.header.deal, guest.line.last(Revealed)
        assert deal is not None
        assert (deal.secret, deal.shares) == (revealed.secret, revealed.shares)
        assert deal.verify(commitment) is None is deal.check_seed(replayed.content.header.seed, hosted.colours[:2])
        (tmp_path / "kept").unlink()
    assert pair["red"].back().line.last(Revealed).shares[0][0] == "red"


def test_the_owner_does_not_contribute_randomness(hosted: Hosted) -> None:
    owner, bob = hosted.owner().sit("red", ready=False), hosted.join("Bob").sit("blue")
    owner.sit()
    assert bob.lobby.state == "playing"
    deal = read(hosted.journal).header.deal
    assert deal is not None
    assert [seat for seat, share in deal.shares if share] == ["blue"]


def test_a_killed_table_is_reopened_with_all_players_at_their_seats(pair: dict[str, Guest], hosted: Hosted) -> None:
    play(pair, 5)
    digest = hosted.room._state.match.table.match.digest
    welcome = pair["red"].line.last(Welcome)
    assert hosted.killed() == ""
    assert hosted.room._state.match.table.match.digest == digest
    ann = pair["red"].back()
    again = ann.line.last(Welcome)
    assert (again.rules, again.commitment, again.token) == (welcome.rules, welcome.commitment, "")
    assert [seat.state for seat in ann.lobby.seats] == ["held", "away"]
    pair["blue"].back()
    play(pair, 3)
    assert len(read(hosted.journal).entries) == 8
    assert hosted.join("Carl").member == "m3"


def test_a_request_before_a_crash_gets_the_same_answer_after_it(pair: dict[str, Guest], hosted: Hosted) -> None:
    seat = to_move(pair["red"], "red")
    command = choice(pair[seat], seat)(41)
    assert pair[seat].give(command) == Accepted(41)
    other = pair["blue" if seat == "red" else "red"]
    hosted.killed()
    kept = hosted.journal.read_bytes()
    for guest in pair.values():
        guest.back()
    assert pair[seat].give(command) == Accepted(41), "its answer was lost with the table"
    assert pair[seat].give(replace(command, request=42)) == Refused(42, "refused.stale"), "that is another request"
    assert other.give(replace(command, request=41)) == Refused(41, "refused.not_your_seat")
    assert hosted.journal.read_bytes() == kept


def test_an_undo_before_a_crash_is_not_repeated(hosted: Hosted) -> None:
    both = hosted.join("Ann").sit("red", "blue")
    play({"red": both, "blue": both}, 4)
    seat = hosted.room._state.match.table.match.program.colours[0]
    assert both.give(AskTakeBack(71, seat)) == Accepted(71)
    kept = hosted.journal.read_bytes()
    hosted.killed()
    both.back()
    assert both.give(AskTakeBack(71, seat)) == Accepted(71)
    assert both.give(Choose(70, seat, 0, 0)) == Refused(70, "refused.stale")
    assert hosted.journal.read_bytes() == kept
    assert both.give(AskTakeBack(72, seat)) == Accepted(72)


def test_a_table_killed_before_the_match_is_reopened(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "bot:random", options=(("action_points", 6),)))
    ann = hosted.join("Ann").sit("red", ready=False)
    hosted.killed()
    ann.back()
    assert dict(ann.lobby.options)["action_points"] == 6
    assert [seat.state for seat in ann.lobby.seats] == ["held", "bot"]
    ann.sit()
    assert ann.lobby.state == "playing"


def test_removing_a_player_during_a_match_frees_the_seat(pair: dict[str, Guest], hosted: Hosted) -> None:
    owner, carl = hosted.owner(), hosted.join("Carl")
    owner.ask(lambda n: Kick(n, pair["blue"].member))
    assert carl.lobby.seats[1].state == "free"
    assert isinstance(carl.ask(lambda n: TakeSeat(n, "blue", "")), Accepted)
    assert len(carl.told("blue")) == 1
    play({"red": pair["red"], "blue": carl}, 3)


def test_a_match_without_a_writable_journal_does_not_begin(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    hosted.journal.write_text("something else")
    ann = hosted.join("Ann").sit("red", "blue")
    assert ann.noticed() == ["journal.cannot_write"]
    assert [seat.ready for seat in ann.lobby.seats] == [False, False]
    hosted.journal.unlink()
    ann.sit()
    assert ann.lobby.state == "playing"


def test_a_member_without_a_seat_receives_only_the_lobby(pair: dict[str, Guest], hosted: Hosted) -> None:
    eve = hosted.join("Eve")
    play(pair, 3)
    assert eve.line.all(Told) == []
    assert isinstance(hosted.room, Room)
    assert isinstance(hosted.room.admit(eve.line, "Eve", "m99", hosted.now), TurnedAway)

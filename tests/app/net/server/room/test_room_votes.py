"""Votes of the players, also if one of them is away."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.net.protocol.messages import (
    AskStandIn,
    AskSwap,
    AskTakeBack,
    CastVote,
    Farewell,
    GoOn,
    Kick,
    OfferDraw,
    Pause,
    ProposeByHand,
    ProposedByHand,
    Said,
    Say,
    SayPhrase,
    TakeSeat,
    Watch,
)
from dsl.bots.bot_service import BotService
from dsl.bots.worker_messages import Advice, accepts_draw
from dsl.match.clock import Clocks
from dsl.match.journal import read
from dsl.match.replay import replay
from dsl.match.table_messages import Accepted, AskWhyNot, Paused, Refused, Resign, SetValue, TakenBack, Undo
from dsl.match.view import View
from tests.app.net.server.room.hosted_room import Guest, Hosted, choice, plan_of, to_move


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path, plan_of("human", "human", "human"))


@pytest.fixture
def trio(hosted: Hosted) -> dict[str, Guest]:
    """Three people at a match that has begun, by seat."""
    people = {seat: hosted.join(seat.title()).sit(seat, ready=False) for seat in hosted.colours[:3]}
    for guest in people.values():
        guest.sit()
    return people


def step(people: dict[str, Guest], index: int = 0) -> str:
    """Make one choice; return the seat that made it."""
    some = next(iter(people))
    seat = to_move(people[some], some)
    assert isinstance(people[seat].ask(choice(people[seat], seat, index)), Accepted)
    return seat


def until_others_chose(people: dict[str, Guest]) -> str:
    """Play until a seat has chosen and another has after it; return the first."""
    before = step(people)
    while (seat := step(people)) == before:
        pass
    assert seat != before
    return before


def entries(hosted: Hosted) -> list[str]:
    return [entry.kind for entry in read(hosted.journal).entries]


# ---- taking back ----


def test_a_choice_that_revealed_nothing_is_undone_at_once(trio: dict[str, Guest], hosted: Hosted) -> None:
    seat = step(trio)
    assert isinstance(trio[seat].ask(lambda n: AskTakeBack(n, seat)), Accepted)
    assert entries(hosted) == ["choose", "undo"]
    assert trio[seat].lobby.votes == ()


def test_after_new_information_all_others_must_agree_to_an_undo(trio: dict[str, Guest], hosted: Hosted) -> None:
    seat = until_others_chose(trio)
    others = [guest for colour, guest in trio.items() if colour != seat]
    assert isinstance(trio[seat].ask(lambda n: Undo(n, seat)), Refused)
    made = len(entries(hosted))
    assert isinstance(trio[seat].ask(lambda n: AskTakeBack(n, seat)), Accepted)
    (vote,) = others[0].lobby.votes
    assert (vote.kind, vote.by, vote.seat, vote.choices) == ("take_back", trio[seat].member, seat, 2)
    assert set(vote.waiting) == {guest.member for guest in others}
    assert trio[seat].ask(lambda n: AskTakeBack(n, seat)).reason == "refused.asked_already"  # type: ignore[union-attr]
    assert trio[seat].ask(lambda n: CastVote(n, vote.vote, True)).reason == "refused.no_such_vote"  # type: ignore[union-attr]
    assert isinstance(others[0].ask(lambda n: CastVote(n, vote.vote, True)), Accepted)
    assert len(entries(hosted)) == made
    assert others[0].ask(lambda n: CastVote(n, vote.vote, False)).reason == "refused.no_such_vote"  # type: ignore[union-attr]
    assert isinstance(others[1].ask(lambda n: CastVote(n, vote.vote, True)), Accepted)
    assert entries(hosted)[made:] == ["undo", "undo"]
    assert others[0].lobby.votes == ()
    for colour, guest in trio.items():
        assert isinstance(guest.told(colour)[-1].news, TakenBack)
    step(trio)


@pytest.mark.parametrize("way", ["no", "silence", "playing on", "going"])
def test_a_no_a_timeout_or_a_move_ends_the_vote(trio: dict[str, Guest], hosted: Hosted, way: str) -> None:
    seat = until_others_chose(trio)
    made = len(entries(hosted))
    trio[seat].ask(lambda n: AskTakeBack(n, seat))
    other = next(guest for colour, guest in trio.items() if colour != seat)
    vote = other.lobby.votes[0].vote
    if way == "no":
        other.ask(lambda n: CastVote(n, vote, False))
    elif way == "silence":
        hosted.tick(59)
        assert other.lobby.votes
        hosted.tick(2)
    elif way == "going":
        trio[seat].lose()
        hosted.tick()
    else:
        step(trio)
        made += 1
    assert other.lobby.votes == ()
    assert "take_back.no" in other.noticed()
    assert len(entries(hosted)) == made


def test_no_vote_is_held_if_a_player_is_away_or_all_others_are_bots(tmp_path: Path, trio: dict[str, Guest]) -> None:
    seat = until_others_chose(trio)
    other = next(colour for colour in trio if colour != seat)
    trio[other].lose()
    answer = trio[seat].ask(lambda n: AskTakeBack(n, seat))
    assert answer.reason == "refused.somebody_away"  # type: ignore[union-attr]
    assert answer.args == (("name", other.title()), ("seat", other))  # type: ignore[union-attr]
    (tmp_path / "alone").mkdir()
    alone = Hosted(tmp_path / "alone")
    both = alone.join("Ann").sit("red", "blue")
    seat = until_others_chose({"red": both, "blue": both})
    assert isinstance(both.ask(lambda n: AskTakeBack(n, seat)), Accepted)
    assert entries(alone)[-2:] == ["undo", "undo"]


# ---- swapping ----


def test_a_held_seat_is_swapped_if_its_holder_agrees(hosted: Hosted) -> None:
    ann, bob = hosted.join("Ann").sit("red"), hosted.join("Bob").sit("blue")
    assert isinstance(ann.ask(lambda n: AskSwap(n, "red", "blue")), Accepted)
    (vote,) = bob.lobby.votes
    assert (vote.kind, vote.seat, vote.other, vote.waiting) == ("swap", "red", "blue", (bob.member,))
    bob.ask(lambda n: CastVote(n, vote.vote, True))
    assert [(seat.name, seat.ready) for seat in ann.lobby.seats[:2]] == [("Bob", False), ("Ann", False)]
    ann.ask(lambda n: AskSwap(n, "blue", "red"))
    bob.lose()
    assert ann.lobby.votes
    hosted.tick(61)
    assert ann.lobby.votes == ()
    assert ann.ask(lambda n: AskSwap(n, "blue", "red")).reason == "refused.somebody_away"  # type: ignore[union-attr]


def test_a_vote_about_a_left_seat_ends(hosted: Hosted) -> None:
    ann, bob = hosted.join("Ann").sit("red"), hosted.join("Bob").sit("blue")
    ann.ask(lambda n: AskSwap(n, "red", "blue"))
    hosted.room.receive(bob.member, Farewell("bye"), hosted.now)
    hosted.tick()
    assert ann.lobby.votes == ()
    assert ann.noticed()[-1] == "swap.no"


# ---- away ----


def test_a_bot_replaces_an_absent_player_by_majority_until_the_return(trio: dict[str, Guest], hosted: Hosted) -> None:
    red, blue, third = trio.values()
    third.lose()
    seat = hosted.colours[2]
    ask = lambda n: AskStandIn(n, seat, "bot:random")  # noqa: E731  # said four times
    assert red.ask(ask) == Refused(3, "refused.wait", (("seconds", "61"),))
    hosted.tick(60)
    assert red.ask(lambda n: AskStandIn(n, seat, "human")).reason == "refused.no_such_player"  # type: ignore[union-attr]
    assert red.ask(lambda n: AskStandIn(n, "blue", "bot:random")).reason == "refused.is_here"  # type: ignore[union-attr]
    assert isinstance(red.ask(ask), Accepted)
    (vote,) = blue.lobby.votes
    assert (vote.waiting, vote.other) == ((blue.member,), "bot:random")
    blue.ask(lambda n: CastVote(n, vote.vote, True))
    state = blue.lobby.seats[2]
    assert (state.state, state.player, state.member) == ("stand_in", "bot:random", third.member)
    for _ in range(30):
        if to_move(red, "red") == seat:
            break
        step({colour: guest for colour, guest in trio.items() if colour != seat})
    before = len(entries(hosted))
    hosted.tick()
    assert len(entries(hosted)) > before
    hosted.killed()
    red.back()
    assert red.lobby.seats[2].state == "stand_in"
    third.back()
    assert third.lobby.seats[2].state == "held"
    assert red.noticed() == ["back", "gave_back"]
    blue.back()
    for _ in range(60):
        if to_move(red, "red") == seat:
            break
        step({"red": red, "blue": blue})
    before = len(entries(hosted))
    hosted.tick()
    assert len(entries(hosted)) == before
    assert isinstance(third.ask(choice(third, seat)), Accepted)


def test_a_return_ends_the_vote(trio: dict[str, Guest], hosted: Hosted) -> None:
    red, blue, third = trio.values()
    third.lose()
    hosted.tick(61)
    red.ask(lambda n: AskStandIn(n, hosted.colours[2], "bot:random"))
    third.back()
    assert red.lobby.votes == ()
    assert blue.lobby.seats[2].state == "held"


def test_a_vote_does_not_wait_for_a_member_who_left_or_was_removed(trio: dict[str, Guest], hosted: Hosted) -> None:
    red, blue, third = trio.values()
    hosted.room.receive(third.member, Farewell("bye"), hosted.now)
    assert red.noticed()[-1] == "left"
    assert red.lobby.seats[2].state == "away"
    assert isinstance(red.ask(lambda n: AskStandIn(n, hosted.colours[2], "bot:random")), Accepted)
    owner = hosted.owner()
    owner.ask(lambda n: Kick(n, blue.member))
    assert isinstance(red.ask(lambda n: AskStandIn(n, "blue", "bot:random")), Accepted)
    assert red.lobby.seats[1].state == "stand_in"
    assert isinstance(owner.ask(lambda n: TakeSeat(n, "blue", "")), Accepted)
    assert red.lobby.seats[1].state == "held"
    assert red.noticed()[-1] == "gave_back"


# ---- pauses ----


def test_any_player_may_pause_and_resume(trio: dict[str, Guest], hosted: Hosted) -> None:
    red, blue, _ = trio.values()
    assert hosted.join("Eve").ask(lambda n: Pause(n)) == Refused(1, "refused.no_seat")
    assert isinstance(red.ask(Pause), Accepted)
    assert blue.lobby.paused == "Red"
    assert isinstance(blue.told("blue")[-1].news, Paused)
    blue.back()
    assert [type(told.news).__name__ for told in blue.told("blue")] == ["Changed", "Paused"]
    assert hosted.room.advert.state == "paused"
    seat = to_move(red, "red") if not isinstance(red.told("red")[-1].news, Paused) else ""
    assert seat == ""
    assert red.ask(lambda n: AskTakeBack(n, "red")).reason in ("refused.paused", "undo.nothing")  # type: ignore[union-attr]
    assert isinstance(blue.ask(GoOn), Accepted)
    assert red.lobby.paused == ""
    step(trio)


def test_a_full_disk_pauses_the_table_until_a_player_resumes(
    trio: dict[str, Guest], hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kept = hosted.journal.read_bytes()
    seat = to_move(trio["red"], "red")
    command = choice(trio[seat], seat)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = trio[seat].ask(command)
    assert isinstance(answer, Refused)
    assert answer.reason == "journal.cannot_write"
    assert hosted.journal.read_bytes() == kept
    assert all(isinstance(guest.told(colour)[-1].news, Paused) for colour, guest in trio.items())
    assert isinstance(trio["red"].ask(GoOn), Accepted)
    assert isinstance(trio[seat].ask(command), Accepted)


# ---- talk ----


def test_chat_is_sanitized_bounded_and_free_only_for_players_during_a_match(
    trio: dict[str, Guest], hosted: Hosted
) -> None:
    red, eve = trio["red"], hosted.join("Eve")
    assert isinstance(red.ask(lambda n: Say(n, "  hello\u202e \x1b[31m there ")), Accepted)
    assert eve.line.last(Said) == Said(red.member, "Red", "hello [31m there", "")
    assert red.ask(lambda n: Say(n, " \x07 ")).reason == "refused.nothing_said"  # type: ignore[union-attr]
    assert red.ask(lambda n: SayPhrase(n, "<b>")).reason == "refused.nothing_said"  # type: ignore[union-attr]
    assert eve.ask(lambda n: Say(n, "look left")) == Refused(1, "refused.silent")
    assert isinstance(eve.ask(lambda n: SayPhrase(n, "hello")), Accepted)
    answers = [red.ask(lambda n: Say(n, "again")) for _ in range(10)]
    assert [type(answer) for answer in answers] == [Accepted] * 9 + [Refused]
    hosted.tick(11)
    assert isinstance(red.ask(lambda n: Say(n, "again")), Accepted)


@pytest.mark.parametrize("entry", [-7, -1, 0, 99, 2**53])
def test_invalid_why_not_requests_are_answered(trio: dict[str, Guest], entry: int) -> None:
    seat = to_move(trio["red"], "red")
    position = choice(trio[seat], seat)(0).position
    for value in ("", "0,0", "nothing\n", "9" * 4000):
        trio[seat].ask(lambda n, v=value: AskWhyNot(n, seat, position, entry, v))


# ---- ending early ----


def test_a_draw_needs_the_consent_of_the_people_on_all_other_sides(trio: dict[str, Guest], hosted: Hosted) -> None:
    red, _, white = trio.values()
    seats = list(trio)
    assert red.ask(lambda n: OfferDraw(n, seats[1])).reason == "refused.not_your_seat"  # type: ignore[union-attr]
    mover = step(trio)
    offering = next(seat for seat in trio if seat != mover)
    assert isinstance(trio[offering].ask(lambda n: OfferDraw(n, offering)), Accepted)
    (vote,) = red.lobby.votes
    assert (vote.kind, vote.seat, len(vote.waiting)) == ("draw", offering, 2)
    assert red.ask(lambda n: OfferDraw(n, seats[0])).reason == "refused.asked_already"  # type: ignore[union-attr]
    while offering == step(trio):
        assert red.lobby.votes  # who offers may play on
    assert "draw.no" in trio[offering].noticed()  # another one played on
    assert red.lobby.votes == ()

    assert isinstance(trio[offering].ask(lambda n: OfferDraw(n, offering)), Accepted)
    (vote,) = red.lobby.votes
    for guest in trio.values():
        if guest.member in vote.waiting:
            assert hosted.room.phase == "playing"
            assert isinstance(guest.ask(lambda n: CastVote(n, vote.vote, True)), Accepted)
    assert hosted.room.phase == "over"
    assert entries(hosted)[-1] == "draw"
    assert "over" in white.noticed()


def test_who_resigns_watches_while_a_computer_plays_on(trio: dict[str, Guest], hosted: Hosted) -> None:
    red, blue, white = trio
    assert trio[red].ask(lambda n: Resign(n, blue)).reason == "refused.not_your_seat"  # type: ignore[union-attr]
    assert isinstance(trio[red].ask(lambda n: Resign(n, red)), Accepted)
    seat = next(seat for seat in trio[blue].lobby.seats if seat.seat == red)
    assert (seat.state, seat.player, seat.name, seat.member) == ("bot", "bot:steady", red.title(), "")
    assert trio[red].told("")[-1].news.view.given_up == (red,)  # type: ignore[union-attr]
    assert trio[red].ask(lambda n: Resign(n, red)).reason == "refused.not_your_seat"  # type: ignore[union-attr]
    assert hosted.killed() == ""
    for guest in trio.values():
        guest.back()
    assert next(seat.state for seat in trio[blue].lobby.seats if seat.seat == red) == "bot"
    assert isinstance(trio[blue].ask(lambda n: OfferDraw(n, blue)), Accepted)  # the computer is not asked
    assert trio[blue].lobby.votes[0].waiting == (trio[white].member,)
    assert isinstance(trio[white].ask(lambda n: Resign(n, white)), Accepted)
    assert hosted.room.phase == "over"  # one side is left
    outcome = trio[white].told(white)[-1].news.view.outcome  # type: ignore[union-attr]
    assert {line.seat: line.place for line in outcome.ranking} == {red: 3, blue: 1, white: 2}


def test_a_lone_person_gets_no_draw_from_computers_and_may_resign(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "bot:random", "bot:random"))
    ann = hosted.join("Ann").sit("red")
    refused = ann.ask(lambda n: OfferDraw(n, "red"))
    assert refused == Refused(refused.request, "refused.no_draw", (("player", hosted.colours[1]),))
    assert isinstance(ann.ask(lambda n: Resign(n, "red")), Accepted)
    assert hosted.room.phase == "over"


# ---- clocks ----


def readings(guest: Guest) -> dict[str, tuple[int, bool]]:
    return {each.seat: (each.left, each.running) for each in guest.line.last(Clocks).readings}


def test_the_host_measures_the_time_and_a_player_without_time_loses(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "human", "human", watching="yes", clock="total:60+5"))
    people = {seat: hosted.join(seat.title()).sit(seat, ready=False) for seat in hosted.colours[:3]}
    for guest in people.values():
        guest.sit()
    first = next(iter(people.values()))
    assert first.lobby.clock is not None
    late = hosted.join("Late")
    assert isinstance(late.ask(lambda n: Watch(n, True)), Accepted)
    assert set(readings(late)) == set(people)  # a spectator who comes later sees them, too
    hosted.tick(0)
    mover = to_move(first, hosted.colours[0])
    hosted.tick(10)
    while (seat := step(people)) == mover:
        pass
    assert readings(first)[mover] == (55_000, False)

    waiting = to_move(first, hosted.colours[0])
    people[waiting].lose()
    hosted.tick(0)
    assert not readings(first if waiting != hosted.colours[0] else people[hosted.colours[1]])[waiting][1]
    hosted.tick(3600)  # the player is away
    people[waiting].back()
    hosted.tick(0)
    assert readings(people[waiting])[waiting][1]
    left = readings(people[waiting])[waiting][0]
    hosted.tick(1)
    assert hosted.killed() == ""
    for guest in people.values():
        guest.back()
    hosted.tick(0)
    assert readings(people[waiting])[waiting] == (left - 1000, True)

    hosted.tick(left / 1000)
    lost = next(each for each in first.lobby.seats if each.seat == waiting)
    assert (lost.state, hosted.room.phase) == ("bot", "playing")
    assert people[waiting].told("")[-1].news.view.given_up == (waiting,)  # type: ignore[union-attr]
    assert "time" in entries(hosted)
    assert seat != mover


def test_a_lone_computer_decides_about_a_draw_by_its_search(tmp_path: Path) -> None:
    advisor = BotService()
    hosted = Hosted(tmp_path, plan_of("human", "bot:random"), game="classics/tic-tac-toe", advisor=advisor)
    seat = hosted.colours[0]
    ann = hosted.join("Ann").sit(seat)
    hosted.tick()
    for _ in range(2):  # then few enough places are left for a proof
        ann.ask(choice(ann, seat))
        hosted.tick()
    assert isinstance(ann.ask(lambda n: OfferDraw(n, seat)), Accepted)
    again = ann.ask(lambda n: OfferDraw(n, seat))
    assert isinstance(again, Refused)  # one offer at a time
    assert again.reason == "refused.no_draw"
    while advisor.advising:
        time.sleep(0.01)
    assert advisor.advice is not None
    assert advisor.advice.certain in ("won", "drawn")
    hosted.tick()
    assert hosted.room.phase == "over"
    assert entries(hosted)[-1] == "draw"
    advisor.close()
    assert not accepts_draw(Advice(1, 0, 54, "lost", ()))
    assert accepts_draw(Advice(1, 0, 55, "", ()))


# ---- changes by hand ----


def view_of(guest: Guest, seat: str) -> View:
    news = guest.told(seat)[-1].news
    assert not isinstance(news, Paused)
    return news.view


def proposal(guest: Guest, seat: str, points: int) -> ProposeByHand:
    """Return the proposal that a seat gets these points."""
    changes = (SetValue("score", seat, str(points)),)
    return ProposeByHand(next(guest.numbers), seat, view_of(guest, seat).position, changes)


def test_a_change_by_hand_needs_the_consent_of_all_people(trio: dict[str, Guest], hosted: Hosted) -> None:
    step(trio)
    seats = list(trio)
    red, blue, white = trio.values()
    late = replace(proposal(red, seats[0], 7), position=0)
    assert red.give(late) == Refused(late.request, "refused.stale")
    assert red.give(replace(proposal(red, seats[0], 7), seat=seats[1])).reason == "refused.not_your_seat"  # type: ignore[union-attr]
    assert red.give(proposal(red, seats[0], -7)).reason == "by_hand.out_of_range"  # type: ignore[union-attr]
    assert isinstance(red.give(proposal(red, seats[0], 7)), Accepted)
    (vote,) = red.lobby.votes
    assert (vote.kind, vote.seat, len(vote.waiting), vote.choices) == ("by_hand", seats[0], 2, 1)
    for seat, guest in trio.items():
        shown = guest.line.last(ProposedByHand)
        assert (shown.vote, shown.seat, shown.changes) == (vote.vote, seat, (SetValue("score", seats[0], "7"),))
    assert white.give(proposal(white, seats[2], 9)).reason == "refused.asked_already"  # type: ignore[union-attr]
    assert isinstance(blue.ask(lambda n: CastVote(n, vote.vote, False)), Accepted)
    assert red.lobby.votes == ()
    assert "by_hand.no" in white.noticed()
    assert "by_hand" not in entries(hosted)

    red.give(proposal(red, seats[0], 8))
    step(trio)  # the position has changed: nobody knows what was agreed on
    assert red.lobby.votes == ()

    red.give(proposal(red, seats[0], 9))
    (vote,) = red.lobby.votes
    blue.lose()
    back = blue.back()
    assert back.line.last(ProposedByHand).vote == vote.vote
    for guest in (back, white):
        assert isinstance(guest.ask(lambda n: CastVote(n, vote.vote, True)), Accepted)
    assert entries(hosted)[-1] == "by_hand"
    assert dict(view_of(white, seats[2]).seats[0].values)["score"] == "9"
    assert replay(hosted.journal).match.contents.get("score") == 9

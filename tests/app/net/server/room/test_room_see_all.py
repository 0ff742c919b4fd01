"""A spectator sees everything only with the consent of all players, and as long as it lasts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.net.protocol.messages import (
    AskHistory,
    AskSeeAll,
    AskStandIn,
    AskTakeBack,
    CastVote,
    EndSeeAll,
    History,
    Kick,
    LeaveSeat,
    SetWatching,
    TakeSeat,
    Watch,
)
from app.net.server.room.updates import UNKNOWN
from dsl.base.serialization import dumps
from dsl.match.match import EVERYTHING
from dsl.match.table_messages import Accepted, AskWhy, Choose, Refused, TakenBack
from dsl.match.view import View
from tests.app.net.server.room.hosted_room import Guest, Hosted, choice, plan_of, to_move


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path, plan_of("human", "human", watching="yes"))


@pytest.fixture
def players(hosted: Hosted) -> tuple[Guest, Guest]:
    red, blue = (hosted.join(seat.title()).sit(seat, ready=False) for seat in ("red", "blue"))
    for guest in (red, blue):
        guest.sit()
    return red, blue


@pytest.fixture
def ann(hosted: Hosted, players: tuple[Guest, Guest]) -> Guest:
    """A spectator of the match that has begun."""
    guest = hosted.join("Ann")
    assert isinstance(guest.ask(lambda n: Watch(n, True)), Accepted)
    return guest


def view_of(guest: Guest) -> View:
    return guest.told("")[-1].news.view  # type: ignore[union-attr]  # no pause in these tests


def hidden(view: View) -> int:
    """Return how many cards in hands the view does not know."""
    return sum(not piece.kind for zone in view.zones if zone.name == "hand" for piece in zone.pieces)


def agree(*guests: Guest, agreed: bool = True) -> None:
    for guest in guests:
        vote = guest.lobby.votes[-1]
        assert vote.kind == "see_all"
        assert isinstance(guest.ask(lambda n, vote=vote: CastVote(n, vote.vote, agreed)), Accepted)


def let_see(ann: Guest, players: tuple[Guest, Guest]) -> None:
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    agree(*players)


def step(players: tuple[Guest, Guest]) -> str:
    seat = to_move(players[0], "red")
    guest = players[0] if seat == "red" else players[1]
    assert isinstance(guest.ask(choice(guest, seat)), Accepted)
    return seat


def sees_all(guest: Guest) -> list[str]:
    return [each.name for each in guest.lobby.members if each.sees_all]


def test_all_players_agree_and_everybody_is_told_all_the_time(ann: Guest, players: tuple[Guest, Guest]) -> None:
    assert hidden(view_of(ann)) == 2
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    agree(players[0])
    assert hidden(view_of(ann)) == 2
    assert sees_all(ann) == []
    agree(players[1])
    assert ann.told("")[-1].previous == UNKNOWN
    assert hidden(view_of(ann)) == 0
    for guest in (ann, *players):
        assert sees_all(guest) == ["Ann"]
        assert guest.noticed()[-1] == "see_all.yes"
    for _ in range(6):
        step(players)
        assert hidden(view_of(ann)) == 0
    assert sees_all(players[0]) == ["Ann"]


def test_one_player_declines_and_nothing_is_shown(ann: Guest, players: tuple[Guest, Guest]) -> None:
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    agree(players[0])
    agree(players[1], agreed=False)
    step(players)
    assert hidden(view_of(ann)) == 2
    assert sees_all(players[0]) == []
    assert "see_all.no" in ann.noticed()


def test_a_vote_without_an_answer_ends_and_nothing_is_shown(
    hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]
) -> None:
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    agree(players[0])
    hosted.tick(61)
    assert not ann.lobby.votes
    assert hidden(view_of(ann)) == 2


def test_what_others_receive_does_not_change(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]) -> None:
    """A player and another spectator get the same bytes as at a table where nobody sees everything."""
    other = hosted.join("Bob")
    assert isinstance(other.ask(lambda n: Watch(n, True)), Accepted)
    let_see(ann, players)
    for _ in range(6):
        step(players)
    table = hosted.room._state.match.table
    assert view_of(other) == table.view("")
    for guest, seat in zip(players, ("red", "blue"), strict=True):
        assert guest.told(seat)[-1].news.view == table.view(seat)
        assert not guest.told("")
    assert view_of(ann) == table.view(EVERYTHING)
    assert dumps(view_of(ann)) != dumps(view_of(other))


def test_the_history_is_uncovered_for_the_one_who_sees_everything_only(
    hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]
) -> None:
    other = hosted.join("Bob")
    assert isinstance(other.ask(lambda n: Watch(n, True)), Accepted)
    for _ in range(30):
        step(players)
    before = ann.ask(lambda n: AskHistory(n, "", -1))
    let_see(ann, players)
    after, theirs = (guest.ask(lambda n: AskHistory(n, "", -1)) for guest in (ann, other))
    assert isinstance(before, History)
    assert isinstance(after, History)
    assert isinstance(theirs, History)
    assert theirs.events == before.events
    assert [event.number for event in after.events] == [event.number for event in before.events]
    assert after.events != before.events  # drawn cards have their kinds
    assert isinstance(ann.ask(lambda n: AskWhy(n, "", after.events[-1].number)), type(ann.line.heard[-1]))


def test_a_choice_that_is_taken_back_is_told_to_it_too(ann: Guest, players: tuple[Guest, Guest]) -> None:
    let_see(ann, players)
    seat = step(players)
    guest = players[0] if seat == "red" else players[1]
    assert isinstance(guest.ask(lambda n: AskTakeBack(n, seat)), Accepted)
    assert isinstance(ann.told("")[-1].news, TakenBack)
    assert hidden(view_of(ann)) == 0


@pytest.mark.parametrize("who", ["player", "itself", "owner"])
def test_it_can_be_ended_at_any_time(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest], who: str) -> None:
    owner = hosted.owner()
    let_see(ann, players)
    guest = {"player": players[1], "itself": ann, "owner": owner}[who]
    assert isinstance(guest.ask(lambda n: EndSeeAll(n, ann.member)), Accepted)
    assert hidden(view_of(ann)) == 2
    assert ann.told("")[-1].previous == UNKNOWN
    assert sees_all(players[0]) == []
    assert players[0].noticed()[-1] == "see_all.ended"
    step(players)
    assert hidden(view_of(ann)) == 2


def test_who_has_seen_everything_can_no_longer_play(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]) -> None:
    let_see(ann, players)
    players[1].ask(lambda n: EndSeeAll(n, ann.member))
    hosted.owner().ask(lambda n: Kick(n, players[1].member))
    assert ann.ask(lambda n: TakeSeat(n, "blue", "")) == Refused(ann.line.heard[-1].request, "refused.saw_all")


def test_another_player_at_the_table_ends_it(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]) -> None:
    let_see(ann, players)
    hosted.owner().ask(lambda n: Kick(n, players[1].member))
    assert sees_all(players[0]) == ["Ann"]
    new = hosted.join("New")
    assert isinstance(new.ask(lambda n: TakeSeat(n, "blue", "")), Accepted)
    assert sees_all(players[0]) == []
    assert hidden(view_of(ann)) == 2


def test_a_player_who_returns_from_a_computer_ends_it(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]) -> None:
    red, blue = players
    blue.lose()
    hosted.tick(200)
    assert isinstance(red.ask(lambda n: AskStandIn(n, "blue", "bot:random")), Accepted)
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    agree(red)
    assert sees_all(red) == ["Ann"]
    blue.back()
    assert sees_all(red) == []
    assert hidden(view_of(ann)) == 2


def test_it_ends_with_watching(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]) -> None:
    let_see(ann, players)
    assert isinstance(ann.ask(lambda n: Watch(n, False)), Accepted)
    assert isinstance(ann.ask(lambda n: Watch(n, True)), Accepted)
    assert hidden(view_of(ann)) == 2
    assert ann.ask(AskSeeAll) != Refused(0, "refused.no_spectator")
    agree(*players)
    assert hidden(view_of(ann)) == 0
    assert isinstance(hosted.owner().ask(lambda n: SetWatching(n, "no", 0)), Accepted)
    assert sees_all(players[0]) == []


def test_it_goes_on_after_a_lost_connection_and_a_restart_of_the_host(
    hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]
) -> None:
    let_see(ann, players)
    ann.lose()
    step(players)
    ann.back()
    assert hidden(view_of(ann)) == 0
    hosted.killed()
    for guest in (ann, *players):
        guest.back()
    assert sees_all(players[0]) == ["Ann"]  # shown to all, who can still end it
    assert hidden(view_of(ann)) == 0
    players[0].ask(lambda n: EndSeeAll(n, ann.member))
    hosted.killed()
    for guest in (ann, *players):
        guest.back()
    assert sees_all(players[0]) == []
    assert hidden(view_of(ann)) == 2
    hosted.owner().ask(lambda n: Kick(n, players[1].member))
    assert ann.ask(lambda n: TakeSeat(n, "blue", "")) == Refused(ann.line.heard[-1].request, "refused.saw_all")


def test_a_spectator_of_a_delayed_match_sees_everything_at_once(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "human", watching="delayed", turns=5))
    red, blue = (hosted.join(seat.title()).sit(seat, ready=False) for seat in ("red", "blue"))
    for guest in (red, blue):
        guest.sit()
    ann = hosted.join("Ann")
    ann.ask(lambda n: Watch(n, True))
    for _ in range(12):
        step((red, blue))
    late = view_of(ann).position
    let_see(ann, (red, blue))
    assert view_of(ann).position > late
    assert hidden(view_of(ann)) == 0
    red.ask(lambda n: EndSeeAll(n, ann.member))
    assert view_of(ann).position == late
    assert hidden(view_of(ann)) == 2


# ---- hostile clients ----


def test_nobody_sees_more_without_consent(hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]) -> None:
    """A spectator votes for itself, ends what there is not, and asks for the stream of all by its name."""
    stranger = hosted.join("Eve")
    assert stranger.ask(AskSeeAll).reason == "refused.no_spectator"  # it does not even watch
    assert players[0].ask(AskSeeAll).reason == "refused.no_spectator"
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    vote = ann.lobby.votes[-1]
    for guest in (ann, stranger):
        assert guest.ask(lambda n: CastVote(n, vote.vote, True)).reason == "refused.no_such_vote"
    agree(players[0])
    assert players[0].ask(lambda n: CastVote(n, vote.vote, True)).reason == "refused.no_such_vote"  # a second time
    assert ann.ask(AskSeeAll).reason == "refused.asked_already"
    assert stranger.ask(lambda n: EndSeeAll(n, ann.member)).reason == "refused.no_seat"
    assert ann.ask(lambda n: EndSeeAll(n, ann.member)).reason == "refused.no_such_member"
    asked = (
        lambda n: AskHistory(n, EVERYTHING, -1),
        lambda n: AskWhy(n, EVERYTHING, 0),
        lambda n: Choose(n, EVERYTHING, 0, 0),
        lambda n: TakeSeat(n, EVERYTHING, ""),
        lambda n: LeaveSeat(n, EVERYTHING),
    )
    for ask in asked:
        assert isinstance(ann.ask(ask), Refused)
    step(players)
    assert hidden(view_of(ann)) == 2
    assert all(told.seat != EVERYTHING for guest in (ann, stranger, *players) for told in guest.told(EVERYTHING))


def test_players_who_come_during_the_vote_are_not_passed_over(
    hosted: Hosted, ann: Guest, players: tuple[Guest, Guest]
) -> None:
    assert isinstance(ann.ask(AskSeeAll), Accepted)
    agree(players[0])
    hosted.owner().ask(lambda n: Kick(n, players[1].member))
    assert isinstance(hosted.join("New").ask(lambda n: TakeSeat(n, "blue", "")), Accepted)
    hosted.tick()
    assert sees_all(players[0]) == []
    assert hidden(view_of(ann)) == 2
    assert not ann.lobby.votes

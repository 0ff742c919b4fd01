"""Bans: by the token of a member, and by the address of its computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from app.net.protocol.limits import BANS
from app.net.protocol.messages import Ban, Bans, BanState, Kick, TurnedAway, Unban, Welcome
from dsl.match.table_messages import Accepted, Refused
from tests.app.net.server.room.hosted_room import Guest, Hosted, Line

BANNED = TurnedAway("lan.away.banned")


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path)


def comes(hosted: Hosted, address: str, member: str = "", name: str = "Another") -> str | TurnedAway:
    return hosted.room.admit(Line(address=address), name, member, hosted.now)


def ban(owner: Guest, guest: Guest) -> object:
    return owner.ask(lambda n: Ban(n, guest.member))


def test_a_banned_player_cannot_return_by_token_or_new_name(hosted: Hosted) -> None:
    owner, bea = hosted.owner(), hosted.join("Bea", "192.168.1.7").sit("red", ready=False)
    assert ban(owner, bea) == Accepted(1)
    assert bea.line.farewell == "lan.away.banned"
    assert [seat.state for seat in owner.lobby.seats] == ["free", "free"]
    assert "banned" in owner.noticed()
    assert comes(hosted, "192.168.1.7") == BANNED
    assert comes(hosted, "::ffff:192.168.1.7") == BANNED
    assert hosted.room.key_of(bea.member), "the token is still known, to say why it is refused"
    assert comes(hosted, "10.9.9.9", bea.member) == BANNED
    assert not isinstance(comes(hosted, "192.168.1.8"), TurnedAway), "others of the network may come"


def test_a_ban_covers_the_ipv6_network(hosted: Hosted) -> None:
    owner, bea = hosted.owner(), hosted.join("Bea", "fd00:1:2:3::aaaa")
    ban(owner, bea)
    assert comes(hosted, "fd00:1:2:3:ffff::1") == BANNED
    assert not isinstance(comes(hosted, "fd00:1:2:4::1"), TurnedAway)


def test_a_ban_removes_only_those_without_a_seat_at_the_same_address(hosted: Hosted) -> None:
    owner = hosted.owner()
    owner.line.address = "10.0.0.1"
    bea, cleo = hosted.join("Bea"), hosted.join("Cleo").sit("red", ready=False)
    idle, far = hosted.join("Idle"), hosted.join("Far", "10.0.0.2")
    ban(owner, bea)
    assert [each.line.farewell for each in (bea, idle)] == ["lan.away.banned"] * 2
    assert [each.line.farewell for each in (owner, cleo, far)] == ["", "", ""]
    cleo.lose()
    assert comes(hosted, "10.0.0.1", cleo.member) == cleo.member, "who has a seat comes back to it"
    assert comes(hosted, "10.0.0.1", "owner") == "owner"
    assert comes(hosted, "10.0.0.1", idle.member) == TurnedAway("lan.away.token")


def test_only_the_owner_sees_and_lifts_bans(hosted: Hosted) -> None:
    owner, bea, cleo = hosted.owner(), hosted.join("Bea", "10.0.0.5"), hosted.join("Cleo", "10.0.0.6")
    assert owner.line.all(Bans) == []
    ban(owner, bea)
    assert owner.line.last(Bans) == Bans((BanState(1, "Bea", "10.0.0.5"),))
    assert cleo.line.all(Bans) == []
    again = hosted.owner()
    assert again.line.last(Bans) == Bans((BanState(1, "Bea", "10.0.0.5"),))
    assert cleo.ask(lambda n: Unban(n, 1)) == Refused(1, "refused.not_owner")
    assert cleo.ask(lambda n: Ban(n, "owner")) == Refused(2, "refused.not_owner")
    assert again.give(Unban(50, 2)) == Refused(50, "refused.no_such_ban")
    assert again.give(Unban(51, 1)) == Accepted(51)
    assert again.line.last(Bans) == Bans(())
    assert not isinstance(comes(hosted, "10.0.0.5"), TurnedAway)


@pytest.mark.parametrize("member", ["owner", "m77", ""])
def test_only_another_member_can_be_banned(hosted: Hosted, member: str) -> None:
    owner = hosted.owner()
    assert owner.ask(lambda n: Ban(n, member)) == Refused(1, "refused.no_such_member")


def test_a_removed_player_may_rejoin(hosted: Hosted) -> None:
    owner, bea = hosted.owner(), hosted.join("Bea", "10.0.0.5")
    owner.ask(lambda n: Kick(n, bea.member))
    assert bea.line.farewell == "lan.away.kicked"
    assert not isinstance(comes(hosted, "10.0.0.5"), TurnedAway)


def test_bans_survive_a_crash_of_the_host(hosted: Hosted) -> None:
    owner, bea, cleo = hosted.owner(), hosted.join("Bea", "10.0.0.5"), hosted.join("Cleo", "10.0.0.6")
    cleo.sit("red", ready=False)
    ban(owner, bea)
    hosted.killed()
    assert comes(hosted, "10.0.0.5") == BANNED
    assert comes(hosted, "10.0.0.9", bea.member) == BANNED
    owner = hosted.owner()
    assert owner.line.last(Bans) == Bans((BanState(1, "Bea", "10.0.0.5"),))
    assert owner.give(Ban(90, cleo.member)) == Accepted(90)
    assert comes(hosted, "10.0.0.6") == BANNED, "the address of an absent member is remembered, too"
    assert [each.ban for each in owner.line.last(Bans).bans] == [1, 2]


def test_during_a_match_a_ban_frees_the_seat(hosted: Hosted) -> None:
    owner, bea = hosted.owner().sit("red"), hosted.join("Bea", "10.0.0.5").sit("blue")
    assert hosted.room.phase == "playing"
    assert ban(owner, bea) in (Accepted(number) for number in range(9))
    assert [seat.state for seat in owner.lobby.seats] == ["held", "free"]
    assert bea.line.last(Welcome).member == bea.member


def test_the_oldest_of_too_many_bans_is_dropped(hosted: Hosted) -> None:
    owner = hosted.owner()
    for number in range(BANS + 1):
        ban(owner, hosted.join("Bea", f"10.1.{number // 250}.{number % 250}"))
    assert not isinstance(comes(hosted, "10.1.0.0"), TurnedAway)
    assert comes(hosted, "10.1.0.1") == BANNED
    assert len(owner.line.last(Bans).bans) == BANS
    assert replace(hosted.record.kept[-1]).bans[-1].ban == BANS + 1

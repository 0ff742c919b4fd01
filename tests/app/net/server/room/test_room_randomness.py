"""Commit-reveal round before a match: no share is revealed before all members have committed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.net.protocol.messages import (
    AskSwap,
    Farewell,
    Kick,
    LeaveSeat,
    OpenShare,
    Revealed,
    Sealed,
    SetPlayers,
    SetReady,
    TurnedAway,
    Watch,
)
from app.net.server.room.commit_reveal import OPEN_WITHIN as PATIENCE
from dsl.match.commit_reveal import seal_of
from dsl.match.journal import read
from dsl.match.table_messages import Accepted, Refused
from tests.app.net.server.room.hosted_room import Guest, Hosted, plan_of

SEATS = ("red", "blue")
NO_ROUND = "refused.no_round"


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    hosted = Hosted(tmp_path, plan_of("human", "human", watching="yes"))
    hosted.opens = False
    return hosted


@pytest.fixture
def pair(hosted: Hosted) -> tuple[Guest, Guest]:
    """Two members that have committed to a share each, and not revealed it."""
    ann, bob = hosted.join("Ann"), hosted.join("Bob")
    return ann.sit("red"), bob.sit("blue")


def seal(guest: Guest) -> str:
    return seal_of(guest.hosted.plan.table, guest.share)


def shares_of(hosted: Hosted) -> dict[str, str]:
    deal = read(hosted.journal).header.deal
    assert deal is not None
    assert deal.verify() is None
    return dict(deal.shares)


def test_all_commitments_are_sent_when_all_are_ready_and_no_share_before(hosted: Hosted) -> None:
    ann, bob = hosted.join("Ann").sit("red"), hosted.join("Bob")
    assert ann.ask(lambda n: OpenShare(n, 1, ann.share)) == Refused(3, NO_ROUND)
    bob.sit("blue", ready=False)
    assert not ann.line.all(Sealed)
    bob.ready()
    assert ann.line.last(Sealed) == bob.line.last(Sealed) == Sealed(1, (("red", seal(ann)), ("blue", seal(bob))))
    assert hosted.room.phase == "gathering"


def test_the_match_begins_when_all_shares_are_revealed(hosted: Hosted, pair: tuple[Guest, Guest]) -> None:
    ann, bob = pair
    bob.open()
    assert hosted.room.phase == "gathering"
    ann.open()
    assert hosted.room.phase == "playing"
    assert shares_of(hosted) == {"red": ann.share, "blue": bob.share}
    deal = read(hosted.journal).header.deal
    assert deal is not None
    assert dict(deal.seals) == {"red": seal(ann), "blue": seal(bob)}
    assert ann.ask(lambda n: OpenShare(n, 1, ann.share)) == Refused(3, NO_ROUND)


def test_only_the_committed_share_can_be_revealed(pair: tuple[Guest, Guest]) -> None:
    ann, bob = pair
    assert ann.ask(lambda n: OpenShare(n, 1, bob.share)) == Refused(3, "refused.share")
    assert ann.ask(lambda n: OpenShare(n, 1, "")) == Refused(4, "refused.share")
    assert ann.ask(lambda n: OpenShare(n, 2, ann.share)) == Refused(5, NO_ROUND)
    assert isinstance(ann.ask(lambda n: OpenShare(n, 1, ann.share)), Accepted)


def test_a_commitment_must_be_well_formed(hosted: Hosted) -> None:
    ann = hosted.join("Ann").sit("red", ready=False)
    for wrong in ("00", "Z" * 64, "0" * 65):
        answer = ann.ask(lambda n, s=wrong: SetReady(n, True, s))
        assert isinstance(answer, Refused)
        assert answer.reason == "refused.share"
    assert not ann.lobby.seats[0].ready


def test_a_late_reveal_is_reported_and_the_round_restarts(hosted: Hosted, pair: tuple[Guest, Guest]) -> None:
    ann, bob = pair
    ann.open()
    hosted.tick(PATIENCE - 1)
    assert ann.lobby.seats[0].ready
    hosted.tick(1.1)
    told = ann.line.heard[-2]
    assert (told.what, dict(told.args)) == ("not_dealt", {"name": "Bob", "seat": "blue"})  # type: ignore[union-attr]
    assert [(seat.member, seat.ready) for seat in ann.lobby.seats] == [("m1", False), ("m2", False)]
    bob.ready()
    ann.ready()
    assert ann.line.last(Sealed).round == 2
    ann.open()
    bob.open()
    assert shares_of(hosted) == {"red": ann.share, "blue": bob.share}


def test_a_client_that_reconnects_in_time_reveals(hosted: Hosted, pair: tuple[Guest, Guest]) -> None:
    ann, bob = pair
    bob.open()
    ann.lose()
    ann.back()
    assert ann.line.last(Sealed).round == 1
    ann.open()
    assert hosted.room.phase == "playing"


@pytest.mark.parametrize("how", ["left", "kicked"])
def test_leaving_aborts_the_round(hosted: Hosted, pair: tuple[Guest, Guest], how: str) -> None:
    ann, bob = pair
    if how == "left":
        hosted.room.receive(bob.member, Farewell("left"), hosted.now)
    else:
        assert isinstance(hosted.owner().ask(lambda n: Kick(n, bob.member)), Accepted)
    assert ann.noticed()[-1] == "not_dealt"
    assert [seat.ready for seat in ann.lobby.seats] == [False, False]
    assert ann.ask(lambda n: OpenShare(n, 1, ann.share)) == Refused(3, NO_ROUND)


def test_settings_are_frozen_during_the_reveal(hosted: Hosted, pair: tuple[Guest, Guest]) -> None:
    owner, (ann, _) = hosted.owner(), pair
    makes = (
        lambda n: LeaveSeat(n, "red"), lambda n: SetReady(n, False), lambda n: AskSwap(n, "red", "blue"),
    )  # fmt: skip
    for make in makes:
        answer = ann.ask(make)
        assert isinstance(answer, Refused)
        assert answer.reason == "refused.dealing"
    assert owner.ask(lambda n: SetPlayers(n, 3)) == Refused(1, "refused.dealing")


def test_a_member_with_two_seats_contributes_one_share(hosted: Hosted) -> None:
    ann = hosted.join("Ann").sit("red", "blue")
    assert ann.line.last(Sealed).seals == (("red", seal(ann)), ("blue", ""))
    ann.open()
    assert shares_of(hosted) == {"red": ann.share, "blue": ""}


def test_the_owner_contributes_no_share(hosted: Hosted) -> None:
    owner, ann = hosted.owner().sit("red"), hosted.join("Ann").sit("blue")
    assert ann.line.last(Sealed).seals == (("red", ""), ("blue", seal(ann)))
    assert owner.ask(lambda n: OpenShare(n, 1, owner.share)) == Refused(3, NO_ROUND)
    ann.open()
    assert shares_of(hosted) == {"red": "", "blue": ann.share}


def test_without_shares_the_match_begins_at_once(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "bot:random"))
    owner = hosted.owner().sit("red")
    assert hosted.room.phase == "playing"
    assert not owner.line.all(Sealed)


def test_spectators_receive_the_commitments_and_finally_the_shares(hosted: Hosted) -> None:
    eve = hosted.join("Eve")
    eve.ask(lambda n: Watch(n, True))
    ann = hosted.join("Ann").sit("red")
    bob = hosted.join("Bob").sit("blue")
    assert eve.line.last(Sealed) == ann.line.last(Sealed)
    late = hosted.join("Lea")
    assert late.line.last(Sealed) == ann.line.last(Sealed)
    ann.open()
    bob.open()
    assert not eve.line.all(Revealed), "not before the end"


def test_a_host_killed_during_the_reveal_restarts_the_round(hosted: Hosted, pair: tuple[Guest, Guest]) -> None:
    ann, bob = pair
    ann.open()
    hosted.killed()
    ann.back()
    bob.back()
    assert [seat.ready for seat in ann.lobby.seats] == [False, False]
    assert not ann.line.all(Sealed)
    hosted.opens = True
    ann.ready()
    bob.ready()
    assert hosted.room.phase == "playing"


def test_a_full_disk_aborts_the_round(hosted: Hosted, pair: tuple[Guest, Guest]) -> None:
    ann, bob = pair
    hosted.journal.write_text("something is there")
    ann.open()
    bob.open()
    assert "journal.cannot_write" in ann.noticed()
    assert hosted.room.phase == "gathering"
    hosted.journal.unlink()
    hosted.opens = True
    ann.ready()
    bob.ready()
    assert hosted.room.phase == "playing"
    assert not isinstance(hosted.join("Eve"), TurnedAway)

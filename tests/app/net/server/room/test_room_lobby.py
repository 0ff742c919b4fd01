"""Room before the match: seats, settings and readiness."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from app.base.paths import official_rulesets
from app.cli.serve import look_to_send
from app.net.protocol.limits import WHOLE
from app.net.protocol.messages import (
    AskLook,
    AskRules,
    AskSwap,
    Farewell,
    GameLook,
    Kick,
    LeaveSeat,
    MemberPortrait,
    Rules,
    SetClock,
    SetHints,
    SetOption,
    SetPlayer,
    SetPlayers,
    SetPortrait,
    SetReady,
    SetWatching,
    TakeSeat,
    TurnedAway,
    Watch,
    Welcome,
)
from app.net.sandbox.worker import look_problem
from app.storage.settings import PORTRAITS
from dsl.base.serialization import SerializationError, decode, dumps
from dsl.match.clock import ClockPlan
from dsl.match.journal import hash_of
from dsl.match.table_messages import Accepted, Refused
from tests.app.net.server.room.hosted_room import Hosted, Line, plan_of


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path)


def test_a_new_member_is_welcomed_and_sees_the_lobby_and_nothing_of_the_match(hosted: Hosted) -> None:
    ann = hosted.join("Ann")
    welcome, lobby = ann.line.heard
    assert isinstance(welcome, Welcome)
    assert (welcome.owner, welcome.token, welcome.rules.game) == (False, "token 1", "trias")
    assert ann.lobby == lobby
    assert [(seat.seat, seat.state) for seat in ann.lobby.seats] == [("red", "free"), ("blue", "free")]
    assert [(member.name, member.here) for member in ann.lobby.members] == [("Ann", True)]


def test_the_rules_that_are_sent_are_those_that_were_offered(hosted: Hosted) -> None:
    ann = hosted.join("Ann")
    rules = ann.ask(AskRules)
    assert isinstance(rules, Rules)
    text = dumps(Rules(0, rules.ruleset, rules.house, rules.look))
    offer = ann.line.last(Welcome).rules
    assert (hash_of(text), len(text.encode())) == (offer.text, offer.size)


def test_the_look_with_its_drawings_is_sent_to_those_who_ask(hosted: Hosted) -> None:
    ann = hosted.join("Ann")
    assert ann.ask(AskLook) == GameLook(1, (), ())  # no look
    drawn = look_to_send(official_rulesets() / "ciao-dino")
    assert drawn is not None
    assert len(drawn.files) == 2  # its base game's first
    assert look_problem(drawn) == ""
    own, base = (drawn_names(name) for name in ("ciao-dino", "trias"))
    assert {name for name, _ in drawn.drawings} == own | base
    assert len(dumps(drawn)) < WHOLE


def drawn_names(game: str) -> set[str]:
    return {path.stem for path in (official_rulesets() / game / "art").glob("*.svg")}


@pytest.mark.parametrize("game", ["triassic-terror", "dinosaures", "dinosaurs-and-unicorns", "classics/chess"])
def test_the_looks_of_the_official_games_are_within_the_limits(game: str) -> None:
    drawn = look_to_send(official_rulesets() / game)
    assert drawn is not None
    assert drawn.drawings


def test_equal_names_are_numbered_and_names_are_sanitized(hosted: Hosted) -> None:
    names = ["Ann", "Ann", "\u202eAnn\x07", "x" * 40, "x" * 40, ""]
    last = [hosted.join(name) for name in names][-1]
    shown = [member.name for member in last.lobby.members if member.here]
    assert shown == ["Ann", "Ann 2", "Ann 3", "x" * 32, "x" * 30 + " 2", ""]


def test_a_seat_has_one_holder(hosted: Hosted) -> None:
    ann, bob = hosted.join("Ann"), hosted.join("Bob")
    assert ann.ask(lambda n: TakeSeat(n, "red", "")) == Accepted(1)
    assert bob.ask(lambda n: TakeSeat(n, "red", "")) == Refused(1, "refused.taken", (("name", "Ann"), ("seat", "red")))
    assert bob.ask(lambda n: LeaveSeat(n, "red")) == Refused(2, "refused.not_your_seat")
    assert bob.ask(lambda n: TakeSeat(n, "pink", "")) == Refused(3, "refused.no_such_seat")
    assert ann.ask(lambda n: TakeSeat(n, "blue", "Aunt May")) == Accepted(2)
    assert [(seat.name, seat.member) for seat in bob.lobby.seats] == [("Ann", "m1"), ("Aunt May", "m1")]
    assert ann.ask(lambda n: LeaveSeat(n, "blue")) == Accepted(3)
    assert bob.lobby.seats[1].state == "free"


def test_a_swap_with_a_free_seat_needs_no_consent(hosted: Hosted) -> None:
    ann = hosted.join("Ann").sit("red")
    assert isinstance(ann.ask(lambda n: AskSwap(n, "red", "blue")), Accepted)
    assert [(seat.name, seat.ready) for seat in ann.lobby.seats] == [("", False), ("Ann", False)]
    assert ann.ask(lambda n: AskSwap(n, "red", "blue")) == Refused(4, "refused.not_your_seat")


def test_only_the_owner_changes_settings_which_resets_readiness(hosted: Hosted) -> None:
    ann, owner = hosted.join("Ann").sit("red"), hosted.owner()
    assert ann.lobby.seats[0].ready
    for make in (
        lambda n: SetPlayers(n, 3), lambda n: SetOption(n, "action_points", 5), lambda n: SetWatching(n, "yes", 0),
        lambda n: SetPlayer(n, "blue", "bot:random"), lambda n: Kick(n, "owner"),
    ):  # fmt: skip
        answer = ann.ask(make)
        assert isinstance(answer, Refused)
        assert answer.reason == "refused.not_owner"
    assert isinstance(owner.ask(lambda n: SetOption(n, "action_points", 5)), Accepted)
    assert dict(ann.lobby.options)["action_points"] == 5
    assert not ann.lobby.seats[0].ready
    assert owner.ask(lambda n: SetOption(n, "action_points", 500)) == Refused(2, "refused.option")
    assert owner.ask(lambda n: SetPlayers(n, 99)) == Refused(3, "refused.players", (("numbers", "2, 3, 4, 5"),))
    assert owner.ask(lambda n: SetPlayer(n, "blue", "bot:none")) == Refused(4, "refused.no_such_player")
    assert isinstance(owner.ask(lambda n: SetPlayers(n, 3)), Accepted)
    assert isinstance(owner.ask(lambda n: SetPlayer(n, "blue", "bot:random")), Accepted)
    assert [seat.state for seat in ann.lobby.seats] == ["held", "bot", "free"]
    assert owner.ask(lambda n: TakeSeat(n, "blue", "")).reason == "refused.taken"  # type: ignore[union-attr]


def test_a_seat_removed_with_the_number_of_players_loses_its_holder(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "human", "human"))
    owner, ann = hosted.owner(), hosted.join("Ann").sit(hosted.colours[2], ready=False)
    owner.ask(lambda n: SetPlayers(n, 2))
    assert [seat.member for seat in ann.lobby.seats] == ["", ""]
    assert ann.ask(lambda n: SetReady(n, True)) == Refused(2, "refused.no_seat")


def test_a_removed_member_leaves_and_its_token_is_invalid(hosted: Hosted) -> None:
    owner, ann = hosted.owner(), hosted.join("Ann").sit("red")
    assert isinstance(owner.ask(lambda n: Kick(n, ann.member)), Accepted)
    assert ann.line.farewell == "lan.away.kicked"
    assert owner.noticed() == ["came", "kicked"]
    assert owner.lobby.seats[0].state == "free"
    assert hosted.room.key_of(ann.member) is None
    assert isinstance(hosted.room.admit(Line(), "Ann", ann.member, hosted.now), TurnedAway)
    assert owner.ask(lambda n: Kick(n, "owner")) == Refused(2, "refused.no_such_member")


def test_the_match_begins_when_every_seat_is_ready(hosted: Hosted) -> None:
    ann, bob = hosted.join("Ann").sit("red"), hosted.join("Bob").sit("blue", ready=False)
    assert ann.lobby.state == "gathering"
    assert not hosted.journal.exists()
    bob.ready()
    assert ann.lobby.state == bob.lobby.state == "playing"
    assert ann.noticed()[-1] == "began"
    assert [told.seat for told in ann.told("red")] == ["red"]
    assert ann.told("blue") == bob.told("red") == []
    assert ann.ask(lambda n: LeaveSeat(n, "red")) == Refused(3, "refused.playing")


def test_the_owner_joins_like_any_member_and_may_reconnect(hosted: Hosted) -> None:
    ann, owner = hosted.join("Ann"), hosted.owner()
    assert owner.line.last(Welcome).owner
    assert [(member.name, member.owner) for member in ann.lobby.members] == [("Olga", True), ("Ann", False)]
    owner.lose()
    owner.back()
    assert ann.noticed() == ["came", "lost_unseated", "back"]


def test_a_match_of_bots_begins_when_the_owner_is_ready(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("bot:random", "bot:random"))
    assert hosted.join("Ann").ask(lambda n: SetReady(n, True)) == Refused(1, "refused.no_seat")
    assert isinstance(hosted.owner().ask(lambda n: SetReady(n, True)), Accepted)
    for _ in range(10_000):
        if not hosted.tick():
            break
    assert hosted.room.phase == "over"


def test_a_match_of_bots_begins_at_once_without_an_owner(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, plan_of("bot:random", "bot:random", owner_key=""))
    hosted.tick()
    assert hosted.room.phase == "playing"


def test_leaving_frees_the_seat_and_a_lost_connection_reserves_it(hosted: Hosted) -> None:
    ann, bob = hosted.join("Ann").sit("red", ready=False), hosted.join("Bob").sit("blue")
    hosted.room.receive(ann.member, Farewell("bye"), hosted.now)
    bob.lose()
    carl = hosted.join("Carl")
    assert [(seat.state, seat.ready) for seat in carl.lobby.seats] == [("free", False), ("away", False)]
    hosted.tick(25)
    assert carl.lobby.seats[1].away_for == 20
    assert bob.back().lobby.seats[1].state == "held"
    assert carl.noticed() == ["back"]
    bob.lose()
    hosted.tick(601)
    assert carl.lobby.seats[1].state == "free"
    assert hosted.room.key_of(ann.member) is None


def test_a_table_whose_state_file_cannot_be_written_admits_no_new_member(hosted: Hosted) -> None:
    ann = hosted.join("Ann")
    hosted.record.full = "No space left on device"
    assert hosted.room.admit(Line(), "Bob", "", hosted.now) == TurnedAway(
        "lan.away.record", (("why", "No space left on device"),)
    )
    assert ann.ask(lambda n: TakeSeat(n, "red", "")).reason == "refused.record"  # type: ignore[union-attr]
    hosted.record.full = None
    assert ann.ask(lambda n: TakeSeat(n, "red", "")) == Accepted(2)
    assert hosted.record.kept[-1].seats[0].member == ann.member


def test_spectating_needs_permission_and_no_seat(hosted: Hosted) -> None:
    owner, ann = hosted.owner(), hosted.join("Ann")
    assert ann.ask(lambda n: Watch(n, True)) == Refused(1, "refused.no_watching")
    assert owner.ask(lambda n: SetWatching(n, "delayed", 51)) == Refused(1, "refused.turns", (("most", "50"),))
    owner.ask(lambda n: SetWatching(n, "yes", 0))
    assert ann.ask(lambda n: Watch(n, True)) == Accepted(2)
    assert [member.watching for member in owner.lobby.members] == [False, True]
    ann.sit("red", ready=False)
    assert [member.watching for member in owner.lobby.members] == [False, False]
    assert ann.ask(lambda n: Watch(n, True)) == Refused(4, "refused.has_seat")


def test_a_portrait_is_shown_to_all_members(hosted: Hosted) -> None:
    ann, bea = hosted.join("Ann"), hosted.join("Bea")
    assert isinstance(ann.ask(lambda n: SetPortrait(n, "star")), Accepted)
    assert [each.portrait for each in bea.lobby.members if each.name in ("Ann", "Bea")] == ["star", "game"]
    ann.ask(lambda n: SetPortrait(n, "game"))
    assert {each.portrait for each in bea.lobby.members} == {"game"}


def test_only_the_drawings_of_the_settings_are_portraits() -> None:
    assert {*get_args(MemberPortrait), "own"} == {*PORTRAITS}
    with pytest.raises(SerializationError):
        decode({"type": "SetPortrait", "request": 1, "portrait": "<img src=x>"}, SetPortrait)


def test_the_owner_changes_the_clock_and_hints_before_the_match(hosted: Hosted) -> None:
    owner, ann = hosted.owner(), hosted.join("Ann").sit("red")
    plan = ClockPlan("total", 600, increment=5)
    assert isinstance(owner.ask(lambda n: SetClock(n, plan)), Accepted)
    assert isinstance(owner.ask(lambda n: SetHints(n, True)), Accepted)
    assert (ann.lobby.clock, ann.lobby.hints) == (plan, True)
    assert not ann.lobby.seats[0].ready
    for seconds in (0, 10**9):
        answer = owner.ask(lambda n, s=seconds: SetClock(n, ClockPlan("move", s)))
        assert isinstance(answer, Refused)
        assert answer.reason == "refused.clock"
    refused = ann.ask(lambda n: SetClock(n, None))
    assert isinstance(refused, Refused)
    assert refused.reason == "refused.not_owner"
    assert ann.lobby.clock == plan
    owner.ask(lambda n: SetClock(n, None))
    assert ann.lobby.clock is None


def test_bots_have_names_of_their_kind_that_nobody_else_has(tmp_path: Path) -> None:
    names = {"bot:random": ("Robin", "Sam"), "bot:gentle": ("Alice",)}
    plan = plan_of("human", "bot:random", "bot:random")
    hosted = Hosted(tmp_path, plan, names=lambda player: names.get(player, ()))
    owner, ann = hosted.owner(), hosted.join("Ann").sit("red", ready=False)
    assert ann.lobby.seats[0].name == "Ann"
    assert {seat.name for seat in ann.lobby.seats[1:]} == {"Robin", "Sam"}
    blue, third = ann.lobby.seats[1:]
    owner.ask(lambda n: SetPlayer(n, third.seat, "bot:gentle"))
    assert [seat.name for seat in ann.lobby.seats] == ["Ann", blue.name, "Alice"]
    owner.ask(lambda n: SetPlayer(n, third.seat, "human"))
    assert [seat.name for seat in ann.lobby.seats] == ["Ann", blue.name, ""]


def test_a_member_without_a_seat_that_loses_the_connection_has_no_seat_kept(hosted: Hosted) -> None:
    ann, eve, bob = hosted.join("Ann").sit("red"), hosted.join("Eve"), hosted.join("Bob").sit("blue")
    eve.lose()
    assert ann.noticed()[-1] == "lost_unseated"
    bob.lose()
    assert ann.noticed()[-1] == "lost"

"""Other rules during a match at a network table: proposed, checked, voted on, offered to all."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.net.protocol.framing import frames_of
from app.net.protocol.limits import FRAME, PROPOSALS, PROPOSED
from app.net.protocol.messages import (
    AskJournal,
    AskRules,
    CastVote,
    Noticed,
    Pairs,
    ProposedRules,
    ProposeRules,
    Rules,
    RulesChanged,
    Told,
    Watch,
    Welcome,
)
from app.net.sandbox.messages import InspectedRuleChange, InspectRuleChange, Verdict
from app.net.sandbox.worker import inspect_rule_change
from dsl.match.journal import read
from dsl.match.replay import replay
from dsl.match.table_messages import Accepted, Changed, Refused, Resign
from tests.app.net.server.room.hosted_room import Guest, Hosted, choice, plan_of, to_move

GAME = "classics/tic-tac-toe"
LONG = ("long.rules", 'house rules "Long rows" for tic_tac_toe\nset option.in_a_row = 4\n')
REST = (
    "rest.rules",
    """house rules "A rest" for tic_tac_toe
action rest "Rest"
    do
        note "A rest"
replace play.draw
    choose one of
        draw
        rest
""",
)


class Inspector:
    """Checks rules at once, as the limited process does; the verdict can be kept back."""

    def __init__(self) -> None:
        self.orders: list[InspectRuleChange] = []
        self.holds = False

    def inspect(self, order: InspectRuleChange) -> None:
        self.orders.append(order)

    def take_verdict(self) -> Verdict | None:
        return inspect_rule_change(self.orders.pop()) if self.orders and not self.holds else None


@pytest.fixture
def inspector() -> Inspector:
    return Inspector()


@pytest.fixture
def hosted(tmp_path: Path, inspector: Inspector) -> Hosted:
    return Hosted(tmp_path, plan_of(watching="yes"), GAME, inspector=inspector)


@pytest.fixture
def pair(hosted: Hosted) -> tuple[Guest, Guest]:
    """Two people in a match that has begun: crosses, and noughts."""
    people = hosted.join("Ann").sit("crosses", ready=False), hosted.join("Bob").sit("noughts", ready=False)
    for guest in people:
        guest.sit()
    return people


def position(guest: Guest, seat: str) -> int:
    news = guest.told(seat)[-1].news
    assert isinstance(news, Changed)
    return news.view.position


def propose(guest: Guest, seat: str, *house: tuple[str, str]) -> Accepted | Refused:
    at = position(guest, seat)
    answer = guest.ask(lambda n: ProposeRules(n, seat, at, house))
    assert isinstance(answer, Accepted | Refused)
    return answer


def reason(answer: object) -> str:
    assert isinstance(answer, Refused)
    return answer.reason


def kinds(hosted: Hosted) -> list[str]:
    return [entry.kind for entry in read(hosted.journal).entries]


def step(*people: tuple[Guest, str]) -> None:
    seat = to_move(*people[0])
    guest = next(guest for guest, own in people if own == seat)
    assert isinstance(guest.ask(choice(guest, seat)), Accepted)


def test_all_agree_and_everybody_gets_the_rules_before_the_first_view_of_them(
    pair: tuple[Guest, Guest], hosted: Hosted
) -> None:
    ann, bob = pair
    cleo = hosted.join("Cleo")
    assert isinstance(cleo.ask(lambda n: Watch(n, True)), Accepted)
    step((ann, "crosses"), (bob, "noughts"))
    assert propose(ann, "crosses", LONG, REST) == Accepted(next(ann.numbers) - 1)
    assert not ann.lobby.votes
    hosted.tick()
    for guest in (ann, bob, cleo):
        (vote,) = guest.lobby.votes
        assert (vote.kind, vote.by, vote.seat, vote.waiting) == ("rules", ann.member, "crosses", (bob.member,))
        proposed = guest.line.last(ProposedRules)
        assert proposed.house == (LONG, REST)
        assert proposed.rules.house == ("Long rows", "A rest")
    assert reason(propose(bob, "noughts", REST)) == "refused.asked_already"
    for guest in (ann, cleo):
        assert reason(guest.ask(lambda n: CastVote(n, vote.vote, True))) == "refused.no_such_vote"
    former = bob.line.last(Welcome).rules
    assert isinstance(bob.ask(lambda n: CastVote(n, vote.vote, True)), Accepted)
    assert kinds(hosted)[-1] == "rules"
    for guest, seat in ((ann, "crosses"), (bob, "noughts"), (cleo, "")):
        heard = guest.line.heard
        changed = guest.line.last(RulesChanged)
        assert changed.rules == proposed.rules != former
        after = heard[heard.index(changed) :]
        (told,) = (each for each in after if isinstance(each, Told))
        assert isinstance(told.news, Changed)
        assert (told.seat, told.news.view.seat) == (seat, seat)
        assert [event.kind for event in told.news.events] == ["new_rules"]
        assert dict(guest.lobby.options)["in_a_row"] == 4
        rules = guest.ask(AskRules)
        assert isinstance(rules, Rules)
        assert rules.house == (LONG, REST)
        assert "rules.yes" in guest.noticed()
    late = hosted.join("Late")
    assert late.line.last(Welcome).rules == changed.rules
    assert hosted.room.advert.house == ("Long rows", "A rest")
    decision = next(each for each in bob.told("noughts")[-1].news.view.decisions if each.options)  # type: ignore[union-attr]
    assert [entry.action for entry in decision.entries] == ["draw", "rest"]
    assert hosted.killed() == ""  # the table opens again under the rules that its match has now
    ann.back(), bob.back()
    assert ann.line.last(Welcome).rules == changed.rules
    assert dict(ann.lobby.options)["in_a_row"] == 4
    for _ in range(3):
        step((ann, "crosses"), (bob, "noughts"))
    ann.ask(lambda n: Resign(n, "crosses"))
    assert not isinstance(bob.ask(AskJournal), Refused)
    again = replay(hosted.journal)
    assert again.match.over
    assert again.pack.identity == changed.rules.identity


@pytest.mark.parametrize("way", ["no", "silence", "playing on", "going", "while it is checked"])
def test_a_no_a_timeout_or_a_move_ends_the_vote_and_nothing_changes(
    pair: tuple[Guest, Guest], hosted: Hosted, inspector: Inspector, way: str
) -> None:
    ann, bob = pair
    inspector.holds = way == "while it is checked"
    assert isinstance(propose(ann, "crosses", LONG), Accepted)
    hosted.tick()
    if way == "while it is checked":
        step((ann, "crosses"), (bob, "noughts"))
        inspector.holds = False
        hosted.tick()
        assert ann.noticed()[-1] == "rules.no"
        assert "rules.no" not in bob.noticed()
    else:
        vote = bob.lobby.votes[0].vote
        if way == "no":
            bob.ask(lambda n: CastVote(n, vote, False))
        elif way == "silence":
            hosted.tick(179)
            assert bob.lobby.votes
            hosted.tick(2)
        elif way == "going":
            ann.lose()
            hosted.tick()
        else:
            step((ann, "crosses"), (bob, "noughts"))
        assert "rules.no" in bob.noticed()
    assert bob.lobby.votes == ()
    assert not bob.line.all(RulesChanged)
    assert "rules" not in kinds(hosted)
    step((ann, "crosses"), (bob, "noughts")) if way != "going" else None


def test_a_voter_who_returns_reads_the_rules_again_and_bots_wait(tmp_path: Path, inspector: Inspector) -> None:
    hosted = Hosted(tmp_path, plan_of("human", "human"), GAME, inspector=inspector)
    ann, bob = hosted.join("Ann").sit("crosses"), hosted.join("Bob").sit("noughts")
    propose(ann, "crosses", REST)
    hosted.tick()
    bob.lose()
    bob.back()
    (vote,) = bob.lobby.votes
    assert bob.line.last(ProposedRules).vote == vote.vote
    bob.ask(lambda n: CastVote(n, vote.vote, True))
    assert kinds(hosted) == ["rules"]
    bob.lose()
    assert reason(propose(ann, "crosses", LONG)) == "refused.somebody_away"


def test_without_other_people_rules_hold_at_once_and_the_owner_is_asked(tmp_path: Path, inspector: Inspector) -> None:
    """Computers go along; the owner's computer carries the rules out, so the owner agrees, too."""
    hosted = Hosted(tmp_path, plan_of("human", "bot:random"), GAME, inspector=inspector)
    ann = hosted.join("Ann").sit("crosses")
    assert isinstance(propose(ann, "crosses", REST), Accepted)
    hosted.tick()
    assert kinds(hosted) == ["rules"]
    olga = hosted.owner()
    assert isinstance(propose(ann, "crosses", LONG), Accepted)
    hosted.tick()
    assert hosted.room._voting.holds_bots
    (vote,) = olga.lobby.votes
    assert vote.waiting == (olga.member,)
    olga.ask(lambda n: CastVote(n, vote.vote, True))
    assert kinds(hosted) == ["rules", "rules"]


def test_bad_rules_are_refused_to_the_player_who_proposed_them_and_to_nobody_else(
    pair: tuple[Guest, Guest], hosted: Hosted
) -> None:
    ann, bob = pair
    before = len(bob.line.heard)
    for text, why in (
        ("\x00garbage\ud7ff {{{", "new_rules.unreadable"),
        ('house rules "X" for chess\nset option.in_a_row = 4\n', "new_rules.unreadable"),
        ('house rules "X" for tic_tac_toe\nboard other: squares 3 by 3\n', "new_rules.board"),
        ('house rules "X" for tic_tac_toe\nreplace play.draw\n    note "x"\n', "new_rules.point"),
        ("", "new_rules.unreadable"),
    ):
        assert isinstance(propose(ann, "crosses", ("x.rules", text)), Accepted)
        hosted.tick(61)
        assert ann.noticed()[-1] == why, text
        assert not ann.lobby.votes
    assert isinstance(propose(ann, "crosses"), Accepted)
    hosted.tick(61)
    assert ann.noticed()[-1] == "new_rules.same"
    assert not [each for each in bob.line.heard[before:] if isinstance(each, Noticed | ProposedRules)]
    assert kinds(hosted) == []


def test_too_much_too_often_and_for_others_seats_is_refused(
    pair: tuple[Guest, Guest], hosted: Hosted, inspector: Inspector
) -> None:
    ann, bob = pair
    many: tuple[Pairs, ...] = (
        (("x.rules", "x" * PROPOSED),),
        tuple((f"{n}.rules", "") for n in range(33)),
        (("x" * 101, ""),),
        (("x.rules", ""), ("x.rules", "")),
        (("\nx.rules", ""),),
    )
    for house in many:
        assert reason(propose(ann, "crosses", *house)) == "new_rules.too_large"
    assert inspector.orders == []
    assert reason(ann.ask(lambda n: ProposeRules(n, "noughts", 0, (LONG,)))) == "refused.not_your_seat"
    assert reason(ann.ask(lambda n: ProposeRules(n, "crosses", 7, (LONG,)))) == "refused.stale"
    inspector.holds = True
    assert isinstance(propose(ann, "crosses", LONG), Accepted)
    assert reason(propose(bob, "noughts", LONG)) == "refused.asked_already"
    assert len(inspector.orders) == 1
    inspector.holds = False
    for _ in range(PROPOSALS - 1):
        hosted.tick()
        if ann.lobby.votes:
            vote = ann.lobby.votes[0].vote
            bob.ask(lambda n, vote=vote: CastVote(n, vote, False))  # type: ignore[misc]
        assert isinstance(propose(ann, "crosses", LONG), Accepted)
    hosted.tick()
    bob.ask(lambda n: CastVote(n, ann.lobby.votes[0].vote, False))
    assert reason(propose(ann, "crosses", LONG)) == "refused.wait"
    hosted.tick(61)
    assert isinstance(propose(ann, "crosses", LONG), Accepted)


def test_the_largest_proposal_fits_into_a_frame() -> None:
    """Also with letters that JSON writes as escapes."""
    text = "\n" * (PROPOSED // 4) + "é" * (PROPOSED // 4)
    assert all(len(frame) <= FRAME for frame in frames_of(ProposeRules(1, "crosses", 2, (("x.rules", text),))))


def test_a_verdict_tells_nothing_that_the_seat_does_not_know(pair: tuple[Guest, Guest], inspector: Inspector) -> None:
    """Rules under which nobody could choose are found out only when all have agreed."""
    ann, _ = pair
    never = ("x.rules", 'house rules "X" for tic_tac_toe\nadd to draw after free\n    needs luck: 1 is 2 "No."\n')
    inspector.holds = True
    propose(ann, "crosses", never)
    assert isinstance(inspect_rule_change(inspector.orders[0]), InspectedRuleChange)

"""Votes of the players at a table: taking back a choice, swapping seats, a bot for an absent player, a draw, changes by
hand, other rules, a spectator who sees everything."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol, assert_never

from app.net.protocol.limits import STAND_IN_AFTER
from app.net.protocol.messages import (
    AskSeeAll,
    AskStandIn,
    AskSwap,
    AskTakeBack,
    CastVote,
    OfferDraw,
    ProposeByHand,
    ProposedByHand,
    ProposeRules,
    VoteState,
)
from app.net.server.room.members import OWNER, Member
from app.net.server.room.rule_proposals import CheckedRules, RuleInspector, RuleProposals
from app.net.server.room.seating import HUMAN, Seat
from app.net.server.room.state import RoomState
from app.net.server.room.updates import MatchRunner
from dsl.bots.worker_messages import Advice, accepts_draw
from dsl.match.observation.information_set import Information
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Answer, ByHand, Refused
from dsl.runtime.runner import State

VOTE_WITHIN = 60.0  #: seconds; a missing answer counts as no
READ_WITHIN = 180.0  #: of a vote on other rules, which take longer to read
Kind = Literal["take_back", "swap", "stand_in", "draw", "by_hand", "rules", "see_all"]
_ONE_OF_A_KIND = (
    "take_back",
    "draw",
    "by_hand",
    "rules",
    "see_all",
)  #: votes of which one is open at a time, whatever the seat
Result = Literal["yes", "no", "open"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a vote on changes by hand is about."""

    request: int
    state: State  #: the position that they change: the vote ends with it
    changes: tuple[ByHand, ...]
    shown: dict[str, ProposedByHand]  #: by member


@dataclass(slots=True)
class Vote:
    """One open vote."""

    number: int
    kind: Kind
    by: str  #: the member that asks; it agrees
    seat: str
    other: str
    choices: int
    ends: float
    answers: dict[str, bool | None]  #: of the asked members, without the one that asks
    proposal: Proposal | None = field(default=None)  #: of a vote on changes by hand
    rules: CheckedRules | None = field(default=None)  #: of a vote on other rules

    @property
    def result(self) -> Result:
        """The result so far: one "no" decides, except for a stand-in, where the majority does."""
        yes, no = (sum(answer is wanted for answer in self.answers.values()) for wanted in (True, False))
        if self.kind != "stand_in":
            return "no" if no else "yes" if yes == len(self.answers) else "open"
        voters = len(self.answers) + 1
        return "yes" if 2 * (yes + 1) > voters else "no" if 2 * no >= voters else "open"

    def state(self) -> VoteState:
        """Return the vote as clients see it."""
        waiting = tuple(member for member, answer in self.answers.items() if answer is None)
        return VoteState(self.number, self.kind, self.by, self.seat, self.other, waiting, self.choices)


class OpenVotes:
    """The open votes of a room."""

    def __init__(self) -> None:
        self._last = 0
        self._open: dict[int, Vote] = {}

    def __iter__(self) -> Iterator[Vote]:
        return iter(tuple(self._open.values()))

    def add(
        self, kind: Kind, by: str, seat: str, other: str, asked: Collection[str], now: float, choices: int = 0
    ) -> Vote:
        """Return a new vote; it is open even if no other member is asked."""
        self._last += 1
        answers: dict[str, bool | None] = dict.fromkeys(member for member in asked if member != by)
        ends = now + (READ_WITHIN if kind == "rules" else VOTE_WITHIN)
        vote = self._open[self._last] = Vote(self._last, kind, by, seat, other, choices, ends, answers)
        return vote

    def has(self, kind: Kind, seat: str) -> bool:
        """Whether such a vote is open about a seat; of taking back, of a draw and of changes by hand, about any."""
        return any(vote.kind == kind and (kind in _ONE_OF_A_KIND or vote.seat == seat) for vote in self)

    def cast(self, number: int, member: str, agreed: bool) -> Vote | None:
        """Take an answer; none if this member is not asked, or has answered."""
        vote = self._open.get(number)
        if vote is None or vote.answers.get(member, False) is not None:
            return None
        vote.answers[member] = agreed
        return vote

    def close(self, vote: Vote) -> None:
        """Remove a vote."""
        self._open.pop(vote.number, None)

    def states(self) -> tuple[VoteState, ...]:
        """Return the votes as clients see them."""
        return tuple(vote.state() for vote in self)


class Advisor(Protocol):
    """Searches for the seat of an information set: `dsl.bots.bot_service.BotService`."""

    def request_advice(self, pack: Ruleset, information: Information) -> None:
        """Request advice; a former request is cancelled."""

    @property
    def advising(self) -> bool:
        """Whether advice was requested and has not arrived."""

    @property
    def advice(self) -> Advice | None:
        """The advice, None until it arrives."""


class Voting:
    """Starts votes, and does what the players agreed on."""

    def __init__(
        self, state: RoomState, advisor: Advisor | None = None, inspector: RuleInspector | None = None
    ) -> None:
        """`advisor` decides for bots about a draw; `inspector` checks rules that are proposed."""
        self._state, self._advisor = state, advisor
        self._proposals = RuleProposals(state, inspector)
        self._offered: tuple[str, int, str] | None = None  #: to a bot: the seat, its position, the name
        self._votes = OpenVotes()

    def states(self) -> tuple[VoteState, ...]:
        """Return the open votes as clients see them."""
        return self._votes.states()

    # ---- starting a vote ----

    def swap(self, member: Member, command: AskSwap, now: float) -> Answer:
        """Ask the holder of another seat to swap."""
        other = self._state.seating.seats.get(command.other)
        holder = self._state.members.get(other.member) if other else None
        if holder is None or not holder.here:
            return _away(command.request, other)
        return self._ask(command.request, "swap", member, command.seat, command.other, [holder.id], now)

    def take_back(self, match: MatchRunner, member: Member, command: AskTakeBack, now: float) -> Answer:
        """Take a seat's last choice back; ask the other players first if one of them may have learned something."""
        way = match.table.undo_point(command.seat)
        others = self._others(member)
        if not way.consent or match.table.paused_by or not others:
            return match.table.take_back(command.seat, not way.consent or not others, command.request, member.id)
        absent = next((seat for seat in others if not self._here(seat.member)), None)
        if absent is not None:
            return _away(command.request, absent)
        asked = [seat.member for seat in others]
        choices = len(way.seats)
        return self._ask(command.request, "take_back", member, command.seat, "", asked, now, choices)

    def draw(self, match: MatchRunner, member: Member, command: OfferDraw, now: float) -> Answer:
        """Ask the people on the other sides for a draw; computers go along. A lone computer decides by its search."""
        game, seating = match.table.match, self._state.seating.seats
        seats = [seating.get(each) for each in game.ending.others(game.program, game.seat(command.seat))]
        others = [seat for seat in seats if seat is not None and not seat.stand_in and seat.member != member.id]
        if not others and self._offer_to_bot(match.table, command.seat, member.name):
            return Accepted(command.request)
        if not others:
            mine = {each.colour for each in seating.seats_of(member.id)}
            other = next((each for each in game.program.colours if each not in mine), command.seat)
            return Refused(command.request, "refused.no_draw", (("player", other),))
        absent = next((seat for seat in others if not self._here(seat.member)), None)
        if absent is not None:
            return _away(command.request, absent)
        asked = [seat.member for seat in others]
        return self._ask(command.request, "draw", member, command.seat, "", asked, now)

    def by_hand(self, match: MatchRunner, member: Member, command: ProposeByHand, now: float) -> Answer:
        """Ask all other people to agree to changes by hand; computers go along."""
        game, request = match.table.match, command.request
        if command.position != game.position_of(game.seat(command.seat)):
            return Refused(request, "refused.stale")
        tried = match.table.try_by_hand(command.seat, command.changes, request)
        others = self._others(member)
        if isinstance(tried, Refused):
            return tried
        if not others:
            return match.table.change_by_hand(command.seat, command.changes, request, member.id)
        absent = next((seat for seat in others if not self._here(seat.member)), None)
        if absent is not None:
            return _away(request, absent)
        if self._votes.has("by_hand", command.seat):
            return Refused(request, "refused.asked_already")
        asked = [seat.member for seat in others]
        vote = self._votes.add("by_hand", member.id, command.seat, "", asked, now, len(command.changes))
        shown: dict[str, ProposedByHand] = {}
        for voter, seat in [(each.member, each.colour) for each in others] + [(member.id, command.seat)]:
            if voter not in shown:
                changes = game.shown_by_hand(command.seat, command.changes, seat)
                shown[voter] = ProposedByHand(vote.number, seat, changes)
        vote.proposal = Proposal(request, game.state, command.changes, shown)
        for voter in shown:
            if (found := self._state.members.get(voter)) is not None:
                self.remind(found)
        return Accepted(request)

    def rules(self, match: MatchRunner, member: Member, command: ProposeRules, now: float) -> Answer:
        """Check other rules, and then ask all other people to agree to them; computers go along."""
        absent = next((seat for seat in self._others(member) if not self._here(seat.member)), None)
        if absent is not None:
            return _away(command.request, absent)
        if self._votes.has("rules", command.seat):
            return Refused(command.request, "refused.asked_already")
        return self._proposals.check(match, member, command, now)

    def vote_on_checked_rules(self, now: float) -> None:
        """Open the vote on rules whose check is done; without other people they hold at once."""
        checked = self._proposals.take_checked()
        member = self._state.members.get(checked.member) if checked is not None else None
        if checked is None or member is None:
            return
        owner = self._state.members.get(OWNER)
        asked = [each.member for each in self._others(member)]
        if owner is not None and owner.here:  # its computer carries out these rules
            asked.append(owner.id)
        vote = self._votes.add("rules", member.id, checked.seat, "", asked, now)
        vote.rules = checked
        if not vote.answers:
            self._settle(vote)
            return
        for each in self._state.members.present:
            each.send(checked.message(vote.number))

    def remind(self, member: Member) -> None:
        """Send a member what the open votes on changes by hand and on other rules are about."""
        for vote in self._votes:
            if vote.rules is not None:
                member.send(vote.rules.message(vote.number))
            if vote.proposal is not None and (shown := vote.proposal.shown.get(member.id)) is not None:
                member.send(shown)

    @property
    def holds_bots(self) -> bool:
        """Whether computers wait until the players have voted on the present position."""
        return self._proposals.checking or any(vote.kind in ("by_hand", "rules") for vote in self._votes)

    def _offer_to_bot(self, table: Table, seat: str, name: str) -> bool:
        """Let the computer on the other side decide, as at a local table; False if it cannot: there are several, the
        players have secrets, it is not the player's turn, or it is still deciding."""
        view = table.view(seat)
        ready = len(view.colours) == 2 and not view.secrets and table.match.question_of(seat) is not None
        if self._advisor is None or not ready or self._offered is not None:
            return False
        information = table.match.information(seat).information
        self._offered = seat, view.position, name
        self._advisor.request_advice(table.pack, information)
        return True

    def decide_for_bots(self) -> None:
        """Answer a draw offer to a computer when its search is done."""
        if self._offered is None or self._advisor is None or self._advisor.advising:
            return
        (seat, position, name), self._offered = self._offered, None
        match = self._state.match
        if match is None or match.table.match.over or match.table.view(seat).position != position:
            return  # the player has played on
        advice = self._advisor.advice
        if not (accepts_draw(advice) and isinstance(match.table.agree_on_draw(seat), Accepted)):
            self._state.notice("draw.no", name=name, seat=seat)

    def stand_in(self, member: Member, command: AskStandIn, now: float) -> Answer:
        """Ask whether a bot shall play for an absent player."""
        state = self._state
        seat = state.seating.seats.get(command.seat)
        if seat is None or seat.player != HUMAN or seat.stand_in:
            return Refused(command.request, "refused.no_such_seat")
        if command.player == HUMAN or not state.seating.has_player(command.player):
            return Refused(command.request, "refused.no_such_player")
        holder = state.members.get(seat.member)
        if holder is not None and holder.here:
            return Refused(command.request, "refused.is_here", (("name", seat.name), ("seat", seat.colour)))
        wait = 0.0 if holder is None or holder.left else holder.away_since + STAND_IN_AFTER - now
        if wait > 0:
            return Refused(command.request, "refused.wait", (("seconds", str(int(wait) + 1)),))
        asked = [each.member for each in state.seating.seats if self._here(each.member)]
        return self._ask(command.request, "stand_in", member, command.seat, command.player, asked, now)

    def see_all(self, member: Member, command: AskSeeAll, now: float) -> Answer:
        """Ask all players whether a spectator sees everything; computers go along."""
        others = self._others(member)
        absent = next((seat for seat in others if not self._here(seat.member)), None)
        if absent is not None:
            return _away(command.request, absent)
        return self._ask(command.request, "see_all", member, "", "", [seat.member for seat in others], now)

    def _others(self, member: Member) -> list[Seat]:
        """Return the seats of other people, without those that a bot plays meanwhile."""
        seats = self._state.seating.seats
        return [each for each in seats if each.player == HUMAN and not each.stand_in and each.member != member.id]

    def _here(self, member: str) -> bool:
        found = self._state.members.get(member)
        return found is not None and found.here

    def _ask(
        self, request: int, kind: Kind, by: Member, seat: str, other: str, asked: list[str], now: float,
        choices: int = 0,
    ) -> Answer:  # fmt: skip
        if self._votes.has(kind, seat):
            return Refused(request, "refused.asked_already")
        vote = self._votes.add(kind, by.id, seat, other, asked, now, choices)
        self._settle(vote)
        return Accepted(request)

    # ---- answers ----

    def cast(self, member: Member, command: CastVote) -> Answer:
        """Take the answer of a member."""
        vote = self._votes.cast(command.vote, member.id, command.agreed)
        if vote is None:
            return Refused(command.request, "refused.no_such_vote")
        self._settle(vote)
        return Accepted(command.request)

    def _settle(self, vote: Vote) -> None:
        """Do what was agreed, as soon as the result is known."""
        if vote.result == "open":
            return
        self._votes.close(vote)
        if vote.result == "no" or not self._execute(vote):
            self._announce_no(vote)

    def _announce_no(self, vote: Vote) -> None:
        asker = self._state.members.get(vote.by)
        self._state.notice(f"{vote.kind}.no", name=asker.name if asker else "", seat=vote.seat)

    def _execute(self, vote: Vote) -> bool:
        """Do it; return whether it was still possible."""
        state = self._state
        seat = state.seating.seats.get(vote.seat)
        match vote.kind:
            case "swap":
                other = state.seating.seats.get(vote.other)
                if seat is None or other is None or state.match is not None or state.chance.round is not None:
                    return False
                state.seating.seats.swap(seat, other)
                state.save()
            case "take_back":
                if state.match is None:
                    return False
                return isinstance(state.match.table.take_back(vote.seat, True), Accepted)
            case "by_hand":
                return self._change_by_hand(vote)
            case "rules":
                return vote.rules is not None and self._proposals.adopt(vote.rules)
            case "see_all":
                spectator = state.members.get(vote.by)
                if spectator is None or self._is_moot(vote):
                    return False
                state.grant_see_all(spectator)
            case "draw":
                return state.match is not None and isinstance(state.match.table.agree_on_draw(vote.seat), Accepted)
            case "stand_in":
                if seat is None or state.match is None:
                    return False
                state.stand_in(seat, vote.other)
            case _:
                assert_never(vote.kind)
        return True

    def _change_by_hand(self, vote: Vote) -> bool:
        """Make the changes that all agreed on; return whether they were still about the present position."""
        match, proposal = self._state.match, vote.proposal
        if match is None or proposal is None or match.table.match.state is not proposal.state:
            return False
        answer = match.table.change_by_hand(vote.seat, proposal.changes, proposal.request, vote.by)
        if isinstance(answer, Refused):
            asker = self._state.members.get(vote.by)
            self._state.notice("by_hand.impossible", name=asker.name if asker else "", seat=vote.seat)
        return True

    # ---- votes that end without a result ----

    def on_choice(self, seat: str) -> None:
        """A choice was made: playing on counts as voting no on taking back. In a secret phase only the choice of the
        asking seat counts. A member who was asked for a draw and chooses has declined."""
        secretly = self._state.match is not None and self._state.match.table.match.secretly
        held = self._state.seating.seats.get(seat)
        for vote in self._votes:
            if vote.kind in ("by_hand", "rules"):
                self._cancel(vote)
            if vote.kind == "draw" and held is not None and held.member in vote.answers:
                self._cancel(vote)
            if vote.kind == "take_back" and (not secretly or vote.seat == seat):
                self._cancel(vote)

    def expire(self, now: float) -> None:
        """Cancel votes that are too old, or have lost their purpose."""
        for vote in self._votes:
            if now >= vote.ends or self._is_moot(vote):
                self._cancel(vote)

    def _is_moot(self, vote: Vote) -> bool:
        """Whether a vote has lost its purpose."""
        state = self._state
        match vote.kind:
            case "swap":
                seats = state.seating.seats
                one, other = seats.get(vote.seat), seats.get(vote.other)
                return (
                    state.match is not None or one is None or other is None
                    or one.member != vote.by or other.member not in vote.answers
                )  # fmt: skip
            case "take_back":
                return not self._here(vote.by) or state.phase != "playing"
            case "by_hand":
                match_, proposal = state.match, vote.proposal
                return (
                    not self._here(vote.by) or state.phase != "playing" or match_ is None or proposal is None
                    or match_.table.match.state is not proposal.state
                )  # fmt: skip
            case "rules":
                away = not self._here(vote.by)
                return away or state.phase != "playing" or vote.rules is None or not vote.rules.fits(state.match)
            case "draw":
                return (
                    not self._here(vote.by) or state.phase != "playing"
                    or all(seat.colour != vote.seat for seat in state.seating.seats.seats_of(vote.by))
                )  # fmt: skip
            case "see_all":
                spectator = state.members.get(vote.by)
                return (
                    spectator is None or not spectator.here or not spectator.watching or state.phase != "playing"
                    or any(seat.member not in vote.answers for seat in self._others(spectator))
                )  # fmt: skip
            case "stand_in":
                seat = state.seating.seats.get(vote.seat)
                return state.phase != "playing" or seat is None or self._here(seat.member)
            case _:
                assert_never(vote.kind)

    def _cancel(self, vote: Vote) -> None:
        self._votes.close(vote)
        self._announce_no(vote)


def _away(request: int, seat: Seat | None) -> Refused:
    name, colour = (seat.name, seat.colour) if seat else ("", "")
    return Refused(request, "refused.somebody_away", (("name", name), ("seat", colour)))

"""What the people at a table agree on by asking each other: taking back, swapping seats, a computer for who is away."""

from __future__ import annotations

from typing import assert_never

from app.net.protocol.limits import STAND_IN_AFTER
from app.net.protocol.messages import AskStandIn, AskSwap, AskTakeBack, CastVote
from app.net.server.room.members import Member
from app.net.server.room.seating import HUMAN, Seat
from app.net.server.room.state import Kind, RoomState, Vote
from app.net.server.room.updates import MatchRunner
from dsl.match.messages import Accepted, Answer, Refused


class VoteHandler:
    """Asks, and does what was agreed."""

    def __init__(self, hall: RoomState) -> None:
        self._hall = hall

    # ---- asking ----

    def swap(self, member: Member, command: AskSwap, now: float) -> Answer:
        """Ask the holder of another seat."""
        other = self._hall.arrangement.seats.get(command.other)
        holder = self._hall.members.get(other.member) if other else None
        if holder is None or not holder.here:
            return _away(command.request, other)
        return self._ask(command.request, "swap", member, command.seat, command.other, [holder.id], now)

    def take_back(self, play: MatchRunner, member: Member, command: AskTakeBack, now: float) -> Answer:
        """Take a seat's last choice back; first ask the others if somebody may have learned something."""
        way = play.table.way_back(command.seat)
        others = self._others(member)
        if not way.consent or play.table.paused_by or not others:
            return play.table.take_back(command.seat, not way.consent or not others, command.request, member.id)
        absent = next((seat for seat in others if not self._here(seat.member)), None)
        if absent is not None:
            return _away(command.request, absent)
        asked = [seat.member for seat in others]
        choices = len(way.seats)
        return self._ask(command.request, "take_back", member, command.seat, "", asked, now, choices)

    def stand_in(self, member: Member, command: AskStandIn, now: float) -> Answer:
        """Ask whether a computer shall play for somebody who is away."""
        hall = self._hall
        seat = hall.arrangement.seats.get(command.seat)
        if seat is None or seat.player != HUMAN or seat.stand_in:
            return Refused(command.request, "refused.no_such_seat")
        if command.player == HUMAN or not hall.arrangement.makes(command.player):
            return Refused(command.request, "refused.no_such_player")
        holder = hall.members.get(seat.member)
        if holder is not None and holder.here:
            return Refused(command.request, "refused.is_here", (("name", seat.name), ("seat", seat.colour)))
        wait = 0.0 if holder is None or holder.left else holder.away_since + STAND_IN_AFTER - now
        if wait > 0:
            return Refused(command.request, "refused.wait", (("seconds", str(int(wait) + 1)),))
        asked = [each.member for each in hall.arrangement.seats if self._here(each.member)]
        return self._ask(command.request, "stand_in", member, command.seat, command.player, asked, now)

    def _others(self, member: Member) -> list[Seat]:
        """Return the other people's seats, but not those that a computer plays meanwhile."""
        seats = self._hall.arrangement.seats
        return [each for each in seats if each.player == HUMAN and not each.stand_in and each.member != member.id]

    def _here(self, member: str) -> bool:
        found = self._hall.members.get(member)
        return found is not None and found.here

    def _ask(
        self, request: int, kind: Kind, by: Member, seat: str, other: str, asked: list[str], now: float,
        choices: int = 0,
    ) -> Answer:  # fmt: skip
        if self._hall.votes.asked(kind, seat):
            return Refused(request, "refused.asked_already")
        vote = self._hall.votes.ask(kind, by.id, seat, other, asked, now, choices)
        self._settle(vote)
        return Accepted(request)

    # ---- answering ----

    def cast(self, member: Member, command: CastVote) -> Answer:
        """Take somebody's answer."""
        vote = self._hall.votes.cast(command.vote, member.id, command.agreed)
        if vote is None:
            return Refused(command.request, "refused.no_such_vote")
        self._settle(vote)
        return Accepted(command.request)

    def _settle(self, vote: Vote) -> None:
        """Do what was agreed, as soon as it is."""
        if vote.result == "open":
            return
        self._hall.votes.close(vote)
        if vote.result == "no" or not self._done(vote):
            self._say_no(vote)

    def _say_no(self, vote: Vote) -> None:
        asker = self._hall.members.get(vote.by)
        self._hall.notice(f"{vote.kind}.no", name=asker.name if asker else "", seat=vote.seat)

    def _done(self, vote: Vote) -> bool:
        """Do it; return whether it could still be done."""
        hall = self._hall
        seat = hall.arrangement.seats.get(vote.seat)
        match vote.kind:
            case "swap":
                other = hall.arrangement.seats.get(vote.other)
                if seat is None or other is None or hall.play is not None or hall.round is not None:
                    return False
                hall.arrangement.seats.swap(seat, other)
                hall.keep()
            case "take_back":
                if hall.play is None:
                    return False
                return isinstance(hall.play.table.take_back(vote.seat, True), Accepted)
            case "stand_in":
                if seat is None or hall.play is None:
                    return False
                hall.stand_in(seat, vote.other)
            case _:
                assert_never(vote.kind)
        return True

    # ---- what ends a question ----

    def played(self, seat: str) -> None:
        """A choice was made: whoever plays on does not want it taken back. What is done in secret is nobody's answer
        but that of the seat itself."""
        secretly = self._hall.play is not None and self._hall.play.table.match.secretly
        for vote in self._hall.votes:
            if vote.kind == "take_back" and (not secretly or vote.seat == seat):
                self._drop(vote)

    def tick(self, now: float) -> None:
        """End the questions that nobody can answer any more, or has answered in time."""
        for vote in self._hall.votes:
            if now >= vote.ends or self._moot(vote):
                self._drop(vote)

    def _moot(self, vote: Vote) -> bool:
        """Whether a question has lost its sense."""
        hall = self._hall
        match vote.kind:
            case "swap":
                seats = hall.arrangement.seats
                one, other = seats.get(vote.seat), seats.get(vote.other)
                return (
                    hall.play is not None or one is None or other is None
                    or one.member != vote.by or other.member not in vote.answers
                )  # fmt: skip
            case "take_back":
                return not self._here(vote.by)
            case "stand_in":
                seat = hall.arrangement.seats.get(vote.seat)
                return hall.state != "playing" or seat is None or self._here(seat.member)
            case _:
                assert_never(vote.kind)

    def _drop(self, vote: Vote) -> None:
        self._hall.votes.close(vote)
        self._say_no(vote)


def _away(request: int, seat: Seat | None) -> Refused:
    name, colour = (seat.name, seat.colour) if seat else ("", "")
    return Refused(request, "refused.somebody_away", (("name", name), ("seat", colour)))

"""What becomes of each command of a member: who may give it, when, and its one answer."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.net.protocol.limits import WHOLE
from app.net.protocol.messages import (
    PHRASES,
    Answer,
    AskHistory,
    AskJournal,
    AskRules,
    AskStandIn,
    AskSwap,
    AskTakeBack,
    Ban,
    CastVote,
    Command,
    GoOn,
    Kept,
    Kick,
    LeaveSeat,
    OpenShare,
    OwnerCommand,
    Pairs,
    Pause,
    Said,
    Say,
    SayPhrase,
    SetOption,
    SetPlayer,
    SetPlayers,
    SetReady,
    SetWatching,
    TakeSeat,
    Unban,
    Watch,
)
from app.net.protocol.sanitize import sanitize_chat
from app.net.server.room.config import OWNER
from app.net.server.room.members import Member
from app.net.server.room.state import RoomState, Round
from app.net.server.room.updates import MatchRunner
from app.net.server.room.voting import VoteHandler
from dsl.base.serialization import dumps
from dsl.match.messages import Accepted, AskPreview, AskWhy, AskWhyNot, Choose, Refused, Undo

# From "everybody is ready" to the match: one round of chance, or another one if somebody does not open its share.


PATIENCE = 10.0  #: seconds for everybody's program to open its share


class CommitReveal:
    """Begins the match of a hall."""

    def __init__(self, hall: RoomState) -> None:
        self._hall = hall
        self._rounds = 0

    def go_on(self, now: float) -> None:
        """Begin a round when everybody is ready, and the match when every share is open."""
        hall = self._hall
        if hall.play is not None or not hall.arrangement.seats.settled:
            return
        if hall.round is None:
            hall.round = self._begun(now)
            if hall.round.missing:
                hall.members.broadcast(hall.round.told())
        round_ = hall.round
        if not round_.missing:
            hall.round = None
            hall.begin(round_.shares, round_.seals)

    def _begun(self, now: float) -> Round:
        self._rounds += 1
        hall = self._hall
        holders = tuple((seat.colour, seat.member) for seat in hall.arrangement.seats)
        return Round(self._rounds, hall.plan.table, self._seals(holders), holders, now + PATIENCE)

    def _seals(self, holders: Pairs) -> Pairs:
        """Return the seal of each member at the first of its seats. Whoever holds the table knows the secret: a share
        of its own would add nothing."""
        seals, given = [], {OWNER}
        for colour, holder in holders:
            member = self._hall.members.get(holder)
            seals.append((colour, member.seal if member is not None and holder not in given else ""))
            given.add(holder)
        return tuple(seals)

    def open(self, member: Member, command: OpenShare) -> Accepted | Refused:
        """Take the share that a member has sealed."""
        round_ = self._hall.round
        if round_ is None or command.round != round_.number or not round_.giver(member.id):
            return Refused(command.request, "refused.no_round")
        if not round_.open(member.id, command.share):
            return Refused(command.request, "refused.share")
        return Accepted(command.request)

    def tick(self, now: float) -> None:
        """Break a round off that cannot be ended: all that was opened is known now, so everybody seals another share
        and is ready once more. The seat stays its holder's."""
        hall, round_ = self._hall, self._hall.round
        if round_ is None:
            return
        seats = hall.arrangement.seats
        cause = round_.left(seats) or (round_.missing[0] if now >= round_.ends else "")
        if cause:
            hall.round = None
            seats.unready()
            seat = seats.get(cause)
            hall.notice("not_dealt", name=seat.name if seat else "", seat=cause)


_SAID_MOST, _SAID_WITHIN = 10, 10.0  #: so many lines of chat in so many seconds


class CommandHandler:
    """Carries commands out, one at a time."""

    def __init__(self, hall: RoomState, ballots: VoteHandler, sealing: CommitReveal) -> None:
        self._hall = hall
        self._ballots = ballots
        self._sealing = sealing

    def answer(self, member: Member, command: Command, now: float) -> Answer:
        """Carry out what a member wants, or say why not."""
        match command:
            case TakeSeat() | LeaveSeat() | AskSwap() | SetReady() | Watch():
                return self._seat(member, command, now)
            case SetPlayer() | SetPlayers() | SetOption() | SetWatching() | Kick() | Ban() | Unban():
                return self._owner(member, command)
            case Say() | SayPhrase():
                return self._say(member, command, now)
            case AskRules(request):
                return replace(self._hall.offered.rules, request=request)
            case AskJournal(request):
                return self._journal(request)
            case AskTakeBack() | AskStandIn() | Pause() | GoOn():
                return self._agree(member, command, now)
            case OpenShare():
                return self._sealing.open(member, command)
            case CastVote():
                return self._ballots.cast(member, command)
            case AskHistory() | Choose() | Undo() | AskWhyNot() | AskWhy() | AskPreview():
                return self._play(member, command)
            case _:
                assert_never(command)

    # ---- seats ----

    def _seat(self, member: Member, command: TakeSeat | LeaveSeat | AskSwap | SetReady | Watch, now: float) -> Answer:
        arrangement = self._hall.arrangement
        answer: Answer
        match command:
            case TakeSeat():
                return self._take(member, command)
            case Watch():
                return self._watch(member, command)
            case _ if self._settled:
                return Refused(command.request, self._settled)
            case LeaveSeat():
                answer = arrangement.leave(member, command)
            case AskSwap():
                answer = arrangement.swap(member, command) or self._ballots.swap(member, command, now)
            case SetReady():
                return arrangement.ready(member, command)
            case _:
                assert_never(command)
        self._hall.keep()
        return answer

    @property
    def _settled(self) -> str:
        """Why nothing can be arranged any more; empty if it can."""
        if self._hall.state != "gathering":
            return "refused.playing"
        return "refused.dealing" if self._hall.round is not None else ""

    def _take(self, member: Member, command: TakeSeat) -> Answer:
        hall = self._hall
        answer = hall.arrangement.take(member, command)
        if not isinstance(answer, Accepted):
            return answer
        why = hall.keep()
        if why:
            hall.arrangement.leave(member, LeaveSeat(command.request, command.seat))
            return Refused(command.request, "refused.record", (("why", why),))
        hall.seated(member, command.seat)
        return answer

    def _watch(self, member: Member, command: Watch) -> Answer:
        hall = self._hall
        if command.watching and hall.arrangement.watching == "no":
            return Refused(command.request, "refused.no_watching")
        if command.watching and hall.arrangement.seats.held_by(member.id):
            return Refused(command.request, "refused.has_seat")
        fresh = command.watching and not member.watching
        member.watching = command.watching
        if fresh and hall.play is not None:
            hall.play.look_on(member)
        return Accepted(command.request)

    # ---- what concerns all who play ----

    def _agree(self, member: Member, command: AskTakeBack | AskStandIn | Pause | GoOn, now: float) -> Answer:
        hall = self._hall
        play, seats = hall.play, hall.arrangement.seats.held_by(member.id)
        if play is None or hall.state == "over":
            return Refused(command.request, "refused.over" if play else "refused.not_begun")
        if not seats:
            return Refused(command.request, "refused.no_seat")
        match command:
            case AskTakeBack():
                if all(seat.colour != command.seat for seat in seats):
                    return Refused(command.request, "refused.not_your_seat")
                return self._ballots.take_back(play, member, command, now)
            case AskStandIn():
                return self._ballots.stand_in(member, command, now)
            case Pause():
                play.table.pause(seats[0].colour)
            case GoOn():
                play.table.go_on()
            case _:
                assert_never(command)
        return Accepted(command.request)

    # ---- the owner ----

    def _owner(self, member: Member, command: OwnerCommand) -> Answer:
        if not member.owner:
            return Refused(command.request, "refused.not_owner")
        match command:
            case Kick() | Ban():
                answer = self._remove(member, command)
            case Unban():
                lifted = self._hall.bans.lift(command.ban)
                answer = Accepted(command.request) if lifted else Refused(command.request, "refused.no_such_ban")
            case SetWatching():
                answer = self._set_watching(command)
            case _ if self._settled:
                return Refused(command.request, self._settled)
            case _:
                answer = self._hall.arrangement.owned(command)
        self._hall.keep()
        return answer

    def _remove(self, member: Member, command: Kick | Ban) -> Answer:
        other = self._hall.members.get(command.member)
        if other is None or other is member:
            return Refused(command.request, "refused.no_such_member")
        if isinstance(command, Ban):
            self._hall.ban(other)
        else:
            self._hall.kick(other)
        return Accepted(command.request)

    def _set_watching(self, command: SetWatching) -> Answer:
        hall = self._hall
        answer = hall.arrangement.set_watching(command)
        if isinstance(answer, Accepted):
            if command.watching == "no":
                for member in hall.members:
                    member.watching = False
            if hall.play is not None:
                hall.play.delay(hall.arrangement.delay)
        return answer

    # ---- talk ----

    def _say(self, member: Member, command: Say | SayPhrase, now: float) -> Answer:
        """While a match is played only who sits here speaks freely: others may have seen what somebody else may not."""
        hall = self._hall
        text = sanitize_chat(command.text) if isinstance(command, Say) else ""
        phrase = command.phrase if isinstance(command, SayPhrase) else ""
        if phrase not in PHRASES and not text:
            return Refused(command.request, "refused.nothing_said")
        seated = bool(hall.arrangement.seats.held_by(member.id))
        if text and hall.state == "playing" and not seated:
            return Refused(command.request, "refused.silent")
        while member.said and member.said[0] < now - _SAID_WITHIN:
            member.said.popleft()
        if len(member.said) >= _SAID_MOST:
            return Refused(command.request, "refused.too_much")
        member.said.append(now)
        hall.members.broadcast(Said(member.id, member.name, text, phrase))
        return Accepted(command.request)

    # ---- the match ----

    def _play(self, member: Member, command: AskHistory | Choose | Undo | AskWhyNot | AskWhy | AskPreview) -> Answer:
        play = self._hall.play
        if play is None:
            return Refused(command.request, "refused.not_begun")
        if not command.seat and member.watching:
            return self._onlooker(play, command)
        seat = self._hall.arrangement.seats.get(command.seat)
        if seat is None or seat.member != member.id:
            return Refused(command.request, "refused.not_your_seat")
        if isinstance(command, Undo) and self._hall.state == "over":  # its chance is known to everybody
            return Refused(command.request, "refused.over")
        return play.history(command) if isinstance(command, AskHistory) else play.handle(command, member)

    def _onlooker(
        self, play: MatchRunner, command: AskHistory | Choose | Undo | AskWhyNot | AskWhy | AskPreview
    ) -> Answer:
        match command:
            case AskHistory():
                return play.history(command)
            case AskWhy():
                return play.looked_on(command)
            case _:
                return Refused(command.request, "refused.not_your_seat")

    def _journal(self, request: int) -> Answer:
        if self._hall.state != "over":
            return Refused(request, "refused.not_over")
        try:
            kept = Kept(request, self._hall.journal.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            return Refused(request, "refused.no_journal", (("why", str(error)),))
        too_long = len(dumps(kept).encode()) > WHOLE
        return Refused(request, "refused.no_journal", (("why", "> 4 MiB"),)) if too_long else kept

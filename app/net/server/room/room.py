"""A table and everybody at it. Whoever holds the connections hands in what they say, and the time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.net.protocol.authentication import key_of_token
from app.net.protocol.limits import RETRY_FOR
from app.net.protocol.messages import (
    VERSION,
    AskHistory,
    AskJournal,
    AskRules,
    AskTakeBack,
    Command,
    Farewell,
    GuestMessage,
    Noticed,
    OpenShare,
    Ping,
    Pong,
    SetReady,
    TurnedAway,
    Welcome,
)
from app.net.protocol.sanitize import sanitize_name
from app.net.server.room.commands import CommandHandler, CommitReveal
from app.net.server.room.config import Advert, KeptRoom, MemberConnection, RecordKeeper, RoomPlan
from app.net.server.room.members import Member
from app.net.server.room.state import RoomState, advert_of, pack_of
from app.net.server.room.voting import VoteHandler
from dsl.match.messages import Accepted, AskPreview, AskWhy, AskWhyNot, Choose, Refused, Undo
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.seating import BotMaker
from dsl.match.table import Table

Tokens = Callable[[], str]
#: They change nothing and may be answered at length: asked once more they are answered anew.
QUESTIONS = (AskRules, AskHistory, AskJournal, AskWhy, AskWhyNot, AskPreview)


class Room:
    """The hosted table. Not for several threads at once."""

    def __init__(
        self,
        plan: RoomPlan,
        pack: Ruleset,
        *,
        bots: BotMaker,
        now: float,
        journal: Path,
        record: RecordKeeper,
        tokens: Tokens,
        look: str = "",
    ) -> None:
        """Open a table; its match will be kept in `journal`. `tokens` draws one that was never drawn before.

        Raises ValueError or OptionError if there is no such bot or option."""
        self._open(RoomState(plan, pack, bots, look, journal, record), tokens, now)

    @classmethod
    def resume(
        cls,
        kept: KeptRoom,
        *,
        bots: BotMaker,
        now: float,
        journal: Path,
        record: RecordKeeper,
        tokens: Tokens,
    ) -> tuple[Room, str]:
        """Open a table again that was killed or closed: the same id, tokens and seats, everybody away until it is
        back. Also return what was damaged in the journal, or nothing. Raises JournalError, RulesError, ValueError."""
        table, damage = Table.resume(journal, bots) if journal.exists() else (None, "")
        pack = table.pack if table else pack_of(kept.rules)
        hall = RoomState(kept.plan, pack, bots, kept.rules.look, journal, record)
        hall.restore(kept, table, now)
        room = cls.__new__(cls)
        room._open(hall, tokens, now)
        return room, damage

    def _open(self, hall: RoomState, tokens: Tokens, now: float) -> None:
        self._hall = hall
        self._ballots = VoteHandler(hall)
        self._sealing = CommitReveal(hall)
        self._desk = CommandHandler(hall, self._ballots, self._sealing)
        self._tokens = tokens
        self._last_choice = now
        hall.keep()

    # ---- the door ----

    def key_of(self, member: str) -> str | None:
        """Return the key of a member's token, also of one that is banned; none if nobody of that id was ever here."""
        found = self._hall.members.get(member) or self._hall.bans.of(member)
        return found.key if found else None

    def enter(self, outlet: MemberConnection, name: str, member: str, now: float) -> str | TurnedAway:
        """Let somebody in: a new member if `member` is empty, otherwise one that has proved its token, whose former
        connection ends. Return who it is, or why it may not come in."""
        if member:
            return self._let_back(outlet, name, member, now)
        if self._hall.bans.bars(outlet.address):
            return TurnedAway("lan.away.banned")
        token = self._tokens()
        new = self._hall.members.add(name, key_of_token(token))
        new.address = outlet.address
        why = self._hall.keep()
        if why:
            self._hall.members.forget(new.id)
            return TurnedAway("lan.away.record", (("why", why),))
        self._greet(new, outlet, token, "came", now)
        return new.id

    def _let_back(self, outlet: MemberConnection, name: str, member: str, now: float) -> str | TurnedAway:
        found = self._hall.members.get(member)
        if found is None:
            return TurnedAway("lan.away.banned" if self._hall.bans.of(member) else "lan.away.token")
        seated = found.owner or self._hall.arrangement.seats.held_by(member)
        if not seated and self._hall.bans.bars(outlet.address):
            return TurnedAway("lan.away.banned")
        former, found.outlet = found.outlet, None
        if former is not None and former is not outlet:
            former.close("lan.away.superseded")
        if sanitize_name(name):
            self._hall.members.rename(found, name)
        notice = "" if former else "back" if found.away_since else "came"
        self._greet(found, outlet, "", notice, now)
        return found.id

    def _greet(self, member: Member, outlet: MemberConnection, token: str, notice: str, now: float) -> None:
        hall = self._hall
        member.outlet, member.left, member.address = outlet, False, outlet.address
        commitment = hall.commitment
        outlet.send(Welcome(VERSION, hall.plan.name, member.id, token, member.owner, hall.offered.offer, commitment))
        if notice:
            hall.notice_member(notice, member)
        hall.returned(member)
        self._ballots.tick(now)
        hall.publish(now, member)
        hall.sealed(member)
        hall.show(member)

    def lose(self, member: str, outlet: MemberConnection, now: float) -> None:
        """A connection has ended. It was not the member's last words: it may come back."""
        found = self._hall.members.get(member)
        if found is None or found.outlet is not outlet:
            return
        self._hall.gone(found, now, "lost")
        self._hall.publish(now)

    # ---- what they say ----

    def hear(self, member: str, message: GuestMessage, now: float) -> None:
        """Do what a member wants. Each request is answered once, and once more if it comes once more."""
        found = self._hall.members.get(member)
        if found is None or not found.here:
            return
        match message:
            case Ping(number):
                found.tell(Pong(number))
            case Pong():
                pass
            case Farewell():
                found.left = True
                self._hall.gone(found, now, "left")
            case _:
                self._request(found, message, now)
                self._ballots.tick(now)
        self._sealing.tick(now)
        self._hall.publish(now)

    def _request(self, member: Member, command: Command, now: float) -> None:
        asks = isinstance(command, QUESTIONS)
        given = member.answers.given(command.request) or self._done_before(member, command.request)
        if (given or member.answers.knows(command.request)) and not (asks and given is None):
            member.tell(given or Refused(command.request, "refused.stale"))
            return
        if isinstance(command, Undo | AskTakeBack):
            # a choice names its position, and is never taken twice; this does not, so a restart must not forget it
            member.undone = max(member.undone, command.request)
            self._hall.keep()
        answer = self._desk.answer(member, command, now)
        member.answers.keep(command.request, None if asks else answer)
        if isinstance(command, Choose) and isinstance(answer, Accepted):
            self._last_choice = now
            self._ballots.played(command.seat)
        member.tell(answer)
        if isinstance(command, SetReady | OpenShare) and isinstance(answer, Accepted):
            self._sealing.go_on(now)

    def _done_before(self, member: Member, request: int) -> Accepted | None:
        """Return what a choice was answered before this table was killed: its journal knows."""
        play = self._hall.play
        return Accepted(request) if play is not None and play.table.was_done(member.id, request) else None

    # ---- as time goes by ----

    def tick(self, now: float) -> bool:
        """Do what is due: once in 100 ms, and whenever one likes. Return whether it should be called again at once."""
        hall = self._hall
        if hall.of_bots_alone and not hall.plan.owner_key:
            self._sealing.go_on(now)
        again = self._step_bots(now)
        if hall.play is not None:
            hall.play.catch_up()
        self._ballots.tick(now)
        self._sealing.tick(now)
        hall.tidy(now, RETRY_FOR)
        hall.publish(now)
        return again

    def _step_bots(self, now: float) -> bool:
        table = self._hall.play.table if self._hall.play else None
        if table is None or not table.bot_to_move or 1000 * (now - self._last_choice) < self._hall.plan.pause:
            return False
        seat = table.bot_to_move
        if not table.step_bots():
            return False
        self._ballots.played(seat)
        self._last_choice = now
        return bool(table.bot_to_move) and not self._hall.plan.pause

    @property
    def advert(self) -> Advert:
        """What may be told to everybody on the network."""
        return advert_of(self._hall)

    @property
    def state(self) -> str:
        """`gathering`, `playing` or `over`."""
        return self._hall.state

    @property
    def present(self) -> int:
        """How many members are here."""
        return len(self._hall.members.present)

    def overhear(self, listener: Callable[[Noticed], None]) -> None:
        """Tell a listener that is nobody's guest, such as a terminal, what everybody is told of."""
        self._hall.overheard = listener

    def keep(self) -> str:
        """Write durably what the room is; return why it could not be, or nothing."""
        return self._hall.keep()

    def close(self, reason: str) -> None:
        """Dismiss everybody; the match can be gone on with."""
        self._hall.close(reason)

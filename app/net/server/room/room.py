"""Room: a hosted table with its members. Commands in, updates out; the caller passes in connections and the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, assert_never

from msgspec.structs import replace

from app.net.protocol.authentication import key_of_token
from app.net.protocol.limits import RETRY_FOR, WHOLE
from app.net.protocol.messages import (
    PHRASES,
    VERSION,
    Answer,
    AskHistory,
    AskInformation,
    AskJournal,
    AskLook,
    AskRules,
    AskSeeAll,
    AskStandIn,
    AskSwap,
    AskTakeBack,
    Ban,
    Bans,
    CastVote,
    ClientMessage,
    Command,
    EndSeeAll,
    Farewell,
    GameLook,
    GoOn,
    Kept,
    Kick,
    LeaveSeat,
    Lobby,
    MatchCommand,
    Noticed,
    OfferDraw,
    OpenShare,
    OwnerCommand,
    Pairs,
    Pause,
    Ping,
    Pong,
    ProposeByHand,
    ProposeRules,
    Rules,
    Said,
    Say,
    SayPhrase,
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
    Unban,
    Watch,
    Welcome,
)
from app.net.protocol.sanitize import sanitize_chat, sanitize_name
from app.net.server.room.members import OWNER, Member, MemberConnection
from app.net.server.room.rule_proposals import RuleInspector
from app.net.server.room.seating import BotNames, no_names
from app.net.server.room.state import RoomPhase, RoomState, pack_of
from app.net.server.room.stored_room import KeptRoom, RecordKeeper, RoomPlan
from app.net.server.room.updates import MatchRunner
from app.net.server.room.voting import Advisor, Voting
from dsl.base.serialization import dumps
from dsl.match.clock import clock_plan
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.seat_assignment import BotMaker
from dsl.match.table import Table
from dsl.match.table_messages import (
    Accepted,
    AskPreview,
    AskStandings,
    AskWhy,
    AskWhyNot,
    Choose,
    Refused,
    Resign,
    TryByHand,
    Undo,
)

#: They change nothing and may have long answers: a repeated one is answered again.
QUESTIONS = (
    AskLook,
    AskRules,
    AskHistory,
    AskInformation,
    AskJournal,
    AskWhy,
    AskWhyNot,
    AskPreview,
    AskStandings,
    TryByHand,
)
_CHAT_LINES, _CHAT_SECONDS = 10, 10.0  #: a member may send this many lines of chat in this time
TokenSource = Callable[[], str]  #: draws a new random token


@dataclass(frozen=True, slots=True)
class Advert:
    """What every computer on the network may know of a table."""

    table: str
    name: str
    game: str
    titles: Pairs  #: by language
    identity: str
    house: tuple[str, ...]
    taken: int
    seats: int
    state: Literal["gathering", "playing", "paused", "over"]
    code: bool
    watchers: bool


class Room:
    """A hosted table: admits members, executes their commands, sends them updates. Not thread-safe."""

    def __init__(
        self,
        plan: RoomPlan,
        pack: Ruleset,
        *,
        bots: BotMaker,
        now: float,
        journal: Path,
        record: RecordKeeper,
        tokens: TokenSource,
        look: str = "",
        drawn: GameLook | None = None,
        names: BotNames = no_names,
        advisor: Advisor | None = None,
        inspector: RuleInspector | None = None,
        resumed: KeptRoom | None = None,
        table: Table | None = None,
    ) -> None:
        """Open a room, or one that was `resumed` with the `table` of its match. Its match is recorded in `journal`;
        `look` is the text of the game's look, `drawn` all of its look with the drawings;
        `tokens` draws a new token; `names` are those of bots, and `advisor` decides for them about a
        draw; `inspector` checks rules that players propose during the match: without it they cannot. Raises ValueError
        or OptionError if there is no such bot or option."""
        self._state = RoomState(plan, pack, bots, look, journal, record, names)
        self._state.drawn = drawn or self._state.drawn
        self._voting = Voting(self._state, advisor, inspector)
        self._tokens = tokens
        self._last_choice = now
        self._sent_lobby: Lobby | None = None
        self._sent_bans = Bans(())
        if resumed is not None:
            self._state.restore(resumed, table, now)
        self._state.save()

    @classmethod
    def resume(
        cls,
        kept: KeptRoom,
        *,
        bots: BotMaker,
        now: float,
        journal: Path,
        record: RecordKeeper,
        tokens: TokenSource,
        drawn: Callable[[Rules], GameLook | None] = lambda rules: None,
        names: BotNames = no_names,
        advisor: Advisor | None = None,
        inspector: RuleInspector | None = None,
    ) -> tuple[Room, str]:
        """Reopen a stored room, with the same id, tokens and seats; all members are away until they reconnect. Also
        return what was damaged in the journal, or "". `drawn` finds the look of stored rules, with its drawings.
        Raises JournalError, RulesError, ValueError."""
        table, damage = Table.resume(journal, bots) if journal.exists() else (None, "")
        pack = table.pack if table else pack_of(kept.rules)
        room = cls(
            kept.plan, pack, bots=bots, now=now, journal=journal, record=record, tokens=tokens, look=kept.rules.look,
            drawn=drawn(kept.rules), names=names, advisor=advisor, inspector=inspector, resumed=kept, table=table,
        )  # fmt: skip
        return room, damage

    @property
    def table(self) -> str:
        """The id of the table."""
        return self._state.plan.table

    @property
    def advert(self) -> Advert:
        """What every computer on the network may know of the table."""
        state = self._state
        seats, offer, match = state.seating.seats, state.offered.offer, state.match
        paused = match is not None and match.table.paused is not None and state.phase == "playing"
        return Advert(
            table=state.plan.table,
            name=state.plan.name,
            game=offer.game,
            titles=offer.titles,
            identity=offer.identity,
            house=offer.house,
            taken=sum(not seat.free for seat in seats),
            seats=len(seats),
            state="paused" if paused else state.phase,
            code=state.plan.code,
            watchers=state.seating.watching != "no",
        )

    @property
    def phase(self) -> RoomPhase:
        """`gathering`, `playing` or `over`."""
        return self._state.phase

    @property
    def present_count(self) -> int:
        """How many members are connected."""
        return len(self._state.members.present)

    def listen(self, listener: Callable[[Noticed], None]) -> None:
        """Pass all notices to a listener without a connection, such as a terminal."""
        self._state.notice_listener = listener

    def save(self) -> str | None:
        """Store the room durably; return the error, if any."""
        return self._state.save()

    def close(self, reason: str) -> None:
        """Disconnect all members; the match can be resumed."""
        self._state.close(reason)

    # ---- connections --------------------------------------------------------------------------------------------

    def key_of(self, member: str) -> str | None:
        """Return the key of a member's token, also of a banned one; none for an unknown id."""
        found = self._state.members.get(member) or self._state.bans.ban_of(member)
        return found.key if found else None

    def admit(self, connection: MemberConnection, name: str, member: str, now: float) -> str | TurnedAway:
        """Admit a new member if `member` is empty, otherwise one that has proved its token, whose former connection is
        closed. Return the member's id, or why it is refused."""
        if member:
            return self._admit_again(connection, name, member, now)
        if self._state.bans.bars(connection.address):
            return TurnedAway("lan.away.banned")
        token = self._tokens()
        new = self._state.members.add(name, key_of_token(token))
        new.address = connection.address
        why = self._state.save()
        if why is not None:
            self._state.members.forget(new.id)
            return TurnedAway("lan.away.record", (("why", why),))
        self._welcome(new, connection, token, "came", now)
        return new.id

    def _admit_again(self, connection: MemberConnection, name: str, member: str, now: float) -> str | TurnedAway:
        found = self._state.members.get(member)
        if found is None:
            return TurnedAway("lan.away.banned" if self._state.bans.ban_of(member) else "lan.away.token")
        seated = found.owner or self._state.seating.seats.seats_of(member)
        if not seated and self._state.bans.bars(connection.address):
            return TurnedAway("lan.away.banned")
        former, found.connection = found.connection, None
        if former is not None and former is not connection:
            former.close("lan.away.superseded")
        if sanitize_name(name):
            self._state.members.rename(found, name)
        notice = None if former else "back" if found.away_since else "came"
        self._welcome(found, connection, "", notice, now)
        return found.id

    def _welcome(
        self, member: Member, connection: MemberConnection, token: str, notice: str | None, now: float
    ) -> None:
        state = self._state
        member.connection, member.left, member.address = connection, False, connection.address
        offer = state.offered.offer
        connection.send(Welcome(VERSION, state.plan.name, member.id, token, member.owner, offer, state.commitment))
        if notice is not None:
            state.notice_member(notice, member)
        state.on_returned(member)
        self._voting.expire(now)
        self._publish(now, member)
        if state.chance.round is not None:
            member.send(state.chance.round.message())
        state.send_match(member)
        self._voting.remind(member)

    def on_disconnected(self, member: str, connection: MemberConnection, now: float) -> None:
        """A connection has ended without a Farewell: the member may reconnect."""
        found = self._state.members.get(member)
        if found is None or found.connection is not connection:
            return
        self._state.on_disconnected(found, now, "lost")
        self._publish(now)

    def receive(self, member: str, message: ClientMessage, now: float) -> None:
        """Handle a message of a member. Each request is answered once; a repeated one gets the same answer again."""
        found = self._state.members.get(member)
        if found is None or not found.here:
            return
        self._state.tick_clock(now)
        match message:
            case Ping(number):
                found.send(Pong(number))
            case Pong():
                pass
            case Farewell():
                found.left = True
                self._state.on_disconnected(found, now, "left")
            case _:
                self._answer_once(found, message, now)
                self._voting.expire(now)
        self._expire_round(now)
        self._publish(now)

    # ---- time ---------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> bool:
        """Do what is due; to be called every 100 ms. Return whether to call again at once."""
        state = self._state
        state.tick_clock(now)
        if state.only_bots_play and not state.plan.owner_key:
            self._advance_round(now)
        again = self._step_bots(now)
        if state.match is not None:
            state.match.catch_up()
        self._voting.decide_for_bots()
        self._voting.vote_on_checked_rules(now)
        self._voting.expire(now)
        self._expire_round(now)
        state.tidy(now, RETRY_FOR)
        self._publish(now)
        return again

    def _step_bots(self, now: float) -> bool:
        table = self._state.match.table if self._state.match else None
        if (
            table is None
            or self._voting.holds_bots
            or not table.bot_to_move
            or 1000 * (now - self._last_choice) < self._state.plan.pause
        ):
            return False
        seat = table.bot_to_move
        if not table.step_bots():
            return False
        self._voting.on_choice(seat)
        self._last_choice = now
        return bool(table.bot_to_move) and not self._state.plan.pause

    def _advance_round(self, now: float) -> None:
        """Start a round of chance when all seats are ready, and the match when all shares are open."""
        done = self._state.chance.advance(now) if self._state.match is None else None
        if done is not None:
            self._state.begin(done.shares, done.seals)

    def _expire_round(self, now: float) -> None:
        cause = self._state.chance.expire(now)
        if cause is not None:
            seat = self._state.seating.seats.get(cause)
            self._state.notice("not_dealt", name=seat.name if seat else "", seat=cause)

    # ---- what all members receive -------------------------------------------------------------------------------

    def _publish(self, now: float, newcomer: Member | None = None) -> None:
        """Send the lobby to all members if it has changed, and in any case to a newcomer."""
        state, lobby = self._state, self._lobby(now)
        if lobby != self._sent_lobby:
            self._sent_lobby = lobby
            state.members.broadcast(lobby)
        elif newcomer is not None:
            newcomer.send(lobby)
        self._publish_bans(newcomer)
        if state.phase == "over" and not state.revealed:
            state.revealed = True
            state.notice("over")
            state.members.broadcast(state.reveal_message())

    def _publish_bans(self, newcomer: Member | None) -> None:
        """Send the bans to the owner only: they contain names and addresses."""
        bans, owner = Bans(self._state.bans.states()), self._state.members.get(OWNER)
        if owner is not None and (bans != self._sent_bans or (newcomer is owner and bans.bans)):
            owner.send(bans)
        self._sent_bans = bans

    def _lobby(self, now: float) -> Lobby:
        """Return everything that all members may know of the table itself."""
        state, seating = self._state, self._state.seating
        return Lobby(
            state=state.phase,
            paused=self._pauser_name(),
            players=len(seating.seats),
            numbers=state.pack.numbers,
            options=tuple(seating.options.items()),
            seats=seating.seats.states(state.members.get, now),
            members=tuple(member.state() for member in state.members if member.here or not member.left),
            votes=self._voting.states(),
            watching=seating.watching,
            turns=seating.turns,
            code=state.plan.code,
            clock=clock_plan(seating.clock),
            hints=seating.hints,
        )

    def _pauser_name(self) -> str:
        """Return the name of the player who has paused the match, or the colour of one without a name."""
        colour = self._state.match.table.paused_by if self._state.match else None
        seat = self._state.seating.seats.get(colour) if colour else None
        return (seat.name if seat else "") or colour or ""

    # ---- commands -----------------------------------------------------------------------------------------------

    def _answer_once(self, member: Member, command: Command, now: float) -> None:
        asks = isinstance(command, QUESTIONS)
        given = member.answers.given(command.request) or self._answer_from_journal(member, command.request)
        if (given or member.answers.knows(command.request)) and not (asks and given is None):
            member.send(given or Refused(command.request, "refused.stale"))
            return
        if isinstance(command, Undo | AskTakeBack):
            # a choice names its position, and is never taken twice; this does not, so a restart must not forget it
            member.undone = max(member.undone, command.request)
            self._state.save()
        answer = self._execute(member, command, now)
        member.answers.keep(command.request, None if asks else answer)
        if isinstance(command, Choose) and isinstance(answer, Accepted):
            self._last_choice = now
            self._voting.on_choice(command.seat)
        member.send(answer)
        if isinstance(command, SetReady | OpenShare) and isinstance(answer, Accepted):
            self._advance_round(now)

    def _answer_from_journal(self, member: Member, request: int) -> Accepted | None:
        """Return the answer to a choice from before a restart: the journal has it."""
        match = self._state.match
        return Accepted(request) if match is not None and match.table.was_done(member.id, request) else None

    def _execute(self, member: Member, command: Command, now: float) -> Answer:
        """Execute a command, or say why not."""
        match command:
            case TakeSeat() | LeaveSeat() | AskSwap() | SetReady() | Watch():
                return self._seat(member, command, now)
            case AskSeeAll():
                return self._ask_to_see_all(member, command, now)
            case EndSeeAll():
                return self._end_see_all(member, command)
            case (
                SetPlayer()
                | SetPlayers()
                | SetOption()
                | SetClock()
                | SetHints()
                | SetWatching()
                | Kick()
                | Ban()
                | Unban()
            ):
                return self._administer(member, command)
            case Say() | SayPhrase():
                return self._say(member, command, now)
            case AskLook(request):
                return replace(self._state.drawn, request=request)
            case AskRules(request):
                return replace(self._state.offered.rules, request=request)
            case AskJournal(request):
                return self._journal(request)
            case AskTakeBack() | OfferDraw() | ProposeByHand() | ProposeRules() | AskStandIn() | Pause() | GoOn():
                return self._agree(member, command, now)
            case OpenShare():
                return self._state.chance.open(member, command)
            case SetPortrait(request, portrait):
                member.portrait = portrait
                return Accepted(request)
            case CastVote():
                return self._voting.cast(member, command)
            case AskHistory() | AskInformation():
                return self._play(member, command)
            case Choose() | Undo() | Resign() | AskWhyNot() | AskWhy() | AskPreview() | AskStandings() | TryByHand():
                return self._play(member, command)
            case _:
                assert_never(command)

    # ---- commands: seats and spectators ----

    def _seat(self, member: Member, command: TakeSeat | LeaveSeat | AskSwap | SetReady | Watch, now: float) -> Answer:
        seating = self._state.seating
        answer: Answer
        match command:
            case TakeSeat():
                return self._take_seat(member, command)
            case Watch():
                return self._watch(member, command)
            case _ if (fixed := self._why_fixed()) is not None:
                return Refused(command.request, fixed)
            case LeaveSeat():
                answer = seating.leave(member, command)
            case AskSwap():
                answer = seating.swap(member, command) or self._voting.swap(member, command, now)
            case SetReady():
                return seating.set_ready(member, command)
            case _:
                assert_never(command)
        self._state.save()
        return answer

    def _why_fixed(self) -> str | None:
        """Return why seats and options can no longer change; none if they can."""
        if self._state.phase != "gathering":
            return "refused.playing"
        return "refused.dealing" if self._state.chance.round is not None else None

    def _take_seat(self, member: Member, command: TakeSeat) -> Answer:
        state = self._state
        if member.saw_all and state.phase != "over":
            return Refused(command.request, "refused.saw_all")
        answer = state.seating.take(member, command)
        if not isinstance(answer, Accepted):
            return answer
        why = state.save()
        if why is not None:
            state.seating.leave(member, LeaveSeat(command.request, command.seat))
            return Refused(command.request, "refused.record", (("why", why),))
        state.on_seated(member, command.seat)
        return answer

    def _watch(self, member: Member, command: Watch) -> Answer:
        state = self._state
        if command.watching and state.seating.watching == "no":
            return Refused(command.request, "refused.no_watching")
        if command.watching and state.seating.seats.seats_of(member.id):
            return Refused(command.request, "refused.has_seat")
        starts = command.watching and not member.watching
        if not command.watching:
            state.end_see_all(member)
        member.watching = command.watching
        if starts and state.match is not None:
            state.send_match(member)
        return Accepted(command.request)

    def _ask_to_see_all(self, member: Member, command: AskSeeAll, now: float) -> Answer:
        """Let all players vote whether a spectator sees everything."""
        match = self._state.match
        if match is None or self._state.phase == "over":
            return Refused(command.request, "refused.over" if match else "refused.not_begun")
        if not member.watching or member.sees_all or self._state.seating.seats.seats_of(member.id):
            return Refused(command.request, "refused.no_spectator")
        return self._voting.see_all(member, command, now)

    def _end_see_all(self, member: Member, command: EndSeeAll) -> Answer:
        """Let a spectator no longer see everything: it, any player and the host may ask for that."""
        seated = bool(self._state.seating.seats.seats_of(member.id))
        if not (seated or member.owner or member.id == command.member):
            return Refused(command.request, "refused.no_seat")
        spectator = self._state.members.get(command.member)
        if spectator is None or not spectator.sees_all:
            return Refused(command.request, "refused.no_such_member")
        self._state.end_see_all(spectator)
        return Accepted(command.request)

    # ---- commands: agreements of the players ----

    def _agree(
        self,
        member: Member,
        command: AskTakeBack | OfferDraw | ProposeByHand | ProposeRules | AskStandIn | Pause | GoOn,
        now: float,
    ) -> Answer:
        state = self._state
        running, seats = state.match, state.seating.seats.seats_of(member.id)
        if running is None or state.phase == "over":
            return Refused(command.request, "refused.over" if running else "refused.not_begun")
        if not seats:
            return Refused(command.request, "refused.no_seat")
        match command:
            case AskTakeBack() | OfferDraw() | ProposeByHand() | ProposeRules() if all(
                seat.colour != command.seat for seat in seats
            ):
                return Refused(command.request, "refused.not_your_seat")
            case OfferDraw():
                return self._voting.draw(running, member, command, now)
            case ProposeByHand():
                return self._voting.by_hand(running, member, command, now)
            case ProposeRules():
                return self._voting.rules(running, member, command, now)
            case AskTakeBack():
                return self._voting.take_back(running, member, command, now)
            case AskStandIn():
                return self._voting.stand_in(member, command, now)
            case Pause():
                running.table.pause(seats[0].colour)
            case GoOn():
                running.table.unpause()
            case _:
                assert_never(command)
        return Accepted(command.request)

    # ---- commands: the owner ----

    def _administer(self, member: Member, command: OwnerCommand) -> Answer:
        if not member.owner:
            return Refused(command.request, "refused.not_owner")
        match command:
            case Kick() | Ban():
                answer = self._remove(member, command)
            case Unban():
                lifted = self._state.bans.lift(command.ban)
                answer = Accepted(command.request) if lifted else Refused(command.request, "refused.no_such_ban")
            case SetWatching():
                answer = self._set_watching(command)
            case _ if (fixed := self._why_fixed()) is not None:
                return Refused(command.request, fixed)
            case _:
                answer = self._state.seating.configure(command)
        self._state.save()
        return answer

    def _remove(self, member: Member, command: Kick | Ban) -> Answer:
        other = self._state.members.get(command.member)
        if other is None or other is member:
            return Refused(command.request, "refused.no_such_member")
        if isinstance(command, Ban):
            self._state.ban(other)
        else:
            self._state.remove(other)
        return Accepted(command.request)

    def _set_watching(self, command: SetWatching) -> Answer:
        state = self._state
        answer = state.seating.set_watching(command)
        if isinstance(answer, Accepted):
            if command.watching == "no":
                for member in state.members:
                    state.end_see_all(member)
                    member.watching = False
            if state.match is not None:
                state.match.set_delay(state.seating.delay)
        return answer

    # ---- commands: chat ----

    def _say(self, member: Member, command: Say | SayPhrase, now: float) -> Answer:
        """During a match only players chat freely: a spectator may have seen what a player must not know."""
        state = self._state
        text = sanitize_chat(command.text) if isinstance(command, Say) else ""
        phrase = command.phrase if isinstance(command, SayPhrase) else ""
        if phrase not in PHRASES and not text:
            return Refused(command.request, "refused.nothing_said")
        seated = bool(state.seating.seats.seats_of(member.id))
        if text and state.phase == "playing" and not seated:
            return Refused(command.request, "refused.silent")
        while member.said and member.said[0] < now - _CHAT_SECONDS:
            member.said.popleft()
        if len(member.said) >= _CHAT_LINES:
            return Refused(command.request, "refused.too_much")
        member.said.append(now)
        state.members.broadcast(Said(member.id, member.name, text, phrase))
        return Accepted(command.request)

    # ---- commands: the match ----

    def _play(self, member: Member, command: AskHistory | AskInformation | MatchCommand) -> Answer:
        match = self._state.match
        if match is None:
            return Refused(command.request, "refused.not_begun")
        if not command.seat and member.watching:
            return self._spectate(match, command, member)
        seat = self._state.seating.seats.get(command.seat)
        if seat is None or seat.member != member.id:
            return Refused(command.request, "refused.not_your_seat")
        if isinstance(command, Undo) and self._state.phase == "over":  # its chance has been revealed
            return Refused(command.request, "refused.over")
        if isinstance(command, AskHistory):
            return match.history(command, member)
        if isinstance(command, AskInformation):
            return match.information(command)
        answer = match.handle(command, member)
        if isinstance(command, Resign) and isinstance(answer, Accepted):
            self._state.on_given_up(command.seat)
        return answer

    def _spectate(
        self, running: MatchRunner, command: AskHistory | AskInformation | MatchCommand, member: Member
    ) -> Answer:
        match command:
            case AskHistory():
                return running.history(command, member)
            case AskInformation() | AskWhy() | AskStandings():
                return running.explain_to_spectator(command, member)
            case _:
                return Refused(command.request, "refused.not_your_seat")

    def _journal(self, request: int) -> Answer:
        if self._state.phase != "over":
            return Refused(request, "refused.not_over")
        try:
            kept = Kept(request, self._state.journal.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            return Refused(request, "refused.no_journal", (("why", str(error)),))
        too_long = len(dumps(kept).encode()) > WHOLE
        return Refused(request, "refused.no_journal", (("why", "> 4 MiB"),)) if too_long else kept

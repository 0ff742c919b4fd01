"""Somebody at a table elsewhere: knocks, comes in, hears, asks, and comes back by itself when the connection breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.net.client.credentials import Credentials
from app.net.client.handshake import ClientHandshake, HandshakeError, KnownTable
from app.net.client.ruleset_transfer import RulesetCache, RulesetTransfer, TableRules
from app.net.client.view_sync import Heard, MissingEvents, ViewSync, ViewSyncError
from app.net.protocol.commit_reveal import Pledges
from app.net.protocol.messages import (
    Answer,
    AskHistory,
    AskJournal,
    AskRules,
    Bans,
    BanState,
    CastVote,
    Challenge,
    Command,
    Farewell,
    GoOn,
    History,
    Kept,
    LeaveSeat,
    Lobby,
    Noticed,
    OpenShare,
    Pairs,
    Pause,
    Revealed,
    Rules,
    Said,
    Say,
    Sealed,
    SetReady,
    TakeSeat,
    Told,
    TurnedAway,
    Watch,
    Welcome,
)
from app.net.protocol.reconnecting import ReconnectingConnection
from app.net.protocol.sanitize import sanitize_chat, sanitize_name
from dsl.match.commit_reveal import seal_of
from dsl.match.messages import Accepted, AskPreview, AskWhy, AskWhyNot, Changed, Explanation, Preview, Reason, Refused

# What a guest can ask of its table, as calls. Each returns the number of its request.


class Commands:
    """Mixed into the guest, which numbers and sends them."""

    def post(self, make: Callable[[int], Command]) -> int:
        """Number a command and send it; return the number."""
        raise NotImplementedError

    def _seal(self) -> str:
        """Return the seal of a new share of chance; empty if one gives none."""
        raise NotImplementedError

    def take_seat(self, seat: str, name: str = "") -> int:
        """Sit down."""
        return self.post(lambda request: TakeSeat(request, seat, name))

    def leave_seat(self, seat: str) -> int:
        """Get up."""
        return self.post(lambda request: LeaveSeat(request, seat))

    def set_ready(self, ready: bool) -> int:
        """Say that one's seats are ready, with a share of chance that nobody else knows yet; or no longer."""
        seal = self._seal() if ready else ""
        return self.post(lambda request: SetReady(request, ready, seal))

    def watch(self, watching: bool) -> int:
        """Only look on, or no longer."""
        return self.post(lambda request: Watch(request, watching))

    def say(self, text: str) -> int:
        """Say something to everybody."""
        return self.post(lambda request: Say(request, text))

    def vote(self, vote: int, agreed: bool) -> int:
        """Answer a question that waits."""
        return self.post(lambda request: CastVote(request, vote, agreed))

    def pause(self) -> int:
        """Let nobody play for a while."""
        return self.post(Pause)

    def go_on(self) -> int:
        """Let everybody play on."""
        return self.post(GoOn)

    def ask_journal(self) -> int:
        """Ask for the whole match, when it is over."""
        return self.post(AskJournal)


# Which commands wait for their answer, so that each gets one even if the connection breaks in between. No Qt.


QUESTIONS = (AskHistory, AskPreview, AskRules, AskWhy, AskWhyNot)
MOST_WAITING = 48  #: a table remembers its last 64 answers to each member; what it has forgotten is not asked again
C = TypeVar("C", bound=Command)


class RequestTracker:
    """Numbers commands, none ever twice at one table, and keeps those that were not answered."""

    def __init__(self, first: int = 1) -> None:
        self._next = first
        self._waiting: dict[int, Command] = {}

    @property
    def waiting(self) -> tuple[Command, ...]:
        """What was not answered, in the order in which it was sent."""
        return tuple(self._waiting.values())

    def begin_at(self, first: int) -> None:
        """Use no number below `first` from now on: those may have been used before this program was started."""
        self._next = max(self._next, first)

    def number(self, make: Callable[[int], C]) -> C:
        """Return a command with a number of its own."""
        command = make(self._next)
        self._next += 1
        self._waiting[command.request] = command
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        return command

    def forget_questions(self) -> None:
        """Wait no more for what was only asked: the question is put again where the answer still matters."""
        self._waiting = {n: each for n, each in self._waiting.items() if not isinstance(each, QUESTIONS)}

    def answered(self, answer: Answer) -> Command | None:
        """Return what an answer belongs to; none if nobody has asked, or it came once more."""
        return self._waiting.pop(answer.request, None)


# Where a guest stands with its table.


class ConnectionState(Enum):
    """From the first knock to the end."""

    SEEKING = "seeking"  #: the table's computer is called
    GREETING = "greeting"  #: it answers, and each side says who it is
    RULES = "rules"  #: in, and the rules are fetched, checked, or wait for consent
    GATHERING = "gathering"  #: seats are taken
    PLAYING = "playing"
    OVER = "over"
    LOST = "lost"  #: was in; the connection broke, and it is tried again
    GONE = "gone"  #: and nothing is tried any more

    @property
    def inside(self) -> bool:
        """Whether the table hears what is sent now."""
        return self in (ConnectionState.RULES, ConnectionState.GATHERING, ConnectionState.PLAYING, ConnectionState.OVER)

    @property
    def seated(self) -> bool:
        """Whether the table can be shown: the rules are known, and it hears."""
        return self in (ConnectionState.GATHERING, ConnectionState.PLAYING, ConnectionState.OVER)


_STAGES = {"gathering": ConnectionState.GATHERING, "playing": ConnectionState.PLAYING, "over": ConnectionState.OVER}


class TableClient(QObject, Commands):
    """One guest of one table, from `go` to `Stage.GONE`. What it sends while the connection is broken is sent later.

    Signals:
        stage_changed: It stands elsewhere with its table; carries the Stage.
        lobby: The table itself changed; carries the Lobby.
        bans_changed: Other members are banned; `bans` says which. Only the owner hears it.
        told: News for a seat of this guest, or "" for one who looks on: its colour and the News.
        answered: The one Answer to a command.
        said: Somebody said something; carries the Said.
        noticed: Something happened at the table; carries the Noticed.
        offered: The table plays by rules that are not known here; carries an Offer, to be consented to.
        turned_away: That is the end; carries a key of the window's texts and pairs of values.
        revealed: What the chance of the match was made of; carries the Revealed.
        kept: The whole match; carries the Kept.
    """

    stage_changed = Signal(object)
    lobby = Signal(object)
    bans_changed = Signal()
    told = Signal(str, object)
    answered = Signal(object)
    said = Signal(object)
    noticed = Signal(object)
    offered = Signal(object)
    turned_away = Signal(str, object)
    revealed = Signal(object)
    kept = Signal(object)

    def __init__(
        self,
        credentials: Credentials,
        shelf: RulesetCache,
        language: str = "en",
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.stage = ConnectionState.SEEKING
        self.table: Lobby | None = None  #: the last one
        self.bans: tuple[BanState, ...] = ()  #: who is banned, if one is the owner
        self.trouble: tuple[str, Pairs] = ("", ())  #: why it is lost or gone
        self._known = KnownTable(credentials, language)  #: who one is there
        self._requests, self._hearings = RequestTracker(), ViewSync()
        self._line, self._door = ReconnectingConnection(self, clock), RulesetTransfer(shelf, language, self)
        self._admission = ClientHandshake(self._line, self._known)
        self._connect()

    def _connect(self) -> None:
        self._line.opened.connect(self._greet)
        self._line.heard.connect(self._hear)
        self._line.lost.connect(self._lose)
        self._line.failed.connect(self._fail)
        self._door.ready.connect(self._enter)
        self._door.wanted.connect(self._ask_rules)
        self._door.offered.connect(self.offered)
        self._door.refused.connect(self._end)

    # ---- coming and going ---------------------------------------------------------------------------------------

    def go(self, address: str, port: int, name: str, code: str = "", owner_token: str = "", table: str = "") -> None:
        """Knock at a table, as whoever one was there before; `table` is its id, if that is known."""
        self._known.come(address, port, name, code, owner_token, table)
        self._stand(ConnectionState.SEEKING)
        self._line.ring(address, port)

    def leave(self, reason: str = "left") -> None:
        """Go on purpose. The seats wait, as the table sees fit."""
        self._line.hang_up(reason)
        self._door.stop()
        self._known.release()
        self._stand(ConnectionState.GONE)

    def try_now(self) -> None:
        """Do not wait any longer for the next try."""
        self._line.try_now()

    @property
    def retry_in(self) -> float:
        """Seconds to the next try; 0 if one is under way, or none is needed."""
        return self._line.retry_in

    @property
    def address(self) -> str:
        """Where the table is."""
        return self._line.address

    @property
    def port(self) -> int:
        """And at which port."""
        return self._line.port

    @property
    def rules(self) -> TableRules | None:
        """What the table plays by; none before that is known, and consented to."""
        return self._door.rules

    def accept_rules(self) -> None:
        """Play by the rules that were offered."""
        self._door.accept()

    def refuse_rules(self) -> None:
        """Do not play by them, and go."""
        self.leave("lan.rules.refused")

    @property
    def welcome(self) -> Welcome | None:
        """What the table said when it let one in last; none before it did."""
        return self._admission.welcome

    @property
    def table_id(self) -> str:
        """The id of the table; empty before one is in."""
        return self._admission.table_id

    @property
    def member(self) -> str:
        """Who one is at this table; empty before one is in."""
        return self.welcome.member if self.welcome else ""

    @property
    def owner(self) -> bool:
        """Whether one may change what the table plays."""
        return self.welcome is not None and self.welcome.owner

    @property
    def seats(self) -> tuple[str, ...]:
        """One's own seats, in the table's order."""
        return tuple(seat.seat for seat in self.table.seats if seat.member == self.member) if self.table else ()

    def known(self, seat: str) -> Changed | None:
        """Return all that was told for a seat ("" for one who looks on), as one change; none before anything was."""
        return self._hearings.known(seat)

    # ---- asking -------------------------------------------------------------------------------------------------

    def post(self, make: Callable[[int], Command]) -> int:
        """Number a command and send it, now or when the table hears again; return the number."""
        command = self._requests.number(make)
        if self.stage.inside:
            self._line.send(command)
        return command.request

    def _seal(self) -> str:
        """Return the seal of a new share of chance. The owner's would count for nothing: it knows the secret."""
        if self.owner or not self.table_id:
            return ""
        return seal_of(self.table_id, self._known.new_share())

    @property
    def pledges(self) -> Pledges:
        """The shares of chance that one gave, and what one was told before they were opened."""
        return self._known.pledges

    @property
    def commitment(self) -> str:
        """What the table promised about the chance of the match, as it was told first."""
        return self._known.commitment

    # ---- the connection -----------------------------------------------------------------------------------------

    def _greet(self) -> None:
        if self.stage is ConnectionState.SEEKING:
            self._stand(ConnectionState.GREETING)
        self._admission.greet()

    def _lose(self, reason: str) -> None:
        """The table is not heard, and tried again."""
        self.trouble = reason, self._place
        self._hearings.lost()
        self._requests.forget_questions()
        self._stand(ConnectionState.LOST)

    def _fail(self, reason: str) -> None:
        self._end(reason, self._place)

    @property
    def _place(self) -> Pairs:
        return (("address", self.address), ("port", str(self.port)))

    def _end(self, reason: str, args: Pairs = ()) -> None:
        self.trouble = reason, args
        self.leave()
        self.turned_away.emit(reason, args)

    def _end_if(self, reason: str, args: Pairs = ()) -> None:
        if reason:
            self._end(reason, args)

    def _stand(self, stage: ConnectionState) -> None:
        if stage is not self.stage or stage is ConnectionState.SEEKING:
            self.stage = stage
            self.stage_changed.emit(stage)

    # ---- what the table says ------------------------------------------------------------------------------------

    def _hear(self, message: object) -> None:
        try:
            self._take(message)
        except (HandshakeError, ViewSyncError):
            self._end("lan.lost.malformed")

    def _take(self, message: object) -> None:
        match message:
            case Challenge():
                self._end_if(self._admission.prove(message))
            case TurnedAway(reason, args):
                self._end_if(self._admission.turned_away(reason), args)
            case Welcome():
                self._come_in(message)
            case Farewell(reason, args):
                self._end(reason, args)
            case Lobby():
                self._look_around(message)
            case Bans(bans):
                self.bans = bans
                self.bans_changed.emit()
            case Told(seat):
                self._hand_on(seat, self._hearings.told(message))
            case Said():
                self.said.emit(replace(message, name=sanitize_name(message.name), text=sanitize_chat(message.text)))
            case Noticed():
                self.noticed.emit(message)
            case Sealed():
                self._open_share(message)
            case Revealed():
                self.revealed.emit(message)
            case Accepted() | Refused() | Reason() | Explanation() | Preview() | Rules() | History() | Kept():
                self._take_answer(message)
            case _:
                raise ViewSyncError("nothing that a table says")

    def _come_in(self, welcome: Welcome) -> None:
        first = self._admission.come_in(welcome)
        self.trouble = "", ()
        self._remember(welcome, first)
        if self.table is not None and self.rules is not None and self.rules.pack.identity == welcome.rules.identity:
            self._stand(_STAGES[self.table.state])  # back where one was
        else:
            self._stand(ConnectionState.RULES)
            self._door.seek(welcome.rules)
        for command in self._requests.waiting if not first else ():
            self._line.send(command)

    def _remember(self, welcome: Welcome, first: bool) -> None:
        number = self._known.remember(self.address, self.port, welcome, first)
        if first:
            self._requests.begin_at(number)
        if welcome.commitment != self.commitment:
            self.noticed.emit(Noticed("lan.deal.changed"))

    def _open_share(self, sealed: Sealed) -> None:
        """All seals are told: open what one has sealed, if it is among them."""
        share = self._known.open(sealed.seals)
        if share:
            self.post(lambda request: OpenShare(request, sealed.round, share))

    def _look_around(self, lobby: Lobby) -> None:
        self.table = lobby
        if self.rules is not None:
            self.lobby.emit(lobby)
            self._stand(_STAGES[lobby.state])

    def _hand_on(self, seat: str, heard: Heard) -> None:
        for each in heard:
            if isinstance(each, MissingEvents):
                self.post(partial(_history, seat, each.after))
            elif self.rules is not None:
                self.told.emit(seat, each)

    def _ask_rules(self) -> None:
        self.post(AskRules)

    def _take_answer(self, answer: Answer) -> None:
        command = self._requests.answered(answer)
        match command, answer:
            case None, _:
                return  # nobody asked, or the answer came once more
            case AskHistory(_, seat), History():
                if answer.seat == seat:
                    self._hand_on(seat, self._hearings.history(answer))
            case AskHistory(_, seat), Refused():
                self._hand_on(seat, self._hearings.no_history(seat))
            case AskRules(), Rules():
                self._door.take(answer)
            case AskRules(), Refused(_, reason, args):
                self._end(reason, args)
            case _, Kept():
                self.kept.emit(answer)
            case _:
                self.answered.emit(answer)

    def _enter(self) -> None:
        """The rules are known: tell whoever listens what was heard meanwhile."""
        if self.table is None or not self.stage.inside:
            return
        self.lobby.emit(self.table)
        self._stand(_STAGES[self.table.state])
        for seat, known in self._hearings.all_known():
            self.told.emit(seat, known)


def _history(seat: str, after: int, request: int) -> AskHistory:
    return AskHistory(request, seat, after)

"""Client of a network table: connects, authenticates, sends commands, receives updates, reconnects."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from app.net.client.commit_reveal import Pledges
from app.net.client.credentials import Credentials
from app.net.client.handshake import (
    CodeWantedError,
    Handshake,
    HandshakeError,
    OtherTableError,
    TableIdentity,
    UnprovenTableError,
)
from app.net.client.reconnecting import ReconnectingConnection
from app.net.client.rule_proposals import RuleProposal, RuleProposals
from app.net.client.ruleset_transfer import RulesetCache, RulesetTransfer, TableRules
from app.net.client.table_search import Place, TableSearch
from app.net.client.view_sync import MissingEvents, SyncedUpdates, ViewSync, ViewSyncError
from app.net.protocol.messages import (
    Answer,
    AskHistory,
    AskInformation,
    AskJournal,
    AskLook,
    AskRules,
    Bans,
    BanState,
    CastVote,
    Challenge,
    Command,
    Farewell,
    GameLook,
    GoOn,
    History,
    Kept,
    LeaveSeat,
    Lobby,
    Noticed,
    OpenShare,
    Pairs,
    Pause,
    ProposedByHand,
    ProposedRules,
    ProposeRules,
    Revealed,
    Rules,
    RulesChanged,
    RulesOffer,
    Said,
    Say,
    Sealed,
    SeatKnowledge,
    SetReady,
    TakeSeat,
    Told,
    TurnedAway,
    Watch,
    Welcome,
)
from app.net.protocol.sanitize import sanitize_chat, sanitize_name
from dsl.match.clock import Clocks
from dsl.match.commit_reveal import seal_of
from dsl.match.table_messages import (
    Accepted,
    AskPreview,
    AskStandings,
    AskWhy,
    AskWhyNot,
    Changed,
    Explanation,
    Preview,
    Reason,
    Refused,
    Standings,
    TryByHand,
)

QUESTIONS = (AskHistory, AskInformation, AskLook, AskPreview, AskRules, AskStandings, AskWhy, AskWhyNot, TryByHand)
MOST_WAITING = 48  #: a table remembers its last 64 answers to each member; older requests are not sent again
_SEARCH_AFTER = 2000  #: milliseconds without the table, until the client searches for it
_SEARCH_FOR = 8000  #: milliseconds of a search without a known reason to wait for the table
MOST_REDIRECTS = 3  #: how often another table may answer before the client gives up
#: Temporary refusals: the client, once admitted, keeps retrying.
_BUSY = frozenset(f"lan.away.{why}" for why in ("busy", "late", "tries", "full", "address"))
_OTHER_TABLE = "lan.lost.other_table"
C = TypeVar("C", bound=Command)


class RequestTracker:
    """Numbers commands, each number once per table, and keeps the unanswered ones. They are sent again after a
    reconnection, so that each gets its answer."""

    def __init__(self, first: int = 1) -> None:
        self._next = first
        self._waiting: dict[int, Command] = {}

    @property
    def waiting(self) -> tuple[Command, ...]:
        """The unanswered commands, in the order in which they were sent."""
        return tuple(self._waiting.values())

    def start_at(self, first: int) -> None:
        """Use no number below `first`: those may have been used by a former run of the program."""
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
        """Drop unanswered questions: they change nothing, and are asked again where the answer still matters."""
        self._waiting = {n: each for n, each in self._waiting.items() if not isinstance(each, QUESTIONS)}

    def take_answered(self, answer: Answer) -> Command | None:
        """Return the command that an answer belongs to; none for a repeated or unexpected answer."""
        return self._waiting.pop(answer.request, None)


class ConnectionState(Enum):
    """State of a client, from the first connection attempt to the end."""

    CONNECTING = "connecting"
    HANDSHAKE = "handshake"
    LOADING_RULES = "loading_rules"  #: admitted; the rules are fetched, inspected, or wait for consent
    GATHERING = "gathering"  #: seats are taken
    PLAYING = "playing"
    OVER = "over"
    RECONNECTING = "reconnecting"  #: was admitted; the connection broke
    CLOSED = "closed"

    @property
    def is_connected(self) -> bool:
        """Whether commands reach the table now."""
        return self.shows_lobby or self is ConnectionState.LOADING_RULES

    @property
    def shows_lobby(self) -> bool:
        """Whether the table can be shown: connected, and the rules are known."""
        return self in (ConnectionState.GATHERING, ConnectionState.PLAYING, ConnectionState.OVER)


_STATES = {"gathering": ConnectionState.GATHERING, "playing": ConnectionState.PLAYING, "over": ConnectionState.OVER}


class TableClient(QObject):
    """Client of one table, from `connect_to` to `ConnectionState.CLOSED`. A command that is sent while the connection
    is broken reaches the table after the reconnection. A member whose table does not come back where it was searches
    for it at other ports and addresses.

    Signals:
        state_changed: Carries the new ConnectionState.
        lobby_changed: The table itself changed; carries the Lobby.
        clocks_changed: Other clocks run than before; carries the Clocks.
        bans_changed: The list `bans` changed; only the owner receives it.
        updated: Update for a seat of this client, or "" for a spectator: its colour and the News.
        answered: The one Answer to a command.
        chat_received: Carries the Said.
        notice_received: Something happened at the table; carries the Noticed.
        rules_offered: The rules of the table are unknown here and need consent; carries a ReceivedOffer.
        disconnected: The client was refused, removed, or gave up; carries a key of the window's texts and pairs of
            values. Not sent after `leave`.
        chance_revealed: What the chance of the match was made of; carries the Revealed.
        proposals_changed: `proposals` or `rule_proposals` has changed.
        rules_changed: The match goes on under other rules, which are not loaded yet.
        knowledge_received: The answer to an AskInformation: the request, and the SeatKnowledge or None for a refusal.
        journal_received: The whole match; carries the Kept.
    """

    state_changed = Signal(object)
    lobby_changed = Signal(object)
    bans_changed = Signal()
    clocks_changed = Signal(object)
    updated = Signal(str, object)
    answered = Signal(object)
    chat_received = Signal(object)
    notice_received = Signal(object)
    rules_offered = Signal(object)
    disconnected = Signal(str, object)
    chance_revealed = Signal(object)
    knowledge_received = Signal(int, object)
    proposals_changed = Signal()
    rules_changed = Signal()
    journal_received = Signal(object)

    def __init__(
        self,
        credentials: Credentials,
        cache: RulesetCache,
        language: str = "en",
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.state = ConnectionState.CONNECTING
        self.lobby: Lobby | None = None  #: the last one received
        self.bans: tuple[BanState, ...] = ()  #: known to the owner only
        self._clocks: Clocks | None = None  #: the last ones received
        self._clocks_at = 0.0  #: when, in seconds of `clock`
        self._clock = clock
        self.proposals: dict[int, ProposedByHand] = {}  #: changes by hand that are voted on, by vote
        self.error: tuple[str, Pairs] | None = None  #: why the connection broke or ended: a key and values
        self.welcome: Welcome | None = None  #: the last one received
        self.table_id = ""  #: of the table that admitted the client; empty before
        self._identity = TableIdentity(credentials, language)
        self._handshake: Handshake | None = None
        self._redirects = 0  #: how often another table answered
        self._requests, self._views = RequestTracker(), ViewSync()
        self._connection = ReconnectingConnection(self, clock)
        self._connection.connected.connect(self._on_connected)
        self._connection.received.connect(self._on_message)
        self._connection.lost.connect(self._on_connection_lost)
        self._connection.failed.connect(self._on_connection_failed)
        self._known_place: Place = ("", 0)  #: where the table has admitted this client, or is said to be
        self._known_as = ""  #: what the table calls that place, if it has admitted this client there
        self._is_back = False  #: the caller names a table at which this client is a member already
        self._is_announced = False  #: only an announcement says that the table is at the known place
        self._search = TableSearch(self)
        self._search.found.connect(self._on_found)
        self._search_soon = self._timer(_SEARCH_AFTER, self._start_search)
        self._search_ends = self._timer(_SEARCH_FOR, self._end_search)
        self._transfer = RulesetTransfer(cache, language, self)
        self._transfer.ready.connect(self._on_rules_ready)
        self._transfer.requested.connect(self._request_rules)
        self._transfer.look_requested.connect(self._request_look)
        self._transfer.offered.connect(self.rules_offered)
        self._transfer.failed.connect(self._close_with)
        self._rule_proposals = RuleProposals(language, self)
        self._rule_proposals.changed.connect(self._load_changed_rules)
        self._rule_proposals.changed.connect(self.proposals_changed)
        self._changed_rules: RulesOffer | None = None  #: the match goes on under them; their check is not done
        self._proposed_house: Pairs | None = None  #: what this client has proposed last
        self.identities: tuple[str, ...] = ()  #: of the rules that the match had while this client was there, in order

    # ---- connecting and leaving ---------------------------------------------------------------------------------

    def connect_to(
        self,
        address: str,
        port: int,
        name: str,
        code: str = "",
        owner_token: str = "",
        table: str = "",
        *,
        announced: bool = False,
    ) -> None:
        """Connect to a table, as the member that this client was there before; `table` is its id, if known. An address
        that was only `announced` on the network may be that of a host in the middle."""
        self._identity.select(address, port, name, code, owner_token, table)
        self._known_place, self._known_as = (address, port), ""
        self._is_back = table != "" and self._identity.current.token != ""
        self._is_announced = announced
        self._set_state(ConnectionState.CONNECTING)
        self._connection.connect_to(address, port)
        if self._is_back:
            self._search_soon.start()

    def move_to(self, address: str, port: int) -> None:
        """Connect again, as the caller knows that the table is there now."""
        self._known_place, self._known_as, self._is_announced = (address, port), "", False
        self._stop_search()
        self._connection.move_to(address, port)

    def leave(self, reason: str = "left") -> None:
        """Leave on purpose. The table decides how long it reserves the seats."""
        self._connection.close(reason)
        self._stop_search()
        self._transfer.cancel()
        self._rule_proposals.cancel()
        self._changed_rules = None
        self._identity.release()
        self._set_state(ConnectionState.CLOSED)

    def retry_now(self) -> None:
        """Reconnect at once instead of waiting for the next attempt."""
        self._connection.retry_now()

    @property
    def is_searching(self) -> bool:
        """Whether the client searches for the table at other ports and addresses."""
        return self._search.is_active

    @property
    def clocks(self) -> Clocks | None:
        """The clocks of the match now; None if the table has sent none."""
        passed = round(1000 * (self._clock() - self._clocks_at))
        return self._clocks.after(passed) if self._clocks is not None else None

    @property
    def retry_in(self) -> float:
        """Seconds until the next attempt; 0 if one is under way, or none is needed."""
        return self._connection.retry_in

    @property
    def address(self) -> str:
        """Address of the table."""
        return self._connection.address

    @property
    def port(self) -> int:
        """Port of the table."""
        return self._connection.port

    @property
    def rules(self) -> TableRules | None:
        """The rules of the table; none before they are known and consented to."""
        return self._transfer.rules if self._changed_rules is None else None

    @property
    def rule_proposals(self) -> dict[int, RuleProposal]:
        """The rules that open votes are about, by the number of the vote."""
        return self._rule_proposals.all

    def accept_rules(self) -> None:
        """Consent to the offered rules."""
        self._transfer.accept()

    def refuse_rules(self) -> None:
        """Refuse the offered rules and leave."""
        self.leave("lan.rules.refused")

    @property
    def member(self) -> str:
        """This client's member id at the table; empty before it is admitted."""
        return self.welcome.member if self.welcome else ""

    @property
    def is_owner(self) -> bool:
        """Whether this client may change what the table plays."""
        return self.welcome is not None and self.welcome.owner

    @property
    def seats(self) -> tuple[str, ...]:
        """This client's seats, in the table's order."""
        return tuple(seat.seat for seat in self.lobby.seats if seat.member == self.member) if self.lobby else ()

    def history_of(self, seat: str) -> Changed | None:
        """Return all updates of a seat ("" for a spectator) as one change; none before the first."""
        return self._views.snapshot(seat)

    # ---- commands: each returns the number of its request -------------------------------------------------------

    def send(self, make: Callable[[int], Command]) -> int:
        """Number a command and send it, now or after the reconnection; return the number."""
        command = self._requests.number(make)
        if self.state.is_connected:
            self._connection.send(command)
        return command.request

    def take_seat(self, seat: str, name: str = "") -> int:
        """Sit down, under this client's name or that of another player at this computer."""
        return self.send(lambda request: TakeSeat(request, seat, name))

    def leave_seat(self, seat: str) -> int:
        """Free a seat."""
        return self.send(lambda request: LeaveSeat(request, seat))

    def set_ready(self, ready: bool) -> int:
        """Make this client's seats ready, with a sealed share of chance; or no longer."""
        seal = self._new_seal() if ready else ""
        return self.send(lambda request: SetReady(request, ready, seal))

    def watch(self, watching: bool) -> int:
        """Become a spectator, or stop being one."""
        return self.send(lambda request: Watch(request, watching))

    def say(self, text: str) -> int:
        """Send a line of chat."""
        return self.send(lambda request: Say(request, text))

    def vote(self, vote: int, agreed: bool) -> int:
        """Answer an open vote. Who agrees to rules consents to using them here."""
        if agreed:
            self._rule_proposals.agree(vote)
        return self.send(lambda request: CastVote(request, vote, agreed))

    def propose_rules(self, seat: str, position: int, house: Pairs) -> int:
        """Propose to go on under other house rules; with their consent the match does."""
        self._proposed_house = house
        return self.send(lambda request: ProposeRules(request, seat, position, house))

    def pause(self) -> int:
        """Pause the match for all players."""
        return self.send(Pause)

    def resume(self) -> int:
        """Resume a paused match."""
        return self.send(GoOn)

    def ask_journal(self) -> int:
        """Request the journal of the finished match."""
        return self.send(AskJournal)

    # ---- chance -------------------------------------------------------------------------------------------------

    @property
    def pledges(self) -> Pledges:
        """This client's shares of chance, and the seals that it received before each was opened."""
        return self._identity.pledges

    @property
    def commitment(self) -> str:
        """The table's commitment to the chance of the match, as first received."""
        return self._identity.commitment

    def _new_seal(self) -> str:
        """Return the seal of a new share of chance; empty for the owner, who knows the secret."""
        if self.is_owner or not self.table_id:
            return ""
        return seal_of(self.table_id, self._identity.new_share())

    def _open_share(self, sealed: Sealed) -> None:
        """All seals are known: open this client's share, if it is among them."""
        share = self._identity.open_share(sealed.seals)
        if share is not None:
            self.send(lambda request: OpenShare(request, sealed.round, share))

    # ---- connection and handshake -------------------------------------------------------------------------------

    def _on_connected(self) -> None:
        if self.state is ConnectionState.CONNECTING:
            self._set_state(ConnectionState.HANDSHAKE)
        forgets = self.welcome is None
        self._handshake = Handshake(self._identity.current, self._proving_places, allowed_to_forget=forgets)
        self._connection.send(self._handshake.hello())

    @property
    def _proving_places(self) -> tuple[str, ...] | None:
        """Return the places for which a table's proof counts; None for any. Where addresses are translated, a table
        knows its place by another address than its clients."""
        peer = self._connection.peer_place
        if (self.address, self.port) != self._known_place:
            return (peer,)
        if self._known_as:
            return peer, self._known_as
        return (peer,) if self._is_announced else None

    def _on_connection_lost(self, reason: str) -> None:
        """The connection broke; it is retried."""
        self.error = reason, self._place
        self._views.on_disconnected()
        self._requests.forget_questions()
        self._connection.address, self._connection.port = self._known_place  # for the next attempt
        if not self._search.is_active and not self._search_soon.isActive():
            self._search_soon.start()
        self._set_state(ConnectionState.RECONNECTING)

    def _on_connection_failed(self, reason: str) -> None:
        if reason == "lan.lost.given_up" and self.error is not None and self.error[0] == _OTHER_TABLE:
            reason = _OTHER_TABLE
        if not self._is_back or self.welcome is not None:
            self._close_with(reason, self._place)
            return
        if not self._search_ends.isActive():
            self.error = reason, self._place
            self._search_ends.start()
        if not self._search.is_active:
            self._start_search()

    # ---- searching for the table ---------------------------------------------------------------------------------

    def _timer(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(then)
        return timer

    def _start_search(self) -> None:
        self._search_soon.stop()
        if self._identity.current.token:
            self._search.start(self._identity.current, self._known_place[0])

    def _stop_search(self) -> None:
        for each in (self._search_soon, self._search_ends, self._search):
            each.stop()

    def _on_found(self, address: str, port: int) -> None:
        self._search_ends.stop()
        self._connection.move_to(address, port)

    def _end_search(self) -> None:
        reason, args = self.error or ("lan.lost.timeout", self._place)
        self._close_with(reason, args)

    def _search_instead(self, reason: str) -> None:
        """What answers is not the table: search for it."""
        if self.welcome is not None:
            self._connection.give_up(reason)
        else:
            self._connection.close("left")
            self._on_connection_failed(reason)
        if self._search_soon.isActive():
            self._start_search()

    @property
    def _place(self) -> Pairs:
        return (("address", self.address), ("port", str(self.port)))

    def _close_with(self, reason: str, args: Pairs = ()) -> None:
        self.error = reason, args
        self.leave()
        self.disconnected.emit(reason, args)

    def _set_state(self, state: ConnectionState) -> None:
        if state is not self.state or state is ConnectionState.CONNECTING:
            self.state = state
            self.state_changed.emit(state)

    def _prove(self, challenge: Challenge) -> None:
        """Answer a challenge. Raises HandshakeError."""
        if self._handshake is None:
            raise HandshakeError("a challenge outside a handshake")
        try:
            self._connection.send(self._handshake.prove(challenge))
        except CodeWantedError:
            self._close_with("lan.away.code_needed")
        except OtherTableError as other:
            self._redirect(str(other))
        except UnprovenTableError:  # a false table, or the true one, whose host has removed this member
            if self.welcome is not None and not self._search_ends.isActive():
                self._search_ends.start()
            self._search_instead("lan.lost.unproven")

    def _redirect(self, table: str) -> None:
        """Another table answers at this address: connect again with the credentials for that one. A client that is a
        member of a table searches for it instead."""
        if self.welcome is not None or self._is_back:
            self._search_instead(_OTHER_TABLE)
            return
        self._redirects += 1
        if self._redirects > MOST_REDIRECTS:
            self._close_with(_OTHER_TABLE)
            return
        self._identity.switch_table(table)
        self._connection.reconnect()

    def _on_refused(self, reason: str, args: Pairs) -> None:
        """The table refuses the client. It may have forgotten this member, or be too busy for a returning one."""
        if reason == "lan.away.token" and self._identity.current.token and self.welcome is None:
            self._identity.forget()
            self._is_back = False
            self._stop_search()
            self._connection.reconnect()
        elif reason not in _BUSY or self.welcome is None:
            self._close_with(reason, args)

    def _on_welcome(self, welcome: Welcome) -> None:
        """The table admits the client. Raises HandshakeError."""
        if self._handshake is None or self._handshake.end(welcome) is not welcome:
            raise HandshakeError("a welcome outside a handshake")
        self._stop_search()
        self._known_place, self._known_as = (self.address, self.port), self._handshake.place
        self.table_id, self._handshake = self._handshake.table, None
        first, self.welcome = self.welcome is None, welcome
        self.error = None
        self._connection.on_admitted()
        self._identity.set_member(self.table_id, welcome)
        number = self._identity.save(self.address, self.port, welcome, first)
        if first:
            self._requests.start_at(number)
        if welcome.commitment != self.commitment:
            self.notice_received.emit(Noticed("lan.deal.changed"))
        if self.lobby is not None and self.rules is not None and self.rules.pack.identity == welcome.rules.identity:
            self._set_state(_STATES[self.lobby.state])
        elif self.rules is not None:
            self._change_rules(welcome.rules)
        elif self._changed_rules != welcome.rules:
            self._changed_rules = None
            self._set_state(ConnectionState.LOADING_RULES)
            self._transfer.start(welcome.rules)
        else:
            self._set_state(ConnectionState.LOADING_RULES)
        for command in self._requests.waiting if not first else ():
            self._connection.send(command)

    # ---- messages of the table ----------------------------------------------------------------------------------

    def _on_message(self, message: object) -> None:
        try:
            self._handle(message)
        except (HandshakeError, ViewSyncError):
            if self._handshake is not None and self.welcome is not None:
                self._search_instead("lan.lost.malformed")  # another program at the place of the table
            else:
                self._close_with("lan.lost.malformed")

    def _handle(self, message: object) -> None:
        match message:
            case Challenge():
                self._prove(message)
            case TurnedAway(reason, args):
                self._on_refused(reason, args)
            case Welcome():
                self._on_welcome(message)
            case Farewell(reason, args):
                self._close_with(reason, args)
            case Lobby():
                self._on_lobby(message)
            case Clocks():
                if not message.is_valid:
                    raise ViewSyncError("impossible clocks")
                self._clocks = message
                self._clocks_at = self._clock()
                self.clocks_changed.emit(message)
            case Bans(bans):
                self.bans = bans
                self.bans_changed.emit()
            case Told(seat):
                self._forward(seat, self._views.receive(message))
            case ProposedByHand(vote):
                self.proposals = {**self._open_proposals(), vote: message}
                self.proposals_changed.emit()
            case ProposedRules():
                self._on_proposed_rules(message)
            case RulesChanged(offer):
                self._change_rules(offer)
            case Said():
                text = sanitize_chat(message.text)
                self.chat_received.emit(replace(message, name=sanitize_name(message.name), text=text))
            case Noticed():
                self.notice_received.emit(message)
            case Sealed():
                self._open_share(message)
            case Revealed():
                self.chance_revealed.emit(message)
            case (
                Accepted()
                | Refused()
                | Reason()
                | Explanation()
                | Preview()
                | Standings()
                | Rules()
                | GameLook()
                | History()
                | SeatKnowledge()
                | Kept()
            ):
                self._on_answer(message)
            case _:
                raise ViewSyncError("not a message of a table")

    def _on_proposed_rules(self, message: ProposedRules) -> None:
        """Check rules that are voted on. The vote itself comes with the next Lobby, or has come before."""
        mine = self._proposed_house is not None and message.house == self._proposed_house
        self._rule_proposals.receive(message, self.rules, self.lobby.players if self.lobby else 2, mine)

    def _change_rules(self, offer: RulesOffer) -> None:
        """The match goes on under other rules: load them; what was received before is no longer shown."""
        if self.welcome is None:
            raise ViewSyncError("other rules before a welcome")
        self.welcome = replace(self.welcome, rules=offer)
        if self.rules is not None and self.rules.pack.identity == offer.identity:
            return
        self._views.outdate(None if self.lobby is None or self.lobby.watching != "delayed" else "")
        self._set_state(ConnectionState.LOADING_RULES)
        self.rules_changed.emit()
        self._changed_rules = offer
        self._load_changed_rules()

    def _load_changed_rules(self) -> None:
        """Load the rules that the match goes on under. If all others have agreed to this user's own proposal before its
        check is done here, they are loaded after it."""
        offer = self._changed_rules
        if offer is None or self._rule_proposals.is_checking_agreed(offer.identity):
            return
        self._changed_rules = None
        agreed = self._rule_proposals.consented(offer.identity)
        if agreed is None or not self._transfer.adopt(offer, agreed.house):
            self._transfer.start(offer)

    def _open_proposals(self) -> dict[int, ProposedByHand]:
        """Return the proposals whose vote is still open, as far as it is known."""
        votes = {vote.vote for vote in self.lobby.votes} if self.lobby else set()
        return {vote: proposal for vote, proposal in self.proposals.items() if vote in votes}

    def _on_lobby(self, lobby: Lobby) -> None:
        self._rule_proposals.keep({vote.vote for vote in lobby.votes} | self._announced(lobby))
        self.lobby = lobby
        if self.rules is not None:
            self.lobby_changed.emit(lobby)
            self._set_state(_STATES[lobby.state])

    def _announced(self, lobby: Lobby) -> set[int]:
        """Return the votes of proposals that have come before their Lobby: numbers above all that were seen."""
        seen = [vote.vote for each in (self.lobby, lobby) if each is not None for vote in each.votes]
        return {vote for vote in self._rule_proposals.all if vote > max(seen, default=0)}

    def _forward(self, seat: str, updates: SyncedUpdates) -> None:
        for each in updates:
            if isinstance(each, MissingEvents):
                self.send(partial(_ask_history, seat, each.after))
            elif self.rules is not None:
                self.updated.emit(seat, each)

    def _on_answer(self, answer: Answer) -> None:
        command = self._requests.take_answered(answer)
        match command, answer:
            case None, _:
                return
            case AskHistory(_, seat), History():
                if answer.seat == seat:
                    self._forward(seat, self._views.add_history(answer))
            case AskHistory(_, seat), Refused():
                self._forward(seat, self._views.without_history(seat))
            case AskLook(), GameLook():
                self._transfer.receive_look(answer)
            case AskLook(), Refused():
                self._transfer.receive_look(None)
            case AskRules(), Rules():
                self._transfer.receive(answer)
            case AskRules(), Refused(_, reason, args):
                self._close_with(reason, args)
            case AskInformation(), SeatKnowledge() | Refused():
                found = answer if isinstance(answer, SeatKnowledge) else None
                self.knowledge_received.emit(answer.request, found)
            case _, Kept():
                self.journal_received.emit(answer)
            case _:
                self.answered.emit(answer)

    # ---- rules --------------------------------------------------------------------------------------------------

    def _request_rules(self) -> None:
        self.send(AskLook)  # first: both are inspected together
        self.send(AskRules)

    def _request_look(self) -> None:
        self.send(AskLook)

    def _on_rules_ready(self) -> None:
        """The rules are known: announce what was received meanwhile."""
        if self.rules is not None and self.identities[-1:] != (self.rules.pack.identity,):
            self.identities += (self.rules.pack.identity,)
        if self.lobby is None or not self.state.is_connected:
            return
        self.lobby_changed.emit(self.lobby)
        self._set_state(_STATES[self.lobby.state])
        for seat, known in self._views.all_snapshots():
            self.updated.emit(seat, known)


def _ask_history(seat: str, after: int, request: int) -> AskHistory:
    return AskHistory(request, seat, after)

"""Somebody at a table elsewhere: knocks, comes in, hears, asks, and comes back by itself when the connection breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QTcpSocket

from app.lan.calling import Call
from app.lan.commands import Commands
from app.lan.credentials import Credential, Credentials, reserved
from app.lan.greeting import CodeWantedError, Comer, Greeting, GreetingError, OtherTableError
from app.lan.hearing import Heard, Hearing, HearingError, Wanted
from app.lan.limits import FIRST_RETRY, LAST_RETRY, RETRY_FOR, RULES
from app.lan.look_process import LookProcess
from app.lan.peer import Peer
from app.lan.plain import plain_name
from app.lan.proofs import new_nonce
from app.lan.protocol import (
    Answer,
    AskHistory,
    AskRules,
    Challenge,
    Command,
    Farewell,
    History,
    Kept,
    Lobby,
    Noticed,
    Pairs,
    Revealed,
    Rules,
    RulesOffer,
    Said,
    Told,
    TurnedAway,
    Welcome,
)
from app.lan.received import Offer, Shelf, TableRules, refusal
from app.lan.requests import Requests
from app.lan.stage import Stage
from app.lan.verdicts import Looked, Verdict, Wrong
from dsl.engine.messages import Changed, Refused

OWNER = "owner"  #: who comes with the owner's token
_MOST_SEATS = 100
_KEPT_SHARES = 100
_LARGEST_RULES = 2 * RULES  #: as they are sent: what is between the texts, and signs that take two letters there
_OTHERS = 3  #: so often somebody else's table may answer
#: Not now, but perhaps soon.
_BUSY = frozenset(f"lan.away.{why}" for why in ("busy", "late", "tries", "full", "address"))
_STAGES = {"gathering": Stage.GATHERING, "playing": Stage.PLAYING, "over": Stage.OVER}


class Guest(QObject, Commands):
    """One guest of one table, from `go` to `Stage.GONE`. What it sends while the connection is broken is sent later.

    Signals:
        stage_changed: It stands elsewhere with its table; carries the Stage.
        lobby: The table itself changed; carries the Lobby.
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
        shelf: Shelf,
        language: str = "en",
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.stage = Stage.SEEKING
        self.welcome: Welcome | None = None  #: the last one
        self.table: Lobby | None = None  #: the last one
        self.rules: TableRules | None = None
        self.trouble: tuple[str, Pairs] = ("", ())  #: why it is lost or gone
        self.address, self.port, self.table_id = "", 0, ""
        self.commitment = ""  #: to the chance of the match, as it was told first
        self._credentials, self._shelf, self._language, self._now = credentials, shelf, language, clock
        self._comer = Comer("")
        self._call: Call | None = None
        self._peer: Peer | None = None
        self._greeting: Greeting | None = None
        self._requests = Requests()
        self._hearings: dict[str, Hearing] = {}
        self._asked: Offer | None = None
        self._look: LookProcess | None = None
        self._looked_at: tuple[RulesOffer, Rules] | None = None
        self._others = 0
        self._since: float | None = None  #: when the connection broke
        self._delay = FIRST_RETRY
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._ring)

    # ---- coming and going ---------------------------------------------------------------------------------------

    def go(self, address: str, port: int, name: str, code: str = "", owner_token: str = "", table: str = "") -> None:
        """Knock at a table, as whoever one was there before; `table` is its id, if that is known."""
        self.address, self.port = address, port
        known = self._credentials.of(table) if table else self._credentials.at(address, port)
        self._comer = Comer(plain_name(name), self._language, code, table)
        if owner_token:
            self._comer = replace(self._comer, member=OWNER, token=owner_token)
        elif known is not None:
            self._comer = _known_as(self._comer, known)
        self._stand(Stage.SEEKING)
        self._ring()

    def leave(self, reason: str = "left") -> None:
        """Go on purpose. The seats wait, as the table sees fit."""
        self._part(reason)
        self._stand(Stage.GONE)

    def try_now(self) -> None:
        """Do not wait any longer for the next try."""
        if self.stage is Stage.LOST and self._retry.isActive():
            self._retry.start(0)

    @property
    def retry_in(self) -> float:
        """Seconds to the next try; 0 if one is under way, or none is needed."""
        return max(0, self._retry.remainingTime()) / 1000

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
        hearing = self._hearings.get(seat)
        return hearing.known if hearing else None

    # ---- asking -------------------------------------------------------------------------------------------------

    def post(self, make: Callable[[int], Command]) -> int:
        """Number a command and send it, now or when the table hears again; return the number."""
        command = self._requests.number(make)
        if self.stage.inside and self._peer is not None:
            self._peer.send(command)
        return command.request

    def _share(self) -> str:
        """Return a share of chance, remembered beyond the end of the program. The owner's would count for nothing: it
        could be chosen after all others."""
        if self.owner:
            return ""
        share = new_nonce()
        self._credentials.change(
            self.table_id, lambda each: replace(each, shares=(*each.shares, share)[-_KEPT_SHARES:])
        )
        return share

    @property
    def shares(self) -> tuple[str, ...]:
        """The shares of chance that one gave, also before the program was started again."""
        known = self._credentials.of(self.table_id)
        return known.shares if known else ()

    # ---- the connection -----------------------------------------------------------------------------------------

    def _ring(self) -> None:
        self._call = call = Call(self)
        call.reached.connect(self._reached)
        call.failed.connect(self._not_reached)
        call.ring(self.address, self.port)

    def _reached(self, socket: QTcpSocket) -> None:
        self._call = None
        self._peer = peer = Peer(socket, "guest", self)
        peer.heard.connect(self._hear)
        peer.gone.connect(self._peer_gone)
        self._greeting = Greeting(self._comer)
        if self.stage is Stage.SEEKING:
            self._stand(Stage.GREETING)
        peer.send(self._greeting.hello())

    def _not_reached(self, reason: str) -> None:
        self._call = None
        self._lose(reason)

    def _peer_gone(self, why: str) -> None:
        self._peer = None
        if why == "malformed":
            self._end("lan.lost.malformed")
        else:
            self._lose(f"lan.lost.{why}")

    def _lose(self, reason: str) -> None:
        """The table is not heard; whoever was in once tries again for a while."""
        if self.welcome is None:
            self._end(reason, (("address", self.address), ("port", str(self.port))))
            return
        now = self._now()
        if self._since is None:
            self._since = now
        if now - self._since > RETRY_FOR:
            self._end("lan.lost.given_up")
            return
        self.trouble = reason, (("address", self.address), ("port", str(self.port)))
        for hearing in self._hearings.values():
            hearing.lost()
        self._requests.forget_questions()
        self._retry.start(round(1000 * self._delay))
        self._delay = min(2 * self._delay, LAST_RETRY)
        self._stand(Stage.LOST)

    def _end(self, reason: str, args: Pairs = ()) -> None:
        self.trouble = reason, args
        self._part("left")
        self._stand(Stage.GONE)
        self.turned_away.emit(reason, args)

    def _part(self, reason: str) -> None:
        """Say goodbye, if anybody hears it, and let go of everything."""
        self._retry.stop()
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.heard.disconnect(self._hear)
            peer.gone.disconnect(self._peer_gone)
            peer.dismiss(reason)
        call, self._call = self._call, None
        if call is not None:
            call.give_up()
        self._stop_looking()

    def _stand(self, stage: Stage) -> None:
        if stage is not self.stage or stage is Stage.SEEKING:
            self.stage = stage
            self.stage_changed.emit(stage)

    # ---- what the table says ------------------------------------------------------------------------------------

    def _hear(self, message: object) -> None:
        try:
            self._take(message)
        except (GreetingError, HearingError):
            self._end("lan.lost.malformed")

    def _take(self, message: object) -> None:
        match message:
            case Challenge():
                self._prove(message)
            case TurnedAway(reason, args):
                self._turned(reason, args)
            case Welcome():
                self._come_in(message)
            case Farewell(reason, args):
                self._end(reason, args)
            case Lobby():
                self._look_around(message)
            case Told(seat):
                self._hand_on(seat, self._hearing(seat).told(message))
            case Said():
                self.said.emit(message)
            case Noticed():
                self.noticed.emit(message)
            case Revealed():
                self.revealed.emit(message)
            case _:
                self._take_answer(message)  # type: ignore[arg-type]  # the schema has nothing else

    def _prove(self, challenge: Challenge) -> None:
        if self._greeting is None or self._peer is None:
            raise GreetingError("nobody greets")
        try:
            self._peer.send(self._greeting.prove(challenge))
        except CodeWantedError:
            self._end("lan.away.code_needed")
        except OtherTableError as other:
            self._call_other(str(other))

    def _call_other(self, table: str) -> None:
        """Another table answers here: one may be known there, too. Whoever has lost a table looks for that one only."""
        self._others += 1
        if self.welcome is not None or self._others > _OTHERS:
            self._end("lan.lost.other_table")
            return
        known = self._credentials.of(table)
        self._comer = replace(self._comer, table=table, member="", token="")
        self._comer = _known_as(self._comer, known) if known else self._comer
        self._part("left")
        self._ring()

    def _turned(self, reason: str, args: Pairs) -> None:
        """Not let in: the table may have forgotten us, it may be too busy to let us in again, or it means it."""
        if reason == "lan.away.token" and self._comer.token and self.welcome is None:
            self._credentials.forget(self._greeting.table if self._greeting else "")
            self._comer = replace(self._comer, member="", token="")
            self._part("left")
            self._ring()
        elif not (reason in _BUSY and self.welcome is not None):
            self._end(reason, args)

    def _come_in(self, welcome: Welcome) -> None:
        if self._greeting is None or self._greeting.end(welcome) is not welcome:
            raise GreetingError("nobody greets")
        token = welcome.token or self._comer.token
        self.table_id, self._greeting = self._greeting.table, None
        self._comer = replace(self._comer, table=self.table_id, member=welcome.member, token=token)
        first, self.welcome = self.welcome is None, welcome
        self._since, self._delay, self.trouble = None, FIRST_RETRY, ("", ())
        self._remember(welcome, first)
        if self.rules is None or self.rules.pack.identity != welcome.rules.identity:
            self._stand(Stage.RULES)
            self._seek_rules(welcome.rules)
        else:
            self._stand(_STAGES[self.table.state] if self.table else Stage.RULES)
        for command in self._requests.waiting if not first else ():
            if self._peer is not None:
                self._peer.send(command)

    def _remember(self, welcome: Welcome, first: bool) -> None:
        known = self._credentials.of(self.table_id) or Credential(
            self.table_id, "", 0, "", (), "", "", welcome.commitment, (), 1, 0
        )
        known = replace(
            known, address=self.address, port=self.port, name=plain_name(welcome.name), titles=welcome.rules.titles,
            member=welcome.member, token=self._comer.token, seen=int(time.time()),
        )  # fmt: skip
        if first:
            number, known = reserved(known)
            self._requests.begin_at(number)
        self.commitment = known.commitment
        self._credentials.keep(known)
        if welcome.commitment != known.commitment:
            self.noticed.emit(Noticed("lan.deal.changed"))

    def _look_around(self, lobby: Lobby) -> None:
        self.table = lobby
        if self.rules is not None:
            self.lobby.emit(lobby)
            self._stand(_STAGES[lobby.state])

    def _hearing(self, seat: str) -> Hearing:
        if seat not in self._hearings:
            if len(self._hearings) >= _MOST_SEATS:
                raise HearingError("seats without end")
            self._hearings[seat] = Hearing(seat)
        return self._hearings[seat]

    def _hand_on(self, seat: str, heard: Heard) -> None:
        for each in heard:
            if isinstance(each, Wanted):
                after = each.after
                self.post(lambda request, after=after: AskHistory(request, seat, after))  # type: ignore[misc]
            elif self.rules is not None:
                self.told.emit(seat, each)

    def _take_answer(self, answer: Answer) -> None:
        command = self._requests.answered(answer)
        match command, answer:
            case None, _:
                return  # nobody asked, or the answer came once more
            case AskHistory(_, seat), History():
                if answer.seat == seat:
                    self._hand_on(seat, self._hearing(seat).history(answer))
            case AskHistory(_, seat), Refused():
                self._hand_on(seat, self._hearing(seat).no_history())
            case AskRules(), Rules():
                self._look_at(answer)
            case AskRules(), Refused(_, reason, args):
                self._end(reason, args)
            case _, Kept():
                self.kept.emit(answer)
            case _:
                self.answered.emit(answer)

    # ---- rules --------------------------------------------------------------------------------------------------

    def _seek_rules(self, offer: RulesOffer) -> None:
        """Have the rules, or ask for them; those that wait for consent still do."""
        if self._asked is not None and self._asked.offer == offer:
            return
        self._asked, self.rules = None, self._shelf.find(offer)
        if self.rules is not None:
            self._enter()
        elif offer.size > _LARGEST_RULES:
            self._end("lan.rules.too_large")
        else:
            self.post(AskRules)

    def _look_at(self, rules: Rules) -> None:
        offer = self.welcome.rules if self.welcome else None
        if offer is None or self._look is not None:
            return
        reason = refusal(offer, rules)
        if reason:
            self._end(reason)
            return
        self._look, self._looked_at = LookProcess(self), (offer, rules)
        self._look.done.connect(self._looked)
        self._look.ask(self._shelf.order(offer, rules, self._language))

    def _looked(self, verdict: Verdict) -> None:
        looked_at, self._look, self._looked_at = self._looked_at, None, None
        if isinstance(verdict, Wrong):
            self._end(verdict.reason, verdict.args)
        elif isinstance(verdict, Looked) and looked_at is not None:
            self._asked = Offer(*looked_at, verdict)
            self.offered.emit(self._asked)

    def accept_rules(self) -> None:
        """Play by the rules that were offered."""
        asked, self._asked = self._asked, None
        if asked is None:
            return
        self.rules = self._shelf.take(asked.offer, asked.rules)
        if self.rules is None:
            self._end("lan.rules.other")
        else:
            self._enter()

    def refuse_rules(self) -> None:
        """Do not play by them, and go."""
        self._asked = None
        self.leave("lan.rules.refused")

    def _stop_looking(self) -> None:
        look, self._look = self._look, None
        if look is not None:
            look.give_up()

    def _enter(self) -> None:
        """The rules are known: tell whoever listens what was heard meanwhile."""
        if self.table is None or self.stage is Stage.LOST:
            return
        self.lobby.emit(self.table)
        self._stand(_STAGES[self.table.state])
        for seat, hearing in self._hearings.items():
            if hearing.known is not None:
                self.told.emit(seat, hearing.known)


def _known_as(comer: Comer, known: Credential) -> Comer:
    return replace(comer, table=known.table, member=known.member, token=known.token)

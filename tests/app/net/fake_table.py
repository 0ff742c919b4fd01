"""Scripted table without a match, for tests of the client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QHostAddress, QTcpServer

from app.net.client.client import ConnectionState, TableClient
from app.net.client.credentials import Credentials
from app.net.client.ruleset_transfer import RulesetCache
from app.net.protocol.authentication import check_proof, key_of_code, key_of_token, make_table_proof
from app.net.protocol.connection import Connection
from app.net.protocol.messages import (
    VERSION,
    AskLook,
    AskRules,
    Challenge,
    GameLook,
    Hello,
    Lobby,
    Prove,
    Rules,
    RulesOffer,
    SeatState,
    Told,
    TurnedAway,
    Welcome,
)
from app.net.sandbox.worker import hash_of
from dsl.base.serialization import dumps
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table_messages import Changed, Refused
from dsl.match.view import EventView, View

POND = Path(__file__).parents[2] / "dsl" / "cli" / "pond"
LOBBY = Lobby("gathering", "", 2, (2, 3), (), (), (), (), "no", 0, False)

Reply = Callable[[Connection, object], bool]  #: whether the message has been answered


def view_at(position: int, seat: str = "red") -> View:
    return View("pond", seat, position, ("red", "blue"), 0, "", "", (), (), (), (), (), (), None, False, False, "")


def event(number: int, position: int = 0) -> EventView:
    return EventView(number, "note", (("text", str(number)),), (), position)


def told(seat: str, previous: int, *events: EventView, position: int = 0) -> Told:
    return Told(seat, previous, Changed(events, view_at(position, seat)))


def seat_of(colour: str, member: str, state: str = "held") -> SeatState:
    return SeatState(colour, state, "human", member, member, False, 0)  # type: ignore[arg-type]


def rules_of(pack: Ruleset, look: str = "") -> Rules:
    text = RulesetText(pack.text.files, pack.text.base)
    return Rules(0, text, tuple((house.source.name, house.source.text) for house in pack.house), look)


def offer_of(pack: Ruleset, rules: Rules | None = None) -> RulesOffer:
    rules = rules or rules_of(pack)
    titles = tuple(pack.titles.items())
    house = tuple(rules.title for rules in pack.house)
    return RulesOffer(pack.name, titles, pack.identity, house, hash_of(rules), len(dumps(rules)))


@dataclass
class Script:
    """Send a message of the table."""

    offer: RulesOffer
    rules: Rules
    look: GameLook | None = None
    code: str = ""
    table: str = "t1"
    commitment: str = ""
    member: str = "m1"
    token: str = "secret"
    refusal: TurnedAway | None = None
    lobby: Lobby = LOBBY
    at_once: tuple[object, ...] = ()  #: after the lobby
    reply: Reply = lambda peer, message: False
    heard: list[object] = field(default_factory=list)


class FakeTable(QObject):
    """Listens on loopback."""

    def __init__(self, script: Script, parent: QObject) -> None:
        super().__init__(parent)
        self.script = script
        self.peers: list[Connection] = []
        self.hello: Hello | None = None
        self._nonce = "0" * 32
        self._server = QTcpServer(self)
        self._server.newConnection.connect(self._accept)
        assert self._server.listen(QHostAddress("127.0.0.1"), 0)
        self.port = self._server.serverPort()
        self.place = ""  #: where it says that it was reached; empty: where it was

    def close(self, reason: str = "") -> None:
        self._server.close()
        self.cut(reason)

    def open_again(self) -> None:
        assert self._server.listen(QHostAddress("127.0.0.1"), self.port)

    def move_into(self, ports: Iterable[int]) -> None:
        """Open again at the first free one of other ports."""
        assert any(self._server.listen(QHostAddress("127.0.0.1"), port) for port in ports)
        self.port = self._server.serverPort()

    def cut(self, reason: str = "") -> None:
        for peer in self.peers:
            if reason:
                peer.close(reason)
            else:
                peer.abort("cut")
        self.peers = []

    def say(self, message: object) -> None:
        self.peers[-1].send(message)

    def put(self, data: bytes) -> None:
        """Bytes that no peer would send."""
        self.peers[-1]._socket.write(data)

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            peer = Connection(self._server.nextPendingConnection(), "table", self)
            peer.received.connect(partial(self._hear, peer))
            self.peers.append(peer)

    def _hear(self, peer: Connection, message: object) -> None:
        script = self.script
        script.heard.append(message)
        if script.reply(peer, message):
            return
        match message:
            case Hello():
                self.hello = message
                peer.send(self.challenge(peer, message))
            case Prove():
                self._let_in(peer, message)
            case AskLook(request) if script.look is not None:
                peer.send(replace(script.look, request=request))
            case AskRules(request):
                peer.send(replace(script.rules, request=request))
            case _ if hasattr(message, "request"):
                peer.send(Refused(message.request, "refused.over"))

    def challenge(self, peer: Connection, hello: Hello) -> Challenge:
        """The table's first message."""
        script, place, proof = self.script, self.place or peer.own_place, ""
        if hello.member == script.member and script.token:
            proof = make_table_proof(key_of_token(script.token), script.table, self._nonce, hello.nonce, place)
        return Challenge(VERSION, script.table, self._nonce, bool(script.code), place, proof)

    def _let_in(self, peer: Connection, prove: Prove) -> None:
        script, hello = self.script, self.hello
        assert hello is not None
        back = hello.member == script.member and self._proved(key_of_token(script.token), prove.token)
        refusal = script.refusal
        if hello.member and not back:
            refusal = TurnedAway("lan.away.token")
        elif script.code and not back and not self._proved(key_of_code(script.code), prove.code):
            refusal = TurnedAway("lan.away.code_wrong")
        if refusal is not None:
            peer.close(refusal.reason, refusal.args)
            return
        token = "" if back else script.token
        peer.send(Welcome(VERSION, "Ann's", script.member, token, False, script.offer, script.commitment))
        for message in (script.lobby, *script.at_once):
            peer.send(message)

    def _proved(self, key: str, given: str) -> bool:
        assert self.hello is not None
        return check_proof(key, given, self.script.table, self._nonce, self.hello.nonce)


class Ear:
    """All messages of a client."""

    def __init__(self, guest: TableClient) -> None:
        self.stages: list[ConnectionState] = []
        self.lobbies: list[object] = []
        self.told: list[tuple[str, object]] = []
        self.answers: list[object] = []
        self.ends: list[tuple[str, object]] = []
        self.offers: list[object] = []
        self.noticed: list[object] = []
        self.said: list[object] = []
        guest.state_changed.connect(self.stages.append)
        guest.lobby_changed.connect(self.lobbies.append)
        guest.updated.connect(self._told)
        guest.answered.connect(self.answers.append)
        guest.disconnected.connect(self._ended)
        guest.rules_offered.connect(self.offers.append)
        guest.notice_received.connect(self.noticed.append)
        guest.chat_received.connect(self.said.append)

    def _told(self, seat: str, news: object) -> None:
        self.told.append((seat, news))

    def _ended(self, reason: str, args: object) -> None:
        self.ends.append((reason, args))


def client_at(
    folder: Path, official: Path, parent: QObject, language: str = "en", clock: Callable[[], float] = time.monotonic
) -> TableClient:
    """Return a client with its files in a folder and these official games."""
    credentials = Credentials(folder / "tables.json")
    return TableClient(
        credentials,
        RulesetCache(official, folder / "rulesets", folder / "received", folder / "house"),
        language,
        parent,
        clock,
    )


def pond() -> Ruleset:
    return load(POND)

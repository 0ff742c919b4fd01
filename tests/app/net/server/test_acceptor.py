"""Admission of clients, and the reasons of refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QHostAddress, QTcpServer, QTcpSocket
from pytestqt.qtbot import QtBot

from app.net.protocol.authentication import (
    key_of_code,
    key_of_token,
    make_proof,
    make_table_proof,
    new_code,
    new_nonce,
    new_token,
)
from app.net.protocol.connection import Connection
from app.net.protocol.framing import TABLE_GREETINGS, TABLE_MESSAGES, FrameReader, frames_of
from app.net.protocol.limits import (
    CONNECTIONS,
    CONNECTIONS_OF_ADDRESS,
    FRAME,
    FRAME_BEFORE_WELCOME,
    NOT_GREETED,
    WRONG_CODES_PER_MINUTE,
)
from app.net.protocol.messages import (
    VERSION,
    VERSIONS,
    Challenge,
    ClientMessage,
    Farewell,
    Hello,
    Prove,
    RulesOffer,
    Say,
    TurnedAway,
    Welcome,
)
from app.net.server.acceptor import Acceptor, Capacity, to_evict
from tests.app.net.raw_connections import Clock, until

ENDED = QTcpSocket.SocketState.UnconnectedState
OFFER = RulesOffer("game", (("en", "Game"),), "0" * 64, (), "0" * 64, 10)
CODE = new_code()


class BareRoom:
    """A room with nothing in it but members."""

    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}
        self.there: dict[str, Connection] = {}
        self.said: list[tuple[str, object]] = []
        self.lost: list[str] = []
        self.why_not: TurnedAway | None = None

    def key_of(self, member: str) -> str | None:
        return key_of_token(self.tokens[member]) if member in self.tokens else None

    def admit(self, connection: Connection, name: str, member: str, now: float) -> str | TurnedAway:
        if self.why_not:
            return self.why_not
        if member in self.there:
            self.there[member].close("superseded")
        who = member or f"m{len(self.tokens)}"
        self.tokens.setdefault(who, new_token())
        self.there[who] = connection
        connection.send(Welcome(VERSION, "table", who, "" if member else self.tokens[who], False, OFFER, ""))
        return who

    def receive(self, member: str, message: ClientMessage, now: float) -> None:
        if isinstance(message, Say) and message.text == "bug":
            raise ArithmeticError("a mistake of ours")
        self.said.append((member, message))

    def on_disconnected(self, member: str, connection: Connection, now: float) -> None:
        self.lost.append(member)
        if self.there.get(member) is connection:
            del self.there[member]


class Guest:
    """The other end, in bytes."""

    def __init__(self, port: int, parent: QObject, until: Callable[[Callable[[], bool]], None]) -> None:
        self.socket = QTcpSocket(parent)
        self.socket.connectToHost("127.0.0.1", port)
        self.reader = FrameReader((*TABLE_GREETINGS, *TABLE_MESSAGES), FRAME, parts=True)
        self.until = until
        self.nonce = new_nonce()

    def say(self, message: object) -> None:
        for frame in frames_of(message, FRAME_BEFORE_WELCOME):
            self.socket.write(frame)

    def listen(self) -> object:
        self.until(lambda: self.socket.bytesAvailable() > 0 or self.reader.buffered_bytes > 0)
        self.reader.feed(bytes(self.socket.readAll().data()))
        return self.reader.next()

    def hello(self, member: str = "", versions: tuple[int, int] = VERSIONS) -> object:
        self.say(Hello(*versions, "test", "Ann", "en", member, self.nonce))
        return self.listen()

    def prove(self, challenge: object, code: str = "", token: str = "") -> object:
        assert isinstance(challenge, Challenge)
        keys = key_of_code(code) if code else "", key_of_token(token) if token else ""
        proofs = (make_proof(key, challenge.table, challenge.nonce, self.nonce) if key else "" for key in keys)
        self.say(Prove(*proofs))
        return self.listen()

    def enter(self, member: str = "", code: str = "", token: str = "") -> object:
        return self.prove(self.hello(member), code, token)


class Listener:
    """An acceptor on loopback."""

    def __init__(self, qtbot: QtBot, code: str, capacity: Capacity) -> None:
        self.qtbot = qtbot
        self.clock = Clock()
        self.room = BareRoom()
        self.parent = QObject()
        self.acceptor = Acceptor(
            "table-1", key_of_code(code) if code else None, self.room, capacity, self.parent, self.clock
        )
        self.server = QTcpServer(self.parent)
        self.server.newConnection.connect(self._arrive)
        assert self.server.listen(QHostAddress("127.0.0.1"), 0)
        self.refused: list[str] = []
        self.acceptor.refused.connect(self._note)

    def _arrive(self) -> None:
        while self.server.hasPendingConnections():
            self.acceptor.accept(self.server.nextPendingConnection())

    def _note(self, address: str, reason: str) -> None:
        assert address == "127.0.0.1"
        self.refused.append(reason)

    def until(self, holds: Callable[[], bool]) -> None:
        until(holds)

    def guest(self) -> Guest:
        guest = Guest(self.server.serverPort(), self.parent, self.until)
        self.until(lambda: guest.socket.state() in (ENDED, QTcpSocket.SocketState.ConnectedState))
        return guest

    def close(self) -> None:
        self.server.close()
        for caller in tuple(self.acceptor._connections):
            caller.peer.abort("test")
        self.until(lambda: self.acceptor.is_empty)
        self.parent.deleteLater()


Open = Callable[..., Listener]


@pytest.fixture
def listener_of(qtbot: QtBot) -> Iterator[Open]:
    listeners: list[Listener] = []

    def make(code: str = "", capacity: Capacity | None = None) -> Listener:
        listeners.append(Listener(qtbot, code, capacity or Capacity()))
        return listeners[-1]

    yield make
    for listener in listeners:
        listener.close()


@pytest.fixture
def listener(listener_of: Open) -> Listener:
    return listener_of()


def test_a_new_client_is_admitted_and_its_messages_arrive(listener: Listener) -> None:
    guest = listener.guest()
    welcome = guest.enter()
    assert isinstance(welcome, Welcome)
    guest.say(Say(1, "hi"))
    listener.until(lambda: listener.room.said == [(welcome.member, Say(1, "hi"))])
    guest.socket.abort()
    listener.until(lambda: listener.room.lost == [welcome.member])
    assert listener.acceptor.is_empty


def test_a_farewell_is_processed_before_the_disconnection(listener: Listener) -> None:
    guest = listener.guest()
    guest.enter()
    guest.say(Farewell("bye"))
    listener.until(lambda: listener.room.lost == ["m0"])
    assert listener.room.said == [("m0", Farewell("bye"))]


@pytest.mark.parametrize(
    ("versions", "answer"),
    [
        ((1, 1), TurnedAway("lan.away.older", (("version", str(VERSIONS[0])),))),
        ((VERSION + 1, 99), TurnedAway("lan.away.newer", (("version", str(VERSION)),))),
    ],
)
def test_incompatible_versions_are_reported(listener: Listener, versions: tuple[int, int], answer: TurnedAway) -> None:
    assert listener.guest().hello(versions=versions) == answer


def test_the_newest_common_version_is_used(listener: Listener) -> None:
    challenge = listener.guest().hello(versions=(0, VERSION + 2))
    assert isinstance(challenge, Challenge)
    assert (challenge.version, challenge.table, challenge.code) == (VERSION, "table-1", False)


def test_a_table_proves_to_its_members_alone_that_it_knows_them(listener: Listener) -> None:
    welcome = listener.guest().enter()
    assert isinstance(welcome, Welcome)
    for member, known in ((welcome.member, True), ("m99", False), ("", False)):
        guest = listener.guest()
        challenge = guest.hello(member)
        assert isinstance(challenge, Challenge)
        assert challenge.place == f"127.0.0.1:{listener.server.serverPort()}"
        made = make_table_proof(
            key_of_token(welcome.token), challenge.table, challenge.nonce, guest.nonce, challenge.place
        )
        assert challenge.proof == (made if known else "")


def test_a_table_with_a_code_requires_its_proof(listener_of: Open) -> None:
    listener = listener_of(CODE)
    assert isinstance(listener.guest().enter(code=CODE.lower()), Welcome)
    assert listener.guest().enter() == TurnedAway("lan.away.code_needed")
    assert listener.guest().enter(code="WRONG") == TurnedAway("lan.away.code_wrong")
    assert listener.refused == ["lan.away.code_needed", "lan.away.code_wrong"]


def test_a_thousand_wrong_codes_and_tokens_are_refused(listener_of: Open) -> None:
    """After five attempts a minute, all codes are refused unchecked; a valid token is always accepted."""
    listener = listener_of(CODE)
    welcome = listener.guest().enter(code=CODE)
    assert isinstance(welcome, Welcome)
    answers = []
    for number in range(1000):
        guest, member = listener.guest(), ("", "m0", "m77")[number % 3]
        answers.append(guest.enter(member, code="WRONG", token=new_token()))
        guest.socket.abort()
    assert [answer.reason for answer in answers[:6]] == [
        "lan.away.code_wrong",
        "lan.away.token",
        "lan.away.token",
        "lan.away.code_wrong",
        "lan.away.token",
        "lan.away.tries",
    ]
    assert {answer.reason for answer in answers[WRONG_CODES_PER_MINUTE:]} == {"lan.away.tries"}
    assert listener.guest().enter(code=CODE) == TurnedAway("lan.away.tries", (("seconds", "61"),))
    assert isinstance(listener.guest().enter("m0", token=welcome.token), Welcome)
    listener.clock.time += 61
    assert isinstance(listener.guest().enter(code=CODE), Welcome)


def test_a_proof_is_valid_once(listener_of: Open) -> None:
    """An eavesdropper that repeats a recorded handshake is refused."""
    listener = listener_of(CODE)
    first, second = listener.guest(), listener.guest()
    second.nonce = first.nonce
    challenge, other = first.hello(), second.hello()
    assert isinstance(challenge, Challenge)
    said = Prove(make_proof(key_of_code(CODE), challenge.table, challenge.nonce, first.nonce), "")
    first.say(said)
    assert isinstance(first.listen(), Welcome)
    second.say(said)
    assert other != challenge
    assert second.listen() == TurnedAway("lan.away.code_wrong")


def test_a_reconnection_replaces_a_half_open_connection(listener_of: Open) -> None:
    listener = listener_of(capacity=Capacity(connections=1))
    first = listener.guest()
    welcome = first.enter()
    assert isinstance(welcome, Welcome)
    again = listener.guest()
    assert again.enter("m0", token=welcome.token) == Welcome(VERSION, "table", "m0", "", False, OFFER, "")
    assert first.listen() == Farewell("superseded")
    first.socket.abort()
    listener.until(lambda: listener.room.lost == ["m0"])
    again.say(Say(1, "here"))
    listener.until(lambda: listener.room.said == [("m0", Say(1, "here"))])


def test_the_number_of_members_is_limited(listener_of: Open) -> None:
    listener = listener_of(capacity=Capacity(of_address=100))
    guests: list[Guest] = []
    for _ in range(CONNECTIONS):
        guests.append(listener.guest())
        assert isinstance(guests[-1].enter(), Welcome)
    assert listener.guest().enter() == TurnedAway("lan.away.full", (("most", "16"),))
    guests[0].socket.abort()
    listener.until(lambda: listener.room.lost == ["m0"])
    assert isinstance(listener.guest().enter(), Welcome)


def test_connections_of_one_address_are_limited(listener: Listener) -> None:
    for _ in range(CONNECTIONS_OF_ADDRESS):
        assert isinstance(listener.guest().enter(), Welcome)
    assert listener.guest().enter() == TurnedAway("lan.away.address", (("most", "8"),))


def test_pending_connections_are_limited_and_the_oldest_is_evicted(listener: Listener) -> None:
    waiting = [listener.guest() for _ in range(NOT_GREETED)]
    newcomer = listener.guest()
    assert waiting[0].listen() == TurnedAway("lan.away.busy")
    assert isinstance(newcomer.enter(), Welcome)
    assert isinstance(waiting[1].enter(), Welcome)


@pytest.mark.parametrize(
    ("waiting", "goes"),
    [
        ("a1 a1 a1", 0),
        ("a1 a1 a1 a1 b1", 0),
        ("b1 a1 a1 a1 c1", 1),
        ("a1 b1 c1", 0),
        ("a1 a2 b1 b1", 0),  # the network that holds most, in it the oldest
        ("b1 a1 a2 a2", 2),  # in it the address that holds most
        ("a1* a1 a1", 1),  # a new client before a returning member
        ("a1* a1* b1", 0),
        ("a1* b1", 0),
    ],
)
def test_the_largest_group_of_waiting_connections_is_evicted(waiting: str, goes: int) -> None:
    known = [(f"10.0.{ord(word[0])}.{word[1]}", word.endswith("*")) for word in waiting.split()]
    assert to_evict(known) == goes


def test_a_flood_of_connections_is_closed_and_leaks_nothing(listener: Listener) -> None:
    guests = [listener.guest() for _ in range(100)]
    listener.until(lambda: len(listener.acceptor._connections) <= NOT_GREETED + 33)
    assert isinstance(listener.guest().enter(), Welcome), "a flood does not lock out others"
    listener.clock.time += 10
    listener.until(lambda: not any(guest.socket.state() is not ENDED for guest in guests[:40]))
    for guest in guests:
        guest.socket.abort()
    listener.room.there["m0"].abort("test")
    listener.until(lambda: listener.acceptor.is_empty)


@pytest.mark.parametrize("message", [Prove("", ""), Say(1, "hi"), Farewell("bye")])
def test_an_unexpected_message_ends_the_handshake(listener: Listener, message: object) -> None:
    guest = listener.guest()
    guest.say(message)
    assert guest.listen() == TurnedAway("lan.away.malformed")


def test_a_second_handshake_is_refused(listener: Listener) -> None:
    guest = listener.guest()
    guest.hello()
    assert guest.hello() == TurnedAway("lan.away.malformed")


def test_messages_of_the_room_are_forwarded(listener: Listener) -> None:
    listener.room.why_not = TurnedAway("lan.away.record")
    assert listener.guest().enter() == TurnedAway("lan.away.record")


def test_an_exception_closes_one_connection_and_is_reported(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: told.append(kind))
    one, other = listener.guest(), listener.guest()
    one.enter()
    other.enter()
    one.say(Say(1, "bug"))
    assert one.listen() == Farewell("lan.away.failed")
    assert told == [ArithmeticError]
    other.say(Say(1, "hi"))
    listener.until(lambda: listener.room.said == [("m1", Say(1, "hi"))])

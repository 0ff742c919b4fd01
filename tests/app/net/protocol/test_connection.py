"""Connection with every limit of `limits` that applies to a peer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.net.protocol.connection import Side
from app.net.protocol.framing import TABLE_GREETINGS, TABLE_MESSAGES, frames_of
from app.net.protocol.limits import (
    AWAY_AFTER,
    BURST,
    FRAME,
    FRAME_BEFORE_WELCOME,
    FRAMES_PER_SECOND,
    HEARTBEAT,
    HELLO_WITHIN,
    KIB,
    QUEUE,
    QUEUE_MOST,
    READ_BUFFER,
    STALLED,
)
from app.net.protocol.messages import (
    VERSION,
    VERSIONS,
    Farewell,
    Hello,
    Kept,
    Ping,
    Pong,
    RulesOffer,
    Said,
    Say,
    TurnedAway,
    Welcome,
)
from tests.app.net.raw_connections import Clock, Wire

HELLO = Hello(*VERSIONS, "test", "Ann", "en", "", "00")
OFFER = RulesOffer("game", (("en", "Game"),), "0" * 64, (), "0" * 64, 10)
WELCOME = Welcome(VERSION, "table", "m1", "t", False, OFFER, "")

Connect = Callable[[Side], Wire]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connect(qtbot: QtBot, clock: Clock) -> Connect:
    parent = QObject()
    wires: list[Wire] = []

    def make(side: Side) -> Wire:
        wires.append(Wire(qtbot, parent, side, clock))
        return wires[-1]

    yield make
    for wire in wires:
        wire.peer.abort("test")
        wire.bare.abort()
    qtbot.waitUntil(lambda: all(wire.gone for wire in wires))
    parent.deleteLater()


@pytest.fixture
def wire(connect: Connect) -> Wire:
    """At the table, in the middle of the greeting."""
    return connect("table")


@pytest.fixture
def welcomed(wire: Wire) -> Wire:
    wire.peer.send(WELCOME)
    wire.until(lambda: wire.bare.bytesAvailable() > 0)
    assert wire.got(TABLE_GREETINGS) == [WELCOME]
    return wire


def said(message: object) -> bytes:
    return b"".join(frames_of(message))


def test_messages_arrive_in_any_fragmentation(wire: Wire) -> None:
    for byte in said(HELLO):
        wire.put(bytes([byte]))
    wire.until(lambda: wire.heard == [HELLO])


def test_before_welcome_only_handshake_messages_are_accepted(wire: Wire) -> None:
    wire.put(said(Say(1, "hi")))
    wire.until(lambda: wire.gone == ["malformed"] or wire.bare.bytesAvailable() > 0)
    assert wire.got(TABLE_GREETINGS) == [TurnedAway("lan.away.malformed")]
    assert wire.heard == []


def test_after_welcome_handshake_messages_are_refused(welcomed: Wire) -> None:
    welcomed.put(said(HELLO))
    welcomed.until(lambda: welcomed.bare.bytesAvailable() > 0)
    assert welcomed.got(TABLE_MESSAGES) == [Farewell("lan.away.malformed")]


@pytest.mark.parametrize(("length", "fits"), [(FRAME_BEFORE_WELCOME - 4, True), (FRAME_BEFORE_WELCOME - 3, False)])
def test_before_welcome_frames_are_short(wire: Wire, length: int, fits: bool) -> None:
    wire.put(length.to_bytes(4, "big"))
    if fits:
        wire.put(b" " * (length - 2) + b"[]")
    wire.until(lambda: wire.bare.bytesAvailable() > 0)  # of neither a message can be made
    assert wire.got(TABLE_GREETINGS) == [TurnedAway("lan.away.malformed")]


def test_after_welcome_frames_are_longer(welcomed: Wire) -> None:
    long = Say(1, "x" * (8 * KIB))
    welcomed.put(said(long))
    welcomed.until(lambda: welcomed.heard == [long])
    welcomed.put((FRAME - 3).to_bytes(4, "big"))
    welcomed.until(lambda: welcomed.bare.bytesAvailable() > 0)
    assert welcomed.got(TABLE_MESSAGES) == [Farewell("lan.away.malformed")]


def test_the_longest_welcome_fits_into_a_handshake_frame(connect: Connect) -> None:
    guest, table = connect("client"), connect("table")
    long = Welcome(VERSION, "table", "m1", "t", False, RulesOffer("g", (), "0", ("A title " * 50,) * 20, "0", 1), "")
    table.peer.send(long)
    table.until(lambda: table.bare.bytesAvailable() > FRAME_BEFORE_WELCOME)
    guest.put(bytes(table.bare.readAll().data()) + said(Said("m", "Ann", "x" * 5000, "")))
    guest.until(lambda: guest.heard == [long, Said("m", "Ann", "x" * 5000, "")])
    assert guest.peer.handshake_done


def test_a_connection_without_handshake_times_out(wire: Wire, clock: Clock) -> None:
    clock.time += HELLO_WITHIN
    wire.put(said(HELLO)[:-1])
    wire.peer._check_time()
    assert wire.peer.is_open
    clock.time += 0.1
    wire.until(lambda: wire.bare.bytesAvailable() > 0)
    assert wire.got(TABLE_GREETINGS) == [TurnedAway("lan.away.late")]
    clock.time += 2
    wire.until(lambda: wire.gone == ["late"])


def test_a_silent_connection_is_pinged(welcomed: Wire, clock: Clock) -> None:
    welcomed.put(said(Ping(7)))
    welcomed.until(lambda: welcomed.bare.bytesAvailable() > 0)
    assert welcomed.got(TABLE_MESSAGES) == [Pong(7)]
    clock.time += HEARTBEAT + 0.1
    welcomed.until(lambda: welcomed.bare.bytesAvailable() > 0)
    assert welcomed.got(TABLE_MESSAGES) == [Ping(1)]
    clock.time += AWAY_AFTER - HEARTBEAT - 0.2
    welcomed.put(said(Pong(1)))
    welcomed.until(lambda: welcomed.peer._last_heard == clock.time)
    clock.time += AWAY_AFTER
    welcomed.until(lambda: len(welcomed.got(TABLE_MESSAGES)) > 0)
    assert welcomed.gone == []
    clock.time += 0.1
    welcomed.until(lambda: welcomed.gone == ["silent"])
    assert welcomed.heard == []


def test_what_came_while_the_process_was_busy_is_read_before_the_connection_ends(welcomed: Wire, clock: Clock) -> None:
    welcomed.put(said(Say(1, "I am here")))
    clock.time += AWAY_AFTER + 0.1  # no event was handled meanwhile
    welcomed.peer._check_time()
    welcomed.until(lambda: bool(welcomed.heard) or bool(welcomed.gone))
    welcomed.peer._check_time()
    assert welcomed.heard == [Say(1, "I am here")]
    assert welcomed.gone == []


def test_incomplete_frames_do_not_count_as_activity(welcomed: Wire, clock: Clock) -> None:
    long = said(Say(1, "x" * 1000))
    for byte in long[:16]:
        clock.time += 1
        welcomed.put(bytes([byte]))
        welcomed.until(lambda: not welcomed.bare.bytesToWrite())
    welcomed.until(lambda: welcomed.gone == ["silent"])


def test_a_fast_sender_is_throttled(welcomed: Wire, clock: Clock, qtbot: QtBot) -> None:
    frames = [said(Say(number, "")) for number in range(BURST + 2 * FRAMES_PER_SECOND)]
    welcomed.put(b"".join(frames))
    welcomed.until(lambda: len(welcomed.heard) == BURST)
    clock.time += 1
    welcomed.until(lambda: len(welcomed.heard) == BURST + FRAMES_PER_SECOND)
    qtbot.wait(100)
    assert len(welcomed.heard) == BURST + FRAMES_PER_SECOND
    clock.time += 1
    welcomed.until(lambda: len(welcomed.heard) == len(frames))
    assert [message.request for message in welcomed.heard] == list(range(len(frames)))


def test_a_flood_is_closed_and_its_buffers_are_freed(welcomed: Wire) -> None:
    welcomed.put(said(Say(1, "x" * 100)) * (4 * READ_BUFFER // 100))
    welcomed.until(lambda: welcomed.bare.bytesAvailable() > 0)
    assert welcomed.got(TABLE_MESSAGES) == [Farewell("lan.away.flood")]
    assert len(welcomed.heard) == BURST
    assert welcomed.peer._reader.buffered_bytes <= FRAME
    assert welcomed.peer._socket.readBufferSize() == READ_BUFFER


def test_a_client_does_not_throttle_its_table(connect: Connect) -> None:
    wire = connect("client")
    wire.put(b"".join(frames_of(WELCOME, FRAME_BEFORE_WELCOME)) + said(Said("m", "Ann", "hi", "")) * 500)
    wire.until(lambda: len(wire.heard) == 501)


def test_messages_before_the_disconnection_are_processed(connect: Connect) -> None:
    wire = connect("client")
    wire.put(said(WELCOME) + said(Said("m", "Ann", "hi", "")) * 100 + said(Farewell("lan.bye")))
    wire.bare.disconnectFromHost()
    wire.until(lambda: wire.gone == ["closed"])
    assert len(wire.heard) == 102
    assert wire.heard[-1] == Farewell("lan.bye")


def test_a_slow_reader_is_behind_and_then_disconnected(welcomed: Wire) -> None:
    news = Kept(1, "x" * (QUEUE // 4))
    welcomed.bare.setReadBufferSize(1)
    welcomed.peer.send(news)
    assert not welcomed.peer.is_congested
    for _ in range(8):
        welcomed.peer.send(news)
    assert welcomed.peer.is_congested
    for _ in range(100):
        welcomed.peer.send(news)
    assert welcomed.peer.unsent_bytes < QUEUE_MOST + QUEUE
    welcomed.until(lambda: welcomed.gone == ["slow"])


def test_a_reader_that_catches_up_is_no_longer_behind(welcomed: Wire) -> None:
    for _ in range(8):
        welcomed.peer.send(Kept(1, "x" * (QUEUE // 4)))
    assert welcomed.peer.is_congested
    welcomed.until(lambda: welcomed.bare.readAll() is not None and not welcomed.peer.unsent_bytes)
    assert not welcomed.peer.is_congested
    assert welcomed.gone == []


def test_a_peer_that_does_not_read_is_disconnected(welcomed: Wire, clock: Clock) -> None:
    welcomed.bare.setReadBufferSize(1)
    for _ in range(6):
        welcomed.peer.send(Kept(1, "x" * (QUEUE // 4)))
        welcomed.until(lambda: True)
    began = clock.time
    while not welcomed.gone:
        clock.time += 1
        welcomed.put(said(Pong(1)))
        welcomed.until(lambda: bool(welcomed.gone) or welcomed.peer._last_heard == clock.time)
        welcomed.peer._check_time()
    assert welcomed.gone == ["slow"]
    assert clock.time > began + STALLED


def test_a_closing_connection_sends_the_reason_and_ignores_input(welcomed: Wire, clock: Clock) -> None:
    welcomed.peer.close("lan.bye", (("by", "Ann"),))
    welcomed.put(said(Say(1, "wait")))
    welcomed.until(lambda: welcomed.bare.bytesAvailable() > 0)
    assert welcomed.got(TABLE_MESSAGES) == [Farewell("lan.bye", (("by", "Ann"),))]
    welcomed.peer.send(Ping(1))
    welcomed.peer.close("again")
    welcomed.bare.disconnectFromHost()
    welcomed.until(lambda: welcomed.gone == ["dismissed"])
    assert welcomed.heard == []


def test_closed_is_emitted_once_and_never_within_a_call(wire: Wire) -> None:
    wire.peer.abort("first")
    wire.peer.abort("second")
    wire.peer.close("third")
    assert wire.gone == []
    wire.until(lambda: wire.gone == ["first"])
    wire.peer.send(Ping(1))
    wire.peer.abort("fourth")
    assert (wire.peer.is_open, wire.peer.is_congested) == (False, False)
    wire._qtbot.wait(20)
    assert wire.gone == ["first"]


def test_a_broken_connection_reports_the_reason(welcomed: Wire) -> None:
    welcomed.bare.abort()
    welcomed.until(lambda: welcomed.gone in (["closed"], ["reset"]))

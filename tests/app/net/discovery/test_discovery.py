"""Browser and responder over the sockets of this computer. For networks: tests/soak/discovery.py."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtNetwork import QHostAddress, QUdpSocket
from pytestqt.qtbot import QtBot

from app.net.discovery.browser import FoundTable, TableBrowser
from app.net.discovery.datagrams import ANSWER_MOST, Here, Poster, Seek, bytes_of, read_here
from app.net.discovery.interfaces import LOOPBACK
from app.net.discovery.responder import DiscoveryResponder, ReplyLimiter, may_answer
from app.net.protocol.limits import ANSWERS_TO_ADDRESS, DATAGRAMS_AT_ONCE, GONE_AFTER, TABLES_HERE
from tests.app.net.posters import FEN, another, free_port

NONCE = "abcdefghij"
Opened = Callable[..., DiscoveryResponder]
Looking = Callable[..., TableBrowser]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def beacon(qapp: QCoreApplication, port: int) -> Iterator[Opened]:
    """Open responders, and check that each opens, or why it cannot."""
    opened: list[DiscoveryResponder] = []

    def open_one(poster: Poster = FEN, here_only: bool = False, problem: str | None = None) -> DiscoveryResponder:
        opened.append(DiscoveryResponder(lambda: poster, port=port, here_only=here_only, clock=lambda: 0.0))
        assert opened[-1].open() == problem
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture
def nearby(qapp: QCoreApplication, port: int) -> Iterator[Looking]:
    """Look for tables on this computer only."""
    opened: list[TableBrowser] = []

    def look(targets: tuple[str, ...] = LOOPBACK, clock: Callable[[], float] = lambda: 0.0) -> TableBrowser:
        opened.append(TableBrowser(port=port, targets=lambda: targets, clock=clock))
        opened[-1].open()
        return opened[-1]

    yield look
    for each in opened:
        each.close()


def names(tables: tuple[FoundTable, ...]) -> list[str]:
    return [each.table for each in tables]


def test_a_table_is_found(qtbot: QtBot, beacon: Opened, nearby: Looking) -> None:
    beacon()
    with qtbot.waitSignal(nearby().changed) as heard:
        pass
    (table,) = heard.args[0]
    assert table == FoundTable(FEN, ("127.0.0.1",), True, "")


def test_two_tables_on_one_computer_are_both_found(qtbot: QtBot, beacon: Opened, nearby: Looking) -> None:
    beacon(FEN)
    beacon(another("second"))
    looking = nearby()
    qtbot.waitUntil(lambda: names(looking.tables) == ["fen-table-1", "second"])


def test_tables_for_this_computer_only_are_found_beside_others(qtbot: QtBot, beacon: Opened, nearby: Looking) -> None:
    for number, here_only in enumerate((True, True, False, True)):
        beacon(another(f"table-{number}"), here_only)
    looking = nearby()
    qtbot.waitUntil(lambda: names(looking.tables) == [f"table-{number}" for number in range(4)])
    assert all(table.local for table in looking.tables)


def test_a_table_for_this_computer_only_uses_no_network(beacon: Opened) -> None:
    opened = beacon(here_only=True)
    assert opened._socket.localAddress().isLoopback()


def test_a_table_opened_later_is_found_and_one_that_closed_is_dropped(
    qtbot: QtBot, beacon: Opened, nearby: Looking
) -> None:
    now = [0.0]
    looking = nearby(clock=lambda: now[0])
    table = beacon()
    qtbot.waitUntil(lambda: names(looking.tables) == [FEN.table])
    table.close()
    now[0] = GONE_AFTER + 1
    qtbot.waitUntil(lambda: looking.tables == ())


def test_a_closed_browser_emits_nothing(qtbot: QtBot, beacon: Opened, nearby: Looking) -> None:
    looking = nearby()
    looking.close()
    looking.refresh()
    beacon()
    with qtbot.assertNotEmitted(looking.changed, wait=300):
        pass


class Stranger:
    """A hostile program with a socket at the port of the queries."""

    def __init__(self, port: int) -> None:
        self.socket = QUdpSocket()
        assert self.socket.bind(QHostAddress("127.0.0.1"), port)

    def asked(self, qtbot: QtBot) -> tuple[str, int]:
        """Wait for a query; return its nonce and the port to answer to."""
        qtbot.waitUntil(self.socket.hasPendingDatagrams)
        query = self.socket.receiveDatagram()
        return bytes(query.data().data())[4:].decode().split('"nonce":"')[1][:10], query.senderPort()

    def say(self, data: bytes, port: int) -> None:
        self.socket.writeDatagram(data, QHostAddress("127.0.0.1"), port)


@pytest.fixture
def stranger(qapp: QCoreApplication, port: int) -> Iterator[Stranger]:
    found = Stranger(port)
    yield found
    found.socket.close()


def test_unasked_and_spoiled_answers_are_not_listed(qtbot: QtBot, stranger: Stranger, nearby: Looking) -> None:
    looking = nearby(("127.0.0.1",))
    nonce, port = stranger.asked(qtbot)
    good = bytes_of(Here(nonce, FEN))
    for bad in (bytes_of(Here(NONCE, another("unasked"))), b"", b"\xff" * 60_000, good + b" " * ANSWER_MOST, good[:-1]):
        stranger.say(bad, port)
    stranger.say(good, port)
    qtbot.waitUntil(lambda: names(looking.tables) == [FEN.table])


def test_a_thousand_false_tables_neither_fill_the_list_nor_stop_the_window(
    qtbot: QtBot, stranger: Stranger, nearby: Looking
) -> None:
    looking = nearby(("127.0.0.1",))
    told: list[tuple[FoundTable, ...]] = []
    looking.changed.connect(told.append)
    nonce, port = stranger.asked(qtbot)
    for number in range(1000):
        stranger.say(bytes_of(Here(nonce, another(f"false-{number}"))), port)
        if number % 100 == 99:
            QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: len(looking.tables) == TABLES_HERE)
    qtbot.wait(200)
    assert len(looking.tables) == TABLES_HERE
    assert len(told) < TABLES_HERE / 2  # the page is not drawn once for each


def test_garbage_does_not_keep_a_table_from_answering(qtbot: QtBot, beacon: Opened, nearby: Looking, port: int) -> None:
    beacon()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as enemy:
        for size in range(100):
            enemy.sendto(b"\x00" * (size * 600), ("127.0.0.1", port))
    looking = nearby()
    qtbot.waitUntil(lambda: names(looking.tables) == [FEN.table])


def test_a_flood_of_garbage_does_not_block_the_event_loop(
    qapp: QCoreApplication, qtbot: QtBot, beacon: Opened, port: int
) -> None:
    beacon()
    asker = QUdpSocket()
    assert asker.bind(QHostAddress("127.0.0.1"), 0)
    for _ in range(2 * DATAGRAMS_AT_ONCE):
        asker.writeDatagram(b"garbage", QHostAddress("127.0.0.1"), port)
    asker.writeDatagram(bytes_of(Seek(1, 1, NONCE)), QHostAddress("127.0.0.1"), port)
    qapp.processEvents()
    assert not asker.hasPendingDatagrams()  # one turn of the loop is not enough to get there
    qtbot.waitUntil(asker.hasPendingDatagrams)
    asker.close()


def test_only_private_networks_are_answered_and_no_port_of_the_system() -> None:
    assert may_answer("192.168.1.7", 40000)
    assert not may_answer("192.168.1.7", 53)
    assert not may_answer("8.8.8.8", 40000)
    assert may_answer("8.8.8.8", 40000, any_network=True)
    assert not may_answer("8.8.8.8", 53, any_network=True)


def test_a_table_answers_no_more_than_five_times_a_second(qtbot: QtBot, beacon: Opened, port: int) -> None:
    beacon()
    asker = QUdpSocket()
    assert asker.bind(QHostAddress("127.0.0.1"), 0)
    for _ in range(40):
        asker.writeDatagram(bytes_of(Seek(1, 1, NONCE)), QHostAddress("127.0.0.1"), port)
    answers: list[bytes] = []

    def read() -> bool:
        while asker.hasPendingDatagrams():
            answers.append(bytes(asker.receiveDatagram().data().data()))
        return len(answers) >= ANSWERS_TO_ADDRESS

    qtbot.waitUntil(read)
    qtbot.wait(200)
    read()
    assert len(answers) == ANSWERS_TO_ADDRESS
    assert read_here(answers[0]) == Here(NONCE, FEN)
    asker.close()


def test_answers_are_counted_by_address_and_in_all() -> None:
    thrift = ReplyLimiter(to_address=5, in_all=50)
    assert [thrift.allows("10.0.0.1", 0.0) for _ in range(6)] == [True] * 5 + [False]
    assert sum(thrift.allows(f"10.0.1.{number}", 0.5) for number in range(100)) == 45
    assert thrift.allows("10.0.0.1", 1.0)
    assert sum(thrift.allows(f"10.0.2.{number}", 1.0) for number in range(100)) == 4


def test_a_table_whose_port_is_taken_says_so(stranger: Stranger, beacon: Opened) -> None:
    beacon(problem="lan.beacon.taken")


def test_a_refusing_network_is_reported(qtbot: QtBot) -> None:
    now = [0.0]
    looking = TableBrowser(
        port=0, targets=lambda: ("10.255.255.255",), clock=lambda: now[0]
    )  # nothing can be sent to port 0
    looking.open()
    assert looking.problem == ""
    now[0] = 31.0
    with qtbot.waitSignal(looking.problem_changed) as told:
        looking.refresh()
    assert told.args == ["lan.nearby.refused"]
    looking.close()

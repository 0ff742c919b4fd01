"""Port of a table, and the addresses that it accepts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QHostAddress, QTcpServer, QTcpSocket

from app.net.protocol.limits import TABLE_PORTS
from app.net.server.server import ListeningError, TableServer
from tests.app.net.raw_connections import until
from tests.app.net.server.test_acceptor import BareRoom


class TickingRoom(BareRoom):
    """A room that counts its ticks."""

    def __init__(self) -> None:
        super().__init__()
        self.ticks = 0
        self.more = 0

    def tick(self, now: float) -> bool:
        self.ticks += 1
        self.more -= 1
        return self.more > 0


@pytest.fixture
def parent(qapp: object) -> Iterator[QObject]:
    parent = QObject()
    yield parent
    parent.deleteLater()


@pytest.fixture
def server(parent: QObject) -> Iterator[TableServer]:
    server = TableServer(TickingRoom(), "table", parent=parent)
    yield server
    server.close("lan.away.host_closed")


def test_a_table_takes_the_first_usual_port_that_is_free(server: TableServer, parent: QObject) -> None:
    other = QTcpServer(parent)
    taken = next(port for port in TABLE_PORTS if other.listen(QHostAddress("127.0.0.1"), port))
    server.open(here_only=True)
    assert server.port in range(taken + 1, TABLE_PORTS.stop) or server.port not in TABLE_PORTS
    assert server.addresses == ("127.0.0.1",)


def test_an_occupied_port_is_reported(server: TableServer, parent: QObject) -> None:
    other = QTcpServer(parent)
    assert other.listen(QHostAddress("127.0.0.1"), 0)
    with pytest.raises(ListeningError) as failed:
        server.open(other.serverPort(), here_only=True)
    assert failed.value.args_by_name["port"] == str(other.serverPort())


def test_a_room_with_more_work_is_called_again_at_once_until_it_closes(parent: QObject) -> None:
    room = TickingRoom()
    server = TableServer(room, "table", parent=parent)
    server.open(0, here_only=True)
    room.more = 500  # at ten a second this would take almost a minute
    until(lambda: room.more <= 0)
    server.close("lan.away.host_closed")
    ticks = room.ticks
    until(lambda: server.is_closed)
    assert room.ticks == ticks


def test_connections_of_forbidden_addresses_are_closed(parent: QObject) -> None:
    server = TableServer(TickingRoom(), "table", parent=parent, accepts=lambda address: address != "127.0.0.1")
    server.open(0, here_only=True)
    stranger = QTcpSocket(parent)
    stranger.connectToHost("127.0.0.1", server.port)
    until(lambda: stranger.state() is QTcpSocket.SocketState.UnconnectedState)
    assert stranger.bytesAvailable() == 0
    assert server.is_closed
    server.close("lan.away.host_closed")

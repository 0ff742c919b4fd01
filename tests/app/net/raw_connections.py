"""Loopback connections with a peer at one end and raw bytes at the other."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtNetwork import QHostAddress, QTcpServer, QTcpSocket
from pytestqt.qtbot import QtBot

from app.net.protocol.connection import Connection, Side
from app.net.protocol.framing import FrameReader, Kinds
from app.net.protocol.limits import FRAME


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Process events until a condition holds; faster than polling every ten milliseconds."""
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, "it does not come"
        QCoreApplication.processEvents()
        time.sleep(0.0002)


class Clock:
    """A clock that a test turns on."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class Wire:
    """A peer and, at the other end, a bare socket."""

    def __init__(self, qtbot: QtBot, parent: QObject, side: Side, clock: Callable[[], float]) -> None:
        server = QTcpServer(parent)
        assert server.listen(QHostAddress("127.0.0.1"), 0)
        self.bare = QTcpSocket(parent)
        self.bare.connectToHost("127.0.0.1", server.serverPort())
        qtbot.waitUntil(server.hasPendingConnections)
        self.peer = Connection(server.nextPendingConnection(), side, parent, clock)
        server.close()
        self.heard: list[object] = []
        self.gone: list[str] = []
        self.peer.received.connect(self.heard.append)
        self.peer.disconnected.connect(self.gone.append)
        self._qtbot = qtbot

    def put(self, data: bytes) -> None:
        """Send bytes to the peer."""
        self.bare.write(data)
        self.bare.flush()

    def got(self, kinds: Kinds) -> list[object]:
        """Return the unread messages of the peer."""
        reader, found = FrameReader(kinds, FRAME, parts=True), []
        reader.feed(bytes(self.bare.readAll().data()))
        while (message := reader.next()) is not None:
            found.append(message)
        return found

    def until(self, holds: Callable[[], bool]) -> None:
        """Process events until a condition holds."""
        until(holds)

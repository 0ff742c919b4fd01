"""A table that others can reach: it listens, has everybody greeted at the door, and gives the room its time.

Only private networks are let in: whoever comes from an address that the internet passes on is cut off without a word.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtNetwork import QHostAddress, QTcpServer

from app.lan.addresses import is_near
from app.lan.beacon import Beacon
from app.lan.datagrams import Poster
from app.lan.door import Capacity, Door, Inside
from app.lan.interfaces import LOOPBACK, own_addresses
from app.lan.limits import TABLE_PORTS

_TICK = 100  #: milliseconds between two looks of the room at its time
_BACKLOG = 64  #: connections that may wait for the door


class ListeningError(Exception):
    """Nobody can reach this table; the key of the sentence that says why, and its values."""

    def __init__(self, reason: str, **args: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_by_name = args


class Timed(Inside, Protocol):
    """A room, as its server knows it."""

    def tick(self, now: float) -> bool:
        """Do what is due; return whether there is more to do at once."""


class TableServer(QObject):
    """Listens for one room. `open` it, later `close` it; `closed` says whether the last connection is gone."""

    def __init__(
        self,
        room: Timed,
        table: str,
        code: str = "",
        capacity: Capacity | None = None,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
        admits: Callable[[str], bool] = is_near,
    ) -> None:
        """`table` is the table's id, `code` the key of its code, empty if it has none; `admits` says whether somebody
        may come from an address."""
        super().__init__(parent)
        self._admits = admits
        self.door = Door(table, code, room, capacity or Capacity(), self, clock)
        self._room = room
        self._now = clock
        self._beacon: Beacon | None = None
        self._listener = QTcpServer(self)
        self._listener.setListenBacklogSize(_BACKLOG)
        self._listener.setMaxPendingConnections(_BACKLOG)
        self._listener.newConnection.connect(self._arrive)
        self._time = QTimer(self)
        self._time.setInterval(_TICK)
        self._time.timeout.connect(self._tick)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._tick)
        self.door.stirred.connect(self._soon.start)

    def open(self, port: int | None = None, *, here_only: bool = False) -> None:
        """Listen on a port, 0 for any; if none is said on the first free one of those that tables usually have.
        Raises ListeningError."""
        special = QHostAddress.SpecialAddress
        address = QHostAddress(special.LocalHost if here_only else special.Any)
        if not any(self._listener.listen(address, each) for each in _ports(port)):
            raise ListeningError("lan.listen.failed", port=str(port or 0), why=self._listener.errorString())
        self._time.start()

    def be_found(self, poster: Callable[[], Poster]) -> str:
        """Answer those who look for tables, on this computer only if others cannot come; return the key of what stands
        in the way, or nothing."""
        self._beacon = Beacon(poster, self, here_only=self._only_here)
        self._beacon.open()
        return self._beacon.problem

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._listener.serverPort()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where others reach this computer, the likeliest first."""
        return LOOPBACK[:1] if self._only_here else own_addresses()

    @property
    def _only_here(self) -> bool:
        return self._listener.serverAddress().isLoopback()

    def close(self, reason: str) -> None:
        """Let nobody in any more and dismiss everybody."""
        self._time.stop()
        self._soon.stop()
        self._listener.close()
        if self._beacon is not None:
            self._beacon.close()
        self.door.close(reason)

    @property
    def closed(self) -> bool:
        """Whether the last connection is gone."""
        return self.door.empty

    def _arrive(self) -> None:
        while self._listener.hasPendingConnections():
            socket = self._listener.nextPendingConnection()
            if self._admits(socket.peerAddress().toString()):
                self.door.knock(socket)
            else:
                socket.abort()
                socket.deleteLater()

    def _tick(self) -> None:
        if self._room.tick(self._now()):
            self._soon.start()


def _ports(port: int | None) -> tuple[int, ...]:
    return (*TABLE_PORTS, 0) if port is None else (port,)

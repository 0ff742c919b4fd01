"""Responder: answers the discovery queries for a table."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QAbstractSocket, QHostAddress, QUdpSocket

from app.net.discovery.datagrams import QUERY_MOST, Here, Poster, Seek, bytes_of, drain_datagrams, read_seek
from app.net.discovery.interfaces import LOOPBACK
from app.net.protocol.addresses import is_near
from app.net.protocol.limits import ANSWERS_PER_SECOND, ANSWERS_TO_ADDRESS, FIND_PORT

_SYSTEM_PORTS = 1024  #: browsers do not use them; a service on one might answer in turn
_SHARED = QUdpSocket.BindFlag.ShareAddress | QUdpSocket.BindFlag.ReuseAddressHint
_PROBLEMS = {
    QAbstractSocket.SocketError.AddressInUseError: "lan.beacon.taken",
    QAbstractSocket.SocketError.SocketAccessError: "lan.beacon.forbidden",
}


def may_answer(address: str, port: int, any_network: bool = False) -> bool:
    """Whether a query from an address may be answered: in a private network, unless `any_network` is set."""
    return port >= _SYSTEM_PORTS and (any_network or is_near(address))


class ReplyLimiter:
    """Rate limiter of answers per second, to one address and in all, against floods with forged senders."""

    def __init__(self, to_address: int = ANSWERS_TO_ADDRESS, in_all: int = ANSWERS_PER_SECOND) -> None:
        self._to_address, self._in_all = to_address, in_all
        self._given: deque[tuple[float, str]] = deque()

    def allows(self, address: str, now: float) -> bool:
        """Whether another answer may go to an address; if so, it is counted."""
        while self._given and self._given[0][0] <= now - 1.0:
            self._given.popleft()
        to_address = sum(each == address for _, each in self._given)
        if len(self._given) >= self._in_all or to_address >= self._to_address:
            return False
        self._given.append((now, address))
        return True


class DiscoveryResponder(QObject):
    """Answers queries with the poster of a table, on one fixed port that all tables of this computer share."""

    def __init__(
        self,
        poster: Callable[[], Poster],
        parent: QObject | None = None,
        *,
        port: int = FIND_PORT,
        any_network: bool = False,
        here_only: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """With `here_only` it answers this computer only, and uses no network."""
        super().__init__(parent)
        self._here_only = here_only
        self._poster, self._port, self._any_network, self._clock = poster, port, any_network, clock
        self._limiter = ReplyLimiter()
        self._socket = QUdpSocket(self)
        self._socket.readyRead.connect(self._read)

    def open(self) -> str | None:
        """Start answering; return the text key of the reason if that is impossible, else empty."""
        bound = any(self._socket.bind(address, self._port, _SHARED) for address in self._addresses())
        return None if bound else _PROBLEMS.get(self._socket.error(), "lan.beacon.failed")

    def _addresses(self) -> tuple[QHostAddress, ...]:
        """Return the addresses to listen on, in order of preference. All tables of this computer receive datagrams to
        the broadcast address of loopback, but only one of them those to 127.0.0.1."""
        if self._here_only:
            return tuple(QHostAddress(address) for address in reversed(LOOPBACK))
        return (QHostAddress(QHostAddress.SpecialAddress.AnyIPv4),)

    def close(self) -> None:
        """Stop answering."""
        self._socket.close()

    def _read(self) -> None:
        for query, address, port in drain_datagrams(self._socket, QUERY_MOST + 1):
            seek = read_seek(query)
            if seek is not None and may_answer(address, port, self._any_network):
                self._answer(seek, address, port)

    def _answer(self, seek: Seek, address: str, port: int) -> None:
        if self._limiter.allows(address, self._clock()):
            here = bytes_of(Here(seek.nonce, self._poster()))
            self._socket.writeDatagram(here, QHostAddress(address), port)

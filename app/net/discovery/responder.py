"""A table answers whoever looks for tables."""

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

_SYSTEM_PORTS = 1024  #: nobody who looks for tables asks from one; what listens there might answer in turn
_SHARED = QUdpSocket.BindFlag.ShareAddress | QUdpSocket.BindFlag.ReuseAddressHint
_PROBLEMS = {
    QAbstractSocket.SocketError.AddressInUseError: "lan.beacon.taken",
    QAbstractSocket.SocketError.SocketAccessError: "lan.beacon.forbidden",
}


def may_answer(address: str, port: int, anybody: bool = False) -> bool:
    """Whether whoever asks from there may be answered: in a private network, unless `anybody` may ask."""
    return port >= _SYSTEM_PORTS and (anybody or is_near(address))


class ReplyLimiter:
    """Counts answers, so that nobody can make a table shout: so many in a second to one address, and so many in all."""

    def __init__(self, to_address: int = ANSWERS_TO_ADDRESS, in_all: int = ANSWERS_PER_SECOND) -> None:
        self._to_address, self._in_all = to_address, in_all
        self._given: deque[tuple[float, str]] = deque()

    def allows(self, address: str, now: float) -> bool:
        """Whether one more answer may go to an address; if so, it is counted."""
        while self._given and self._given[0][0] <= now - 1.0:
            self._given.popleft()
        to_address = sum(each == address for _, each in self._given)
        if len(self._given) >= self._in_all or to_address >= self._to_address:
            return False
        self._given.append((now, address))
        return True


class DiscoveryResponder(QObject):
    """Answers queries on one fixed port, which all tables of this computer share, with what the table says of itself.

    A table that cannot be found goes on all the same; `problem` is the key of the sentence that says why.
    """

    def __init__(
        self,
        poster: Callable[[], Poster],
        parent: QObject | None = None,
        *,
        port: int = FIND_PORT,
        anybody: bool = False,
        here_only: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """With `here_only` it answers this computer only: nothing is sent to a network or heard from one."""
        super().__init__(parent)
        self.problem = ""
        self._here_only = here_only
        self._poster, self._port, self._anybody, self._clock = poster, port, anybody, clock
        self._thrift = ReplyLimiter()
        self._socket = QUdpSocket(self)
        self._socket.readyRead.connect(self._read)

    def open(self) -> None:
        """Begin to answer, or say in `problem` why that cannot be."""
        bound = any(self._socket.bind(address, self._port, _SHARED) for address in self._addresses())
        self.problem = "" if bound else _PROBLEMS.get(self._socket.error(), "lan.beacon.failed")

    def _addresses(self) -> tuple[QHostAddress, ...]:
        """Return where to listen, the first that the system allows. Of several tables on this computer all hear what is
        sent to the broadcast address of loopback, but only one what is sent to 127.0.0.1."""
        if self._here_only:
            return tuple(QHostAddress(address) for address in reversed(LOOPBACK))
        return (QHostAddress(QHostAddress.SpecialAddress.AnyIPv4),)

    def close(self) -> None:
        """Answer nobody any more."""
        self._socket.close()

    def _read(self) -> None:
        for query, address, port in drain_datagrams(self._socket, QUERY_MOST + 1):
            seek = read_seek(query)
            if seek is not None and may_answer(address, port, self._anybody):
                self._answer(seek, address, port)

    def _answer(self, seek: Seek, address: str, port: int) -> None:
        if self._thrift.allows(address, self._clock()):
            here = bytes_of(Here(seek.nonce, self._poster()))
            self._socket.writeDatagram(here, QHostAddress(address), port)

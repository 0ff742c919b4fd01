"""Search for a table that was lost: its host may have come back at another port, or at another address.

Two sources name places: the answers to queries on the local network, and the ports of `TABLE_PORTS` at the address
where the table was. Neither is trusted. Each place is probed: only a table that proves in the handshake to know this
member, for this very place, is found. A probe proves nothing itself, and ends before the member would. Probes of both
sources are limited separately, so that no flood of answers keeps the ports from being probed.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QTcpSocket

from app.net.client.handshake import Handshake, HandshakeError, HandshakeIdentity, OtherTableError, UnprovenTableError
from app.net.client.reconnecting import Dialer
from app.net.discovery.browser import TableBrowser
from app.net.discovery.datagrams import Poster
from app.net.protocol.addresses import is_near
from app.net.protocol.connection import Connection, RateLimiter
from app.net.protocol.limits import TABLE_PORTS
from app.net.protocol.messages import Challenge

Place = tuple[str, int]  #: an address and a port

_PROBES = 8  #: at once, of each source
_MOST_WAITING = 32  #: places of each source that wait
_PROBE_TIMEOUT = 5000  #: milliseconds
_ANNOUNCED_PER_SECOND, _ANNOUNCED_AT_ONCE = 2, 16  #: places; a forged answer makes this program connect to any
_SYSTEM_PORTS = 1024  #: where other services listen, and no table
_PAUSES = (3000, 5000, 10_000, 20_000)  #: milliseconds between two rounds through the ports; the last one from then on


class TableSearch(QObject):
    """Searches from `start` to `stop`; a table that is found stops it.

    Signals:
        found: Carries the address and the port of the table.
    """

    found = Signal(str, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: HandshakeIdentity | None = None
        self._browser: TableBrowser | None = None
        self._ports: tuple[Place, ...] = ()
        self._rounds = 0
        self._announcements = RateLimiter(_ANNOUNCED_PER_SECOND, _ANNOUNCED_AT_ONCE, time.monotonic())
        self._announced, self._scanned = _Probes(self), _Probes(self)
        for each in (self._announced, self._scanned):
            each.found.connect(self._on_found)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._scan)

    @property
    def is_active(self) -> bool:
        """Whether it searches."""
        return self._wanted is not None

    def start(self, wanted: HandshakeIdentity, address: str) -> None:
        """Search for the table of an identity that has a token, which was at an address."""
        self.stop()
        self._wanted = replace(wanted, name="")  # no name for those who only say that they are the table
        self._rounds = 0
        self._announcements = RateLimiter(_ANNOUNCED_PER_SECOND, _ANNOUNCED_AT_ONCE, time.monotonic())
        self._ports = tuple((address, port) for port in TABLE_PORTS)
        self._browser = TableBrowser(self)
        self._browser.answered.connect(self._on_answer)
        self._browser.open()
        self._scan()

    def stop(self) -> None:
        """Stop, and end all probes."""
        self._wanted = None
        self._next.stop()
        browser, self._browser = self._browser, None
        if browser is not None:
            browser.close()
            browser.deleteLater()
        for each in (self._announced, self._scanned):
            each.cancel()

    def _scan(self) -> None:
        if self._wanted is not None:
            self._scanned.add(self._wanted, self._ports)
            self._next.start(_PAUSES[min(self._rounds, len(_PAUSES) - 1)])
            self._rounds += 1

    def _on_answer(self, poster: Poster, address: str) -> None:
        if self._wanted is None or poster.table != self._wanted.table:
            return
        if is_near(address) and poster.port >= _SYSTEM_PORTS and self._announcements.take(time.monotonic()):
            self._announced.add(self._wanted, [(address, poster.port)])

    def _on_found(self, address: str, port: int) -> None:
        self.stop()
        self.found.emit(address, port)


class _Probes(QObject):
    """Probes places, some at once; the others wait. A place that is probed or waits already is not added again.

    Signals:
        found: Carries the address and the port of a place where the wanted table is.
    """

    found = Signal(str, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[HandshakeIdentity, Place]] = deque()
        self._running: dict[Place, _Probe] = {}

    def add(self, wanted: HandshakeIdentity, places: Iterable[Place]) -> None:
        """Probe places, as soon as there is room."""
        for place in places:
            known = place in self._running or any(place == each for _, each in self._waiting)
            if not known and len(self._waiting) < _MOST_WAITING:
                self._waiting.append((wanted, place))
        self._fill()

    def cancel(self) -> None:
        """End all probes."""
        self._waiting.clear()
        running, self._running = self._running, {}
        for each in running.values():
            each.cancel()

    def _fill(self) -> None:
        while self._waiting and len(self._running) < _PROBES:
            wanted, place = self._waiting.popleft()
            self._running[place] = _Probe(wanted, place, self._on_ended, self)

    def _on_ended(self, place: Place, found: bool) -> None:
        del self._running[place]
        if found:
            self.found.emit(*place)
        else:
            self._fill()


class _Probe(QObject):
    """One connection to a place, up to the challenge of the table there. It calls `ended` once, unless cancelled."""

    def __init__(
        self, wanted: HandshakeIdentity, place: Place, ended: Callable[[Place, bool], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._wanted, self._place, self._ended = wanted, place, ended
        self._handshake: Handshake | None = None
        self._peer: Connection | None = None
        self._dialer: Dialer | None = Dialer(self)
        self._dialer.connected.connect(self._on_connected)
        self._dialer.failed.connect(self._on_failed)
        self._dialer.dial(*place)
        self._timeout = QTimer(self)
        self._timeout.setSingleShot(True)
        self._timeout.timeout.connect(self._on_failed)
        self._timeout.start(_PROBE_TIMEOUT)

    def cancel(self) -> None:
        """End it without a result."""
        self._timeout.stop()
        dialer, self._dialer = self._dialer, None
        if dialer is not None:
            dialer.cancel()
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.received.disconnect(self._on_message)
            peer.disconnected.disconnect(self._on_failed)
            peer.disconnected.connect(self.deleteLater)
            peer.abort("left")
        else:
            self.deleteLater()

    def _on_connected(self, socket: QTcpSocket) -> None:
        self._dialer = None
        self._peer = peer = Connection(socket, "client", self)
        peer.received.connect(self._on_message)
        peer.disconnected.connect(self._on_failed)
        self._handshake = Handshake(self._wanted, (peer.peer_place,), allowed_to_forget=False)
        peer.send(self._handshake.hello())

    def _on_message(self, message: object) -> None:
        assert self._handshake is not None
        try:
            if not isinstance(message, Challenge):
                raise HandshakeError("no challenge")
            self._handshake.prove(message)  # its answer is not sent: the client connects again
        except (HandshakeError, OtherTableError, UnprovenTableError):
            self._end(False)
        else:
            self._end(True)

    def _on_failed(self, *_: object) -> None:
        self._end(False)

    def _end(self, found: bool) -> None:
        self.cancel()
        self._ended(self._place, found)

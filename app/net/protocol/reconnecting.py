"""The way to one table's computer: it is called, and called again when the connection breaks, for a while."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QNetworkProxy, QTcpSocket

from app.net.protocol.connection import Connection
from app.net.protocol.limits import FIRST_RETRY, LAST_RETRY, RETRY_FOR

# One call to a table's computer: a connected socket, or why there is none.


PATIENCE = 5000  #: milliseconds until somebody answers

_Error = QAbstractSocket.SocketError
_REASONS = {
    _Error.ConnectionRefusedError: "lan.lost.refused",
    _Error.RemoteHostClosedError: "lan.lost.closed",
    _Error.HostNotFoundError: "lan.lost.no_host",
    _Error.SocketTimeoutError: "lan.lost.timeout",
    _Error.NetworkError: "lan.lost.no_route",
    _Error.SocketAccessError: "lan.lost.not_allowed",
    _Error.SocketResourceError: "lan.lost.resources",
}


class Dialer(QObject):
    """Rings once. What comes of it is told exactly once, never from within `ring`, unless it is given up before.

    Signals:
        reached: Carries a connected QTcpSocket, which now belongs to whoever hears this.
        failed: Nobody can be reached; carries a key of the window's texts.
    """

    reached = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._socket: QTcpSocket | None = None
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(PATIENCE)
        self._clock.timeout.connect(self._too_late)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._tell)
        self._reason = ""

    def ring(self, address: str, port: int) -> None:
        """Begin."""
        self._socket = socket = QTcpSocket(self)
        socket.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        socket.connected.connect(self._connected)
        socket.errorOccurred.connect(self._refused)
        self._clock.start()
        socket.connectToHost(address, port)

    def give_up(self) -> None:
        """Nobody waits any more."""
        self._clock.stop()
        self._soon.stop()
        if self._socket is not None:
            self._forget(self._socket)
            self._socket.abort()
        self.deleteLater()

    def _connected(self) -> None:
        self._soon.start(0)

    def _refused(self, error: QAbstractSocket.SocketError) -> None:
        self._reason = self._reason or _REASONS.get(error, "lan.lost.reset")
        self._soon.start(0)

    def _too_late(self) -> None:
        self._reason = "lan.lost.timeout"
        self._soon.start(0)

    def _tell(self) -> None:
        self._clock.stop()
        socket, self._socket = self._socket, None
        if socket is None:
            return
        self._forget(socket)
        if self._reason:
            socket.abort()
            self.failed.emit(self._reason)
        else:
            self.reached.emit(socket)
        self.deleteLater()

    def _forget(self, socket: QTcpSocket) -> None:
        socket.connected.disconnect(self._connected)
        socket.errorOccurred.disconnect(self._refused)


class ReconnectingConnection(QObject):
    """One connection after the other. Whoever has not been let in once is not called again.

    Signals:
        opened: Somebody answers; the greeting can begin.
        heard: The other side said something; carries the message.
        lost: Nobody is there any more, and it is tried again; carries a key of the window's texts.
        failed: Nobody is there, and nothing is tried any more; carries a key.
    """

    opened = Signal()
    heard = Signal(object)
    lost = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject, clock: Callable[[], float]) -> None:
        super().__init__(parent)
        self.address, self.port = "", 0
        self._now = clock
        self._call: Dialer | None = None
        self._peer: Connection | None = None
        self._lasts = False
        self._since: float | None = None  #: when the connection broke
        self._delay = FIRST_RETRY
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._ring)

    def ring(self, address: str, port: int) -> None:
        """Begin."""
        self.address, self.port = address, port
        self._ring()

    def ring_anew(self) -> None:
        """Hang up, and call once more at once."""
        self.hang_up("left")
        self._ring()

    def let_in(self) -> None:
        """The greeting went well: from now on a connection that breaks is made anew."""
        self._lasts, self._since, self._delay = True, None, FIRST_RETRY

    def send(self, message: object) -> None:
        """Say something, if anybody is there."""
        if self._peer is not None:
            self._peer.send(message)

    def hang_up(self, reason: str) -> None:
        """Say goodbye, if anybody hears it, and let go of everything."""
        self._retry.stop()
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.heard.disconnect(self.heard)
            peer.gone.disconnect(self._gone)
            peer.dismiss(reason)
        call, self._call = self._call, None
        if call is not None:
            call.give_up()

    def try_now(self) -> None:
        """Do not wait any longer for the next try."""
        if self._retry.isActive():
            self._retry.start(0)

    @property
    def retry_in(self) -> float:
        """Seconds to the next try; 0 if one is under way, or none is needed."""
        return max(0, self._retry.remainingTime()) / 1000

    def _ring(self) -> None:
        self._call = call = Dialer(self)
        call.reached.connect(self._reached)
        call.failed.connect(self._not_reached)
        call.ring(self.address, self.port)

    def _reached(self, socket: QTcpSocket) -> None:
        self._call = None
        self._peer = peer = Connection(socket, "guest", self)
        peer.heard.connect(self.heard)
        peer.gone.connect(self._gone)
        self.opened.emit()

    def _not_reached(self, reason: str) -> None:
        self._call = None
        self._lose(reason)

    def _gone(self, why: str) -> None:
        self._peer = None
        if why == "malformed":  # it is no table, or none to be believed
            self.failed.emit("lan.lost.malformed")
        else:
            self._lose(f"lan.lost.{why}")

    def _lose(self, reason: str) -> None:
        now = self._now()
        self._since = now if self._since is None else self._since
        if not self._lasts:
            self.failed.emit(reason)
        elif now - self._since > RETRY_FOR:
            self.failed.emit("lan.lost.given_up")
        else:
            self._retry.start(round(1000 * self._delay))
            self._delay = min(2 * self._delay, LAST_RETRY)
            self.lost.emit(reason)

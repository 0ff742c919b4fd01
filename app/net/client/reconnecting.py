"""Connection of a client that reconnects: dials the table's computer, and dials again when the connection breaks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QNetworkProxy, QTcpSocket

from app.net.protocol.connection import Connection
from app.net.protocol.limits import FIRST_RETRY, LAST_RETRY, RETRY_FOR

_TICK = 500  #: milliseconds
DIAL_TICKS = 10  #: until an attempt fails; a tick that a busy window misses does not count

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
    """One connection attempt. It emits exactly one of its signals, never from within `dial`, unless it is cancelled;
    then it deletes itself.

    Signals:
        connected: Carries a connected QTcpSocket, which the receiver owns from now on.
        failed: Carries a key of the window's texts.
    """

    connected = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._socket: QTcpSocket | None = None
        self._ticks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._on_tick)
        self._deferred = QTimer(self)
        self._deferred.setSingleShot(True)
        self._deferred.timeout.connect(self._report)
        self._reason = ""

    def dial(self, address: str, port: int) -> None:
        """Start the attempt."""
        self._socket = socket = QTcpSocket(self)
        socket.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        socket.connected.connect(self._on_connected)
        socket.errorOccurred.connect(self._on_error)
        self._timer.start()
        socket.connectToHost(address, port)

    def cancel(self) -> None:
        """Stop the attempt."""
        self._timer.stop()
        self._deferred.stop()
        if self._socket is not None:
            self._release(self._socket)
            self._socket.abort()
        self.deleteLater()

    def _on_connected(self) -> None:
        self._deferred.start(0)

    def _on_error(self, error: QAbstractSocket.SocketError) -> None:
        self._reason = self._reason or _REASONS.get(error, "lan.lost.reset")
        self._deferred.start(0)

    def _on_tick(self) -> None:
        self._ticks += 1
        if self._ticks == DIAL_TICKS:
            self._reason = "lan.lost.timeout"
            self._deferred.start(0)

    def _report(self) -> None:
        self._timer.stop()
        socket, self._socket = self._socket, None
        if socket is None:
            return
        self._release(socket)
        if self._reason:
            socket.abort()
            self.failed.emit(self._reason)
        else:
            self.connected.emit(socket)
        self.deleteLater()

    def _release(self, socket: QTcpSocket) -> None:
        socket.connected.disconnect(self._on_connected)
        socket.errorOccurred.disconnect(self._on_error)


class ReconnectingConnection(QObject):
    """One connection after the other to the same address. It reconnects only after `on_admitted`.

    Signals:
        connected: The socket is connected; the handshake can begin.
        received: Carries a message.
        lost: The connection broke and is retried; carries a key of the window's texts.
        failed: The connection broke or was never made, and is not retried; carries a key.
    """

    connected = Signal()
    received = Signal(object)
    lost = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject, clock: Callable[[], float]) -> None:
        super().__init__(parent)
        self.address, self.port = "", 0
        self._now = clock
        self._dialer: Dialer | None = None
        self._peer: Connection | None = None
        self._admitted = False
        self._lost_since: float | None = None
        self._delay = FIRST_RETRY
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._dial)

    def connect_to(self, address: str, port: int) -> None:
        """Connect to an address."""
        self.address, self.port = address, port
        self._dial()

    def reconnect(self) -> None:
        """Close the connection, and connect again at once."""
        self.move_to(self.address, self.port)

    def move_to(self, address: str, port: int) -> None:
        """Close the connection, or stop the attempt, and connect to another address at once."""
        self.close("left")
        self.connect_to(address, port)

    def give_up(self, reason: str) -> None:
        """Close the connection as one that broke: `lost` or `failed` follows."""
        self.close("left")
        self._retry_or_fail(reason)

    def on_admitted(self) -> None:
        """The handshake succeeded: reconnect from now on when the connection breaks."""
        self._admitted, self._lost_since, self._delay = True, None, FIRST_RETRY

    @property
    def peer_place(self) -> str:
        """The place of the other side of the connection; empty without one."""
        return self._peer.peer_place if self._peer is not None else ""

    def send(self, message: object) -> None:
        """Send a message; nothing happens without a connection."""
        if self._peer is not None:
            self._peer.send(message)

    def close(self, reason: str) -> None:
        """Close the connection with a Farewell, and stop any attempt."""
        self._retry.stop()
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.received.disconnect(self.received)
            peer.disconnected.disconnect(self._on_disconnected)
            peer.close(reason)
        dialer, self._dialer = self._dialer, None
        if dialer is not None:
            dialer.cancel()

    def retry_now(self) -> None:
        """Make the next attempt at once."""
        if self._retry.isActive():
            self._retry.start(0)

    @property
    def retry_in(self) -> float:
        """Seconds until the next attempt; 0 if one is under way, or none is needed."""
        return max(0, self._retry.remainingTime()) / 1000

    def _dial(self) -> None:
        self._dialer = dialer = Dialer(self)
        dialer.connected.connect(self._on_connected)
        dialer.failed.connect(self._on_dial_failed)
        dialer.dial(self.address, self.port)

    def _on_connected(self, socket: QTcpSocket) -> None:
        self._dialer = None
        self._peer = peer = Connection(socket, "client", self)
        peer.received.connect(self.received)
        peer.disconnected.connect(self._on_disconnected)
        self.connected.emit()

    def _on_dial_failed(self, reason: str) -> None:
        self._dialer = None
        self._retry_or_fail(reason)

    def _on_disconnected(self, why: str) -> None:
        peer, self._peer = self._peer, None
        is_other_program = self._admitted and peer is not None and not peer.handshake_done  # at the place of the table
        if why == "malformed" and not is_other_program:  # the other side is no table, or a hostile one
            self.failed.emit("lan.lost.malformed")
        else:
            self._retry_or_fail(f"lan.lost.{why}")

    def _retry_or_fail(self, reason: str) -> None:
        now = self._now()
        self._lost_since = now if self._lost_since is None else self._lost_since
        if not self._admitted:
            self.failed.emit(reason)
        elif now - self._lost_since > RETRY_FOR:
            self.failed.emit("lan.lost.given_up")
        else:
            self._retry.start(round(1000 * self._delay))
            self._delay = min(2 * self._delay, LAST_RETRY)
            self.lost.emit(reason)

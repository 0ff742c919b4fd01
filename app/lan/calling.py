"""One call to a table's computer: a connected socket, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QNetworkProxy, QTcpSocket

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


class Call(QObject):
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

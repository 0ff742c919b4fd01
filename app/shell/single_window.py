"""A file that is opened while a window runs goes to that window: the program that was started for it sends the path and
ends.

The socket lies in the folder that the system keeps for the user's running programs, or is a pipe that only the user may
open; it takes nothing but a path.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_LONGEST_SOCKET = 90  #: letters; the systems allow little more
_LONGEST = 8192  #: bytes of a path
_PATIENCE = 3000  #: milliseconds for a path or an answer
_TAKEN = b"opened\n"


def socket_name(folder: Path) -> str | None:
    """Return the name of the socket of the window that keeps its settings in a folder; None if it can have none."""
    name = f"gondwana-{hashlib.sha256(str(folder).encode('utf-8', 'surrogateescape')).hexdigest()[:24]}"
    if sys.platform == "win32":
        return name
    if sys.platform != "darwin" and "XDG_RUNTIME_DIR" not in os.environ:
        return None
    private = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.RuntimeLocation)
    path = str(Path(private) / name)
    return path if private and Path(private).is_dir() and len(path.encode()) <= _LONGEST_SOCKET else None


def send_file(folder: Path, path: Path) -> bool:
    """Send a path to the window that runs; False if none does."""
    name = socket_name(folder)
    content = str(path).encode("utf-8", "surrogateescape")
    if name is None or len(content) > _LONGEST or b"\n" in content:
        return False
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_PATIENCE):
        return False
    socket.write(content + b"\n")
    taken = socket.waitForBytesWritten(_PATIENCE) and socket.waitForReadyRead(_PATIENCE)
    return taken and socket.readAll().data() == _TAKEN


class FileReceiver(QObject):
    """Receives the files that are opened while this window runs. A second window of the same user receives none.

    Signals:
        file_received: A file is to be opened; carries its Path.
    """

    file_received = Signal(Path)

    def __init__(self, folder: Path, parent: QObject) -> None:
        """`folder` holds the settings; it is the same one for all windows of a user."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        name = socket_name(folder)
        if name is not None and not _answers(name):  # Qt replaces a socket, even one in use
            QLocalServer.removeServer(name)  # of a killed program
            self._server.listen(name)

    @property
    def is_listening(self) -> bool:
        """Whether this window receives the files."""
        return self._server.isListening()

    def close(self) -> None:
        """Receive no more files."""
        self._server.close()

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(partial(self._read, socket))
            socket.disconnected.connect(socket.deleteLater)
            patience = QTimer(socket)
            patience.setSingleShot(True)
            patience.timeout.connect(partial(_give_up, socket))
            patience.start(_PATIENCE)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _LONGEST + 1:
            socket.abort()
        elif socket.canReadLine():
            path = Path(bytes(socket.readLine().data()).rstrip(b"\n").decode("utf-8", "surrogateescape"))
            if not path.is_absolute() or "\0" in str(path):
                socket.abort()
                return
            socket.write(_TAKEN)
            socket.flush()
            socket.disconnectFromServer()
            self.file_received.emit(path)


def _give_up(socket: QLocalSocket) -> None:
    socket.abort()


def _answers(name: str) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    return socket.waitForConnected(_PATIENCE)

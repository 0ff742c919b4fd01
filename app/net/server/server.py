"""Server of a hosted table: listens for clients, drives the room, answers discovery, closes an idle table.

Only clients in private networks are accepted; a connection from any other address is aborted without a message.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QLockFile, QObject, QTimer, Signal
from PySide6.QtNetwork import QHostAddress, QTcpServer

from app.base.i18n import Translations
from app.net.discovery.datagrams import Poster
from app.net.discovery.interfaces import LOOPBACK, own_addresses
from app.net.discovery.responder import DiscoveryResponder
from app.net.localize import localized
from app.net.protocol.addresses import code_of, is_near, typed_address
from app.net.protocol.authentication import key_of_code
from app.net.protocol.connection import RateLimiter
from app.net.protocol.limits import CONNECTIONS, TABLE_PORTS
from app.net.protocol.messages import VERSIONS, Noticed
from app.net.sandbox.inspection_process import InspectionProcess
from app.net.sandbox.messages import InspectRuleChange, Verdict
from app.net.server.acceptor import Acceptor, Capacity, RoomInterface
from app.net.server.host_process import close_request_path
from app.net.server.room import Advert, Room
from app.net.server.state_file import RecordFile
from dsl import __version__
from dsl.bots.bot_service import BotService
from dsl.runtime.runner_selection import performance_note

_TICK = 100  #: milliseconds between two ticks of the room
_BACKLOG = 64  #: connections that wait for being accepted


class ListeningError(Exception):
    """The server cannot listen; the key of the sentence that says why, and its values."""

    def __init__(self, reason: str, **args: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_by_name = args


class TableServer(QObject):
    """Listens for one room. After `close`, `is_closed` tells whether the last connection has ended."""

    def __init__(
        self,
        room: RoomInterface,
        table: str,
        code: str | None = None,
        capacity: Capacity | None = None,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
        accepts: Callable[[str], bool] = is_near,
    ) -> None:
        """`table` is the table's id, `code` the key of its code, if it has one; `accepts` tells whether clients at an
        address may connect."""
        super().__init__(parent)
        self._accepts = accepts
        self.acceptor = Acceptor(table, code, room, capacity or Capacity(), self, clock)
        self._room = room
        self._now = clock
        self._responder: DiscoveryResponder | None = None
        self._listener = QTcpServer(self)
        self._listener.setListenBacklogSize(_BACKLOG)
        self._listener.setMaxPendingConnections(_BACKLOG)
        self._listener.newConnection.connect(self._on_new_connection)
        self._ticks = QTimer(self)
        self._ticks.setInterval(_TICK)
        self._ticks.timeout.connect(self._tick)
        self._tick_soon = QTimer(self)
        self._tick_soon.setSingleShot(True)
        self._tick_soon.timeout.connect(self._tick)
        self.acceptor.activity.connect(self._tick_soon.start)

    def open(self, port: int | None = None, *, here_only: bool = False) -> None:
        """Listen on a port, 0 for any free one; without one on the first free of TABLE_PORTS. Raises ListeningError."""
        special = QHostAddress.SpecialAddress
        address = QHostAddress(special.LocalHost if here_only else special.Any)
        if not any(self._listener.listen(address, each) for each in _ports(port)):
            raise ListeningError("lan.listen.failed", port=str(port or 0), why=self._listener.errorString())
        self._ticks.start()

    def announce(self, poster: Callable[[], Poster]) -> str | None:
        """Answer discovery queries, of this computer only if others cannot connect; return the key of the problem, if
        any."""
        self._responder = DiscoveryResponder(poster, self, here_only=self._only_here)
        return self._responder.open()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._listener.serverPort()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of this computer, the likeliest first."""
        return LOOPBACK[:1] if self._only_here else own_addresses()

    @property
    def _only_here(self) -> bool:
        return self._listener.serverAddress().isLoopback()

    def close(self, reason: str) -> None:
        """Stop listening, and close all connections."""
        self._ticks.stop()
        self._tick_soon.stop()
        self._listener.close()
        if self._responder is not None:
            self._responder.close()
        self.acceptor.close(reason)

    @property
    def is_closed(self) -> bool:
        """Whether the last connection has ended."""
        return self.acceptor.is_empty

    def _on_new_connection(self) -> None:
        while self._listener.hasPendingConnections():
            socket = self._listener.nextPendingConnection()
            if self._accepts(socket.peerAddress().toString()):
                self.acceptor.accept(socket)
            else:
                socket.abort()
                socket.deleteLater()

    def _tick(self) -> None:
        if self._room.tick(self._now()):
            self._tick_soon.start()


def _ports(port: int | None) -> tuple[int, ...]:
    return (*TABLE_PORTS, 0) if port is None else (port,)


AFTER_THE_END = 10 * 60.0  #: seconds that a finished match stays open without members
UNFINISHED = 12 * 3600.0  #: and an unfinished one


class IdleTimer:
    """Tells when a table without members should close. The time is passed in."""

    def __init__(self, now: float) -> None:
        self._since = now

    def due(self, occupied: bool, over: bool, now: float) -> bool:
        """Whether the table has been without members long enough to close."""
        if occupied:
            self._since = now
        return now - self._since >= (AFTER_THE_END if over else UNFINISHED)


class SandboxInspector(QObject):
    """Checks rules that a player proposes, in a process with limits of time and memory."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: InspectionProcess | None = None
        self._verdict: Verdict | None = None

    def inspect(self, order: InspectRuleChange) -> None:
        """Start to check rules; a former check is cancelled."""
        self.cancel()
        self._process = InspectionProcess(self)
        self._process.done.connect(self._on_done)
        self._process.start(order)

    def take_verdict(self) -> Verdict | None:
        """Return the verdict, once; None until it is there."""
        verdict, self._verdict = self._verdict, None
        return verdict

    def cancel(self) -> None:
        """Stop a check; there will be no verdict."""
        process, self._process = self._process, None
        self._verdict = None
        if process is not None:
            process.cancel()

    def _on_done(self, verdict: Verdict) -> None:
        self._process, self._verdict = None, verdict


_CHECK_INTERVAL = 100  #: milliseconds between two checks whether the table should close
_REFUSALS = 20  #: lines about refused clients at once; then one per second
_CLOSE_TIMEOUT = 2.0  #: seconds for clients to receive why the table closes


class HostedTable(QObject):
    """A hosted table in its process: room, server, bots, state file and lock, and the lines printed on the terminal.

    Signals:
        ended: The table is closed; clients know it, and no file is open any more.
    """

    ended = Signal()

    def __init__(
        self,
        room: Room,
        record: RecordFile,
        bots: BotService,
        lock: QLockFile,
        say: Callable[[str], None],
        warn: Callable[[str], None],
        parent: QObject | None = None,
        inspector: SandboxInspector | None = None,
    ) -> None:
        """Take over a room and what it uses; `lock` is that of its journal. The table calls `say` with each line about
        what happens, and `warn` once if bots are slow here."""
        super().__init__(parent)
        self._room, self._record, self._bots, self._lock = room, record, bots, lock
        self._inspector = inspector
        self._say, self._warn = say, warn
        host = record.host
        capacity = Capacity(CONNECTIONS + host.watchers)
        code = key_of_code(host.code) if host.code else None
        self._server = TableServer(room, room.table, code, capacity, self)
        self._server.acceptor.refused.connect(self._on_refused)
        self._warned = False
        self._texts = Translations()
        self._idle = IdleTimer(time.monotonic())
        self._close_requested = False
        self._close_request = close_request_path(Path(host.journal))
        self._close_request.unlink(missing_ok=True)
        self._closes_at: float | None = None
        self._last_refused: tuple[str, str] | None = None
        self._refusal_limiter = RateLimiter(1, _REFUSALS, time.monotonic())
        self._check_timer = QTimer(self)
        self._check_timer.setInterval(_CHECK_INTERVAL)
        self._check_timer.timeout.connect(self._check)
        room.listen(self._on_notice)

    def open(self, port: int | None) -> None:
        """Listen for clients. Raises ListeningError; OSError if the state file cannot be written."""
        self._server.open(port, here_only=self._record.host.here_only)
        why = self._record.set_host(replace(self._record.host, port=self._server.port))
        why = why if why is not None else self._room.save()
        if why is not None:
            raise OSError(why)
        problem = self._server.announce(self._poster)
        self._introduce()
        if problem is not None:
            self._say(self._texts(problem))
        self._check_timer.start()

    def close(self) -> None:
        """Close soon; may be called at any moment, also by a signal of the system."""
        self._close_requested = True

    def release(self) -> None:
        """Release what the table uses, the lock of the match last."""
        self._check_timer.stop()
        if self._inspector is not None:
            self._inspector.cancel()
        self._close_request.unlink(missing_ok=True)
        self._record.mark_closed()
        self._bots.close()
        self._lock.unlock()

    def _check(self) -> None:
        now, by = time.monotonic(), self._bots.runner
        if by is not None and not self._warned:
            self._warned = True
            self._warn(performance_note(by))
        if self._closes_at is not None:
            if self._server.is_closed or now > self._closes_at:
                self.release()
                self.ended.emit()
        elif self._should_close(now):
            self._closes_at = now + _CLOSE_TIMEOUT
            self._say(self._texts("serve.closed"))  # first: another process may write there once the file says closed
            self._record.mark_closed()  # no client is sent here any more
            self._room.close("lan.away.host_closed")
            self._server.close("lan.away.host_closed")

    def _should_close(self, now: float) -> bool:
        if self._close_requested or self._close_request.exists():
            return True
        return self._idle.due(self._room.present_count > 0, self._room.phase == "over", now)

    # ---- lines on the terminal ----

    def _introduce(self) -> None:
        advert, server, say, texts = self._room.advert, self._server, self._say, self._texts
        say(texts("serve.open", name=advert.name, game=dict(advert.titles)["en"], seats=advert.seats))
        here_only = self._record.host.here_only
        for address in server.addresses:
            short = code_of(address, server.port)
            key = "serve.address_here" if here_only else "serve.address_short" if short else "serve.address"
            say(texts(key, at=typed_address(address, server.port), short=short))
        if self._record.host.code:
            say(texts("serve.code", code=self._record.host.code))
        for key in ("serve.how", "serve.saved", "serve.close"):
            say(texts(key, file=self._record.host.journal))

    def _on_refused(self, address: str, reason: str) -> None:
        why = localized(self._texts, reason)
        repeated = (address, why) == self._last_refused  # repeated attempts are reported once, floods in part
        if not repeated and self._refusal_limiter.take(time.monotonic()):
            self._last_refused = address, why
            self._say(self._texts("serve.refused", address=address, why=why))

    def _on_notice(self, noticed: Noticed) -> None:
        self._say(notice_line(noticed, self._texts))

    def _poster(self) -> Poster:
        return poster_of(self._room.advert, self._server.port)


def notice_line(noticed: Noticed, texts: Translations) -> str:
    """Return the sentence for a notice. A player without a name is called by the seat."""
    values = dict(noticed.args)
    if values.get("name") == "":
        values["name"] = values.get("seat") or texts("serve.somebody")
    return localized(texts, noticed.what, tuple(values.items()))


def poster_of(advert: Advert, port: int) -> Poster:
    """Return the answer to discovery queries."""
    titles = dict(advert.titles)
    english = titles.get("en", advert.game)
    return Poster(
        *VERSIONS,
        __version__,
        advert.table,
        advert.name,
        advert.game,
        english,
        titles.get("fr", english),
        advert.identity[:16],
        len(advert.house),
        advert.house,
        advert.taken,
        advert.seats,
        advert.state,
        advert.code,
        advert.watchers,
        port,
    )

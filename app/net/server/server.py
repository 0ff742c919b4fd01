"""A table that others can reach: it listens, has everybody greeted at the door, and gives the room its time.

Only private networks are let in: whoever comes from an address that the internet passes on is cut off without a word.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal
from PySide6.QtNetwork import QHostAddress, QTcpServer

from app import __version__
from app.base.i18n import Translations
from app.net.discovery.datagrams import Poster
from app.net.discovery.interfaces import LOOPBACK, own_addresses
from app.net.discovery.responder import DiscoveryResponder
from app.net.localize import localized
from app.net.protocol.addresses import code_of, is_near, typed_address
from app.net.protocol.connection import RateLimiter
from app.net.protocol.limits import TABLE_PORTS
from app.net.protocol.messages import VERSIONS, Noticed
from app.net.server.acceptor import AcceptedConnection, Acceptor, Capacity
from app.net.server.host_process import close_request_path
from app.net.server.room import Advert, Room
from app.net.server.state_file import RecordFile
from dsl.bots.bot_service import BotService
from dsl.runtime.runner_selection import performance_note

_TICK = 100  #: milliseconds between two looks of the room at its time
_BACKLOG = 64  #: connections that may wait for the door


class ListeningError(Exception):
    """Nobody can reach this table; the key of the sentence that says why, and its values."""

    def __init__(self, reason: str, **args: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_by_name = args


class Timed(AcceptedConnection, Protocol):
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
        self.door = Acceptor(table, code, room, capacity or Capacity(), self, clock)
        self._room = room
        self._now = clock
        self._beacon: DiscoveryResponder | None = None
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
        self._beacon = DiscoveryResponder(poster, self, here_only=self._only_here)
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


# When a table that nobody sits at any more closes by itself. The time is handed in.


AFTER_THE_END = 10 * 60.0  #: seconds that a finished match waits for somebody who wants to look at it
UNFINISHED = 12 * 3600.0  #: and one that can be gone on with


class IdleTimer:
    """Watches whether anybody is there."""

    def __init__(self, now: float) -> None:
        self._since = now

    def due(self, anybody: bool, over: bool, now: float) -> bool:
        """Whether nobody has been there for so long that the table may close."""
        if anybody:
            self._since = now
        return now - self._since >= (AFTER_THE_END if over else UNFINISHED)


# An open table: its room, its server, its computer players, and the lines that are said about it on a terminal.


_GLANCE = 100  #: milliseconds between two looks at whether it is to end
_REFUSALS = 20  #: lines about clients that were turned away, at once; one more each second
_LAST_WORDS = 2.0  #: seconds for those who are there to hear that the table closes


@dataclass(frozen=True, slots=True)
class Parts:
    """What a table is opened with."""

    room: Room
    server: TableServer
    record: RecordFile
    minds: BotService
    lock: QLockFile  #: nobody else goes on with the match meanwhile
    code: str
    former: int = 0  #: the port where a reopened table listened before


class HostedTable(QObject):
    """One table from its opening to its end.

    Signals:
        ended: The table is closed; everybody was told, and nothing is open any more.
    """

    ended = Signal()

    def __init__(
        self, parts: Parts, say: Callable[[str], None], warn: Callable[[str], None], parent: QObject | None = None
    ) -> None:
        """It will `say` what happens, and `warn` once if computer players think slowly here."""
        super().__init__(parent)
        self._parts = parts
        self._say, self._warn = say, warn
        self._warned = False
        self._texts = Translations()
        self._idle = IdleTimer(time.monotonic())
        self._asked = False
        self._wish = close_request_path(Path(parts.record.host.journal))
        self._wish.unlink(missing_ok=True)
        self._closing = 0.0
        self._last_refused = "", ""
        self._refusals = RateLimiter(1, _REFUSALS, time.monotonic())
        self._glance = QTimer(self)
        self._glance.setInterval(_GLANCE)
        self._glance.timeout.connect(self._look)
        parts.server.setParent(self)
        parts.server.door.refused.connect(self._refused)
        parts.room.overhear(self._noticed)

    def open(self, port: int | None) -> None:
        """Let others come. Raises ListeningError; OSError if the record cannot be written."""
        parts, here_only = self._parts, self._parts.record.host.here_only
        parts.server.open(port, here_only=here_only)
        why = parts.record.hosted(replace(parts.record.host, port=parts.server.port)) or parts.room.keep()
        if why:
            raise OSError(why)
        problem = parts.server.be_found(self._poster)
        self._introduce()
        if problem:
            self._say(self._texts(problem))
        self._glance.start()

    def close(self) -> None:
        """Close soon; may be called at any moment, also by a signal of the system."""
        self._asked = True

    def release(self) -> None:
        """Let go of what the table has, the match's lock last."""
        self._glance.stop()
        self._wish.unlink(missing_ok=True)
        self._parts.record.closed()
        self._parts.minds.close()
        self._parts.lock.unlock()

    def _look(self) -> None:
        now, room, by = time.monotonic(), self._parts.room, self._parts.minds.runner
        if by is not None and not self._warned:
            self._warned = True
            self._warn(performance_note(by))
        if self._closing:
            if self._parts.server.closed or now > self._closing:
                self.release()
                self.ended.emit()
        elif self._asked or self._wish.exists() or self._idle.due(room.present > 0, room.state == "over", now):
            self._closing = now + _LAST_WORDS
            self._say(self._texts("serve.closed"))  # first: once the record says so, another process may write there
            self._parts.record.closed()  # nobody is sent here any more
            room.close("lan.away.host_closed")
            self._parts.server.close("lan.away.host_closed")

    # ---- what is said ----

    def _introduce(self) -> None:
        advert, server, say, texts = self._parts.room.advert, self._parts.server, self._say, self._texts
        say(texts("serve.open", name=advert.name, game=dict(advert.titles)["en"], seats=advert.seats))
        here_only = self._parts.record.host.here_only
        for address in server.addresses:
            short = code_of(address, server.port)
            key = "serve.address_here" if here_only else "serve.address_short" if short else "serve.address"
            say(texts(key, at=typed_address(address, server.port), short=short))
        if self._parts.code:
            say(texts("serve.code", code=self._parts.code))

    def _refused(self, address: str, reason: str) -> None:
        why = localized(self._texts, reason)
        repeated = (address, why) == self._last_refused  # repeated attempts are reported once, floods in part
        if not repeated and self._refusals.take(time.monotonic()):
            self._last_refused = address, why
            self._say(self._texts("serve.refused", address=address, why=why))

    def _noticed(self, noticed: Noticed) -> None:
        self._say(said(noticed, self._texts))

    def _poster(self) -> Poster:
        return poster_of(self._parts.room.advert, self._parts.server.port)


def said(noticed: Noticed, texts: Translations) -> str:
    """Return what is said about something that happened. Whoever has no name is called by the seat."""
    values = dict(noticed.args)
    if values.get("name") == "":
        values["name"] = values.get("seat") or texts("serve.somebody")
    return localized(texts, noticed.what, tuple(values.items()))


def poster_of(advert: Advert, port: int) -> Poster:
    """Return what is told to whoever looks for tables."""
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

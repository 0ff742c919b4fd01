"""Somebody looks for tables: on this computer, and in every network that it is in."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QHostAddress, QUdpSocket

from app.net.discovery.datagrams import (
    ANSWER_MOST,
    Poster,
    Seek,
    bytes_of,
    drain_datagrams,
    new_nonce,
    read_here,
)
from app.net.discovery.interfaces import broadcast_addresses, own_addresses
from app.net.protocol.addresses import is_loopback
from app.net.protocol.limits import FIND_PORT, GONE_AFTER, TABLES, TABLES_HERE, TABLES_OF_ADDRESS
from app.net.protocol.messages import VERSIONS

# The tables that were heard of: each once, no more than agreed, none that has fallen silent.


_WAYS = 4  #: addresses of one table that are remembered


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table as somebody who looks for one sees it."""

    poster: Poster
    addresses: tuple[str, ...]  #: where it was heard; the best first
    local: bool  #: it is on this computer
    problem: str  #: key of a sentence: why one cannot join, and what to do about it; empty if nothing stands against it

    @property
    def table(self) -> str:
        """Its id."""
        return self.poster.table


@dataclass(frozen=True, slots=True)
class _Heard:
    found: FoundTable
    at: Mapping[str, float]  #: by address: when it was heard there last


def why_not_join(poster: Poster, versions: tuple[int, int] = VERSIONS) -> str:
    """The key of a sentence that says why this program cannot join, with the remedy; empty if it can."""
    oldest, newest = versions
    if poster.oldest > newest:
        return "lan.found.newer"
    return "lan.found.older" if poster.newest < oldest else ""


class FoundTables:
    """Keeps them. What a table says of itself is taken from its best address only, so that no other can change it."""

    def __init__(self, versions: tuple[int, int] = VERSIONS) -> None:
        self._versions = versions
        self._heard: dict[str, _Heard] = {}

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """All of them in a steady order: those that one can join first, then by name."""
        found = (each.found for each in self._heard.values())
        return tuple(sorted(found, key=lambda each: (bool(each.problem), each.poster.name.casefold(), each.table)))

    def hear(self, poster: Poster, address: str, local: bool, now: float) -> None:
        """A table said this of itself at this address just now."""
        known = self._heard.get(poster.table)
        if not self._room(known, address, TABLES_HERE if local else TABLES_OF_ADDRESS):
            return
        at = {**known.at, address: now} if known else {address: now}
        addresses = _best_first(at)
        if known is None or address == addresses[0]:
            found = FoundTable(poster, addresses, local, why_not_join(poster, self._versions))
        else:
            found = replace(known.found, addresses=addresses, local=local or known.found.local)
        self._heard[poster.table] = _Heard(found, at)

    def forget_silent(self, now: float) -> None:
        """Drop addresses where nothing was heard for long, and tables that have none left."""
        for table, heard in tuple(self._heard.items()):
            at = {address: when for address, when in heard.at.items() if now - when < GONE_AFTER}
            if not at:
                del self._heard[table]
            elif len(at) < len(heard.at):
                self._heard[table] = _Heard(replace(heard.found, addresses=_best_first(at)), at)

    def _room(self, known: _Heard | None, address: str, most: int) -> bool:
        """Whether this may be kept: no address may fill the list, or change more than `most` of its tables."""
        if known is not None and address in known.at:
            return True
        there = sum(address in heard.at for heard in self._heard.values())
        room = len(self._heard) < TABLES if known is None else len(known.at) < _WAYS
        return room and there < most


def _best_first(at: Mapping[str, float]) -> tuple[str, ...]:
    """A way within this computer before all others: it outlives any network. Else the address heard first."""
    return tuple(sorted(at, key=lambda address: not is_loopback(address)))


_PAUSES = (0.3, 0.7, 2.0)  #: seconds between the first queries: an answer or two may be lost
_PAUSE = 5.0  #: between all others
_PAUSE_REFUSED = 1.0
_REFUSED_FOR = 30.0  #: so long the system may be asking its user whether this program may use the network
_GATHER = 50  #: milliseconds: what is heard in one of these is told at once
_LOOK_FOR_SILENT = 1000  #: milliseconds


class Routes:
    """Judges from what became of the queries whether they can reach anybody beyond this computer."""

    def __init__(self) -> None:
        self.problem = ""
        self.refused_since: float | None = None

    def judge(self, sent: Sequence[tuple[str, bool]], now: float) -> None:
        """Take in one round: each address, and whether the system sent something there."""
        outside = [gone for address, gone in sent if not is_loopback(address)]
        if outside and not any(outside):
            self.refused_since = now if self.refused_since is None else self.refused_since
            if now - self.refused_since >= _REFUSED_FOR:
                self.problem = "lan.nearby.refused"
            return
        self.refused_since = None
        self.problem = "" if outside else "lan.nearby.no_network"


class TableBrowser(QObject):
    """Asks again and again as long as it is open, and keeps the list of those that answer.

    Signals:
        changed: The list is another: a tuple of FoundTable.
        troubled: Key of a sentence that says why nothing can be found, with the remedy; empty when that is over.
    """

    changed = Signal(object)
    troubled = Signal(str)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        port: int = FIND_PORT,
        targets: Callable[[], Iterable[str]] = broadcast_addresses,
        versions: tuple[int, int] = VERSIONS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.tables: tuple[FoundTable, ...] = ()
        self.problem = ""
        self._port, self._targets, self._versions, self._clock = port, targets, versions, clock
        self._found, self._reach = FoundTables(versions), Routes()
        self._nonces: deque[tuple[float, str]] = deque()
        self._own: frozenset[str] = frozenset()
        self._rounds = 0
        self._socket = QUdpSocket(self)
        self._socket.readyRead.connect(self._read)
        self._next = self._timer(self._ask)
        self._tell_soon = self._timer(self._tell)
        self._silent = self._timer(self._forget_silent, single=False)

    def _timer(self, then: Callable[[], None], single: bool = True) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(single)
        timer.timeout.connect(then)
        return timer

    def open(self) -> None:
        """Begin to look. Nothing is asked while it is closed."""
        if self._socket.bind(QHostAddress(QHostAddress.SpecialAddress.AnyIPv4), 0):
            self._silent.start(_LOOK_FOR_SILENT)
            self.look()
        else:
            self._say("lan.nearby.no_port")

    def look(self) -> None:
        """Ask at once, and then a few times in quick succession: somebody waits for an answer."""
        self._rounds = 0
        if self._silent.isActive():
            self._ask()

    def close(self) -> None:
        """Look no more, and forget what was found."""
        for timer in (self._next, self._tell_soon, self._silent):
            timer.stop()
        self._socket.close()
        self._nonces.clear()
        self._found, self.tables = FoundTables(self._versions), ()

    # ---- asking ---------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        now, nonce = self._clock(), new_nonce()
        self._nonces.append((now, nonce))
        self._own = frozenset(own_addresses())
        query = bytes_of(Seek(*self._versions, nonce))
        self._reach.judge([(address, self._send(query, address)) for address in self._targets()], now)
        self._say(self._reach.problem)
        self._next.start(round(1000 * self._pause()))
        self._rounds += 1

    def _send(self, query: bytes, address: str) -> bool:
        return self._socket.writeDatagram(query, QHostAddress(address), self._port) == len(query)

    def _pause(self) -> float:
        if self._rounds < len(_PAUSES):
            return _PAUSES[self._rounds]
        waiting = self._reach.refused_since is not None and not self._reach.problem
        return _PAUSE_REFUSED if waiting else _PAUSE

    def _say(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self.troubled.emit(problem)

    # ---- hearing --------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        now = self._clock()
        while self._nonces and now - self._nonces[0][0] >= GONE_AFTER:
            self._nonces.popleft()
        for answer, address, _ in drain_datagrams(self._socket, ANSWER_MOST + 1):
            self._hear(answer, address, now)
        if not self._tell_soon.isActive():
            self._tell_soon.start(_GATHER)

    def _hear(self, answer: bytes, address: str, now: float) -> None:
        here = read_here(answer)
        if here is None or all(here.nonce != nonce for _, nonce in self._nonces):
            return  # nobody asked for it
        self._found.hear(here.table, address, is_loopback(address) or address in self._own, now)

    def _forget_silent(self) -> None:
        self._found.forget_silent(self._clock())
        self._tell()

    def _tell(self) -> None:
        tables = self._found.tables
        if tables != self.tables:
            self.tables = tables
            self.changed.emit(tables)

"""Browser of tables: finds tables on this computer and in its networks by UDP broadcast."""

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

_MOST_ADDRESSES = 4  #: of one table


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that answered."""

    poster: Poster
    addresses: tuple[str, ...]  #: addresses that answered, the best first
    local: bool  #: whether it is on this computer
    problem: str  #: text key of the reason why this program cannot join; empty if it can

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.poster.table


@dataclass(frozen=True, slots=True)
class _Entry:
    found: FoundTable
    at: Mapping[str, float]  #: by address: time of the last answer


def why_not_join(poster: Poster, versions: tuple[int, int] = VERSIONS) -> str:
    """Return the text key of the reason why this program cannot join, with the remedy; empty if it can."""
    oldest, newest = versions
    if poster.oldest > newest:
        return "lan.found.newer"
    return "lan.found.older" if poster.newest < oldest else ""


class FoundTables:
    """List of found tables. An entry comes from the best address of its table only: no other host can change it."""

    def __init__(self, versions: tuple[int, int] = VERSIONS) -> None:
        self._versions = versions
        self._tables: dict[str, _Entry] = {}

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """All tables in a stable order: joinable ones first, then by name."""
        found = (each.found for each in self._tables.values())
        return tuple(sorted(found, key=lambda each: (bool(each.problem), each.poster.name.casefold(), each.table)))

    def add(self, poster: Poster, address: str, local: bool, now: float) -> None:
        """Take an answer from an address."""
        known = self._tables.get(poster.table)
        if not self._has_room(known, address, TABLES_HERE if local else TABLES_OF_ADDRESS):
            return
        at = {**known.at, address: now} if known else {address: now}
        addresses = _best_first(at)
        if known is None or address == addresses[0]:
            found = FoundTable(poster, addresses, local, why_not_join(poster, self._versions))
        else:
            found = replace(known.found, addresses=addresses, local=local or known.found.local)
        self._tables[poster.table] = _Entry(found, at)

    def expire(self, now: float) -> None:
        """Drop addresses without an answer for long, and tables that have none left."""
        for table, entry in tuple(self._tables.items()):
            at = {address: when for address, when in entry.at.items() if now - when < GONE_AFTER}
            if not at:
                del self._tables[table]
            elif len(at) < len(entry.at):
                self._tables[table] = _Entry(replace(entry.found, addresses=_best_first(at)), at)

    def _has_room(self, known: _Entry | None, address: str, most: int) -> bool:
        """Whether an answer may be kept: no address may fill the list, or change more than `most` of its tables."""
        if known is not None and address in known.at:
            return True
        there = sum(address in entry.at for entry in self._tables.values())
        room = len(self._tables) < TABLES if known is None else len(known.at) < _MOST_ADDRESSES
        return room and there < most


def _best_first(at: Mapping[str, float]) -> tuple[str, ...]:
    """Sort addresses: loopback first, since it outlives any network, then in order of their first answer."""
    return tuple(sorted(at, key=lambda address: not is_loopback(address)))


_PAUSES = (0.3, 0.7, 2.0)  #: seconds between the first queries: datagrams get lost
_PAUSE = 5.0  #: between all others
_PAUSE_REFUSED = 1.0
_REFUSED_FOR = 30.0  #: the system may still be asking the user for permission
_CHANGED_DELAY = 50  #: milliseconds: answers within it cause one `changed`
_EXPIRE_INTERVAL = 1000  #: milliseconds


class Reachability:
    """Derives from the results of sending whether queries reach other computers."""

    def __init__(self) -> None:
        self.problem = ""
        self.refused_since: float | None = None

    def record(self, sent: Sequence[tuple[str, bool]], now: float) -> None:
        """Take one round of queries: each address, and whether the system sent the datagram."""
        outside = [gone for address, gone in sent if not is_loopback(address)]
        if outside and not any(outside):
            self.refused_since = now if self.refused_since is None else self.refused_since
            if now - self.refused_since >= _REFUSED_FOR:
                self.problem = "lan.nearby.refused"
            return
        self.refused_since = None
        self.problem = "" if outside else "lan.nearby.no_network"


class TableBrowser(QObject):
    """Sends queries while it is open, and keeps the list of tables that answer.

    Signals:
        changed: The list changed; carries a tuple of FoundTable.
        problem_changed: Carries the key of the sentence that says why no table can be found, with the remedy; empty
            when the problem is over.
        answered: A table answered, listed or not; carries its Poster and the address.
    """

    changed = Signal(object)
    answered = Signal(object, str)
    problem_changed = Signal(str)

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
        self._found, self._reachability = FoundTables(versions), Reachability()
        self._nonces: deque[tuple[float, str]] = deque()
        self._own: frozenset[str] = frozenset()
        self._rounds = 0
        self._socket = QUdpSocket(self)
        self._socket.readyRead.connect(self._read)
        self._next = self._timer(self._query)
        self._changed_soon = self._timer(self._emit_changed)
        self._expiry = self._timer(self._expire, single=False)

    def _timer(self, then: Callable[[], None], single: bool = True) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(single)
        timer.timeout.connect(then)
        return timer

    def open(self) -> None:
        """Start sending queries."""
        if self._socket.bind(QHostAddress(QHostAddress.SpecialAddress.AnyIPv4), 0):
            self._expiry.start(_EXPIRE_INTERVAL)
            self.refresh()
        else:
            self._set_problem("lan.nearby.no_port")

    def refresh(self) -> None:
        """Send a query at once, and a few more in quick succession."""
        self._rounds = 0
        if self._expiry.isActive():
            self._query()

    def close(self) -> None:
        """Stop, and clear the list."""
        for timer in (self._next, self._changed_soon, self._expiry):
            timer.stop()
        self._socket.close()
        self._nonces.clear()
        self._found, self.tables = FoundTables(self._versions), ()

    # ---- queries ---------------------------------------------------------------------------------------------------

    def _query(self) -> None:
        now, nonce = self._clock(), new_nonce()
        self._nonces.append((now, nonce))
        self._own = frozenset(own_addresses())
        query = bytes_of(Seek(*self._versions, nonce))
        self._reachability.record([(address, self._send(query, address)) for address in self._targets()], now)
        self._set_problem(self._reachability.problem)
        self._next.start(round(1000 * self._pause()))
        self._rounds += 1

    def _send(self, query: bytes, address: str) -> bool:
        return self._socket.writeDatagram(query, QHostAddress(address), self._port) == len(query)

    def _pause(self) -> float:
        if self._rounds < len(_PAUSES):
            return _PAUSES[self._rounds]
        waiting = self._reachability.refused_since is not None and not self._reachability.problem
        return _PAUSE_REFUSED if waiting else _PAUSE

    def _set_problem(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self.problem_changed.emit(problem)

    # ---- answers --------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        now = self._clock()
        while self._nonces and now - self._nonces[0][0] >= GONE_AFTER:
            self._nonces.popleft()
        for answer, address, _ in drain_datagrams(self._socket, ANSWER_MOST + 1):
            self._take(answer, address, now)
        if not self._changed_soon.isActive():
            self._changed_soon.start(_CHANGED_DELAY)

    def _take(self, answer: bytes, address: str, now: float) -> None:
        here = read_here(answer)
        if here is None or all(here.nonce != nonce for _, nonce in self._nonces):
            return  # not an answer to a query of ours
        self._found.add(here.table, address, is_loopback(address) or address in self._own, now)
        self.answered.emit(here.table, address)

    def _expire(self) -> None:
        self._found.expire(self._clock())
        self._emit_changed()

    def _emit_changed(self) -> None:
        tables = self._found.tables
        if tables != self.tables:
            self.tables = tables
            self.changed.emit(tables)

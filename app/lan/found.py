"""The tables that were heard of: each once, no more than agreed, none that has fallen silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.lan.addresses import is_loopback
from app.lan.datagrams import Poster
from app.lan.limits import GONE_AFTER, TABLES, TABLES_HERE, TABLES_OF_ADDRESS
from app.lan.protocol import VERSIONS

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

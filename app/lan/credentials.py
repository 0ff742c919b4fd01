"""What a guest keeps of the tables where it is known, so that it comes back to its seats when it was killed, too.

One small file in the data folder that nobody else may read. A damaged one is put aside, and all is begun anew; a disk
that refuses costs no match. Several windows may use it: each reads it anew before it writes, and who one is at a table
belongs to one of them at a time, so that two windows at one computer are two guests.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile

from app.lan.protocol import Pairs
from app.library import locks
from app.library.files import replace_file, set_aside
from dsl.engine.wire import WireError, dumps, loads

MOST = 200
_LARGEST = 1024 * 1024
REQUESTS = 2**20  #: numbers that one start of the program may use


@dataclass(frozen=True, slots=True)
class Credential:
    """Who one is at one table."""

    table: str  #: its id
    address: str  #: where it was found last
    port: int
    name: str  #: the table's
    titles: Pairs  #: of the game, by language
    member: str
    token: str
    commitment: str  #: to the chance of the match, as it was told first
    shares: tuple[str, ...]  #: of chance that one gave, in their order
    requests: int  #: numbers from here on were never used
    seen: int  #: when one was there last, in seconds since 1970


@dataclass(frozen=True, slots=True)
class Remembered:
    """The whole file, the table that was visited last at the end."""

    format: int
    tables: tuple[Credential, ...]


class Credentials:
    """The file. `problem` says why the last writing failed; empty if it did not."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._claimed: dict[str, QLockFile] = {}
        self.problem = ""

    def tables(self) -> tuple[Credential, ...]:
        """Return where one is known, the table that was visited last first."""
        return self._read()[::-1]

    def of(self, table: str) -> Credential | None:
        """Return who one is at a table."""
        return next((each for each in self._read() if each.table == table), None)

    def at(self, address: str, port: int) -> Credential | None:
        """Return who one is at the table that was found there last."""
        return next((each for each in self.tables() if (each.address, each.port) == (address, port)), None)

    def claim(self, table: str) -> bool:
        """Whether who one is at a table belongs to this window from now on; not if another one that runs has it."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.problem = str(error)
            return False
        name = hashlib.sha256(table.encode()).hexdigest()[:16]  # the id is a stranger's
        lock = locks.take(self._path.with_name(f"table-{name}"))
        if lock is not None:
            self._claimed[table] = lock
        return lock is not None

    def release(self, table: str) -> None:
        """Let another window have it."""
        lock = self._claimed.pop(table, None)
        if lock is not None:
            lock.unlock()

    def keep(self, credential: Credential) -> None:
        """Remember this; the oldest of too many are forgotten."""
        others = [each for each in self._read() if each.table != credential.table]
        self._write((*others, credential)[-MOST:])

    def forget(self, table: str) -> None:
        """Be nobody at a table any more."""
        kept = tuple(each for each in self._read() if each.table != table)
        if len(kept) != len(self._read()):
            self._write(kept)

    def _read(self) -> tuple[Credential, ...]:
        try:
            with self._path.open("rb") as file:
                return loads(file.read(_LARGEST), Remembered).tables
        except WireError:
            self._put_aside()
        except FileNotFoundError:
            pass
        except OSError as error:
            self.problem = str(error)
        return ()

    def _put_aside(self) -> None:
        try:
            set_aside(self._path)
        except OSError as error:
            self.problem = str(error)

    def _write(self, tables: tuple[Credential, ...]) -> None:
        try:
            replace_file(self._path, dumps(Remembered(1, tables)).encode())  # a new file, which only its owner may read
            self.problem = ""
        except OSError as error:
            self.problem = str(error)


def reserved(credential: Credential) -> tuple[int, Credential]:
    """Return the first number for requests of this start of the program, and what is to be kept before it is used."""
    return credential.requests, replace(credential, requests=credential.requests + REQUESTS)

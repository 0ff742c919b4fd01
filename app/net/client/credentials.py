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

from app.net.protocol.commit_reveal import MOST as MOST_PLEDGES
from app.net.protocol.commit_reveal import Pledges
from app.net.protocol.messages import Pairs
from app.storage.matches import lock_file
from dsl.base.files import private_folder, read_bytes, replace_file, set_aside
from dsl.base.serialization import Json, WireError, decode, dumps, parse

MOST = 200
_LARGEST = 1024 * 1024
FORMAT = 2
_UNSEALED = 1  #: the format before shares of chance were sealed
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
    pledges: Pledges  #: the shares of chance that one gave, in their order
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
            private_folder(self._path.parent)
            name = hashlib.sha256(table.encode()).hexdigest()[:16]  # the id is a stranger's
            lock = lock_file(self._path.with_name(f"table-{name}"))
        except OSError as error:
            self.problem = str(error)
            return False
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
            return decode(_as_now(parse(read_bytes(self._path, _LARGEST))), Remembered).tables
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
            content = dumps(Remembered(FORMAT, tables)).encode()
            private_folder(self._path.parent)
            replace_file(self._path, content)  # a new file, which only its owner may read
            self.problem = ""
        except OSError as error:
            self.problem = str(error)


def reserved(credential: Credential) -> tuple[int, Credential]:
    """Return the first number for requests of this start of the program, and what is to be kept before it is used."""
    return credential.requests, replace(credential, requests=credential.requests + REQUESTS)


def _as_now(data: Json) -> Json:
    """Return the data of the file as this format has it. Raises WireError."""
    tables = data.get("tables") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(tables, list) or data.get("format") != _UNSEALED:
        return data
    return {**data, "format": FORMAT, "tables": [_sealed(each) for each in tables]}


def _sealed(former: Json) -> Json:
    """Return the data of a credential whose shares were never sealed."""
    shares = former.get("shares") if isinstance(former, dict) else None
    if not isinstance(former, dict) or not isinstance(shares, list):
        raise WireError("a credential that is none")
    rest = {name: value for name, value in former.items() if name != "shares"}
    return {**rest, "pledges": [{"type": "Pledge", "share": share, "round": ""} for share in shares[-MOST_PLEDGES:]]}

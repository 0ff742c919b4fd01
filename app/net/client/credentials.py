"""File of the client's credentials at tables: with them it gets its seats back, also after a crash.

A small file in the data folder, readable by its user only. A damaged file is set aside and a new one begun; a write
error costs no match. Several windows may use the file: each reads it again before it writes, and one window at a time
claims the credentials of a table, so two windows on one computer are two clients.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QLockFile

from app.net.client.commit_reveal import MOST_PLEDGES, Pledges
from app.net.protocol.messages import Pairs
from app.storage.matches import lock_file
from dsl.base.files import private_folder, read_bytes, replace_file, set_aside
from dsl.base.serialization import Json, Serializable, SerializationError, decode, dumps, parse

MOST = 200
_LARGEST = 1024 * 1024
FORMAT = 2
_UNSEALED = 1  #: the format without sealed shares of chance
REQUESTS = 2**20  #: request numbers that are reserved for one run of the program


class Credential(Serializable, frozen=True):
    """The client's membership at one table."""

    table: str  #: its id
    address: str  #: last known
    port: int
    name: str  #: the table's
    titles: Pairs  #: of the game, by language
    member: str
    token: str
    commitment: str  #: to the chance of the match, as first received
    pledges: Pledges  #: the shares of chance that the client gave, in order
    requests: int  #: the first request number that was never used
    seen: int  #: last visit, in seconds since 1970


class Remembered(Serializable, frozen=True):
    """The whole file, the table visited last at the end."""

    format: int
    tables: tuple[Credential, ...]


class Credentials:
    """The file. `problem` says why the last access failed; empty if it did not."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._claimed: dict[str, QLockFile] = {}
        self.problem = ""

    def tables(self) -> tuple[Credential, ...]:
        """Return all credentials, the table visited last first."""
        return self._read()[::-1]

    def for_table(self, table: str) -> Credential | None:
        """Return the credentials for a table, by its id."""
        return next((each for each in self._read() if each.table == table), None)

    def for_address(self, address: str, port: int) -> Credential | None:
        """Return the credentials for the table that was last found at an address."""
        return next((each for each in self.tables() if (each.address, each.port) == (address, port)), None)

    def claim(self, table: str) -> bool:
        """Claim the credentials of a table for this window; return False if another running window has them."""
        try:
            private_folder(self._path.parent)
            name = hashlib.sha256(table.encode()).hexdigest()[:16]  # the id is untrusted
            lock = lock_file(self._path.with_name(f"table-{name}"))
        except OSError as error:
            self.problem = str(error)
            return False
        if lock is not None:
            self._claimed[table] = lock
        return lock is not None

    def release(self, table: str) -> None:
        """Let another window claim them."""
        lock = self._claimed.pop(table, None)
        if lock is not None:
            lock.unlock()

    def keep(self, credential: Credential) -> None:
        """Save credentials; of too many the oldest are forgotten."""
        others = [each for each in self._read() if each.table != credential.table]
        self._write((*others, credential)[-MOST:])

    def forget(self, table: str) -> None:
        """Delete the credentials for a table."""
        kept = tuple(each for each in self._read() if each.table != table)
        if len(kept) != len(self._read()):
            self._write(kept)

    def _read(self) -> tuple[Credential, ...]:
        try:
            return decode(_upgrade(parse(read_bytes(self._path, _LARGEST))), Remembered).tables
        except SerializationError:
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


def reserve_requests(credential: Credential) -> tuple[int, Credential]:
    """Return the first request number for this run of the program, and the credentials to save before it is used."""
    return credential.requests, replace(credential, requests=credential.requests + REQUESTS)


def _upgrade(data: Json) -> Json:
    """Return the data of the file in the current format. Raises SerializationError."""
    tables = data.get("tables") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(tables, list) or data.get("format") != _UNSEALED:
        return data
    return {**data, "format": FORMAT, "tables": [_with_pledges(each) for each in tables]}


def _with_pledges(former: Json) -> Json:
    """Return the data of a credential from the format without seals."""
    shares = former.get("shares") if isinstance(former, dict) else None
    if not isinstance(former, dict) or not isinstance(shares, list):
        raise SerializationError("not a credential")
    rest = {name: value for name, value in former.items() if name != "shares"}
    return {**rest, "pledges": [{"type": "Pledge", "share": share, "round": ""} for share in shares[-MOST_PLEDGES:]]}

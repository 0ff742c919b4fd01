"""The record beside a match's journal: with it a hosted table that was killed comes back with the same id, members and
seats. Only its owner may read it, for it holds the token of whoever opened the table.

It is written whole, durably, before anybody is told a token that it must know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.net.server.room.config import KeptRoom
from dsl.base.files import read_bytes, replace_file
from dsl.base.serialization import Json, WireError, decode, dumps, parse

FORMAT = 3
_UNSEALED = 1  #: the format before shares of chance were sealed: each seat had its own
_UNBANNED = 2  #: the format before members could be banned
MOST = 16 * 1024 * 1024


class RecordError(Exception):
    """A record that cannot be read, and why."""


@dataclass(frozen=True, slots=True)
class Host:
    """What a process that holds a table says of itself."""

    pid: int
    port: int
    code: str  #: that guests are asked for, in plain; empty if none
    owner_token: str  #: of whoever opened it; empty if nobody owns it
    journal: str  #: path of the journal
    version: str  #: of the program
    here_only: bool = False  #: nobody comes from another computer
    watchers: int = 0  #: connections beyond the usual ones, for those who look on


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A hosted table."""

    format: int
    host: Host
    room: KeptRoom


def record_path(journal: Path) -> Path:
    """Return where the record of a journal lies."""
    return journal.with_name(f"{journal.name}.table")


def read_record(path: Path) -> TableRecord:
    """Return a record. Raises RecordError."""
    try:
        record = decode(_as_now(parse(read_bytes(path, MOST))), TableRecord)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    except WireError as error:
        raise RecordError(f"{path}: {error}") from None
    if record.format != FORMAT:
        raise RecordError(f"{path} was written by a newer version (format {record.format})")
    return record


def _as_now(data: Json) -> Json:
    """Return the data of a record in a former format as this one has it: nobody is ready or banned."""
    room = data.get("room") if isinstance(data, dict) else None
    seats = room.get("seats") if isinstance(room, dict) else None
    if not isinstance(data, dict) or not isinstance(room, dict) or not isinstance(seats, list):
        return data
    former, members = data.get("format"), room.get("members")
    if former not in (_UNSEALED, _UNBANNED) or not isinstance(members, list):
        return data
    if former == _UNSEALED:
        seats = [{k: v for k, v in seat.items() if k != "share"} if isinstance(seat, dict) else seat for seat in seats]
    members = [{**member, "address": ""} if isinstance(member, dict) else member for member in members]
    return {**data, "format": FORMAT, "room": {**room, "seats": seats, "members": members, "bans": []}}


class RecordFile:
    """Keeps one table's record: a `app.net.server.room.config.RecordKeeper`."""

    def __init__(self, path: Path, host: Host) -> None:
        self.path = path
        self.host = host
        self._room: KeptRoom | None = None

    def keep(self, room: KeptRoom) -> str:
        """Write it durably; return why it could not be, or nothing. What is there already is not written again."""
        if room == self._room:
            return ""
        why = self._write(room)
        self._room = None if why else room
        return why

    def hosted(self, host: Host) -> str:
        """Write who holds the table now, such as at which port; return why it could not be."""
        self.host = host
        return self._write(self._room) if self._room is not None else ""

    def closed(self) -> str:
        """Write that no process holds the table any more; return why it could not be."""
        return self.hosted(replace(self.host, pid=0, port=0))

    def _write(self, room: KeptRoom) -> str:
        content = dumps(TableRecord(FORMAT, self.host, room)).encode()
        try:
            replace_file(self.path, content)  # a new file, which only its owner may read
        except OSError as error:
            return error.strerror or str(error)
        return ""

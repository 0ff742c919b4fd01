"""State file of a hosted table, beside the journal of its match: id, members and seats, to reopen it after a crash.

Only its user may read it, because it holds the owner's token. It is written whole and durably, always before a client
receives a token that it must contain.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from app.net.server.room.stored_room import KeptRoom
from dsl.base.files import read_bytes, replace_file
from dsl.base.serialization import Json, Serializable, SerializationError, decode, dumps, parse

FORMAT = 5
_UNSEALED = 1  #: the format without sealed shares: each seat had its own
_UNBANNED = 2  #: the format without bans
_UNTIMED = 3  #: the format without a clock
_COVERED = 4  #: the format that forgets which spectators see everything
MOST = 16 * 1024 * 1024


class RecordError(Exception):
    """A state file that cannot be read, and why."""


class Host(Serializable, frozen=True):
    """The process that hosts a table."""

    pid: int
    port: int
    code: str  #: that new members need, as plain text; empty if none
    owner_token: str  #: the owner's; empty without an owner
    journal: str  #: path of the journal
    version: str  #: of the program
    here_only: bool = False  #: it refuses other computers
    watchers: int = 0  #: additional connections for spectators


class TableRecord(Serializable, frozen=True):
    """A hosted table."""

    format: int
    host: Host
    room: KeptRoom


def record_path(journal: Path) -> Path:
    """Return the path of the state file for a journal."""
    return journal.with_name(f"{journal.name}.table")


def read_record(path: Path) -> TableRecord:
    """Read a state file. Raises RecordError."""
    try:
        record = decode(_upgrade(parse(read_bytes(path, MOST))), TableRecord)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    except SerializationError as error:
        raise RecordError(f"{path}: {error}") from None
    if record.format != FORMAT:
        raise RecordError(f"{path} was written by a newer version (format {record.format})")
    return record


def _upgrade(data: Json) -> Json:
    """Return the data of an older format in the current one: no seat is ready, no member is banned, there is
    no clock, and no spectator sees everything."""
    room = data.get("room") if isinstance(data, dict) else None
    seats = room.get("seats") if isinstance(room, dict) else None
    if not isinstance(data, dict) or not isinstance(room, dict) or not isinstance(seats, list):
        return data
    former, members, plan = data.get("format"), room.get("members"), room.get("plan")
    known = former in (_UNSEALED, _UNBANNED, _UNTIMED, _COVERED)
    if not known or not isinstance(members, list) or not isinstance(plan, dict):
        return data
    added: dict[str, Json] = {"sees_all": False, "saw_all": False}
    if former in (_UNSEALED, _UNBANNED):
        added["address"] = ""
        room = {**room, "bans": []}
    if former != _COVERED:
        room = {**room, "plan": {**plan, "clock": ""}}
    if former == _UNSEALED:
        seats = [{k: v for k, v in seat.items() if k != "share"} if isinstance(seat, dict) else seat for seat in seats]
    members = [{**member, **added} if isinstance(member, dict) else member for member in members]
    return {**data, "format": FORMAT, "room": {**room, "seats": seats, "members": members}}


class RecordFile:
    """Writes the state file of one table: an `app.net.server.room.stored_room.RecordKeeper`."""

    def __init__(self, path: Path, host: Host) -> None:
        self.path = path
        self.host = host
        self._room: KeptRoom | None = None  #: as written last

    def save(self, room: KeptRoom) -> str | None:
        """Write a room durably, if it has changed; return the error, if any."""
        if room == self._room:
            return None
        why = self._write(room)
        self._room = room if why is None else None
        return why

    def set_host(self, host: Host) -> str | None:
        """Write the process that hosts the table, such as its port; return the error, if any."""
        self.host = host
        return self._write(self._room) if self._room is not None else None

    def mark_closed(self) -> str | None:
        """Write that no process hosts the table; return the error, if any."""
        return self.set_host(replace(self.host, pid=0, port=0))

    def _write(self, room: KeptRoom) -> str | None:
        content = dumps(TableRecord(FORMAT, self.host, room)).encode()
        try:
            replace_file(self.path, content)  # a new file, which only its owner may read
        except OSError as error:
            return error.strerror or str(error)
        return None

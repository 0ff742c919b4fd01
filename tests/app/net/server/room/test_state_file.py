"""The state file beside a journal: a killed table is reopened from it, and only its user can read it."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.net.protocol.authentication import key_of_token
from app.net.server.room import KeptRoom
from app.net.server.state_file import FORMAT, Host, RecordError, RecordFile, TableRecord, read_record, record_path
from dsl.base.serialization import dumps
from tests.app.net.server.room.hosted_room import Hosted

HOST = Host(4711, 47110, "ABCDEF", "token", "match.journal", "0.1.0")


@pytest.fixture
def room(tmp_path: Path) -> KeptRoom:
    hosted = Hosted(tmp_path)
    hosted.join("Ann").sit("red")
    return hosted.record.kept[-1]


def test_a_state_file_is_read_back_and_private(tmp_path: Path, room: KeptRoom) -> None:
    path = record_path(tmp_path / "match.journal")
    file = RecordFile(path, HOST)
    assert file.save(room) is None
    assert read_record(path) == TableRecord(FORMAT, HOST, room)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    file.set_host(replace(HOST, port=5))
    assert read_record(path).host.port == 5
    assert file.mark_closed() is None
    assert (read_record(path).host.pid, read_record(path).room) == (0, room)


def test_a_token_is_never_written(tmp_path: Path, room: KeptRoom) -> None:
    (ann,) = [member for member in room.members if member.member == "m1"]
    assert ann.key == key_of_token("token 1")
    assert "token 1" not in dumps(room)


def test_a_failed_write_is_reported_and_keeps_the_old_file(
    tmp_path: Path, room: KeptRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record"
    file = RecordFile(path, HOST)
    file.save(room)
    kept = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert file.save(replace(room, last=9)) == "No space left on device"
    assert path.read_bytes() == kept
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".record")] == []
    assert file.save(replace(room, last=9)) is None
    assert read_record(path).room.last == 9


def test_an_unchanged_state_is_not_written_again(tmp_path: Path, room: KeptRoom) -> None:
    path = tmp_path / "record"
    file = RecordFile(path, HOST)
    file.save(room)
    path.unlink()
    file.save(room)
    assert not path.exists()


@pytest.mark.parametrize("damage", ["cut", "other", "newer", "gone"])
def test_an_invalid_state_file_is_reported(tmp_path: Path, room: KeptRoom, damage: str) -> None:
    path = tmp_path / "record"
    content = dumps(TableRecord(FORMAT + (damage == "newer"), HOST, room)).encode()
    if damage != "gone":
        path.write_bytes({"cut": content[:-9], "other": b"{}", "newer": content}[damage])
    with pytest.raises(RecordError, match="record"):
        read_record(path)


@pytest.mark.parametrize("format_", [1, 2, 3, 4])
def test_a_state_file_of_a_former_format_is_read(tmp_path: Path, room: KeptRoom, format_: int) -> None:
    """The first format had a share for each seat, which is kept; it and the second had neither bans nor addresses, the
    first three no clock, and no former one knows who sees everything."""
    path = tmp_path / "record"
    room = replace(room, members=tuple(replace(member, address="") for member in room.members))
    now = dumps(TableRecord(FORMAT, HOST, room))
    former = now.replace(f'"format":{FORMAT}', f'"format":{format_}').replace('"saw_all":false,"sees_all":false,', "")
    assert "sees_all" not in former
    if format_ < 4:
        former = former.replace('"clock":"",', "")
        assert '"clock"' not in former
    if format_ < 3:
        former = former.replace('"bans":[],', "").replace('"address":"",', "")
        assert "bans" not in former
        assert "address" not in former
    if format_ == 1:
        former = former.replace('"stand_in"', '"share":"0a","stand_in"')
        assert former.count('"share"') == len(room.seats)
    path.write_text(former)
    assert read_record(path) == TableRecord(FORMAT, HOST, room)

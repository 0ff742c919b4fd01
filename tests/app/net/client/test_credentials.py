"""Credentials of a client, saved by table."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.net.client.commit_reveal import Pledge
from app.net.client.credentials import MOST, REQUESTS, Credential, Credentials, reserve_requests

ONE = Credential("t1", "127.0.0.1", 4711, "Ann's", (("en", "Pond"),), "m1", "token", "", (), 1, 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tables.json"


def test_a_table_is_saved_by_its_id_and_by_its_address(path: Path) -> None:
    Credentials(path).keep(ONE)
    found = Credentials(path)
    assert found.for_table("t1") == found.for_address("127.0.0.1", 4711) == ONE
    assert found.for_table("t2") is None
    assert found.for_address("127.0.0.1", 4712) is None


def test_the_last_table_comes_first_and_replaces_its_older_entry(path: Path) -> None:
    kept = Credentials(path)
    for table in ("t1", "t2", "t1"):
        kept.keep(replace(ONE, table=table))
    assert [each.table for each in kept.tables()] == ["t1", "t2"]
    assert kept.for_address("127.0.0.1", 4711) == ONE
    kept.keep(replace(ONE, name="Bea's"))
    assert [each.name for each in kept.tables()] == ["Bea's", "Ann's"]
    kept.forget("t1")
    assert [each.table for each in kept.tables()] == ["t2"]


def test_the_oldest_of_too_many_tables_are_dropped(path: Path) -> None:
    kept = Credentials(path)
    for number in range(MOST + 3):
        kept.keep(replace(ONE, table=f"t{number}"))
    assert len(kept.tables()) == MOST
    assert kept.for_table("t2") is None
    assert kept.for_table("t3") is not None


def test_the_file_is_private(path: Path) -> None:
    Credentials(path).keep(ONE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff", b'{"type":"Remembered","format":1}'])
def test_a_damaged_file_is_set_aside_and_a_new_one_started(path: Path, damage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    kept = Credentials(path)
    assert kept.tables() == ()
    assert path.with_name("tables.json.damaged-1").read_bytes() == damage
    kept.keep(ONE)
    assert kept.tables() == (ONE,)


def test_a_failed_write_is_reported_and_raises_nothing(path: Path) -> None:
    path.parent.mkdir()
    path.mkdir()
    kept = Credentials(path)
    kept.keep(ONE)
    assert kept.problem
    assert kept.tables() == ()


def test_request_numbers_are_unique_across_starts() -> None:
    first, kept = reserve_requests(ONE)
    second, _ = reserve_requests(kept)
    assert (first, second) == (1, 1 + REQUESTS)


def test_an_identity_is_used_by_one_window_at_a_time(path: Path) -> None:
    first, second = Credentials(path), Credentials(path)
    assert first.claim("t1")
    assert not second.claim("t1")
    assert second.claim("../t2")
    first.release("t1")
    first.release("t1")
    assert second.claim("t1")
    second.release("t1")
    second.release("../t2")
    assert [each.name for each in path.parent.iterdir()] == []


def test_a_file_of_the_former_format_is_read(path: Path) -> None:
    Credentials(path).keep(replace(ONE, pledges=(Pledge("ab", ""),)))
    now = path.read_text()
    former = now.replace('"format":2', '"format":1').replace(
        '"pledges":[{"round":"","share":"ab","type":"Pledge"}]', '"shares":["ab"]'
    )
    assert former.count("shares") == 1
    path.write_text(former)
    assert Credentials(path).tables() == (replace(ONE, pledges=(Pledge("ab", ""),)),)
    Credentials(path).keep(replace(ONE, pledges=(Pledge("ab", ""),)))
    assert path.read_text() == now

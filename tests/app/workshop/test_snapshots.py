"""Earlier versions of a house rule: kept in order and within limits, whole even if the program is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.workshop import snapshots
from app.workshop.document import house_rule_files
from app.workshop.snapshots import keep_snapshot, snapshot_folder, snapshots_of, undo_texts

_NOW = datetime(2026, 11, 23, 14, 0, tzinfo=UTC)


def _keep(path: Path, text: str, minutes: int = 0) -> bool:
    return keep_snapshot(path, text, _NOW + timedelta(minutes=minutes))


def test_versions_are_kept_once_in_order_and_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ours.rules"
    path.write_text("now")
    assert snapshots_of(path) == ()
    assert _keep(path, "one")
    assert not _keep(path, "one", 1)
    assert not _keep(path, "  \n", 1)
    assert _keep(path, "two", -5)  # the clock was set back
    assert [each.text for each in snapshots_of(path)] == ["one", "two"]
    assert snapshots_of(path)[0].time == _NOW
    assert [file.path for file in house_rule_files(tmp_path)] == [path]
    (snapshot_folder(path) / "20261123-150000-000000.txt").write_bytes(b"\xff")
    (snapshot_folder(path) / "notes.txt").write_text("of another program")
    assert [each.text for each in snapshots_of(path)] == ["one", "two"]

    monkeypatch.setattr(snapshots, "MOST", 4)
    for number in range(6):
        assert _keep(path, f"version {number}", 120 + number)
    assert [each.text for each in snapshots_of(path)] == [f"version {number}" for number in (2, 3, 4, 5)]
    monkeypatch.setattr(snapshots, "MOST_BYTES", 25)
    assert _keep(path, "the last version", 130)
    assert [each.text for each in snapshots_of(path)] == ["version 5", "the last version"]
    if sys.platform != "win32":
        assert all(each.path.stat().st_mode & 0o077 == 0 for each in snapshots_of(path))
        assert snapshot_folder(path).stat().st_mode & 0o077 == 0


def test_undo_leads_through_the_versions_to_the_text(tmp_path: Path) -> None:
    path = tmp_path / "ours.rules"
    for number, text in enumerate(("one", "two", "saved")):
        _keep(path, text, number)
    found = snapshots_of(path)
    assert undo_texts(found, "saved", "saved") == ("one", "two", "saved")
    assert undo_texts(found, "saved", "typed") == ("one", "two", "saved", "typed")
    assert undo_texts((), "saved", "saved") == ("saved",)
    assert undo_texts(found, "saved", "x" * 500_000) == ("x" * 500_000,)


_WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from app.workshop.snapshots import keep_snapshot
for number in range(100000):
    keep_snapshot(Path(sys.argv[1]), f"{number} " * 5000, datetime.now(UTC))
    print(number, flush=True)
"""


def test_a_killed_program_leaves_whole_versions(tmp_path: Path) -> None:
    path = tmp_path / "ours.rules"
    command = [sys.executable, "-c", _WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    found = [each.text for each in snapshots_of(path)]
    assert len(found) >= 5
    assert found[:5] == [f"{number} " * 5000 for number in range(5)]
    assert all(text == f"{text.split()[0]} " * 5000 for text in found)
    assert _keep(path, "after the crash", 60 * 24 * 365)

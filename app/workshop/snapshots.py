"""Earlier versions of a house rule: one file each, in a folder beside it that no page lists.

A version is kept when a house rule is opened, saved or left. The folder is private; each file is written in one step.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from dsl.base.files import private_folder, read_text, replace_file
from dsl.syntax.parser import MAX_SIZE

MOST = 50  #: versions of a house rule
MOST_BYTES = 2 * 1024 * 1024  #: of all versions of a house rule together
_UNDO_STEPS = 12  #: the most versions that Undo leads back to
_MOST_UNDONE = 400_000  #: letters of these together
_MOST_FILES = 4 * MOST  #: that are looked at in a folder that another program has filled
_FORMAT = "%Y%m%d-%H%M%S-%f"
_NAME = re.compile(r"(\d{8}-\d{6}-\d{6})\.txt")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An earlier version of a house rule."""

    path: Path
    time: datetime  #: when it was kept, in UTC
    text: str


def snapshot_folder(path: Path) -> Path:
    """Return the folder with the earlier versions of a house rule."""
    return path.with_name(f".{path.name}.versions")


def snapshots_of(path: Path) -> tuple[Snapshot, ...]:
    """Return the earlier versions of a house rule, the oldest first; files that cannot be read are left out."""
    try:
        names = [each.name for each in islice(snapshot_folder(path).iterdir(), _MOST_FILES)]
    except OSError:
        return ()  # none was kept
    found: list[Snapshot] = []
    for written in filter(None, map(_NAME.fullmatch, sorted(names, reverse=True))):
        each = snapshot_folder(path) / written[0]
        with contextlib.suppress(OSError, ValueError):
            found.append(Snapshot(each, _time_of(written[1]), read_text(each, MAX_SIZE)))
        if len(found) == MOST:
            break
    return tuple(reversed(found))


def keep_snapshot(path: Path, text: str, now: datetime) -> bool:
    """Keep a text as a version of a house rule, unless it is the newest one already; the oldest give way.

    `now` is the time in UTC. Return False if nothing was to be kept. Raises OSError.
    """
    known = snapshots_of(path)
    if not text.strip() or (known and known[-1].text == text):
        return False
    if known and now <= known[-1].time:  # the clock was set back, or is coarse: the order stays
        now = known[-1].time + timedelta(microseconds=1)
    folder = private_folder(snapshot_folder(path))
    replace_file(folder / f"{now.strftime(_FORMAT)}.txt", text.encode())
    room = MOST_BYTES - len(text.encode())
    for number, each in enumerate(reversed(known), 1):
        room -= len(each.text.encode())
        if number >= MOST or room < 0:
            with contextlib.suppress(OSError):
                each.path.unlink()
    return True


def undo_texts(snapshots: Sequence[Snapshot], saved: str, text: str) -> tuple[str, ...]:
    """Return the texts through which Undo leads, from the oldest version to `text`, which is shown; `saved` is the one
    before it."""
    found: list[str] = []
    room = _MOST_UNDONE
    for each in (text, saved, *(snapshot.text for snapshot in reversed(snapshots))):
        if each not in found:
            room -= len(each)
            if found and (room < 0 or len(found) > _UNDO_STEPS):
                break
            found.append(each)
    return tuple(reversed(found))


def _time_of(name: str) -> datetime:
    return datetime.strptime(name, _FORMAT).replace(tzinfo=UTC)

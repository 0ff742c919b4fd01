"""Nobody else at the same match: two windows must not write one journal."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile


def take(journal: Path) -> QLockFile | None:
    """The lock of a match, until it is let go by `unlock`; None if another program that still runs has it. What a
    killed program left behind does not count."""
    lock = QLockFile(str(journal.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock if lock.tryLock(0) else None

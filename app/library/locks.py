"""Nobody else at the same match: two windows must not write one journal."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QLockFile


def take(journal: Path, wait: int = 0) -> QLockFile | None:
    """The lock of a match, until it is let go by `unlock`; None if another program that still runs has it, also after
    `wait` milliseconds. What a killed program left behind does not count. Raises OSError if there can be no lock, such
    as on a disk that is read only."""
    path = journal.with_suffix(".lock")
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    if lock.tryLock(wait):
        return lock
    if lock.error() == QLockFile.LockError.LockFailedError:
        return None
    with tempfile.TemporaryFile(dir=path.parent):  # says why, which Qt does not
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

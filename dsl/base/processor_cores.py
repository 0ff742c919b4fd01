"""The processor cores of this computer, and how many of them computer players may use."""

from __future__ import annotations

import os

MAX_CORES = 64  #: limit on the processes of a search


class _Setting:
    """The limit that the user has set, for this process; 0 for the default."""

    cores = 0


def available_cores() -> int:
    """Return the number of processor cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_search_cores() -> int:
    """Return half of the available cores, at least one."""
    return max(1, available_cores() // 2)


def search_cores() -> int:
    """Return how many cores a search may use: as set, or else the default; from 1 to MAX_CORES."""
    return min(_Setting.cores or default_search_cores(), MAX_CORES)


def search_cores_setting() -> int:
    """Return the limit that was set; 0 for the default."""
    return _Setting.cores


def set_search_cores(count: int) -> None:
    """Set how many cores the searches that start from now on may use; 0 or less for the default."""
    _Setting.cores = max(0, count)

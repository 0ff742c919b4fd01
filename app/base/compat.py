"""A repair of PySide6 6.12 on Python 3.11: keeps None, True and False alive.

PySide6 6.12 is built against Python 3.12, where these three are immortal, and hands them out without counting the
reference. Before 3.12 they are counted: each call that returns None costs one, and after some five thousand calls
Python ends with "deallocating None". So their counts are set, once, to a number that no session can use up, which is
what Python 3.12 does itself.
"""

from __future__ import annotations

import ctypes
import sys

_PLENTY = 1 << 60


def keep_singletons_alive() -> None:
    """Make None, True and False immortal where Python does not do it; harmless when called again."""
    if sys.implementation.name != "cpython" or sys.version_info >= (3, 12):
        return
    for singleton in (None, True, False):
        # The count is the first field of every object in the CPythons before 3.12.
        ctypes.c_ssize_t.from_address(id(singleton)).value = _PLENTY

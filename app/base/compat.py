"""Workaround for PySide6 6.12 on Python 3.11: keeps None, True and False alive.

PySide6 6.12 is built against Python 3.12, where these three are immortal, and returns them without counting the
reference. Before 3.12 they are counted: each call that returns None costs one, and after about five thousand calls
Python aborts with "deallocating None". Therefore their counts are set, once, to a number that no run can use up, as
Python 3.12 does itself. To be removed with the support of Python 3.11. The module stands alone because `app` imports
it before anything of Qt.
"""

from __future__ import annotations

import ctypes
import sys

_PLENTY = 1 << 60


def keep_singletons_alive() -> None:
    """Make None, True and False immortal where Python does not; harmless when called again."""
    if sys.implementation.name != "cpython" or sys.version_info >= (3, 12):
        return
    for singleton in (None, True, False):
        # The count is the first field of every object in the CPythons before 3.12.
        ctypes.c_ssize_t.from_address(id(singleton)).value = _PLENTY

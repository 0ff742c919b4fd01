from __future__ import annotations

import subprocess
import sys

CALLS = 20_000
PROGRAM = f"""
from app.base.compat import keep_singletons_alive
keep_singletons_alive()
from PySide6.QtCore import QObject
thing = QObject()
for _ in range({CALLS}):
    thing.setObjectName("x")
print("alive")
"""


def test_many_calls_of_qt_do_not_abort_python() -> None:
    """In a process of its own, because a failure aborts it."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=240, check=False)
    assert (done.stdout.strip(), done.returncode) == ("alive", 0), done.stderr

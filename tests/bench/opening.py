"""Starts the program with a window, in a process of its own and with a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from tests.bench.figures import ROOT


def opened(game: str, turns: int = 0) -> dict[str, float]:
    """Return the figures of one start: see `tests.bench.opened`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.opened", game, folder, str(turns)]
        surroundings = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "GONDWANA_BENCH_BEGAN": str(time.time())}
        done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the window could not be measured:\n{done.stderr}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found

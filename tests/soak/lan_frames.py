"""Mangled frames and garbage against a table, while others play: `python -m tests.soak.lan_frames [TIMES] [SEED]`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.app.net.hostile_peers import GROWTH, besiege

DEFAULTS = ("10000", "1")
ROUND = 2000


def main(arguments: Sequence[str]) -> None:
    """Send a number of each kind, in rounds of one table; an AssertionError names what failed."""
    times, seed = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    began, most, slowest = time.monotonic(), 0, 0.0
    with tempfile.TemporaryDirectory(prefix="lan-frames-") as folder:
        for done in range(0, times, ROUND):
            grown, slow = besiege(Path(folder) / f"table-{done}", min(ROUND, times - done), seed + done, "hex", 2)
            most, slowest = max(most, grown), max(slowest, slow)
            assert most < GROWTH
            print(f"{done + ROUND} of each: the table grew by {most / 2**20:.1f} MiB at most", flush=True)
    seconds = time.monotonic() - began
    print(f"{times} mangled frames and {times} streams in {seconds:.0f} s; the others' slowest choice {slowest:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])

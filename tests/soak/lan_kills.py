"""Kills network tables and clients repeatedly: `python -m tests.soak.lan_kills [TIMES] [SEED]`."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.app.net.crashes import BACK_WITHIN, Match, kill_clients

DEFAULTS = ("200", "1")
OF_A_MATCH = 8


def main(arguments: Sequence[str]) -> None:
    """Kill a number of processes; the first lost choice raises an AssertionError."""
    times, seed = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    dice = random.Random(seed)
    made: list[int] = []
    slowest, clients = 0.0, 0
    with tempfile.TemporaryDirectory(prefix="lan-kills-") as folder:
        while len(made) + clients < times:
            number = len(made) + clients
            match = Match(Path(folder) / f"table-{number}", number)
            try:
                made += [match.kill_table(dice) for _ in range(OF_A_MATCH) if not match.over]
                match.end()
            finally:
                match.close()
            slowest = max(slowest, match.slowest)
            assert slowest < BACK_WITHIN
            clients += kill_clients(Path(folder) / f"clients-{number}", dice, OF_A_MATCH)
            print(
                f"{len(made)} tables and {clients} clients killed; all back after {slowest:.1f} s at most", flush=True
            )
    moments = f"after {min(made)} to {max(made)} choices ({len(set(made))} different moments)"
    print(f"{len(made)} tables killed {moments}, {clients} clients: nothing lost")


if __name__ == "__main__":
    main(sys.argv[1:])

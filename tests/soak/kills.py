"""Kills `gondwana play` again and again: `python -m tests.soak.kills [TIMES] [SEED]`."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.dsl.match.killing import go_on, kill_one, undisturbed

DEFAULTS = ("200", "1")
MATCHES = 10  #: each a different one, killed equally often


def main(arguments: Sequence[str]) -> None:
    """Kill processes; the first lost choice raises an AssertionError."""
    times, seed = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    dice = random.Random(seed)
    made: list[int] = []
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        for number in range(times):
            if number % -(-times // MATCHES) == 0:
                whole = undisturbed(dice.randrange(2**64), Path(folder) / f"whole-{number}")
            path = Path(folder) / f"match-{number}"
            made.append(kill_one(whole, path, dice))
            if path.exists():
                go_on(whole, path)
    print(f"{times} kills, after {min(made)} to {max(made)} choices ({len(set(made))} different moments): nothing lost")


if __name__ == "__main__":
    main(sys.argv[1:])

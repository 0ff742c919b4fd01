"""Whole matches of every game by clients on loopback: `python -m tests.soak.lan_matches [MATCHES] [GAME...]`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from dsl.cli.common import folder_of, games, load_drawn
from tests.app.net.matches import played


def main(arguments: Sequence[str]) -> None:
    """Play matches of each game with the most and the fewest players; an AssertionError names what failed."""
    times, chosen = int(arguments[0]) if arguments else 1, arguments[1:] or sorted(games())
    for game in chosen:
        numbers = load_drawn(folder_of(game)).numbers
        for players in sorted({numbers[0], numbers[-1]}):
            for seed in range(times):
                began = time.monotonic()
                with tempfile.TemporaryDirectory(prefix="lan-matches-") as folder:
                    choices = played(Path(folder), game, players, seed)
                print(f"{game} with {players}: {choices} choices in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

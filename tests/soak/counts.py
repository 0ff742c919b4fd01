"""Counts the first turns of the classics as deep as others have published: `python -m tests.soak.counts [GAME...]`.

Reversi, English draughts, Breakthrough: the perft figures that engines are compared by; Connect Four: powers of 7 until
a column is full. The first that differs ends it with an AssertionError.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from tests.rulesets.classics.test_counts import first_position

FIGURES = {
    "reversi": (4, 12, 56, 244, 1396, 8200, 55092),
    "draughts": (7, 49, 302, 1469, 7361, 36768),
    "connect-four": (7, 49, 343, 2401, 16807, 117649, 823536),
    "breakthrough": (22, 484, 11132, 256036),
}


def main(games: Sequence[str]) -> None:
    """Count the turns of these games, or of all."""
    for game in games or FIGURES:
        turns, place = first_position(game)
        for depth, figure in enumerate(FIGURES[game], 1):
            began = time.perf_counter()
            found = turns.count(place, depth)
            assert found == figure, f"{game} after {depth} turns: {found}, published {figure}"
            print(f"{game:14} {depth:2} {found:10} {time.perf_counter() - began:8.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Chess against the outside, at length: `python -m tests.soak.chess_figures [WAYS] [GAMES]`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence

from tests.rulesets.classics.chess.figures import PUBLISHED, count
from tests.rulesets.classics.chess.games import agree

DEFAULTS = ("200000", "100")


def main(arguments: Sequence[str]) -> None:
    """Count all published figures up to a number of ways, then play random games to their end; the first
    disagreement ends it with an AssertionError."""
    most, games = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    for name, (position, ways) in PUBLISHED.items():
        for depth, number in enumerate(ways, start=1):
            if number <= most:
                began = time.perf_counter()
                assert count(position, depth) == number, (name, depth)
                print(f"{name}: {number} ways to make {depth} moves, {time.perf_counter() - began:.1f} s", flush=True)
    ends = Counter(str(agree(seed).result(claim_draw=True)) for seed in range(games))
    print(f"{games} games to their end as elsewhere: {dict(ends)}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""What memory the program takes: the first page, an open table, a table after some turns, the end of the match."""

from __future__ import annotations

import statistics

from tests.bench.figures import heading, read_arguments
from tests.bench.opening import opened

TURNS = 40
LINES = {
    "start_mb": "first page",
    "table_mb": "open table",
    "played_mb": f"table after {TURNS} choices",
    "over_mb": "table at the end of the match",
    "peak_mb": "most at any time",
}


def main() -> None:
    """Measure starts of the program."""
    arguments = read_arguments("Memory of an open table.", number=3)
    heading("memory of the whole process")
    starts = [opened(arguments.game, TURNS) for _ in range(arguments.number)]
    for key, name in LINES.items():
        found = [start[key] for start in starts]
        print(f"  {name:<42}{statistics.median(found):9.1f} MB median{max(found):9.1f} MB max")


if __name__ == "__main__":
    main()

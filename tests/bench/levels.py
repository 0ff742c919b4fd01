"""How often each level of computer player beats the one below it: `python -m tests.bench.levels [GAME[=MATCHES]...]`.

The stronger one sits on each seat in turn, against the weaker one on all others. With as many players as sit there, a
seat that plays no better than the others wins one match in so many.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import pairwise

from dsl.bots import make
from dsl.bots.levels import LEVELS
from dsl.engine.journal import SeatPlan
from dsl.engine.pack import Pack, load
from dsl.engine.table import Table
from tests.bench.figures import heading
from tests.rulesets import FOLDERS, RULESETS, name_of

MATCHES = 10
LADDER = ("random", *LEVELS)


def main(arguments: Sequence[str]) -> None:
    """Print one line for each game and each step of the ladder."""
    heading("levels of computer players")
    for item in arguments or [name_of(folder) for folder in FOLDERS]:
        game, _, matches = item.partition("=")
        pack = load(RULESETS / game)
        for weaker, stronger in pairwise(LADDER):
            print(f"{game}: {stronger} against {weaker}: {measured(pack, stronger, weaker, int(matches or MATCHES))}")


def measured(pack: Pack, stronger: str, weaker: str, matches: int) -> str:
    """Return how many matches the stronger one won, and how long the longest choice took."""
    points, slowest, players = 0.0, 0.0, pack.rules.numbers[0]
    for number in range(matches):
        mine = number % players
        plans = [
            SeatPlan(colour, f"bot:{stronger if seat == mine else weaker}")
            for seat, colour in enumerate(pack.rules.colours[:players])
        ]
        table = Table(pack, plans, {}, number, bots=make)
        while True:
            begun = time.perf_counter()
            if not table.step_bots():
                break
            slowest = max(slowest, time.perf_counter() - begun)
        won = [line.seat for line in table.match.outcome.ranking if line.place == 1] if table.match.outcome else []
        points += (plans[mine].colour in won) / max(1, len(won))
    return f"{points:g} of {matches}, {players} at the table; slowest choice {slowest * 1000:.0f} ms"


if __name__ == "__main__":
    main(sys.argv[1:])

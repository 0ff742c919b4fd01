"""How often each level of computer player beats the one below it: `python -m tests.bench.levels [GAME[=MATCHES]...]`.

Two sit at the table, each of them begins every other match, and a draw counts half. The interval is Wilson's, of 95 %:
with 40 matches three of four may be anything from 60 to 86 of a hundred. Players by other names can be compared, too:
`python -m tests.bench.levels trias=20 --of mcts:400 --against mcts:100`.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import pairwise

from dsl.bots import bot_of
from dsl.bots.levels import levels_of, way_of
from dsl.bots.rules import Rules
from dsl.engine.pack import Pack, load
from tests.bench.figures import heading
from tests.rulesets import FOLDERS, RULESETS, name_of

MATCHES = 20
MOST = 6000  #: choices of a match
DEVIATIONS = 1.96


def main() -> None:
    """Print one line for each game and each step of the ladder."""
    parser = argparse.ArgumentParser(description="How often one computer player beats another one.")
    parser.add_argument("games", nargs="*", default=[name_of(folder) for folder in FOLDERS], metavar="GAME[=MATCHES]")
    parser.add_argument("--of", help="by name: `mcts:400`, `keen`")
    parser.add_argument("--against")
    found = parser.parse_args()
    heading("won of so many matches for two, drawn ones as halves; seconds of processor time")
    for item in found.games:
        game, _, matches = item.partition("=")
        pack = load(RULESETS / game)
        ladder = ("random", *levels_of(pack.about))
        rules, pairs = Rules(pack), [(found.of, found.against)] if found.of else [(b, a) for a, b in pairwise(ladder)]
        for stronger, weaker in pairs:
            print(f"  {game:<26} {measured(pack, rules, stronger, weaker, int(matches or MATCHES))}", flush=True)


def measured(pack: Pack, rules: Rules, stronger: str, weaker: str, matches: int) -> str:
    """Return how many matches the stronger one won."""
    points, begun = 0.0, time.process_time()
    for seed in range(matches):
        points += points_of(pack, rules, (stronger, weaker), seed)
    low, high = interval(points, matches)
    each = (time.process_time() - begun) / matches
    share = f"{points / matches:.0%} ({low:.0%} to {high:.0%})"
    return f"{stronger:>16} : {weaker:<16} {points:>5g} of {matches}: {share:<20} {each:.1f} s each"


def points_of(pack: Pack, rules: Rules, players: tuple[str, str], seed: int) -> float:
    """Let two play a match; return what the first of them gets, who begins if the seed is even."""
    match = pack.start(2, {}, seed)
    colours = match.program.colours[:: -1 if seed % 2 else 1]
    bots = [bot_of(way_of(f"bot:{name}", pack), seed + 10**6 * at, rules) for at, name in enumerate(players)]
    for _ in range(MOST):
        if not match.questions:
            break
        question = match.questions[0]
        informed = match.information(question.seat)
        option = bots[colours.index(question.seat)].choose(informed.information)
        match.choose(question.position, informed.options[option], question.seat)
    first = [line.seat for line in match.outcome.ranking if line.place == 1] if match.outcome else []
    return (colours[0] in first) / len(first) if first else 0.5


def interval(points: float, matches: int) -> tuple[float, float]:
    """Return between which shares the true one lies, with 95 of a hundred chances (Wilson)."""
    share, wide = points / matches, DEVIATIONS**2 / matches
    middle = (share + wide / 2) / (1 + wide)
    half = DEVIATIONS * math.sqrt(share * (1 - share) / matches + wide / 4 / matches) / (1 + wide)
    return middle - half, middle + half


if __name__ == "__main__":
    main()

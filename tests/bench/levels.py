"""How often each level of computer player beats the one below it: `python -m tests.bench.levels [GAME[=MATCHES]...]`.

Two sit at the table, each of them begins every other match, and a draw counts half. The interval is Wilson's, of 95 %:
with 40 matches three of four may be anything from 60 to 86 of a hundred. Players by other names can be compared, too:
`python -m tests.bench.levels trias=20 --of mcts:400 --against mcts:100`. With `--cpu` limits of time are measured in
processor time, so that a busy machine weakens no level.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise

from dsl.bots import bot_of
from dsl.bots.levels import BotLevel, level_of, levels_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import Clock, SearchBot
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.seat_assignment import Bot
from dsl.simulation.statistics import wilson_interval
from tests.bench.figures import folder_of, heading
from tests.bench.strength import Contest
from tests.rulesets import FOLDERS, name_of

MATCHES = 20


def main() -> None:
    """Print one line for each game and each step of the ladder."""
    parser = argparse.ArgumentParser(description="How often one computer player beats another one.")
    parser.add_argument("games", nargs="*", default=[name_of(folder) for folder in FOLDERS], metavar="GAME[=MATCHES]")
    parser.add_argument("--of", help="by name: `mcts:400`, `keen`")
    parser.add_argument("--against")
    parser.add_argument("--cpu", action="store_true", help="measure processor time, for a busy machine")
    found = parser.parse_args()
    heading("matches of two won, draws as halves; seconds of processor time")
    for item in found.games:
        game, _, matches = item.partition("=")
        pack = load(folder_of(game))
        ladder = ("random", *levels_of(pack.about))
        rules, pairs = (
            GamePrograms(pack),
            [(found.of, found.against)] if found.of else [(b, a) for a, b in pairwise(ladder)],
        )
        for pair in pairs:
            clock = time.process_time if found.cpu else time.monotonic
            print(f"  {game:<26} {measured(pack, rules, pair, int(matches or MATCHES), clock)}", flush=True)


def measured(pack: Ruleset, rules: GamePrograms, players: tuple[str, str], matches: int, clock: Clock) -> str:
    """Return how many matches the first of two players won."""
    points, begun = 0.0, time.process_time()
    contest = Contest(pack, rules)
    for seed in range(matches):
        bots = [_bot(level_of(f"bot:{name}", pack), seed + 10**6 * at, rules, clock) for at, name in enumerate(players)]
        points += contest.points((bots[0], bots[1]), seed)[0]
    where = wilson_interval(points, matches)
    each = (time.process_time() - begun) / matches
    share = f"{points / matches:.0%} ({where.low:.0%} to {where.high:.0%})"
    return f"{players[0]:>16} : {players[1]:<16} {points:>5g} of {matches}: {share:<20} {each:.1f} s each"


def _bot(level: BotLevel, seed: int, rules: GamePrograms, clock: Clock) -> Bot:
    if level.sort == "mcts" and not level.random_percent:
        return SearchBot(seed, rules, level.budget, level.parameters, clock=clock)
    return bot_of(level, seed, rules)


if __name__ == "__main__":
    main()

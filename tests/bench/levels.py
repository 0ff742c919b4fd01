"""How often each level of computer player beats the one below it: `python -m tests.bench.levels [GAME[=MATCHES]...]`.

Two sit at the table, each of them begins every other match, and a draw counts half. The interval is Wilson's, of 95 %:
with 40 matches three of four may be anything from 60 to 86 of a hundred. Players by other names can be compared, too:
`python -m tests.bench.levels trias=20 --of mcts:400 --against mcts:100`. With `--cpu` limits of time are measured in
processor time, so that a busy machine weakens no level. `--part 20` gives every level of a search that counts more than
1000 iterations, and limits of time, a twentieth of its budget: for the highest steps, whose matches take minutes.

`--above mcts:400 --form mcts:%:model` looks for the number of iterations (in place of `%`) that beats a player in about
four of five matches, so for the next level of a game; `--levels 3` continues with the levels above it.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from itertools import pairwise

from dsl.bots import bot_of
from dsl.bots.levels import BotLevel, level_of, levels_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import Clock, SearchBot, SearchBudget
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.seat_assignment import Bot
from dsl.simulation.statistics import wilson_interval
from tests.bench.figures import folder_of, heading
from tests.bench.strength import Contest
from tests.rulesets import FOLDERS, name_of

MATCHES = 20
OPENING = 4  #: random choices at the beginning of each pair of matches, if the game is long
LONG = 1000  #: iterations from which `--part` shortens a search
STEP, TRIALS = 2, 4  #: `--above` begins with this times the iterations, and makes so many trials
LOW, HIGH = 0.74, 0.86  #: share of the points at which it stops


def main() -> None:
    """Print one line for each game and each step of the ladder."""
    parser = argparse.ArgumentParser(description="How often one computer player beats another one.")
    parser.add_argument("games", nargs="*", default=[name_of(folder) for folder in FOLDERS], metavar="GAME[=MATCHES]")
    parser.add_argument("--of", help="by name: `mcts:400`, `keen`")
    parser.add_argument("--against")
    parser.add_argument("--above", help="a player, by name, for which the next level is to be found")
    parser.add_argument("--form", default="mcts:%%", help="the name of the next level, with %% for its iterations")
    parser.add_argument("--iterations", type=int, default=0, help="of the first trial")
    parser.add_argument("--levels", type=int, default=1, help="how many levels above, one above the other")
    parser.add_argument("--step", help="only this step: `keen` against the one below it")
    parser.add_argument("--opening", type=int, default=OPENING, help="random choices at the beginning")
    parser.add_argument("--part", type=int, default=1, help="divides the budgets of long searches")
    parser.add_argument("--seconds", type=float, default=1e9, help="of processor time for a step: then fewer matches")
    parser.add_argument("--cpu", action="store_true", help="measure processor time, for a busy machine")
    found = parser.parse_args()
    heading("matches of two won, draws as halves; seconds of processor time")
    for item in found.games:
        game, _, matches = item.partition("=")
        clock = time.process_time if found.cpu else time.monotonic
        pack = load(folder_of(game))
        series = Series(pack, int(matches or MATCHES), found.opening, found.part, clock, found.seconds)
        if found.above:
            below, first = found.above, found.iterations
            for _ in range(found.levels):
                below, first, trials = series.next_level(below, found.form, first)
                print(f"  {game:<26} {trials}", flush=True)
                first = round(first * STEP)
            continue
        ladder = ("random", *levels_of(series.pack.about))
        pairs = [(found.of, found.against)] if found.of else [(b, a) for a, b in pairwise(ladder)]
        for of, against in pairs:
            if found.step in (None, of):
                print(f"  {game:<26} {series.line(of, against)}", flush=True)


class Series:
    """Matches of two players at one game."""

    def __init__(self, pack: Ruleset, matches: int, opening: int, part: int, clock: Clock, seconds: float) -> None:
        self.pack = pack
        self._rules = GamePrograms(pack)
        self._contest = Contest(pack, self._rules, clock, opening)
        self._matches, self._part, self._clock, self._seconds = matches, part, clock, seconds

    def points(self, players: tuple[str, str]) -> tuple[float, int]:
        """Return how many matches the first of two players won, and of how many; each begins the same number."""
        points, seed, end = 0.0, 0, time.process_time() + self._seconds
        while seed < self._matches and (seed % 2 or time.process_time() < end):
            bots = [self._bot(level_of(f"bot:{name}", self.pack), seed + 10**6 * at) for at, name in enumerate(players)]
            points += self._contest.points((bots[0], bots[1]), seed)[0]
            seed += 1
        return points, seed

    def line(self, of: str, against: str) -> str:
        """Return a line of how many matches the first of two players won."""
        begun = time.process_time()
        points, matches = self.points((of, against))
        where = wilson_interval(points, matches)
        each = (time.process_time() - begun) / matches
        share = f"{points / matches:.0%} ({where.low:.0%} to {where.high:.0%})"
        return f"{of:>16} : {against:<16} {points:>5g} of {matches}: {share:<20} {each:.1f} s each"

    def next_level(self, below: str, form: str, iterations: int) -> tuple[str, int, str]:
        """Return the name and the iterations of the level that comes closest to four of five, and a line of trials."""
        tried: dict[int, float] = {}
        number = iterations or round(level_of(f"bot:{below}", self.pack).budget.iterations * STEP)
        while len(tried) < TRIALS and number not in tried:
            points, matches = self.points((form.replace("%", str(number)), below))
            tried[number] = share = points / matches
            if LOW <= share <= HIGH:
                break
            less = max((each for each, won in tried.items() if won < LOW), default=0)
            more = min((each for each, won in tried.items() if won > HIGH), default=0)
            middle = round((less * more) ** 0.5)
            number = middle or (round(number * 2.5) if share < LOW else max(1, round(number / 2.5)))
        middle_share = (LOW + HIGH) / 2
        best = min(tried, key=lambda each: abs(tried[each] - middle_share))
        trials = ", ".join(f"{each} {share:.0%}" for each, share in tried.items())
        name = form.replace("%", str(best))
        return name, best, f"{name} : {below} ({trials}; {self._matches} matches each)"

    def _bot(self, level: BotLevel, seed: int) -> Bot:
        if level.sort in ("mcts", "alphabeta") and not level.random_percent:
            return SearchBot(seed, self._rules, self._shortened(level), level.parameters, clock=self._clock)
        return bot_of(level, seed, self._rules)

    def _shortened(self, level: BotLevel) -> SearchBudget:
        budget = level.budget
        if self._part == 1 or 0 < budget.iterations <= LONG:
            return budget
        return replace(
            budget, iterations=budget.iterations // self._part, milliseconds=budget.milliseconds // self._part
        )


if __name__ == "__main__":
    main()

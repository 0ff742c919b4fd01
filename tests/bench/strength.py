"""How strong the search is: `python -m tests.bench.strength [GAME[=MATCHES]...]`, a second against a tenth of a second.

Two sit at the table, each of them begins every other match, and a draw counts half; every match is printed with its
seed. `--weak 0ms` plays randomly. Both search as the strongest level of the game does, with `--cpu` in processor time,
so that a busy machine weakens neither. A budget may also be iterations, and `--otherwise` changes parameters of the
strong one: `python -m tests.bench.strength hex=20 --strong 500 --weak 500 --otherwise exploration=8`.

`--workers 2` lets the strong one grow two trees, each with the whole budget, which share what they find as with helpers
on other cores. They grow by turns, so the result does not depend on how many cores are free.
`--opening 4` begins each pair of matches with four random choices.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

from dsl.bots.levels import LEVELS, level_of
from dsl.bots.parallel_search import result_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import Clock, SearchBot, SearchBudget, dice_for, next_batch, tree_for
from dsl.bots.simple_bots import RandomBot
from dsl.bots.tree_search import CompiledTree, SearchParameters, SearchTree
from dsl.match.observation.information_set import Information
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.seat_assignment import Bot
from dsl.simulation.statistics import wilson_interval
from tests.bench.figures import folder_of, heading
from tests.rulesets import FOLDERS, name_of

MATCHES = 10
MOST = 6000  #: choices of a match
STRONGEST = list(LEVELS)[-1]
ROUNDS = 20  #: how often trees that grow by turns share what they have found


def main() -> None:
    """Print one line for each match and one for each game."""
    found = _arguments()
    heading(f"{found.strong} against {found.weak}, draws as halves")
    for item in found.games:
        name, _, matches = item.partition("=")
        pack = load(folder_of(name))
        if 2 in pack.numbers:
            clock = time.process_time if found.cpu else time.monotonic
            contest = Contest(pack, GamePrograms(pack), clock, found.opening)
            otherwise = _manner(level_of(f"bot:{STRONGEST}", pack).parameters, found.otherwise)
            makers = (
                contest.maker(budget_of(found.strong), otherwise, found.workers),
                contest.maker(budget_of(found.weak)),
            )
            first = found.first
            _line(name, range(first, first + int(matches or MATCHES)), contest, makers)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How strong the search is with more time, or in another manner.")
    parser.add_argument("games", nargs="*", default=[name_of(folder) for folder in FOLDERS], metavar="GAME[=MATCHES]")
    parser.add_argument("--strong", default="1000ms", help="a budget: milliseconds, or iterations without `ms`")
    parser.add_argument("--weak", default="100ms", help="the same; `0ms` chooses randomly")
    parser.add_argument(
        "--otherwise", default="", help="what the strong one does otherwise: `exploration=8,cutoff_share=4`"
    )
    parser.add_argument("--workers", type=int, default=1, help="trees of the strong one, each with its whole budget")
    parser.add_argument("--opening", type=int, default=0, help="random choices at the beginning of a match")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--cpu", action="store_true", help="measure processor time, for a busy machine")
    return parser.parse_args()


def budget_of(text: str) -> SearchBudget:
    """Return a budget as the command line has it."""
    return SearchBudget(milliseconds=int(text[:-2])) if text.endswith("ms") else SearchBudget(iterations=int(text))


def _manner(parameters: SearchParameters, otherwise: str) -> SearchParameters:
    words = (item.partition("=") for item in otherwise.split(",") if item)
    return replace(parameters, **{word: int(number) for word, _, number in words})


def _line(name: str, seeds: range, contest: Contest, makers: tuple[Maker, Maker]) -> None:
    points: list[float] = []
    begun, lengths = time.process_time(), []
    for seed in seeds:
        got, length = contest.points((makers[0](seed), makers[1](seed + 10**6)), seed)
        points.append(got)
        lengths.append(length)
        print(f"    {name} seed {seed}: {got:g} in {length} choices; {sum(points):g} of {len(points)}", flush=True)
    where = wilson_interval(sum(points), len(points))
    each = (time.process_time() - begun) / len(points)
    share = f"{fmean(points):.0%} ({where.low:.0%} to {where.high:.0%})"
    print(f"  {name:<26} {sum(points):>5g} of {len(points)}: {share:<20} {each:.1f} s each", flush=True)


@dataclass(frozen=True, slots=True)
class ManyTrees:
    """Bot that grows several trees by turns, each in a module of its own; they share what they find."""

    seed: int
    modules: Sequence[GamePrograms]
    budget: SearchBudget
    parameters: SearchParameters
    clock: Clock

    def choose(self, information: Information) -> int:
        """Return one of the options of an information set."""
        if len(information.options) == 1:
            return information.options[0]
        trees: list[SearchTree | CompiledTree] = []
        for number, rules in enumerate(self.modules):
            dice = dice_for(self.seed + (number << 32), information)
            trees.append(tree_for(rules, information, self.parameters, dice))
            trees[-1].lookahead(lambda: False)
        for round_ in range(ROUNDS):
            for tree in trees:
                self._grow(tree, round_)
            if any(tree.settled for tree in trees):
                break
            told = [[tree.shared(other) for other in range(len(trees))] for tree in trees]
            for number, tree in enumerate(trees):
                for other in range(len(trees)):
                    if other != number:
                        tree.include(other, told[other][number])
        best = next((tree for tree in trees if tree.settled), trees[0])
        return result_of(best).choice()

    def _grow(self, tree: SearchTree | CompiledTree, round_: int) -> None:
        """Grow a tree by its part of the budget in one round."""
        if self.budget.iterations:
            tree.grow(self.budget.iterations * (round_ + 1) // ROUNDS - self.budget.iterations * round_ // ROUNDS)
            return
        end, batch = self.clock() + self.budget.milliseconds / 1000 / ROUNDS, 1
        while batch and not tree.settled:
            before = self.clock()
            tree.grow(batch)
            now = self.clock()
            batch = next_batch(batch, now - before, end - now)


Maker = Callable[[int], Bot]


@dataclass(frozen=True, slots=True)
class Contest:
    """Matches of two at one game."""

    pack: Ruleset
    rules: GamePrograms
    clock: Clock = time.monotonic
    opening: int = 0  #: random choices at the beginning, the same for the two matches of a pair

    def maker(self, budget: SearchBudget, parameters: SearchParameters | None = None, workers: int = 1) -> Maker:
        """Return a function from the seed of a match to a bot; without a budget it plays randomly."""
        if budget == SearchBudget():
            return RandomBot
        chosen = parameters or level_of(f"bot:{STRONGEST}", self.pack).parameters
        if workers > 1:
            modules = [GamePrograms(self.pack) for _ in range(workers)]
            return lambda seed: ManyTrees(seed, modules, budget, chosen, self.clock)
        return lambda seed: SearchBot(seed, self.rules, budget, chosen, clock=self.clock)

    def points(self, bots: tuple[Bot, Bot], seed: int) -> tuple[float, int]:
        """Return what the first of two gets, who begins if the seed is even, and how many choices the match took."""
        match, choices = self.pack.start(2, {}, seed), 0
        colours = match.program.colours[:: -1 if seed % 2 else 1]
        dice = Random(seed // 2)
        while match.questions and choices < MOST:
            question = match.questions[0]
            if choices < self.opening:
                match.choose(question.position, dice.choice(question.options), question.seat)
                choices += 1
                continue
            informed = match.information(question.seat)
            option = bots[colours.index(question.seat)].choose(informed.information)
            assert option is not None
            match.choose(question.position, informed.options[option], question.seat)
            choices += 1
        first = [line.seat for line in match.outcome.ranking if line.place == 1] if match.outcome else []
        return (colours[0] in first) / len(first) if first else 0.5, choices


if __name__ == "__main__":
    main()

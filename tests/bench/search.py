"""Iterations of a search per second, compiled with the rules and in plain Python, for every game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import dice_for, plain_tree, positions_for, tree_for
from dsl.bots.tree_search import CompiledTree, SearchParameters, SearchTree
from dsl.match.observation.information_set import Information
from dsl.match.observation.sampling import Sampler
from dsl.match.rulesets.ruleset import Ruleset, load
from tests.bench.figures import ROOT, clock_of, heading, read_arguments
from tests.bench.games import games

ROUNDS = 3


def main() -> None:
    """Measure every game with its most players, and the strength in matches of two."""
    arguments = read_arguments("Iterations of the search, game by game.", game="")
    clock = clock_of(arguments)
    heading(f"median of {ROUNDS} rounds of 0.5 s each on one core; positions from the first decision of a match")
    columns = ("made ms", "compiled/s", "plain/s", "times")
    print(f"  {'game':<26} {'players':>7}" + "".join(f"{column:>13}" for column in columns))
    folders = [folder for folder in games(ROOT / "rulesets") if arguments.game in folder.name]
    for folder in folders:
        print(_line(folder, load(folder), clock), flush=True)


def _line(folder: Path, pack: Ruleset, clock: Callable[[], float]) -> str:
    rules, players = GamePrograms(pack), pack.numbers[-1]
    match = pack.start(players, {}, 1)
    information = match.information(match.questions[0].seat).information
    rules.quick(information.setting)
    began = clock()
    rules.search(information.setting)
    made = clock() - began
    rates: dict[bool, list[float]] = {True: [], False: []}
    for number in range(ROUNDS):
        for compiled, found in rates.items():
            found.append(_rate(_tree(rules, information, number, compiled), clock))
    fast, slow = median(rates[True]), median(rates[False])
    figures = (made * 1000, fast, slow, fast / slow)
    return f"  {folder.name:<26} {players:>7}" + "".join(f"{figure:>13,.1f}" for figure in figures)


def _tree(rules: GamePrograms, information: Information, seed: int, compiled: bool) -> SearchTree | CompiledTree:
    parameters, dice = SearchParameters(), dice_for(seed, information)
    if compiled:
        return tree_for(rules, information, parameters, dice)
    runner = rules.quick(information.setting)
    adapter, sampler = GameAdapter(runner, information.seat), Sampler(information, runner)
    positions = positions_for(rules, information, sampler, parameters)
    return plain_tree(adapter, positions, parameters, dice, rules.sampling(information.setting))


def _rate(tree: SearchTree | CompiledTree, clock: Callable[[], float]) -> float:
    tree.grow(1)
    made, part, began = 0, 1, clock()
    while (took := clock() - began) < 0.5:
        made += tree.grow(part)
        part *= 2 if took < 0.1 else 1
    return made / took


if __name__ == "__main__":
    main()

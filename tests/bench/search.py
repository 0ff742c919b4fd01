"""How many turns a search makes in a second, compiled with the rules and in plain Python, for every game; and how
strong it is: a second against chance, and against a tenth of a second."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median

from dsl.bots.compiled import CompiledTree
from dsl.bots.ground import Ground
from dsl.bots.mcts import ALWAYS, Budget, SearchBot, dice_for, plain_tree, tree_for
from dsl.bots.random import RandomBot
from dsl.bots.rules import Rules
from dsl.bots.tree import Manner, Positions, Tree
from dsl.engine.information import Information
from dsl.engine.pack import Pack, load
from dsl.engine.sampling import Sampler
from dsl.engine.seating import Bot
from tests.bench.figures import ROOT, clock_of, heading, read_arguments
from tests.bench.games import games

ROUNDS = 3
STRONG, WEAK = 1000, 100  #: milliseconds
MOST = 3000  #: choices of a match


def main() -> None:
    """Measure every game with its most players, and the strength in matches of two."""
    arguments = read_arguments(
        "Turns of the search, game by game; with -n the strength in so many matches.", game="", number=1
    )
    clock = clock_of(arguments)
    heading(f"median of {ROUNDS} rounds of 0.5 s each on one core; positions from the first decision of a match")
    columns = ("made ms", "compiled/s", "plain/s", "times")
    print(f"  {'game':<26} {'players':>7}" + "".join(f"{column:>13}" for column in columns))
    folders = [folder for folder in games(ROOT / "rulesets") if arguments.game in folder.name]
    for folder in folders:
        print(_line(folder, load(folder), clock), flush=True)
    if arguments.number > 1:
        _strengths(folders, arguments.number)


def _line(folder: Path, pack: Pack, clock: Callable[[], float]) -> str:
    rules, players = Rules(pack), pack.numbers[-1]
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


def _tree(rules: Rules, information: Information, seed: int, compiled: bool) -> Tree | CompiledTree:
    manner, dice = Manner(), dice_for(seed, information)
    if compiled:
        return tree_for(rules, information, manner, dice)
    runner = rules.quick(information.setting)
    ground, sampler = Ground(runner, information.seat), Sampler(information, runner)
    positions = Positions(sampler.draw, ALWAYS if sampler.settled else manner.each)
    return plain_tree(ground, positions, manner, dice)


def _rate(tree: Tree | CompiledTree, clock: Callable[[], float]) -> float:
    tree.grow(1)
    made, part, began = 0, 1, clock()
    while (took := clock() - began) < 0.5:
        made += tree.grow(part)
        part *= 2 if took < 0.1 else 1
    return made / took


def _strengths(folders: list[Path], matches: int) -> None:
    print(f"\nwon by {STRONG} ms a decision, drawn ones as halves, of {matches} matches each")
    print(f"  {'game':<26} {'by chance':>13}{f'{WEAK} ms':>13}")
    for folder in folders:
        pack = load(folder)
        if 2 in pack.numbers:
            won = [_won(pack, Rules(pack), matches, weak) for weak in (0, WEAK)]
            print(f"  {folder.name:<26} " + "".join(f"{points:>13.1f}" for points in won), flush=True)


def _won(pack: Pack, rules: Rules, matches: int, weak: int) -> float:
    """Return how many matches the strong one wins against one with `weak` milliseconds, 0: one that plays by chance."""
    points = 0.0
    for seed in range(matches):
        strong = SearchBot(seed, rules, Budget(milliseconds=STRONG))
        other: Bot = SearchBot(seed, rules, Budget(milliseconds=weak)) if weak else RandomBot(seed)
        points += _points(pack, seed, [strong, other])
    return points


def _points(pack: Pack, seed: int, bots: list[Bot]) -> float:
    match = pack.start(2, {}, seed)
    colours = match.program.colours[:: 1 if seed % 2 else -1]
    for _ in range(MOST):
        if not match.questions:
            break
        question = match.questions[0]
        informed = match.information(question.seat)
        option = bots[colours.index(question.seat)].choose(informed.information)
        assert option is not None
        match.choose(question.position, informed.options[option], question.seat)
    ranking = match.outcome.ranking if match.outcome else ()
    first = [line.seat for line in ranking if line.place == 1]
    return (colours[0] in first) / len(first) if first else 0.5


if __name__ == "__main__":
    main()

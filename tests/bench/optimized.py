"""What improving a program gains: whole random matches of the same program as lowered, and with each pass more; last of
all as a program that plays by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.optimizer import PASSES, optimized
from dsl.optimizer.sampling_programs import rollout_program
from dsl.runtime.reference.runner import ReferenceRunner
from tests.bench.figures import ROOT, clock_of, heading, read_arguments
from tests.bench.games import games

WINDOW = 20  #: of boards without an edge: no match needs a larger one

Clock = Callable[[], float]


def main() -> None:
    """Measure every game with its most players, all programs taking turns; one line for each."""
    arguments = read_arguments("What each pass over a program gains.", game="", number=5)
    heading(f"{arguments.number} matches with the most players: matches/s as lowered, then how many times as many")
    titles = ["as lowered", *(f"+ {name}" for name in PASSES), "playing", "all improved"]
    print(f"  {'game':<26}" + "".join(f"{title:>13}" for title in titles))
    for folder in games(ROOT / "rulesets"):
        if arguments.game in folder.name:
            print(_line(folder.name, load(folder), arguments.number, clock_of(arguments)), flush=True)


def _line(name: str, pack: Ruleset, matches: int, clock: Clock) -> str:
    players = pack.players[1]
    plain = _lowered(pack, players, {})
    plain = _lowered(pack, players, {b.name: WINDOW for b in plain.layout.boards.values() if b.unbounded})
    programs = [plain, *(optimized(plain, PASSES[: number + 1]) for number in range(len(PASSES)))]
    programs.append(optimized(rollout_program(plain)))  # one without decisions: it ends in one run
    runners = [ReferenceRunner(program, listening=False) for program in programs]
    for seed in range(1, matches + 1):
        for runner in runners:
            _play(runner, seed, clock)  # functions are made when they are first called
    rounds = [[_play(runner, seed, clock) for runner in runners] for seed in range(1, matches + 1)]
    first, *others = (sum(seconds) for seconds in zip(*rounds, strict=True))
    ratios = "".join(f"{first / other:>12.2f}x" for other in others)
    return f"  {name:<26}{matches / first:>13.2f}{ratios}{_improving(plain, clock) * 1000:>10.0f} ms"


def _lowered(pack: Ruleset, players: int, windows: Mapping[str, int]) -> Program:
    return lower(pack.rules, players, pack.defaults(players), windows)


def _play(runner: ReferenceRunner, seed: int, clock: Clock) -> float:
    dice = random.Random(seed)
    began = clock()
    state = runner.start(seed)
    while options := runner.options(state):
        runner.take(state, dice.choice(options))
    return clock() - began


def _improving(program: Program, clock: Clock) -> float:
    """Return how long it takes to improve all functions and steps, as a runner does that compiles at once."""
    began = clock()
    whole = optimized(program)
    for name in whole.functions:
        assert whole.functions[name].name == name
    assert all(step.number == number for number, step in enumerate(whole.steps))
    return clock() - began


if __name__ == "__main__":
    main()

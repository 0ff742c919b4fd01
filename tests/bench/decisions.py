"""How long until a decision is offered: the choice before it, its options, and the view of the seat that is asked."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from tests.bench.figures import clock_of, compare, folder_of, heading, read_arguments, show


@dataclass(slots=True)
class Times:
    """Seconds, choice by choice."""

    clock: Callable[[], float] = time.perf_counter
    runner: list[float] = field(default_factory=list)  #: the runner alone: choosing and the next options
    match: list[float] = field(default_factory=list)  #: with events and their chronicle
    view: list[float] = field(default_factory=list)  #: with all that the asked seat may see


def main() -> None:
    """Measure random matches with every number of players."""
    arguments = read_arguments("Time until a decision is offered, over random matches.", number=100)
    pack = load(folder_of(arguments.game))
    heading(f"{arguments.game}: {arguments.number} matches with each number of players; one core")
    for players in pack.numbers:
        times = Times(clock_of(arguments))
        for seed in range(arguments.number):
            play(pack, players, seed, times)
        print(f"{players} players")
        show("runner alone", times.runner)
        show("match: events and question", times.match)
        show("match and view of the asked seat", times.view)
        compare("whole", times.view, "runner", times.runner)


def play(pack: Ruleset, players: int, seed: int, times: Times) -> None:
    """Play a random match and add its times."""
    match = pack.start(players, {}, seed)
    dice = random.Random(seed)
    while match.question is not None:
        option = dice.choice(match.question.options)
        times.runner.append(_alone(match, option, times))
        began = times.clock()
        match.choose(match.position, option)
        question = match.question
        times.match.append(times.clock() - began)
        if question is not None:
            match.view(question.seat)
        times.view.append(times.clock() - began)


def _alone(match: Match, option: int, times: Times) -> float:
    runner, state = match.runner, match.state.copy()
    began = times.clock()
    runner.choose(state, option)
    runner.options(state)
    seconds = times.clock() - began
    runner.events()  # discarded: the match makes its own
    return seconds


if __name__ == "__main__":
    main()

"""How long until a decision is offered: the choice before it, its options, and the view of the seat that is asked."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

from dsl.engine.match import Match
from dsl.engine.pack import Pack, load
from tests.bench.figures import ROOT, compare, heading, read_arguments, show


@dataclass(slots=True)
class _Times:
    runner: list[float] = field(default_factory=list)  #: the runner alone: choosing and the next options
    match: list[float] = field(default_factory=list)  #: with events and their chronicle
    view: list[float] = field(default_factory=list)  #: with all that the asked seat may see


def main() -> None:
    """Measure random matches with every number of players."""
    arguments = read_arguments("Time until a decision is offered, over random matches.", number=100)
    pack = load(ROOT / "rulesets" / arguments.game)
    heading(f"{arguments.game}: {arguments.number} matches with each number of players; one core")
    for players in range(pack.players[0], pack.players[1] + 1):
        times = _Times()
        for seed in range(arguments.number):
            _play(pack, players, seed, times)
        print(f"{players} players")
        show("runner alone", times.runner)
        show("match: events and question", times.match)
        show("match and view of the asked seat", times.view)
        compare("whole", times.view, "runner", times.runner)


def _play(pack: Pack, players: int, seed: int, times: _Times) -> None:
    match = pack.start(players, {}, seed)
    dice = random.Random(seed)
    while match.question is not None:
        option = dice.choice(match.question.options)
        times.runner.append(_alone(match, option))
        began = time.perf_counter()
        match.choose(match.position, option)
        question = match.question
        times.match.append(time.perf_counter() - began)
        if question is not None:
            match.view(question.seat)
        times.view.append(time.perf_counter() - began)


def _alone(match: Match, option: int) -> float:
    runner, state = match.runner, match.state.copy()
    began = time.perf_counter()
    runner.choose(state, option)
    runner.options(state)
    seconds = time.perf_counter() - began
    runner.events()  # they are nobody's: the match makes its own
    return seconds


if __name__ == "__main__":
    main()

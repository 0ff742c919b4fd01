"""Speed of whole matches without views and events, and what these cost.

A move with two values is drawn part by part: it is two choices and one move."""

from __future__ import annotations

import random
import time

from dsl.match.playouts import Playouts
from dsl.match.rulesets.ruleset import Ruleset, load
from tests.bench.figures import compare, folder_of, heading, read_arguments, show


def main() -> None:
    """Measure matches with every number of players."""
    arguments = read_arguments("Time of whole random matches.", number=50)
    pack = load(folder_of(arguments.game))
    heading(f"{arguments.game}: {arguments.number} matches with each number of players; one core")
    for players in pack.numbers:
        began = time.perf_counter()
        series = Playouts(pack, players, pack.defaults(players))
        series.play(0)
        print(f"{players} players; the first match, the runner still to be made: {time.perf_counter() - began:.2f} s")
        silent, told, choices, moves = [], [], 0, 0
        for seed in range(arguments.number):
            began = time.perf_counter()
            _, batch = series.batch([seed])
            silent.append(time.perf_counter() - began)
            choices, moves = choices + batch.choices[0], moves + batch.moves[0]
            told.append(_told(pack, players, seed))
        show("a match without events", silent)
        show("a match with events", told)
        compare("with events", told, "without", silent)
        for noun, count in (("choices", choices), ("moves", moves)):
            print(f"  {count / sum(silent):.0f} {noun}/s, {count / len(silent):.1f} {noun} in a match")


def _told(pack: Ruleset, players: int, seed: int) -> float:
    match = pack.start(players, {}, seed)
    dice = random.Random(seed)
    began = time.perf_counter()
    while (question := match.question) is not None:
        match.choose(match.position, dice.choice(question.options))
    return time.perf_counter() - began


if __name__ == "__main__":
    main()

"""What the lab costs beside the matches themselves, and what a second process gains."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from dsl.cli.common import folder_of
from dsl.match.playouts import Playouts
from dsl.match.rulesets.ruleset import load
from dsl.simulation.match_records import play_matches
from dsl.simulation.plan import CHANCE, plan_of, plan_text
from dsl.simulation.process_pool import processes, sequential
from dsl.simulation.results_store import ResultsStore, played
from tests.bench.figures import clock_of, compare, heading, read_arguments, show

ROUNDS = 3


def main() -> None:
    """Measure bare matches, records, records kept on the disk, and two processes."""
    arguments = read_arguments("What the lab costs.", number=200)
    clock = clock_of(arguments)
    pack = load(folder_of(arguments.game))
    players = pack.players[0]
    plan = plan_of(pack, [CHANCE] * players, {})
    text, seeds = plan_text(plan), range(arguments.number)
    series = Playouts(pack, players, dict(plan.options), native=True)
    series.end(0)
    play_matches(text, [0])
    heading(f"{arguments.game}, {players} players: {arguments.number} matches, {ROUNDS} times")
    bare, records, kept = [], [], []
    for _ in range(ROUNDS):
        began = clock()
        for seed in seeds:
            series.end(seed)
        bare.append(clock() - began)
        began = clock()
        play_matches(text, seeds)
        records.append(clock() - began)
        with tempfile.TemporaryDirectory() as folder:
            began = clock()
            store = ResultsStore(Path(folder), plan)
            played(plan, seeds, sequential, store, lambda _: None)
            store.close()
            kept.append(clock() - began)
    show("bare matches", bare)
    show("records", records)
    show("records, on the disk", kept)
    compare("records", records, "bare matches", bare)
    compare("records on the disk", kept, "bare matches", bare)
    _processes(text, seeds)


def _processes(text: str, seeds: range) -> None:
    one, two = [], []
    for _ in range(ROUNDS):
        for times, jobs in ((one, 1), (two, 2)):
            began = time.perf_counter()
            for _lines in processes(jobs)(text, seeds):
                pass
            times.append(time.perf_counter() - began)
    show("one process", one)
    show("two processes, their start included", two)
    print(f"  two processes are {statistics.median(one) / statistics.median(two):.2f} times as fast")


if __name__ == "__main__":
    main()

"""What the lab costs beside the matches themselves, and what a second process gains; processor time per match.

All versions are measured in turn, round by round: compare only the ratios."""

from __future__ import annotations

import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dsl.cli.common import folder_of
from dsl.match.playouts import Playouts, PlayoutTotals
from dsl.match.rulesets.ruleset import load
from dsl.runtime import chance
from dsl.runtime.rollout import RolloutStop
from dsl.runtime.wasm.runner import NativeRunner
from dsl.simulation.match_records import play_matches
from dsl.simulation.plan import CHANCE, Plan, plan_of, plan_text
from dsl.simulation.process_pool import processes, sequential
from dsl.simulation.results_store import ResultsStore, played
from tests.bench.figures import heading, read_arguments

ROUNDS = 5
SHARE = 20  #: one match of so many is played one by one, which takes long


def main() -> None:
    """Measure raw playouts, batches, records, records kept on the disk, and two processes."""
    arguments = read_arguments("What the lab costs.", number=2000)
    pack = load(folder_of(arguments.game))
    players, number = pack.players[0], arguments.number
    plan = plan_of(pack, [CHANCE] * players, {})
    series = Playouts(pack, players, dict(plan.options), native=True)
    series.end(0)
    text = plan_text(plan)
    play_matches(text, range(40))
    heading(f"{arguments.game}, {players} players: {number} matches, {ROUNDS} times; processor time")
    parts: dict[str, Callable[[], object]] = {
        "raw playouts from one start": lambda: _raw(series, number),
        "batches, as `playouts`": lambda: _batches(series, number),
        "records, as `simulate`": lambda: play_matches(text, range(number)),
        "records, read and on the disk": lambda: _on_disk(plan, number),
        f"one by one (of {SHARE} matches one)": lambda: [series.end(seed) for seed in range(0, number, SHARE)],
    }
    found: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(ROUNDS):
        for name, part in parts.items():
            began = time.process_time()
            part()
            found[name].append((time.process_time() - began) * (SHARE if name.startswith("one by one") else 1))
    raw = statistics.median(next(iter(found.values())))
    for name, seconds in found.items():
        each = statistics.median(seconds)
        print(f"  {name:<36}{each / number * 1e6:10.1f} us a match  {each / raw:8.2f} times the raw playouts")
    if sys.platform != "win32":
        _processes(text, range(number))


def _raw(series: Playouts, number: int) -> None:
    runner = series.runner({})
    assert isinstance(runner, NativeRunner), "there is no native runner here: see `gondwana runner`"
    state, policy, made = runner.start(1), chance.seeded(1), 0
    while made < number:
        tally = runner.playouts(state, policy, number - made)
        made, policy = made + tally.made + (tally.stop != RolloutStop.OVER), tally.policy


def _batches(series: Playouts, number: int) -> None:
    totals = PlayoutTotals(series.runner({}).program)
    while totals.number < number:
        totals.add(series.batch(range(totals.number, number))[1])


def _on_disk(plan: Plan, number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = ResultsStore(Path(folder), plan)
        played(plan, range(number), sequential, store, lambda _: None)
        store.close()


def _processes(text: str, seeds: range) -> None:
    """Processor time of this process and its children, their start included, with one and two jobs."""
    found: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(2):
        for jobs, seconds in found.items():
            began = _spent()
            for _lines in processes(jobs)(text, seeds):
                pass
            seconds.append(_spent() - began)
    one, two = (statistics.median(each) / len(seeds) * 1e6 for each in found.values())
    print(f"  one job {one:.1f} us a match, two jobs {two:.1f}, their start included: {one / two:.0%} of one core each")


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()

"""What the lab costs beside the matches themselves, and what a second process gains; processor time per match.

All versions are measured in turn, round by round: compare only the ratios. Of no game in particular, every game has a
line."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from dsl.cli.common import folder_of
from dsl.match.playouts import Playouts, PlayoutTotals
from dsl.match.rulesets.ruleset import load
from dsl.runtime import chance
from dsl.runtime.rollout import RolloutStop
from dsl.runtime.wasm.runner import MANY_DIGESTS, NativeRunner
from dsl.simulation.match_records import play_matches, player_for
from dsl.simulation.plan import CHANCE, plan_of, plan_text
from dsl.simulation.process_pool import TALLIES, processes, sequential
from dsl.simulation.results_store import ResultsStore, played, tallied
from dsl.simulation.statistics import summary
from tests.bench.figures import ROOT, heading, read_arguments
from tests.bench.games import games

ROUNDS = 5
SECONDS = 0.3  #: of raw playouts in a round, for every game
PARALLEL_SECONDS = 12  #: of raw playouts that one and two jobs play
SHARE = 20  #: one match of so many is played one by one, which takes long


def main() -> None:
    """Measure one game in detail, or what `playouts` and `simulate` cost in every game."""
    arguments = read_arguments("What the lab costs.", game="", number=2000)
    if arguments.game:
        _details(folder_of(arguments.game), arguments.number)
        return
    heading(f"random matches, {ROUNDS} rounds of about {SECONDS} s; processor time as a multiple of raw playouts")
    print(f"  {'game':<26}{'players':>8}{'raw, us':>12}{'playouts':>12}{'simulate':>12}")
    for folder in games(ROOT / "rulesets"):
        lab = _Lab(folder)
        parts: list[Callable[[int], object]] = [lab.raw, lab.batches, lab.totals]
        number = lab.number_for(SECONDS)
        raw, *others = (median(each) for each in _measured(parts, number))
        ratios = "".join(f"{other / raw:>12.2f}" for other in others)
        print(f"  {folder.name:<26}{lab.players:>8}{raw / number * 1e6:>12.1f}{ratios}", flush=True)


def _details(folder: Path, number: int) -> None:
    """Measure raw playouts, batches, totals, records, records kept on the disk, and two processes."""
    lab = _Lab(folder)
    heading(f"{folder.name}, {lab.players} players: {number} matches, {ROUNDS} times; processor time")
    parts: dict[str, Callable[[int], object]] = {
        "raw playouts from one start": lab.raw,
        "totals, as `playouts`": lab.batches,
        "totals, as `simulate`": lab.totals,
        "records, as `simulate --out`": lab.records,
        "records, read and on the disk": lab.on_disk,
        "records with digests": lab.records_with_digests,
        f"one by one (of {SHARE} matches one)": lab.one_by_one,
    }
    found = dict(zip(parts, _measured(list(parts.values()), number), strict=True))
    raw = median(next(iter(found.values())))
    for name, seconds in found.items():
        each = median(seconds) * (SHARE if name.startswith("one by one") else 1)
        print(f"  {name:<36}{each / number * 1e6:10.1f} us a match  {each / raw:8.2f} times the raw playouts")
    if sys.platform != "win32":
        _processes(lab.text, range(lab.number_for(PARALLEL_SECONDS)))


def _measured(parts: Sequence[Callable[[int], object]], number: int) -> list[list[float]]:
    """Return for each part its seconds in each round."""
    found: list[list[float]] = [[] for _ in parts]
    for _ in range(ROUNDS):
        for part, seconds in zip(parts, found, strict=True):
            began = time.process_time()
            part(number)
            seconds.append(time.process_time() - began)
    return found


class _Lab:
    """Plays matches of one game in different ways."""

    def __init__(self, folder: Path) -> None:
        pack = load(folder)
        self.players = pack.players[0]
        self._plan = plan_of(pack, [CHANCE] * self.players, {})
        self._digests = plan_text(plan_of(pack, [CHANCE] * self.players, {}, digests=True))
        self.text = plan_text(self._plan)
        self._series = Playouts(pack, self.players, dict(self._plan.options), native=True)
        for part in (self.raw, self.batches, self.totals, self.records, self.records_with_digests):
            part(MANY_DIGESTS)  # compile

    def number_for(self, seconds: float) -> int:
        """Return how many raw playouts take as long."""
        number, spent = 1, 0.0
        while spent < seconds / 10:
            number *= 2
            began = time.process_time()
            self.raw(number)
            spent = time.process_time() - began
        return max(int(number * seconds / spent), 1)

    def raw(self, number: int) -> None:
        """Play from one start, and count only who wins."""
        runner = self._series.runner({})
        assert isinstance(runner, NativeRunner), "there is no native runner here: see `gondwana runner`"
        state, policy, made = runner.start(1), chance.seeded(1), 0
        while made < number:
            tally = runner.playouts(state, policy, number - made)
            made, policy = made + tally.made + (tally.stop != RolloutStop.OVER), tally.policy

    def batches(self, number: int) -> None:
        """Do what `playouts` does."""
        totals = PlayoutTotals(self._series.runner({}).program)
        while totals.number < number:
            totals.add(self._series.tally(totals.number, number - totals.number, hashed=True))
        assert sum(totals.endings().values()) == number <= sum(totals.first())

    def totals(self, number: int) -> None:
        """Do what `simulate` does in one process, up to the figures that it prints."""
        totals = tallied(self._plan, range(number), sequential, lambda _: None)
        assert summary(player_for(self.text), totals).number == number

    def records(self, number: int) -> None:
        """Make a record of each match, as workers do."""
        play_matches(self.text, range(number))

    def records_with_digests(self, number: int) -> None:
        """Make a record with a digest of each match."""
        play_matches(self._digests, range(number))

    def on_disk(self, number: int) -> None:
        """Make records, read them, and write them into a folder."""
        with tempfile.TemporaryDirectory() as folder:
            store = ResultsStore(Path(folder), self._plan)
            played(self._plan, range(number), sequential, store, lambda _: None)
            store.close()

    def one_by_one(self, number: int) -> None:
        """Play some matches one by one."""
        for seed in range(0, number, SHARE):
            self._series.end(seed)


def _processes(text: str, seeds: range) -> None:
    """Print processor time and elapsed time with one and two jobs, the start of processes included."""
    spent: dict[int, list[float]] = {1: [], 2: []}
    elapsed: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for jobs in spent:
            began, start = _spent(), time.perf_counter()
            for _lines in processes(jobs)(text, seeds, TALLIES):
                pass
            spent[jobs].append(_spent() - began)
            elapsed[jobs].append(time.perf_counter() - start)
    one, two = (median(each) / len(seeds) * 1e6 for each in spent.values())
    alone, together = (min(each) for each in elapsed.values())
    print(
        f"  {len(seeds)} matches: one job {one:.2f} us of processor time a match, two jobs {two:.2f} ({one / two:.0%})"
    )
    print(f"  elapsed {alone:.1f} s with one job, {together:.1f} s with two: {alone / together:.2f} times as fast")


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()

"""Command `simulate`: plays many matches and reports statistics."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from dsl.base.processor_cores import available_cores
from dsl.bots import make
from dsl.bots.levels import FORMS, level_of
from dsl.bots.models import models_of
from dsl.cli.common import folder_of, load_drawn, options_of, print_runner
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.cli.safe_output import write_controls
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.simulation.dask_cluster import connect_cluster
from dsl.simulation.match_records import MatchPlayer, player_for
from dsl.simulation.plan import CHANCE, RANDOM, Plan, plan_of, plan_text
from dsl.simulation.process_pool import PoolError, Spread, processes
from dsl.simulation.report import Report, SeriesResults, kept
from dsl.simulation.report_texts import ReportTexts
from dsl.simulation.results_store import ResultsStore, StoreError, missing, played, tallied
from dsl.simulation.statistics import comparison, summary
from dsl.simulation.tallies import SeriesTotals

# ---- progress: a bar on a terminal, lines elsewhere ----


WIDTH = 30
OFTEN, SELDOM = 0.1, 10.0  #: seconds between two times of telling: as a bar, as lines


class Progress:
    """Progress of a task of `total` steps, on a stream."""

    def __init__(
        self, total: int, noun: str, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._total, self._noun, self._clock = total, noun, clock
        self._stream = sys.stderr if stream is None else stream
        self._bar = self._stream.isatty()
        self._done, self._began = 0, clock()
        self._told = self._began - SELDOM if self._bar else self._began
        self._shown = False

    def more(self, number: int) -> None:
        """Add steps that are done."""
        self._done += number
        now = self._clock()
        if now - self._told >= (OFTEN if self._bar else SELDOM) or (self._bar and self._done == self._total):
            self._told = now
            self._print_progress(now)

    def close(self) -> None:
        """End the line of the bar."""
        if self._shown and self._bar:
            print(file=self._stream, flush=True)

    def _print_progress(self, now: float) -> None:
        self._shown = True
        if self._bar:
            full = WIDTH * self._done // self._total
            write_controls(self._stream, f"\r[{'#' * full}{' ' * (WIDTH - full)}] {self._text(now)}\x1b[K")
            self._stream.flush()
        else:
            print(self._text(now), file=self._stream, flush=True)

    def _text(self, now: float) -> str:
        pace = self._done / max(now - self._began, 1e-9)
        left = (self._total - self._done) / pace if pace else 0.0
        ahead = f", {_duration(left)} to go" if self._done < self._total else ""
        return f"{self._done} of {self._total} {self._noun}, {_pace(pace)} a second{ahead}"


def _pace(pace: float) -> str:
    return f"{pace:.0f}" if pace >= 10 else f"{pace:.1f}"


def _duration(seconds: float) -> str:
    """Return "40 s", "3 min", "2 h 05 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


LAST_SEED = 2**64 - 1
OTHER = "against"  #: the folder of the matches by the other rules, within that of the results


def simulate(arguments: argparse.Namespace) -> int:
    """Play many matches, say what they come to, and keep it."""
    house = [*arguments.house]
    pack = _pack(arguments.game, house)
    plan = _plan(pack, arguments)
    against = _plan(_pack(arguments.game, [*house, *arguments.against]), arguments) if arguments.against else None
    if arguments.digests and not arguments.out:
        raise MisuseError("--digests goes with --out: without a folder no results of single matches are kept")
    if arguments.seed + arguments.number - 1 > LAST_SEED:
        raise MisuseError(f"there is no seed {arguments.seed + arguments.number - 1}: the last is {LAST_SEED}")
    out = Path(arguments.out) if arguments.out else None
    if not arguments.cluster:
        print_runner()
    if any(level_of(seat, pack).model for seat in plan.seats if seat != CHANCE):
        for line in models_of(pack)[1]:
            print(f"note: {line}", file=sys.stderr)
    try:
        spread = (
            connect_cluster(arguments.cluster) if arguments.cluster else processes(arguments.jobs or available_cores())
        )
        seeds = range(arguments.seed, arguments.seed + arguments.number)
        other = None
        if against is None and out is None and plan.by_chance:
            main = _count_matches(plan, seeds, spread)
        else:
            main = _play_matches(plan, seeds, spread, out, "matches")
        if against is not None:
            other = _play_matches(against, seeds, spread, out and out / OTHER, "matches with the other rules")
    except (PoolError, StoreError) as error:
        raise FailedError(str(error)) from None
    _report(main, other, arguments.language, out)
    return FAILED if any(side.summary.troubles for side in (main, other) if side) else GOOD


def _pack(game: str, house: Sequence[str]) -> Ruleset:
    return load_drawn(folder_of(game), [Path(item) if item.endswith(".rules") else item for item in house])


def _plan(pack: Ruleset, arguments: argparse.Namespace) -> Plan:
    seats = _seats(pack, arguments.seats, arguments.players)
    try:
        return plan_of(pack, seats, options_of(arguments), digests=arguments.digests)
    except OptionError as error:
        raise MisuseError(str(error)) from None


def _seats(pack: Ruleset, seats: str, players: int | None) -> list[str]:
    """Return the player of each seat, given by seat or once for all."""
    named = [item.strip() for item in seats.split(",")] if seats else [CHANCE]
    if CHANCE in named and set(named) != {CHANCE}:
        raise MisuseError(f"`{CHANCE}` plays all seats or none; beside other bots use `{RANDOM}`")
    for player in named:
        _require(player, pack)
    if len(named) == 1:
        return named * (players or pack.players[0])
    if players not in (None, len(named)):
        raise MisuseError(f"--seats gives {len(named)} players, and --players {players}")
    return named


def _require(player: str, pack: Ruleset) -> None:
    """Raise MisuseError if there is no such bot."""
    if player == "human":
        raise MisuseError(f"human players cannot take part; there are {', '.join((CHANCE, *FORMS))}")
    if player != CHANCE:
        try:
            make(player, 0, pack)
        except ValueError as error:
            raise MisuseError(str(error)) from None


def _play_matches(plan: Plan, seeds: range, spread: Spread, folder: Path | None, noun: str) -> SeriesResults:
    """Return the matches of an experiment; those in the folder are not played again."""
    store = ResultsStore(folder, plan) if folder else None
    left = len(missing(seeds, store))
    if left < len(seeds):
        print(f"{len(seeds) - left} of {len(seeds)} {noun} are already in {folder}", flush=True)
    progress = Progress(left, noun)
    try:
        records = played(plan, seeds, spread, store, progress.more)
    except KeyboardInterrupt:
        there = f"; finished matches are saved in {folder}, and the same command resumes" if folder else ""
        raise FailedError(f"stopped{there}") from None
    finally:
        progress.close()
        if store:
            store.close()
    return SeriesResults(plan, seeds, summary(_player(plan), SeriesTotals.of(records.values())), records)


def _count_matches(plan: Plan, seeds: range, spread: Spread) -> SeriesResults:
    """Return the figures of random matches, without a record of each."""
    progress = Progress(len(seeds), "matches")
    try:
        totals = tallied(plan, seeds, spread, progress.more)
    except KeyboardInterrupt:
        raise FailedError("stopped") from None
    finally:
        progress.close()
    return SeriesResults(plan, seeds, summary(_player(plan), totals))


def _player(plan: Plan) -> MatchPlayer:
    return player_for(plan_text(plan))  # the one that played the first matches here


def _report(main: SeriesResults, other: SeriesResults | None, language: str, out: Path | None) -> None:
    matches = _player(main.plan)
    change = comparison(main.summary, other.summary, main.records, other.records) if other else None
    own = {rules.title for rules in matches.pack.house}
    house = (
        ", ".join(rules.title for rules in _player(other.plan).pack.house if rules.title not in own) if other else ""
    )
    journals = kept(matches, main, out) if out else {}
    report = Report(ReportTexts.of(matches.pack, language), main, house, other, change, journals)
    for line in report.lines():
        print(line)
    if out:
        report.write(out)
        print(f"\n{out / 'report.html'}")

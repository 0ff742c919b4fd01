"""Shares matches out among processes of this machine. What comes back is in no order and depends on none: how the work
is cut and who does it changes nothing in it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from dsl.runtime.runner_selection import RunnerChoice, probed_runner, set_probed_runner
from dsl.simulation.match_records import play_matches

LONGEST = 0.5  #: seconds that a portion of matches should take: long enough to be worth sending, short enough to see
STARTING = 2.0  #: seconds that other processes take until they are of use
MOST = 2000  #: matches in a portion
PATIENCE = 3  #: how often in a row workers may die before anything is done

Timed = tuple[list[str], float]  #: records as lines, and how many seconds they took
Spread = Callable[[str, Sequence[int]], Generator[list[str]]]  #: plays a plan's matches from seeds: portions of lines


class PoolError(Exception):
    """The work cannot be shared out; the message says why and what can be done."""


@dataclass(slots=True)
class SeedChunks:
    """Cuts seeds into portions that take about `LONGEST`, as far as one knows how long a match takes."""

    seeds: Sequence[int]
    least: int = 1  #: so many portions should be left, that nobody has to wait for the last
    _next: int = 0
    _pace: float = 0.0  #: seconds for a match
    _again: list[tuple[int, ...]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self._again) or self._next < len(self.seeds)

    def take(self) -> tuple[int, ...]:
        """Return the next portion."""
        if self._again:
            return self._again.pop()
        fair = max(1, (len(self.seeds) - self._next) // self.least)
        number = min(MOST, fair, max(1, int(LONGEST / self._pace))) if self._pace else 1
        first, self._next = self._next, min(self._next + number, len(self.seeds))
        return tuple(self.seeds[first : self._next])

    def took(self, number: int, seconds: float) -> None:
        """Learn how long a portion took."""
        pace = seconds / number
        self._pace = (self._pace + pace) / 2 if self._pace else pace

    @property
    def paced(self) -> bool:
        """Whether one knows how long a match takes."""
        return self._pace > 0

    def ahead(self) -> float:
        """Return how many seconds are left for one alone, as far as one knows."""
        return (len(self.seeds) - self._next) * self._pace

    def put_back(self, portion: tuple[int, ...]) -> None:
        """Have a portion done again that was lost."""
        self._again.append(portion)


def sequential(plan: str, seeds: Sequence[int]) -> Generator[list[str]]:
    """Play in this very process."""
    portions = SeedChunks(seeds)
    while portions:
        portion = portions.take()
        lines, seconds = timed(plan, portion)
        portions.took(len(portion), seconds)
        yield lines


def timed(plan: str, seeds: Sequence[int]) -> Timed:
    """Return the records of some matches and how many seconds they took."""
    began = time.perf_counter()
    lines = play_matches(plan, seeds)
    return lines, time.perf_counter() - began


def processes(jobs: int) -> Spread:
    """Return what plays in so many processes. When one dies, others do what it had begun."""

    def spread(plan: str, seeds: Sequence[int]) -> Generator[list[str]]:
        portions = SeedChunks(seeds, 2 * jobs)
        yield from _as_long_as_it_pays(plan, portions)
        deaths = 0
        while portions:
            try:
                for lines in _pool(plan, portions, jobs):
                    deaths = 0
                    yield lines
            except BrokenProcessPool:
                deaths += 1
                if deaths == PATIENCE:
                    raise PoolError(
                        f"workers died {deaths} times before they had done anything: is there enough memory for {jobs}?"
                    ) from None

    return spread if jobs > 1 else sequential


def _as_long_as_it_pays(plan: str, portions: SeedChunks) -> Generator[list[str]]:
    """Play here until one knows how long a match takes, and to the end if that is nearer than the help of others."""
    first = True  #: it takes longer than others, because runners must be made
    while portions and (not portions.paced or portions.ahead() < STARTING):
        portion = portions.take()
        lines, seconds = timed(plan, portion)
        if not first or seconds > STARTING:
            portions.took(len(portion), seconds)
        first = False
        yield lines


def _pool(plan: str, portions: SeedChunks, jobs: int) -> Generator[list[str]]:
    """Play portions in new processes; after BrokenProcessPool what was not done is back among them."""
    context = multiprocessing.get_context("spawn")  # nothing is shared with this process, the same on every system
    pool = ProcessPoolExecutor(jobs, context, initializer=_worker, initargs=(probed_runner(),))
    begun: dict[Future[Timed], tuple[int, ...]] = {}
    try:
        while portions or begun:
            while portions and len(begun) < 2 * jobs:
                portion = portions.take()
                begun[pool.submit(timed, plan, portion)] = portion
            done, _ = wait(begun, return_when=FIRST_COMPLETED)
            for future in done:
                lines, seconds = future.result()
                portions.took(len(begun.pop(future)), seconds)
                yield lines
    finally:
        for portion in begun.values():
            portions.put_back(portion)
        pool.shutdown(wait=True, cancel_futures=True)


def _worker(found: RunnerChoice | None) -> None:
    """A worker leaves it to the process that started it to stop, and ends with it, however that ends. It runs rules on
    what a probe has `found` there."""
    set_probed_runner(found)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def core_count() -> int:
    """Return how many processes may run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

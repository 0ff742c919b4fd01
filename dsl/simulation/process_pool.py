"""Distributes matches over processes of this machine, in chunks of seeds.

Records arrive in any order; they do not depend on the chunks or the processes.
"""

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

CHUNK_SECONDS = 0.5  #: target duration of a chunk: long enough to outweigh sending it, short enough to show progress
STARTUP_SECONDS = 2.0  #: seconds until new processes are ready
MAX_CHUNK = 10_000  #: limit on the matches in a chunk
MAX_DEATHS = 3  #: deaths of workers in a row, without a result, after which it fails

Timed = tuple[list[str], float]  #: records as lines, and the seconds they took
#: Plays the matches of a plan from seeds; yields lists of records as lines.
Spread = Callable[[str, Sequence[int]], Generator[list[str]]]


class PoolError(Exception):
    """The matches cannot be distributed; the message says why and what to do."""


@dataclass(slots=True)
class SeedChunks:
    """Queue of seeds, taken in chunks that last about `CHUNK_SECONDS`, by the measured duration of a match."""

    seeds: Sequence[int]
    min_left: int = 1  #: chunks that should remain, so that no worker is idle at the end
    _next: int = 0
    _match_seconds: float = 0.0  #: seconds per match; 0 until measured
    _lost: list[tuple[int, ...]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self._lost) or self._next < len(self.seeds)

    def take(self) -> tuple[int, ...]:
        """Return the next chunk."""
        if self._lost:
            return self._lost.pop()
        share = max(1, (len(self.seeds) - self._next) // self.min_left)
        number = min(MAX_CHUNK, share, max(1, int(CHUNK_SECONDS / self._match_seconds))) if self._match_seconds else 1
        first, self._next = self._next, min(self._next + number, len(self.seeds))
        return tuple(self.seeds[first : self._next])

    def took(self, number: int, seconds: float) -> None:
        """Record the duration of a chunk."""
        match_seconds = seconds / number
        self._match_seconds = (self._match_seconds + match_seconds) / 2 if self._match_seconds else match_seconds

    @property
    def is_measured(self) -> bool:
        """Whether the duration of a match is known."""
        return self._match_seconds > 0

    def remaining_seconds(self) -> float:
        """Return the estimated seconds that one process needs for the rest."""
        return (len(self.seeds) - self._next) * self._match_seconds

    def put_back(self, chunk: tuple[int, ...]) -> None:
        """Queue a lost chunk again."""
        self._lost.append(chunk)


def sequential(plan: str, seeds: Sequence[int]) -> Generator[list[str]]:
    """Play all matches in this process."""
    chunks = SeedChunks(seeds)
    while chunks:
        chunk = chunks.take()
        lines, seconds = timed(plan, chunk)
        chunks.took(len(chunk), seconds)
        yield lines


def timed(plan: str, seeds: Sequence[int]) -> Timed:
    """Return the records of some matches, and the seconds they took."""
    began = time.perf_counter()
    lines = play_matches(plan, seeds)
    return lines, time.perf_counter() - began


def processes(jobs: int) -> Spread:
    """Return a `Spread` over `jobs` processes. When one dies, its chunks are played by others."""

    def spread(plan: str, seeds: Sequence[int]) -> Generator[list[str]]:
        chunks = SeedChunks(seeds, 2 * jobs)
        yield from _play_locally_first(plan, chunks)
        deaths = 0
        while chunks:
            try:
                for lines in _pool(plan, chunks, jobs):
                    deaths = 0
                    yield lines
            except BrokenProcessPool:
                deaths += 1
                if deaths == MAX_DEATHS:
                    raise PoolError(
                        f"workers died {deaths} times before they had done anything: is there enough memory for {jobs}?"
                    ) from None

    return spread if jobs > 1 else sequential


def _play_locally_first(plan: str, chunks: SeedChunks) -> Generator[list[str]]:
    """Play in this process until the duration of a match is known, and to the end if starting processes takes
    longer."""
    first = True  #: the first chunk includes compiling
    while chunks and (not chunks.is_measured or chunks.remaining_seconds() < STARTUP_SECONDS):
        chunk = chunks.take()
        lines, seconds = timed(plan, chunk)
        if not first or seconds > STARTUP_SECONDS:
            chunks.took(len(chunk), seconds)
        first = False
        yield lines


def _pool(plan: str, chunks: SeedChunks, jobs: int) -> Generator[list[str]]:
    """Play chunks in new processes; on BrokenProcessPool the unfinished ones are back in the queue."""
    context = multiprocessing.get_context("spawn")  # the same on every system
    pool = ProcessPoolExecutor(jobs, context, initializer=_worker, initargs=(probed_runner(),))
    begun: dict[Future[Timed], tuple[int, ...]] = {}
    try:
        while chunks or begun:
            while chunks and len(begun) < 2 * jobs:
                chunk = chunks.take()
                begun[pool.submit(timed, plan, chunk)] = chunk
            done, _ = wait(begun, return_when=FIRST_COMPLETED)
            for future in done:
                lines, seconds = future.result()
                chunks.took(len(begun.pop(future)), seconds)
                yield lines
    finally:
        for chunk in begun.values():
            chunks.put_back(chunk)
        pool.shutdown(wait=True, cancel_futures=True)


def _worker(found: RunnerChoice | None) -> None:
    """Set up a worker: it ignores SIGINT, which its parent handles, ends with its parent, and uses the probed
    runner."""
    set_probed_runner(found)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

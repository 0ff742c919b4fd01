"""Distributes matches over processes of this machine, in chunks of seeds.

Results arrive in any order; records do not depend on the chunks or the processes, nor do sums of tallies. This process
plays, too, in a thread: it has compiled the program already, and the native runner lets other threads run meanwhile.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from dsl.base.gc_pause import gc_paused
from dsl.runtime.runner_selection import RunnerChoice, probed_runner, set_probed_runner
from dsl.simulation.match_records import CompiledModules, compiled_modules, play_matches, use_modules
from dsl.simulation.tallies import MAX_TALLIED, tally_matches

CHUNK_SECONDS = 0.5  #: target duration of a chunk: long enough to outweigh sending it, short enough to show progress
STARTUP_SECONDS = 2.0  #: seconds until new processes are ready
MEASURED_SECONDS = 0.01  #: duration of a chunk that tells how long a match takes: others are mostly overhead
MAX_CHUNK = 10_000  #: limit on the matches in a chunk of records
MAX_DEATHS = 3  #: deaths of workers in a row, without a result of a worker, after which it fails

Timed = tuple[list[str], float]  #: results as lines, and the seconds they took


class Task(NamedTuple):
    """What a worker does with the text of a plan and seeds: a function of a module, whose result is lines."""

    play: Callable[[str, Sequence[int]], list[str]]
    max_chunk: int  #: limit on the seeds for one call


RECORDS = Task(play_matches, MAX_CHUNK)  #: a `Record` for each match
TALLIES = Task(tally_matches, MAX_TALLIED)  #: a `Tally` of each chunk; for random matches from consecutive seeds


class Spread(Protocol):
    """Plays the matches of a plan from seeds."""

    def __call__(self, plan: str, seeds: Sequence[int], task: Task = RECORDS) -> Generator[list[str]]:
        """Yield the lines of each chunk. Raises PoolError."""
        ...


class PoolError(Exception):
    """The matches cannot be distributed; the message says why and what to do."""


@dataclass(slots=True)
class SeedChunks:
    """Queue of seeds, taken in chunks that last about `CHUNK_SECONDS`, by the measured duration of a match."""

    seeds: Sequence[int]
    min_left: int = 1  #: chunks that should remain, so that no worker is idle at the end
    max_chunk: int = MAX_CHUNK
    _next: int = 0
    _match_seconds: float = 0.0  #: seconds per match; 0 until measured
    _longest: float = 0.0  #: seconds of the longest chunk
    _lost: list[Sequence[int]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self._lost) or self._next < len(self.seeds)

    def take(self) -> Sequence[int]:
        """Return the next chunk."""
        if self._lost:
            return self._lost.pop()
        share = max(1, (len(self.seeds) - self._next) // self.min_left)
        wanted = max(1, int(CHUNK_SECONDS / self._match_seconds)) if self._match_seconds else 1
        first, self._next = self._next, min(self._next + min(self.max_chunk, share, wanted), len(self.seeds))
        return self.seeds[first : self._next]

    def took(self, number: int, seconds: float) -> None:
        """Record the duration of a chunk."""
        match_seconds = seconds / number
        if seconds < 4 * self._longest:  # a much longer one tells more than those before it
            match_seconds = (self._match_seconds + match_seconds) / 2
        self._match_seconds, self._longest = match_seconds, max(self._longest, seconds)

    @property
    def is_measured(self) -> bool:
        """Whether the duration of a match is known."""
        return self._longest >= MEASURED_SECONDS

    def remaining_seconds(self) -> float:
        """Return the estimated seconds that one process needs for the rest."""
        return (len(self.seeds) - self._next) * self._match_seconds

    def put_back(self, chunk: Sequence[int]) -> None:
        """Queue a lost chunk again."""
        self._lost.append(chunk)


def sequential(plan: str, seeds: Sequence[int], task: Task = RECORDS) -> Generator[list[str]]:
    """Play all matches in this process."""
    chunks = SeedChunks(seeds, max_chunk=task.max_chunk)
    while chunks:
        chunk = chunks.take()
        lines, seconds = timed(plan, chunk, task)
        chunks.took(len(chunk), seconds)
        yield lines


def timed(plan: str, seeds: Sequence[int], task: Task = RECORDS) -> Timed:
    """Return the lines of some matches, and the seconds they took."""
    began = time.perf_counter()
    lines = task.play(plan, seeds)
    return lines, time.perf_counter() - began


def processes(jobs: int) -> Spread:
    """Return a `Spread` over `jobs` processes, of which this is one. When one dies, its chunks are played by others."""

    def spread(plan: str, seeds: Sequence[int], task: Task = RECORDS) -> Generator[list[str]]:
        chunks = SeedChunks(seeds, 2 * jobs, task.max_chunk)
        yield from _play_locally_first(plan, chunks, task)
        deaths = 0
        with ThreadPoolExecutor(1) as here:
            while chunks:
                try:
                    for lines, from_worker in _pool(plan, chunks, jobs - 1, here, task):
                        deaths = 0 if from_worker else deaths
                        yield lines
                except BrokenProcessPool:
                    deaths += 1
                    if deaths == MAX_DEATHS:
                        raise PoolError(
                            f"workers died {deaths} times before they had done anything: "
                            f"is there enough memory for {jobs}?"
                        ) from None

    return spread if jobs > 1 else sequential


def _play_locally_first(plan: str, chunks: SeedChunks, task: Task) -> Generator[list[str]]:
    """Play in this process until the duration of a match is known, and to the end if starting processes takes
    longer."""
    first = True  #: the first chunk includes compiling
    while chunks and (not chunks.is_measured or chunks.remaining_seconds() < STARTUP_SECONDS):
        chunk = chunks.take()
        lines, seconds = timed(plan, chunk, task)
        if not first or seconds > STARTUP_SECONDS:
            chunks.took(len(chunk), seconds)
        first = False
        yield lines


def _pool(plan: str, chunks: SeedChunks, workers: int, here: Executor, task: Task) -> Generator[tuple[list[str], bool]]:
    """Play chunks in new processes and in a thread of this one; yield the lines of each, and whether a worker played
    it. On BrokenProcessPool the unfinished chunks are back in the queue."""
    context = multiprocessing.get_context("spawn")  # the same on every system
    arguments = probed_runner(), plan, compiled_modules(plan)
    pool = ProcessPoolExecutor(workers, context, initializer=_worker, initargs=arguments)
    begun: dict[Future[Timed], Sequence[int]] = {}
    local: Future[Timed] | None = None  #: the one of `begun` that this process plays
    try:
        while chunks or begun:
            while chunks and (local is None or len(begun) < 2 * workers + 1):
                chunk = chunks.take()
                future = (here if local is None else pool).submit(timed, plan, chunk, task)
                local = local or future
                begun[future] = chunk
            done, _ = wait(begun, return_when=FIRST_COMPLETED)
            for future in done:
                lines, seconds = future.result()
                chunks.took(len(begun.pop(future)), seconds)
                yield lines, future is not local
                local = None if future is local else local
    finally:
        for future, chunk in begun.items():
            future.cancel()
            chunks.put_back(chunk)
        pool.shutdown(wait=True, cancel_futures=True)


def _worker(found: RunnerChoice | None, plan: str, compiled: CompiledModules) -> None:
    """Set up a worker: it ignores SIGINT, which its parent handles, ends with its parent, and uses the probed
    runner and the modules that its parent has generated and compiled for a plan."""
    set_probed_runner(found)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if compiled.modules:
        with gc_paused():
            use_modules(plan, compiled)
        gc.freeze()  # the rules stay: no garbage collection among them during the matches


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Distributing matches over processes does not change their records, and a killed worker loses none."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.simulation.plan import plan_text
from dsl.simulation.process_pool import CHUNK_SECONDS, MAX_CHUNK, PoolError, SeedChunks, Task, processes, sequential
from tests.dsl.simulation.games import LOTS, plan

PLAN = plan_text(plan(LOTS))


def lines(portions: Iterator[list[str]]) -> list[str]:
    return sorted(line for portion in portions for line in portion)


@given(st.integers(0, 5000), st.integers(1, 16), st.floats(1e-6, 10), st.integers(0, 3))
def test_chunks_contain_every_seed_once(number: int, least: int, pace: float, lost: int) -> None:
    portions = SeedChunks(range(7, 7 + number), least)
    seen: list[int] = []
    while portions:
        portion = portions.take()
        assert 1 <= len(portion) <= MAX_CHUNK
        if lost:
            lost -= 1
            portions.put_back(portion)
            continue
        portions.took(len(portion), pace * len(portion))
        seen += portion
    assert sorted(seen) == list(range(7, 7 + number))


def test_chunks_of_short_matches_are_longer() -> None:
    portions = SeedChunks(range(10_000))
    assert len(portions.take()) == 1  # the duration is not known yet
    portions.took(1, CHUNK_SECONDS / 100)
    assert len(portions.take()) == 100
    portions.took(100, 10 * CHUNK_SECONDS * 100)
    assert len(portions.take()) == 1


def test_a_chunk_of_mostly_overhead_says_little() -> None:
    """A first match of 1 ms, most of it calls, does not slow the chunks after a longer one that tells better."""
    portions = SeedChunks(range(10**6), max_chunk=10**6)
    portions.took(len(portions.take()), 0.001)
    assert not portions.is_measured
    number = len(portions.take())
    portions.took(number, 0.02)
    assert portions.is_measured
    assert len(portions.take()) == int(CHUNK_SECONDS / (0.02 / number))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help is requested even for little work."""
    monkeypatch.setattr("dsl.simulation.process_pool.STARTUP_SECONDS", -1.0)
    monkeypatch.setattr("dsl.simulation.process_pool.MEASURED_SECONDS", 0.0)


def test_little_work_is_done_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsl.simulation.process_pool.STARTUP_SECONDS", 1000.0)
    monkeypatch.setattr("dsl.simulation.process_pool._pool", None)  # must not be called
    assert lines(processes(2)(PLAN, range(40))) == lines(sequential(PLAN, range(40)))


@pytest.mark.usefixtures("at_once")
def test_the_number_of_processes_does_not_change_the_records() -> None:
    assert lines(processes(2)(PLAN, range(40))) == lines(sequential(PLAN, range(40)))
    assert processes(1) is sequential


@pytest.mark.usefixtures("at_once")
def test_this_process_plays_too_and_its_workers_play() -> None:
    players = set[str]()
    for found in processes(2)(PLAN, range(10**9), Task(_who_plays, 1)):
        players |= {*found}
        if len(players) == 2:
            break
    assert str(os.getpid()) in players


def _who_plays(_plan: str, _seeds: Sequence[int]) -> list[str]:
    return [str(os.getpid())]


@pytest.mark.usefixtures("at_once")
def test_the_matches_of_a_killed_worker_are_played_by_others() -> None:
    seeds = range(3000)
    working = processes(2)(PLAN, seeds)
    found = next(working)
    while not multiprocessing.active_children():
        found += next(working)
    victim = multiprocessing.active_children()[0]
    assert victim.pid is not None
    os.kill(victim.pid, signal.SIGKILL)
    for portion in working:
        found += portion
    assert sorted(found) == lines(sequential(PLAN, seeds))


@pytest.mark.skipif(os.name != "posix", reason="asks the system for the parent of a process")
def test_workers_end_with_the_program(tmp_path: Path) -> None:
    code = (
        "import multiprocessing\n"
        "from dsl.simulation import process_pool\n"
        "from tests.dsl.simulation.test_process_pool import PLAN\n"
        "if __name__ == '__main__':\n"
        "    process_pool.STARTUP_SECONDS = -1.0\n"
        "    for _ in process_pool.processes(3)(PLAN, range(10**6)):\n"
        "        if multiprocessing.active_children():\n"
        "            print(*(child.pid for child in multiprocessing.active_children()), flush=True)\n"
    )
    (tmp_path / "killed.py").write_text(code)
    command = [sys.executable, str(tmp_path / "killed.py")]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        workers = [int(word) for word in program.stdout.readline().split()]
        program.kill()
    assert len(workers) == 2
    until = time.monotonic() + 60
    while any(_runs(worker) for worker in workers):
        assert time.monotonic() < until
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.usefixtures("at_once")
def test_workers_that_die_at_once_are_not_restarted_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsl.simulation.process_pool._worker", _die)
    with pytest.raises(PoolError, match="workers died 3 times"):
        for _ in processes(2)(PLAN, range(10**9)):
            pass


def _die(*_arguments: object) -> None:
    os._exit(1)

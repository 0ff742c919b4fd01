"""A Dask cluster gives the same results as local processes, also when a worker dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from dsl.simulation.dask_cluster import address_of, connect_cluster
from dsl.simulation.plan import plan_text
from dsl.simulation.process_pool import PoolError, sequential
from tests.dsl.simulation.games import LOTS, plan

ROOT = Path(__file__).parents[3]
PLAN = plan_text(plan(LOTS))
PATIENCE = 60  #: seconds for a program to come up


class Local:
    """A local cluster: a scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        file = folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        self.address = str(_waited(lambda: json.loads(file.read_text())["address"]))
        nothing_else = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        self.workers = [self._start("worker", self.address, *nothing_else) for _ in range(2)]

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
        words = [sys.executable, "-m", "dask", *command]
        if command[0] == "worker":
            words += ["--local-directory", str(self._folder)]
        quiet = subprocess.DEVNULL
        program = subprocess.Popen(words, cwd=self._folder, env=environment, stdout=quiet, stderr=quiet)
        self._stack.callback(program.wait)
        self._stack.callback(program.kill)
        return program


def _waited(read):  # type: ignore[no-untyped-def]
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return read()
        except (OSError, ValueError):
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Local]:
    with ExitStack() as stack:
        yield Local(tmp_path, stack)


def test_a_killed_worker_does_not_change_the_result(local: Local) -> None:
    seeds = range(2000)
    portions = connect_cluster(local.address.replace("tcp://", "dask://"))(PLAN, seeds)
    found = [line for _ in range(3) for line in next(portions)]
    assert len(found) < len(seeds) / 2
    local.workers[0].kill()
    found += [line for portion in portions for line in portion]
    assert local.workers[0].wait() != 0
    assert local.workers[1].poll() is None
    assert sorted(found) == sorted(line for portion in sequential(PLAN, seeds) for line in portion)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("host:8786", "tcp://host:8786"),
        ("dask://10.0.0.1:8786", "tcp://10.0.0.1:8786"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("tls://host:8786", "tls://host:8786"),
    ],
)
def test_scheduler_addresses_are_parsed(typed: str, meant: str) -> None:
    assert address_of(typed) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ray://host:10001", "this is a Ray cluster"),
        ("http://host:8787/status", "no address of a Dask scheduler"),
        ("inproc://1/2/3", "no address of a Dask scheduler"),
        ("", "no address of a Dask scheduler"),
        ("two words", "no address of a Dask scheduler"),
    ],
)
def test_wrong_addresses_are_refused_with_the_right_form(typed: str, said: str) -> None:
    with pytest.raises(PoolError, match=said):
        connect_cluster(typed)


def test_an_unreachable_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsl.simulation.dask_cluster.CONNECT_TIMEOUT", 0.5)
    with pytest.raises(PoolError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        list(connect_cluster("127.0.0.1:1")(PLAN, range(3)))


def test_a_missing_package_is_reported_with_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PoolError, match=r"pip install 'gondwana\[cluster\]'"):
        connect_cluster("host:8786")

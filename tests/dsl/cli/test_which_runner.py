"""Commands in which computers play say once, on stderr, if rules do not run as fast as they can; else nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.cli import main
from dsl.runtime.runner_selection import RunnerName, probed_runner

ROOT = Path(__file__).parents[3]
POND = str(Path(__file__).parent / "pond")
SIMULATE = ("simulate", POND, "--jobs", "1", "-n", "3")
PLAY = ("play", POND, "--seats", "bot:mcts:2,bot:mcts:2")
SAID = {
    "native": "",
    "interpreted": "note: rules are interpreted here, which is slower than machine code: a test wants it\n",
    "reference": "note: rules run slowly here, and computer players think less far: a test wants it\n",
}

Settle = Callable[[RunnerName], None]


@pytest.mark.parametrize("command", [SIMULATE, PLAY], ids=lambda words: words[0])
@pytest.mark.parametrize("name", ["native", "interpreted", "reference"])
def test_it_is_said_once_and_only_if_something_is_wrong(
    command: tuple[str, ...], name: RunnerName, as_if: Settle, capsys: pytest.CaptureFixture[str]
) -> None:
    as_if(name)
    assert main(command) == 0
    assert capsys.readouterr().err == SAID[name]


def test_a_terminal_without_computers_that_think_says_nothing(
    as_if: Settle, capsys: pytest.CaptureFixture[str]
) -> None:
    as_if("reference")
    assert main(("play", POND, "--seats", "bot:random,bot:random")) == 0
    assert capsys.readouterr().err == ""


def test_other_processes_play_in_the_same_way(as_if: Settle, capsys: pytest.CaptureFixture[str]) -> None:
    """They do not share this process's choice of runner, so it is passed to them."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from dsl.simulation.match_records import CompiledModules
    from dsl.simulation.process_pool import _worker

    as_if("reference")
    arguments = probed_runner(), "", CompiledModules({}, {})
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=_worker, initargs=arguments) as pool:
        assert pool.submit(probed_runner).result() == probed_runner()


@pytest.mark.parametrize("command", [SIMULATE, PLAY], ids=lambda words: words[0])
def test_without_the_library_it_says_why(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "wasmtime.py").write_text("raise ImportError('it was left out')\n")
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from dsl.cli import main; sys.exit(main(sys.argv[1:]))", *command],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == (
        "note: rules run slowly here, and computer players think less far: "
        "wasmtime is missing or cannot be loaded: it was left out\n"
    )

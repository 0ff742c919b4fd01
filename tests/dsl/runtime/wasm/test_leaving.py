"""A process that has run machine code exits without messages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]

#: What was registered first is done last: then the library has gone, as it may have when modules are taken apart.
OUTLIVED = """\
import atexit, builtins, wasmtime, wasmtime._engine, wasmtime._store

@atexit.register
def take_the_library_away():
    wasmtime._engine.ffi = wasmtime._store.ffi = None

from dsl.match.rulesets.ruleset import load
from dsl.match.playouts import Playouts

pack = load("rulesets/classics/tic-tac-toe")
series = Playouts(pack, 2, {}, native=True)
series.play(1)
builtins.runner = series.runner({})
assert type(builtins.runner).__name__ == "NativeRunner"
del series
"""


def said(command: Sequence[str]) -> str:
    """Return the standard error of a command, which must succeed."""
    done = subprocess.run([sys.executable, *command], cwd=ROOT, input="", capture_output=True, text=True, check=True)
    return done.stderr


def test_exit_is_silent_when_machine_code_outlives_the_library() -> None:
    assert said(["-c", OUTLIVED]) == ""


@pytest.mark.parametrize(
    "command",
    [
        "simulate tic-tac-toe -n 3 --jobs 1 --seats bot:mcts:5",
        "simulate tic-tac-toe -n 20 --jobs 1",
        "play tic-tac-toe --seats bot:mcts:5,bot:greedy",
        "playouts tic-tac-toe -n 3 --runner native",
        "examples rulesets/classics/tic-tac-toe",
    ],
)
def test_commands_write_nothing_to_standard_error(command: str) -> None:
    assert said(["-m", "app", *command.split()]) == ""

"""Probe, in a separate process, whether machine code is allowed: some systems kill a process that makes it without
permission."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from dsl.base.files import UnreadableError, parse_json, read_text
from dsl.runtime.runner_selection import RunnerChoice, select_runner, set_probed_runner

PATIENCE = 30  #: seconds
_LARGEST = 64 * 1024  #: bytes of the file
TRIAL = ("runner", "--try")  #: the words of the command line that do the trying


def probe_jit(kept: Path, program: Sequence[str], *, careful: bool = sys.platform == "darwin") -> RunnerChoice:
    """Return which runner there is to be, from now on for everybody.

    Only a `careful` one tries apart what may end the process; `program` is how ours is started. What came of it is
    kept in the file `kept`, until the system or wasmtime is another one.
    """
    if careful:
        found = _read_result(kept) or _probe_in_process(program)
        _remember(kept, found)
        set_probed_runner(found)
    return select_runner()


def _probe_in_process(program: Sequence[str]) -> RunnerChoice:
    """Let another process try it."""
    try:
        done = subprocess.run([*program, *TRIAL], capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return RunnerChoice(
            "interpreted", f"whether machine code can be compiled could not be tested: {type(error).__name__}"
        )
    if done.returncode:
        return RunnerChoice(
            "interpreted", f"this system does not allow compiling machine code (exit code {done.returncode})"
        )
    return RunnerChoice("native", "this system allows compiling machine code, as tested in a separate process")


def _here() -> dict[str, str]:
    """What the answer depends on."""
    try:
        version = metadata.version("wasmtime")
    except metadata.PackageNotFoundError:
        version = ""
    return {"system": platform.platform(), "wasmtime": version, "program": sys.executable}


def _read_result(kept: Path) -> RunnerChoice | None:
    try:
        found = parse_json(read_text(kept, _LARGEST))
        if isinstance(found, dict) and found["here"] == _here() and found["name"] in ("native", "interpreted"):
            return RunnerChoice(found["name"], str(found["reason"]))
    except (OSError, UnreadableError, KeyError):
        pass  # it is tried again
    return None


def _remember(kept: Path, found: RunnerChoice) -> None:
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"here": _here(), "name": found.name, "reason": found.reason}), "utf-8")
    except OSError:
        pass  # the next start tries again

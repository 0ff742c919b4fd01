"""Which runner there is to be is found out where it can do no harm, and once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.cli import main
from dsl.cli.jit_probe import probe_jit
from dsl.runtime import runner_selection
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner_selection import RunnerChoice, fastest_runner, native_runner, select_runner
from dsl.runtime.wasm import instance
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.programs import program

ROOT = Path(__file__).parents[3]
TRYING = (sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.__main__ import main; "
          "sys.exit(main(sys.argv[1:]))")  # fmt: skip
DYING = (sys.executable, "-c", "import os, signal; os.kill(os.getpid(), 9)")
GOOD = (sys.executable, "-c", "pass")


@pytest.fixture(autouse=True)
def _undecided(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runner_selection, "_probed", [])
    runner_selection._fallback.cache_clear()
    yield
    runner_selection._fallback.cache_clear()


def test_where_nothing_stands_in_the_way_programs_run_natively() -> None:
    assert (select_runner().name, type(fastest_runner(program()))) == ("native", NativeRunner)


def test_our_own_program_does_the_trying(tmp_path: Path) -> None:
    assert probe_jit(tmp_path / "runner.json", TRYING, careful=True).name == "native"


def test_interpreted_code_is_used_where_machine_code_kills_the_process(tmp_path: Path) -> None:
    found = probe_jit(tmp_path / "runner.json", DYING, careful=True)
    assert found.name == "interpreted"
    assert "does not allow compiling machine code" in found.reason
    runner = native_runner(program())
    assert runner is not None


def test_it_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "folder" / "runner.json"
    probe_jit(kept, GOOD, careful=True)
    first = kept.read_bytes()
    probe_jit(kept, DYING, careful=True)
    assert (kept.read_bytes(), select_runner().name) == (first, "native")
    monkeypatch.setattr(sys, "executable", "another")
    assert probe_jit(kept, DYING, careful=True).name == "interpreted"
    kept.write_text("{", "utf-8")
    assert probe_jit(kept, GOOD, careful=True).name == "native"


def test_a_program_that_cannot_be_started_says_nothing_good(tmp_path: Path) -> None:
    assert probe_jit(tmp_path / "runner.json", (str(tmp_path / "none"),), careful=True).name == "interpreted"


def test_without_wasmtime_there_is_the_reference_runner() -> None:
    code = (
        "import sys; sys.modules['wasmtime'] = None\n"
        "from dsl.runtime.runner_selection import fastest_runner, select_runner\n"
        "from tests.dsl.runtime.programs import program\n"
        "print(select_runner().name, select_runner().reason); print(type(fastest_runner(program())).__name__)"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.startswith("reference wasmtime is missing or cannot be loaded")
    assert said.endswith("ReferenceRunner\n")


def test_a_library_that_does_not_work_means_the_reference_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*, interpreted: bool) -> None:
        raise instance.StoppedError("the library is broken")

    monkeypatch.setattr(instance, "try_out", broken)
    assert select_runner() == RunnerChoice("reference", "wasmtime does not work here: the library is broken")
    assert type(fastest_runner(program())) is ReferenceRunner


def test_the_command_line_says_which_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runner"]) == 0
    assert capsys.readouterr().out == "native: this system allows compiling machine code\n"
    assert main(["runner", "--try"]) == 0

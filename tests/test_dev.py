"""`dev.py`: sets a machine up once, names what is missing, and fails if a check fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # `dev.py` is beside the packages, not in one

import dev

PATIENCE = 60  #: seconds


@dataclass
class Machine:
    """Records the commands that would run; a command with one of the `failing` words fails."""

    ran: list[str] = field(default_factory=list)
    failing: tuple[str, ...] = ()
    waiting: dict[str, threading.Barrier] = field(default_factory=dict)  #: tools that end only when all have started

    def run(self, command: list[str], stdout: int | None = None, **_: object) -> subprocess.CompletedProcess[str]:
        self.ran.append(" ".join(command))
        tool = Path(command[0]).name
        if tool in self.waiting:
            self.waiting[tool].wait(PATIENCE)
        said = None if stdout is None else f"{tool} says this\n"
        return subprocess.CompletedProcess(command, int(any(word in command for word in self.failing)), said)

    def checks(self) -> list[str]:
        """The commands of checks that were run, without the folder of their tools."""
        tools = f"{dev.BIN}{os.sep}"
        return [command.removeprefix(tools) for command in self.ran if command.startswith(tools)]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine with a checkout and an almost empty environment, on which no command runs."""
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "development.lock").write_text("reeds==1.0\n", encoding="utf-8")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")  # the real one may be a link, which would be replaced
    monkeypatch.setattr(dev, "DEVELOPMENT_LOCK", tmp_path / "development.lock")
    monkeypatch.setattr(dev, "PYTHON", python)
    monkeypatch.setattr(dev, "STAMP", tmp_path / ".venv" / "installed-for")
    found = Machine()
    monkeypatch.setattr(subprocess, "run", found.run)
    return found


def test_the_environment_is_installed_again_when_the_project_changes(machine: Machine) -> None:
    dev.prepare_environment("dev")
    assert [command.split()[-1] for command in machine.ran] == [str(dev.VENV), f"{dev.ROOT}[dev]"]
    dev.prepare_environment("dev")
    dev.prepare_environment("play")  # "dev" contains "play"
    assert len(machine.ran) == 2
    (dev.ROOT / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    dev.prepare_environment("play")
    assert len(machine.ran) == 4
    dev.prepare_environment("dev")  # "play" does not contain "dev"
    assert len(machine.ran) == 6


def test_a_locked_environment_holds_the_files_of_the_lock_and_is_made_again_when_the_lock_changes(
    machine: Machine,
) -> None:
    dev.prepare_environment("dev")  # is not enough: pip chose its versions
    machine.ran.clear()
    dev.prepare_environment("locked")
    _made, parts, program = machine.ran
    assert parts.endswith(f"--no-deps --require-hashes --requirement {dev.DEVELOPMENT_LOCK}")
    assert program.endswith(f"--no-deps --no-build-isolation --editable {dev.ROOT}")
    for wish in dev.WISHES:
        dev.prepare_environment(wish)
    assert len(machine.ran) == 3
    dev.DEVELOPMENT_LOCK.write_text("reeds==1.1\n", encoding="utf-8")
    dev.prepare_environment("locked")
    assert len(machine.ran) == 6


def test_a_broken_stamp_makes_the_environment_again(machine: Machine) -> None:
    dev.STAMP.write_text("", encoding="utf-8")
    dev.prepare_environment("play")
    assert len(machine.ran) == 2


def test_a_link_to_the_environment_of_another_checkout_leaves_that_as_it_is(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, link = tmp_path / "other", tmp_path / "link"
    other.mkdir()
    (other / "installed-for").write_text("another place", encoding="utf-8")
    link.symlink_to(other)
    monkeypatch.setattr(dev, "VENV", link)
    dev.prepare_environment("play")
    assert not link.exists()
    assert (other / "installed-for").read_text(encoding="utf-8") == "another place"


@pytest.mark.parametrize("command", [("play",), ("test",), ("test", "--locked"), ("package",)])
def test_all_that_is_missing_is_named_at_once(
    command: tuple[str, ...], machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a Debian without Python's environments, Qt's libraries, a font and a display."""
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(dev, "find_spec", lambda name: None)
    monkeypatch.setattr(dev, "missing", lambda libraries: sorted(libraries.values())[:1])
    monkeypatch.setattr(dev, "missing_fonts", lambda: [dev.FONT_PACKAGE])
    monkeypatch.setattr(dev, "missing_display", lambda: ["xvfb"])
    assert dev.main(command) == dev.BROKEN_SETUP
    (advice,) = (line for line in capsys.readouterr().err.splitlines() if "apt-get install" in line)
    wanted = {"python3-venv", "libdbus-1-3"}
    if command != ("package",):
        wanted.add("libxcb-cursor0")
    if command[0] == "test":
        wanted |= {dev.FONT_PACKAGE, "xvfb"}
    assert wanted <= set(advice.split())
    assert not machine.ran, "nothing is half done"


def test_a_failed_installation_leaves_no_stamp(machine: Machine) -> None:
    dev.prepare_environment("play")
    machine.failing = (f"{dev.ROOT}[dev]",)
    with pytest.raises(dev.SetupError, match="pypi"):
        dev.prepare_environment("dev")
    assert not dev.STAMP.exists()


def test_the_package_of_a_missing_library_is_named() -> None:
    packages = dev.missing({"libno-such-thing.so.7": "no-such-thing7"})
    assert packages == (["no-such-thing7"] if sys.platform == "linux" else [])


def test_without_the_right_to_install_the_command_is_shown(monkeypatch: pytest.MonkeyPatch, machine: Machine) -> None:
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(dev.SetupError, match="sudo apt-get install --no-install-recommends libegl1 xvfb"):
        dev.prepare_system(["libegl1"], useful=["xvfb"])
    dev.prepare_system([], useful=["xvfb"])  # missing useful packages are no error
    assert not machine.ran


def test_arguments_after_two_dashes_go_to_pytest() -> None:
    command, rest = dev._read(["test", "--only", "tests", "--", "-k", "reeds"])
    assert (command.only, rest) == (["tests"], ["-k", "reeds"])
    assert dev._read(["play", "--language", "fr"])[1] == ["--language", "fr"]


def test_one_failing_check_fails_the_run(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    dev.prepare_environment("dev")
    assert dev.main(["test", "--only", "format", "--only", "types"]) == 0
    machine.failing = ("mypy", str(dev.BIN / "mypy"))
    assert dev.main(["test", "--only", "format", "--only", "types"]) == 1
    assert "types    FAILED" in capsys.readouterr().out


@pytest.fixture
def complete(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The same machine with its environment made and every library there."""
    for missing in ("missing", "missing_fonts", "missing_display"):
        monkeypatch.setattr(dev, missing, lambda *_: [])
    dev.prepare_environment("dev")
    machine.ran.clear()
    return machine


def test_every_check_runs_and_the_tests_use_all_processors(complete: Machine) -> None:
    assert dev.main(["test"]) == 0
    workers = f"pytest -n {dev.WORKERS} --dist worksteal"
    others = ["ruff format --check .", "ruff check .", "mypy --strict dsl app dev.py", "lint-imports --no-logo"]
    assert sorted(complete.checks()) == sorted([workers, *others])


def test_a_fast_run_chooses_the_fast_tests_and_leaves_the_imports_out(complete: Machine) -> None:
    assert dev.main(["test", "--fast", "--", "-k", "reeds"]) == 0
    others = ["ruff format --check .", "ruff check .", "mypy --strict dsl app dev.py"]
    assert sorted(complete.checks()) == sorted(["pytest -n 0 --fast -k reeds", *others])


def test_only_the_chosen_fast_check_runs(complete: Machine) -> None:
    assert dev.main(["test", "--fast", "--only", "tests"]) == 0
    assert complete.checks() == ["pytest -n 0 --fast"]


def test_other_checks_run_beside_the_tests(complete: Machine) -> None:
    both = threading.Barrier(2)
    complete.waiting = {"pytest": both, "mypy": both}  # neither ends before the other has begun
    assert dev.main(["test"]) == 0
    assert not both.broken


@pytest.mark.parametrize("failing", ["mypy", "pytest"])
def test_a_failure_beside_the_tests_or_of_them_fails_the_run_and_is_shown(
    complete: Machine, failing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    complete.failing = (str(dev.BIN / failing),)
    assert dev.main(["test"]) == 1
    shown = capsys.readouterr().out
    name = {"mypy": "types", "pytest": "tests"}[failing]
    assert re.findall(r"(\w+) +FAILED", shown) == [name]
    assert "mypy says this" in shown  # after the tests, not among their lines

"""Every import contract of pyproject.toml is kept, and fails when it is broken on purpose."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).parent / "lint-imports"

#: by contract: a module that breaks it, and its forbidden line
VIOLATIONS = {
    "no-window": ("dsl/syntax/planted.py", "from PySide6.QtCore import QObject"),
    "downwards": ("dsl/ir/planted.py", "import dsl.match"),
    "app-downwards": ("app/net/planted.py", "import app.screens.start"),
    "no-cycles": ("dsl/optimizer/effects.py", "import dsl.optimizer.lazy_functions"),
    "no-language": ("dsl/match/planted.py", "import dsl.i18n"),
    "same-seed": ("dsl/runtime/planted.py", "import random"),
    "no-socket": ("dsl/bots/planted.py", "import socket"),
    "no-file": ("dsl/semantics/planted.py", "from pathlib import Path"),
    "data-only": ("app/planted.py", "import pickle"),
    "extras": ("dsl/cli/planted.py", "import matplotlib"),
    "one-sandbox": ("dsl/bots/planted.py", "import wasmtime"),
    "model-without-qt": ("app/table/model/planted.py", "from PySide6.QtCore import QObject"),
    "room-in-hand": ("app/net/server/room/planted.py", "import time"),
    "host-like-any-client": ("app/screens/planted.py", "import app.net.server.room"),
    "views-only": ("app/table/planted.py", "import dsl.match.match"),
}


def _contracts() -> dict[str, str]:
    """Return the name of each contract by its id."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["id"]: contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages, to be broken."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in ("app", "dsl"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def _report(folder: Path) -> tuple[int, str]:
    """Return the linter's exit code and its output, on one line."""
    command = [str(LINTER), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_the_contracts_are_kept(copy: Path) -> None:
    code, report = _report(copy)
    assert code == 0, report


def test_every_contract_has_a_violation() -> None:
    assert VIOLATIONS.keys() == _contracts().keys()


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_violation_breaks_its_contract(copy: Path, contract: str) -> None:
    path, line = VIOLATIONS[contract]
    (copy / path).write_text(f"{line}\n", encoding="utf-8")
    code, report = _report(copy)
    assert code == 1, report
    assert f"{' '.join(_contracts()[contract].split())} BROKEN" in report


@pytest.mark.parametrize("container", ["app", "dsl"])
def test_a_new_package_needs_a_place_among_the_layers(copy: Path, container: str) -> None:
    (copy / container / "planted").mkdir()
    (copy / container / "planted" / "__init__.py").touch()
    code, report = _report(copy)
    assert code != 0
    assert "planted" in report

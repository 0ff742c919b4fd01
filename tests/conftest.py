"""What every test relies on: no display, no file of the reader's touched, nothing left behind.

Warnings of Qt and exceptions in slots fail a test by pytest-qt's own settings (`qt_log_level_fail` in pyproject.toml).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from dsl.runtime.runner_selection import Name

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Machines are slow at times, and no test asserts how long something takes; where a commit is judged, runs are alike.
settings.register_profile("gondwana", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("gondwana")


@pytest.fixture(autouse=True)
def portable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, matches and reports of a test go to a folder of its own."""
    folder = tmp_path / "portable"
    monkeypatch.setenv("GONDWANA_PORTABLE", str(folder))
    return folder


@pytest.fixture
def as_if() -> Iterator[Callable[[Name], None]]:
    """Let rules run in one of the three ways, also in a process that thinks."""
    from dsl.runtime.runner_selection import RunnerChoice, probed, settle

    before = probed()
    yield lambda name: settle(RunnerChoice(name, "a test wants it"))
    settle(before)


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test with a window fails if a top-level widget or a running timer survives it."""
    yield
    if "qapp" in request.fixturenames or "qtbot" in request.fixturenames:
        left = _leftovers()
        assert not left, f"left behind: {left}"


def _leftovers() -> list[str]:
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer
    from PySide6.QtWidgets import QApplication
    from shiboken6 import Shiboken

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    widgets = [f"widget {type(each).__name__}" for each in QApplication.topLevelWidgets() if each.isVisible()]
    wrappers = Shiboken.getAllValidWrappers()
    timers = [f"timer of {each.parent()}" for each in wrappers if isinstance(each, QTimer) and each.isActive()]
    return widgets + timers


def pytest_configure(config: pytest.Config) -> None:
    """The display that is none says so itself; every other warning of Qt fails the test."""
    config.addinivalue_line("qt_log_ignore", "This plugin does not support")

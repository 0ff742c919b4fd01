"""What every test relies on: no display, no file of the reader's touched, nothing left behind.

Warnings of Qt and exceptions in slots fail a test by pytest-qt's own settings (`qt_log_level_fail` in pyproject.toml).

`pytest --fast` runs the fast tests alone. A fast test stands in a module that imports nothing of FAR, neither itself
nor through other modules of tests/; it needs no window, and is not marked `slow`. Such a run fails a test that starts a
process or opens a connection, and names those that should be marked because they took more than SLOW.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import rounds

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

    from dsl.runtime.runner_selection import RunnerName

ROOT = Path(__file__).parents[1]
#: What a fast test does without: windows, processes, networks, random examples, real games, bots, machine code.
FAR = (
    *("PySide6", "pytestqt", "multiprocessing", "socket", "subprocess", "hypothesis"),
    *("tests.rulesets", "tests.call_counts", "dsl.bots", "dsl.simulation", "dsl.runtime.wasm"),
)
PATIENCE = 120  #: seconds for one worker to collect the tests
SLOW = 0.5  #: seconds of the processor for one test
_FORBIDDEN = ("subprocess.Popen", "os.fork", "os.posix_spawn", "socket.bind", "socket.connect")  #: to a fast test
_IMPORT = re.compile(r"^ *(?:from ([\w.]+) )?import (.+)", re.MULTILINE)

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
def as_if() -> Iterator[Callable[[RunnerName], None]]:
    """Let rules run in one of the three ways, also in a process that thinks."""
    from dsl.runtime.runner_selection import RunnerChoice, probed_runner, set_probed_runner

    before = probed_runner()
    yield lambda name: set_probed_runner(RunnerChoice(name, "a test wants it"))
    set_probed_runner(before)


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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="run the fast tests alone: see tests/conftest.py")
    parser.addoption("--thorough", action="store_true", help="repeat random tests more often: see tests/rounds.py")


def pytest_configure(config: pytest.Config) -> None:
    """The display that is none says so itself; every other warning of Qt fails the test."""
    config.addinivalue_line("qt_log_ignore", "This plugin does not support")
    config.addinivalue_line("markers", f"slow: takes more than {SLOW} s of the processor; `--fast` leaves it out")
    if config.getoption("thorough"):
        os.environ[rounds.VARIABLE] = "1"
    if config.getoption("fast"):
        config.pluginmanager.register(FastRun())
        sys.addaudithook(_forbid)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Name the file by which the first worker says to the others that it has collected the tests."""
    node.workerinput["collected"] = os.path.join(tempfile.gettempdir(), f"collected-{node.workerinput['testrunuid']}")
    node.config.add_cleanup(lambda: Path(node.workerinput["collected"]).unlink(missing_ok=True))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """One worker collects first: the others read the modules that it compiled, instead of compiling them too."""
    worker: dict[str, str] = getattr(session.config, "workerinput", {})
    if not worker or sys.dont_write_bytecode:
        return (yield)
    limit, collected = time.monotonic() + PATIENCE, Path(worker["collected"])
    while worker["workerid"] != "gw0" and not collected.exists() and time.monotonic() < limit:
        time.sleep(0.1)
    try:
        return (yield)
    finally:
        collected.touch()


def pytest_collection_finish() -> None:
    """Exempt the modules and the collected tests from garbage collection: visiting them takes a tenth of the time."""
    gc.freeze()


def _forbid(event: str, _: object) -> None:
    if event in _FORBIDDEN:
        raise AssertionError(f"a fast test does no {event}: mark it `slow`")


class FastRun:
    """The choice of the fast tests, and what is said of those that are not fast."""

    def __init__(self) -> None:
        self._slow: list[tuple[float, str]] = []

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if collection_path.suffix == ".py" and any(_within(name) for name in imported(collection_path)):
            return True
        return None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left_out = [item for item in items if item.get_closest_marker("slow") or "qapp" in item.fixturenames]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        start = time.process_time()
        result = yield
        if (seconds := time.process_time() - start) > SLOW:
            self._slow.append((seconds, item.nodeid))
        return result

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for seconds, name in sorted(self._slow, reverse=True):
            terminalreporter.write_line(f"{seconds:.1f} s of the processor, mark it `slow`: {name}")


def _within(name: str) -> bool:
    return any(name == far or name.startswith(f"{far}.") for far in FAR)


@cache
def imported(file: Path) -> frozenset[str]:
    """Return what a module of tests/ imports, itself or through others of tests/; also names that are no modules."""
    found, waiting, seen = set(), [file], set()
    while waiting:
        seen.add(path := waiting.pop())
        for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
            new = {module, *(f"{module}.{name}".strip(".") for name in re.findall(r"[\w.]+", names))}
            found |= new
            files = (ROOT.joinpath(*name.split(".")) for name in new if name.startswith("tests."))
            beside = [each for folder in files for each in (folder.with_suffix(".py"), folder / "__init__.py")]
            waiting += [each for each in beside if each.is_file() and each not in seen]
    return frozenset(found)

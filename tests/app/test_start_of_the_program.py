"""The command line, the folders, and what is written down when something fails."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.arguments import WindowOptions, WrongOptionError, read_window_options
from app.failures import KEPT_REPORTS, Failures
from app.library.folders import find_folders
from app.places import home


def test_no_arguments_open_the_window() -> None:
    assert read_window_options([]) == WindowOptions()


def test_options_of_the_window_open_it() -> None:
    options = read_window_options(["--portable", "/tmp/box", "--language=fr", "--theme", "dark"])
    assert options == WindowOptions(Path("/tmp/box"), "fr", "dark")


@pytest.mark.parametrize("arguments", [["check", "rulesets"], ["--version"], ["-h"]])
def test_everything_else_is_for_the_command_line(arguments: list[str]) -> None:
    assert read_window_options(arguments) is None


@pytest.mark.parametrize("arguments", [["--theme"], ["--theme", "plaid"], ["--portable="], ["--language=fr", "--x"]])
def test_a_wrong_option_is_named_with_what_exists(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WrongOptionError):
        read_window_options(arguments)
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("gondwana: ")


def test_portable_folders_lie_in_one_place(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    assert all(tmp_path in place.parents for place in (folders.settings, folders.matches, folders.rulesets))


def test_without_it_the_system_says_where(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    monkeypatch.delenv("GONDWANA_PORTABLE")
    assert find_folders().settings.name == "settings.json"


def test_an_exception_is_written_down_and_told_once(qtbot: QtBot, tmp_path: Path) -> None:
    failures = Failures(tmp_path / "reports")
    told: list[tuple[str, str]] = []
    failures.reported.connect(lambda path, what: told.append((path, what)))
    for number in (1, 2):
        failures.failed(ValueError, ValueError(f"number {number}"), None)
    assert [what for _, what in told] == ["ValueError: number 1"]
    text = Path(told[0][0]).read_text()
    assert "number 1" in text
    assert "number 2" in text


def test_a_disk_that_refuses_the_report_is_told_too(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("in the way")
    failures = Failures(tmp_path / "reports")
    with qtbot.waitSignal(failures.reported) as told:
        failures.failed(ValueError, ValueError("alas"), None)
    assert told.args == ["", "ValueError: alas"]


def test_old_reports_go(tmp_path: Path) -> None:
    for number in range(KEPT_REPORTS + 5):
        (tmp_path / f"report-2020{number:04}.txt").write_text("old")
    Failures(tmp_path).failed(ValueError, ValueError("new"), None)
    assert len(list(tmp_path.glob("report-*.txt"))) == KEPT_REPORTS
    assert not (tmp_path / "report-20200000.txt").exists()


def test_the_first_page_needs_neither_the_engine_nor_the_table(tmp_path: Path) -> None:
    """What is not imported costs no time: the window is to be usable within 1.5 seconds from source."""
    code = (
        "import sys; from app.application import make_application, make_window\n"
        "from app.arguments import WindowOptions\n"
        "a = make_application(); w = make_window(a, WindowOptions()); w.show(); a.processEvents()\n"
        "print(sorted(m for m in sys.modules if m.startswith(('dsl', 'lark', 'app.table.page', 'app.table.scene'))))"
    )
    start = time.perf_counter()
    ran = subprocess.run([sys.executable, "-c", code], cwd=home(), capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
    assert time.perf_counter() - start < 5, "a generous limit for a busy machine; measured 0.4 s"


def test_a_slot_that_fails_leaves_a_report_and_the_window_open(tmp_path: Path) -> None:
    """The whole program, with one fault put in on purpose."""
    code = (
        "import sys\n"
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication, QMessageBox\n"
        "import app.application as program\n"
        "from app.arguments import WindowOptions\n"
        "def fail(): raise ValueError('on purpose')\n"
        "def look():\n"
        "    boxes = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]\n"
        "    print(len(boxes), 'on purpose' in boxes[0].text())\n"
        "    QApplication.closeAllWindows(); QApplication.exit(7)\n"
        "make = program.make_window\n"
        "def made(*args):\n"
        "    window = make(*args)\n"
        "    for wait in (1, 2, 3): QTimer.singleShot(wait, fail)\n"
        "    QTimer.singleShot(300, look)\n"
        "    return window\n"
        "program.make_window = made\n"
        "sys.exit(program.run(WindowOptions()))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=home(), capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout.strip()) == (7, "1 True"), ran.stderr
    (report,) = find_folders().reports.glob("report-*.txt")
    assert report.read_text().count("ValueError: on purpose") == 3

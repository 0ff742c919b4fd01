"""The command line of the window, the folders of the user, crash reports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import TracebackType

import pytest
import wasmtime  # noqa: F401  # loaded now: some tests say that this is another system
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.base.paths import find_user_folders, home, program_place
from app.shell.crash_reports import KEPT_REPORTS, CrashReporter
from app.shell.window_arguments import WindowOptions, WrongOptionError, read_window_options
from dsl import __version__
from dsl.runtime.runner_selection import probed_runner, set_probed_runner


def test_the_entry_imports_nothing_yet() -> None:
    """Each process that the program starts imports it again, and needs neither Qt nor the engine for that."""
    code = "import sys, app.__main__; print([name for name in sys.modules if name.startswith(('PySide6', 'dsl'))])"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "[]"


def test_no_arguments_open_the_window() -> None:
    assert read_window_options([]) == WindowOptions()


def test_options_of_the_window_open_it() -> None:
    options = read_window_options(["--portable", "/tmp/box", "--language=fr", "--theme", "dark"])
    assert options == WindowOptions(Path("/tmp/box"), "fr", "dark")


@pytest.mark.parametrize("word", ["kept.journal", "rulesets/trias", "./trias", "marsh.rules", "/"])
def test_a_file_is_opened_in_the_window(word: str) -> None:
    assert read_window_options([word, "--theme", "dark"]) == WindowOptions(theme="dark", opened=Path(word).absolute())
    assert read_window_options(["--theme", "dark", word]) == WindowOptions(theme="dark", opened=Path(word).absolute())


@pytest.mark.parametrize("arguments", [["check", "rulesets"], ["--version"], ["-h"]])
def test_other_arguments_are_for_the_command_line(arguments: list[str]) -> None:
    assert read_window_options(arguments) is None


@pytest.mark.parametrize(
    "arguments", [["--theme"], ["--theme", "plaid"], ["--portable="], ["--language=fr", "--x"], ["a/b", "c/d"]]
)
def test_a_wrong_option_is_an_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WrongOptionError):
        read_window_options(arguments)
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("gondwana: ")


def test_without_a_display_the_program_says_what_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")  # elsewhere there is always a display
    assert main([]) == 2
    said = capsys.readouterr().err
    assert "needs a display" in said
    assert "gondwana play GAME" in said


def test_portable_folders_are_in_one_folder(tmp_path: Path) -> None:
    folders = find_user_folders(tmp_path)
    assert all(tmp_path in place.parents for place in (folders.settings, folders.matches, folders.rulesets))


def test_without_the_portable_option_the_system_folders_are_used(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.delenv("GONDWANA_PORTABLE")
    assert find_user_folders().settings.name == "settings.json"


def test_a_marker_beside_an_installed_program_makes_it_portable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.delenv("GONDWANA_PORTABLE")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gondwana"))
    assert tmp_path not in find_user_folders().settings.parents
    (tmp_path / "portable").touch()
    assert tmp_path in find_user_folders().settings.parents
    assert find_user_folders(tmp_path / "other").settings.is_relative_to(tmp_path / "other")


def test_the_folder_of_a_program_is_the_one_that_the_user_sees() -> None:
    assert program_place(Path("/games/Gondwana.app/Contents/MacOS/gondwana")) == Path("/games")
    assert program_place(Path("/tmp/.mount_x/usr/lib/gondwana/gondwana"), "/stick/Gondwana.AppImage") == Path("/stick")


def test_exceptions_are_reported_and_the_first_is_announced(qtbot: QtBot, tmp_path: Path) -> None:
    failures = CrashReporter(tmp_path / "reports")
    told: list[tuple[Path, str]] = []
    failures.reported.connect(lambda path, what: told.append((path, what)))
    for number in (1, 2):
        failures.report_exception(ValueError, ValueError(f"number {number}"), None)
    assert [what for _, what in told] == ["ValueError: number 1"]
    text = told[0][0].read_text()
    assert "number 1" in text
    assert "number 2" in text


def test_a_report_has_versions_and_places_but_no_values(qtbot: QtBot, tmp_path: Path) -> None:
    failures = CrashReporter(tmp_path)
    failures.report_exception(*_failing(hand="the ace of marsh"))
    (report,) = tmp_path.glob("report-*.txt")
    text = report.read_text()
    assert text.startswith(f"Gondwana {__version__}, Python ")
    assert "in _failing" in text
    assert "the ace of marsh" not in text


def _failing(hand: str) -> tuple[type[BaseException], BaseException, TracebackType | None]:
    try:
        raise ValueError(f"a hand of {len(hand)} letters")
    except ValueError as error:
        return type(error), error, error.__traceback__


def test_a_crash_is_found_at_the_next_start(tmp_path: Path) -> None:
    """The process ends as by a fault in a library; the report has the traceback of Python."""
    code = (
        "import sys, ctypes\nfrom pathlib import Path\nfrom app.shell.crash_reports import CrashReporter\n"
        "CrashReporter(Path(sys.argv[1])).install()\nctypes.string_at(0)"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=home(), timeout=240, check=False)
    assert ran.returncode != 0
    later, after = CrashReporter(tmp_path), CrashReporter(tmp_path)
    later.install()
    later.remove()
    assert later.crashed is not None
    assert "string_at" in later.crashed.read_text()
    after.install()
    after.remove()
    assert after.crashed is None
    assert list(tmp_path.iterdir()) == [later.crashed]


def test_an_exception_is_announced_without_a_report_if_the_disk_refuses(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("in the way")
    failures = CrashReporter(tmp_path / "reports")
    with qtbot.waitSignal(failures.reported) as told:
        failures.report_exception(ValueError, ValueError("alas"), None)
    assert told.args == [None, "ValueError: alas"]


def test_old_reports_are_removed(tmp_path: Path) -> None:
    for number in range(KEPT_REPORTS + 5):
        (tmp_path / f"report-2020{number:04}.txt").write_text("old")
    CrashReporter(tmp_path).report_exception(ValueError, ValueError("new"), None)
    assert len(list(tmp_path.glob("report-*.txt"))) == KEPT_REPORTS
    assert not (tmp_path / "report-20200000.txt").exists()


#: Modules that the first page does not need: the engine, the table, the other pages, and libraries of other subjects.
LATE = (
    "dsl", "lark", "wasmtime", "numpy", "fontTools", "app.table", "app.workshop", "app.screens.about",
    "app.screens.box", "app.screens.host", "app.screens.lessons", "app.screens.preferences", "app.screens.statistics",
    "app.controllers.statistics_controller",
)  # fmt: skip


def test_the_first_page_does_only_what_it_shows(tmp_path: Path) -> None:
    """The time to the first page depends on imports and files (measured by `tests.bench.window`). Of `dsl`, only the
    few modules that read files are needed. No drawing of a game is checked, no look is read whose cover is not visible,
    and no folder of the system is searched for icons."""
    code = (
        "import sys; from app.shell.application import make_application, make_window\n"
        "from app.shell.window_arguments import WindowOptions\n"
        "a = make_application(); w = make_window(a, WindowOptions()); w.show(); a.processEvents()\n"
        f"print(sorted(m for m in sys.modules if m.startswith({LATE})))\n"
        "from PySide6.QtGui import QIcon; from app.appearance import drawings, look\n"
        "from app.screens.gallery import GamePicture\n"
        "covers = [c for c in w.start.gallery.findChildren(GamePicture) if not c.visibleRegion().isEmpty()]\n"
        "print(drawings._checked.cache_info().misses < 5, 0 < look._look.cache_info().misses <= len(covers) < 14)\n"
        "print(QIcon.themeSearchPaths(), w.pages.count())"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=home(), capture_output=True, text=True, check=True)
    modules, looks, rest = ran.stdout.splitlines()
    light = ["dsl", "dsl.base", "dsl.base.control_characters", "dsl.base.files"]
    light += ["dsl.base.processor_cores", "dsl.base.source", "dsl.i18n", "dsl.i18n.fluent", "dsl.i18n.translations"]
    assert modules == str(sorted(light))
    assert looks == "True True"
    assert rest == "[':/icons'] 2"


def test_an_exception_in_a_slot_is_reported_and_the_window_stays_open(tmp_path: Path) -> None:
    """The whole program as a process, with one exception in a slot."""
    code = (
        "import gc, sys\n"
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication, QMessageBox\n"
        "import app.shell.application as program\n"
        "from app.shell.window_arguments import WindowOptions\n"
        "def fail(): raise ValueError('on purpose')\n"
        "def look():\n"
        "    boxes = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]\n"
        "    print(len(boxes), 'on purpose' in boxes[0].text(), gc.isenabled())\n"
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
    ran = subprocess.run([sys.executable, "-c", code], cwd=home(), capture_output=True, text=True, timeout=240)
    assert (ran.returncode, ran.stdout.strip()) == (7, "1 True False"), ran.stderr  # only the window collects garbage
    (report,) = find_user_folders().reports.glob("report-*.txt")
    assert report.read_text().count("ValueError: on purpose") == 3


def test_the_window_keeps_compiled_searches_in_the_folder_of_the_user(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom PySide6.QtCore import QTimer\n"
        "from app.shell import application\nfrom app.shell.window_arguments import WindowOptions\n"
        "from dsl.base.files import module_folder\n"
        "show = application.MainWindow.show\n"
        "def shown(window):\n    show(window)\n    QTimer.singleShot(0, window.close)\n"
        "application.MainWindow.show = shown\n"
        "application.run(WindowOptions(Path(sys.argv[1])))\nprint(module_folder())"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    ran = subprocess.run(command, cwd=home(), capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.strip() == str(tmp_path / "data" / "modules")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["runner"], "native: this system allows compiling machine code, as tested in a separate process\n"),
        (["check", "rulesets/classics/tic-tac-toe"], ""),
    ],
)
def test_on_macos_commands_probe_machine_code_in_another_process(
    portable: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    """The result is saved; commands that run no rules do not wait for it."""
    before = probed_runner()
    monkeypatch.chdir(home())
    monkeypatch.setattr(sys, "platform", "darwin")
    try:
        assert main(words) == 0
    finally:
        set_probed_runner(before)
    assert capsys.readouterr().out.startswith(said)
    assert find_user_folders().probe.exists() == bool(said)

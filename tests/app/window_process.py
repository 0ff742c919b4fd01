"""A window in a process of its own, as each player at a network table has one; a test operates it over a pipe."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QPoint, QSocketNotifier, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QListWidget, QMessageBox, QPushButton, QWidget

from app.base.paths import find_user_folders
from app.net.server.state_file import read_record
from app.screens.rule_change import RuleChangeDialog
from app.shell.application import make_application
from app.storage.matches import TABLE
from tests.app.network import PATIENCE, Person, click
from tests.app.table.page_driver import come_from_beside

_ROOT = Path(__file__).parents[2]


class WindowProcess:
    """The window of one person; its methods are those of `OperatedWindow`, which run in the other process."""

    def __init__(self, folder: Path, name: str, language: str = "en") -> None:
        self.folder, self.name = folder, name
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.app.window_process", str(folder), name, language], cwd=_ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def do(self, method: str, *args: object) -> object:
        """Call a method, and return what it returns. Raises AssertionError with what went wrong there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode((method, args)) + b"\n")
        self._process.stdin.flush()
        failed, answer = msgspec.json.decode(self._process.stdout.readline() or b'[true, "the process has ended"]')
        assert not failed, f"{self.name} {method}{args}: {answer}"
        return answer

    def until_shown(self, *texts: str) -> None:
        """Wait until the window shows these texts."""
        self.do("until_shown", texts)

    def play(self) -> None:
        """Make one choice, as soon as it is this person's."""
        self.do("play")

    @property
    def position(self) -> int:
        """The position of the match that the window shows."""
        position = self.do("position")
        assert isinstance(position, int)
        return position

    @property
    def log(self) -> Sequence[str]:
        """The lines of the log."""
        lines = self.do("log")
        assert isinstance(lines, list)
        return lines

    def kill_host(self) -> None:
        """Kill the host of the table that this person has opened."""
        (path,) = find_user_folders(self.folder).matches.glob(f"*{TABLE}")
        os.kill(read_record(path).host.pid, signal.SIGKILL)

    def end(self) -> None:
        """Close the window and end the process."""
        if self._process.poll() is None:
            self.do("end")
        self._process.communicate()


class _Bot:
    """What `Person` needs of qtbot: it waits while the window works."""

    def waitUntil(self, callback: Callable[[], object], *, timeout: int = PATIENCE) -> None:
        """Wait until `callback` returns a true value. Raises TimeoutError."""
        end = time.monotonic() + timeout / 1000
        while not callback():
            if time.monotonic() > end:
                raise TimeoutError("it never came")
            QTest.qWait(10)

    def addWidget(self, widget: QWidget) -> None:
        """The window ends with its process."""


class OperatedWindow(Person):
    """The window in its own process, with what a test may ask for."""

    def host(self, game: str) -> int:
        """Host a table that spectators may visit, take a seat, and return the port."""
        self.open_table(game, watching="yes")
        return self.port

    def shown(self) -> list[str]:
        """Return the texts of all visible labels, with plain spaces."""
        labels = [each for top in QApplication.topLevelWidgets() for each in top.findChildren(QLabel)]
        return [re.sub(r"\s", " ", each.text()) for each in labels if each.isVisible()]

    def until_shown(self, texts: Sequence[str]) -> None:
        """Wait until each of the texts stands in a visible label."""
        try:
            self.until(lambda: all(any(text in each for each in self.shown()) for text in texts))
        except TimeoutError as problem:
            raise TimeoutError(f"not shown: {texts}; but {self.shown()}") from problem

    def press(self, text: str) -> None:
        """Click the visible button with this text, as soon as it can be clicked; the pointer comes from beside it."""

        def found() -> list[QPushButton]:
            buttons = [each for top in QApplication.topLevelWidgets() for each in top.findChildren(QPushButton)]
            return [each for each in buttons if each.isVisible() and each.isEnabled() and each.text() == text]

        self.until(lambda: bool(found()))
        button = found()[-1]
        come_from_beside(button.window())
        QTest.mouseMove(button, button.rect().center())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def play(self) -> None:
        """Make one choice, as soon as it is this person's."""
        self.until(lambda: self.at_table and self.player.decision is not None)
        before = self.player.view.position
        self.player.play(self.player.any_option())
        self.until(lambda: self.at_table and self.player.view.position > before)  # it may have to join anew

    def position(self) -> int:
        """Return the position of the match that the window shows."""
        self.until(lambda: self.at_table)
        return self.player.view.position

    def until_position(self, position: int) -> None:
        """Wait until the window shows this position of the match."""
        self.until(lambda: self.at_table and self.player.view.position == position)

    def log(self) -> list[str]:
        """Return the lines of the log."""
        log: QListWidget = self.page.table_layout.log
        return [log.item(number).text() for number in range(log.count())]

    def marked(self) -> dict[str, str]:
        """Return the owner of the piece on each place that has one."""
        cells = [cell for board in self.player.view.boards for cell in board.cells if cell.pieces]
        return {cell.place: cell.pieces[0].owner for cell in cells}

    def move_by_hand(self, start: str, goal: str) -> None:
        """Drag a piece by hand to any place, and propose it."""
        self.window.menus.hand_requested.emit()
        panel = self.page._controller.hand.panel
        self.until(panel.isVisible)
        self.player.drag(start, None, goal)
        self.until(panel.done.isEnabled)  # the host has judged the change
        click(panel.done)

    def propose_rules(self, title: str) -> str:
        """Tick a house rule for the match, propose it, and return the question that was confirmed."""
        self.window.menus.rule_change_requested.emit()
        self.until(lambda: bool(self.window.findChildren(RuleChangeDialog)))
        (dialog,) = self.window.findChildren(RuleChangeDialog)
        (box,) = (each for each in dialog.findChildren(QCheckBox) if each.text() == title)
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(10, box.height() // 2))
        propose = dialog.propose_button.text()
        click(dialog.propose_button)
        (message,) = (each for each in self.window.findChildren(QMessageBox) if each.isVisible())
        question = message.text()
        self.press(propose)
        return question

    def house(self) -> list[str]:
        """Return the titles of the house rules that hold."""
        pack = self.session.ruleset
        return [each.title for each in pack.house] if pack is not None else []

    def until_house(self, titles: Sequence[str]) -> None:
        """Wait until the match goes on in this window with these house rules."""
        self.until(lambda: self.at_table and self.house() == list(titles))


def _serve(person: OperatedWindow) -> None:
    """Call the method that a line of the standard input names, and print what it returns."""
    line = sys.stdin.buffer.readline()
    if not line:
        QApplication.exit()
        return
    method, args = msgspec.json.decode(line)
    failed, answer = False, None
    try:
        found = getattr(person, method)
        answer = found(*args) if callable(found) else found
    except Exception as problem:  # each failure is the test's
        failed, answer = True, f"{type(problem).__name__}: {problem}"
    sys.stdout.buffer.write(msgspec.json.encode((failed, answer)) + b"\n")
    sys.stdout.buffer.flush()
    if method == "end":
        QApplication.exit()


def _run(folder: str, name: str, language: str) -> int:
    application = make_application()
    person = OperatedWindow(_Bot(), Path(folder), name, language)  # type: ignore[arg-type]
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, application)
    notifier.activated.connect(lambda *_: _serve(person))
    QTest.mouseMove(person.window, QPoint(2, 2))
    return application.exec()


if __name__ == "__main__":
    sys.exit(_run(*sys.argv[1:]))

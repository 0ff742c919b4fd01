"""Opening a match or a game as a file: by a double click, or by its path on the command line."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders, home, official_rulesets
from app.shell.application import FileOpenFilter
from app.shell.single_window import FileReceiver, send_file, socket_name
from app.shell.window import MainWindow
from app.storage.game_library import GameCard
from app.storage.matches import find_matches
from app.storage.opening import UnopenableError, file_kind
from dsl.cli.main import main as command_line
from tests.dsl.match.headers import change_header

GAME = official_rulesets() / "classics" / "tic-tac-toe"


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """The journal of a whole match, outside the folder of matches."""
    path = tmp_path / "sent" / "our evening.journal"
    path.parent.mkdir()
    seats = "bot:random,bot:random"
    assert command_line(["play", "tic-tac-toe", "--seats", seats, "--journal", str(path)]) == 0
    return path


@pytest.mark.parametrize("part", [".", "tic-tac-toe.rules", "game.toml", "examples"])
def test_every_file_of_a_game_opens_the_game(part: str, tmp_path: Path) -> None:
    found = file_kind(GAME / part, tmp_path, official_rulesets())
    assert isinstance(found, GameCard)
    assert (found.folder.resolve(), found.official) == (GAME.resolve(), True)


@pytest.mark.parametrize(("name", "key"), [("nothing.journal", "open.missing"), ("notes.txt", "open.foreign")])
def test_a_file_that_cannot_be_opened_says_why(name: str, key: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(UnopenableError) as refused:
        file_kind(tmp_path / name, tmp_path / "matches", official_rulesets())
    assert refused.value.key == key


def test_a_journal_from_elsewhere_is_copied_and_resumed(qtbot: QtBot, window: MainWindow, sent: Path) -> None:
    before = sent.read_bytes()
    window.open_file(sent)
    assert window.session is not None
    assert window.session.match.table.match.over
    assert window.session.folder.name == "tic-tac-toe"
    window.show_start()
    assert len(find_matches(find_user_folders().matches)) == 1
    window.open_file(sent)  # it is there already
    window.show_start()
    assert len(find_matches(find_user_folders().matches)) == 1
    assert list(sent.parent.iterdir()) == [sent]
    assert sent.read_bytes() == before


def test_a_file_that_is_no_match_leaves_the_window_as_it_was(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    bad = tmp_path / "bad.journal"
    bad.write_text("nothing of ours\n")
    window.open_file(bad)
    box = window.findChild(QMessageBox)
    assert box is not None
    assert str(bad) in box.text()
    assert not find_matches(find_user_folders().matches)
    box.close()


def test_a_file_open_event_opens_a_game_in_the_running_window(
    qtbot: QtBot, qapp: QApplication, window: MainWindow
) -> None:
    doors = FileOpenFilter(window.open_file, window)
    assert doors.eventFilter(qapp, QFileOpenEvent(str(GAME)))
    assert window.pages.currentWidget() is window.setup
    qtbot.waitUntil(window.setup.start.isEnabled)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "is not a saved match"), ("fr", "n’est pas une partie enregistrée")],
)
def test_a_broken_journal_is_reported_in_the_users_language(
    language: str, said: str, window: MainWindow, tmp_path: Path
) -> None:
    window.settings.set_language(language)
    broken = tmp_path / "broken.journal"
    broken.write_bytes(b"\x00\xffno match at all")
    window.open_file(broken)
    (box,) = window.findChildren(QMessageBox)
    assert said in box.text()
    assert "journal." not in box.text().replace(str(broken), "")
    assert box.text().count(str(broken)) == 1
    box.close()


def test_a_match_that_cannot_resume_is_reported_in_the_users_language(window: MainWindow, sent: Path) -> None:
    """The rules in the journal were edited."""
    window.open_file(sent)
    (entry,) = find_matches(find_user_folders().matches)
    window.show_start()
    change_header(entry.journal, b"game tic_tac_toe", b"game tic_tac_two")
    window.settings.set_language("fr")
    window.resume(entry)
    shown = [said.text() for said in window.start.findChildren(QLabel) if said.isVisible()]
    (notice,) = (said for said in shown if "Impossible de reprendre" in said)
    assert notice.startswith("Impossible de reprendre cette partie. ")
    assert "journal." not in notice.replace(entry.journal.name, "")


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for sockets, whose path must be short."""
    with tempfile.TemporaryDirectory(prefix="gw") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.mark.usefixtures("runtime")
def test_a_house_rule_from_elsewhere_is_added_with_consent_and_edited(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """A second program sends it to the window that runs; the window inspects it, asks, and opens the workshop."""
    sent = tmp_path / "sent" / "faster.rules"
    sent.parent.mkdir()
    sent.write_text('house rules "Faster" for reversi\n')
    folders = find_user_folders()
    receiver = FileReceiver(folders.settings.parent, window)
    assert receiver.is_listening
    assert not FileReceiver(folders.settings.parent, window).is_listening
    receiver.file_received.connect(window.open_sent_file)
    command = [sys.executable, "-m", "app", str(sent)]
    second = subprocess.Popen(command, cwd=home())
    qtbot.waitUntil(lambda: any(box.isVisible() for box in window.findChildren(QMessageBox)))
    assert second.wait(60) == 0
    (box,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
    assert "Faster" in box.text()
    assert not folders.house.exists()
    box.accept()
    next(each for each in box.buttons() if box.buttonRole(each) == QMessageBox.ButtonRole.AcceptRole).click()
    qtbot.waitUntil(lambda: window.workshop.page is not None and window.pages.currentWidget() is window.workshop.page)
    assert window.workshop.page is not None
    assert window.workshop.page.document is not None
    own = window.workshop.page.document.path
    assert own == folders.house / "reversi" / "faster.rules"

    # A house rule of the user's own opens at once; one for a game that is not here says so.
    window.show_start()
    window.open_file(own)
    assert window.pages.currentWidget() is window.workshop.page
    window.show_start()
    sent.write_text('house rules "Faster" for nothing_here\n')
    window.open_file(sent)
    qtbot.waitUntil(lambda: any("nothing_here" in each.text() for each in window.findChildren(QMessageBox)))
    assert window.pages.currentWidget() is window.start
    receiver.close()
    assert not send_file(folders.settings.parent, own)


@pytest.mark.usefixtures("runtime")
def test_a_window_takes_only_paths_and_replaces_the_socket_of_a_killed_one(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    name = socket_name(tmp_path)
    assert name is not None
    left = QLocalServer()
    assert left.listen(name)
    left.close()
    if sys.platform != "win32":
        Path(name).touch()  # as a killed program leaves it
    receiver = FileReceiver(tmp_path, qapp)
    assert receiver.is_listening
    received: list[Path] = []
    receiver.file_received.connect(received.append)
    for hostile in (b"relative\n", b"/x\0y\n", b"x" * 20_000):
        socket = QLocalSocket()
        socket.connectToServer(name)
        assert socket.waitForConnected(5000)
        socket.write(hostile)
        socket.flush()
        qtbot.waitUntil(lambda socket=socket: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert not received
    assert socket_name(tmp_path / "other") != name
    receiver.close()

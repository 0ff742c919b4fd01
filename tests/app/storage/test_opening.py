"""Opening a match or a game as a file: by a double click, or by its path on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders, official_rulesets
from app.shell.application import FileOpenFilter
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

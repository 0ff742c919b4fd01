"""Files made from the open match, and the menu of recent files."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.controllers.match_exports import file_name, problem_text
from app.shell.window import MainWindow
from app.storage.settings import RECENT, Settings, with_recent
from app.table.model.things import Marks
from app.table.page import TablePage
from dsl.cli.main import main as command_line
from tests.app.conftest import OpenWindow
from tests.app.shell.test_window import choose_game, start_match
from tests.rulesets import RULESETS


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The journal of a finished match, outside the folder of matches."""
    path = tmp_path / "evening.journal"
    seats = "bot:random,bot:random"
    assert command_line(["play", "tic-tac-toe", "--seats", seats, "--journal", str(path)]) == 0
    return path


def open_finished(qtbot: QtBot, window: MainWindow, journal: Path) -> TablePage:
    window.open_file(journal)
    assert window.session is not None
    page = window.session.page
    qtbot.waitUntil(lambda: page.view is not None)
    return page


def save_as(window: MainWindow, path: Path) -> None:
    """Choose a file name in the open dialog."""
    (dialog,) = (each for each in window.findChildren(QFileDialog) if each.isVisible())
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    dialog.fileSelected.emit(str(path))
    dialog.close()


def message(window: MainWindow) -> str:
    """The text of the open message, which is closed."""
    (box,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
    text = box.text()
    box.close()
    return text


def recent(window: MainWindow) -> list[QAction]:
    return window.menus._recent.actions()


@contextmanager
def full_disk() -> Iterator[None]:
    """The system refuses to write files of more than ten bytes."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


# ---- the position as a picture


def test_the_picture_shows_the_position_at_twice_the_size_without_marks(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    scene = driver.page.table_layout.scene
    window.menus.picture_requested.emit()
    save_as(window, tmp_path / "marked.png")
    picture = QImage(str(tmp_path / "marked.png"))
    assert picture.width() > 2 * min(scene.needed_rect().width(), 300)
    assert driver.page.table_layout.bubble.text == f"Saved as marked.png in {tmp_path}."
    scene.set_marks(Marks())
    window.menus.picture_requested.emit()
    save_as(window, tmp_path / "plain.png")
    assert (tmp_path / "plain.png").read_bytes() == (tmp_path / "marked.png").read_bytes()


def test_no_picture_and_no_text_while_the_curtain_hides_the_table(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window)
    page = start_match(qtbot, window).page
    page._pages.show_curtain(page.link.seats)
    for requested in (window.menus.picture_requested, window.menus.text_requested):
        requested.emit()
        assert "hidden" in message(window)
    assert window.findChild(QFileDialog) is None


# ---- the match as text


def test_a_finished_match_becomes_a_text_with_players_turns_and_score(
    qtbot: QtBot, window: MainWindow, finished: Path, tmp_path: Path
) -> None:
    open_finished(qtbot, window, finished)
    window.menus.text_requested.emit()
    save_as(window, tmp_path / "match.txt")
    text = (tmp_path / "match.txt").read_text(encoding="utf-8")
    session = window.session
    assert session is not None
    assert session.title is not None
    assert text.startswith(f"{session.title}\nPlayers: ")
    assert "Turn 1: " in text
    assert "Final score" in text
    assert "saw it" not in text  # all of it


def test_the_text_is_in_the_language_in_use(qtbot: QtBot, window: MainWindow, finished: Path, tmp_path: Path) -> None:
    open_finished(qtbot, window, finished)
    window.settings.set_language("fr")
    window.menus.text_requested.emit()
    save_as(window, tmp_path / "partie.txt")
    assert "Score final" in (tmp_path / "partie.txt").read_text(encoding="utf-8")


def test_the_text_of_an_unfinished_match_has_no_more_than_the_log_of_the_player(
    qtbot: QtBot, window: MainWindow
) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    assert driver.page.link.events_uncovered() == ()
    text = driver.page.match_text("Trias")
    assert text is not None
    assert f"As {driver.page.context.player(driver.view.seat)} saw it" in text
    assert "Score so far" in text


# ---- a copy of the journal, and recent files


def test_a_copy_of_the_journal_opens_as_the_same_match(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    window.menus.copy_requested.emit()
    (dialog,) = (each for each in window.findChildren(QFileDialog) if each.isVisible())
    assert window.session is not None
    assert [Path(name).name for name in dialog.selectedFiles()] == [f"{window.session.title}.journal"]
    copy = tmp_path / "copy.journal"
    save_as(window, copy)
    assert driver.page.table_layout.bubble.text == f"Saved as copy.journal in {tmp_path}."
    assert window.session is not None
    assert window.session.journal is not None
    assert copy.read_bytes() == window.session.journal.read_bytes()
    assert [action.data() for action in recent(window)] == [str(copy)]


def test_a_copy_never_replaces_a_match_of_the_list(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window)
    start_match(qtbot, window)
    assert window.session is not None
    assert window.session.journal is not None
    before = window.session.journal.stat().st_ino
    window.menus.copy_requested.emit()
    save_as(window, window.session.journal)
    assert "another folder" in message(window)
    assert window.session.journal.stat().st_ino == before


def test_a_full_disk_is_reported_and_leaves_no_file(qtbot: QtBot, window: MainWindow, finished: Path) -> None:
    window.open_file(finished)
    window.menus.copy_requested.emit()
    with full_disk():
        save_as(window, finished.with_name("copy.journal"))
    assert "not enough space" in message(window)
    assert [each.name for each in finished.parent.glob("*copy*")] == []


def test_every_reason_of_the_system_has_its_sentence() -> None:
    texts, path = Translations("en"), Path("/away/picture.png")
    assert "/away" in problem_text(PermissionError(13, "Permission denied"), path, texts)
    assert "not allowed" in problem_text(PermissionError(13, "Permission denied"), path, texts)
    assert "space" in problem_text(OSError(28, "No space left on device"), path, texts)
    assert "No such file" in problem_text(OSError(2, "No such file or directory"), path, texts)


def test_a_missing_folder_is_reported(qtbot: QtBot, window: MainWindow, finished: Path, tmp_path: Path) -> None:
    open_finished(qtbot, window, finished)
    window.menus.picture_requested.emit()
    save_as(window, tmp_path / "none" / "picture.png")
    assert "could not be saved" in message(window)


def test_recent_files_are_kept_and_vanished_ones_are_dropped(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow, finished: Path
) -> None:
    window.open_file(finished)
    other = finished.with_name("R&D other.journal")
    shutil.copy(finished, other)
    window.open_file(other)
    window.show_start()
    assert [action.data() for action in recent(window)] == [str(other), str(finished)]
    assert recent(window)[0].text() == "R&&D other.journal"
    other.unlink()
    recent(window)[0].trigger()
    assert "not found" in message(window)
    assert [action.data() for action in recent(window)] == [str(finished)]
    window.close()
    again = open_window()
    recent(again)[0].trigger()
    assert again.session is not None


def test_the_latest_recent_file_comes_first_and_the_oldest_is_dropped() -> None:
    settings = Settings()
    for number in range(RECENT + 2):
        settings = with_recent(settings, Path(f"/m/{number}.journal"))
    assert len(settings.recent) == RECENT
    assert settings.recent[0] == str(Path(f"/m/{RECENT + 1}.journal"))
    again = with_recent(settings, Path("/m/5.journal"))
    assert again.recent[0] == str(Path("/m/5.journal"))
    assert len(set(again.recent)) == RECENT


def test_the_menu_offers_what_the_page_allows(qtbot: QtBot, window: MainWindow, finished: Path) -> None:
    menus = window.menus
    assert not any(action.isEnabled() for action in (menus._picture, menus._text, menus._copy))
    window.open_file(finished)
    assert all(action.isEnabled() for action in (menus._picture, menus._text, menus._copy))
    menus.about_requested.emit()
    assert not any(action.isEnabled() for action in (menus._picture, menus._text, menus._copy))


@pytest.mark.parametrize(("title", "name"), [("Go: 9/9", "Go- 9-9"), ("L’île", "L’île"), ("//", "gondwana")])
def test_a_title_becomes_a_file_name(title: str, name: str) -> None:
    assert file_name(title) == name


def test_an_exported_house_rule_says_where_it_is(open_window: OpenWindow, tmp_path: Path) -> None:
    window, target = open_window(), tmp_path / "shared.gondwana"
    rule = next((RULESETS / "trias" / "house").glob("*.rules"))
    window.match_exports.export_house_rule(rule, "A rule")
    save_as(window, target)
    assert target.is_file()
    assert message(window) == Translations("en")("files.saved", name=target.name, folder=tmp_path)

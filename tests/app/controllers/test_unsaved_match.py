"""A match in the window while the disk refuses to save it: a notice stays, and nothing is lost without a question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.controllers.local_session import LocalSession
from app.shell.window import MainWindow
from app.storage.matches import find_matches
from dsl.match.journal import read
from dsl.match.replay import replay
from tests.app.controllers.test_match_exports import save_as
from tests.app.screens.test_bot_preparation import set_up, sit
from tests.app.table.page_driver import PageDriver
from tests.app.table.test_full_disk import full_disk


@pytest.fixture
def session(qtbot: QtBot, window: MainWindow) -> LocalSession:
    """A match of two people in the window."""
    set_up(qtbot, window, "tic-tac-toe")
    sit(window, ("human", "human"))
    window.setup.start.click()
    qtbot.waitUntil(lambda: isinstance(window.session, LocalSession))
    found = window.session
    assert isinstance(found, LocalSession)
    return found


def play(qtbot: QtBot, session: LocalSession) -> None:
    driver, before = PageDriver(session.page), session.match.table.match.position
    if session.page.curtain.colour:
        driver.click(session.page.curtain.ready)
    qtbot.waitUntil(lambda: driver.decision is not None)
    driver.play(driver.any_option())
    assert session.match.table.match.position == before + 1


def notices(session: LocalSession) -> list[str]:
    return [notice.text for notice in session._unsaved.banner.notices if session._unsaved.banner.isVisible()]


def question(window: MainWindow) -> QMessageBox:
    return next(box for box in window.findChildren(QMessageBox) if box.isVisible())


def press(window: MainWindow, text: str) -> None:
    box = question(window)
    next(button for button in box.findChildren(QPushButton) if button.text().replace("&", "") == text).click()


@pytest.fixture
def unsaved(qtbot: QtBot, session: LocalSession) -> Iterator[LocalSession]:
    """The match with two decisions that the disk has refused."""
    with full_disk(session.journal):
        play(qtbot, session)
        play(qtbot, session)
        yield session


def test_a_notice_stays_until_all_is_saved(qtbot: QtBot, session: LocalSession) -> None:
    with full_disk(session.journal):
        play(qtbot, session)
        (said,) = notices(session)
        assert said.startswith("The match goes on, but the disk refuses to save it: ")
        play(qtbot, session)
        assert notices(session) == [said]
    qtbot.waitUntil(lambda: not notices(session))  # nobody plays: it is saved all the same
    assert len(read(session.journal).entries) == 2
    assert "saved again" in session.page.table_layout.status.text()


def test_a_note_that_cannot_be_written_stops_nothing(qtbot: QtBot, window: MainWindow, session: LocalSession) -> None:
    note = session.journal.with_suffix(".note.json")
    note.unlink()
    note.mkdir()  # a folder in place of the file
    play(qtbot, session)
    assert not [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    assert "The list of matches could not be saved" in session.page.table_layout.status.text()
    play(qtbot, session)


def test_leaving_and_closing_ask_before_decisions_are_lost(
    qtbot: QtBot, window: MainWindow, unsaved: LocalSession
) -> None:
    unsaved.page.left.emit()
    assert "The last 2 decisions of this match are not saved" in question(window).text()
    press(window, "Keep playing")
    assert window.session is unsaved
    window.close()
    assert window.isVisible()
    press(window, "Keep playing")
    window.close()
    press(window, "Leave")
    qtbot.waitUntil(lambda: not window.isVisible())


def test_leaving_asks_nothing_once_there_is_room(qtbot: QtBot, window: MainWindow, session: LocalSession) -> None:
    with full_disk(session.journal):
        play(qtbot, session)
    session.page.left.emit()
    assert window.session is None
    assert len(read(session.journal).entries) == 1
    assert find_matches(session.journal.parent)[0].journal == session.journal


def test_a_copy_elsewhere_holds_what_is_not_saved(
    qtbot: QtBot, window: MainWindow, session: LocalSession, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere.journal"
    with full_disk(session.journal):
        play(qtbot, session)
        play(qtbot, session)
        banner = session._unsaved.banner
        banner.findChildren(QPushButton)[0].click()
    assert read(session.journal).entries == ()  # no event has let the next attempt run
    save_as(window, elsewhere)
    assert replay(elsewhere).match.digest == session.match.table.match.digest

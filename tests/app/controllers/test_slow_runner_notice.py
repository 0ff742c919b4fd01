"""Notice at a table with bots, shown once: they think slowly on this system."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.controllers.local_session import LocalSession, SlowRunnerNotice
from app.shell.window import MainWindow
from app.storage.settings import SettingsFile
from dsl.runtime.runner_selection import RunnerChoice, RunnerName
from tests.app.conftest import OpenWindow
from tests.app.screens.test_bot_preparation import set_up, sit

Settle = Callable[[RunnerName], None]


def play(qtbot: QtBot, window: MainWindow, players: Sequence[str]) -> LocalSession:
    """Begin a match, and return when a bot has chosen."""
    set_up(qtbot, window, "tic-tac-toe")
    sit(window, players)
    window.setup.start.click()
    session = window.session
    assert session is not None
    qtbot.waitUntil(lambda: session.match.table.match.position > 0)
    qtbot.waitUntil(lambda: notice_of(session)._poll.isActive() is False)
    return session


def notice_of(session: LocalSession) -> SlowRunnerNotice:
    return session.findChild(SlowRunnerNotice)


def said(session: LocalSession) -> list[str]:
    return [notice.text for notice in notice_of(session).banner.notices]


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("interpreted", "The computer thinks more slowly here: this system", "L’ordinateur réfléchit ici plus"),
        ("reference", "The computer thinks slowly here: the library", "L’ordinateur réfléchit ici lentement\u00a0: la"),
    ],
)
def test_the_notice_is_shown_once(
    qtbot: QtBot, open_window: OpenWindow, as_if: Settle, settings_file: SettingsFile,
    name: RunnerName, english: str, french: str,
) -> None:  # fmt: skip
    as_if(name)
    window = open_window()
    session = play(qtbot, window, ("bot:steady", "human"))
    (line,) = said(session)
    assert line.startswith(english)
    assert notice_of(session).banner.isVisible()
    window.settings.set_language("fr")
    (line,) = said(session)
    assert line.startswith(french)
    QTest.mouseClick(notice_of(session).banner.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert not notice_of(session).banner.isVisible()
    assert said(play(qtbot, window, ("bot:steady", "human"))) == []
    window.close()
    assert said(play(qtbot, open_window(), ("bot:steady", "human"))) == []


def test_with_machine_code_there_is_no_notice(qtbot: QtBot, window: MainWindow, as_if: Settle) -> None:
    as_if("native")
    session = play(qtbot, window, ("bot:steady", "human"))
    assert session.match.bots.runner == RunnerChoice("native", "a test wants it")
    assert said(session) == []
    assert not notice_of(session).banner.isVisible()


def test_a_match_without_bots_does_not_wait_for_one(qtbot: QtBot, window: MainWindow, as_if: Settle) -> None:
    as_if("reference")
    set_up(qtbot, window, "tic-tac-toe")
    sit(window, ("human", "human"))
    window.setup.start.click()
    assert window.session is not None
    assert not notice_of(window.session)._poll.isActive()

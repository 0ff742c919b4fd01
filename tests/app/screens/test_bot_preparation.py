"""The bot process starts during the set-up of a match, and only if a bot plays."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pytestqt.qtbot import QtBot

from app.screens.gallery import GameButton
from app.shell.window import MainWindow


def set_up(qtbot: QtBot, window: MainWindow, game: str = "connect-four") -> None:
    """Choose a game; its rules are read when this returns."""
    next(each for each in window.start.findChildren(GameButton) if each.game.name == game).click()
    qtbot.waitUntil(window.setup.start.isEnabled)


def sit(window: MainWindow, players: Sequence[str]) -> None:
    """Put people and computers on the seats."""
    for row, player in zip(window.setup.seats._rows, players, strict=True):
        row.player.setCurrentIndex(row._form.player_kinds.index(player))


def lives(pid: int) -> bool:
    """Whether there is a process of a number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_bot_process_starts_before_the_match_and_is_used_by_it(qtbot: QtBot, window: MainWindow) -> None:
    set_up(qtbot, window)
    qtbot.waitUntil(lambda: window.loader.pid > 0)
    pid = window.loader.pid
    window.setup.start.click()
    assert window.session is not None
    assert window.session.match.bots.pid == pid
    assert window.loader.pid == 0
    window.show_start()
    qtbot.waitUntil(lambda: not lives(pid))


def test_the_bot_process_ends_with_the_setup(qtbot: QtBot, window: MainWindow) -> None:
    set_up(qtbot, window)
    qtbot.waitUntil(lambda: window.loader.pid > 0)
    pid = window.loader.pid
    window.setup.back.click()
    qtbot.waitUntil(lambda: not lives(pid))
    assert window.loader.pid == 0


def test_a_match_without_bots_starts_no_process(qtbot: QtBot, window: MainWindow) -> None:
    set_up(qtbot, window)
    sit(window, ("human", "bot:random"))
    qtbot.wait(400)
    assert window.loader.pid == 0
    window.setup.start.click()
    assert window.session is not None
    assert window.session.match.bots.pid == 0


def test_the_bot_process_ends_when_no_bot_is_selected(qtbot: QtBot, window: MainWindow) -> None:
    """Also if the match begins at once, before the seats are read again."""
    set_up(qtbot, window)
    qtbot.waitUntil(lambda: window.loader.pid > 0)
    pid = window.loader.pid
    sit(window, ("human", "human"))
    window.setup.start.click()
    assert window.session is not None
    assert window.session.match.bots.pid == 0
    qtbot.waitUntil(lambda: not lives(pid))


def test_the_bot_process_starts_when_a_bot_is_selected(qtbot: QtBot, window: MainWindow) -> None:
    set_up(qtbot, window)
    sit(window, ("human", "human"))
    qtbot.wait(400)
    assert window.loader.pid == 0
    sit(window, ("human", "bot:gentle"))
    qtbot.waitUntil(lambda: window.loader.pid > 0)

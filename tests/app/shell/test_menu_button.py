"""At a table the menus are behind a button, so that the board has the height of their bar."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.shell.window import MainWindow
from app.table.page import TablePage


def open_match(qtbot: QtBot, window: MainWindow) -> TablePage:
    window.set_up(next(card for card in window._games.cards if card.name == "tic-tac-toe"))
    qtbot.waitUntil(window.setup.start.isEnabled)
    window.setup.start.click()
    session = window.session
    assert session is not None
    qtbot.waitUntil(lambda: session.table_page is not None and session.table_page.view is not None)
    assert session.table_page is not None
    return session.table_page


def menus(qtbot: QtBot, trigger: Callable[[], None]) -> list[str]:
    """Return the entries of the menu that opens, and close it."""
    trigger()
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = [action.text() for action in menu.actions() if not action.isSeparator()]
    menu.close()
    return entries


def test_the_button_opens_all_menus_where_the_bar_is_hidden(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.menuBar()
    assert bar.isVisible()
    page = open_match(qtbot, window)
    assert not bar.isVisible()
    assert menus(qtbot, page.table_layout.prompt.menu.click) == ["&Game", "&View", "&Help"]
    window.menus.language_requested.emit("fr")
    assert menus(qtbot, page.table_layout.prompt.menu.click) == ["&Jeu", "&Affichage", "Ai&de"]
    page.table_layout.prompt.score_requested.emit()
    assert menus(qtbot, page.score.menu.click) == ["&Jeu", "&Affichage", "Ai&de"]
    page.score.board.click()
    page.table_layout.replay_button.click()
    replay = next(each for each in page.findChildren(type(page.table_layout.prompt)) if each.isVisible())
    assert menus(qtbot, replay.menu.click) == ["&Jeu", "&Affichage", "Ai&de"]
    window._show_over(window.preferences)
    assert bar.isVisible()
    window._show_previous()
    assert not bar.isVisible()
    window.show_start()
    assert bar.isVisible()


def test_keys_open_the_menus_with_and_without_the_bar(qtbot: QtBot, window: MainWindow) -> None:
    open_match(qtbot, window)
    qtbot.waitUntil(window.isActiveWindow)
    press = QTest.keyClick
    assert menus(qtbot, lambda: press(window, Qt.Key.Key_F10)) == ["&Game", "&View", "&Help"]
    entries = menus(qtbot, lambda: press(window, Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier))
    assert any("Settings" in each.replace("&", "") for each in entries)
    press(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.preferences.isVisible)
    window._show_previous()


@pytest.mark.parametrize("shown", [True, False])
def test_the_board_has_the_height_of_the_bar(qtbot: QtBot, window: MainWindow, shown: bool) -> None:
    window.resize(1366, 768)
    page = open_match(qtbot, window)
    window.menus.set_bar_shown(shown)
    qtbot.waitUntil(lambda: page.height() == window.height() - shown * window.menuBar().height())

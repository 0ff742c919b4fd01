"""A match with the keyboard alone: from the start page to the final score, and to the next match."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.screens.gallery import GameButton
from app.shell.window import MainWindow
from tests.app.table.page_driver import PageDriver

Key = Qt.Key
_MOST = 60  #: presses of Tab until a page has been walked through


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None, "the focus is lost"
    assert widget.isVisible()
    return widget


def press(key: Qt.Key) -> None:
    QTest.keyClick(focus(), key)
    QApplication.processEvents()


def tab_to(wanted: Callable[[QWidget], bool]) -> None:
    for _ in range(_MOST):
        if wanted(focus()):
            return
        press(Key.Key_Tab)
    raise AssertionError(f"not reached by Tab; the focus is on {focus()}")


def on_game(name: str) -> Callable[[QWidget], bool]:
    return lambda widget: isinstance(widget, GameButton) and widget.game.name == name


def test_a_match_is_played_with_the_keyboard_alone(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    tab_to(on_game("tic-tac-toe"))
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.setup.start.isEnabled() and focus() is window.setup.start)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.session is not None and window.session.page.view is not None)
    assert window.session is not None
    page = window.session.page
    driver, board = PageDriver(page), page.table_layout.board
    while not driver.over:
        qtbot.waitUntil(lambda: driver.decision is not None or driver.over)
        if driver.over:
            break
        assert focus() is board, "the board has the focus when a choice is due"
        before = driver.view.position
        press(Key.Key_Space)  # to the next place that can be chosen
        press(Key.Key_Return)
        assert driver.view.position > before

    sheet = page.score
    qtbot.waitUntil(lambda: sheet.isVisible() and sheet.isAncestorOf(focus()))
    seen: list[QWidget] = []
    while focus() not in seen:
        seen.append(focus())
        press(Key.Key_Tab)
    assert [each for each in seen if isinstance(each, QAbstractButton)], "the buttons of the sheet are reached"
    press(Key.Key_Escape)

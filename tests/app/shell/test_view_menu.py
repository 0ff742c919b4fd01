"""Entries of the view menu that act on the board."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from tests.app.conftest import OpenWindow
from tests.app.shell.test_window import choose_game, start_match


def test_the_board_is_zoomed_from_the_menu(qtbot: QtBot, open_window: OpenWindow) -> None:
    window, texts = open_window(), Translations("en")
    found = {each.text(): each for each in window.menus.findChildren(QAction)}
    found |= {each.text(): each for menu in window.menuBar().actions() for each in menu.menu().actions()}
    larger, smaller, whole = (found[texts(f"menu.{key}")] for key in ("zoom_in", "zoom_out", "zoom_fit"))
    assert larger.shortcut() == QKeySequence(QKeySequence.StandardKey.ZoomIn)
    assert not larger.isEnabled()
    choose_game(qtbot, window, "tic-tac-toe")
    board = start_match(qtbot, window).page.table_layout.board
    assert larger.isEnabled()
    board.set_animated(False)
    board.fit()
    before = board.zoom
    larger.trigger()
    larger.trigger()
    assert board.zoom > before * 1.3
    smaller.trigger()
    assert before < board.zoom < before * 1.3
    whole.trigger()
    assert board.zoom == before

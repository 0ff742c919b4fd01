"""Qt's own texts in the language of the window."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.shell.window import MainWindow


def _menu_of_a_text_field(window: MainWindow) -> str:
    menu = window.start.search.createStandardContextMenu()
    said = " ".join(action.text() for action in menu.actions())
    menu.deleteLater()
    return said.replace("&", "")


def test_the_menu_of_a_text_field_is_in_the_users_language(qtbot: QtBot, window: MainWindow) -> None:
    assert "Paste" in _menu_of_a_text_field(window)
    window.menus.language_requested.emit("fr")
    assert "Coller" in _menu_of_a_text_field(window)
    window.menus.language_requested.emit("en")
    assert "Paste" in _menu_of_a_text_field(window)


def test_closing_the_window_restores_english(qtbot: QtBot, window: MainWindow) -> None:
    window.menus.language_requested.emit("fr")
    window.close()
    assert "Paste" in _menu_of_a_text_field(window)

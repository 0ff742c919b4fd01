"""The session of the main window, and the settings that it follows."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders
from app.controllers.session import Session
from app.shell.application import make_window
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions
from app.storage.settings import SettingsFile
from tests.app.conftest import OpenWindow
from tests.app.shell.test_window import choose_game, start_match


def session_of(qtbot: QtBot, window: MainWindow) -> Session:
    choose_game(qtbot, window)
    start_match(qtbot, window)
    assert window.session is not None
    return window.session


def test_leaving_is_announced_once_and_leads_to_the_start_page(qtbot: QtBot, window: MainWindow) -> None:
    session = session_of(qtbot, window)
    page, left = session.table_page, list[bool]()
    assert page is not None
    session.left.connect(lambda: left.append(True))
    page.left.emit()
    assert left == [True]
    assert window.session is None
    assert window.pages.currentWidget() is window.start


def test_a_session_follows_the_settings_until_it_is_closed(qtbot: QtBot, window: MainWindow) -> None:
    session = session_of(qtbot, window)
    page = session.table_page
    assert page is not None
    first = page.context
    window.settings.set_theme("dark")
    second = page.context
    assert second.theme != first.theme
    window.show_start()
    window.settings.set_theme("light")
    assert page.context is second


def test_title_and_menus_show_the_session_that_is_on_the_screen(qtbot: QtBot, window: MainWindow) -> None:
    session = session_of(qtbot, window)
    assert session.title is not None
    assert session.title in window.windowTitle()
    assert window.menus._keys.isEnabled()
    window.menus.about_requested.emit()
    assert session.title not in window.windowTitle()
    assert not window.menus._keys.isEnabled()


def test_options_of_the_command_line_override_the_settings_and_are_not_saved(
    qtbot: QtBot, qapp: QApplication, open_window: OpenWindow
) -> None:
    """`open_window` restores the style of the application."""
    window = make_window(qapp, WindowOptions(language="fr", theme="dark"))
    qtbot.addWidget(window)
    assert (window.settings.current.language, window.settings.texts.language) == ("fr", "fr")
    assert window.settings.current.theme == "dark"
    saved = SettingsFile(find_user_folders().settings).settings
    assert (saved.language, saved.theme) == ("en", "light")
    window.close()


def test_the_menu_pauses_a_match_with_clocks_at_this_screen(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window, "tic-tac-toe")
    for row in window.setup.seats._rows:
        row.player.setCurrentIndex(0)  # a person
    window.setup.clock.set_clock("total:600+0~0:lose:people")
    start_match(qtbot, window)
    session, pause = window.session, window.menus._pause
    assert session is not None
    qtbot.waitUntil(pause.isVisible)
    pause.trigger()
    assert session.paused
    assert pause.text() == "Resume"
    pause.trigger()
    assert not session.paused
    window.leave()
    window.show_start()
    assert not pause.isVisible()

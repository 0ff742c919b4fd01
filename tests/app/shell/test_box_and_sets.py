"""From the set-up page and the menus of a table: what is in the box, and other pieces and boards."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.controllers.local_session import LocalSession
from app.screens.box import BoxPage, ThingPicture
from app.screens.gallery import GameButton
from app.shell.window import MainWindow
from app.storage.settings import Settings


def _entry(window: MainWindow, menu: str, text: str) -> QAction:
    found = next(action for action in window.menuBar().actions()[1].menu().actions() if action.text() == menu)
    return next(action for action in found.menu().actions() if action.text() == text)


def test_the_box_and_the_sets_of_a_game_are_in_the_menus(qtbot: QtBot, window: MainWindow) -> None:
    next(each for each in window.start.findChildren(GameButton) if each.game.name == "hex").click()
    qtbot.waitUntil(window.setup.start.isEnabled)
    window.setup.box.click()
    page = window.pages.currentWidget()
    assert isinstance(page, BoxPage)
    qtbot.waitUntil(lambda: bool(page.findChildren(ThingPicture)))
    page.done.click()
    assert window.pages.currentWidget() is window.setup
    (size,) = (row for row in window.setup.options.rows if row.option.name == "size")
    size.editor.setValue(7)
    window.setup.rulebook.click()
    rulebook = window.rulebook
    assert rulebook is not None
    assert window.pages.currentWidget() is rulebook
    assert "The board has 49 places." in rulebook.book.toPlainText()
    rulebook.close_button.click()
    assert window.pages.currentWidget() is window.setup
    window.setup.start.click()
    session = window.session
    assert isinstance(session, LocalSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    before = session.page.context.look.plan("field").fill
    dark = _entry(window, "&Board", "Dark wood")
    assert not dark.isChecked()
    dark.trigger()
    assert window.settings.current.sets == {"hex": ("dark",)}
    assert session.page.context.look.plan("field").fill != before
    assert _entry(window, "&Board", "Dark wood").isChecked()
    _entry(window, "&Board", "Standard").trigger()
    assert session.page.context.look.plan("field").fill == before
    assert window.settings.current.sets == Settings().sets
    window.menus.box_requested.emit()
    assert window.pages.currentWidget() is page
    QTest.qWait(0)
    page.done.click()
    assert window.pages.currentWidget() is session.widget

"""Playing on with other rules, from the menu to the match that goes on under them."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.controllers.local_session import LocalSession
from app.screens.gallery import GameButton
from app.screens.rule_change import RuleChangeDialog
from app.shell.window import MainWindow
from dsl.match.journal import read


def test_all_agree_and_the_match_goes_on_from_the_same_position(qtbot: QtBot, window: MainWindow) -> None:
    next(each for each in window.start.findChildren(GameButton) if each.game.name == "dinosaurs-and-unicorns").click()
    qtbot.waitUntil(window.setup.start.isEnabled)
    window.setup.start.click()
    session = window.session
    assert isinstance(session, LocalSession)
    qtbot.waitUntil(lambda: session.page.playing_seat is not None)
    boards = session.page.view.boards if session.page.view is not None else ()

    window.menus.rule_change_requested.emit()
    (dialog,) = window.findChildren(RuleChangeDialog)
    assert not dialog.propose_button.isEnabled()
    key = next(iter(dialog.house._boxes))
    dialog.house.box(key).setChecked(True)
    dialog.propose_button.click()
    (box,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
    assert "From now on" in box.text()
    (yes,) = (each for each in box.buttons() if box.buttonRole(each) is QMessageBox.ButtonRole.AcceptRole)
    qtbot.wait(500)  # the guard against a click that was meant for something else
    yes.click()
    qtbot.waitUntil(lambda: window.session is not None and window.session is not session)
    following = window.session
    assert isinstance(following, LocalSession)
    qtbot.waitUntil(lambda: following.page.view is not None)
    assert [rules.title for rules in following.ruleset.house] == [key]
    assert following.page.view is not None
    assert following.page.view.boards == boards
    assert following.page.view.position == 1
    assert [entry.kind for entry in read(following.journal).entries][:1] == ["rules"]

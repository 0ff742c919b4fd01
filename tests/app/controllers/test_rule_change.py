"""Changing a rule of a local match, from the menu and from the workshop, and the match that goes on under it."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.controllers.local_session import LocalSession
from app.screens.gallery import GameButton
from app.screens.rule_change import RuleChangeDialog
from app.shell.window import MainWindow
from dsl.match.journal import read


def agree(qtbot: QtBot, window: MainWindow, words: str) -> LocalSession:
    """Read what changes, agree, and return the session that follows."""
    before = window.session
    (box,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
    assert words in box.text()
    (yes,) = (each for each in box.buttons() if box.buttonRole(each) is QMessageBox.ButtonRole.AcceptRole)
    yes.click()
    qtbot.waitUntil(lambda: window.session is not None and window.session is not before)
    following = window.session
    assert isinstance(following, LocalSession)
    qtbot.waitUntil(lambda: following.page.view is not None)
    return following


def test_all_agree_and_the_match_goes_on_from_the_same_position(qtbot: QtBot, window: MainWindow) -> None:
    button = next(each for each in window.start.findChildren(GameButton) if each.game.name == "tic-tac-toe")
    path = window.workshop.create_house_rule(button.game, "Long rows", (("in_a_row", "4"),))
    other = window.workshop.create_house_rule(button.game, "Wide", (("in_a_row", "5"),))
    assert path is not None
    assert other is not None
    button.click()
    qtbot.waitUntil(window.setup.start.isEnabled)
    window.setup.start.click()
    session = window.session
    assert isinstance(session, LocalSession)
    qtbot.waitUntil(lambda: session.page.playing_seat is not None)
    boards = session.page.view.boards if session.page.view is not None else ()

    window.menus.rule_change_requested.emit()
    (dialog,) = window.findChildren(RuleChangeDialog)
    assert not dialog.propose_button.isEnabled()
    dialog.house.box(str(path)).setChecked(True)
    dialog.propose_button.click()
    following = agree(qtbot, window, "From now on: Long rows.")
    assert [rules.title for rules in following.ruleset.house] == ["Long rows"]
    assert following.page.view is not None
    assert following.page.view.boards == boards
    assert following.page.view.position == 1
    assert [entry.kind for entry in read(following.journal).entries] == ["rules"]

    window.workshop.open(button.game, path)
    workshop = window.workshop.page
    assert workshop is not None
    qtbot.waitUntil(lambda: workshop.text.is_checked)
    assert workshop.play_on.isVisible()
    workshop.editor.setPlainText(workshop.editor.toPlainText().replace("in_a_row = 4", "in_a_row = 5"))
    qtbot.waitUntil(lambda: workshop.text.is_checked)
    workshop.play_on.click()
    assert window.pages.currentWidget() is following.widget
    again = agree(qtbot, window, "5")
    (held,) = again.ruleset.house
    assert held.title == "Long rows"
    assert again.match.table.match.options["in_a_row"] == 5
    assert [entry.kind for entry in read(again.journal).entries] == ["rules", "rules"]

    window.workshop.open(button.game, other)
    qtbot.waitUntil(lambda: workshop.text.is_checked)
    workshop.editor.setPlainText("nothing that can be read")
    qtbot.waitUntil(lambda: bool(workshop.editor.problems))
    workshop.play_on.click()  # text with a mistake is not proposed
    assert window.pages.currentWidget() is workshop

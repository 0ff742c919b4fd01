"""The options of the set-up page are saved as a house rule, which the controls of the workshop change afterwards."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders
from app.shell.window import MainWindow
from app.workshop.choice import HouseRuleDialog
from tests.app.shell.test_window import choose_game, click
from tests.app.workshop.rulebook import open_number, wait_for_rules


def test_changed_options_become_a_house_rule_that_controls_change(
    qtbot: QtBot, portable: Path, window: MainWindow
) -> None:
    choose_game(qtbot, window, "hex")
    options = {row.option.name: row for row in window.setup.options.rows}
    assert not window.setup.options.save.isEnabled()
    options["size"].choose(6)
    options["swapping"].choose(0)
    click(window.setup.options.save)
    (dialog,) = window.findChildren(HouseRuleDialog)
    QTest.keyClicks(dialog.name, "Small and fast")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    path = find_user_folders().house / "hex" / "small-and-fast.rules"
    head = 'house rules "Small and fast" for hex\n\n'
    assert path.read_text() == f"{head}set option.size = 6\nset option.swapping = no\n"
    assert window.setup.house.chosen == (str(path),)
    assert window.setup.options.changes == {}
    assert (options["size"].value, options["swapping"].value) == (6, 0)

    click(window.setup.rules)
    dialog = next(each for each in window.findChildren(HouseRuleDialog) if each.isVisible())
    click(dialog.open_button)
    page = window.workshop.page
    assert page is not None
    page.tabs.setCurrentWidget(page.controls)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    wait_for_rules(qtbot, page.controls)
    editor = open_number(page.controls, "option.size")
    assert editor.value() == 6
    QTest.keyClick(editor, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: "size = 5\n" in page.editor.toPlainText())
    assert page.official.editor.textCursor().selectedText() == "11"
    QTest.keyClick(page.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: editor.value() == 6)
    QTest.keyClick(editor, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: "size = 7\n" in page.editor.toPlainText())
    click(page.save)
    assert path.read_text() == f"{head}set option.size = 7\nset option.swapping = no\n"

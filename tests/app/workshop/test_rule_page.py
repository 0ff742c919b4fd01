"""From the table to the rule that refused, acted or scored, and from there to a control in the workshop."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders, home
from app.shell.window import MainWindow
from app.table.panels.score_table import Reason, ReasonRow
from app.workshop.choice import HouseRuleDialog
from app.workshop.document import house_rule_files
from dsl.match.rulesets.ruleset import load
from dsl.syntax.changeable_parts import find_part
from tests.app.shell.test_window import choose_game, click, start_match
from tests.app.table.table_pages import make_context


def test_anchors_of_the_engine_lead_to_the_part_that_they_name() -> None:
    tree = load(home() / "rulesets" / "trias").tree
    for anchor, name, line in (
        ("drift.farther", "drift.farther", "needs farther"),
        ("phase placement", "play.placement", "phase placement"),
        ("winner.score", "winner.score", "most score"),
        ("actions.drift.nowhere", "actions.drift", "drift for drift_cost points"),
    ):
        part = find_part(tree, anchor)
        assert part is not None
        assert part.anchor == name
        assert part.text.startswith(line)
    assert find_part(tree, "nothing.like.it") is None


def test_a_line_of_the_score_asks_for_its_rule_by_key(qtbot: QtBot) -> None:
    row = ReasonRow(Reason("Mountain", "+2", anchor="final"), make_context(), "red")
    qtbot.addWidget(row)
    asked: list[str] = []
    row.rule_requested.connect(asked.append)
    QTest.keyClick(row, Qt.Key.Key_Return)
    QTest.mouseDClick(row, Qt.MouseButton.LeftButton)
    assert asked == ["final", "final"]
    assert "shows the rule" in row.toolTip()


def test_a_refusal_and_a_line_of_the_log_lead_to_their_rule_and_to_its_control(
    qtbot: QtBot, portable: Path, window: MainWindow
) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    layout = driver.page.table_layout
    window.activateWindow()

    # A refusal has a button; the page shows the sentence and the line of its condition.
    driver.click_board("0,0")
    assert layout.bubble.rule_button.isVisible()
    click(layout.bubble.rule_button)
    page = window.workshop.rules
    assert page is not None
    assert window.pages.currentWidget() is page
    assert page.current is not None
    assert page.current.anchor == "start_on.room"
    assert page.sentence.text() == "… is too small for a whole group."
    assert "needs room" in page.official.editor.textCursor().selectedText()
    click(page.rulebook)
    assert window.pages.currentWidget() is driver.page
    book = driver.page.rules.book
    qtbot.waitUntil(lambda: book.isVisible() and book.cursorForPosition(QPoint(60, 8)).block().text() == "Settle")
    click(driver.page.rules.close_button)

    # A line of the log by key, and the rules that led to it.
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: layout.log.count() > 1)
    layout.show_list(layout.log)
    layout.log.setFocus()
    layout.log.setCurrentRow(layout.log.count() - 1)
    QTest.keyClick(layout.log, Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is page)
    assert page.current.anchor in ("start_on", "play.placement")

    # From the rule to a control in a new house rule; the match beside waits for nothing.
    QTest.keyClick(page, Qt.Key.Key_Escape)
    driver.page.rules_requested.emit(("option.group_size",))
    assert page.current is not None
    click(page.change)
    (dialog,) = (each for each in window.findChildren(HouseRuleDialog) if each.isVisible())
    QTest.keyClicks(dialog.name, "Small groups")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    workshop = window.workshop.page
    assert workshop is not None
    assert window.pages.currentWidget() is workshop
    qtbot.waitUntil(lambda: isinstance(window.focusWidget(), QSpinBox))
    assert workshop.controls.popover.keys == (("option.group_size", False, 0),)
    assert workshop.controls.popover.part.editor is window.focusWidget()
    assert [file.title for file in house_rule_files(find_user_folders().house / "trias")] == ["Small groups"]
    click(workshop.back)
    assert window.pages.currentWidget() is driver.page

"""What is this? At a table: by key, context menu, help mode and long press, with options, reasons and rules."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.base.widgets import capital
from app.session.rules_summary import rules_summary_of
from app.table.model.subjects import CardSubject, EntrySubject, PlayerSubject
from app.table.model.things import Spot, thing_of
from app.table.panels.explanation import Explanation
from app.table.panels.rules import RulesSheet
from dsl.rulebook.document import Paragraph, Rulebook, Run, Section
from tests.app.table.table_pages import BOT, OpenTable, TableOpener, until_deeds


def said(opened: OpenTable) -> Explanation:
    shown = opened.page.table_layout.explanation.shown
    assert shown is not None
    return shown


def menu_of(opened: OpenTable, widget: QWidget, at: QPoint) -> None:
    """Choose "What is this?" in the context menu of a point."""
    opened.page.table_layout.explanation.close_sheet()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)
    menu = opened.driver.menu
    assert menu is not None
    opened.driver.click_action(menu, menu.actions()[-1])


def test_everything_on_the_table_is_explained(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    page, layout, driver = opened.page, opened.page.table_layout, opened.driver
    pack = opened.table.pack
    drift = Section("rule-drift", "Drift", (Paragraph((Run("Lift the tile."),)),))
    book = Rulebook("Trias", "", "en", {"contents": "", "index": ""}, (drift,), ())  # without pictures, which take long
    summary = replace(rules_summary_of(pack, page.words, "en", 2), whole=lambda: book)
    page.set_context(replace(page.context, rulebook=lambda: summary))
    until_deeds(qtbot, opened, "drift")
    sheet, texts = layout.explanation, page.context.texts

    # a place that can be chosen: with the key, at the keyboard cursor or the pointer
    assert driver.decision is not None
    option = next(each for each in driver.decision.options if each.value.place)
    explanations = page._controller.explanations
    explanations.explain(Spot(option.value.place))
    assert "Let the wood drift …" in said(opened).choices  # without the name of the place, which the board hides
    assert not said(opened).reasons
    rules = said(opened).rules
    assert rules
    assert {"rule-drift"} <= {rule.anchor for rule in rules}
    assert texts("explain.now") in sheet.accessibleName()

    # Esc closes; the focus goes back
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()

    # what cannot be chosen says why, in the sentence of the rule
    cells = (cell for board in driver.view.boards for cell in board.cells)
    other = next(cell for cell in cells if any(counter.owner != driver.view.seat for counter in cell.counters))
    counter = next(each for each in other.counters if each.owner != driver.view.seat)
    explanations.explain(Spot(other.place, thing_of(counter)))
    assert said(opened).choices == ()
    assert said(opened).reasons[0] == texts("explain.nothing_because")
    assert len(said(opened).reasons) > 1

    # a rule opens the rulebook; Tab goes through the rules
    QTest.keyClick(sheet, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is sheet.rules[0] or not page.isActiveWindow()
    QTest.mouseClick(sheet.rules[0], Qt.MouseButton.LeftButton)
    assert isinstance(page.rules, RulesSheet)
    assert page.rules.isVisible()
    assert not page.rules.book.document().isEmpty()
    QTest.mouseClick(page.rules.close_button, Qt.MouseButton.LeftButton)

    # cards, players, buttons and values, by the context menu
    card = next(card for card in layout.zones.widgets if card.pile.top is not None)
    menu_of(opened, card, card.rect().center())
    assert isinstance(card.subject_at(QPoint()), CardSubject)
    assert said(opened).description.title
    player = layout.players.rows[0]
    menu_of(opened, player, QPoint(8, 8))
    assert player.subject_at(QPoint(8, 8)) == PlayerSubject("red")
    assert any(fact.startswith(capital(page.words.name("score"))) for fact in said(opened).description.facts)
    entry = next(number for number, each in enumerate(driver.decision.entries) if layout.prompt.entry_button(number))
    made = layout.prompt.entry_button(entry)
    assert made is not None
    qtbot.waitUntil(lambda: made.height() < 100)  # new buttons are laid out
    menu_of(opened, made, made.rect().center())
    assert layout.prompt.subject_at(made.mapTo(layout.prompt, made.rect().center())) == EntrySubject(entry)

    # the program's help mode: the next click
    sheet.close_sheet()
    at = layout.players.rows[1].mapTo(layout, QPoint(8, 8))
    QApplication.sendEvent(layout, QHelpEvent(QEvent.Type.WhatsThis, at, layout.mapToGlobal(at)))
    assert said(opened).description.title == page.context.player("blue")

    # another position: the same thing is explained in it
    sheet.close_sheet()
    explanations.explain(PlayerSubject("blue"))
    driver.play(driver.any_option())
    assert said(opened).description.title == page.context.player("blue")

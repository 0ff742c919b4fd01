"""Changing the position by hand: with the mouse, by keys, and what all players see of it."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.table_messages import ByHand
from dsl.match.view import PieceView, View
from tests.app.table.table_pages import INSTANT, open_page

CHESS = official_rulesets() / "classics" / "chess"


@pytest.fixture(scope="module")
def chess() -> Ruleset:
    return load(CHESS)


def at(view: View | None, place: str) -> tuple[PieceView, ...]:
    assert view is not None
    return next(cell.pieces for board in view.boards for cell in board.cells if cell.place == place)


def test_things_are_dragged_picked_and_set_and_the_changes_are_proposed(qtbot: QtBot, chess: Ruleset) -> None:
    table = Table(chess, (SeatPlan("white"), SeatPlan("black")), {}, 1)
    opened = open_page(qtbot, table, INSTANT, folder=CHESS)
    page, driver = opened.page, opened.driver
    proposed: list[tuple[str, int, tuple[ByHand, ...]]] = []
    page.activateWindow()
    page.change_by_hand(lambda *proposal: proposed.append(proposal))
    panel, board = page._controller.hand.panel, page.table_layout.board
    assert panel.isVisible()
    assert page.table_layout.prompt.isHidden()
    assert not panel.done.isEnabled()

    driver.drag("a2", None, "a5")  # as no pawn may
    assert [panel.changes.item(0).text()] == ["Pawn of White: from a2 to a5"]
    assert at(page.view, "a5")[0].kind == "pawn"
    assert at(table.view("white"), "a5") == ()  # nothing has happened yet
    driver.drag("b1", None, "b8")
    assert "occupied" in panel.reason.text()
    assert panel.changes.count() == 1

    driver.click_board("h1")  # picked, and put down by keys
    assert "rook" in panel.things.currentText()
    driver.key(Qt.Key.Key_Escape)
    assert panel.things.currentIndex() == -1
    driver.click_board("h1")
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return):
        driver.key(key)
    assert panel.changes.count() == 2
    driver.key("u", board)
    assert panel.changes.count() == 1
    assert table.match.position == 0

    queen = next(n for n in range(panel.things.count()) if "queen of White" in panel.things.itemText(n))
    panel.things.setCurrentIndex(queen)
    panel.things.activated.emit(queen)
    panel.goals.setCurrentIndex(panel.goals.findText("Box", Qt.MatchFlag.MatchContains))
    driver.click(panel.add)
    assert at(page.view, "d1") == ()
    assert panel.changes.count() == 2
    assert panel.settings.count() == 0  # what the rules count for themselves has no name
    driver.click(panel.done)
    ((seat, position, changes),) = proposed
    assert (seat, position, len(changes)) == ("white", 0, 2)
    assert page.table_layout.prompt.isVisible()
    assert at(page.view, "d1")  # as before, until all agree

    page.link.propose_by_hand(seat, position, changes)
    qtbot.waitUntil(lambda: page.view is not None and page.view.position == 1)
    assert at(page.view, "d1") == ()
    log = page.table_layout.log
    *_, last = (item for row in range(log.count()) if not (item := log.item(row)).isHidden())
    assert last.text().startswith("By hand, agreed by all, as White proposed")
    page.change_by_hand(partial(print))
    driver.click(panel.cancel)
    assert panel.isHidden()
    page.link.undo("white")
    qtbot.waitUntil(lambda: page.view is not None and page.view.position == 0)
    assert at(page.view, "d1")[0].kind == "queen"
    page.close_table()

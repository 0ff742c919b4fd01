"""Tooltips and the enlarged picture at an open table, by mouse, touch and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QInputDevice, QMouseEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.model.things import Spot
from app.table.page import TablePage
from dsl.match.view import PieceView
from tests.app.table.boards import squares
from tests.app.table.table_pages import BOT, TableOpener


def _point(page: TablePage, place: str) -> QPoint:
    middle = page.table_layout.scene.hit_test.middle_of(Spot(place))
    assert middle is not None
    return page.table_layout.board.mapFromScene(*middle)


def test_a_place_and_a_card_are_described_and_enlarged(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    page = opened.page
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    layout, viewport = page.table_layout, page.table_layout.board.viewport()
    enlarged, cells = layout.enlarged, layout.scene.hit_test.cells
    place = next(place for place, cell in cells.items() if cell.ground is not None and not cell.crowded)
    at = _point(page, place)

    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))
    qtbot.waitUntil(QToolTip.isVisible)
    assert "(tile)" in QToolTip.text()
    tip = next(each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel") and each.isVisible())
    assert not tip.geometry().contains(viewport.mapToGlobal(at))  # it hides no place that is to be clicked
    QToolTip.hideText()

    QTest.mouseClick(viewport, Qt.MouseButton.MiddleButton, pos=at)
    shown = enlarged.shown
    assert shown is not None
    assert isinstance(shown.thing, PieceView)
    assert shown.thing.piece == "tile"
    assert shown.where.shape == "hexes"
    position = page.view.position if page.view else -1
    QTest.keyClick(enlarged, Qt.Key.Key_Escape)
    assert enlarged.shown is None
    assert page.view is not None
    assert page.view.position == position

    finger = QPointingDevice(
        "screen", 7, QInputDevice.DeviceType.TouchScreen, QPointingDevice.PointerType.Finger,
        QInputDevice.Capability.Position, 1, 1,
    )  # fmt: skip
    where, left = QPointF(at), Qt.MouseButton.LeftButton
    everywhere = QPointF(viewport.mapToGlobal(at))
    QApplication.sendEvent(
        viewport,
        QMouseEvent(
            QEvent.Type.MouseButtonPress, where, everywhere, left, left, Qt.KeyboardModifier.NoModifier, finger
        ),
    )
    qtbot.waitUntil(lambda: enlarged.shown is not None)
    QTest.mouseClick(enlarged, left, pos=QPoint(4, 4))  # beside the panel
    assert enlarged.shown is None

    layout.board.setFocus()
    QTest.keyClick(layout.board, Qt.Key.Key_Space)  # the next possible choice
    QTest.keyClick(layout.board, Qt.Key.Key_E)
    assert enlarged.shown is not None
    QTest.keyClick(enlarged, Qt.Key.Key_E)

    cards = [card for card in layout.zones.widgets if card.inspected is not None]
    QTest.keyClick(cards[0], Qt.Key.Key_Space)
    assert enlarged.shown == cards[0].inspected
    others = dict.fromkeys(card.inspected for card in cards)
    for _ in range(len(others)):
        QTest.keyClick(enlarged, Qt.Key.Key_Right)
    assert enlarged.shown == list(others)[-1]
    QTest.keyClick(enlarged, Qt.Key.Key_Escape)
    hidden = next(card for card in cards if card.pile.hidden)
    hidden.enlarge()
    shown = enlarged.shown
    assert shown is not None
    assert isinstance(shown.thing, PieceView)
    assert not shown.thing.kind
    enlarged.close_sheet()
    layout.board.menu_requested.emit(place, None, viewport.mapToGlobal(at))
    menu = next(each for each in layout.findChildren(QMenu) if each.isVisible())
    menu.actions()[0].trigger()
    menu.close()
    assert enlarged.shown is not None
    page.table_layout.clear()  # the curtain falls
    assert enlarged.shown is None


def test_the_tooltip_of_an_impossible_action_says_why(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    driver, prompt = opened.driver, opened.page.table_layout.prompt
    qtbot.waitUntil(lambda: driver.decision is not None)
    for _ in range(30):
        assert driver.decision is not None
        refused = [n for n, entry in enumerate(driver.decision.entries) if not entry.possible]
        shown = [(n, made) for n in refused if (made := prompt.entry_button(n)) is not None]
        if shown:
            break
        driver.play(driver.any_option())
        qtbot.waitUntil(lambda: driver.decision is not None)
    _, made = shown[0]
    before = made.toolTip()
    QApplication.sendEvent(made, QEvent(QEvent.Type.Enter))
    assert made.toolTip() != before
    assert made.accessibleDescription() in made.toolTip()
    assert made.accessibleDescription()


@pytest.mark.parametrize("moves", ["turns", "grows"])
def test_a_tooltip_goes_when_the_board_moves_away_from_under_it(qtbot: QtBot, moves: str) -> None:
    scene = BoardScene()
    board = BoardGraphicsView(scene)
    qtbot.addWidget(board)
    board.set_tip_source(lambda place, thing: f"about {place}")
    with qtbot.waitExposed(board):
        board.show()
    scene.show_state(squares(3))
    board.grab()
    qtbot.waitUntil(lambda: board.sharp)
    viewport, at = board.viewport(), board.mapFromScene(0, 0)
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))
    qtbot.waitUntil(QToolTip.isVisible)
    assert "about" in QToolTip.text()
    if moves == "turns":
        scene.set_rotation(90)
    else:
        board.zoom_by(1.5)
    qtbot.waitUntil(lambda: not QToolTip.isVisible(), timeout=8000)  # it would go by itself later

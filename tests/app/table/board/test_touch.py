"""Fingers on the board and on lists: tap, drag, pinch, long press, scrolling."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.base.widgets import TouchScrolling, scroll_area
from app.table.model.things import Spot
from tests.app.table.board.test_board_view import RED, Board, board  # noqa: F401
from tests.app.touch import tap, touch, touch_screen

FINGER = touch_screen


def swipe(widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Move a finger over a widget."""
    touch(FINGER(), widget, "press", start)
    for step in range(1, 11):
        touch(FINGER(), widget, "move", (QPointF(start) + QPointF(end - start) * step / 10).toPoint())
        QTest.qWait(10)
    touch(FINGER(), widget, "release", end)


def test_a_tap_chooses_and_a_finger_drags_a_counter(board: Board) -> None:  # noqa: F811
    tap(FINGER(), board.view.viewport(), board.at(RED))
    assert board.gestures == [("touched", *RED)]
    swipe(board.view.viewport(), board.at(RED), board.at(Spot("1,0")))
    assert board.gestures[1:] == [("dragged", *RED, "1,0")]


def test_a_finger_on_the_sea_pans_the_board(board: Board) -> None:  # noqa: F811
    before, start = board.at(RED), board.at(Spot("1,-1"))
    swipe(board.view.viewport(), start, start + QPoint(60, -40))
    assert board.at(RED) - before == QPoint(60, -40)
    assert board.gestures == []


def test_a_long_press_enlarges_and_is_no_tap(board: Board, qtbot: QtBot) -> None:  # noqa: F811
    viewport, at = board.view.viewport(), board.at(RED)
    with qtbot.waitSignal(board.view.enlarge_requested) as enlarged:
        touch(FINGER(), viewport, "press", at)
    touch(FINGER(), viewport, "release", at)
    assert enlarged.args == [*RED]
    assert board.gestures == []


def test_two_fingers_zoom_and_choose_nothing(board: Board, qtbot: QtBot) -> None:  # noqa: F811
    viewport, zoom = board.view.viewport(), board.view.zoom
    middle = viewport.rect().center()
    touch(FINGER(), viewport, "press", middle - QPoint(50, 0), middle + QPoint(50, 0))
    for apart in range(60, 130, 10):
        touch(FINGER(), viewport, "move", middle - QPoint(apart, 0), middle + QPoint(apart, 0))
    touch(FINGER(), viewport, "release", middle - QPoint(120, 0), middle + QPoint(120, 0))
    assert board.view.zoom > zoom * 1.2
    assert board.gestures == []


def test_a_finger_scrolls_a_page_and_presses_its_buttons(qtbot: QtBot) -> None:
    content = QWidget()
    column = QVBoxLayout(content)
    pressed: list[int] = []
    for number in range(40):
        made = QPushButton(str(number))
        made.clicked.connect(lambda _checked, number=number: pressed.append(number))
        column.addWidget(made)
    area = scroll_area(content)
    qtbot.addWidget(area)
    area.resize(300, 300)
    area.show()
    qtbot.waitExposed(area)
    swipe(area.viewport(), QPoint(150, 250), QPoint(150, 50))
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > 100)
    assert not pressed


def test_a_finger_that_scrolls_a_list_selects_nothing_on_its_way(qtbot: QtBot) -> None:
    lines = QListWidget()
    TouchScrolling(lines)
    lines.addItems([f"Line {number}" for number in range(80)])
    qtbot.addWidget(lines)
    lines.resize(300, 300)
    lines.show()
    qtbot.waitExposed(lines)
    rows = set[int]()
    lines.currentRowChanged.connect(rows.add)
    swipe(lines.viewport(), QPoint(150, 250), QPoint(150, 50))
    qtbot.waitUntil(lambda: lines.verticalScrollBar().value() > 5)
    assert len(rows - {-1}) <= 1, "the one under the finger when it came"

"""Guard against clicks on a button that has appeared under the pointer: by mouse and by touch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.base.widgets import ClickGuard
from tests.app.touch import tap, touch_screen


class Pages:
    """A page whose button opens another page over it, with a guarded button at the same place."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(300, 200)
        opener = QPushButton("Score", self.window)
        self.page = QWidget(self.window)
        self.leave = QPushButton("Leave", self.page)
        self.page.resize(300, 200)
        self.page.hide()
        for each in (opener, self.leave):
            each.setGeometry(100, 80, 100, 40)
        opener.clicked.connect(self.page.show)
        ClickGuard(self.page, self.leave)
        self.left: list[bool] = []
        self.leave.clicked.connect(lambda: self.left.append(True))
        self.middle = opener.geometry().center()
        self.window.show()
        qtbot.waitExposed(self.window)


@pytest.fixture
def device() -> QPointingDevice:
    return touch_screen()


@pytest.fixture
def interval() -> Iterator[None]:
    before = QApplication.doubleClickInterval()
    yield
    QApplication.setDoubleClickInterval(before)


def test_a_second_click_with_the_mouse_does_nothing_however_late_it_comes(qtbot: QtBot, interval: None) -> None:
    pages = Pages(qtbot)
    QApplication.setDoubleClickInterval(0)
    for clicks in range(3):
        QTest.mouseClick(pages.window.windowHandle(), Qt.MouseButton.LeftButton, pos=pages.middle)
        assert pages.page.isVisible()
        assert len(pages.left) == (1 if clicks == 2 else 0)


def test_the_second_tap_of_a_double_tap_does_nothing(qtbot: QtBot, device: QPointingDevice, interval: None) -> None:
    pages = Pages(qtbot)
    QApplication.setDoubleClickInterval(60_000)
    for taps in range(3):
        tap(device, pages.window, pages.middle)
        assert pages.page.isVisible()
        assert len(pages.left) == (1 if taps == 2 else 0)


def test_a_tap_is_no_accident_because_no_pointer_moved_there(
    qtbot: QtBot, device: QPointingDevice, interval: None
) -> None:
    pages = Pages(qtbot)
    QApplication.setDoubleClickInterval(0)
    tap(device, pages.window, pages.middle)
    assert pages.page.isVisible()
    assert not pages.left
    QTest.qWait(5)
    tap(device, pages.window, pages.middle + QPoint(20, 5))
    assert pages.left

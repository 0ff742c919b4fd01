"""Page with two columns: side by side only if both have enough room."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.screens.setup import ColumnsPage
from app.shell.window import MainWindow
from app.storage.settings import LastSetup


class TwoParts(ColumnsPage):
    """A page with a part in each column."""

    def __init__(self, letters: int) -> None:
        super().__init__(letters)
        self.left, self.right = QWidget(), QWidget()
        for each in (self.left, self.right):
            self.columns.addWidget(each)
        content = QWidget()
        QVBoxLayout(content).addWidget(self.body)
        self.lay_out_page(content, QPushButton("Back"), QPushButton("Start"))

    @property
    def side_by_side(self) -> bool:
        return self.columns.direction() == QBoxLayout.Direction.LeftToRight


def test_columns_without_enough_room_are_placed_below_each_other(qtbot: QtBot) -> None:
    page = TwoParts(letters=10)
    qtbot.addWidget(page)
    page.resize(900, 500)
    page.show()
    qtbot.waitUntil(lambda: page.side_by_side)
    page.left.setMinimumWidth(500)
    page.right.setMinimumWidth(420)
    qtbot.waitUntil(lambda: not page.side_by_side)
    page.resize(1100, 500)
    qtbot.waitUntil(lambda: page.side_by_side)
    page.right.setMinimumWidth(700)
    qtbot.waitUntil(lambda: not page.side_by_side)
    assert page.right.mapTo(page, page.right.rect().topRight()).x() < page.width()


def test_the_columns_grow_with_the_text(qtbot: QtBot) -> None:
    page = TwoParts(letters=10)
    qtbot.addWidget(page)
    page.resize(1900, 500)
    page.show()
    qtbot.waitUntil(lambda: page.body.width() > 1000)
    before = page.body.width()
    page.setStyleSheet("font-size: 24px")
    qtbot.waitUntil(lambda: page.body.width() > before)


def test_the_buttons_wrap_in_large_text(qtbot: QtBot) -> None:
    page = ColumnsPage(letters=10)
    qtbot.addWidget(page)
    page.setStyleSheet("font-size: 30px")
    foot = [QPushButton(f"A button with long text {number}") for number in range(4)]
    page.lay_out_page(page.body, *foot)
    page.resize(960, 540)
    page.show()
    qtbot.waitUntil(lambda: foot[-1].y() > foot[1].y())
    assert page.width() == 960
    assert all(each.geometry().right() < page.width() for each in foot)


def test_house_rules_are_in_the_shorter_column(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1366, 768)
    page = window.setup

    def left(part: QWidget) -> int:
        return part.mapTo(page, QPoint()).x()

    def set_up(game: str) -> None:
        window.set_up(window._games.named(game))
        qtbot.waitUntil(page.start.isEnabled)

    set_up("chess")  # few options
    qtbot.waitUntil(lambda: left(page.seats) < min(left(page.options), left(page.house)))
    set_up("trias")  # many options
    qtbot.waitUntil(lambda: left(page.house) < left(page.options))
    assert left(page.clock) == left(page.house)
    form = page._form
    assert form is not None
    page.set_form(replace(form, options=(), house=()), LastSetup())  # neither options nor house rules
    qtbot.waitUntil(lambda: left(page.clock) > left(page.seats))
    set_up("trias")
    qtbot.waitUntil(lambda: left(page.clock) < left(page.options))

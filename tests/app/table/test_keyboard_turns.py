"""Turns with the keyboard alone, at the table of every game: on the board, in the prompt, and among the cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.table import Table
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import INSTANT, OpenTable, open_page
from tests.rounds import rounds
from tests.rulesets import FOLDERS, loaded, name_of

Key = Qt.Key
_CHOICES = rounds(8, 25)
_STEPS = 80  #: keys pressed for one choice, at most


def focus(opened: OpenTable) -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None, "the focus is lost"
    assert widget.isVisible(), f"the focus is on something that is hidden: {widget}"
    assert opened.page.isAncestorOf(widget)
    return widget


def press(opened: OpenTable, key: Qt.Key) -> None:
    QTest.keyClick(focus(opened), key)
    QApplication.processEvents()


def choose(opened: OpenTable) -> None:
    """Make one choice: the next place of the board, else the next answer or card that Tab reaches and that was not
    tried before for this choice."""
    driver, layout = opened.driver, opened.page.table_layout
    before, tried = driver.view.position, set[str]()
    for _ in range(_STEPS):
        widget = focus(opened)
        if widget is layout.board and (layout.scene.marks.selectable or layout.scene.marks.targets):
            press(opened, Key.Key_Space)
            press(opened, Key.Key_Return)
        elif is_answer(widget, opened) and said(widget) not in tried:
            tried.add(said(widget))
            press(opened, Key.Key_Space)
        else:
            press(opened, Key.Key_Tab)
        if driver.over or driver.view.position != before:
            return
    pytest.fail(f"no choice by the keyboard; the focus is on {focus(opened)}: {layout.prompt.headline.text()}")


def is_answer(widget: QWidget, opened: OpenTable) -> bool:
    """Whether a widget is an answer or a card, and not a tool such as Undo."""
    layout = opened.page.table_layout
    parts = (layout.prompt, layout.zones, layout.zones.hand)
    return (
        isinstance(widget, QAbstractButton)
        and not isinstance(widget, QToolButton)
        and any(part.isAncestorOf(widget) for part in parts)
    )


def said(widget: QWidget) -> str:
    return widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_turns_are_played_with_the_keyboard_alone(qtbot: QtBot, folder: Path) -> None:
    pack = loaded(folder)
    colours = pack.rules.colours[: pack.rules.players[0]]
    seats = [SeatPlan(colour, "bot:random" if rank else "human", "") for rank, colour in enumerate(colours)]
    table = Table(pack, seats, {}, 5, None, make)
    opened = open_page(qtbot, table, INSTANT, folder=folder)
    opened.page.activateWindow()
    opened.page.table_layout.board.setFocus()
    driver: PageDriver = opened.driver
    for _ in range(_CHOICES):
        qtbot.waitUntil(lambda: driver.over or driver.decision is not None)
        if driver.over:
            break
        choose(opened)
    opened.page.close_table()
    table.close()

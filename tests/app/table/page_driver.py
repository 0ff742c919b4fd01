"""Driver of a table page: plays by mouse and keyboard events only."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from app.table.model.selection import Selection, is_placement
from app.table.model.things import Spot, Thing, readings, spot_of
from app.table.page import TablePage
from dsl.match.view import DecisionView, OptionView, Value, View

_PATIENCE = 20  #: rounds of the event loop until a new button is there
_TAKING = 1500  #: rounds of 10 ms until the page has taken a number itself, also at a table on the network


class PageDriver:
    """Sends mouse and key events to a table page."""

    def __init__(self, page: TablePage, seed: int = 1) -> None:
        self.page = page
        self._dice = random.Random(seed)

    @property
    def view(self) -> View:
        assert self.page.view is not None
        return self.page.view

    @property
    def decision(self) -> DecisionView | None:
        """The decision of the shown seat; None if it need not choose, or if the table is hidden."""
        if self.page.view is None or not self.page.table_layout.isVisible():
            return None
        return next((each for each in self.view.decisions if each.seat == self.view.seat and each.options), None)

    @property
    def over(self) -> bool:
        return self.page.view is not None and self.view.outcome is not None

    def any_option(self) -> OptionView:
        """Return a random option: first an entry, then one of its values."""
        assert self.decision is not None
        entry = self._dice.choice(sorted({option.entry for option in self.decision.options}))
        return self._dice.choice([option for option in self.decision.options if option.entry == entry])

    def play(self, option: OptionView) -> None:
        """Choose an option with the mouse."""
        button = self.page.table_layout.prompt.entry_button(option.entry)
        if button is not None:
            self.click(button)
        if option.value.place:
            self.click_board(option.value.place, thing_of(option.value))
            self._click_menu(option)
        elif option.value.text and not self._is_taken_by_the_page():
            self.click(self._waiting(option) or self.button_of(option))

    def _is_taken_by_the_page(self) -> bool:
        """Wait until the page has taken the only number that can follow the place just chosen; False if the decision is
        of another kind."""
        before, decision = self.view.position, self.decision
        if decision is None or Selection(decision).only_number is None:
            return False
        for _ in range(_TAKING):
            QTest.qWait(10)
            if self.page.view is None or self.view.position != before:
                return True
        return False  # after Undo it is left to the user

    def _click_menu(self, option: OptionView) -> None:
        """Choose the option in the menu, if the page has opened one for an ambiguous place."""
        menu = self.menu
        if menu is not None:
            self.click_action(menu, next(each for each in menu.actions() if each.data() == option.number))

    @property
    def menu(self) -> QMenu | None:
        """The menu that the page has opened, if any."""
        return next((each for each in self.page.findChildren(QMenu) if each.isVisible()), None)

    def click_action(self, menu: QMenu, action: QAction) -> None:
        """Click a line of a menu."""
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())

    def _waiting(self, option: OptionView) -> QWidget | None:
        """Return the card of the reserve for an option that has no button."""
        assert self.decision is not None
        if not is_placement(option, self.decision, self.view):
            return None
        cards = self.page.table_layout.zones.widgets
        return next(card for card in cards if option.value.text in readings(card.pile.value))

    def button_of(self, option: OptionView) -> QPushButton:
        """Return the button of a value without a place."""
        assert self.decision is not None
        text = self.page.words.option(option, self.decision)
        for _ in range(_PATIENCE):
            QApplication.processEvents()  # new buttons are laid out
            buttons = self.page.table_layout.prompt.findChildren(QPushButton)
            found = next((each for each in buttons if each.accessibleName() == text and each.isVisible()), None)
            if found is not None:
                return found
        raise AssertionError(f"no button says: {text}")

    def click(self, widget: QWidget) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def at(self, place: str, thing: Thing | None = None) -> QPoint:
        """Return the position of a place or piece in the viewport of the board."""
        middle = self.page.table_layout.scene.hit_test.middle_of(Spot(place, thing))
        assert middle is not None, f"{place} {thing} is not on the board"
        point = self.page.table_layout.board.mapFromScene(*middle)
        assert self.page.table_layout.board.viewport().rect().contains(point)
        return point

    def click_board(self, place: str, thing: Thing | None = None) -> None:
        viewport = self.page.table_layout.board.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=self.at(place, thing))

    def drag(self, place: str, thing: Thing | None, goal: str) -> None:
        self.carry(place, thing, goal)
        self.drop(goal)

    def carry(self, place: str, thing: Thing | None, goal: str) -> None:
        """Drag a piece without dropping it."""
        viewport = self.page.table_layout.board.viewport()
        start, end = self.at(place, thing), self.at(goal)
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        for step in range(1, 5):
            QTest.mouseMove(viewport, start + (end - start) * step / 4)

    def drop(self, goal: str) -> None:
        QTest.mouseRelease(self.page.table_layout.board.viewport(), Qt.MouseButton.LeftButton, pos=self.at(goal))

    def key(self, key: Qt.Key | str, widget: QWidget | None = None) -> None:
        target = widget or self.page.table_layout.board
        if isinstance(key, str):
            QTest.keyClicks(target, key)
        else:
            QTest.keyClick(target, key)


def come_from_beside(page: QWidget) -> None:
    """Move the pointer over the corner of a page, so that it enters a button from outside."""
    corner = page.mapTo(page.window(), QPoint(2, 2))
    for step in range(2):
        QTest.mouseMove(page.window().windowHandle(), corner + QPoint(step, step))
    QApplication.processEvents()


def thing_of(value: Value) -> Thing | None:
    """Return the thing that a click on a value of the board means; None for a place."""
    return spot_of(value).thing

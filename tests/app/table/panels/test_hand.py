"""The hand of cards: a fan over the lower edge of the board."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.table.context import TableContext
from app.table.panels.hand import HandCard, HandFan
from app.table.panels.piles_and_figures import Pile
from dsl.match.view import PieceView

NONE: frozenset[str] = frozenset()


def cards(count: int) -> tuple[Pile, ...]:
    return tuple(Pile("Your hand", PieceView("card", "wood"), 1, f"wood {number}") for number in range(count))


def point_at(card: HandCard) -> None:
    middle = QPointF(card.rect().center())
    QApplication.sendEvent(card, QEnterEvent(middle, middle, middle))


def test_a_hand_is_a_fan_that_shows_one_card_whole(qtbot: QtBot, context: TableContext) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 800)
    hand = HandFan(window)
    hand.set_area(QRect(0, 200, 700, 600))
    with qtbot.waitSignal(hand.height_changed):
        hand.show_state(cards(5), context, frozenset({"wood 1"}), frozenset({"wood 3"}))
    window.show()
    assert 0 < hand.rest_height() < 154
    # Overlapping, in order, in an arc; the chosen one is lifted.
    lefts = [card.x() for card in hand.cards]
    assert lefts == sorted(lefts)
    assert all(after.x() < before.geometry().right() for before, after in pairwise(hand.cards))
    assert hand.cards[0].y() > hand.cards[2].y()
    assert hand.cards[3].y() < hand.cards[1].y()
    assert [card.selectable for card in hand.cards] == [False, True, False, False, False]
    assert hand.childAt(QPoint(2, 2)) is None  # between the cards, the board is clicked
    assert not hand.mask().contains(QPoint(2, 2))
    # The card under the pointer is whole, larger and above the others; so is the one with the focus.
    second = hand.cards[1]
    at_rest = second.geometry()
    point_at(second)
    assert second.raised
    assert second.height() > at_rest.height()
    assert hand.rect().contains(second.geometry())
    assert hand.childAt(second.geometry().center()) is second
    hand.show_state(cards(5), context, frozenset({"wood 1"}), frozenset({"wood 3"}))
    assert hand.cards[1] is second  # an equal hand is left alone
    QApplication.sendEvent(second, QEvent(QEvent.Type.Leave))
    assert second.geometry() == at_rest
    window.activateWindow()
    second.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(second.hasFocus)
    QTest.keyClick(second, Qt.Key.Key_Right)
    assert [card.raised for card in hand.cards] == [False, False, True, False, False]
    with qtbot.waitSignal(hand.activated) as activated:
        QTest.keyClick(hand.cards[2], Qt.Key.Key_Return)
    assert activated.args == ["wood 2"]
    # Of many cards, a part of each is visible, and none is outside.
    hand.show_state(cards(24), context, NONE, NONE)
    assert all(after.x() - before.x() >= 12 for before, after in pairwise(hand.cards))
    assert all(card.x() >= 0 and card.geometry().right() < hand.width() for card in hand.cards)
    with qtbot.waitSignal(hand.height_changed):
        hand.clear()
    assert (hand.isVisible(), hand.rest_height()) == (False, 0)


def test_a_card_that_can_be_chosen_has_a_frame(qtbot: QtBot, context: TableContext) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 800)
    hand = HandFan(window)
    hand.set_area(QRect(0, 200, 700, 600))
    hand.show_state(cards(2), context, frozenset({"wood 1"}), NONE)
    window.show()
    accent = QColor(context.theme.accent).rgb()

    def frame_pixels(card: HandCard) -> int:
        image = card.grab().toImage()
        return sum(image.pixel(x, y) == accent for x in range(image.width()) for y in range(image.height()))

    without, framed = map(frame_pixels, hand.cards)
    assert framed > 100 > without

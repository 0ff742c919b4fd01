"""Titles of cards and piles beside the board: whole words, also above small cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtGui import QFont, QFontMetricsF
from pytestqt.qtbot import QtBot

from app.appearance.fonts import SMALL_TEXT
from app.table.context import TableContext
from app.table.panels.piles_and_figures import CARD_WIDTH, Pile, PileWidget
from app.table.panels.zones import ZonesPanel
from dsl.match.view import PieceView, View, ZoneView
from tests.app.table.boards import squares as squares_view


def made(qtbot: QtBot, context: TableContext, title: str, scale: float) -> PileWidget:
    pile = PileWidget(Pile(title, None, 0), context, selectable=False)
    qtbot.addWidget(pile)
    pile.scale = scale
    pile.lines = pile.title_lines
    return pile


def width_of(word: str, pile: PileWidget) -> float:
    font = QFont(pile.font())
    font.setPointSizeF(font.pointSizeF() * SMALL_TEXT)
    return QFontMetricsF(font).horizontalAdvance(word)


@pytest.mark.parametrize("scale", [0.4, 0.6, 1.0, 2.0])
def test_the_longest_word_of_a_title_is_never_cut(qtbot: QtBot, context: TableContext, scale: float) -> None:
    pile = made(qtbot, context, "Quarters left over", scale)
    assert pile.sizeHint().width() >= width_of("Quarters", pile)
    assert pile.sizeHint().width() >= CARD_WIDTH * scale


def test_a_very_long_word_is_cut_so_that_the_pile_fits_beside_the_board(qtbot: QtBot, context: TableContext) -> None:
    pile = made(qtbot, context, "m" * 200, 1.0)
    assert pile.sizeHint().width() < 3 * CARD_WIDTH * pile.text_scale


def test_a_title_that_is_shown_elsewhere_needs_no_room(qtbot: QtBot, context: TableContext) -> None:
    pile = made(qtbot, context, "Extraordinarily", 0.6)
    pile.lines = 0
    assert pile.sizeHint().width() < width_of("Extraordinarily", pile)


def test_a_pile_that_matters_little_takes_one_line(qtbot: QtBot, context: TableContext) -> None:
    pile = made(qtbot, context, "Quarters left over", 1.0)
    whole = pile.sizeHint()
    pile.compact = True
    assert pile.sizeHint().height() < whole.height() / 2
    assert pile.sizeHint().width() > width_of("Quarters left over  0", pile)


def test_the_look_names_the_zones_that_matter_little(qtbot: QtBot, context: TableContext) -> None:
    """A quiet zone is small while its cards are unknown; a card that can be seen or chosen is as large as others."""

    def view_of(kind: str) -> View:
        zones = tuple(
            ZoneView(name, "", 2, (PieceView("plate", kind), PieceView("plate", kind)), open=False)
            for name in ("plates_left", "pile")
        )
        return structs.replace(squares_view(3), zones=zones)

    panel = ZonesPanel(replace(context, look=replace(context.look, quiet=frozenset({"plates_left"}))))
    qtbot.addWidget(panel)
    panel.show_state(view_of(""), frozenset())
    assert {card.pile.zone: card.compact for card in panel.widgets} == {"plates_left": True, "pile": False}
    panel.show_state(view_of("west"), frozenset())
    assert not any(card.compact for card in panel.widgets)

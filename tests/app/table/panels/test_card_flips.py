"""Cards beside the board turn over when they show another side, unless the user wants less motion."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.table.context import TableContext
from app.table.panels.card_flips import CardFlips
from app.table.panels.piles_and_figures import Pile, PileWidget
from dsl.match.view import PieceView

HIDDEN, MOUNTAIN, WOOD = PieceView("card", ""), PieceView("card", "mountain"), PieceView("card", "wood")


@pytest.fixture
def flips(qtbot: QtBot) -> Iterator[CardFlips]:
    owner = QWidget()
    qtbot.addWidget(owner)
    found = CardFlips(owner)
    found.set_motion(2.0, fading=False)
    yield found
    found.clear()


def cards(qtbot: QtBot, context: TableContext, *piles: tuple[str, PieceView | None, int]) -> list[PileWidget]:
    made = [PileWidget(Pile(zone, top, size, zone=zone), context, selectable=False) for zone, top, size in piles]
    for each in made:
        qtbot.addWidget(each)
    return made


def test_a_card_that_is_turned_up_turns_over(qtbot: QtBot, context: TableContext, flips: CardFlips) -> None:
    before = cards(qtbot, context, ("row", HIDDEN, 1), ("row", WOOD, 1))
    flips.follow(before, "red")
    assert flips.turning == ()
    after = cards(qtbot, context, ("row", MOUNTAIN, 1), ("row", WOOD, 1))
    flips.follow(after, "red")
    (card,) = flips.turning
    assert card is after[0]

    turning = card.turning
    assert turning is not None
    turning.share = 0.0  # first it looks as it did, at the end as it does without turning
    assert card.grab().toImage() == before[0].grab().toImage()
    turning.share = 1.0
    turned = card.grab().toImage()
    turning.share = 0.5
    assert card.grab().toImage() != turned  # seen from its edge
    again = cards(qtbot, context, ("row", MOUNTAIN, 1), ("row", WOOD, 1))
    flips.follow(again, "red")  # another mark on the board must not end it
    assert flips.turning == (again[0],)
    qtbot.waitUntil(lambda: flips.turning == ())
    assert again[0].grab().toImage() == turned


def test_the_top_card_of_a_hidden_pile_turns_over_where_it_is_played(
    qtbot: QtBot, context: TableContext, flips: CardFlips
) -> None:
    flips.follow(cards(qtbot, context, ("pile", HIDDEN, 5), ("played", WOOD, 1)), "red")
    after = cards(qtbot, context, ("pile", HIDDEN, 4), ("played", MOUNTAIN, 2))
    flips.follow(after, "red")
    assert flips.turning == (after[1],)
    flips.follow(cards(qtbot, context, ("pile", HIDDEN, 4), ("played", WOOD, 3)), "red")
    qtbot.waitUntil(lambda: flips.turning == ())
    flips.follow(cards(qtbot, context, ("pile", HIDDEN, 4), ("played", MOUNTAIN, 4)), "red")
    assert flips.turning == ()  # it came from elsewhere, face up


def test_cards_of_another_player_and_a_table_without_motion_do_not_turn(
    qtbot: QtBot, context: TableContext, flips: CardFlips
) -> None:
    flips.follow(cards(qtbot, context, ("row", HIDDEN, 1)), "red")
    flips.follow(cards(qtbot, context, ("row", WOOD, 1)), "blue")
    assert flips.turning == ()
    flips.set_motion(0.0, fading=False)
    flips.follow(cards(qtbot, context, ("row", HIDDEN, 1)), "blue")
    assert flips.turning == ()
    flips.set_motion(1.0, fading=True)
    shown = cards(qtbot, context, ("row", MOUNTAIN, 1))
    flips.follow(shown, "blue")
    turning = shown[0].turning
    assert turning is not None
    assert turning.fading

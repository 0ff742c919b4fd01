"""Amounts on the table are exact: each piece is drawn, or a number is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QColor, QImage, QPainter

from app.appearance.kind_look import Paint
from app.appearance.look import Look, game_look
from app.table.context import TableContext
from app.table.model.things import Marks
from app.table.painting.item_models import ItemModels
from app.table.painting.palette import LIGHT_PALETTE
from app.table.painting.pieces import REACH, Emblem, paint_emblem
from app.table.panels.piles_and_figures import Pile
from app.table.panels.players import player_summaries
from dsl.match.view import BoardView, CellView, CounterView, PieceView, ZoneView
from tests.app.table.boards import board_of
from tests.app.table.views import position
from tests.rulesets import FOLDERS, RULESETS, loaded, name_of

pytestmark = pytest.mark.usefixtures("qapp")

_SIDE = 220  #: pixels of a picture whose bodies are counted


def _counters(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the name, an owner and a state of every counter of a ruleset."""
    pack = loaded(folder)
    layout = pack.start(pack.players[0], {}, 1).program.layout
    for counter in layout.counters.values():
        for owner in sorted({counter.owners[0], counter.owners[-1]}):
            yield from ((counter.name, owner, state) for state in counter.states)


def _emblem(look: Look, *, counters: tuple[CounterView, ...] = (), pieces: tuple[PieceView, ...] = ()) -> Emblem:
    cell = CellView("a1", 0, 0, pieces, counters)
    (face,) = ItemModels(board_of(BoardView("board", "squares", (cell,))), Marks(), look).things.values()
    return face.emblem


def _bodies(emblem: Emblem) -> int:
    """Count the separate blue patches in the picture of an emblem with blue abstract bodies instead of drawings."""
    image = QImage(_SIDE, _SIDE, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    painter = QPainter(image)
    painter.translate(_SIDE / 2, _SIDE / 2)
    blue = replace(emblem, art=(), shape="stone", player=replace(emblem.player, fill=Paint("#0000ff", "#0000ff")))
    paint_emblem(painter, blue, _SIDE / 2 / REACH, LIGHT_PALETTE)
    painter.end()
    colours = {(x, y): image.pixelColor(x, y) for x in range(_SIDE) for y in range(_SIDE)}
    left = {at for at, seen in colours.items() if seen.blue() > max(seen.red(), seen.green()) + 60}
    patches = 0
    while left:
        edge, size = [left.pop()], 0
        while edge:
            x, y = edge.pop()
            size += 1
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            edge += near
        patches += size > 20
    return patches


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_counters_are_drawn_exactly_or_numbered(folder: Path) -> None:
    look = game_look(folder)
    for counter, owner, state in _counters(folder):
        for amount in range(1, 49):
            emblem = _emblem(look, counters=(CounterView(counter, owner, state, amount),))
            drawn = emblem.badge == str(amount) or (emblem.badge == "" and emblem.bodies == amount)
            assert drawn, (counter, owner, state, amount)


@pytest.mark.parametrize("amount", range(1, 15))
def test_a_group_is_painted_with_the_right_number_of_bodies(amount: int) -> None:
    look = game_look(RULESETS / "classics" / "oware")
    emblem = _emblem(look, counters=(CounterView("bean", "", "", amount),))
    assert emblem.bodies == min(amount, 12)
    if not emblem.badge:
        assert _bodies(emblem) == emblem.bodies
    assert (emblem.badge == str(amount)) == (amount > 4)


def test_bodies_of_a_group_do_not_overlap() -> None:
    look = game_look(RULESETS / "classics" / "oware")
    emblem = _emblem(look, counters=(CounterView("bean", "", "", 1),))
    for amount in range(1, 13):
        assert _bodies(replace(emblem, amount=amount)) >= amount - 3  # the number may lie on some


@pytest.mark.parametrize("amount", range(1, 8))
def test_up_to_three_equal_figures_are_painted_singly_and_more_have_a_number(amount: int) -> None:
    emblem = _emblem(Look(), pieces=(PieceView("man", "scout", "red"),) * amount)
    assert (emblem.bodies, emblem.badge) == ((amount, "") if amount <= 3 else (1, str(amount)))
    single = replace(emblem, inscribed=False)
    assert _bodies(single) == single.bodies


def test_equal_tiles_on_a_cell_are_all_counted() -> None:
    tile = PieceView("tile", "marsh")
    assert _emblem(Look(), pieces=(tile,) * 4).amount == 3  # those on the one that is the ground


@pytest.mark.parametrize("amount", range(1, 49))
def test_cards_of_others_and_piles_are_drawn_exactly_or_numbered(context: TableContext, amount: int) -> None:
    hidden = ZoneView("hand", "blue", amount, (PieceView("card", ""),) * amount, False)
    row = player_summaries(structs.replace(position(), zones=(hidden,)), context)[1]
    assert row.backs_number == str(amount) or (row.backs_number == "" and row.backs_drawn == amount)
    assert Pile("", PieceView("card", "wood"), amount).badge == ("" if amount == 1 else str(amount))
    assert Pile("", PieceView("card", ""), amount).badge == str(amount)

"""Rotation of a tile before it is placed: by keys, wheel and clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.table.context import TableSettings
from app.table.model.things import Ghost, Spot
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.match.table import Table
from dsl.match.view import PieceView
from tests.app.table.table_pages import OpenTable, open_page

RULES = """
game downs
    players 2, colours red, blue

kinds Sheet: A1 A2
table Sheet(s: Sheet)  room  hedges
    A1                    1  0
    A2                    2  0+3

board downs: hexes, unbounded, centre 0,0
piece field: Sheet, on hexes, one on each, alike, turns, walls on hedges
zone stack: fields, in order, seen by nobody
zone drawn of player: fields, seen by its player

action lay(at: hex, turn: 0..5) "Lay the field on {at}"
    needs empty: none of fields on at
    needs contact: at touches fields
    needs distinct: turn < rotations of top(drawn of me)
    do
        move top(drawn of me) to at turned turn

setup
    create 1 of field(A1) in centre
    create 12 of field(A1) in stack
    create 12 of field(A2) in stack
    shuffle stack

play
    turns from seat(1) clockwise until none of stack
        move top(stack) to drawn of me
        choose lay

winner
    most fields: number of fields
    shared
"""


@pytest.fixture
def downs(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenTable]:
    pack = build(RulesetText((("downs.rules", RULES),)))
    seats = [SeatPlan(colour, "human", "") for colour in ("red", "blue")]
    table = Table(pack, seats, {}, 7, tmp_path / "downs.journal", make)
    opened = open_page(qtbot, table, TableSettings(speed=0, bot_delay=0, curtain=False))
    yield opened
    opened.page.close_table()
    table.close()


def ghost_of(opened: OpenTable) -> PieceView:
    ghost = opened.page.table_layout.scene.marks.ghost
    assert isinstance(ghost, Ghost)
    assert isinstance(ghost.thing, PieceView)
    return ghost.thing


def click(qtbot: QtBot, opened: OpenTable, place: str) -> None:
    board = opened.page.table_layout.board
    middle = opened.page.table_layout.scene.hit_test.middle_of(Spot(place))
    assert middle is not None
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=board.mapFromScene(QPointF(*middle)))


def wheel(opened: OpenTable, steps: int) -> None:
    viewport = opened.page.table_layout.board.viewport()
    where = QPointF(viewport.rect().center())
    event = QWheelEvent(
        where, QPointF(viewport.mapToGlobal(where.toPoint())), QPoint(), QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)


def test_a_tile_is_rotated_by_keys_and_wheel_and_placed_by_a_click(qtbot: QtBot, downs: OpenTable) -> None:
    board = downs.page.table_layout.board
    click(qtbot, downs, "1,0")
    assert ghost_of(downs).turned == 0
    assert downs.page.table_layout.scene.marks.ghost == Ghost("1,0", ghost_of(downs))
    zoom = board.zoom
    qtbot.keyClick(board, Qt.Key.Key_R)
    assert ghost_of(downs).turned == 1
    walls = ghost_of(downs).walls
    wheel(downs, -1)
    assert board.zoom == zoom
    rotations = 6 if len(walls) == 1 else 3
    assert ghost_of(downs).turned == 2
    qtbot.keyClick(board, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert (ghost_of(downs).turned, ghost_of(downs).walls) == (1, walls)
    for _ in range(rotations):
        qtbot.keyClick(board, Qt.Key.Key_R)
    assert ghost_of(downs).turned == 1  # only turns that may be chosen, around and around
    click(qtbot, downs, "1,0")
    view = downs.page.view
    assert view is not None
    (piece,) = next(cell.pieces for cell in view.boards[0].cells if cell.place == "1,0")
    assert (piece.turned, piece.walls) == (1, walls)


def test_escape_cancels_the_place_and_the_wheel_zooms_again(qtbot: QtBot, downs: OpenTable) -> None:
    click(qtbot, downs, "1,0")
    qtbot.keyClick(downs.page.table_layout.board, Qt.Key.Key_Escape)
    zoom = downs.page.table_layout.board.zoom
    wheel(downs, 1)
    assert downs.page.table_layout.board.zoom > zoom
    assert downs.page.table_layout.scene.marks.ghost is None


def test_enter_places_the_rotated_tile(qtbot: QtBot, downs: OpenTable) -> None:
    board = downs.page.table_layout.board
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Space)
    qtbot.keyClick(board, Qt.Key.Key_Return)
    qtbot.keyClick(board, Qt.Key.Key_R)
    qtbot.keyClick(board, Qt.Key.Key_R)
    qtbot.keyClick(board, Qt.Key.Key_Return)
    view = downs.page.view
    assert view is not None
    assert [piece.turned for cell in view.boards[0].cells for piece in cell.pieces].count(2) == 1


def test_a_tile_is_rotated_before_its_place_is_chosen(qtbot: QtBot, downs: OpenTable) -> None:
    board = downs.page.table_layout.board
    qtbot.mouseMove(board.viewport(), downs.driver.at("1,0"))
    qtbot.waitUntil(lambda: downs.page.table_layout.scene.marks.ghost is not None)
    assert ghost_of(downs).turned == 0
    qtbot.keyClick(board, Qt.Key.Key_R)
    assert ghost_of(downs).turned == 1
    zoom = board.zoom
    wheel(downs, -1)
    assert (ghost_of(downs).turned, board.zoom) == (2, zoom)
    click(qtbot, downs, "1,0")
    assert ghost_of(downs).turned == 2
    click(qtbot, downs, "1,0")
    view = downs.page.view
    assert view is not None
    assert [piece.turned for cell in view.boards[0].cells for piece in cell.pieces].count(2) == 1

"""Boards that are turned at an open table: by hand, to one's own side, and to the player to move; played by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from app.storage.settings import Turning
from app.table.replay.replay_page import ReplayPage
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.table_pages import BOT, INSTANT, OpenTable, TableOpener, open_page, play_on

CLASSICS = official_rulesets() / "classics"


class Classics:
    """Opens tables of classic games."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self._qtbot, self._folder = qtbot, folder
        self.opened: list[OpenTable] = []

    def open(self, game: str, *players: str, turning: Turning = "own") -> OpenTable:
        pack = load(CLASSICS / game)
        seats = [SeatPlan(colour, player, "") for colour, player in zip(pack.rules.colours, players, strict=True)]
        table = Table(pack, seats, {}, 3, self._folder / f"{len(self.opened)}.journal", make)
        settings = replace(INSTANT, turning=turning)
        self.opened.append(open_page(self._qtbot, table, settings, folder=CLASSICS / game))
        return self.opened[-1]


@pytest.fixture
def classics(qtbot: QtBot, tmp_path: Path) -> Iterator[Classics]:
    found = Classics(qtbot, tmp_path)
    yield found
    for opened in found.opened:
        opened.page.close_table()
        opened.table.close()


def row_on_screen(opened: OpenTable, place: str) -> int:
    return opened.driver.at(place).y()


@pytest.mark.slow
def test_a_person_sees_the_own_side_below_and_moves_there_by_mouse(qtbot: QtBot, classics: Classics) -> None:
    opened = classics.open("breakthrough", BOT, "human")
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    assert row_on_screen(opened, "a8") > row_on_screen(opened, "a1")
    play_on(qtbot, opened, 2)
    assert opened.driver.view.position >= 4

    opened.page.apply_settings(replace(INSTANT, turning="hand"))
    assert row_on_screen(opened, "a8") < row_on_screen(opened, "a1")


@pytest.mark.slow
def test_a_shared_screen_turns_to_the_player_to_move_if_it_is_wanted(qtbot: QtBot, classics: Classics) -> None:
    opened = classics.open("breakthrough", "human", "human", turning="mover")
    scene = opened.page.table_layout.scene
    angles = {}
    for _ in range(4):  # each move is two choices
        qtbot.waitUntil(lambda: opened.driver.decision is not None)
        angles[opened.driver.view.seat] = scene.rotation
        play_on(qtbot, opened, 1)
    assert list(angles.values()) == [0, 180]
    opened.page.apply_settings(replace(INSTANT, turning="own"))
    assert scene.rotation == 0


@pytest.mark.slow
def test_the_keys_turn_the_board_and_the_arrows_go_where_they_point(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    driver, layout = opened.driver, opened.page.table_layout
    play_on(qtbot, opened, 1)
    layout.board.setFocus()
    driver.key("t")
    driver.key("t")
    assert layout.scene.rotation == 120
    driver.key(Qt.Key.Key_Right)  # the cursor appears
    before = layout.board.current_spot
    driver.key(Qt.Key.Key_Left)
    after = layout.board.current_spot
    assert before is not None
    assert after is not None
    moved: QPoint = driver.at(after.place) - driver.at(before.place)
    assert (moved.x() < 0, moved.y()) == (True, 0)
    play_on(qtbot, opened, 1)
    assert layout.scene.rotation == 120

    turned = layout.scene.picture(0.3)
    driver.click(layout.replay_button)
    replay = opened.page.findChild(ReplayPage)
    assert replay is not None
    assert replay.table_layout.scene.rotation == 120
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert (replay.table_layout.scene.rotation, layout.scene.rotation) == (60, 60)
    driver.key(Qt.Key.Key_Escape, replay.bar.slider)
    opened.page.turn_board(0)
    assert layout.scene.rotation == 0
    assert layout.scene.picture(0.3) != turned


@pytest.mark.slow
def test_a_board_that_stands_upright_is_not_turned(qtbot: QtBot, classics: Classics) -> None:
    opened = classics.open("connect-four", "human", "human")
    layout = opened.page.table_layout
    opened.driver.key("t")
    assert layout.scene.rotation == 0
    assert layout.bubble.text == "This board cannot be turned."


@pytest.mark.slow
def test_a_click_anywhere_in_a_column_of_an_upright_board_drops_a_thing(qtbot: QtBot, classics: Classics) -> None:
    opened = classics.open("connect-four", "human", "human")
    driver, layout = opened.driver, opened.page.table_layout
    viewport = layout.board.viewport()
    for height, above in enumerate(("d6", "d4", "d1"), 1):  # free, free, and with a disc on it
        QTest.mouseMove(viewport, driver.at("a6") + QPoint(height, 0))
        QTest.mouseMove(viewport, driver.at(above))
        assert layout.scene.marks.pointed == f"d{height}"
        driver.click_board(above)
        qtbot.waitUntil(lambda height=height: driver.decision is not None and driver.view.position == height)
        discs = [cell.place for board in driver.view.boards for cell in board.cells if cell.pieces]
        assert discs == [f"d{row}" for row in range(1, height + 1)]
        qtbot.waitUntil(lambda height=height: layout.scene.marks.pointed == f"d{height + 1}")  # the pointer rests
    assert not layout.bubble.isVisible()
    at = driver.at("d6")
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))
    assert "d4" in QToolTip.text()
    QToolTip.hideText()


@pytest.mark.slow
def test_a_full_column_of_an_upright_board_says_why_not(qtbot: QtBot, classics: Classics) -> None:
    opened = classics.open("connect-four", "human", "human")
    for height in range(1, 7):
        opened.driver.click_board("d6")
        qtbot.waitUntil(
            lambda height=height: opened.driver.decision is not None and opened.driver.view.position == height
        )
    opened.driver.click_board("d3")
    qtbot.waitUntil(opened.page.table_layout.bubble.isVisible)
    assert opened.driver.view.position == 6


@pytest.mark.slow
def test_a_part_that_the_user_has_zoomed_to_stays_in_the_middle(qtbot: QtBot, classics: Classics) -> None:
    opened = classics.open("breakthrough", "human", "human")
    board = opened.page.table_layout.board
    middle = board.viewport().rect().center()
    board.zoom_by(2.0, QPointF(opened.driver.at("b2")))
    before, zoom = opened.driver.at("d3") - middle, board.zoom
    opened.driver.key("t")
    off = opened.driver.at("d3") - middle - QPoint(-before.y(), before.x())  # from where a quarter turn takes it
    assert (off.manhattanLength() <= 4, board.zoom) == (True, zoom)  # points are rounded to whole pixels

"""Boards that are turned: they move to where they lie afterwards, and nothing of it is painted in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.appearance.look import Look, read_look
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.rotation_frames import RotationFrames
from app.table.board.scene import BoardScene
from app.table.model.things import Marks
from app.table.painting.image_cache import ImageCache
from tests.app.table.area_board import isle, isle_look
from tests.app.table.boards import hexes, squares

VIEW = squares(4, (0, 0, "rook", "red"), (3, 0, "king", "blue"))
LOOK = '[boards.field]\nedge = "none"\n'  #: names of files and rows are not shown during a turn
RUNNING = QVariantAnimation.State.Running


@pytest.fixture
def look(tmp_path: Path) -> Look:
    (tmp_path / "fen.look").write_text(LOOK, encoding="utf-8")
    return read_look(tmp_path)


@pytest.fixture
def board(qtbot: QtBot, look: Look) -> BoardGraphicsView:
    return shown_board(qtbot, BoardScene(look))


def shown_board(qtbot: QtBot, scene: BoardScene) -> BoardGraphicsView:
    scene.images.cache = ImageCache()  # of its own: no other test has painted the turned board
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(600, 500)
    view.set_animated(True)
    view.show()
    scene.show_state(VIEW)
    view.grab()
    qtbot.waitUntil(lambda: view.sharp)
    return view


def scene_of(board: BoardGraphicsView) -> BoardScene:
    scene = board.scene()
    assert isinstance(scene, BoardScene)
    return scene


def frames_of(board: BoardGraphicsView) -> RotationFrames:
    (frames,) = board.findChildren(RotationFrames)
    return frames


def picture(board: BoardGraphicsView) -> QImage:
    return board.viewport().grab().toImage()


def difference(one: QImage, other: QImage) -> float:
    """Return the mean difference of two pictures, of 255."""
    points = [(x, y) for x in range(0, one.width(), 5) for y in range(0, one.height(), 5)]
    return sum(_distance(one.pixelColor(*at), other.pixelColor(*at)) for at in points) / len(points)


def _distance(one: QColor, other: QColor) -> int:
    return max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def test_a_turn_begins_with_what_was_shown_and_ends_with_what_is_painted_then(
    qtbot: QtBot, board: BoardGraphicsView
) -> None:
    scene, before = scene_of(board), picture(board)
    scene.set_rotation(90)
    assert scene.rotation == 90
    assert frames_of(board).shown
    first = picture(board)
    clock = next(each for each in board.findChildren(QVariantAnimation) if each.parent() is frames_of(board))
    qtbot.waitUntil(lambda: clock.state() == RUNNING)
    clock.setCurrentTime(clock.duration() // 2)
    half = picture(board)
    assert difference(first, before) < difference(half, before) / 3
    clock.setCurrentTime(clock.duration() - 1)
    last = picture(board)
    qtbot.waitUntil(lambda: board.sharp)
    after = picture(board)
    assert difference(after, before) > 2.0
    assert difference(last, after) < difference(half, after) / 2


def test_without_motion_the_board_stays_until_the_turned_one_is_painted(qtbot: QtBot, board: BoardGraphicsView) -> None:
    scene, before = scene_of(board), picture(board)
    board.set_animated(False)
    rendered = scene.images.cache.renders
    scene.set_rotation(90)
    assert scene.images.cache.renders == rendered  # nothing of the turned board yet
    first = picture(board)
    assert not board.sharp
    qtbot.waitUntil(lambda: board.sharp)
    assert not frames_of(board).shown
    assert difference(first, before) < difference(picture(board), before) / 2


def test_turning_on_goes_on_from_where_the_turn_is(qtbot: QtBot, board: BoardGraphicsView, look: Look) -> None:
    scene = scene_of(board)
    scene.set_rotation(90)
    (clock, *_) = (each for each in frames_of(board).findChildren(QVariantAnimation))
    qtbot.waitUntil(lambda: clock.state() == RUNNING)
    clock.setCurrentTime(clock.duration() // 2)
    half = picture(board)
    scene.set_rotation(180)
    assert difference(picture(board), half) < 3.0
    qtbot.waitUntil(lambda: board.sharp)
    straight = shown_board(qtbot, BoardScene(look))
    scene_of(straight).set_rotation(180)
    qtbot.waitUntil(lambda: straight.sharp)
    assert difference(picture(board), picture(straight)) < 1.0


def test_other_marks_wait_for_the_end_of_a_turn_and_another_view_ends_it(
    qtbot: QtBot, board: BoardGraphicsView
) -> None:
    """A seat never sees what the seat before it saw."""
    scene = scene_of(board)
    scene.set_rotation(90)
    scene.set_marks(Marks(targets=frozenset({"b2"})))
    assert frames_of(board).shown
    scene.show_state(squares(4, (1, 1, "rook", "red")))
    assert not frames_of(board).shown


def test_slots_stay_upright_while_the_board_beside_them_turns(qtbot: QtBot, tmp_path: Path) -> None:
    scene = BoardScene(isle_look(tmp_path))
    scene.show_state(isle())
    upright, turning = scene.upright_items(), scene.turning_items()
    slots = [item for item in upright if scene.is_slot(item)]
    assert len(slots) == 3
    assert len(upright) > len(slots)  # and the things
    assert not set(upright) & set(turning)


def test_a_board_that_nobody_has_seen_is_turned_at_once(qtbot: QtBot) -> None:
    scene = BoardScene()
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.set_animated(True)
    scene.show_state(VIEW)
    scene.set_rotation(90)
    assert not frames_of(view).shown
    assert scene.background_settled


def test_a_click_ends_a_turn(qtbot: QtBot, board: BoardGraphicsView) -> None:
    scene, clicked = scene_of(board), []
    scene.activated.connect(lambda place, _: clicked.append(place))
    scene.set_rotation(90)
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton)
    assert not frames_of(board).shown
    assert clicked == []
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton)
    assert len(clicked) == 1


def test_tiles_on_a_plain_table_are_turned_smoothly_too(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "fen.look").write_text("[board]\ncoast = false\n", encoding="utf-8")
    scene = BoardScene(read_look(tmp_path))
    scene.images.cache = ImageCache()
    board = BoardGraphicsView(scene)
    qtbot.addWidget(board)
    board.resize(600, 500)
    board.set_animated(True)
    board.show()
    scene.show_state(hexes((0, 0, "marsh", ()), (1, 0, "ridge", ())))
    board.grab()
    qtbot.waitUntil(lambda: board.sharp)
    assert not scene.background.images  # nothing under the tiles but the table
    scene.set_rotation(60)
    assert frames_of(board).shown
    qtbot.waitUntil(lambda: board.sharp)
    assert not frames_of(board).shown

"""Board view: mouse and key events in, gestures out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.model.things import Marks, Spot, Thing
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
from tests.app.table.area_board import isle, isle_look
from tests.app.table.boards import fen, hexes, squares

RED = Spot("0,0", Thing("counter", "herd", "red", "fresh"))


class Board:
    """A board on the screen, with the gestures that it reported, and a hand that makes them."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.scene = BoardScene()
        self.view = BoardGraphicsView(self.scene)
        qtbot.addWidget(self.view)
        self.view.resize(800, 600)
        self.view.show()
        self.scene.show_state(fen())
        self.gestures: list[tuple[str, ...]] = []
        self.scene.activated.connect(self._touched)
        self.scene.dragged.connect(self._dragged)
        self.scene.cancelled.connect(self._released)

    def _touched(self, place: str, thing: Thing | None) -> None:
        self.gestures.append(("touched", place, thing))

    def _dragged(self, origin: str, thing: Thing | None, goal: str) -> None:
        self.gestures.append(("dragged", origin, thing, goal))

    def _released(self) -> None:
        self.gestures.append(("nowhere",))

    def at(self, spot: Spot) -> QPoint:
        middle = self.scene.hit_test.middle_of(spot)
        assert middle is not None
        return self.view.mapFromScene(QPointF(*middle))

    def click(self, at: QPoint) -> None:
        self.qtbot.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def drag(self, start: QPoint, end: QPoint) -> None:
        viewport = self.view.viewport()
        self.qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        for share in (0.3, 0.7, 1.0):
            self.move((QPointF(start) + (QPointF(end) - QPointF(start)) * share).toPoint(), Qt.MouseButton.LeftButton)
        self.qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)

    def move(self, at: QPoint, held: Qt.MouseButton) -> None:
        """Move with a button held, which QTest cannot do."""
        viewport = self.view.viewport()
        where, everywhere = QPointF(at), QPointF(viewport.mapToGlobal(at))
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(QEvent.Type.MouseMove, where, everywhere, none, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(viewport, event)

    def keys(self, *keys: Qt.Key) -> None:
        self.view.setFocus()
        for key in keys:
            self.qtbot.keyClick(self.view, key)


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[Board]:
    board = Board(qtbot)
    yield board
    board.view.close()


def test_a_click_on_a_counter_reports_it(board: Board) -> None:
    board.click(board.at(RED))
    assert board.gestures == [("touched", *RED)]


def test_a_click_on_an_empty_tile_reports_the_place(board: Board) -> None:
    board.click(board.at(Spot("1,0")))
    assert board.gestures == [("touched", "1,0", None)]


def test_a_click_beside_the_board_reports_no_place(board: Board) -> None:
    board.click(QPoint(3, 3))
    assert board.gestures == [("nowhere",)]


def test_a_counter_is_dragged_to_a_place(board: Board) -> None:
    board.drag(board.at(RED), board.at(Spot("1,0")))
    assert board.gestures == [("dragged", *RED, "1,0")]


def test_a_tile_is_dragged_to_the_open_sea(board: Board) -> None:
    board.drag(board.at(Spot("1,0")), board.at(Spot("1,-1")))
    assert board.gestures == [("dragged", "1,0", None, "1,-1")]


def test_a_drag_without_a_destination_chooses_nothing(board: Board) -> None:
    board.drag(board.at(RED), QPoint(3, 3))
    board.drag(board.at(RED), board.at(Spot("0,0", Thing("counter", "herd", "blue", "fresh"))))
    assert board.gestures == [("nowhere",), ("nowhere",)]


def test_a_click_with_a_small_movement_is_a_click(board: Board) -> None:
    start = board.at(RED)
    board.drag(start, start + QPoint(3, 2))
    assert board.gestures == [("touched", *RED)]


def test_a_drag_on_the_sea_pans_the_board(board: Board) -> None:
    before = board.at(RED)
    start = board.at(Spot("1,-1"))
    board.drag(start, start + QPoint(60, -40))
    assert board.at(RED) - before == QPoint(60, -40)
    assert board.gestures == []


def test_small_counters_have_a_hit_area_of_28_pixels(board: Board) -> None:
    board.view.zoom_by(0.05)
    face = board.scene.hit_test.things_on("0,1")[0]
    assert face.radius * board.view.zoom < 14
    middle = board.at(Spot("0,1"))
    point = board.view.mapToScene(middle + QPoint(0, 1))
    assert board.scene.hit_test.spot_at(point.x(), point.y(), 14 / board.view.zoom) == face.spot


def test_the_wheel_zooms_about_the_pointer(board: Board) -> None:
    at = board.at(RED)
    zoom = board.view.zoom
    event = QWheelEvent(
        QPointF(at),
        QPointF(board.view.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(board.view.viewport(), event)
    assert board.view.zoom == pytest.approx(zoom * 1.15)
    assert (board.at(RED) - at).manhattanLength() <= 3


def test_zoom_is_limited_and_fit_shows_everything(board: Board) -> None:
    zoom = board.view.zoom
    board.keys(*[Qt.Key.Key_Minus] * 40)
    assert 0.1 < board.view.zoom < zoom
    board.keys(*[Qt.Key.Key_Plus] * 60)
    assert zoom < board.view.zoom <= 3.01
    board.keys(Qt.Key.Key_0)
    assert board.view.zoom == pytest.approx(zoom)
    shown = board.view.mapToScene(board.view.viewport().rect()).boundingRect()
    assert shown.contains(board.scene.content_rect())


def test_a_growing_board_is_fitted_until_the_user_zooms(board: Board) -> None:
    zoom = board.view.zoom
    board.scene.show_state(squares(8))
    assert board.view.zoom < zoom
    board.keys(Qt.Key.Key_Plus)
    zoom = board.view.zoom
    board.scene.show_state(fen())
    assert board.view.zoom == zoom


def test_distant_sea_is_not_shown(board: Board) -> None:
    land = (0, 0, "marsh", ())
    board.scene.show_state(hexes(land, *((q, 0, "", ()) for q in range(1, 12))))
    shown = board.view.mapToScene(board.view.viewport().rect()).boundingRect()
    near, far = board.scene.hit_test.middle_of(Spot("1,0")), board.scene.hit_test.middle_of(Spot("11,0"))
    assert near is not None
    assert far is not None
    assert shown.contains(QPointF(*near))
    assert not shown.contains(QPointF(*far))


def test_a_board_that_shrinks_a_little_keeps_its_size(board: Board) -> None:
    board.scene.show_state(hexes(*((q, 0, "marsh", ()) for q in range(10))))
    zoom = board.view.zoom
    board.scene.show_state(hexes(*((q, 0, "marsh", ()) for q in range(9))))
    assert board.view.zoom == zoom
    board.scene.show_state(hexes(*((q, 0, "marsh", ()) for q in range(3))))
    assert board.view.zoom > zoom


def test_control_and_arrows_pan(board: Board) -> None:
    before = board.at(RED)
    board.view.setFocus()
    board.qtbot.keyClick(board.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert board.at(RED) - before == QPoint(-60, 0)


def test_the_keyboard_moves_over_hexes_in_six_directions(board: Board) -> None:
    board.scene.set_marks(Marks(selectable=frozenset({Spot("0,0")})))
    board.keys(Qt.Key.Key_Space, Qt.Key.Key_Return)
    for key in (Qt.Key.Key_W, Qt.Key.Key_S, Qt.Key.Key_A, Qt.Key.Key_Left, Qt.Key.Key_Q, Qt.Key.Key_Right):
        board.keys(key, Qt.Key.Key_Return)
    assert [place for _, place, _ in board.gestures] == ["0,0", "1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,0"]


def test_space_cycles_the_targets_and_enter_activates(board: Board) -> None:
    board.scene.set_marks(Marks(targets=frozenset({"1,-1", "0,1"}), selectable=frozenset({RED})))
    board.keys(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Return)
    board.keys(Qt.Key.Key_Space, Qt.Key.Key_Return)
    assert [place for _, place, _ in board.gestures] == ["1,-1", "0,1", "1,-1"]


def test_the_keyboard_reaches_each_counter_on_a_place(board: Board) -> None:
    board.scene.set_marks(Marks(selectable=frozenset({Spot("0,0")})))
    board.keys(Qt.Key.Key_Space, Qt.Key.Key_Period, Qt.Key.Key_Period, Qt.Key.Key_Return)
    assert board.gestures == [("touched", "0,0", Thing("counter", "herd", "red", "spent"))]


def test_escape_reports_nowhere(board: Board) -> None:
    board.keys(Qt.Key.Key_Escape)
    assert board.gestures == [("nowhere",)]


def test_the_cursor_stays_when_a_counter_is_removed_but_not_its_place(board: Board) -> None:
    board.scene.set_marks(Marks(selectable=frozenset({Spot("0,1", Thing("counter", "herd", "blue", "fresh"))})))
    board.keys(Qt.Key.Key_Space)
    board.scene.show_state(hexes((0, 0, "marsh", ()), (0, 1, "", ())))
    board.keys(Qt.Key.Key_Return)
    board.scene.show_state(hexes((0, 0, "marsh", ())))
    board.keys(Qt.Key.Key_Return)
    assert board.gestures == [("touched", "0,1", None)]


def test_hovering_reports_each_target_once(board: Board) -> None:
    seen: list[Spot] = []

    def note(place: str, thing: Thing | None) -> None:
        seen.append((place, thing))

    board.scene.hovered.connect(note)
    for spot in (RED, RED, Spot("1,0")):
        board.move(board.at(spot), Qt.MouseButton.NoButton)
    assert seen == [RED, Spot("1,0")]


def test_the_board_follows_a_change_to_the_dark_theme(board: Board) -> None:
    assert board.scene.table_palette == LIGHT_PALETTE
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor("#222222"))
    board.view.setPalette(palette)
    assert board.scene.table_palette == DARK_PALETTE


def test_the_cursor_is_announced_to_screen_readers(board: Board) -> None:
    told: list[Spot] = []

    def describe(place: str, thing: Thing | None) -> str:
        told.append((place, thing))
        return f"{place} {thing}"

    board.view.set_accessible_texts("Spielbrett", describe)
    board.scene.set_marks(Marks(selectable=frozenset({RED})))
    board.keys(Qt.Key.Key_Space)
    assert board.view.accessibleName() == "Spielbrett"
    assert told == [RED]


def test_targets_in_the_sea_beside_the_land_do_not_move_the_board(board: Board) -> None:
    land = [(q, 0, "marsh", ()) for q in range(8)]
    shore = [(q, r, "", ()) for q in range(8) for r in (-1, 1)]
    board.scene.show_state(hexes(*land))
    before = board.view.transform()
    board.scene.show_state(hexes(*land, *shore), Marks(targets=frozenset(f"{q},{r}" for q, r, _, _ in shore)))
    assert board.view.transform() == before
    board.scene.show_state(hexes(*land, *shore))
    assert board.view.transform() == before


def test_the_first_board_appears_where_it_belongs(qtbot: QtBot):
    view = BoardGraphicsView(BoardScene())
    qtbot.addWidget(view)
    view.set_animated(True)
    view.resize(300, 200)
    view.show()
    scene = view.scene()
    assert isinstance(scene, BoardScene)
    scene.show_state(fen())
    assert view.mapToScene(view.viewport().rect()).boundingRect().contains(scene.needed_rect())


def test_the_view_zooms_smoothly_to_its_contents(board: Board) -> None:
    board.view.set_animated(True)
    zoom = board.view.zoom
    board.scene.show_state(squares(8))
    board.qtbot.waitUntil(lambda: board.view.zoom < zoom)
    board.qtbot.waitUntil(
        lambda: board.view.mapToScene(board.view.viewport().rect()).boundingRect().contains(board.scene.content_rect())
    )


def test_areas_support_clicks_drags_and_keys_like_cells(board: Board, tmp_path: Path) -> None:
    board.scene.set_look(isle_look(tmp_path))
    board.scene.show_state(
        isle(), Marks(selectable=frozenset({Spot("N1", Thing("counter", "vole", "red")), Spot("2")}))
    )
    voles = Spot("N1", Thing("counter", "vole", "red"))
    board.click(board.at(voles))
    board.click(board.view.mapFromScene(QPointF(350, 20)))
    board.click(board.view.mapFromScene(QPointF(200, 200)))
    board.drag(board.at(voles), board.at(Spot("S1")))
    assert board.gestures == [
        ("touched", *voles),
        ("touched", "N1", None),
        ("nowhere",),
        ("dragged", *voles, "S1"),
    ]
    board.gestures.clear()
    board.keys(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Left)
    assert board.gestures == [("touched", *voles), ("touched", "2", None)]
    board.keys(Qt.Key.Key_Return)
    assert board.gestures[-1] == ("touched", "E1", None)


def test_every_area_is_completely_visible(board: Board, tmp_path: Path) -> None:
    board.scene.set_look(isle_look(tmp_path))
    board.scene.show_state(isle())
    shown = board.view.mapToScene(board.view.viewport().rect()).boundingRect()
    assert shown.contains(QPointF(1, 1))
    assert shown.contains(QPointF(470 + 109, 60 + 2 * 88 + 79))


def test_a_zoomed_board_is_drawn_from_the_frame_before_and_crisp_when_it_rests(board: Board) -> None:
    view, images = board.view, board.scene.images
    view.grab()
    rendered = images.cache.renders
    middle = board.at(Spot("1,0"))
    colour = view.grab().toImage().pixelColor(middle)
    for factor in (1.15, 1.15, 0.7):
        view.zoom_by(factor, QPointF(middle))
        assert view.grab().toImage().pixelColor(middle).red() == pytest.approx(colour.red(), abs=24)
    assert images.rough
    assert images.cache.renders == rendered
    board.scene.set_marks(Marks(targets=frozenset({"1,0"})))  # while the board is zoomed
    view.grab()
    assert images.cache.renders > rendered
    board.qtbot.waitUntil(lambda: view.sharp)
    rendered = images.cache.renders
    view.grab()
    assert images.cache.renders == rendered  # what is shown is painted before it is shown


def test_a_frame_that_was_just_kept_is_drawn_without_scaling(board: Board) -> None:
    before = board.view.grab().toImage()
    board.view.zoom_by(1.0)
    assert board.view.grab().toImage() == before
    board.view.zoom_by(0.5)
    assert board.view.grab().toImage() == board.view.grab().toImage()
    assert not board.view.sharp
    board.qtbot.waitUntil(lambda: board.view.sharp)


def test_out_of_a_close_view_an_overview_is_shown_that_was_painted_while_the_board_rested(board: Board) -> None:
    view, images = board.view, board.scene.images
    before, zoom = view.grab().toImage(), view.zoom
    board.scene.set_marks(Marks(targets=frozenset({"1,0"})))
    middle = QPointF(board.at(Spot("1,0")))
    view.zoom_by(2.5, middle)
    board.qtbot.waitUntil(lambda: view.sharp)
    board.scene.set_marks(Marks())  # what was shown before the zoom is of no use any more
    board.qtbot.waitUntil(lambda: not view._frames.overview_missing)
    view.grab()
    rendered = images.cache.renders
    view.zoom_by(zoom / view.zoom, middle)
    out = view.grab().toImage()
    assert images.cache.renders == rendered
    assert view._frames.show_all
    smooth = Qt.TransformationMode.SmoothTransformation
    one, other = (each.scaled(40, 30, mode=smooth) for each in (out, before))
    for x, y in product(range(40), range(30)):
        assert out_of_tone(one.pixelColor(x, y), other.pixelColor(x, y)) < 24, (x, y)


def out_of_tone(one: QColor, other: QColor) -> int:
    """Return the largest difference of two colours in a channel."""
    return max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def test_an_overview_of_boards_that_change_meanwhile_is_not_kept(board: Board) -> None:
    board.view.zoom_by(2.5)
    board.qtbot.waitUntil(lambda: board.view.sharp)
    board.scene.set_marks(Marks(targets=frozenset({"1,0"})))
    steps = board.view._frames.prepare_overview()
    next(steps)
    board.scene.set_marks(Marks())
    assert list(steps) == []
    assert board.view._frames.overview_missing


def test_a_panned_board_looks_as_one_painted_there(board: Board) -> None:
    board.view.grab()
    for dx, dy in ((37, -12), (-90, 55), (900, 0), (-860, 3)):
        board.view.horizontalScrollBar().setValue(board.view.horizontalScrollBar().value() + dx)
        board.view.verticalScrollBar().setValue(board.view.verticalScrollBar().value() + dy)
        panned = board.view.grab().toImage()
    board.scene.repaint_background()
    anew = board.view.grab().toImage()
    assert all(panned.pixel(x, y) == anew.pixel(x, y) for x in range(0, 800, 7) for y in range(0, 600, 7))


def test_a_board_that_grows_keeps_its_zoom_while_there_is_room(board: Board) -> None:
    view = board.view
    cells = [(0, 0, "marsh", ())]
    board.scene.show_state(hexes(*cells))
    view.fit(smooth=False)
    seen: list[tuple[float, float]] = []  # zoom, and the left edge
    for q in range(1, 10):
        cells.append((-q, 0, "marsh", ()))
        board.scene.show_state(hexes(*cells))
        seen.append((view.zoom, view.mapToScene(0, 0).x()))
    moves = [(before, after) for before, after in pairwise(seen) if before != after]
    assert any(after[0] == before[0] and after[1] < before[1] for before, after in moves)
    assert seen[-1][0] < seen[0][0]


def test_two_fingers_zoom_and_pan_and_one_finger_chooses(board: Board) -> None:
    view, viewport, screen = board.view, board.view.viewport(), QTest.createTouchDevice()
    pressed, middle = board.at(RED), QPoint(400, 300)
    QTest.touchEvent(viewport, screen).press(0, pressed, viewport).commit()
    QTest.touchEvent(viewport, screen).release(0, pressed, viewport).commit()
    assert board.gestures == [("touched", *RED)]
    board.gestures.clear()

    def pinch(*middles: tuple[int, int, int]) -> None:
        """Hold two fingers at each middle (x, y), so many pixels left and right of it."""
        for step, (x, y, apart) in enumerate(middles):
            fingers = QTest.touchEvent(viewport, screen)
            hold = fingers.press if step == 0 else fingers.move
            hold(0, QPoint(x - apart, y), viewport)
            hold(1, QPoint(x + apart, y), viewport)
            fingers.commit()
        x, y, apart = middles[-1]
        lifted = QTest.touchEvent(viewport, screen)
        lifted.release(0, QPoint(x - apart, y), viewport)
        lifted.release(1, QPoint(x + apart, y), viewport)
        lifted.commit()

    zoom, under = view.zoom, view.mapToScene(middle)
    pinch(*((400, 300, apart) for apart in (50, 70, 90, 110, 130)))
    assert view.zoom > zoom * 1.3
    assert (view.mapFromScene(under) - middle).manhattanLength() < 8
    zoom, under = view.zoom, view.mapToScene(middle)
    pinch(*((400 + shift, 300 + shift // 2, 80) for shift in (0, 30, 60, 90, 120)))
    assert view.zoom == pytest.approx(zoom)
    assert view.mapFromScene(under).x() > middle.x() + 60
    assert view.mapFromScene(under).y() > middle.y() + 30
    assert board.gestures == []  # neither chooses nor drags


def test_a_hidden_board_can_be_resized(board: Board) -> None:
    """Qt delivers the resize of a hidden widget in the middle of painting it into a picture."""
    view = board.view
    board.qtbot.waitUntil(lambda: not view.viewport().grab().isNull())
    view.hide()
    view.resize(600, 400)
    view.fit(smooth=False)
    assert view.viewport().grab().size() == view.viewport().size()


def test_a_zoom_that_meets_a_resize_under_way_happens_once(board: Board) -> None:
    """Qt delivers a resize that is under way in the middle of painting into a picture: of a page shown again, too."""
    view = board.view
    board.qtbot.waitUntil(lambda: not view.viewport().grab().isNull())
    view.fit(smooth=False)
    before = view.zoom
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent)
    view.set_free_rect(view.viewport().rect().adjusted(0, 0, -view.width() // 2, 0))
    view.fit(smooth=False)
    assert view.zoom < before
    assert not view.viewport().testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent)


def test_the_first_ground_is_shown_with_the_pieces_on_it(qtbot: QtBot, tmp_path: Path) -> None:
    """An empty view is there before the first position; its sea is no ground that could stay until then."""
    scene = BoardScene(isle_look(tmp_path))
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.show()
    view.grab()
    scene.show_state(isle())
    assert scene.background.images
    assert scene.background_settled

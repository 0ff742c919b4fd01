"""Panels over the board: the board fills the window, and its places are where no panel covers them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.fonts import load_faces, sizes_for
from app.appearance.theme import CONTRAST, LIGHT, Theme, apply_theme
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.layout.table_layout import Sidebar, TableLayout
from app.table.model.things import Marks, Spot
from tests.app.table.boards import fen, squares
from tests.app.table.table_pages import BOT, OpenTable, TableOpener

SIZES = (960, 540), (1366, 738), (1920, 1050)


def panels(table_layout: TableLayout) -> list[QRect]:
    """Return the rectangles of the prompt and the sidebar in the layout."""
    side = table_layout.findChild(Sidebar)
    assert side is not None
    shown: tuple[QWidget, ...] = (table_layout.prompt, side)
    return [QRect(each.mapTo(table_layout, QPoint()), each.size()) for each in shown]


def drawn(opened: OpenTable) -> QRect:
    """Return the rectangle of the board's places in the layout."""
    board, needed = opened.page.table_layout.board, opened.page.table_layout.scene.needed_rect()
    return QRect(board.mapFromScene(needed.topLeft()), board.mapFromScene(needed.bottomRight()))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_board_fills_the_window_and_no_panel_covers_a_place(
    qtbot: QtBot, open_table: TableOpener, size: tuple[int, int]
) -> None:
    opened = open_table("human", BOT)
    page, table_layout = opened.page, opened.page.table_layout
    page.resize(*size)
    qtbot.waitUntil(lambda: table_layout.isVisible() and table_layout.width() == size[0])
    assert table_layout.board.geometry() == table_layout.rect()
    board = table_layout.board
    qtbot.waitUntil(lambda: board.free_rect.contains(drawn(opened)))
    assert page.size().toTuple() == size
    assert not any(board.free_rect.intersects(panel) for panel in panels(table_layout))
    assert board.free_rect.width() >= 320
    assert board.free_rect.height() >= 200


@pytest.mark.parametrize("theme", [LIGHT, CONTRAST], ids=lambda theme: theme.name)
def test_the_board_is_left_out_only_where_a_panel_hides_it(
    qtbot: QtBot, qapp: QApplication, open_table: TableOpener, theme: Theme
) -> None:
    """Also after choices that make panels larger or smaller, in another size, and while the sidebar is scrolled."""
    apply_theme(qapp, theme, load_faces(qapp.font().family()), sizes_for(13, 100, 1366))
    opened = open_table("human", BOT)
    page, board = opened.page, opened.page.table_layout.board
    viewport = board.viewport()

    def check() -> None:
        qtbot.waitUntil(lambda: page.table_layout.board.sharp and not page.animating)
        mask = viewport.mask()
        assert mask.boundingRect() == viewport.rect()
        hidden = [QRect(part) for part in QRegion(viewport.rect()) - mask]
        assert hidden
        shown = page.grab().toImage()
        for part in (board, viewport):
            part.clearMask()
        whole = page.grab().toImage()
        for part in (board, viewport):
            part.setMask(mask)
        assert all(shown.copy(part) == whole.copy(part) for part in hidden)

    for size in SIZES:
        page.resize(*size)
        qtbot.waitUntil(lambda size=size: page.table_layout.width() == size[0])
        for _ in range(3):
            check()
            opened.driver.play(opened.driver.any_option())
            qtbot.waitUntil(lambda: opened.driver.decision is not None)
    page.resize(*SIZES[0])
    for bar in page.table_layout.findChildren(QScrollBar):
        bar.setValue(bar.maximum())
    check()


class PaintedPart(QObject):
    """What was painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return super().eventFilter(watched, event)


def test_the_focus_of_the_board_paints_no_panel(qtbot: QtBot, open_table: TableOpener) -> None:
    """A click on a button takes the focus, and the next decision gives it back to the board."""
    opened = open_table("human", BOT)
    page, table_layout = opened.page, opened.page.table_layout
    page.resize(*SIZES[1])
    qtbot.waitUntil(lambda: table_layout.board.sharp and not page.animating and table_layout.width() == SIZES[1][0])
    page.activateWindow()
    table_layout.board.setFocus()
    qtbot.waitUntil(table_layout.board.hasFocus)
    qtbot.wait(50)
    painted = PaintedPart(table_layout.board)  # whatever lies over it is painted with it
    for widget in (table_layout.typed, table_layout.board):
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)
        qtbot.wait(20)
    assert not painted.region.contains(table_layout.prompt.geometry().center())


def test_a_prompt_that_grows_covers_no_place(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    table_layout = opened.page.table_layout
    opened.page.resize(960, 640)
    before = table_layout.board.free_rect.top()
    table_layout.prompt.headline.setText("Choose a tile, and where it drifts. " * 6)
    qtbot.waitUntil(lambda: table_layout.board.free_rect.top() > before)
    assert table_layout.board.free_rect.contains(drawn(opened))


def test_new_cards_take_their_room_before_the_panels_are_painted(qtbot: QtBot, open_table: TableOpener) -> None:
    """Else the lists below would jump up and down with each choice."""
    opened = open_table("human", BOT)
    zones = opened.page.table_layout.zones
    qtbot.waitUntil(lambda: zones.height() == zones.heightForWidth(zones.width()) > 100)
    height = zones.height()
    opened.page.set_context(opened.page.context)
    assert zones.heightForWidth(zones.width()) == height


def test_panels_leave_the_keyboard_everything(open_table: TableOpener) -> None:
    """Tab goes from the board over the prompt and the panels back to it."""
    table_layout = open_table("human", BOT).page.table_layout
    seen: list[QWidget] = [table_layout.board]
    while (following := seen[-1].nextInFocusChain()) is not table_layout.board and len(seen) < 500:
        seen.append(following)
    met = [each for each in seen if isinstance(each, QWidget) and each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    order = [
        next(place for place, widget in enumerate(met) if widget is each or each.isAncestorOf(widget))
        for each in (table_layout.board, table_layout.prompt, table_layout.tabs, table_layout.typed, table_layout.rules)
    ]
    assert order == sorted(order)


class CoveredBoard:
    """A board in a window, with a panel over its left part."""

    WIDTH = 300

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.scene = BoardScene()
        self.board = BoardGraphicsView(self.scene, self.window)
        self.panel = QFrame(self.window)
        self.window.resize(900, 600)
        self.board.setGeometry(self.window.rect())
        self.panel.setGeometry(0, 0, self.WIDTH, 600)
        self.window.show()
        self.scene.show_state(fen())
        self.free = QRect(self.WIDTH, 0, 600, 600)
        self.board.set_free_rect(self.free)

    def at(self, place: str) -> QPoint:
        middle = self.scene.hit_test.middle_of(Spot(place))
        assert middle is not None
        return self.board.mapFromScene(QPointF(*middle))

    def hide_below_panel(self, place: str) -> None:
        """Zoom and scroll until the panel covers a place."""
        self.board.zoom_by(2.0)
        bar = self.board.horizontalScrollBar()
        bar.setValue(bar.value() + self.at(place).x() - self.WIDTH // 2)
        assert self.panel.geometry().contains(self.at(place))


def test_the_board_is_fitted_into_the_free_part(qtbot: QtBot) -> None:
    covered = CoveredBoard(qtbot)
    shown = covered.scene.content_rect()
    box = QRect(covered.board.mapFromScene(shown.topLeft()), covered.board.mapFromScene(shown.bottomRight()))
    assert covered.free.contains(box)
    assert abs(box.center().x() - covered.free.center().x()) < 20
    covered.board.set_free_rect(QRect())  # nothing covers it: the whole view is free
    covered.board.fit(smooth=False)
    assert covered.board.free_rect == covered.board.viewport().rect()


def test_a_drop_on_a_panel_is_no_drop_on_the_board(qtbot: QtBot) -> None:
    covered = CoveredBoard(qtbot)
    board, viewport = covered.board, covered.board.viewport()
    assert board.place_under(viewport.mapToGlobal(covered.at("1,0"))) == "1,0"
    covered.hide_below_panel("0,0")
    assert board.place_under(viewport.mapToGlobal(covered.at("0,0"))) == ""
    covered.panel.hide()
    assert board.place_under(viewport.mapToGlobal(covered.at("0,0"))) == "0,0"


@pytest.mark.parametrize("hidden", [False, True], ids=["on the board", "on a panel"])
def test_a_piece_is_dragged_to_a_visible_place_only(qtbot: QtBot, hidden: bool) -> None:
    covered = CoveredBoard(qtbot)
    drags: list[str] = []
    covered.scene.dragged.connect(lambda _origin, _thing, goal: drags.append(goal))
    covered.hide_below_panel("0,0")
    covered.panel.setVisible(hidden)
    viewport, start, end = covered.board.viewport(), covered.at("1,0"), covered.at("0,0")
    assert not covered.panel.geometry().contains(start)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in (1, 2, 3):
        QTest.mouseMove(viewport, start + (end - start) * step / 3)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    assert drags == ([] if hidden else ["0,0"])


def test_the_keyboard_cursor_brings_a_place_out_from_under_a_panel(qtbot: QtBot) -> None:
    covered = CoveredBoard(qtbot)
    covered.scene.set_marks(Marks(selectable=frozenset({Spot("0,0")})))
    covered.hide_below_panel("0,0")
    covered.board.setFocus()
    QTest.keyClick(covered.board, Qt.Key.Key_Space)
    assert covered.free.contains(covered.at("0,0"))
    assert covered.at("0,0").x() > covered.WIDTH + 40  # not at the very edge


def test_a_strip_beside_the_boards_is_free_of_places(qtbot: QtBot) -> None:
    """A column of slots is shorter than the board beside it: the hand of cards lies below the slots."""
    window, scene = QWidget(), BoardScene()
    qtbot.addWidget(window)
    board = BoardGraphicsView(scene, window)
    window.resize(900, 600)
    board.setGeometry(window.rect())
    window.show()
    free = QRect(0, 0, 900, 600)
    scene.show_state(squares(8))
    strip = board.strip_beside_board(free, 60)
    assert strip.width() > 100
    assert strip.bottom() == free.bottom()
    board.set_free_rect(free)
    assert not board.places_under(strip)
    scene.show_state(fen())
    assert board.strip_beside_board(free, 60).isEmpty(), "a board of hexes may grow"

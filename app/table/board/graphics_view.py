"""Graphics view of the board: zoom, pan, and mouse and keyboard gestures, which the scene emits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QRegion,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGestureEvent, QGraphicsView, QPinchGesture, QToolTip, QWidget

from app.base.announcements import announce, set_accessible_role
from app.base.widgets import LONG_PRESS, is_touch, show_tip_beside
from app.table.board.backdrop import Backdrop
from app.table.board.keyboard_cursor import KeyboardCursor
from app.table.board.refinement import Refinement
from app.table.board.rotation_frames import RotationFrames
from app.table.board.scene import NOWHERE, BoardScene
from app.table.board.zoom_frames import ZoomFrames
from app.table.model.cell_shapes import turned
from app.table.model.things import Spot, Thing
from app.table.painting.palette import palette_for

# ---- animated zoom


_DURATION = 280  #: milliseconds


def expanded_to_shape(rect: QRectF, room: QSizeF) -> QRectF:
    """Return the smallest rectangle around `rect` with the same middle and the aspect ratio of `room`."""
    if room.isEmpty() or rect.isEmpty():
        return rect
    scale = min(room.width() / rect.width(), room.height() / rect.height())
    wide = QRectF(0, 0, room.width() / scale, room.height() / scale)
    wide.moveCenter(rect.center())
    return wide


class ViewAnimation(QObject):
    """Animation of the visible rectangle of the scene.

    Signals:
        moved: The rectangle of the scene to show now, a QRectF.
    """

    moved = Signal(QRectF)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.immediate = True  #: jump to the goal without an animation
        self._steps = QVariantAnimation(self)
        self._steps.setDuration(_DURATION)
        self._steps.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._steps.valueChanged.connect(self._step)

    @property
    def goal(self) -> QRectF | None:
        """The rectangle at the end of the running animation; None if none runs."""
        return self._steps.endValue() if self._steps.state() == QVariantAnimation.State.Running else None

    def start(self, start: QRectF, goal: QRectF, *, smooth: bool) -> None:
        """Start to move; a running animation is replaced."""
        self.stop()
        if self.immediate or not smooth or start.isEmpty():
            self.moved.emit(goal)
            return
        self._steps.setStartValue(start)
        self._steps.setEndValue(goal)
        self._steps.start()

    def stop(self) -> None:
        """Stop where it is."""
        self._steps.stop()

    def _step(self, part: QRectF) -> None:
        self.moved.emit(part)


HIT = 14.0  #: smallest radius, in pixels, by which a thing is hit
_NEAREST, _FARTHEST, _LARGE = 3.0, 0.15, 1.5  #: zoom factors in pixels for each scene unit; `fit` uses _LARGE at most
_MIN_FILL = 0.7  #: if the board fills a smaller share of the width, it is fitted again
_MUCH_LARGER = 0.88  #: share of what is visible now; if a fitted view shows less than that, the board is fitted again
_MARGIN = 14.0  #: scene units left free around the board
_APART = 3.0  #: pixels between the boards and what lies beside them
_NEAR = 60.0  #: scene units that are visible around the keyboard cursor
_PAN_KEYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}

Describe = Callable[[str, Thing | None], str]  #: returns the accessible text of a place and a thing on it


@dataclass(slots=True)
class _Press:
    """A mouse button that is held: where it was pressed, on what, and whether the pointer moved since."""

    at: QPoint
    spot: Spot | None
    pans: bool  #: moving pans the board; otherwise it drags the thing
    moved: bool = False
    last: QPoint | None = None


class BoardGraphicsView(QGraphicsView):
    """View of a `BoardScene`; gestures are emitted by the signals of the scene.

    Signals:
        wheel_rotated: The wheel was turned while it rotates a piece instead of zooming; carries the steps.
        enlarge_requested: A middle click or, on a touch screen, a long press on a place; carries the place and the
            thing there, or None.
        menu_requested: The context menu of a place is requested; carries place, thing or None, and the global point.
    """

    wheel_rotated = Signal(int)
    enlarge_requested = Signal(str, object)
    menu_requested = Signal(str, object, QPoint)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._board = scene
        self._cursor = KeyboardCursor(scene)
        self._describe: Describe | None = None
        self._tip: Describe | None = None
        self._long_press = QTimer(self, singleShot=True, interval=LONG_PRESS)
        self._long_press.timeout.connect(self._enlarge_pressed)
        self._press: _Press | None = None
        self._hovered: Spot = NOWHERE
        self._pointed: Spot = NOWHERE  #: what a click there means, as it was told last
        self._turning, self._wheel = False, 0
        self._expecting = False
        self._fitted = True  #: until the user zooms or pans
        self._opening = True  #: no board has been shown yet
        self._painted = False  #: the user has seen it
        self._free = QRect()  #: part of the viewport that nothing covers; empty: the whole viewport
        self._backdrop = Backdrop(scene.drawBackground)
        self._view_animation = ViewAnimation(self)
        self._view_animation.moved.connect(self._show_rect)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self.setMinimumSize(320, 240)
        self.set_accessible_texts("Board", None)
        set_accessible_role(self, QAccessible.Role.Canvas)
        scene.set_table_palette(palette_for(self.palette()))
        scene.state_shown.connect(self._on_state_shown)
        self._frames = ZoomFrames(self, scene)
        self._rotation = RotationFrames(self, scene)
        self._refinement = Refinement(self, scene, self._backdrop, self._frames, self._rotation)
        scene.rotation_begins.connect(self._on_rotation_begins)
        scene.rotated.connect(self._on_rotated)
        self._exposed = QRegion()  #: the part of the viewport that is being painted
        self._resized = False  #: a new size came in the middle of keeping a frame

    def set_accessible_texts(self, name: str, describe: Describe | None) -> None:
        """Set the accessible name of the board, and the function that describes its spots."""
        self.setAccessibleName(name)
        self._describe = describe

    def set_tip_source(self, tip: Describe) -> None:
        """Set the function that returns the tooltip of a spot."""
        self._tip = tip

    @property
    def current_spot(self) -> Spot | None:
        """The spot under the keyboard cursor, else under the pointer; None if there is neither."""
        if self.hasFocus() and self._cursor.spot is not None:
            return self._cursor.spot
        return self._hovered if self._hovered != NOWHERE else None

    # ---- zoom and pan ------------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The zoom factor: pixels for each scene unit."""
        return self.transform().m11()

    @property
    def sharp(self) -> bool:
        """Whether everything is drawn at the zoom that is shown; False while zoomed, and until that is painted."""
        return self._refinement.sharp

    def set_wheel_rotates(self, turns: bool) -> None:
        """Let the wheel rotate the piece that is placed, or let it zoom."""
        if turns != self._turning:
            self._turning, self._wheel = turns, 0

    def set_choice_pending(self, expects: bool) -> None:
        """Set whether a choice will follow soon, so that Tab stays on the board."""
        self._expecting = expects

    def set_animated(self, glides: bool) -> None:
        """Animate zooming, or jump."""
        self._view_animation.immediate = not glides

    @property
    def free_rect(self) -> QRect:
        """The part of the viewport that nothing covers: the board is fitted into it."""
        whole = self.viewport().rect()
        return self._free & whole if self._free.intersects(whole) else whole

    def set_free_rect(self, free: QRect) -> None:
        """Set the part of the viewport that nothing covers. A board that is still visible
        keeps its zoom, once the user has seen it."""
        if free == self._free:
            return
        self._free = free
        shown = self._visible_rect()
        much_larger = self._fit_rect().width() < shown.width() * _MUCH_LARGER
        seen = self._free_part(shown)
        if self._fitted and (not self._painted or much_larger or not seen.contains(self._board.needed_rect())):
            self.fit(smooth=False)

    def places_under(self, part: QRect) -> int:
        """Return how many places are under a part of the viewport, wholly or partly."""
        return self._board.hit_test.count_in(self.mapToScene(part).boundingRect())

    def strip_beside_board(self, free: QRect, height: int) -> QRect:
        """Return the widest strip of this height at the lower edge of a part of the viewport that the boards leave
        uncovered when they are fitted into that part; empty if there is none, or if the boards may grow."""
        boxes = self._board.covered_parts()
        if not boxes or free.isEmpty():
            return QRect()
        shown, whole = self._fit_rect(free), self.viewport().rect()
        scale = whole.width() / shown.width()
        strip = QRect(free.left(), free.bottom() + 1 - height, free.width(), height)
        left, widest = float(strip.left()), QRect()
        covered = [
            ((box.left() - shown.left()) * scale - _APART, (box.right() - shown.left()) * scale + _APART)
            for box in boxes
            if (box.bottom() - shown.top()) * scale + _APART > strip.top()
        ]
        end = float(strip.right() + 1)
        for start, stop in [*sorted(covered), (end, end)]:
            if min(start, end) - left > widest.width():
                widest = QRect(round(left), strip.top(), round(min(start, end) - left), height)
            left = max(left, stop)
        return widest

    def fit(self, *, smooth: bool = True) -> None:
        """Fit the whole board into the view, also while it grows."""
        self._fitted = True
        seen = self._visible_rect()
        goal = self._fit_rect()
        # Leave room for panning, so that the edge of the board can be moved to the middle.
        room = goal.adjusted(-goal.width(), -goal.height(), goal.width(), goal.height())
        self.setSceneRect(room | seen)
        self._view_animation.start(seen, goal, smooth=smooth)

    def _glide(self, shown: QRectF, free: QRectF, needed: QRectF, *, smooth: bool) -> None:
        """Move what is shown until the free part of it contains what is needed; the zoom stays."""
        dx = min(needed.left() - free.left(), 0.0) or max(needed.right() - free.right(), 0.0)
        dy = min(needed.top() - free.top(), 0.0) or max(needed.bottom() - free.bottom(), 0.0)
        goal = shown.translated(dx, dy)
        self.setSceneRect(self.sceneRect() | goal.adjusted(-goal.width(), -goal.height(), goal.width(), goal.height()))
        self._view_animation.start(self._visible_rect(), goal, smooth=smooth)

    def _fit_rect(self, free: QRect | None = None) -> QRectF:
        """The visible rectangle that `fit` shows: the board in the free part; a small one does not fill it."""
        free = free if free is not None else self.free_rect
        room = QSizeF(free.size())
        content = self._board.content_rect().adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        small = QRectF(QPointF(), room / _LARGE)
        small.moveCenter(content.center())
        seen = small if small.contains(content) else expanded_to_shape(content, room)
        units, whole = (seen.width() / free.width() if free.width() else 1.0), self.viewport().rect()
        return seen.adjusted(
            (whole.left() - free.left()) * units,
            (whole.top() - free.top()) * units,
            (whole.right() - free.right()) * units,
            (whole.bottom() - free.bottom()) * units,
        )

    def _free_part(self, seen: QRectF) -> QRectF:
        """Return the part of a visible rectangle that nothing covers."""
        free, whole = self.free_rect, self.viewport().rect()
        units = seen.width() / whole.width() if whole.width() else 1.0
        at = seen.topLeft() + QPointF(free.topLeft()) * units
        return QRectF(at, QSizeF(free.size()) * units)

    def _visible_rect(self) -> QRectF:
        """The visible rectangle of the scene."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def _show_rect(self, part: QRectF) -> None:
        zoom = self.viewport().width() / part.width() if part.width() else 1.0
        if zoom != self.zoom and not self._rotation.keeping:
            self._refinement.begin_zoom()
        if zoom != self.zoom:
            with self._whole_update():
                self.setTransform(QTransform.fromScale(zoom, zoom))
                self.centerOn(part.center())
        else:
            self.centerOn(part.center())
        if self._resized:  # in the middle of keeping a frame
            self._resized = False
            if self._fitted:
                self.fit(smooth=False)

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom by a factor about a point of the viewport (default: its middle)."""
        self._view_animation.stop()
        QToolTip.hideText()
        factor = min(max(self.zoom * factor, _FARTHEST), _NEAREST) / self.zoom
        self._refinement.begin_zoom()
        about = about or QPointF(self.viewport().rect().center())
        before = self.mapToScene(about.toPoint())
        with self._whole_update():
            self.scale(factor, factor)
            shift = self.mapFromScene(before) - about.toPoint()
            self._scroll(shift.x(), shift.y())
        self._fitted = False

    @contextmanager
    def _whole_update(self) -> Iterator[None]:
        """Paint the viewport once after a change of zoom: Qt would move its pixels before, which are painted anyway."""
        if self._rotation.keeping:  # which paints nothing either
            yield
            return
        self.viewport().setUpdatesEnabled(False)
        try:
            yield
        finally:
            self.viewport().setUpdatesEnabled(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QGraphicsView: while the board is zoomed, draw the frame before the zoom at the new scale."""
        self._painted = not self._opening
        self._exposed = event.region()
        if self._rotation.shown:
            if self._rotation.fading:
                super().paintEvent(event)
            self._rotation.draw()
            return
        if not self._frames.shown or self._board.animating:
            with self._refinement.limited_frame():
                super().paintEvent(event)
            return
        self._exposed = self._frames.uncovered()
        if not self._exposed.isEmpty() and self._frames.show_all:
            self._paint_background(self._exposed)
        elif not self._exposed.isEmpty():
            super().paintEvent(QPaintEvent(self._exposed))
        self._frames.draw()

    def _paint_background(self, part: QRegion) -> None:
        """Paint a part of the viewport without any item; QGraphicsView would paint the items beside the part, too."""
        painter = QPainter(self.viewport())
        painter.setClipRegion(part)
        painter.setTransform(self.viewportTransform(), combine=True)
        self.drawBackground(painter, self.mapToScene(part.boundingRect()).boundingRect())
        painter.end()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Override QGraphicsView: draw the kept image of what lies under the items."""
        self._backdrop.draw(painter, self.viewport().size(), self._exposed, rough=self._board.images.rough)

    def _scroll(self, dx: int, dy: int) -> None:
        self._view_animation.stop()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + dx)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + dy)
        self._fitted = False

    def _on_state_shown(self) -> None:
        """Keep the board visible, and the cursor on it, when another view is shown."""
        # A board that shrinks a little keeps its zoom, which would otherwise change with every move.
        shown = self._view_animation.goal or self._visible_rect()
        shrunk = self._fit_rect().width() < shown.width() * _MIN_FILL
        needed, free = self._board.needed_rect(), self._free_part(shown)
        opening, self._opening = self._opening, False  # the first board appears where it belongs
        if self._fitted and (opening or shrunk or needed.width() > free.width() or needed.height() > free.height()):
            self.fit(smooth=not opening)
        elif self._fitted and not free.contains(needed):
            self._glide(shown, free, needed, smooth=not opening)
        self._cursor.refresh(visible=self.hasFocus())
        if self._press is None and self._cursor.spot is None:
            self._hover(self._hovered, self._board.landing_spot(self._hovered))  # another place may be offered below

    def _on_rotation_begins(self) -> None:
        QToolTip.hideText()  # what it describes moves away
        if self._refinement.shown:
            self._rotation.keep()

    def _on_rotated(self, by: int) -> None:
        """Show the whole board again after it has been turned; a part that the user has zoomed to stays in the
        middle."""
        if self._fitted:
            self.fit(smooth=False)
        else:
            self._follow_rotation(by)
        self._rotation.start(by, smooth=not self._view_animation.immediate)
        self._refinement.begin_rotation()

    def _follow_rotation(self, by: int) -> None:
        shown = self._visible_rect()
        middle = QPointF(*turned(shown.center().toTuple(), by))
        goal = shown.translated(middle - shown.center())
        self.setSceneRect(self.sceneRect() | goal.adjusted(-goal.width(), -goal.height(), goal.width(), goal.height()))
        self.centerOn(middle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: keep the whole board visible until the user zooms."""
        super().resizeEvent(event)
        self._rotation.end()
        if self._frames.grabbing:
            self._resized = True
        elif self._fitted:
            self.fit(smooth=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QWidget: zoom about the pointer, or rotate a piece."""
        steps = event.angleDelta().y() / 120
        if self._turning and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._wheel += event.angleDelta().y()
            whole = int(self._wheel / 120)  # a touchpad sends fractions of a step
            self._wheel -= whole * 120
            if whole:
                self.wheel_rotated.emit(-whole)
        elif steps:
            self.zoom_by(1.15**steps, event.position())
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: follow the palette of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._board.set_table_palette(palette_for(self.palette()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Override QGraphicsView: zoom and pan by two fingers, and end hovering when the pointer leaves."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1 + event.value(), event.position())
            return True
        if isinstance(event, QGestureEvent):
            return self._pinch(event)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event.pos())
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(NOWHERE)
        return super().viewportEvent(event)

    def _pinch(self, event: QGestureEvent) -> bool:
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(pinch, QPinchGesture):
            return False
        self._drop_press()  # a pinch is no click
        middle, before = pinch.centerPoint().toPoint(), pinch.lastCenterPoint().toPoint()
        if pinch.state() != Qt.GestureState.GestureStarted:  # the first has no middle before it
            self._scroll(before.x() - middle.x(), before.y() - middle.y())
        self.zoom_by(pinch.scaleFactor(), QPointF(self.viewport().mapFromGlobal(middle)))
        return True

    def _show_tip(self, at: QPoint) -> None:
        """Show the tooltip of the spot at a point of the viewport, beside its cell."""
        under = self.spot_at(at)
        spot = self._board.landing_spot(under) if under is not None else None
        cell = self._board.hit_test.cells.get(spot.place) if spot is not None else None
        text = self._tip(*spot) if spot is not None and self._tip is not None else ""
        if cell is None or not text:
            QToolTip.hideText()
            return
        x, y = cell.middle
        corners = QPolygonF([QPointF(x + dx, y + dy) for dx, dy in cell.geometry.outline()])
        show_tip_beside(self.viewport(), self.mapFromScene(corners).boundingRect(), text)

    # ---- pointer -----------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: begin a click, a drag or a pan."""
        at = event.position().toPoint()
        if self._board.skip_animation() or self._rotation.shown:
            self._rotation.end()
            return  # a click during an animation only ends it
        if event.button() == Qt.MouseButton.MiddleButton:
            self._press = _Press(at, None, pans=True)
        elif event.button() == Qt.MouseButton.LeftButton:
            spot = self.spot_at(at)
            self._press = _Press(at, spot, pans=spot is None or not self._board.hit_test.may_be_dragged(spot))
            if is_touch(event):
                self._long_press.start()
            self._cursor.hide()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: drag the thing, pan the board, or hover."""
        at = event.position().toPoint()
        press = self._press
        if press is None:
            spot = self.spot_at(at) or NOWHERE
            self._hover(spot, self._board.landing_spot(spot))
            return
        if not press.moved and (at - press.at).manhattanLength() < QApplication.startDragDistance():
            return
        before, press.last, press.moved = press.last or press.at, at, True
        if press.pans:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self._scroll(before.x() - at.x(), before.y() - at.y())
        elif press.spot is not None:
            point = self.mapToScene(at)
            self._board.drag_item_to(press.spot, point.x(), point.y())
            self._hover(self._uncovered_spot_at(at) or NOWHERE)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: emit the gesture."""
        press = self._press
        if press is None:
            return
        self._drop_press()
        if not press.moved:
            if event.button() == Qt.MouseButton.LeftButton:
                self._emit_click(press.spot)
            elif event.button() == Qt.MouseButton.MiddleButton and (spot := self.spot_at(press.at)) is not None:
                self.enlarge_requested.emit(*spot)
        elif not press.pans and press.spot is not None:
            self._emit_drag(press.spot, self._uncovered_spot_at(event.position().toPoint()))

    def _enlarge_pressed(self) -> None:
        """Enlarge what is held for long; the press is no click any more."""
        press = self._press
        if press is not None and not press.moved and press.spot is not None:
            self._drop_press()
            self.enlarge_requested.emit(*press.spot)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QWidget: emit `menu_requested` for the spot under the pointer or the keyboard cursor."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        spot = self._cursor.spot if keyboard else self.spot_at(event.pos())
        middle = self._board.hit_test.middle_of(spot) if spot is not None else None
        if spot is None or middle is None:
            event.ignore()
            return
        at = self.viewport().mapToGlobal(self.mapFromScene(*middle)) if keyboard else event.globalPos()
        self.menu_requested.emit(*spot, at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: treat a double click as a second click."""
        self.mousePressEvent(event)

    def _emit_click(self, spot: Spot | None) -> None:
        if spot is None:
            self._board.cancelled.emit()
        else:
            self._board.activated.emit(*self._board.landing_spot(spot))

    def _emit_drag(self, origin: Spot, goal: Spot | None) -> None:
        if goal is None or goal.place == origin.place:
            self._board.cancelled.emit()
        else:
            self._board.dragged.emit(*origin, goal.place)

    def _drop_press(self) -> None:
        self._press = None
        self._long_press.stop()
        self._board.end_drag()
        self.viewport().unsetCursor()

    def spot_at(self, at: QPoint) -> Spot | None:
        """Return the spot at a point of the viewport; None beside the board."""
        point = self.mapToScene(at)
        return self._board.hit_test.spot_at(point.x(), point.y(), HIT / self.zoom)

    def _uncovered_spot_at(self, at: QPoint) -> Spot | None:
        """Return the spot at a point; None if a panel covers the point."""
        window = self.window()
        return self.spot_at(at) if window.childAt(self.viewport().mapTo(window, at)) is self.viewport() else None

    def place_under(self, where: QPoint) -> str:
        """Return the place under a point of the screen; empty if there is none, or if a panel covers it."""
        spot = self._uncovered_spot_at(self.viewport().mapFromGlobal(where))
        return spot.place if spot is not None else ""

    def _hover(self, spot: Spot, meant: Spot | None = None) -> None:
        """Tell that the pointer or the cursor is on a spot, and which one a click there means, if not the same."""
        pointed = meant or spot
        if (spot, pointed) != (self._hovered, self._pointed):
            self._hovered, self._pointed = spot, pointed
            self._board.hovered.emit(*pointed)

    # ---- keyboard ----------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: move the cursor, choose, zoom; other keys are left to the table."""
        self._board.skip_animation()
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and key in _PAN_KEYS:
            dx, dy = _PAN_KEYS[key]
            self._scroll(dx * 60, dy * 60)
        elif not self._command(key, event.text()):
            if self._cursor.handle_key(event):
                self._go_to_cursor()
            else:
                event.ignore()

    def _command(self, key: Qt.Key, text: str) -> bool:
        """Handle a key that does not move the cursor; return whether it is one."""
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._cursor.spot is not None:
                self._board.activated.emit(*self._cursor.spot)
        elif key == Qt.Key.Key_Escape:
            self._drop_press()
            self._board.cancelled.emit()
        elif text in ("+", "="):
            self.zoom_by(1.25)
        elif text == "-":
            self.zoom_by(0.8)
        elif text == "0" or key == Qt.Key.Key_F:
            self.fit()
        else:
            return False
        return True

    def _go_to_cursor(self) -> None:
        spot = self._cursor.spot
        middle = self._board.hit_test.middle_of(spot) if spot else None
        if spot is None or middle is None:
            return
        self._scroll_into_view(QPointF(*middle))
        self._hover(spot)
        if self._describe is not None:
            announce(self, self._describe(*spot), urgent=True)

    def _scroll_into_view(self, point: QPointF) -> None:
        """Scroll until a point of the scene, and what is near it, is where nothing covers it."""
        near = round(_NEAR * self.zoom)
        at, free = self.mapFromScene(point), self.free_rect.adjusted(near, near, -near, -near)
        dx = at.x() - min(max(at.x(), free.left()), max(free.right(), free.left()))
        dy = at.y() - min(max(at.y(), free.top()), max(free.bottom(), free.top()))
        if dx or dy:
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + dx)
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + dy)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Override QWidget: Tab moves over the selectable spots first, and leaves the board after the last.

        While a choice is pending, Tab stays on the board, so that pressing it too early does not move the focus.
        """
        self._board.skip_animation()
        if self.hasFocus() and forward and self._expecting:
            return True
        if self.hasFocus() and self._cursor.step(1 if forward else -1, around=False):
            self._go_to_cursor()
            return True
        return super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: show the cursor if the focus came by keyboard."""
        super().focusInEvent(event)
        keyboard = (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        if event.reason() in keyboard:
            self._cursor.refresh(visible=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: hide the cursor."""
        super().focusOutEvent(event)
        self._cursor.hide()

"""Painting of exact pictures in short steps, while the event loop has nothing else to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsView

from app.table.board.backdrop import Backdrop
from app.table.board.rotation_frames import RotationFrames
from app.table.board.scene import BoardScene
from app.table.board.zoom_frames import ZoomFrames

_REST = 80  #: milliseconds after the last zoom; then exact pictures are painted
_GROUND_REST = 250  #: milliseconds more, until the grounds of boards are painted, which takes longest
_OVERVIEW_REST = 300  #: milliseconds more, until an overview is painted
_FRAME = 0.005  #: seconds of a frame in which missing pictures are painted
_STEP = 0.005  #: seconds of each turn of the event loop in which pictures are painted
_BESIDE = 0.0025  #: the same beside frames of a turn of the board
_FRAME_TIME = 16  #: milliseconds to wait while a turn of the board needs all the time


class Refinement(QObject):
    """Paints what a view shows or will show soon.

    After a zoom, those are first the pictures of pieces, tiles and cards, which are shown at once, then the grounds of
    whole boards. A ground that changes is shown when it is painted, and the one before until then. During an animation,
    what is shown after it is painted.
    """

    def __init__(
        self,
        view: QGraphicsView,
        scene: BoardScene,
        backdrop: Backdrop,
        frames: ZoomFrames,
        rotation: RotationFrames,
    ) -> None:
        super().__init__(view)
        self._view, self._scene, self._backdrop = view, scene, backdrop
        self._frames, self._rotation = frames, rotation
        self._steps: Iterator[int | None] | None = None  #: paints a part with each step
        self._unlimited = False  #: the next frame paints all that is missing
        self._new = False  #: the next turn of the event loop shows what has changed, and nothing is painted in it
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._continue)
        scene.background_changed.connect(self._on_background_changed)
        scene.background_replaced.connect(backdrop.reset)
        scene.animation_pending.connect(self._on_animation_pending)
        scene.state_shown.connect(self._on_state_shown)

    @property
    def sharp(self) -> bool:
        """Whether everything is drawn as it is, at the zoom that is shown; False while zoomed, and until that is
        painted."""
        images = self._scene.images
        exact = not (images.rough or images.rough_grounds or images.deferred) and self._scene.background_settled
        return exact and not self._rotation.shown

    def begin_zoom(self) -> None:
        """Show frames until the zoom rests; then exact pictures are painted."""
        if not self.shown:
            return
        self._rotation.end()
        images = self._scene.images
        if not images.rough and not self._frames.shown:
            self._frames.begin()
        images.rough = images.rough_grounds = True
        self._scene.begin_movements()
        self._restart(_REST)

    @contextmanager
    def limited_frame(self) -> Iterator[None]:
        """Paint a frame in which only some missing pictures are painted, and the others in steps after it; all of them
        in the first frame, and in the one after those steps."""
        limited, self._unlimited = self.shown and not self._unlimited, False
        if not limited:
            yield
            return
        with self._scene.images.limited(_FRAME):
            yield
        if self._scene.images.deferred:
            self._restart()

    def begin_rotation(self) -> None:
        """Paint the turned boards in steps while frames of the turn are shown; at once if nothing was shown before."""
        if self.shown:
            self._restart()
        else:
            self._scene.repaint_background()

    @property
    def shown(self) -> bool:
        """Whether the user sees the board, so that what is shown must stay until the next is painted."""
        return self._backdrop.painted and self._view.isVisible()  # Qt resizes a hidden widget while it paints it

    def _on_background_changed(self) -> None:
        if self.shown and not self._scene.background_begins:  # the first ground comes with its pieces
            self._restart()
        else:
            self._scene.settle_background()
            self._backdrop.reset()

    def _on_animation_pending(self) -> None:
        if self.shown:
            self._restart()
        else:
            self._scene.begin_movements()

    def _on_state_shown(self) -> None:
        if self._steps is None and not self._timer.isActive():  # else what is being painted would never be done
            self._restart()

    def _restart(self, rest: int = 0) -> None:
        self._steps, self._new = None, True
        if self.shown:
            self._timer.start(max(rest, self._timer.remainingTime() if self._scene.images.rough else 0))

    def _continue(self) -> None:
        """Paint for a few milliseconds, and again soon until all is painted."""
        if self._new:
            self._new = False
            self._timer.start(0)
            return
        if self._steps is None:
            self._steps = self._refinement()
        if self._rotation.hurried:
            self._timer.start(_FRAME_TIME)
            return
        end = perf_counter() + (_BESIDE if self._rotation.moving else _STEP)
        for pause in self._steps:
            if pause is not None or perf_counter() > end:
                self._timer.start(pause or 0)
                return
        self._steps = None

    def _refinement(self) -> Iterator[int | None]:
        """Paint what is missing; yield after each step how many milliseconds to wait until the next, or None."""
        scene, images, ratio = self._scene, self._scene.images, self._view.devicePixelRatioF()
        zoom, shown = self._view.transform().m11(), self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        yield from _unhurried(scene.moving_pictures(zoom, ratio))
        if scene.movements_pending:
            scene.begin_movements()
            yield None
        turned = self._rotation.shown  # and nothing of it is shown until all of it is painted
        if images.rough or turned or images.deferred:
            yield from _unhurried(scene.missing_pictures(zoom, ratio, shown))
        if images.deferred:
            images.deferred, self._unlimited = False, True
            self._view.viewport().update()
            yield 0
        if images.rough:
            images.rough = False
            if not turned:
                yield from self._show(scene.drawBackground)
        background = scene.background
        ready = background.is_ready(zoom, ratio, shown, images)
        if not ready:
            yield _GROUND_REST if images.rough_grounds else None
            yield from _unhurried(background.prepare(zoom, ratio, shown, images))
        images.rough_grounds = False
        if not ready or turned or not scene.background_settled:
            yield from self._show(lambda painter, rect: background.paint(painter, rect, images))
        if scene.animating:
            yield from _unhurried(scene.next_pictures(zoom, ratio, shown))
        while self._frames.overview_missing and not scene.animating:
            yield _OVERVIEW_REST
            yield from _unhurried(self._frames.prepare_overview())

    def _show(self, paint: Callable[[QPainter, QRectF], None]) -> Iterator[int | None]:
        """Paint the backdrop, then let the view show everything as it is known."""
        yield from _unhurried(
            self._backdrop.prepare(self._view.viewportTransform(), self._view.devicePixelRatioF(), paint)
        )
        if not self._scene.images.rough_grounds:
            self._scene.settle_background()
            self._rotation.set_painted()
        self._frames.end()
        self._view.viewport().update()
        yield 0


def _unhurried(steps: Iterator[None]) -> Iterator[int | None]:
    """Yield None after each step: the next may follow at once."""
    for _ in steps:
        yield None

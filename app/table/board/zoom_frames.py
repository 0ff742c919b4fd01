"""Frames of a board that are shown while it is zoomed, and the exact pictures that replace them when it rests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QGraphicsView, QWidget

from app.table.board.backdrop import Backdrop
from app.table.board.scene import BoardScene

_REST = 80  #: milliseconds after the last zoom; then exact pictures are painted
_GROUND_REST = 250  #: milliseconds more, until the grounds of boards are painted, which takes longest
_COVERED = 0.7  #: share of the viewport; if a frame covers less, another one is kept
_REFINING = 0.005  #: seconds of each step in which exact pictures are painted
_MOST_FRAMES = 4


@dataclass(frozen=True, slots=True)
class _Frame:
    """Frame that was shown at another zoom, and the rectangle of the scene that it shows."""

    image: QPixmap
    shown: QRectF


class ZoomFrames(QObject):
    """Shows earlier frames at the new scale while a view is zoomed, which takes a quarter of the time of painting.

    The frame before the zoom is kept. Where it covers too little, a frame of what is shown then is kept too: it
    consists of the one before and what was painted beside it. When the zoom rests, exact pictures are painted in
    short steps, first those of pieces, tiles and cards, which are shown at once, then the grounds of whole boards.
    """

    def __init__(self, view: QGraphicsView, scene: BoardScene, backdrop: Backdrop) -> None:
        super().__init__(view)
        self._view, self._scene, self._backdrop = view, scene, backdrop
        self._frames: list[_Frame] = []  #: the sharpest first
        self._spare: QPixmap | None = None  #: image of a frame that is not needed any more; new memory takes time
        self.grabbing = False  #: a frame is being kept
        self._steps: Iterator[int | None] | None = None  #: paints an exact picture with each step
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._refine)
        scene.state_shown.connect(self.forget)
        scene.background_changed.connect(self.forget)
        scene.drag_started.connect(self.forget)

    @property
    def sharp(self) -> bool:
        """Whether everything is drawn at the zoom that is shown; False while zoomed, and until that is painted."""
        return not (self._scene.images.rough or self._scene.images.rough_grounds)

    def begin(self) -> None:
        """Keep a frame before the zoom changes, and show it until the zoom rests."""
        if not self._backdrop.painted or not self._view.isVisible():  # Qt resizes a hidden widget in the middle
            return
        images = self._scene.images
        if not images.rough and not self._frames:
            self._frames = [self._grab()]
        images.rough = images.rough_grounds = True
        self._steps = None
        self._timer.start(_REST)

    def follow(self) -> None:
        """Keep another frame after the zoom has changed, if the others cover too little of what is shown now."""
        if not self._scene.images.rough or self._scene.animating or not self._view.isVisible():
            return
        frame = self.frame
        if frame is None or self._share(frame) < _COVERED:
            self._frames.append(self._grab())
            if len(self._frames) > _MOST_FRAMES:
                del self._frames[1]

    def forget(self) -> None:
        """Paint every item again while the board is zoomed: some have changed."""
        if self._frames:
            self._spare = self._frames[0].image
        self._frames = []

    @property
    def frame(self) -> _Frame | None:
        """The sharpest frame that covers enough of what is shown, or else the last one; None if there is none."""
        enough = (frame for frame in self._frames if self._share(frame) >= _COVERED)
        return next(enough, self._frames[-1] if self._frames else None)

    def covered(self, frame: _Frame) -> QRect:
        """Return the part of the viewport that a frame covers."""
        whole, placed = self._view.viewport().rect(), self._place_of(frame)
        return whole if placed == whole else placed.adjusted(1, 1, -1, -1) & whole

    def draw(self, frame: _Frame) -> None:
        """Draw a frame into the viewport."""
        painter = QPainter(self._view.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._place_of(frame), frame.image)
        painter.end()

    def _grab(self) -> _Frame:
        """Return a frame of what is shown. Qt may deliver a pending size in the middle; the view follows it later."""
        self.grabbing = True
        try:
            viewport, ratio = self._view.viewport(), self._view.devicePixelRatioF()
            image, self._spare = self._spare, None
            if image is None or image.size() != viewport.size() * ratio or image.devicePixelRatio() != ratio:
                image = QPixmap(viewport.size() * ratio)
                image.setDevicePixelRatio(ratio)
            viewport.render(image, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
            return _Frame(image, self._visible_rect())
        finally:
            self.grabbing = False

    def _visible_rect(self) -> QRectF:
        return self._view.mapToScene(self._view.viewport().rect()).boundingRect()

    def _place_of(self, frame: _Frame) -> QRect:
        """Where a frame is drawn: the whole viewport for one of what is shown now, which is not scaled."""
        if frame.shown == self._visible_rect():
            return self._view.viewport().rect()
        return self._view.mapFromScene(frame.shown).boundingRect()

    def _share(self, frame: _Frame) -> float:
        whole, covered = self._view.viewport().rect(), self.covered(frame)
        return covered.width() * covered.height() / max(whole.width() * whole.height(), 1)

    # ---- exact pictures -----------------------------------------------------------------------------------------

    def _refine(self) -> None:
        """Paint exact pictures for a few milliseconds, and again soon until all are painted."""
        if self._steps is None:
            self._steps = self._refinement()
        end = perf_counter() + _REFINING
        for pause in self._steps:
            if pause is not None or perf_counter() > end:
                self._timer.start(pause or 0)
                return
        self._steps = None

    def _refinement(self) -> Iterator[int | None]:
        """Paint what is missing; yield after each step how many milliseconds to wait until the next, or None."""
        images, ratio = self._scene.images, self._view.devicePixelRatioF()
        zoom, shown = self._view.transform().m11(), self._visible_rect()
        for _ in self._scene.missing_pictures(zoom, ratio, shown):
            yield None
        images.rough = False
        yield from self._show()
        if self._scene.grounds_missing(zoom, ratio, shown):
            yield _GROUND_REST
            for _ in self._scene.missing_grounds(zoom, ratio, shown):
                yield None
            images.rough_grounds = False
            yield from self._show()
        images.rough_grounds = False

    def _show(self) -> Iterator[int | None]:
        """Paint the backdrop, then let the view show everything as it is known."""
        for _ in self._backdrop.prepare(self._view.viewportTransform(), self._view.devicePixelRatioF()):
            yield None
        self.forget()
        self._view.viewport().update()
        yield 0

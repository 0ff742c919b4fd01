"""Frames of a board that are shown at other scales while it is zoomed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QGraphicsView, QWidget

from app.table.board.scene import BoardScene

_PARTS = 16  #: in which an overview is painted


@dataclass(frozen=True, slots=True)
class _Frame:
    """Image of a rectangle of the scene."""

    image: QPixmap
    shown: QRectF


class ZoomFrames(QObject):
    """Shows the frame before the zoom at the new scale while a view is zoomed, which takes a quarter of the time of
    painting.

    Beside it, an overview of the boards is shown: an earlier frame, or an image that is painted while the board rests.
    """

    def __init__(self, view: QGraphicsView, scene: BoardScene) -> None:
        super().__init__(view)
        self._view, self._scene = view, scene
        self._before: _Frame | None = None
        self._overview: _Frame | None = None
        self._spare: QPixmap | None = None  #: of a frame that is not needed any more; new memory takes time
        self._changes = 0  #: of what is shown
        self.grabbing = False  #: a frame is being kept
        for changed in (scene.state_shown, scene.background_replaced, scene.drag_started):
            changed.connect(self._forget_all)

    @property
    def shown(self) -> bool:
        """Whether `draw` draws anything."""
        return self._before is not None

    def begin(self) -> None:
        """Keep what is shown, to show it until `end`. Qt may deliver a pending size in the middle; the view follows it
        later."""
        self.grabbing = True
        try:
            viewport, ratio = self._view.viewport(), self._view.devicePixelRatioF()
            image, self._spare = self._spare, None
            if image is None or image.size() != viewport.size() * ratio or image.devicePixelRatio() != ratio:
                image = QPixmap(viewport.size() * ratio)
                image.setDevicePixelRatio(ratio)
            viewport.render(image, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
            self._before = _Frame(image, self._visible_rect())
        finally:
            self.grabbing = False

    def end(self) -> None:
        """Forget the frame before the zoom; one that shows all boards becomes the overview."""
        if self._before is not None and self._before.shown.contains(self._scene.content_rect()):
            self._overview = self._before
        elif self._before is not None:
            self._spare = self._before.image
        self._before = None

    def _forget_all(self) -> None:
        self.end()
        self._overview = None
        self._changes += 1

    @property
    def show_all(self) -> bool:
        """Whether all boards are on the frames, so that only table is beside them."""
        content = self._scene.content_rect()
        return any(frame.shown.contains(content) for frame in self._frames())

    def uncovered(self) -> QRegion:
        """Return the part of the viewport that `draw` leaves free."""
        free = QRegion(self._view.viewport().rect())
        for frame in self._frames():
            free = free.subtracted(QRegion(self._covered(frame)))
        return free

    def draw(self) -> None:
        """Draw the frames into the viewport."""
        painter = QPainter(self._view.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        free = QRegion(self._view.viewport().rect())
        for frame in self._frames():
            covered = QRegion(self._covered(frame)) & free
            if not covered.isEmpty():
                painter.setClipRegion(covered)
                painter.drawPixmap(self._place_of(frame), frame.image)
            free = free.subtracted(covered)
        painter.end()

    def _frames(self) -> list[_Frame]:
        """Return the frames that are shown, the sharpest first."""
        return [frame for frame in (self._before, self._overview) if self._before is not None and frame is not None]

    def _covered(self, frame: _Frame) -> QRect:
        """Return the part of the viewport that a frame covers."""
        whole, placed = self._view.viewport().rect(), self._place_of(frame)
        return whole if placed == whole else placed.adjusted(1, 1, -1, -1) & whole

    def _place_of(self, frame: _Frame) -> QRect:
        """Where a frame is drawn: the whole viewport for one of what is shown now, which is not scaled."""
        if frame.shown == self._visible_rect():
            return self._view.viewport().rect()
        return self._view.mapFromScene(frame.shown).boundingRect()

    def _visible_rect(self) -> QRectF:
        return self._view.mapToScene(self._view.viewport().rect()).boundingRect()

    # ---- overview -----------------------------------------------------------------------------------------------

    @property
    def overview_missing(self) -> bool:
        """Whether the boards reach beyond the viewport, and no overview shows them."""
        return self._overview is None and not self._visible_rect().contains(self._scene.content_rect())

    def prepare_overview(self) -> Iterator[None]:
        """Paint an overview of the boards, as large as the viewport, in steps; it is missing still if they change."""
        changes = self._changes
        size = QSizeF(self._view.viewport().size() * self._view.devicePixelRatioF())
        content = self._scene.content_rect()
        scale = min(size.width() / content.width(), size.height() / content.height())
        shown = QRectF(0, 0, size.width() / scale, size.height() / scale)
        shown.moveCenter(content.center())
        image = QPixmap(size.toSize())
        for part in range(_PARTS):
            target = QRectF(0, part * size.height() / _PARTS, size.width(), size.height() / _PARTS)
            source = QRectF(shown.left(), shown.top() + target.top() / scale, shown.width(), target.height() / scale)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            with self._scene.images.any_scale():
                self._scene.render(painter, target, source)
            painter.end()
            yield
            if changes != self._changes:
                return
        self._overview = _Frame(image, shown)

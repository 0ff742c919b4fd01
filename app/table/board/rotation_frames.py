"""Frames of boards that are being turned: the boards as one image that turns, and upright things on their way."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRect, QRectF, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsView

from app.table.board.background import Background
from app.table.board.items import PictureItem
from app.table.board.scene import BoardScene
from dsl.match.view import View

_DURATION = 420  #: milliseconds of a turn
_FADE = 160  #: milliseconds in which the last frame of a turn becomes what lies there now
_QUICK = 0.007  #: seconds of a frame, beside which there is time to paint what comes after the turn
_RUNNING = QVariantAnimation.State.Running
_BEYOND = 100.0  #: scene units around the boards that turn with them: frames and beaches


@dataclass(slots=True)
class _Drift:
    """How far a point is from where a turn around the origin alone would take it, now and when the turn began."""

    now: QPointF = field(default_factory=QPointF)
    begun: QPointF = field(default_factory=QPointF)


@dataclass(slots=True)
class _Picture:
    """Picture of an item as it was drawn before the turn."""

    item: PictureItem
    image: QPixmap
    box: QRectF
    scale: float  #: of the image, in pixels per scene unit
    start: QPointF
    slides: bool = False  #: it belongs to a board of slots, which moves and does not turn
    drift: _Drift = field(default_factory=lambda: _Drift())


@dataclass(slots=True)
class _Kept:
    """What was shown before the turn, and how far the turn is."""

    view: View | None
    background: Background
    turning: list[_Picture]  #: cells and walls, from below
    uprights: list[_Picture]  #: things, and the cells of slots, from below
    viewed: QTransform  #: from scene coordinates to those of the viewport
    shown: QRectF  #: in scene coordinates
    part: QRect  #: of the viewport, on which the boards are
    zoom: float
    table: QPixmap | None = None  #: of the viewport
    boards: QPixmap | None = None  #: of the part
    by: int = 0  #: degrees between what was kept and the boards as they lie now
    angle: float = 0.0  #: degrees by which it is drawn now
    scale: float = 1.0  #: by which it is drawn larger now
    begun: tuple[float, float] = (0.0, 1.0)  #: angle and scale at the beginning of the turn
    drift: _Drift = field(default_factory=_Drift)  #: of the middle of the viewport


class RotationFrames(QObject):
    """Shows what lay on the table before the boards of a scene were turned, and turns it to where it lies now.

    A view calls `keep` before and `start` after the boards are turned. The frames are shown until the turn is over and
    the turned boards are painted, which the view says by `set_painted`; or until `end`. The last one fades.
    """

    def __init__(self, view: QGraphicsView, scene: BoardScene) -> None:
        super().__init__(view)
        self._view, self._scene = view, scene
        self._kept: _Kept | None = None
        self._keeping = False  #: between `keep` and `start`
        self._painted = self._smooth = False
        self._took = 0.0  #: seconds of the last frame
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(_DURATION)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self._fade_if_painted)
        self._last: QPixmap | None = None  #: the last frame, while it fades
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.setDuration(_FADE)
        self._fade.valueChanged.connect(lambda: view.viewport().update())
        self._fade.finished.connect(self.end)
        scene.state_shown.connect(self._on_state_shown)
        for changed in (scene.animation_pending, scene.background_replaced, scene.drag_started):
            changed.connect(self.end)

    @property
    def shown(self) -> bool:
        """Whether `draw` draws anything."""
        return self._kept is not None

    @property
    def moving(self) -> bool:
        """Whether frames of a turn are being drawn, one after the other."""
        return self._clock.state() == _RUNNING

    @property
    def hurried(self) -> bool:
        """Whether frames of a turn leave no time for anything else."""
        return self.moving and self._took > _QUICK

    @property
    def fading(self) -> bool:
        """Whether `draw` draws over what lies there now."""
        return self._last is not None

    @property
    def keeping(self) -> bool:
        """Whether the boards are being turned: `start` follows in the same turn of the event loop."""
        return self._keeping

    def keep(self) -> None:
        """Keep what is shown now; a turn that is under way goes on from where it is."""
        if self.fading:
            self.end()
        self._keeping = True
        self._view.viewport().setUpdatesEnabled(False)  # what is on the screen stays until the first frame is ready
        if self._kept is not None:
            return
        view, scene = self._view, self._scene
        zoom, ratio = view.transform().m11(), view.devicePixelRatioF()
        around = scene.content_rect().adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND)
        self._kept = _Kept(
            scene.view,
            scene.shown_background,
            _pictures(scene, scene.turning_items(), zoom, ratio),
            _pictures(scene, scene.upright_items(), zoom, ratio),
            _on_whole_pixels(view.viewportTransform()),
            view.mapToScene(view.viewport().rect()).boundingRect(),
            view.mapFromScene(around).boundingRect() & view.viewport().rect(),
            zoom,
        )

    def start(self, by: int, *, smooth: bool) -> None:
        """Turn what was kept by degrees, clockwise, to where the boards lie now; without `smooth` it stays as it is
        until the turned boards are painted."""
        self._keeping = self._painted = False
        kept = self._kept
        if kept is None:
            return
        kept.by += int(math.remainder(by, 360))  # the shorter way
        kept.begun = kept.angle, kept.scale
        for drift in (kept.drift, *(each.drift for each in kept.uprights)):
            drift.begun = drift.now
        self._clock.stop()
        self._fade.setDuration(_FADE if smooth else 0)
        self._smooth = smooth
        QTimer.singleShot(0, self, self._make_layer)

    def _make_layer(self) -> None:
        """Paint the table, then the boards, each in a turn of the event loop; then begin to turn."""
        kept = self._kept
        if kept is None:
            return
        if kept.table is None:
            kept.table = self._painted_table(kept)
            QTimer.singleShot(0, self, self._make_layer)
            return
        if kept.boards is None:
            kept.boards = self._painted_boards(kept)
        self._view.viewport().setUpdatesEnabled(True)
        if self._smooth:
            self._clock.start()
        else:
            self._fade_if_painted()

    def _painted_table(self, kept: _Kept) -> QPixmap:
        ratio = self._view.devicePixelRatioF()
        table = QPixmap(self._view.viewport().size() * ratio)
        table.setDevicePixelRatio(ratio)
        painter = QPainter(table)
        painter.setTransform(kept.viewed)
        kept.background.paint_table(painter, kept.shown, self._scene.images)
        painter.end()
        return table

    def _painted_boards(self, kept: _Kept) -> QPixmap:
        ratio = self._view.devicePixelRatioF()
        boards = QPixmap(kept.part.size() * ratio)
        boards.fill(Qt.GlobalColor.transparent)
        boards.setDevicePixelRatio(ratio)
        painter = QPainter(boards)
        painter.setTransform(kept.viewed * QTransform.fromTranslate(-kept.part.x(), -kept.part.y()))
        with self._scene.images.any_scale():
            kept.background.paint_grounds(painter, kept.shown, self._scene.images)
        for each in kept.turning:
            at = painter.transform().map(each.start + each.box.topLeft())
            size = each.image.size().toSizeF() * (kept.zoom / each.scale)
            painter.save()
            painter.resetTransform()
            painter.drawPixmap(QRectF(_whole(at, ratio), size), each.image, QRectF(each.image.rect()))
            painter.restore()
        painter.end()
        return boards

    def set_painted(self) -> None:
        """Say that everything is painted as it lies now: it is shown as soon as the turn is over."""
        self._painted = True
        self._fade_if_painted()

    def end(self) -> None:
        """Show everything as it lies now."""
        self._clock.stop()
        self._fade.stop()
        if self._kept is not None and not self._keeping:
            self._kept = self._last = None
            self._view.viewport().setUpdatesEnabled(True)
            self._view.viewport().update()

    def draw(self) -> None:
        """Draw the frame into the viewport."""
        painter = QPainter(self._view.viewport())
        if self._last is not None:
            painter.setOpacity(self._fade.currentValue())
            painter.drawPixmap(0, 0, self._last)
        elif self._kept is not None:
            began = perf_counter()
            self._draw(painter, self._kept)
            self._took = perf_counter() - began
        painter.end()

    def _draw(self, painter: QPainter, kept: _Kept) -> None:
        kept.table = kept.table or self._painted_table(kept)
        kept.boards = kept.boards or self._painted_boards(kept)
        before, zoom = kept.shown.center(), kept.zoom * kept.scale
        about = QPointF(self._view.viewport().rect().center())
        middle = _turned(before, kept.angle) + kept.drift.now
        painter.drawPixmap(0, 0, kept.table)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(about)
        painter.scale(kept.scale, kept.scale)
        painter.translate(kept.drift.now * -kept.zoom)
        painter.rotate(kept.angle)
        painter.drawPixmap(QPointF(kept.part.topLeft()) - kept.viewed.map(before), kept.boards)
        painter.restore()
        for each in kept.uprights:
            turned = each.start if each.slides else _turned(each.start, kept.angle)
            at = about + (turned + each.drift.now - middle + each.box.topLeft()) * zoom
            size = each.image.size().toSizeF() * (zoom / each.scale)
            painter.drawPixmap(QRectF(at, size), each.image, QRectF(each.image.rect()))

    def _advance(self, share: float) -> None:
        """Move everything on by a share of the way from where the turn began."""
        kept, view = self._kept, self._view
        if kept is None:
            return
        angle, scale = kept.begun
        kept.angle = angle + (kept.by - angle) * share
        kept.scale = scale * (view.transform().m11() / kept.zoom / scale) ** share
        middle = view.mapToScene(view.viewport().rect()).boundingRect().center()
        drifts = [(kept.drift, middle - _turned(kept.shown.center(), kept.by))]
        for each in kept.uprights:
            drifts.append((each.drift, each.item.pos() - (each.start if each.slides else _turned(each.start, kept.by))))
        for drift, goal in drifts:
            drift.now = drift.begun + (goal - drift.begun) * share
        view.viewport().update()

    def _fade_if_painted(self) -> None:
        """Begin to fade the last frame, if the turn is over and the boards are painted."""
        kept = self._kept
        if kept is None or kept.boards is None or self.fading or not self._painted or self._clock.state() == _RUNNING:
            return
        if not self._fade.duration():
            self.end()
            return
        self._last = QPixmap(self._view.viewport().size() * self._view.devicePixelRatioF())
        self._last.setDevicePixelRatio(self._view.devicePixelRatioF())
        painter = QPainter(self._last)
        self._draw(painter, kept)
        painter.end()
        self._fade.start()

    def _on_state_shown(self) -> None:
        """End with another view; other marks wait until the turn is over."""
        if self._kept is not None and self._scene.view is not self._kept.view:
            self.end()


def _pictures(scene: BoardScene, items: Iterable[PictureItem], zoom: float, ratio: float) -> list[_Picture]:
    """Return what is drawn of items at a zoom."""
    found = ((item, item.picture(zoom, ratio)) for item in items)
    return [_Picture(item, *picture, item.pos(), scene.is_slot(item)) for item, picture in found if picture is not None]


def _whole(point: QPointF, ratio: float) -> QPointF:
    """Return a point on whole device pixels, as items are drawn."""
    return QPointF(round(point.x() * ratio) / ratio, round(point.y() * ratio) / ratio)


def _on_whole_pixels(shown: QTransform) -> QTransform:
    """Return the transform that the backdrop of a view uses."""
    return QTransform(shown.m11(), 0, 0, shown.m22(), round(shown.dx()), round(shown.dy()))


def _turned(point: QPointF, angle: float) -> QPointF:
    """Return a point that is turned clockwise around the origin."""
    return QTransform().rotate(angle).map(point)

"""Frames of boards that are being turned: the boards as one image that turns, and upright things on their way."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsView

from app.table.board.items import PictureItem
from app.table.board.scene import BoardScene
from app.table.painting.image_cache import draw_scaled
from dsl.match.view import View

_DURATION = 420  #: milliseconds of a turn
_FADE = 160  #: milliseconds in which the last frame of a turn becomes what lies there now
_RUNNING = QVariantAnimation.State.Running
_BEYOND = 100.0  #: scene units around the boards that turn with them: frames and beaches


@dataclass(slots=True)
class _Upright:
    """Picture that stays upright while it moves with the board: of a thing, or of a cell of a board of slots."""

    item: PictureItem
    image: QPixmap
    box: QRectF
    scale: float  #: of the image, in pixels per scene unit
    start: QPointF


@dataclass(slots=True)
class _Layers:
    """What was shown before the turn: the table, the boards, and what stays upright on them, from below."""

    view: View | None
    table: QPixmap
    boards: QPixmap
    corner: QPoint  #: upper left corner of the image of the boards in the viewport
    uprights: list[_Upright]
    middle: QPointF  #: of the viewport, in scene coordinates
    zoom: float
    by: int = 0  #: degrees between these layers and the boards as they lie now
    angle: float = 0.0  #: degrees by which they are drawn now
    share: float = 0.0  #: of the way from the middle and the zoom before to those after the turn
    begun: tuple[float, float] = field(default=(0.0, 0.0))  #: angle and share at the beginning of the turn


class RotationFrames(QObject):
    """Shows what lay on the table before the boards of a scene were turned, and turns it to where it lies now.

    A view calls `keep` before and `start` after the boards are turned. The frames are shown until the turn is over and
    the turned boards are painted, which the view says by `set_painted`; or until `end`. The last one fades.
    """

    def __init__(self, view: QGraphicsView, scene: BoardScene) -> None:
        super().__init__(view)
        self._view, self._scene = view, scene
        self._layers: _Layers | None = None
        self._keeping = False  #: between `keep` and `start`
        self._painted = False
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
        return self._layers is not None

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
        if self._layers is not None:
            return
        view, scene = self._view, self._scene
        viewport, ratio = view.viewport(), view.devicePixelRatioF()
        table = QPixmap(viewport.size() * ratio)
        shown = view.mapToScene(viewport.rect()).boundingRect()
        corner = view.mapFromScene(scene.content_rect().adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND)).boundingRect()
        part = corner & viewport.rect()
        boards = QPixmap(part.size() * ratio)
        boards.fill(Qt.GlobalColor.transparent)
        for image in (table, boards):
            image.setDevicePixelRatio(ratio)
        with scene.images.any_scale():
            painter = QPainter(table)
            painter.setTransform(view.viewportTransform())
            scene.paint_table(painter, shown)
            painter.end()
            painter = QPainter(boards)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setTransform(view.viewportTransform() * QTransform.fromTranslate(-part.x(), -part.y()))
            scene.paint_boards(painter, shown)
            painter.end()
        zoom = view.transform().m11()
        uprights = [
            _Upright(item, *picture, item.pos())
            for item in scene.upright_items()
            if (picture := item.picture(zoom, ratio)) is not None
        ]
        self._layers = _Layers(scene.view, table, boards, part.topLeft(), uprights, shown.center(), zoom)

    def start(self, by: int, *, smooth: bool) -> None:
        """Turn what was kept by degrees, clockwise, to where the boards lie now; without `smooth` it stays as it is
        until the turned boards are painted."""
        self._keeping = self._painted = False
        layers = self._layers
        if layers is None:
            return
        layers.by += int(math.remainder(by, 360))  # the shorter way
        layers.begun = layers.angle, layers.share
        self._clock.stop()
        self._fade.setDuration(_FADE if smooth else 0)
        if smooth:
            self._clock.start()

    def set_painted(self) -> None:
        """Say that everything is painted as it lies now: it is shown as soon as the turn is over."""
        self._painted = True
        self._fade_if_painted()

    def end(self) -> None:
        """Show everything as it lies now."""
        self._clock.stop()
        self._fade.stop()
        if self._layers is not None and not self._keeping:
            self._layers = self._last = None
            self._view.viewport().update()

    def draw(self) -> None:
        """Draw the frame into the viewport."""
        painter = QPainter(self._view.viewport())
        if self._last is not None:
            painter.setOpacity(self._fade.currentValue())
            painter.drawPixmap(0, 0, self._last)
        elif self._layers is not None:
            self._draw(painter, self._layers)
        painter.end()

    def _draw(self, painter: QPainter, layers: _Layers) -> None:
        view, share = self._view, layers.share
        goal = QPointF(view.mapToScene(view.viewport().rect()).boundingRect().center())
        zoom = layers.zoom * (view.transform().m11() / layers.zoom) ** share
        middle = _between(_turned(layers.middle, layers.angle), _turned(layers.middle, layers.by), goal, share)
        about = QPointF(view.viewport().rect().center())
        painter.drawPixmap(0, 0, layers.table)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(about)
        painter.scale(zoom / layers.zoom, zoom / layers.zoom)
        painter.translate((_turned(layers.middle, layers.angle) - middle) * layers.zoom)
        painter.rotate(layers.angle)
        painter.drawPixmap(QPointF(layers.corner) - about, layers.boards)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        for each in layers.uprights:
            painter.resetTransform()
            slot = self._scene.is_slot(each.item)
            from_, to = (each.start,) * 2 if slot else (_turned(each.start, a) for a in (layers.angle, layers.by))
            at = _between(from_, to, each.item.pos(), share)
            painter.translate(about + (at - middle) * zoom)
            painter.scale(zoom, zoom)
            draw_scaled(painter, each.box, each.image, each.scale, smooth=False)

    def _advance(self, share: float) -> None:
        layers = self._layers
        if layers is not None:
            angle, before = layers.begun
            layers.angle, layers.share = angle + (layers.by - angle) * share, before + (1 - before) * share
            self._view.viewport().update()

    def _fade_if_painted(self) -> None:
        """Begin to fade the last frame, if the turn is over and the boards are painted."""
        layers = self._layers
        if layers is None or self.fading or not self._painted or self._clock.state() == _RUNNING:
            return
        if not self._fade.duration():
            self.end()
            return
        self._last = QPixmap(layers.table.size())
        self._last.setDevicePixelRatio(layers.table.devicePixelRatio())
        painter = QPainter(self._last)
        self._draw(painter, layers)
        painter.end()
        self._fade.start()

    def _on_state_shown(self) -> None:
        """End with another view; other marks wait until the turn is over."""
        if self._layers is not None and self._scene.view is not self._layers.view:
            self.end()


def _turned(point: QPointF, angle: float) -> QPointF:
    """Return a point that is turned clockwise around the origin."""
    return QTransform().rotate(angle).map(point)


def _between(on_arc: QPointF, end_of_arc: QPointF, goal: QPointF, share: float) -> QPointF:
    """Return a point on its way along an arc to a goal that is not quite at the end of the arc."""
    return on_arc + (goal - end_of_arc) * share

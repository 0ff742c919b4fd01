"""Graphics items of the board: cells, pieces, target dots, links and the cursor. Each paints a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.table.model.cell_shapes import RADIUS, CellShape, Geometry, Point, Region
from app.table.painting.board_grounds import BoardGround, Wall, board_ground_steps, paint_board_ground
from app.table.painting.cells import (
    LIFT,
    THICKNESS,
    empty_cell_fill,
    paint_free_place,
    paint_rims,
    paint_tile,
    polygon,
    prepare_tile,
    rim_box,
    rim_path,
    round_pen,
)
from app.table.painting.image_cache import ImageKey, SceneImages
from app.table.painting.item_models import CellModel, ItemModel
from app.table.painting.palette import Palette, text_colour_on
from app.table.painting.path_painting import glow
from app.table.painting.pieces import emblem_reach, paint_emblem, plate_box, readable, text_path
from app.table.painting.slots import slot_steps
from app.table.painting.surfaces import Steps, finish, saved, with_alpha
from app.table.painting.walls_and_frames import paint_wall

(
    LAYER_EDGE,
    _LAYER_CELL,
    _LAYER_TILE,
    LAYER_DIMMED,
    _LAYER_MARKS,
    LAYER_WALL,
    LAYER_NAME,
    LAYER_THING,
    LAYER_MARK,
    LAYER_CURSOR,
    LAYER_MOVING,
) = range(11)


def outline(geometry: CellShape, inset: float = 0.0) -> QPolygonF:
    """Return the outline of a cell around its middle, in scene units."""
    return polygon(geometry.outline(inset))


class PictureItem(QGraphicsItem):
    """Graphics item whose picture is painted once for each scale; items with equal keys share it.

    A subclass calls `_set_picture` when what it shows changes, and overrides `_paint_picture`.
    """

    def __init__(self, images: SceneImages) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._images = images
        self._key: ImageKey | None = None  #: None: nothing is painted
        self._box = QRectF()
        self._drawn: tuple[ImageKey, QRectF] | None = None  #: what was drawn last, for frames without time for the next
        self.stretched = False  #: drawn from a picture at another scale too, because it is lifted or turned

    def _set_picture(self, value: object, box: QRectF) -> None:
        """Paint another picture: `value` tells everything that `_paint_picture` needs, `box` covers what it paints."""
        if box != self._box:
            self.prepareGeometryChange()
        self._key, self._box = self._images.cache.key((type(self).__name__, value)), box
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: draw the picture."""
        if self._key is None:
            return
        painter.save()
        drawn = self._images.draw(painter, self._key, self._box, self._paint_picture, stretched=self.stretched)
        painter.restore()
        if drawn:
            self._drawn = self._key, self._box
        elif self._drawn is not None:
            self._images.draw_old(painter, *self._drawn)

    def picture(self, zoom: float, ratio: float) -> tuple[QPixmap, QRectF, float] | None:
        """Return the picture as it is drawn at a zoom and a ratio of device pixels, or one at another scale: the
        image, its box in item coordinates and its scale in pixels per unit. None if nothing is painted yet."""
        found = self._images.cache.at_hand(self._key, zoom * ratio, ratio) if self._key is not None else None
        return (found[0], self._box, found[1]) if found is not None else None

    def prepare(self, zoom: float, ratio: float) -> Steps:
        """Paint the picture for a zoom and a ratio of device pixels in steps, if it is missing."""
        if self._key is not None:
            yield from self._images.prepare(self._key, zoom, ratio, self._box, self._picture_steps)

    def _paint_picture(self, painter: QPainter) -> None:
        """Paint the picture in item coordinates."""
        raise NotImplementedError

    def _picture_steps(self, painter: QPainter) -> Steps:
        """Paint the same as `_paint_picture` in steps."""
        self._paint_picture(painter)
        yield


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How a cell is painted, beside what its model says."""

    background: str  #: colour around the boards, #rrggbb
    shows_place: bool = False  #: its coordinates are written on it
    covered: bool = False  #: its ground is part of the ground of the board
    hidden: bool = False  #: empty and invisible, unless it matters


class BoardCellItem(PictureItem):
    """Graphics item of a cell: the tile or slot, unless the board draws it, and the highlights of the cell."""

    def __init__(self, images: SceneImages) -> None:
        super().__init__(images)
        self._shown: tuple[CellModel, Palette, CellStyle] | None = None
        self._ground_hidden = False

    @property
    def model(self) -> CellModel | None:
        """What is shown."""
        return self._shown[0] if self._shown else None

    @property
    def shows_place(self) -> bool:
        """Whether the coordinates of the cell are written on it."""
        return self._shown is not None and self._shown[2].shows_place

    def show_state(self, model: CellModel, palette: Palette, style: CellStyle) -> None:
        """Show a cell."""
        shown = (model, palette, style)
        if shown == self._shown and not self._ground_hidden:
            return
        self._shown, self._ground_hidden = shown, False
        self.setPos(*model.middle)
        tile = model.ground is not None and not style.covered
        if tile:
            self.setZValue(_LAYER_TILE + model.middle[1] * 1e-6)
        else:  # the marks on a ground that the board draws lie above all tiles
            self.setZValue(_LAYER_MARKS if style.covered else _LAYER_CELL)
        # A cell without anything to paint costs no picture.
        bare = self._is_bare()
        self.setVisible(not bare)
        if not bare:
            self._change_picture()

    def hide_ground(self) -> None:
        """Paint the cell without its ground until the next `show_state`."""
        self._ground_hidden = True
        self._change_picture()

    def _change_picture(self) -> None:
        if self._shown is None:
            return
        model, palette, style = self._shown
        unlike = model.ground is not None or style.shows_place  # a tile looks different on every place
        alike = model if unlike else replace(model, place="", middle=(0.0, 0.0))
        reach = THICKNESS + 10
        if isinstance(model.geometry, Region):
            box = outline(model.geometry).boundingRect().adjusted(-reach, -reach, reach, reach)
        else:
            reach += RADIUS
            box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
            box = rim_box(box) if model.rims else box
        style = style if style.shows_place else replace(style, background="")
        self._set_picture((alike, palette, style, self._ground_hidden), box)

    def prepare(self, zoom: float, ratio: float) -> Steps:
        """Override PictureItem: paint the image of the tile before."""
        if self._shown is not None and self.isVisible() and not self._ground_hidden:
            model, palette, style = self._shown
            if not style.covered:
                yield from prepare_tile(model, palette, self._images, zoom, ratio)
        yield from super().prepare(zoom, ratio)

    def _is_bare(self) -> bool:
        """Whether nothing is painted: the board draws the cell, or nobody does, and it has no mark."""
        if self._shown is None:
            return True
        model, palette, style = self._shown
        marked = (
            model.selectable
            or model.target
            or model.chosen
            or model.last
            or model.earlier
            or model.mentioned
            or style.shows_place
            or model.rims
            or palette.high_contrast
        )
        return (style.covered or style.hidden) and not marked

    def _paint_picture(self, painter: QPainter) -> None:
        finish(self._picture_steps(painter))

    def _picture_steps(self, painter: QPainter) -> Steps:
        if self._shown is None:
            return
        model, palette, style = self._shown
        offered = model.selectable or model.target
        region = isinstance(model.geometry, Region)
        with saved(painter):
            if model.ground is not None and not style.covered and not region:
                painter.translate(0, -_lift(model))
            if self._ground_hidden or style.covered:
                pass
            elif region:
                yield from slot_steps(painter, model, palette)
            elif model.ground is not None:
                paint_tile(painter, model, palette, self._images)
            if style.hidden and (offered or model.last or model.earlier or style.shows_place or palette.high_contrast):
                paint_free_place(painter, model, palette)
            paint_rims(painter, model, palette)
            _paint_cell_marks(painter, model, palette)
        if style.shows_place and not region:
            _paint_place(painter, model, palette, QColor(style.background))


def _lift(model: CellModel) -> float:
    """Return by how much a tile is lifted: a chosen one, and a little less one under the pointer."""
    return LIFT if model.chosen else LIFT * 0.6 if model.hovered else 0.0


def _paint_cell_marks(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the highlights of a cell: what was chosen before what may be chosen before what happened."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if palette.high_contrast:
        _paint_bold_marks(painter, model, palette)
        return
    offered = model.selectable or model.target
    if model.chosen:
        _paint_chosen(painter, model)
    elif offered and (model.hovered or not model.dots_only):
        _paint_offer(painter, model, palette)
    elif model.last or model.earlier:
        _paint_past(painter, model, 3.0 if model.last else 2.0)
    if model.mentioned:
        painter.fillPath(rim_path(model, 2.0), _with_opacity(palette.last, 0.24))
        painter.setPen(round_pen(QColor(palette.last), 4.5))
        painter.drawPath(rim_path(model, 4.0))


_AT_REST = 0.75  #: width of the lines around what may be chosen on light ground, as a part of that under the pointer


def _paint_offer(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint a soft glow in the accent inside the outline, and a white line in it."""
    path = rim_path(model, 2.0)
    painter.save()
    painter.setClipPath(rim_path(model, 0.0) if not model.joints else path, Qt.ClipOperation.IntersectClip)
    if model.joints:
        painter.setClipping(False)
    if model.hovered:
        painter.fillPath(path, _with_opacity("#ffffff", 0.22))
    glow(painter, path, QColor("#ff5a1f" if not palette.dark else palette.accent), 17 if model.hovered else 13, 0.95)
    bold = 1.0 if model.hovered or palette.dark else _AT_REST
    for ink, width in (("#3a1206", 7.5), ("#d2460f", 5.5)):  # the dark line keeps it visible on every ground
        painter.setPen(round_pen(QColor(ink), width * bold))
        painter.drawPath(path)
    painter.restore()
    painter.setPen(round_pen(QColor("#ffffff"), 2.6 * bold))
    painter.drawPath(rim_path(model, 5.8))


def _paint_chosen(painter: QPainter, model: CellModel) -> None:
    """Paint a white outline with a glow, and a dark line that keeps it visible on snow."""
    path = rim_path(model, 3.0)
    painter.fillPath(path, _with_opacity("#ffffff", 0.2))
    glow(painter, path, QColor("#ffffff"), 9, 0.9)
    for ink, width in (("#3a2412", 6.5), ("#ffffff", 4.0)):
        painter.setPen(round_pen(QColor(ink), width))
        painter.drawPath(path)


def _paint_past(painter: QPainter, model: CellModel, width: float) -> None:
    """Paint a white dashed line inside a cell of the last moves, on a dark one that keeps it visible on snow."""
    path = rim_path(model, 6.0)
    painter.setPen(round_pen(_with_opacity("#241608", 0.5), width + 2.0))
    painter.drawPath(path)
    dashes = round_pen(QColor("#ffffff"), width)
    dashes.setDashPattern([2.4, 2.6])
    painter.setPen(dashes)
    painter.drawPath(path)


def _paint_bold_marks(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the highlights of high contrast."""
    painter.setPen(round_pen(QColor(palette.ink), 3.0))
    painter.drawPath(rim_path(model, 1.5))
    if model.last or model.earlier:
        _paint_bold_past(painter, model, palette, 3.5 if model.last else 2.0)
    if model.chosen:
        painter.fillPath(rim_path(model, 6.0), _with_opacity(palette.accent, 0.28))
        _paint_edge(painter, model, palette, palette.accent, 5.0, 6.0)
    elif (model.selectable or model.target) and (model.hovered or not model.dots_only):
        if model.hovered:
            painter.fillPath(rim_path(model, 6.0), _with_opacity(palette.accent, 0.25))
        _paint_edge(painter, model, palette, palette.accent, 5.0, 3.5)
    if model.mentioned:  # inside the other highlights, so that both are visible
        painter.fillPath(rim_path(model, 13.0), _with_opacity(palette.last, 0.22))
        _paint_edge(painter, model, palette, palette.last, 13.0, 5.0)


def _with_opacity(ink: str, opacity: float) -> QColor:
    return with_alpha(QColor(ink), opacity)


def _paint_bold_past(painter: QPainter, model: CellModel, palette: Palette, width: float) -> None:
    """Paint a dotted line around a cell of the last moves; a line below it keeps it visible on every ground."""
    shape, width = rim_path(model, 8.0), width * _bold(palette)
    painter.setPen(round_pen(QColor(palette.glow), width + 2.0))
    painter.drawPath(shape)
    dots = QPen(QColor(palette.last), width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    dots.setDashPattern([0.1, 2.4])
    painter.setPen(dots)
    painter.drawPath(shape)


def _paint_edge(painter: QPainter, model: CellModel, palette: Palette, ink: str, inset: float, width: float) -> None:
    """Paint a line inside the outline, with a glow around it."""
    shape, bold = rim_path(model, inset), _bold(palette)
    lines = ((palette.mark_edge, (width + 5.0) * bold), (palette.glow, (width + 3.5) * bold), (ink, width * bold))
    for colour, breadth in lines:
        painter.setPen(round_pen(QColor(colour), breadth))
        painter.drawPath(shape)


def _bold(palette: Palette) -> float:
    """Factor for the width of highlights: larger in high contrast."""
    return 1.5 if palette.high_contrast else 1.0


def _paint_place(painter: QPainter, model: CellModel, palette: Palette, background: QColor) -> None:
    plain = background if model.empty == "sea" else empty_cell_fill(model, palette)
    fill = QColor(model.ground.fill.on(palette.dark)) if model.ground else plain
    hexagonal = isinstance(model.geometry, Geometry) and model.geometry.hexagonal
    where = QPointF(0, -RADIUS * 0.66) if hexagonal else QPointF(30, -40)
    text = text_path(model.place, readable(painter, 10, 2.0), where)
    painter.setPen(round_pen(fill, 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(text)
    painter.fillPath(text, text_colour_on(fill))


# ---- grounds


class SpanItem(PictureItem):
    """Graphics item of the ground of a piece that covers several cells."""

    def __init__(self, images: SceneImages) -> None:
        super().__init__(images)
        self._ground: BoardGround | None = None
        self._ground_key: ImageKey | None = None

    def show_state(self, ground: BoardGround) -> None:
        """Show the ground of a piece."""
        if ground != self._ground:
            self._ground, self._ground_key = ground, self._images.cache.key(ground)
            box = ground.box()
            self.setZValue(_LAYER_TILE + box.top() * 1e-6)
            self._set_picture(ground, box)

    def prepare(self, zoom: float, ratio: float) -> Steps:
        """Override PictureItem: paint the image of the ground before."""
        ground, key = self._ground, self._ground_key
        if ground is not None and key is not None:
            paint = partial(board_ground_steps, ground=ground)
            yield from self._images.prepare_ground(key, zoom, ratio, self._box, paint)
        yield from super().prepare(zoom, ratio)

    def _paint_picture(self, painter: QPainter) -> None:
        ground, key = self._ground, self._ground_key
        if ground is not None and key is not None:
            paint = partial(paint_board_ground, ground=ground)
            self._images.draw_ground(painter, key, self._box, paint, exact=True)


OVERLAP = 0.4  #: of the outlines of shaded cells, so that no line of light is left between them


class DimmedItem(PictureItem):
    """Graphics item of a shade on the cells that cannot be chosen, where many others can."""

    def __init__(self, images: SceneImages) -> None:
        super().__init__(images)
        self.setZValue(LAYER_DIMMED)
        self._outlines: tuple[tuple[Point, ...], ...] = ()
        self._path = QPainterPath()
        self._boxes: list[QRectF] = []  #: of the outlines, if all are squares: much faster to fill than a path

    def show_state(self, outlines: tuple[tuple[Point, ...], ...]) -> None:
        """Shade these cells, given by their outlines in scene coordinates."""
        if outlines != self._outlines:
            self._outlines, self._path = outlines, QPainterPath()
            self._path.setFillRule(Qt.FillRule.WindingFill)
            for each in outlines:
                self._path.addPolygon(polygon(each))
            square = all(len(each) == 4 for each in outlines)
            self._boxes = [_exact(polygon(each).boundingRect()) for each in outlines] if square else []
            self._set_picture(outlines, self._path.boundingRect())
        self.setVisible(bool(outlines))

    def _paint_picture(self, painter: QPainter) -> None:
        shade = with_alpha(QColor("#0c0906"), 0.5)
        if not self._boxes:
            painter.fillPath(self._path, shade)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawRects(self._boxes)


def _exact(box: QRectF) -> QRectF:
    """Return the box of a square without the overlap of its outline: two shades on each other would be a line."""
    return box.adjusted(OVERLAP, OVERLAP, -OVERLAP, -OVERLAP)


class WallItem(PictureItem):
    """Graphics item of a wall at the side of a cell."""

    def __init__(self, images: SceneImages) -> None:
        super().__init__(images)
        self._wall: Wall | None = None
        self._kind = ""

    def show_state(self, wall: Wall, kind: str) -> None:
        """Show a wall of the kind ridge, fence or line."""
        self.setVisible(True)
        if (wall, kind) != (self._wall, self._kind):
            self._wall, self._kind = wall, kind
            box = polygon((wall.start, wall.end)).boundingRect().adjusted(-20, -20, 20, 20)
            self.setZValue(LAYER_WALL + box.center().y() * 1e-6)
            self._set_picture((replace(wall, places=frozenset()), kind), box)

    def hide_at(self, place: str) -> None:
        """Hide it until the next `show_state` if it is at the side of this cell."""
        if self._wall is not None and place in self._wall.places:
            self.setVisible(False)

    def _paint_picture(self, painter: QPainter) -> None:
        if self._wall is not None:
            paint_wall(painter, self._kind, self._wall.start, self._wall.end, double=self._wall.double)


# ---- things


class ThingItem(PictureItem):
    """Graphics item of equal counters on a cell, or of a figure."""

    def __init__(self, images: SceneImages) -> None:
        super().__init__(images)
        self.setZValue(LAYER_THING)
        self._model: ItemModel | None = None
        self._palette: Palette | None = None

    @property
    def model(self) -> ItemModel | None:
        """What is shown."""
        return self._model

    def show_state(self, model: ItemModel, palette: Palette) -> None:
        """Show counters or a figure."""
        if (model, palette) == (self._model, self._palette):
            return
        self._model, self._palette = model, palette
        self.setPos(*model.middle)
        reach = model.radius * emblem_reach(model.emblem) + 5
        seen = (model.emblem, model.radius, model.in_water, model.selectable, model.chosen, palette)
        self._set_picture(seen, QRectF(-reach, -reach, 2 * reach, 2 * reach))

    def _paint_picture(self, painter: QPainter) -> None:
        model, palette = self._model, self._palette
        if model is None or palette is None:
            return
        if model.chosen or model.selectable:
            _paint_halo(painter, model, palette)
        paint_emblem(painter, model.emblem, model.radius, palette, in_water=model.in_water)


def _paint_halo(painter: QPainter, model: ItemModel, palette: Palette) -> None:
    """Paint a ring around a selectable thing, and a wider ring on a bright disc around a chosen one."""
    radius = model.radius * 1.22
    wash = QColor(palette.paper)
    wash.setAlphaF(0.95 if model.chosen else 0.25)
    width = (4.5 if model.chosen else 3.0) * _bold(palette)
    painter.setBrush(wash)
    for ink, breadth in ((palette.mark_edge, width + 4.5), (palette.glow, width + 3.0), (palette.accent, width)):
        painter.setPen(QPen(QColor(ink), breadth))
        if model.emblem.plate:  # a disc would be behind it
            painter.drawRoundedRect(plate_box(model.radius).adjusted(-width, -width, width, width), 7, 7)
        else:
            painter.drawEllipse(QPointF(0, 0), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)


class TargetItem(QGraphicsItem):
    """Graphics item of the dot on a legal target, or on one of many selectable places; it lies above the pieces."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LAYER_MARK)
        self._radius = 0.0
        self._palette: Palette | None = None

    def show_state(self, model: CellModel, palette: Palette) -> None:
        """Show the dot of a cell."""
        radius = _dot(model) * (1.2 if palette.high_contrast else 1.0)
        self.setPos(model.middle[0], model.middle[1] - (model.geometry.inner * 0.72 if model.crowded else 0.0))
        if (radius, palette) != (self._radius, self._palette):
            self.prepareGeometryChange()
            self._radius, self._palette = radius, palette
            self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        reach = self._radius + 5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the model."""
        if self._palette is None:
            return
        palette, radius, glow = self._palette, self._radius, 4.0 * _bold(self._palette)
        painter.setPen(QPen(QColor(palette.ink), glow + 3.0))  # visible around the glow
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        painter.setPen(QPen(QColor(palette.glow), glow))
        painter.setBrush(QColor(palette.accent))
        painter.drawEllipse(QPointF(0, 0), radius, radius)


def _dot(model: CellModel) -> float:
    """Radius of a cell's dot in scene units: smaller on cells with pieces, or where there are many dots."""
    if model.crowded:
        return 8.0
    return 9.0 if model.dots_only else 12.0


class PointsItem(QGraphicsItem):
    """Graphics item of points that a player has won: a pill in the player's colour, equally large at every zoom."""

    def __init__(self, text: str, colour: str) -> None:
        super().__init__()
        self.text = text
        self._fill = QColor(colour)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(LAYER_MOVING)
        self._path = text_path(text, 13.0, QPointF(0, 0))
        words = self._path.boundingRect()
        width = max(words.width() + 26, 44.0)
        self._pill = QRectF(-width / 2, -15, width, 30)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in pixels."""
        return self._pill.adjusted(-4, -4, 4, 6)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the points."""
        ink = text_colour_on(self._fill)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 14, 8, 90))
        painter.drawRoundedRect(self._pill.translated(0, 3), 15, 15)
        painter.setPen(QPen(QColor("#fffdf6"), 2.0))
        painter.setBrush(self._fill)
        painter.drawRoundedRect(self._pill, 15, 15)
        painter.fillPath(self._path, ink)


class CursorItem(QGraphicsItem):
    """Graphics item of the keyboard cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LAYER_CURSOR)
        self._shape = QPainterPath()
        self._palette: Palette | None = None

    def show_state(self, shape: QPainterPath, palette: Palette) -> None:
        """Show the cursor along an outline in scene coordinates."""
        self.prepareGeometryChange()
        self._shape, self._palette = shape, palette
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        return self._shape.boundingRect().adjusted(-6, -6, 6, 6)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the model."""
        if self._palette is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        solid, flat, joined = Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin
        for ink, width in ((self._palette.ink, 11.0), (self._palette.paper, 5.5)):  # the last move has dashes
            painter.setPen(QPen(QColor(ink), width, solid, flat, joined))
            painter.drawPath(self._shape)

"""Graphics items of the board: cells, pieces, target dots, links, labels and the cursor. Each paints a model."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.table.model.board_layout import Lettering
from app.table.model.geometry import RADIUS, CellShape, Geometry, Point, Region
from app.table.painting.cells import (
    THICKNESS,
    empty_cell_fill,
    paint_empty_cell,
    paint_region,
    paint_rims,
    paint_tile,
    polygon,
    rim_box,
    rim_path,
    round_pen,
)
from app.table.painting.item_models import CellModel, ItemModel
from app.table.painting.palette import Palette, text_colour_on
from app.table.painting.pieces import emblem_reach, paint_emblem, text_path

LAYER_LINK, _LAYER_CELL, _LAYER_TILE, LAYER_NAME, LAYER_THING, LAYER_MARK, LAYER_CURSOR, LAYER_MOVING = range(8)


def outline(geometry: CellShape, inset: float = 0.0) -> QPolygonF:
    """Return the outline of a cell around its middle, in scene units."""
    return polygon(geometry.outline(inset))


class BoardCellItem(QGraphicsItem):
    """Graphics item of a cell: the empty cell or the tile on it, and the highlights of the cell."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        # Cached for each zoom level: painting a hundred tiles takes a tenth of a second.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._model: CellModel | None = None
        self._palette: Palette | None = None
        self._background = QColor()
        self._shows_place = False
        self._ground_hidden = False

    @property
    def model(self) -> CellModel | None:
        """What is shown."""
        return self._model

    def show_state(self, model: CellModel, palette: Palette, background: QColor, shows_place: bool) -> None:
        """Show a cell; `shows_place` says whether its coordinates are written on it."""
        if (model, palette, background, shows_place, False) == (
            self._model,
            self._palette,
            self._background,
            self._shows_place,
            self._ground_hidden,
        ):
            return
        if self._model is None or self._model.geometry != model.geometry:
            self.prepareGeometryChange()
        self._model, self._palette, self._background, self._shows_place, self._ground_hidden = (
            model,
            palette,
            background,
            shows_place,
            False,
        )
        self.setPos(*model.middle)
        self.setZValue(_LAYER_TILE + model.middle[1] * 1e-6 if model.ground else _LAYER_CELL)
        self.update()

    def hide_ground(self) -> None:
        """Paint the cell without its ground until the next `show_state`."""
        self._ground_hidden = True
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        reach = THICKNESS + 4
        if self._model is not None and isinstance(self._model.geometry, Region):
            return outline(self._model.geometry).boundingRect().adjusted(-reach, -reach, reach, reach)
        reach += RADIUS
        box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        return rim_box(box) if self._model is not None and self._model.rims else box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the model."""
        model, palette = self._model, self._palette
        if model is None or palette is None:
            return
        if model.ground is not None and not self._ground_hidden:
            paint_tile(painter, model, palette)
        elif isinstance(model.geometry, Region):
            paint_region(painter, model, palette)
        else:
            paint_empty_cell(painter, model, palette, self._background)
        paint_rims(painter, model, palette)
        _paint_cell_marks(painter, model, palette)
        if self._shows_place and not isinstance(model.geometry, Region):
            _paint_place(painter, model, palette, self._background)


def _paint_cell_marks(painter: QPainter, model: CellModel, palette: Palette) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if palette.high_contrast:
        painter.setPen(round_pen(QColor(palette.ink), 3.0))
        painter.drawPath(rim_path(model, 1.5))
    if model.last or model.earlier:
        _paint_past(painter, model, palette, 3.5 if model.last else 2.0)
    if model.chosen:
        painter.setBrush(_with_opacity(palette.accent, 0.28))
        _paint_edge(painter, model, palette, palette.accent, 5.0, 6.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif (model.selectable or model.target) and (model.hovered or not model.dots_only):
        if model.hovered:
            painter.setBrush(_with_opacity(palette.accent, 0.25))
        _paint_edge(painter, model, palette, palette.accent, 5.0, 3.5)
    if model.mentioned:  # inside the other highlights, so that both are visible
        painter.setBrush(_with_opacity(palette.last, 0.22))
        _paint_edge(painter, model, palette, palette.last, 13.0, 5.0)


def _with_opacity(ink: str, opacity: float) -> QColor:
    colour = QColor(ink)
    colour.setAlphaF(opacity)
    return colour


def _paint_past(painter: QPainter, model: CellModel, palette: Palette, width: float) -> None:
    """Paint a dotted line around a cell of the last moves; a light line below it keeps it visible on every ground."""
    shape, width = rim_path(model, 8.0), width * _bold(palette)
    painter.setPen(round_pen(_with_opacity(palette.glow, 1.0 if palette.high_contrast else 0.75), width + 2.0))
    painter.drawPath(shape)
    dots = QPen(QColor(palette.last), width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    dots.setDashPattern([0.1, 2.4])
    painter.setPen(dots)
    painter.drawPath(shape)


def _paint_edge(painter: QPainter, model: CellModel, palette: Palette, ink: str, inset: float, width: float) -> None:
    """Paint a line inside the outline, with a glow around it."""
    shape, bold = rim_path(model, inset), _bold(palette)
    for colour, breadth in ((palette.glow, (width + 3.5) * bold), (ink, width * bold)):
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
    text = text_path(model.place, 10, where)
    painter.setPen(round_pen(fill, 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(text)
    painter.fillPath(text, text_colour_on(fill))


class ThingItem(QGraphicsItem):
    """Graphics item of equal counters on a cell, or of a figure."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
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
        self.prepareGeometryChange()
        self._model, self._palette = model, palette
        self.setPos(*model.middle)
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        reach = (self._model.radius * emblem_reach(self._model.emblem) if self._model else 0.0) + 5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the model."""
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
    for ink, breadth in ((palette.glow, width + 3.0), (palette.accent, width)):
        painter.setPen(QPen(QColor(ink), breadth))
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


class LinksItem(QGraphicsItem):
    """Graphics item of the lines between linked cells."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LAYER_LINK)
        self._lines: tuple[tuple[Point, Point], ...] = ()
        self._ink = QColor()

    def show_state(self, lines: tuple[tuple[Point, Point], ...], ink: QColor) -> None:
        """Show lines between points in scene coordinates."""
        if (lines, ink) != (self._lines, self._ink):
            self.prepareGeometryChange()
            self._lines, self._ink = lines, ink
            self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        return polygon(tuple(point for line in self._lines for point in line)).boundingRect().adjusted(-5, -5, 5, 5)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the lines."""
        painter.setPen(QPen(self._ink, 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for start, end in self._lines:
            painter.drawLine(QPointF(*start), QPointF(*end))


class LetteringItem(QGraphicsItem):
    """Graphics item of labels: the names of files and rows around a board, or of its areas."""

    def __init__(self, layer: float) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(layer)
        self._words: tuple[Lettering, ...] = ()
        self._palette: Palette | None = None
        self._ink = QColor()

    def show_state(self, words: tuple[Lettering, ...], palette: Palette, ink: QColor) -> None:
        """Show words at points in scene coordinates; `ink` is the colour of words without a ground of their own."""
        if (words, palette, ink) != (self._words, self._palette, self._ink):
            self.prepareGeometryChange()
            self._words, self._palette, self._ink = words, palette, ink
            self.update()

    def words_box(self) -> QRectF:
        """Return a box around the words, in scene coordinates, large enough for short words."""
        return polygon(tuple(word.middle for word in self._words)).boundingRect().adjusted(-22, -20, 22, 20)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        reach = 10.0 * max((len(word.text) for word in self._words), default=0) + 20
        return polygon(tuple(word.middle for word in self._words)).boundingRect().adjusted(-reach, -20, reach, 20)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the words."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for word in self._words:
            text = text_path(word.text, 13 if word.ground else 15, QPointF(*word.middle))
            if word.flush:
                text.translate(text.boundingRect().width() / 2, 0)
            ink = self._ink
            if word.ground is not None and self._palette is not None:
                fill = QColor(word.ground.fill.on(self._palette.dark))
                painter.setPen(round_pen(fill, 4.5))
                painter.drawPath(text)
                ink = text_colour_on(fill)
            painter.fillPath(text, ink)


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
        for ink, width in ((self._palette.ink, 8.0), (self._palette.paper, 4.0)):
            style = Qt.PenStyle.SolidLine if width > 5 else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(ink), width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(self._shape)

"""The pictures on the table. Items are dumb: they show a face and know no rule, no view and no gesture."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.table.model.geometry import RADIUS, CellShape, Geometry, Point, Region
from app.table.model.layout import Lettering
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
from app.table.painting.palette import Palette, ink_on
from app.table.painting.pieces import REACH, lettering, paint_emblem

LAYER_LINK, _LAYER_CELL, _LAYER_TILE, LAYER_NAME, LAYER_THING, LAYER_MARK, LAYER_CURSOR, LAYER_FLIGHT = range(8)


def outline(geometry: CellShape, inset: float = 0.0) -> QPolygonF:
    """Return the outline of a cell around its middle."""
    return polygon(geometry.outline(inset))


class CellItem(QGraphicsItem):
    """A cell: sea, a bare square, or the tile that lies on it; and the marks of the cell itself."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        # Painted once for a zoom: a frame with a hundred tiles, trees and letters would take a tenth of a second.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._model: CellModel | None = None
        self._tones: Palette | None = None
        self._water = QColor()
        self._writes = False
        self._lifted = False

    @property
    def model(self) -> CellModel | None:
        """What is shown."""
        return self._model

    def show_state(self, model: CellModel, tones: Palette, water: QColor, writes: bool) -> None:
        """Show a cell; `writes` says whether its place is written on it."""
        if (model, tones, water, writes, False) == (self._model, self._tones, self._water, self._writes, self._lifted):
            return
        if self._model is None or self._model.geometry != model.geometry:
            self.prepareGeometryChange()
        self._model, self._tones, self._water, self._writes, self._lifted = model, tones, water, writes, False
        self.setPos(*model.middle)
        self.setZValue(_LAYER_TILE + model.middle[1] * 1e-6 if model.ground else _LAYER_CELL)
        self.update()

    def lift(self) -> None:
        """Show the cell as if its ground were taken away, until it is presented again."""
        self._lifted = True
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        reach = THICKNESS + 4
        if self._model is not None and isinstance(self._model.geometry, Region):
            return outline(self._model.geometry).boundingRect().adjusted(-reach, -reach, reach, reach)
        reach += RADIUS
        box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        return rim_box(box) if self._model is not None and self._model.rims else box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the face."""
        model, tones = self._model, self._tones
        if model is None or tones is None:
            return
        if model.ground is not None and not self._lifted:
            paint_tile(painter, model, tones)
        elif isinstance(model.geometry, Region):
            paint_region(painter, model, tones)
        else:
            paint_empty_cell(painter, model, tones, self._water)
        paint_rims(painter, model, tones)
        _paint_cell_marks(painter, model, tones)
        if self._writes and not isinstance(model.geometry, Region):
            _paint_place(painter, model, tones, self._water)


def _paint_cell_marks(painter: QPainter, model: CellModel, tones: Palette) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if tones.strong:
        painter.setPen(round_pen(QColor(tones.ink), 3.0))
        painter.drawPath(rim_path(model, 1.5))
    if model.last or model.earlier:
        _paint_past(painter, model, tones, 3.5 if model.last else 2.0)
    if model.chosen:
        painter.setBrush(_see_through(tones.accent, 0.28))
        _paint_edge(painter, model, tones, tones.accent, 5.0, 6.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif (model.selectable or model.target) and (model.pointed or not model.quiet):
        if model.pointed:
            painter.setBrush(_see_through(tones.accent, 0.25))
        _paint_edge(painter, model, tones, tones.accent, 5.0, 3.5)
    if model.told:  # inside whatever else is marked, so that both are seen
        painter.setBrush(_see_through(tones.last, 0.22))
        _paint_edge(painter, model, tones, tones.last, 13.0, 5.0)


def _see_through(ink: str, opacity: float) -> QColor:
    colour = QColor(ink)
    colour.setAlphaF(opacity)
    return colour


def _paint_past(painter: QPainter, model: CellModel, tones: Palette, width: float) -> None:
    """Paint dots where something happened, on a line, so that they show on every ground."""
    shape, width = rim_path(model, 8.0), width * _bold(tones)
    painter.setPen(round_pen(_see_through(tones.glow, 1.0 if tones.strong else 0.75), width + 2.0))
    painter.drawPath(shape)
    dots = QPen(QColor(tones.last), width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    dots.setDashPattern([0.1, 2.4])
    painter.setPen(dots)
    painter.drawPath(shape)


def _paint_edge(painter: QPainter, model: CellModel, tones: Palette, ink: str, inset: float, width: float) -> None:
    """Paint a line inside the outline, with a glow around it."""
    shape, bold = rim_path(model, inset), _bold(tones)
    for colour, breadth in ((tones.glow, (width + 3.5) * bold), (ink, width * bold)):
        painter.setPen(round_pen(QColor(colour), breadth))
        painter.drawPath(shape)


def _bold(tones: Palette) -> float:
    """How much thicker marks are than usual."""
    return 1.5 if tones.strong else 1.0


def _paint_place(painter: QPainter, model: CellModel, tones: Palette, water: QColor) -> None:
    plain = water if model.empty == "sea" else empty_cell_fill(model, tones)
    fill = QColor(model.ground.fill.on(tones.dark)) if model.ground else plain
    hexagonal = isinstance(model.geometry, Geometry) and model.geometry.hexagonal
    where = QPointF(0, -RADIUS * 0.66) if hexagonal else QPointF(30, -40)
    text = lettering(model.place, 10, where)
    painter.setPen(round_pen(fill, 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(text)
    painter.fillPath(text, ink_on(fill))


class ThingItem(QGraphicsItem):
    """Equal counters on a cell, or a figure."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setZValue(LAYER_THING)
        self._model: ItemModel | None = None
        self._tones: Palette | None = None

    @property
    def model(self) -> ItemModel | None:
        """What is shown."""
        return self._model

    def show_state(self, model: ItemModel, tones: Palette) -> None:
        """Show counters or a figure."""
        if (model, tones) == (self._model, self._tones):
            return
        self.prepareGeometryChange()
        self._model, self._tones = model, tones
        self.setPos(*model.middle)
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        reach = (self._model.radius if self._model else 0.0) * REACH + 5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the face."""
        model, tones = self._model, self._tones
        if model is None or tones is None:
            return
        if model.chosen or model.selectable:
            _paint_halo(painter, model, tones)
        paint_emblem(painter, model.emblem, model.radius, tones, afloat=model.afloat)


def _paint_halo(painter: QPainter, model: ItemModel, tones: Palette) -> None:
    """Say by a ring that a thing may be taken, and by a strong ring around a bright disc that it is."""
    radius = model.radius * 1.22
    wash = QColor(tones.paper)
    wash.setAlphaF(0.95 if model.chosen else 0.25)
    width = (4.5 if model.chosen else 3.0) * _bold(tones)
    painter.setBrush(wash)
    for ink, breadth in ((tones.glow, width + 3.0), (tones.accent, width)):
        painter.setPen(QPen(QColor(ink), breadth))
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)


class TargetItem(QGraphicsItem):
    """The dot on a place that a gesture may end on, or that is one of many that may be chosen; it lies above what
    stands there."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LAYER_MARK)
        self._radius = 0.0
        self._tones: Palette | None = None

    def show_state(self, model: CellModel, tones: Palette) -> None:
        """Show the dot of a cell."""
        radius = _dot(model) * (1.2 if tones.strong else 1.0)
        self.setPos(model.middle[0], model.middle[1] - (model.geometry.inner * 0.72 if model.crowded else 0.0))
        if (radius, tones) != (self._radius, self._tones):
            self.prepareGeometryChange()
            self._radius, self._tones = radius, tones
            self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        reach = self._radius + 5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the face."""
        if self._tones is None:
            return
        tones, radius, glow = self._tones, self._radius, 4.0 * _bold(self._tones)
        painter.setPen(QPen(QColor(tones.ink), glow + 3.0))  # what is left of it around the glow shows on every ground
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        painter.setPen(QPen(QColor(tones.glow), glow))
        painter.setBrush(QColor(tones.accent))
        painter.drawEllipse(QPointF(0, 0), radius, radius)


def _dot(model: CellModel) -> float:
    """The radius of a cell's dot: smaller where others stand around it, or where there are many."""
    if model.crowded:
        return 8.0
    return 9.0 if model.quiet else 12.0


class LinksItem(QGraphicsItem):
    """Lines between neighbours, where nothing else shows which they are."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LAYER_LINK)
        self._lines: tuple[tuple[Point, Point], ...] = ()
        self._ink = QColor()

    def show_state(self, lines: tuple[tuple[Point, Point], ...], ink: QColor) -> None:
        """Show lines between points of the scene."""
        if (lines, ink) != (self._lines, self._ink):
            self.prepareGeometryChange()
            self._lines, self._ink = lines, ink
            self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        return polygon(tuple(point for line in self._lines for point in line)).boundingRect().adjusted(-5, -5, 5, 5)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the lines."""
        painter.setPen(QPen(self._ink, 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for start, end in self._lines:
            painter.drawLine(QPointF(*start), QPointF(*end))


class LetteringItem(QGraphicsItem):
    """Words on the table: the names of files and rows around a board, or of the areas on it."""

    def __init__(self, layer: float) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(layer)
        self._words: tuple[Lettering, ...] = ()
        self._tones: Palette | None = None
        self._ink = QColor()

    def show_state(self, words: tuple[Lettering, ...], tones: Palette, ink: QColor) -> None:
        """Show words at points of the scene; `ink` is for those on no ground of their own."""
        if (words, tones, ink) != (self._words, self._tones, self._ink):
            self.prepareGeometryChange()
            self._words, self._tones, self._ink = words, tones, ink
            self.update()

    def words_box(self) -> QRectF:
        """Return a box around the middles of the words that holds them if they are short."""
        return polygon(tuple(word.middle for word in self._words)).boundingRect().adjusted(-22, -20, 22, 20)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        reach = 10.0 * max((len(word.text) for word in self._words), default=0) + 20
        return polygon(tuple(word.middle for word in self._words)).boundingRect().adjusted(-reach, -20, reach, 20)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: write the words."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for word in self._words:
            text = lettering(word.text, 13 if word.ground else 15, QPointF(*word.middle))
            if word.flush:
                text.translate(text.boundingRect().width() / 2, 0)
            ink = self._ink
            if word.ground is not None and self._tones is not None:
                fill = QColor(word.ground.fill.on(self._tones.dark))
                painter.setPen(round_pen(fill, 4.5))
                painter.drawPath(text)
                ink = ink_on(fill)
            painter.fillPath(text, ink)


class CursorItem(QGraphicsItem):
    """The keyboard's place on the board."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LAYER_CURSOR)
        self._shape = QPainterPath()
        self._tones: Palette | None = None

    def show_state(self, shape: QPainterPath, tones: Palette) -> None:
        """Show the cursor along an outline in scene coordinates."""
        self.prepareGeometryChange()
        self._shape, self._tones = shape, tones
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        return self._shape.boundingRect().adjusted(-6, -6, 6, 6)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the face."""
        if self._tones is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((self._tones.ink, 8.0), (self._tones.paper, 4.0)):
            style = Qt.PenStyle.SolidLine if width > 5 else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(ink), width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(self._shape)

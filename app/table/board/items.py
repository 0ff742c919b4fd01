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
        self._face: CellModel | None = None
        self._tones: Palette | None = None
        self._water = QColor()
        self._writes = False
        self._lifted = False

    @property
    def face(self) -> CellModel | None:
        """What is shown."""
        return self._face

    def show_state(self, face: CellModel, tones: Palette, water: QColor, writes: bool) -> None:
        """Show a cell; `writes` says whether its place is written on it."""
        if (face, tones, water, writes, False) == (self._face, self._tones, self._water, self._writes, self._lifted):
            return
        if self._face is None or self._face.geometry != face.geometry:
            self.prepareGeometryChange()
        self._face, self._tones, self._water, self._writes, self._lifted = face, tones, water, writes, False
        self.setPos(*face.middle)
        self.setZValue(_LAYER_TILE + face.middle[1] * 1e-6 if face.ground else _LAYER_CELL)
        self.update()

    def lift(self) -> None:
        """Show the cell as if its ground were taken away, until it is presented again."""
        self._lifted = True
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        reach = THICKNESS + 4
        if self._face is not None and isinstance(self._face.geometry, Region):
            return outline(self._face.geometry).boundingRect().adjusted(-reach, -reach, reach, reach)
        reach += RADIUS
        box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        return rim_box(box) if self._face is not None and self._face.rims else box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the face."""
        face, tones = self._face, self._tones
        if face is None or tones is None:
            return
        if face.ground is not None and not self._lifted:
            paint_tile(painter, face, tones)
        elif isinstance(face.geometry, Region):
            paint_region(painter, face, tones)
        else:
            paint_empty_cell(painter, face, tones, self._water)
        paint_rims(painter, face, tones)
        _paint_cell_marks(painter, face, tones)
        if self._writes and not isinstance(face.geometry, Region):
            _paint_place(painter, face, tones, self._water)


def _paint_cell_marks(painter: QPainter, face: CellModel, tones: Palette) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if tones.strong:
        painter.setPen(round_pen(QColor(tones.ink), 3.0))
        painter.drawPath(rim_path(face, 1.5))
    if face.last or face.earlier:
        _paint_past(painter, face, tones, 3.5 if face.last else 2.0)
    if face.chosen:
        painter.setBrush(_see_through(tones.accent, 0.28))
        _paint_edge(painter, face, tones, tones.accent, 5.0, 6.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif (face.selectable or face.target) and (face.pointed or not face.quiet):
        if face.pointed:
            painter.setBrush(_see_through(tones.accent, 0.25))
        _paint_edge(painter, face, tones, tones.accent, 5.0, 3.5)
    if face.told:  # inside whatever else is marked, so that both are seen
        painter.setBrush(_see_through(tones.last, 0.22))
        _paint_edge(painter, face, tones, tones.last, 13.0, 5.0)


def _see_through(ink: str, opacity: float) -> QColor:
    colour = QColor(ink)
    colour.setAlphaF(opacity)
    return colour


def _paint_past(painter: QPainter, face: CellModel, tones: Palette, width: float) -> None:
    """Paint dots where something happened, on a line, so that they show on every ground."""
    shape, width = rim_path(face, 8.0), width * _bold(tones)
    painter.setPen(round_pen(_see_through(tones.glow, 1.0 if tones.strong else 0.75), width + 2.0))
    painter.drawPath(shape)
    dots = QPen(QColor(tones.last), width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    dots.setDashPattern([0.1, 2.4])
    painter.setPen(dots)
    painter.drawPath(shape)


def _paint_edge(painter: QPainter, face: CellModel, tones: Palette, ink: str, inset: float, width: float) -> None:
    """Paint a line inside the outline, with a glow around it."""
    shape, bold = rim_path(face, inset), _bold(tones)
    for colour, breadth in ((tones.glow, (width + 3.5) * bold), (ink, width * bold)):
        painter.setPen(round_pen(QColor(colour), breadth))
        painter.drawPath(shape)


def _bold(tones: Palette) -> float:
    """How much thicker marks are than usual."""
    return 1.5 if tones.strong else 1.0


def _paint_place(painter: QPainter, face: CellModel, tones: Palette, water: QColor) -> None:
    plain = water if face.empty == "sea" else empty_cell_fill(face, tones)
    fill = QColor(face.ground.fill.on(tones.dark)) if face.ground else plain
    hexagonal = isinstance(face.geometry, Geometry) and face.geometry.hexagonal
    where = QPointF(0, -RADIUS * 0.66) if hexagonal else QPointF(30, -40)
    text = lettering(face.place, 10, where)
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
        self._face: ItemModel | None = None
        self._tones: Palette | None = None

    @property
    def face(self) -> ItemModel | None:
        """What is shown."""
        return self._face

    def show_state(self, face: ItemModel, tones: Palette) -> None:
        """Show counters or a figure."""
        if (face, tones) == (self._face, self._tones):
            return
        self.prepareGeometryChange()
        self._face, self._tones = face, tones
        self.setPos(*face.middle)
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: what the picture may cover."""
        reach = (self._face.radius if self._face else 0.0) * REACH + 5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the face."""
        face, tones = self._face, self._tones
        if face is None or tones is None:
            return
        if face.chosen or face.selectable:
            _paint_halo(painter, face, tones)
        paint_emblem(painter, face.emblem, face.radius, tones, afloat=face.afloat)


def _paint_halo(painter: QPainter, face: ItemModel, tones: Palette) -> None:
    """Say by a ring that a thing may be taken, and by a strong ring around a bright disc that it is."""
    radius = face.radius * 1.22
    wash = QColor(tones.paper)
    wash.setAlphaF(0.95 if face.chosen else 0.25)
    width = (4.5 if face.chosen else 3.0) * _bold(tones)
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

    def show_state(self, face: CellModel, tones: Palette) -> None:
        """Show the dot of a cell."""
        radius = _dot(face) * (1.2 if tones.strong else 1.0)
        self.setPos(face.middle[0], face.middle[1] - (face.geometry.inner * 0.72 if face.crowded else 0.0))
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


def _dot(face: CellModel) -> float:
    """The radius of a cell's dot: smaller where others stand around it, or where there are many."""
    if face.crowded:
        return 8.0
    return 9.0 if face.quiet else 12.0


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

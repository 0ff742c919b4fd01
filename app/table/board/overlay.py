"""Graphics items of the overlays: tints and values of who leads, rings and arrows of threats, reach and hints."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.table.board.items import LAYER_MARK, LAYER_NAME, outline
from app.table.model.cell_shapes import RADIUS
from app.table.model.overlays import NO_OVERLAY, Arrow, Lead, Overlay, Ring
from app.table.painting.item_models import CellModel
from app.table.painting.palette import Palette
from app.table.painting.pieces import zoom_of

PlayerColour = Callable[[str], QColor]
INKS = {"threat": "#d81e3a", "win": "#d81e3a", "reach": "#0f8f86", "hint": "#6a3fd0"}  #: by kind, on light and dark
_HALO = "#ffffff"
_TINT = 105  #: alpha of a tint, of 255
_TRIES, _SHIFT = 13, 0.35  #: positions tried for a label on each side, and the heights of a label between two of them
_STRIPE = 13.0  #: width of a stripe of a tie, in scene units


def tint_brush(colours: list[QColor], alpha: int = _TINT) -> QBrush:
    """Return the brush for a part of the board: the leader's colour, or stripes in those of equal leaders."""
    clear = [QColor(each.red(), each.green(), each.blue(), alpha) for each in colours]
    if len(clear) == 1:
        return QBrush(clear[0])
    side = round(_STRIPE * len(clear))
    tile = QPixmap(side, side)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    for number, colour in enumerate(clear):
        painter.fillRect(QRectF(number * _STRIPE, 0, _STRIPE, side), colour)
    painter.end()
    brush = QBrush(tile)
    brush.setTransform(QTransform().rotate(45))
    return brush


def clear_of(label: QRectF, taken: list[QRectF]) -> QRectF:
    """Return the place of a label that is clear of other boxes, as little as possible below or above where it belongs;
    there if none is clear."""
    steps = [0, *(sign * step for step in range(1, _TRIES) for sign in (1, -1))]
    tried = (label.translated(0, step * _SHIFT * label.height()) for step in steps)
    return next((each for each in tried if not any(each.intersects(other) for other in taken)), label)


@dataclass(slots=True)
class _Shown:
    """What the items paint: an overlay, the cells of the board, and the colours."""

    overlay: Overlay
    cells: Mapping[str, CellModel]
    palette: Palette
    colour_of: PlayerColour
    font: QFont
    names: Callable[[float], list[QRectF]]  #: the boxes of the names on the board at a zoom factor

    def shape(self, places: frozenset[str]) -> QPainterPath:
        """Return the outline of some places together, in scene coordinates."""
        path = QPainterPath()
        for place in places:
            cell = self.cells.get(place)
            if cell is not None:
                each = QPainterPath()
                each.addPolygon(outline(cell.geometry, -0.5).translated(*cell.middle))
                each.closeSubpath()
                path = path.united(each)
        return path

    def central_box(self, places: frozenset[str]) -> QRectF:
        """Return the bounds of the place that is nearest to the middle of some places; empty if none is drawn."""
        cells = [self.cells[place] for place in sorted(places) if place in self.cells]
        if not cells:
            return QRectF()
        x, y = (sum(cell.middle[axis] for cell in cells) / len(cells) for axis in (0, 1))
        central = min(cells, key=lambda cell: math.hypot(cell.middle[0] - x, cell.middle[1] - y))
        return outline(central.geometry).boundingRect().translated(*central.middle)

    def middle(self, place: str) -> QPointF | None:
        """Return the middle of a place; None if it is not drawn."""
        cell = self.cells.get(place)
        return QPointF(*cell.middle) if cell is not None else None

    def size(self, place: str) -> float:
        """Return the radius of a ring around a place."""
        return min(self.cells[place].geometry.inner * 0.86, RADIUS)


class _OverlayItem(QGraphicsItem):
    """Base of the two items: they cover the whole board and take no gestures."""

    def __init__(self, layer: float) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(layer)
        self._shown: _Shown | None = None
        self._box = QRectF()

    def show_state(self, shown: _Shown | None, box: QRectF) -> None:
        """Paint this from now on; None: nothing."""
        if shown is None and self._shown is None:
            return
        self.prepareGeometryChange()
        self._shown, self._box = shown, box if shown is not None else QRectF()
        self.setVisible(shown is not None)
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        return self._box


class TintItem(_OverlayItem):
    """Graphics item of the parts in which players lead; it lies under the things."""

    def __init__(self) -> None:
        super().__init__(LAYER_NAME - 0.5)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the tints, the large parts first."""
        if self._shown is None:
            return
        for lead in sorted(self._shown.overlay.leads, key=lambda lead: -len(lead.places)):
            colours = [self._shown.colour_of(seat) for seat in lead.leaders]
            path = self._shown.shape(lead.places)
            if not colours or path.isEmpty():
                continue
            if lead.tinted:
                painter.fillPath(path, tint_brush(colours))
            inner = colours[0] if len(colours) == 1 else QColor(_HALO)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for ink, width in ((QColor(_HALO), 6.0), (inner, 3.4)):
                pen = QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
                if len(colours) > 1:
                    pen.setStyle(Qt.PenStyle.DashLine if width < 5 else Qt.PenStyle.SolidLine)
                    pen.setColor(colours[0] if width < 5 else ink)
                painter.setPen(pen)
                painter.drawPath(path)


class OverlayMarksItem(_OverlayItem):
    """Graphics item of values, rings and arrows; it lies above the things."""

    def __init__(self) -> None:
        super().__init__(LAYER_MARK + 0.5)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint arrows, then rings, then values."""
        if self._shown is None:
            return
        for arrow in self._shown.overlay.arrows:
            self._paint_arrow(painter, arrow, self._shown)
        for ring in self._shown.overlay.rings:
            self._paint_ring(painter, ring, self._shown)
        taken = self._shown.names(zoom_of(painter))
        for lead in sorted(self._shown.overlay.leads, key=lambda lead: len(lead.places)):
            self._paint_values(painter, lead, self._shown, taken)

    @staticmethod
    def _paint_ring(painter: QPainter, ring: Ring, shown: _Shown) -> None:
        middle = shown.middle(ring.place)
        if middle is None:
            return
        radius, style = shown.size(ring.place), Qt.PenStyle.SolidLine if ring.certain else Qt.PenStyle.DashLine
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if ring.kind == "reach":
            radius *= 0.42
            painter.setBrush(QColor(INKS["reach"]) if ring.certain else Qt.BrushStyle.NoBrush)
        for ink, width in ((QColor(_HALO), 8.0), (QColor(INKS[ring.kind]), 4.4)):
            painter.setPen(QPen(ink, width, style if width < 5 else Qt.PenStyle.SolidLine))
            painter.drawEllipse(middle, radius, radius)
            if ring.kind == "win":
                painter.drawEllipse(middle, radius * 0.6, radius * 0.6)

    @staticmethod
    def _paint_arrow(painter: QPainter, arrow: Arrow, shown: _Shown) -> None:
        start, end = shown.middle(arrow.start), shown.middle(arrow.end)
        if start is None or end is None or start == end:
            return
        angle = math.atan2(end.y() - start.y(), end.x() - start.x())
        away = QPointF(math.cos(angle), math.sin(angle))
        head, size = 22.0 if arrow.kind == "hint" else 17.0, shown.size(arrow.end)
        far = math.hypot(end.x() - start.x(), end.y() - start.y()) > 2.4 * size + head
        tip = end - away * size * (0.95 if far else 0.1)  # between neighbours it needs the room inside the ring
        begin = start + away * (shown.size(arrow.start) * 0.35)
        neck = tip - away * head * 0.8
        line = QPainterPath(begin)
        line.lineTo(neck)
        point = QPainterPath(tip)
        for turn in (2.62, -2.62):
            point.lineTo(tip + QPointF(math.cos(angle + turn), math.sin(angle + turn)) * head)
        point.closeSubpath()
        breadth = 6.5 if arrow.kind == "hint" else 4.6
        style = Qt.PenStyle.SolidLine if arrow.certain else Qt.PenStyle.DashLine
        for ink, more in ((QColor(_HALO), 4.0), (QColor(INKS[arrow.kind]), 0.0)):
            pen = QPen(ink, breadth + more, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(line)
            painter.setPen(
                QPen(ink, 2.0 + more, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            )
            painter.setBrush(ink)
            painter.drawPath(point)

    @staticmethod
    def _paint_values(painter: QPainter, lead: Lead, shown: _Shown, taken: list[QRectF]) -> None:
        """Paint a label with the players and their values, on the place in the middle of the part and clear of other
        labels."""
        box = shown.central_box(lead.places)
        if box.isEmpty() or not lead.entries:
            return
        metrics = QFontMetricsF(shown.font)
        dot, gap, edge = metrics.capHeight() * 0.62, 5.0, 8.0
        widths = [2 * dot + gap + metrics.horizontalAdvance(value) for _, value in lead.entries]
        size = sum(widths) + 2 * gap * (len(widths) - 1) + 2 * edge
        pill = QRectF(box.center().x() - size / 2, box.top() - metrics.height() * 0.35, size, metrics.height() + 4)
        pill = clear_of(pill, taken)
        taken.append(pill)
        paper = QColor(shown.palette.paper)
        paper.setAlpha(235)
        painter.setPen(QPen(QColor(shown.palette.ink), 1.0))
        painter.setBrush(paper)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setFont(shown.font)
        at = pill.left() + edge
        for (seat, value), width in zip(lead.entries, widths, strict=True):
            painter.setPen(QPen(QColor(shown.palette.ink), 1.2))
            painter.setBrush(shown.colour_of(seat))
            painter.drawEllipse(QPointF(at + dot, pill.center().y()), dot, dot)
            painter.setPen(QColor(shown.palette.ink))
            text = QPointF(at + 2 * dot + gap, pill.center().y() + metrics.capHeight() / 2)
            painter.drawText(text, value)
            if seat in lead.leaders:
                painter.drawLine(text + QPointF(0, 4), text + QPointF(metrics.horizontalAdvance(value), 4))
            at += width + 2 * gap


class OverlayItems:
    """The two items of a scene, and what they show."""

    def __init__(self) -> None:
        self.tints, self.marks = TintItem(), OverlayMarksItem()
        self.overlay = NO_OVERLAY

    def show_state(
        self,
        cells: Mapping[str, CellModel],
        palette: Palette,
        colour_of: PlayerColour,
        box: QRectF,
        names: Callable[[float], list[QRectF]] = lambda _zoom: [],
    ) -> None:
        """Paint the overlay over these cells, the labels clear of the boxes of the `names`."""
        font = QFont(QGuiApplication.font())
        font.setPixelSize(round(RADIUS * 0.42))
        font.setWeight(QFont.Weight.DemiBold)
        shown = _Shown(self.overlay, cells, palette, colour_of, font, names) if self.overlay != NO_OVERLAY else None
        for item in (self.tints, self.marks):
            item.show_state(shown, box)

"""Painters of cells: patterns, areas, empty cells, tiles, walls and rims."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from app.appearance.board_plan import Cells
from app.appearance.kind_look import Paint, Pattern
from app.table.model.geometry import RADIUS, Geometry, Point, Region
from app.table.painting.grounds import (
    DrawSprite,
    Soil,
    paint_soil,
    rounded,
    soft_shadow,
    sprites_on_cell,
)
from app.table.painting.item_models import UNKNOWN_KIND, CellModel
from app.table.painting.palette import Palette, blended, text_colour_on
from app.table.painting.pieces import text_path
from app.table.painting.surfaces import toned, with_alpha

# ---- patterns on tiles


_DEEP, _HIGH = QColor("#20160c"), QColor("#fffdf4")


@dataclass(frozen=True, slots=True)
class Shades:
    """A fill, and the darker and lighter shades of it that a pattern is drawn in."""

    fill: QColor
    deep: QColor
    mid: QColor
    high: QColor


def shades_of(fill: QColor) -> Shades:
    """Return the shades of a fill."""
    return Shades(fill, blended(fill, _DEEP, 0.42), blended(fill, _DEEP, 0.2), blended(fill, _HIGH, 0.45))


def paint_pattern(painter: QPainter, pattern: Pattern, shades: Shades) -> None:
    """Paint a pattern around the origin."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    _PAINTERS[pattern](painter, shades)
    painter.restore()


def paint_waves(painter: QPainter, ink: QColor, middles: tuple[tuple[float, float], ...], width: float) -> None:
    """Paint small double waves at these points."""
    path = QPainterPath()
    for x, y in middles:
        path.moveTo(x - width, y)
        path.quadTo(x - width / 2, y - width / 2.4, x, y)
        path.quadTo(x + width / 2, y + width / 2.4, x + width, y)
    painter.setPen(_line(ink, 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _line(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _plain(painter: QPainter, shades: Shades) -> None:
    """Nothing is drawn: the fill is all there is to see."""


def _peak(painter: QPainter, shades: Shades, x: float, y: float, size: float) -> None:
    painter.setBrush(shades.mid)
    painter.drawPolygon(_polygon((x - size, y), (x, y - 1.5 * size), (x + size, y)))
    painter.setBrush(shades.deep)
    painter.drawPolygon(
        _polygon((x, y - 1.5 * size), (x + size, y), (x + 0.1 * size, y), (x - 0.2 * size, y - 0.8 * size))
    )
    painter.setBrush(_HIGH)
    snow = ((0.0, 0.0), (0.33, 0.5), (0.1, 0.42), (-0.04, 0.58), (-0.16, 0.4), (-0.33, 0.5))
    painter.drawPolygon(_polygon(*((x + dx * size, y - 1.5 * size + dy * size) for dx, dy in snow)))


def _peaks(painter: QPainter, shades: Shades) -> None:
    for x, y, size in ((-22, -6, 15), (24, -4, 14), (1, -2, 22)):
        _peak(painter, shades, x, y, size)
    painter.setPen(_line(shades.mid, 2.2))
    for x, y in ((-30, 18), (28, 20), (-18, 36), (16, 38)):
        painter.drawPolyline(_polygon((x - 6, y + 4), (x, y - 4), (x + 6, y + 4)))


_TUFTS = ((-26, -24), (4, -36), (28, -20), (-8, -12), (-34, 8), (36, 8), (-22, 32), (20, 34), (0, 46))


def _grass(painter: QPainter, shades: Shades) -> None:
    for x, y in _TUFTS:
        for lean, tall, ink in ((-6, 10, shades.mid), (6, 10, shades.mid), (0, 15, shades.deep)):
            blade = QPainterPath(QPointF(x - 1.6, y))
            blade.quadTo(x + lean * 0.2, y - tall * 0.6, x + lean, y - tall)
            blade.quadTo(x + lean * 0.5 + 1, y - tall * 0.5, x + 1.6, y)
            painter.fillPath(blade, ink)


def _tree(painter: QPainter, shades: Shades, x: float, y: float, size: float) -> None:
    painter.setBrush(shades.deep)
    painter.drawRoundedRect(QRectF(x - size * 0.13, y - size * 0.3, size * 0.26, size * 0.55), 1, 1)
    painter.drawEllipse(QPointF(x, y - size * 0.75), size * 0.62, size * 0.66)
    painter.setBrush(shades.mid)
    painter.drawEllipse(QPointF(x - size * 0.1, y - size * 0.85), size * 0.48, size * 0.5)
    painter.setBrush(QBrush(shades.high))
    painter.drawEllipse(QPointF(x - size * 0.2, y - size * 1.0), size * 0.17, size * 0.15)


def _trees(painter: QPainter, shades: Shades) -> None:
    for x, y, size in ((-2, -26, 18), (-26, -14, 19), (24, -16, 20), (-36, 16, 14), (38, 16, 14), (0, -6, 19)):
        _tree(painter, shades, x, y, size)
    for x, y, size in ((-20, 40, 13), (20, 42, 14)):
        _tree(painter, shades, x, y, size)


def _ice(painter: QPainter, shades: Shades) -> None:
    painter.setBrush(shades.high)
    painter.drawPolygon(_polygon((-34, -8), (-16, -30), (-2, -12), (-10, 4)))
    painter.drawPolygon(_polygon((6, -26), (30, -18), (36, 6), (12, -2)))
    painter.drawPolygon(_polygon((-30, 22), (-4, 14), (22, 24), (8, 42), (-18, 40)))
    painter.setPen(_line(shades.mid, 2.0))
    for points in (((-16, -30), (-14, -10), (-34, -8)), ((30, -18), (18, -10), (12, -2)), ((-4, 14), (0, 28), (8, 42))):
        painter.drawPolyline(_polygon(*points))


def _volcano(painter: QPainter, shades: Shades) -> None:
    painter.setBrush(shades.deep)
    painter.drawPolygon(_polygon((-38, 12), (-12, -24), (12, -24), (38, 12)))
    painter.setBrush(QColor("#ef7d32"))
    flow = ((-12, -24), (12, -24), (8, -14), (12, 0), (4, -6), (0, 10), (-5, -8), (-9, -2), (-7, -15))
    painter.drawPolygon(_polygon(*flow))
    painter.setBrush(QColor("#ffd089"))
    painter.drawEllipse(QPointF(0, -24), 11, 3.5)
    painter.setBrush(shades.high)
    for x, y, size in ((3, -35, 7), (-5, -42, 5), (8, -45, 4)):
        painter.drawEllipse(QPointF(x, y), size, size * 0.8)


def _waves(painter: QPainter, shades: Shades) -> None:
    spots = ((-24.0, -24.0), (14.0, -30.0), (-4.0, -6.0), (30.0, -2.0), (-30.0, 14.0), (12.0, 22.0), (-8.0, 40.0))
    paint_waves(painter, shades.deep, spots, 12)


_PAINTERS: dict[Pattern, Callable[[QPainter, Shades], None]] = {
    "plain": _plain,
    "peaks": _peaks,
    "grass": _grass,
    "trees": _trees,
    "ice": _ice,
    "volcano": _volcano,
    "waves": _waves,
}


# ---- areas and slots


_FAINT = 0.5  #: opacity of patterns on areas, so that pieces stand out
_SPREAD = 84.0  #: distance between patterns, in scene units
_SIZE = 0.62


def polygon(corners: tuple[Point, ...]) -> QPolygonF:
    """Return an outline as Qt draws it."""
    return QPolygonF([QPointF(x, y) for x, y in corners])


def closed(shape: QPolygonF) -> QPainterPath:
    """Return an outline as a path."""
    path = QPainterPath()
    path.addPolygon(shape)
    path.closeSubpath()
    return path


def paint_region(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the ground of an area, or an empty slot, around the origin."""
    fill = QColor((model.terrain or UNKNOWN_KIND).fill.on(palette.dark))
    shades = shades_of(fill)
    outline = closed(polygon(model.geometry.outline(1.0)))
    painter.setPen(QPen(shades.deep, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(fill)
    painter.drawPath(outline)
    if model.terrain is not None:
        painter.save()
        painter.setClipPath(closed(polygon(model.geometry.outline(4.0))), Qt.ClipOperation.IntersectClip)
        painter.setOpacity(painter.opacity() * _FAINT)
        for x, y in _scattered(outline.boundingRect()):
            painter.save()
            painter.translate(x, y)
            painter.scale(_SIZE, _SIZE)
            paint_pattern(painter, model.terrain.pattern, shades)
            painter.restore()
        painter.restore()
    _paint_circles(painter, model, fill, palette)


def _scattered(box: QRectF) -> list[Point]:
    """Return where patterns are drawn: in rows, every other one moved by a half."""
    rows, columns = math.ceil(box.height() / _SPREAD), math.ceil(box.width() / _SPREAD) + 1
    return [
        (box.left() + _SPREAD * (column + 0.5 * (row % 2)), box.top() + _SPREAD * (row + 0.5))
        for row in range(rows)
        for column in range(columns)
    ]


def _paint_circles(painter: QPainter, model: CellModel, fill: QColor, palette: Palette) -> None:
    """Paint the circles, each with its rank if they have an order."""
    ground = QColor(palette.paper)
    ground.setAlphaF(0.6 if not palette.dark else 0.25)
    ink = blended(text_colour_on(fill), fill, 0.35)
    for rank, (x, y, radius) in enumerate(model.circles):
        painter.setPen(QPen(ink, 2.2))
        painter.setBrush(ground)
        painter.drawEllipse(QPointF(x, y), radius, radius)
        if model.ranked:
            painter.fillPath(text_path(str(rank + 1), radius * 0.7, QPointF(x, y)), blended(ink, fill, 0.35))


def paint_caption(painter: QPainter, model: CellModel, fill: QColor) -> None:
    """Write the caption of a slot below its pattern, as large as fits."""
    box = polygon(model.geometry.outline(6.0)).boundingRect()
    box.setTop(box.bottom() - box.height() * 0.4)
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(100)
    wraps = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
    for pixels in range(17, 7, -1):
        font.setPixelSize(pixels)
        words = max(model.caption.split(), key=len, default="")
        needed = QFontMetricsF(font).boundingRect(QRectF(0, 0, box.width(), 1000), int(wraps), model.caption)
        if needed.height() <= box.height() and QFontMetricsF(font).horizontalAdvance(words) <= box.width():
            break
    ground = QColor(fill)
    ground.setAlphaF(0.8)
    painter.fillRect(box, ground)
    painter.setFont(font)
    painter.setPen(text_colour_on(fill))
    painter.drawText(box, int(wraps), model.caption)


_USUAL: dict[Cells, tuple[Paint, Paint]] = {
    "two-tone": (Paint("#efe3c8", "#8f7f66"), Paint("#b08a62", "#4d3a29")),
    "wood": (Paint("#dcb47c", "#7a5b38"), Paint("#d6ab70", "#725433")),
    "holes": (Paint("#3f6ea8", "#28466c"), Paint("#3f6ea8", "#28466c")),
    "bowls": (Paint("#8a5a34", "#5d3c24"), Paint("#8a5a34", "#5d3c24")),
}
_HOLLOW_SHADE = QColor("#20160c")
_RIM = 9.0  #: width of a rim, in scene units


def paint_empty_cell(painter: QPainter, model: CellModel, palette: Palette, background: QColor) -> None:
    """Paint an empty hex or square around the origin."""
    shape = polygon(model.geometry.outline())
    if model.empty == "sea":
        foam = QColor(palette.foam)
        painter.setPen(
            QPen(blended(background, foam, 0.22 if palette.dark else 0.75 if palette.high_contrast else 0.4), 1.6)
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(shape)
        x = 14.0 if model.shaded else -16.0
        paint_waves(painter, blended(background, foam, 0.3 if palette.dark else 0.6), ((x, -26.0), (-x, 34.0)), 9)
        return
    fill = empty_cell_fill(model, palette)
    painter.setPen(QPen(blended(fill, _HOLLOW_SHADE, 0.35), 2.0))
    painter.setBrush(fill)
    painter.drawPolygon(shape)
    if model.cells == "wood":
        _paint_grain(painter, model, fill)
    elif model.cells == "holes":  # the ground below the board is visible through them
        behind = blended(QColor(palette.paper), QColor("#2a241e"), 0.55 if palette.dark else 0.0)
        _paint_hollow(painter, model, fill, behind)
    elif model.cells == "bowls":
        _paint_hollow(painter, model, fill, blended(fill, _HOLLOW_SHADE, 0.28))


def empty_cell_fill(model: CellModel, palette: Palette) -> QColor:
    """Return the colour of an empty cell."""
    if model.fill is not None:
        return QColor(model.fill.on(palette.dark))
    if model.cells in _USUAL:
        return QColor(_USUAL[model.cells][model.shaded].on(palette.dark))
    fill = QColor(palette.paper_shade if model.shaded else palette.paper)
    return blended(fill, QColor("#2a241e"), 0.35) if palette.dark else fill


def _paint_grain(painter: QPainter, model: CellModel, fill: QColor) -> None:
    """Paint a few long lines, others on every other cell."""
    painter.save()
    painter.setClipPath(closed(polygon(model.geometry.outline(1.0))), Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(blended(fill, _HOLLOW_SHADE, 0.09), 1.6))
    shift = 7.0 if model.shaded else -4.0
    for row in range(-3, 4):
        y = row * 17 + shift
        path = QPainterPath(QPointF(-60, y))
        path.cubicTo(-20, y + 4 * (row % 2), 20, y - 5, 60, y + 2)
        painter.drawPath(path)
    painter.restore()


def _paint_hollow(painter: QPainter, model: CellModel, fill: QColor, ground: QColor) -> None:
    radius = model.geometry.inner * 0.86
    depth = QRadialGradient(0, -radius * 0.3, radius * 1.3)
    depth.setColorAt(0.55, ground)
    depth.setColorAt(1.0, blended(ground, _HOLLOW_SHADE, 0.4))
    painter.setPen(QPen(blended(fill, _HOLLOW_SHADE, 0.45), 3.0))
    painter.setBrush(depth)
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def paint_rims(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the rims outside a cell, in the colour of the player who owns the side of the board."""
    corners = model.geometry.outline(-_RIM / 2)
    for edge, player in model.rims:
        start, end = (QPointF(*corners[i % len(corners)]) for i in (edge, edge + 1))
        fill = QColor(player.fill.on(palette.dark))
        for ink, width in ((blended(fill, _HOLLOW_SHADE, 0.5), _RIM), (fill, _RIM - 2.5)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(start, end)


def rim_box(box: QRectF) -> QRectF:
    """Return a box around a cell and its rims."""
    return box.adjusted(-_RIM, -_RIM, _RIM, _RIM)


# ---- tiles


THICKNESS = 9.0  #: visible edge below a tile, in scene units
_WALL = 8.0  #: width of a wall, in scene units


# ---- tiles on hexes and squares

_CORNER = 6.0  #: radius of the corners of a tile
_OVER = 7.0  #: by which sprites may reach over the upper edge


def tile_box(geometry: Geometry) -> QRectF:
    """Return the box around everything that `paint_soil_tile` paints."""
    corners = polygon(geometry.outline()).boundingRect()
    return corners.adjusted(-8, -_OVER - 3, 8, THICKNESS + 8)


def paint_soil_tile(painter: QPainter, geometry: Geometry, soil: Soil, seed: int, draw: DrawSprite) -> None:
    """Paint a thick tile around the origin: side, soil, light from the upper left, sprites from back to front."""
    top = rounded(geometry.outline(1.2), _CORNER)
    box = top.boundingRect()
    soft_shadow(painter, top, 6, 0.3, THICKNESS)
    side = QLinearGradient(box.left(), 0, box.right(), 0)
    for stop, tone in ((0.0, 0.18), (0.5, 0.0), (1.0, -0.3)):
        side.setColorAt(stop, toned(soil.side, tone))
    below = top.translated(0, THICKNESS)
    painter.fillPath(below.united(top), side)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_HOLLOW_SHADE, 0.5), 1.2))
    painter.drawPath(below)
    paint_soil(painter, top, soil, seed)
    paint_bevel(painter, top)
    painter.save()
    painter.setClipPath(top.united(top.translated(0, -_OVER)), Qt.ClipOperation.IntersectClip)
    for sprite in sprites_on_cell(soil, geometry.holds, seed, geometry.inner):
        draw(painter, sprite)
    painter.restore()


def paint_bevel(painter: QPainter, top: QPainterPath) -> None:
    """Paint the light on a tile: bright at the upper left edge, darker to the lower right, a fine dark outline."""
    box = top.boundingRect()
    radius = max(box.width(), box.height()) / 2
    middle = box.center()
    painter.save()
    painter.setClipPath(top, Qt.ClipOperation.IntersectClip)
    shine = QRadialGradient(middle + QPointF(-radius * 0.3, -radius * 0.45), radius * 1.7)
    for stop, ink, alpha in ((0.0, _HIGH, 0.2), (0.45, _HIGH, 0.0), (0.62, _DEEP, 0.0), (1.0, _DEEP, 0.34)):
        shine.setColorAt(stop, with_alpha(ink, alpha))
    painter.fillPath(top, shine)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_HIGH, 0.55), 3.0))
    painter.drawPath(top.translated(1, 1.6))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_HOLLOW_SHADE, 0.55), 1.3))
    painter.drawPath(top)


def paint_tile(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the ground of a cell as a tile of some thickness around the origin."""
    if model.ground is None:
        return
    shades = shades_of(QColor(model.ground.fill.on(palette.dark)))
    if model.joints:
        _paint_part(painter, model, shades)
    else:
        _paint_whole(painter, model, shades)
    painter.save()
    painter.setClipPath(closed(polygon(model.geometry.outline(5.0))), Qt.ClipOperation.IntersectClip)
    paint_pattern(painter, model.ground.pattern, shades)
    painter.restore()
    _paint_walls(painter, model, shades, palette)
    if isinstance(model.geometry, Region):
        paint_caption(painter, model, shades.fill)
    elif model.ground.letter:
        _paint_initial(painter, model.ground.letter, model.geometry, shades.fill)


def _paint_whole(painter: QPainter, model: CellModel, shades: Shades) -> None:
    top = closed(polygon(model.geometry.outline(2.0)))
    painter.setPen(round_pen(shades.deep, 2.0))
    painter.setBrush(shades.deep)
    painter.drawPath(top.translated(0, THICKNESS))
    light = QLinearGradient(0, -RADIUS, 0, RADIUS)
    light.setColorAt(0, blended(shades.fill, shades.high, 0.4))
    light.setColorAt(1, shades.fill)
    painter.setBrush(light)
    painter.drawPath(top)


def _paint_part(painter: QPainter, model: CellModel, shades: Shades) -> None:
    """Paint a cell of a piece that spans several: with an outline only at the edge of the piece."""
    painter.setPen(round_pen(shades.fill, 1.5))
    painter.setBrush(shades.fill)
    painter.drawPolygon(polygon(model.geometry.outline()))
    painter.setPen(round_pen(shades.deep, 4.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(rim_path(model, 2.0))


def rim_path(model: CellModel, inset: float) -> QPainterPath:
    """Return the path inside the outline of a cell, without the sides behind which the same piece continues."""
    corners = model.geometry.outline(inset)
    if not model.joints:
        return closed(polygon(corners))
    path = QPainterPath()
    for side, (start, end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        if side not in model.joints:
            path.moveTo(*start)
            path.lineTo(*end)
    return path


def _paint_walls(painter: QPainter, model: CellModel, shades: Shades, palette: Palette) -> None:
    """Paint the walls along their sides as chains: a dark line with light links."""
    corners = model.geometry.outline(5.0 + _WALL / 2)
    for side in model.walls:
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
        start, end = QPointF(ax, ay), QPointF(bx, by)
        painter.setPen(round_pen(blended(shades.deep, QColor("#000000"), 0.55), _WALL))
        painter.drawLine(start, end)
        links = QPen(QColor(palette.paper), _WALL * 0.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        links.setDashPattern([1.4, 2.2])
        painter.setPen(links)
        painter.drawLine(start, end)


def _paint_initial(painter: QPainter, letter: str, geometry: Geometry, fill: QColor) -> None:
    where = QPointF(0, RADIUS * 0.66) if geometry.hexagonal else QPointF(-geometry.inner * 0.78, 38)
    text = text_path(letter, 11, where)
    painter.setPen(round_pen(fill, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(text)
    painter.fillPath(text, text_colour_on(fill))


def round_pen(ink: QColor, width: float) -> QPen:
    """Return a pen without corners."""
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)

"""Painters of single cells: tiles, places where a tile may be put, walls, rims; and outlines for marks."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from app.appearance.board_plan import Cells
from app.appearance.drawings import paint_drawing
from app.appearance.kind_look import KindLook, Paint
from app.table.model.cell_shapes import RADIUS, Geometry, Point, Region
from app.table.painting.image_cache import SceneImages
from app.table.painting.item_models import CellModel
from app.table.painting.palette import Palette, blended, text_colour_on
from app.table.painting.path_painting import path_of, rounded, seed_of, shadow_steps
from app.table.painting.pieces import text_path
from app.table.painting.soil import Soil, paint_placed, placed_steps, soil_steps, sprites_on_cell
from app.table.painting.surfaces import Steps, finish, saved, toned, with_alpha

THICKNESS = 9.0  #: visible side below a tile, in scene units
LIFT = 6.0  #: by which a chosen tile is lifted
_DEEP, _HIGH = QColor("#20160c"), QColor("#fffdf4")
_CORNER, _SLOT_CORNER = 6.0, 14.0  #: radius of the corners of a tile and of the marks of a slot
_OVER = 7.0  #: by which sprites may reach over the upper edge


def polygon(corners: tuple[Point, ...]) -> QPolygonF:
    """Return an outline as Qt draws it."""
    return QPolygonF([QPointF(x, y) for x, y in corners])


def round_pen(ink: QColor, width: float) -> QPen:
    """Return a pen without corners."""
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


_ROUND: tuple[Cells, ...] = ("holes", "bowls")  #: cells whose highlights are round


def rim_path(model: CellModel, inset: float) -> QPainterPath:
    """Return the path inside the outline of a cell, without the sides behind which the same piece continues; in a
    cell with a hole or a bowl, a circle around it."""
    shape = model.geometry
    if model.cells in _ROUND and not isinstance(shape, Region):
        ring = QPainterPath()
        ring.addEllipse(QPointF(0, 0), shape.inner - inset, shape.inner - inset)
        return ring
    corners = shape.outline(inset)
    if not model.joints:
        return rounded(corners, _SLOT_CORNER if isinstance(shape, Region) and shape.slot else _CORNER)
    path = QPainterPath()
    for side, (start, end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        if side not in model.joints:
            path.moveTo(*start)
            path.lineTo(*end)
    return path


# ---- tiles on hexes and squares


def paint_tile(painter: QPainter, model: CellModel, palette: Palette, images: SceneImages) -> None:
    """Paint the ground of a hex or a square as a tile of some thickness around the origin."""
    tile = _Tile.of(model, palette)
    if tile is not None:
        images.draw_ground(painter, images.cache.key(tile), tile.box(), tile.paint, exact=True)
    elif palette.high_contrast:
        _paint_plain_tile(painter, model, palette)
    _paint_letter(painter, model, palette)


def prepare_tile(model: CellModel, palette: Palette, images: SceneImages, zoom: float, ratio: float) -> Steps:
    """Paint the image that `paint_tile` draws for a zoom and a ratio of device pixels in steps, if it is missing."""
    tile = _Tile.of(model, palette)
    if tile is not None:
        yield from images.prepare_ground(images.cache.key(tile), zoom, ratio, tile.box(), tile.steps)


@dataclass(frozen=True, slots=True)
class _Tile:
    """Ground of a hex or a square with its side and sprites. It is the key of its image in the cache."""

    shape: Geometry
    soil: Soil
    seed: int

    @classmethod
    def of(cls, model: CellModel, palette: Palette) -> _Tile | None:
        """Return the tile of a cell; None for one without ground, for a region, and in high contrast."""
        if model.ground is None or isinstance(model.geometry, Region) or palette.high_contrast:
            return None
        return cls(model.geometry, Soil.of(model.ground, dark=palette.dark), seed_of(model.place, model.ground.letter))

    def box(self) -> QRectF:
        """Return the box around everything that is painted."""
        return polygon(self.shape.outline()).boundingRect().adjusted(-8, -_OVER - 3, 8, THICKNESS + 8)

    def paint(self, painter: QPainter) -> None:
        """Paint it in one go."""
        finish(self.steps(painter))

    def steps(self, painter: QPainter) -> Steps:
        """Paint side, soil, light from the upper left, and sprites from back to front."""
        top = rounded(self.shape.outline(1.2), _CORNER)
        yield from shadow_steps(painter, top, 6, 0.3, THICKNESS)
        paint_side(painter, top, self.soil.side, THICKNESS)
        yield from soil_steps(painter, top, self.soil, self.seed)
        paint_bevel(painter, top)
        with saved(painter):
            painter.setClipPath(top.united(top.translated(0, -_OVER)), Qt.ClipOperation.IntersectClip)
            if self.soil.art:
                paint_drawing(painter, self.soil.art[self.seed % len(self.soil.art)])
                yield
            yield from placed_steps(painter, sprites_on_cell(self.soil, self.shape.holds, self.seed, self.shape.inner))


def paint_side(painter: QPainter, top: QPainterPath, tone: QColor, thickness: float) -> None:
    """Paint the side of something thick below its upper surface, lighter to the left."""
    box = top.boundingRect()
    side = QLinearGradient(box.left(), 0, box.right(), 0)
    for stop, share in ((0.0, 0.18), (0.5, 0.0), (1.0, -0.3)):
        side.setColorAt(stop, toned(tone, share))
    below = top.translated(0, thickness)
    painter.fillPath(below.united(top), side)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_DEEP, 0.5), 1.2))
    painter.drawPath(below)


def paint_bevel(painter: QPainter, top: QPainterPath) -> None:
    """Paint the light on a tile: bright at the upper left edge, darker to the lower right, a fine dark outline."""
    box = top.boundingRect()
    radius = max(box.width(), box.height()) / 2
    painter.save()
    painter.setClipPath(top, Qt.ClipOperation.IntersectClip)
    shine = QRadialGradient(box.center() + QPointF(-radius * 0.3, -radius * 0.45), radius * 1.7)
    for stop, ink, alpha in ((0.0, _HIGH, 0.2), (0.45, _HIGH, 0.0), (0.62, _DEEP, 0.0), (1.0, _DEEP, 0.34)):
        shine.setColorAt(stop, with_alpha(ink, alpha))
    painter.fillPath(top, shine)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_HIGH, 0.55), 3.0))
    painter.drawPath(top.translated(1, 1.6))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_DEEP, 0.55), 1.3))
    painter.drawPath(top)


def _paint_plain_tile(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint a tile in high contrast: one colour, its sprites, and a thick outline."""
    if model.ground is None or isinstance(model.geometry, Region):
        return
    soil = Soil.of(model.ground, dark=palette.dark)
    path = path_of(model.geometry.outline(1.0))
    painter.fillPath(path, QColor(soil.fill))
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    seed = seed_of(model.place, model.ground.letter)
    if soil.art:
        paint_drawing(painter, soil.art[seed % len(soil.art)])
    paint_placed(painter, sprites_on_cell(soil, model.geometry.holds, seed, model.geometry.inner))
    painter.restore()


def _paint_letter(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the letter of a kind where nothing else shows it; a number is a value, and becomes a row of dots."""
    ground, shape = model.ground, model.geometry
    if ground is None or not ground.letter or isinstance(shape, Region):
        return
    low = RADIUS * 0.66 if shape.hexagonal else 38.0
    if ground.letter.isdecimal() and 0 < int(ground.letter) <= 6 and not palette.high_contrast:
        _paint_dots(painter, int(ground.letter), QPointF(0, low + 3))
        return
    if not palette.high_contrast and (ground.letter == "0" or not is_bare(ground)):
        return
    fill = QColor(ground.fill.on(palette.dark))
    text = text_path(ground.letter, 13, QPointF(0, low) if shape.hexagonal else QPointF(-shape.inner * 0.78, low))
    painter.setPen(round_pen(fill, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(text)
    painter.fillPath(text, text_colour_on(fill))


def is_bare(kind: KindLook) -> bool:
    """Whether a kind has neither texture nor drawings, so that only its colour tells it."""
    return kind.texture == "plain" and not kind.sprites and not kind.art


def _paint_dots(painter: QPainter, amount: int, middle: QPointF) -> None:
    width = 10.0 * amount + 8
    pill = QRectF(middle.x() - width / 2, middle.y() - 7, width, 14)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(with_alpha(_DEEP, 0.62))
    painter.drawRoundedRect(pill, 7, 7)
    painter.setBrush(QColor("#fff6dc"))
    for rank in range(amount):
        painter.drawEllipse(QPointF(pill.left() + 9 + 10 * rank, middle.y()), 3.4, 3.4)


# ---- places without a tile


def paint_free_place(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint a place where something may be put: a light dashed outline; in the colour of an offer where one of many
    can be chosen, because a light one is that of the last move."""
    path = rounded(model.geometry.outline(5.0), _CORNER)
    ink = QColor(palette.foam if palette.high_contrast else "#fffbe6")
    if (model.selectable or model.target) and not palette.high_contrast:
        painter.fillPath(path, with_alpha(QColor(_OFFERED), 0.2))
        ink = QColor(_OFFERED)
    painter.fillPath(path, with_alpha(ink, 0.13))
    pen = QPen(with_alpha(ink, 1.0 if palette.high_contrast else 0.85), 2.4, Qt.PenStyle.CustomDashLine)
    pen.setDashPattern([4.0, 2.6])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_DEEP, 0.3), 4.0))
    painter.drawPath(path)
    painter.setPen(pen)
    painter.drawPath(path)


_OFFERED = "#ff9a5c"

_USUAL: dict[Cells, tuple[Paint, Paint]] = {
    "two-tone": (Paint("#ecd5a8", "#a58a5f"), Paint("#a8734a", "#5b3d28")),
    "wood": (Paint("#dcb47c", "#8a6740"), Paint("#dcb47c", "#8a6740")),
    "holes": (Paint("#3f6ea8", "#28466c"), Paint("#3f6ea8", "#28466c")),
    "bowls": (Paint("#8a5a34", "#5d3c24"), Paint("#8a5a34", "#5d3c24")),
}


def empty_cell_fill(model: CellModel, palette: Palette) -> QColor:
    """Return the colour of an empty cell."""
    if model.fill is not None:
        return QColor(model.fill.on(palette.dark))
    if model.cells in _USUAL:
        return QColor(_USUAL[model.cells][model.shaded].on(palette.dark))
    fill = QColor(palette.paper_shade if model.shaded else palette.paper)
    return blended(fill, QColor("#2a241e"), 0.35) if palette.dark else fill


# ---- rims: sides of a board that belong to a player

_RIM = 9.0  #: width of a rim, in scene units


def paint_rims(painter: QPainter, model: CellModel, palette: Palette) -> None:
    """Paint the sides of a cell at a side of the board that a player owns, in the colour of the player."""
    corners = model.geometry.outline(-_RIM / 2)
    for side, look in model.rims:
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
        start, end = QPointF(ax, ay), QPointF(bx, by)
        fill = QColor(look.fill.on(palette.dark))
        for ink, width in ((toned(fill, -0.6), _RIM), (fill, _RIM - 2.5), (toned(fill, 0.4), 1.6)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(start, end)


def rim_box(box: QRectF) -> QRectF:
    """Return a box around a cell and its rims."""
    return box.adjusted(-_RIM, -_RIM, _RIM, _RIM)

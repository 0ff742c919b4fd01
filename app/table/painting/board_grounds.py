"""Painters of the grounds of whole boards: areas, squares that melt into one surface, chequered and wooden boards."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from app.table.model.geometry import SQUARE, CellShape, Geometry, Point
from app.table.painting.grounds import (
    DrawSprite,
    Soil,
    Sprite,
    glow,
    lands,
    paint_frame,
    paint_medallion,
    paint_soil,
    path_of,
    seed_of,
    soft_loop,
    soft_shadow,
    sprites_on_area,
    sprites_on_cell,
    strip_along,
    widened,
)
from app.table.painting.surfaces import SIDE, paint_noise, paint_wood_grain, toned, with_alpha

_EARTH, _HIGH = QColor("#20160c"), QColor("#fffdf4")
FRAME = 46.0  #: width of a frame, in scene units
_FRAME_COLOURS = {"wood": ("#9a6b3f", "#6d4a2d"), "dark_wood": ("#5b3b22", "#432b19")}
CLIFF = 10.0  #: height of the side of a board of areas


@dataclass(frozen=True, slots=True)
class GroundCell:
    """What the ground of a board shows of one cell."""

    place: str
    middle: Point
    shape: CellShape
    soil: Soil | None  #: None: an empty cell
    fill: str = ""  #: colour of an empty cell, #rrggbb
    shaded: bool = False
    circles: tuple[tuple[float, float, float], ...] = ()  #: from the middle
    ranked: bool = False
    free: tuple[tuple[float, float, float, float], ...] = ()  #: boxes without sprites: x, y, width, height

    def outline(self) -> tuple[Point, ...]:
        """Return the corners in scene coordinates."""
        x, y = self.middle
        return tuple((x + dx, y + dy) for dx, dy in self.shape.outline())


@dataclass(frozen=True, slots=True)
class BoardGround:
    """Ground of a board: its cells and how they are drawn together. It is the key of its image in the cache."""

    style: str  #: areas, merged, two-tone, wood, holes, bowls, plain
    cells: tuple[GroundCell, ...]
    frame: str = "none"  #: none, wood, dark_wood
    dark: bool = False

    def box(self) -> QRectF:
        """Return the box around everything that is painted."""
        reach = FRAME + 34 if self.frame != "none" else 34
        return self.inner().adjusted(-reach, -reach, reach, reach)

    def inner(self) -> QRectF:
        """Return the box around the cells."""
        box = QRectF()
        for cell in self.cells:
            box |= path_of(cell.outline()).boundingRect()
        return box


def paint_board_ground(painter: QPainter, ground: BoardGround, draw: DrawSprite) -> None:
    """Paint the ground of a board in scene coordinates."""
    if ground.frame in _FRAME_COLOURS:
        colour = QColor(_FRAME_COLOURS[ground.frame][ground.dark])
        paint_frame(painter, ground.inner(), FRAME, colour)
    if ground.style == "areas":
        _paint_areas(painter, ground, draw)
    elif ground.style == "merged":
        _paint_merged(painter, ground, draw)
    else:
        _paint_empty_board(painter, ground)


# ---- areas


def _paint_areas(painter: QPainter, ground: BoardGround, draw: DrawSprite) -> None:
    """Paint areas: continuous soil for each kind, cuts between the areas, sprites, circles."""
    paths = {cell.place: path_of(cell.outline()) for cell in ground.cells}
    whole = QPainterPath()
    soils: dict[Soil, list[GroundCell]] = {}
    for cell in ground.cells:
        whole = whole.united(widened(paths[cell.place], 0.5))
        if cell.soil is not None:
            soils.setdefault(cell.soil, []).append(cell)
    soft_shadow(painter, whole, 12, 0.22, CLIFF)
    _paint_cliff(painter, whole, ground)
    for soil, cells in soils.items():
        surface = QPainterPath()
        for cell in cells:
            surface = surface.united(widened(paths[cell.place], 0.5))
        paint_soil(painter, surface, soil, seed_of(soil.fill, soil.texture), size=1.6)
        if soil.texture == "water":
            _paint_depth(painter, surface, soil)
    middle = whole.boundingRect().center()
    for cells in soils.values():
        _paint_rings(painter, cells, paths, middle)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, ink, alpha, drop in ((5.0, _HIGH, 0.55, 1.2), (2.6, _EARTH, 0.68, 0.0)):
        for path in paths.values():
            painter.setPen(_pen(with_alpha(ink, alpha), width))
            painter.drawPath(path.translated(0, drop))
    sprites: list[Sprite] = []
    for cell in ground.cells:
        if cell.soil is not None and cell.soil.sprites:
            sprites += _sprites_of_area(cell, paths[cell.place], cell.soil, ground.cells)
    painter.save()
    painter.setClipPath(whole.united(whole.translated(0, -12)), Qt.ClipOperation.IntersectClip)
    for sprite in sorted(sprites, key=lambda each: each.y):
        draw(painter, sprite)
    painter.restore()
    _paint_edge_light(painter, whole)
    for cell in ground.cells:
        for rank, (x, y, radius) in enumerate(cell.circles):
            paint_medallion(
                painter,
                cell.middle[0] + x,
                cell.middle[1] + y,
                radius,
                rank if cell.ranked else 3,
                number=str(rank + 1) if cell.ranked else "",
                dark=ground.dark,
            )


def _paint_cliff(painter: QPainter, whole: QPainterPath, ground: BoardGround) -> None:
    fills = [QColor(cell.soil.fill) for cell in ground.cells if cell.soil is not None]
    box = whole.boundingRect()
    rock = QLinearGradient(box.left(), 0, box.right(), 0)
    for stop, fill in zip((0.0, 0.5, 1.0), (fills * 3)[:3] or [_EARTH] * 3, strict=True):
        rock.setColorAt(stop, toned(fill, -0.6))
    painter.fillPath(whole.translated(0, CLIFF), rock)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(with_alpha(_EARTH, 0.6), 1.4))
    painter.drawPath(whole.translated(0, CLIFF))


def _paint_rings(
    painter: QPainter, cells: Sequence[GroundCell], paths: dict[str, QPainterPath], middle: QPointF
) -> None:
    """Paint areas of one kind lighter, the nearer they are to the middle of the board."""
    if len(cells) < 2:
        return

    def far(cell: GroundCell) -> float:
        box = paths[cell.place].boundingRect().center()
        return math.dist((middle.x(), middle.y()), (box.x(), box.y()))

    for rank, cell in enumerate(sorted(cells, key=far, reverse=True)):
        share = rank / (len(cells) - 1)
        painter.fillPath(paths[cell.place], with_alpha(_HIGH if share > 0.5 else _EARTH, abs(share - 0.5) * 0.24))


def _sprites_of_area(cell: GroundCell, path: QPainterPath, soil: Soil, cells: Sequence[GroundCell]) -> list[Sprite]:
    """Return the sprites of an area; circles, names and strips of all areas are free of them."""
    circles = [(c.middle[0] + x, c.middle[1] + y, r) for c in cells for x, y, r in c.circles]
    boxes = [(c.middle[0] + x, c.middle[1] + y, w / 2, h / 2) for c in cells for x, y, w, h in c.free]

    def free(x: float, y: float) -> bool:
        return not any((x - a) ** 2 + (y - b - 6) ** 2 < (r + 15) ** 2 for a, b, r in circles) and not any(
            abs(x - a) < w + 8 and -h - 4 < y - b < h + 22 for a, b, w, h in boxes
        )

    inside = path.subtracted(strip_along(path, 12))
    return sprites_on_area(soil, inside, free, seed_of(cell.place, soil.fill))


def _paint_depth(painter: QPainter, surface: QPainterPath, soil: Soil) -> None:
    painter.save()
    painter.setClipPath(surface, Qt.ClipOperation.IntersectClip)
    glow(painter, surface, toned(QColor(soil.fill), 0.5), 26, 0.4)
    painter.restore()


def _paint_edge_light(painter: QPainter, whole: QPainterPath) -> None:
    painter.save()
    painter.setClipPath(whole, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(with_alpha(_HIGH, 0.42), 4.0))
    painter.drawPath(whole.translated(1.4, 2.4))
    painter.restore()
    painter.setPen(_pen(with_alpha(_EARTH, 0.7), 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(whole)


def _pen(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


# ---- squares whose grounds melt together


def _paint_merged(painter: QPainter, ground: BoardGround, draw: DrawSprite) -> None:
    """Paint squares: the commonest soil everywhere, the others as surfaces with a soft edge, a faint grid."""
    soils = Counter(cell.soil for cell in ground.cells if cell.soil is not None)
    if not soils:
        _paint_empty_board(painter, ground)
        return
    base = soils.most_common(1)[0][0]
    inner = ground.inner()
    field = QPainterPath()
    for cell in ground.cells:
        if cell.soil is not None:
            field.addRect(path_of(cell.outline()).boundingRect().adjusted(-0.5, -0.5, 0.5, 0.5))
    field.setFillRule(Qt.FillRule.WindingFill)
    empty = [cell for cell in ground.cells if cell.soil is None]
    for cell in empty:
        painter.fillPath(path_of(cell.outline()), QColor(cell.fill or base.fill))
    paint_soil(painter, field, base, seed_of(base.fill), size=2.4)
    _paint_meadows(painter, field, base)
    painter.save()
    painter.setClipRect(inner)
    for soil in soils:
        if soil != base:
            _paint_pools(painter, [cell for cell in ground.cells if cell.soil == soil], soil, base)
    painter.restore()
    _paint_grid(painter, ground.cells)
    painter.save()
    painter.setClipRect(inner.adjusted(0, -6, 0, 0))
    sprites = [sprite for cell in ground.cells for sprite in _sprites_of_square(cell, ground)]
    for sprite in sorted(sprites, key=lambda each: each.y):
        draw(painter, sprite)
    painter.restore()


def _paint_meadows(painter: QPainter, field: QPainterPath, base: Soil) -> None:
    dice, box = random.Random(seed_of(base.fill, "meadow")), field.boundingRect()
    fresh = QColor.fromHsvF(
        (QColor(base.fill).hsvHueF() * 0.45 + 0.25 * 0.55) % 1.0, 0.46, QColor(base.fill).valueF() * 0.84
    )
    painter.save()
    painter.setClipPath(field, Qt.ClipOperation.IntersectClip)
    for _ in range(int(box.width() * box.height() / 28_000)):
        middle = QPointF(dice.uniform(box.left(), box.right()), dice.uniform(box.top(), box.bottom()))
        reach = dice.uniform(60, 150)
        patch = QRadialGradient(middle, reach)
        patch.setColorAt(0, with_alpha(fresh, 0.42))
        patch.setColorAt(1, with_alpha(fresh, 0))
        painter.fillRect(QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach), patch)
    painter.restore()


def _paint_pools(painter: QPainter, cells: Sequence[GroundCell], soil: Soil, base: Soil) -> None:
    """Paint the squares of one kind of ground as continuous surfaces."""
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.OddEvenFill)
    for loops in lands([cell.outline() for cell in cells]):
        for loop in loops:
            shape.addPath(soft_loop(loop, -2.0, step=17.0, passes=6))
    shore = toned(QColor(base.fill), -0.42)
    glow(painter, shape, toned(QColor(base.fill), -0.3), 22, 0.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, alpha, width in ((shore, 0.85, 13.0), (toned(QColor(base.fill), -0.2), 1.0, 6.5)):
        painter.setPen(_pen(with_alpha(ink, alpha), width))
        painter.drawPath(shape)
    paint_soil(painter, shape, soil, seed_of(soil.fill), size=2.0)
    painter.save()
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    paint_noise(painter, shape.boundingRect(), 8, 0.4, seed=31)
    deep = shape.subtracted(strip_along(shape, 30))
    glow(painter, deep, toned(QColor(soil.fill), -0.5), 26, 0.3)
    painter.fillPath(deep, with_alpha(toned(QColor(soil.fill), -0.5), 0.22))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(with_alpha(toned(QColor(soil.fill), -0.7), 0.5), 11.0))
    painter.drawPath(shape.translated(0, 4))
    painter.setPen(_pen(with_alpha(toned(QColor(soil.fill), 0.85), 0.5), 3.0))
    painter.drawPath(shape.translated(0, -7))
    painter.restore()


def _paint_grid(painter: QPainter, cells: Sequence[GroundCell]) -> None:
    grid = QPainterPath()
    for cell in cells:
        grid.addRect(path_of(cell.outline()).boundingRect())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(with_alpha(_EARTH, 0.17), 1.6))
    painter.drawPath(grid)


def _sprites_of_square(cell: GroundCell, ground: BoardGround) -> list[Sprite]:
    """Return the sprites of a square; with the layout `rim` at the sides where another ground begins."""
    if cell.soil is None or not cell.soil.sprites or not isinstance(cell.shape, Geometry):
        return []
    x, y = cell.middle
    seed = seed_of(cell.place, cell.soil.fill)
    if cell.soil.layout != "rim":
        found = sprites_on_cell(cell.soil, cell.shape.holds, seed, cell.shape.inner)
        return [Sprite(s.name, x + s.x, y + s.y, s.scale, s.variant) for s in found]
    same = {(round(each.middle[0]), round(each.middle[1])) for each in ground.cells if each.soil == cell.soil}
    inside = ground.inner().adjusted(SQUARE / 2, SQUARE / 2, -SQUARE / 2, -SQUARE / 2)
    borders = [
        (dx, dy)
        for dx, dy in ((0, -1), (1, 0), (-1, 0))
        if (round(x + dx * SQUARE), round(y + dy * SQUARE)) not in same
        and inside.adjusted(-1, -1, 1, 1).contains(x + dx * SQUARE, y + dy * SQUARE)
    ]
    dice = random.Random(seed)
    found = []
    for rank, (name, amount) in enumerate(cell.soil.sprites):
        for _ in range(amount):
            if rank == 0 and borders:
                dx, dy = dice.choice(borders)
                along = dice.uniform(-34, 34)
                spot = (dx * 40.0, along) if dx else (along, dy * 36.0 + 6)
            elif rank == 0:
                continue
            else:
                spot = (dice.uniform(-36, 36), dice.uniform(-36, 36))
            found.append(Sprite(name, x + spot[0], y + spot[1], dice.uniform(1.2, 1.6), dice.randrange(64)))
    return found


# ---- boards of empty squares and hexes


@lru_cache(maxsize=8)
def _wood(colour: str) -> QImage:
    """Return a piece of wood from which squares are cut."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(0, 0, SIDE, SIDE)
    paint_wood_grain(painter, box, QColor(colour), random.Random(colour), 7.0)
    paint_noise(painter, box, 3, 0.2, rows=10, seed=33)
    painter.end()
    return image


def _paint_empty_board(painter: QPainter, ground: BoardGround) -> None:
    if ground.frame == "none":
        whole = QPainterPath()
        for loops in lands([cell.outline() for cell in ground.cells]):
            for loop in loops:
                whole.addPath(path_of(loop))
        soft_shadow(painter, whole, 14, 0.26, 6)
        painter.fillPath(whole.translated(0, 6), toned(QColor(ground.cells[0].fill or "#b08a62"), -0.5))
    wooden = ground.style in ("two-tone", "wood", "bowls")
    for cell in ground.cells:
        path = path_of(cell.outline())
        fill = QColor(cell.fill or "#d9c8a4")
        if wooden:
            _paint_cut(painter, path, cell, fill)
        else:
            painter.fillPath(path, fill)
        if ground.style == "holes":
            _paint_hole(painter, cell, fill, ground.dark)
        elif ground.style == "bowls":
            _paint_bowl(painter, cell, fill)
    box = ground.inner()
    if not wooden:
        painter.save()
        area = QPainterPath()
        for cell in ground.cells:
            area.addPath(path_of(cell.outline()))
        painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
        paint_noise(painter, box, 6, 0.14, seed=35)
        paint_noise(painter, box, 200, 0.16, seed=36)
        painter.restore()
    if ground.style in ("plain", "wood"):
        _paint_cuts(painter, ground)


def _paint_cut(painter: QPainter, path: QPainterPath, cell: GroundCell, fill: QColor) -> None:
    """Fill a cell with a piece of wood, cut elsewhere and slightly toned for each cell, with lit and shaded edges."""
    dice = random.Random(seed_of(cell.place))
    brush = QBrush(_wood(fill.name()))
    transform = brush.transform()
    transform.translate(dice.uniform(0, SIDE), dice.uniform(0, SIDE))
    brush.setTransform(transform)
    painter.fillPath(path, brush)
    tone = dice.uniform(-0.06, 0.06)
    painter.fillPath(path, with_alpha(_HIGH if tone > 0 else _EARTH, abs(tone)))
    corners = cell.outline()
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        lit = (by - ay) - (bx - ax) < 0  # the upper and the left sides, clockwise from the upper left
        painter.setPen(QPen(with_alpha(_HIGH if lit else _EARTH, 0.2), 1.4))
        painter.drawLine(QPointF(ax, ay), QPointF(bx, by))


def _paint_cuts(painter: QPainter, ground: BoardGround) -> None:
    """Paint the lines between cells as cuts in the surface."""
    lines = QPainterPath()
    for cell in ground.cells:
        lines.addPath(path_of(cell.outline()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    fill = QColor(ground.cells[0].fill or "#d9c8a4")
    painter.setPen(_pen(with_alpha(toned(fill, 0.7), 0.5), 1.6))
    painter.drawPath(lines.translated(0.9, 1.5))
    painter.setPen(_pen(with_alpha(toned(fill, -0.65), 0.75), 2.0))
    painter.drawPath(lines)


def _paint_hole(painter: QPainter, cell: GroundCell, fill: QColor, dark: bool) -> None:
    """Paint a round hole in a board that stands upright: one sees what is behind it."""
    (x, y), radius = cell.middle, cell.shape.inner * 0.8
    hole = QPainterPath()
    hole.addEllipse(QPointF(x, y), radius, radius)
    behind = QRadialGradient(QPointF(x, y + radius * 0.3), radius * 1.5)
    behind.setColorAt(0, QColor("#453b31" if dark else "#f3e8d2"))
    behind.setColorAt(1, QColor("#2a231c" if dark else "#cdbb98"))
    painter.fillPath(hole, behind)
    painter.save()
    painter.setClipPath(hole, Qt.ClipOperation.IntersectClip)
    glow(painter, hole.translated(0, 3), _EARTH, 12, 0.55)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rim = QLinearGradient(x, y - radius, x, y + radius)
    rim.setColorAt(0, toned(fill, -0.5))
    rim.setColorAt(1, toned(fill, 0.6))
    painter.setPen(QPen(QBrush(rim), 4.0))
    painter.drawEllipse(QPointF(x, y), radius + 1, radius + 1)


def _paint_bowl(painter: QPainter, cell: GroundCell, fill: QColor) -> None:
    """Paint a bowl that is carved into the wood."""
    (x, y), radius = cell.middle, cell.shape.inner * 0.84
    bowl = QPainterPath()
    bowl.addEllipse(QPointF(x, y), radius, radius)
    hollow = QRadialGradient(QPointF(x + radius * 0.2, y + radius * 0.35), radius * 1.35)
    for stop, tone in ((0.0, 0.12), (0.5, -0.12), (0.85, -0.5), (1.0, -0.66)):
        hollow.setColorAt(stop, toned(fill, tone))
    painter.fillPath(bowl, hollow)
    painter.save()
    painter.setClipPath(bowl, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ring in range(5):
        painter.setPen(_pen(with_alpha(_EARTH, 0.08), 1.4))
        size = radius * (0.34 + 0.15 * ring)
        painter.drawEllipse(QPointF(x + radius * 0.08, y + radius * 0.12), size, size * 0.96)
    glow(painter, bowl.translated(0, 5), _EARTH, 13, 0.5)
    painter.restore()
    rim = QLinearGradient(x - radius, y - radius, x + radius, y + radius)
    rim.setColorAt(0, toned(fill, -0.55))
    rim.setColorAt(0.5, toned(fill, 0.1))
    rim.setColorAt(1, toned(fill, 0.65))
    painter.setPen(QPen(QBrush(rim), 3.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x, y), radius, radius)

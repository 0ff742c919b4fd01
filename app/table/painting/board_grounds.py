"""Painters of the grounds of whole boards: areas, squares that melt into one surface, chequered and wooden boards."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from app.appearance.drawings import Sprite, paint_drawing
from app.appearance.kind_look import KindLook
from app.appearance.look import Look
from app.table.model.cell_shapes import SQUARE, CellShape, Geometry, Point, Region
from app.table.painting.cells import THICKNESS, empty_cell_fill, paint_bevel, paint_side
from app.table.painting.coast import lands, soft_loop
from app.table.painting.item_models import UNKNOWN_KIND, CellModel, ItemModels
from app.table.painting.palette import Palette
from app.table.painting.path_painting import (
    BlurredGlow,
    fill_steps,
    glow,
    glow_steps,
    path_of,
    rounded,
    seed_of,
    shadow_steps,
    strip_along,
    widened,
)
from app.table.painting.pieces import text_path
from app.table.painting.soil import (
    Placed,
    Soil,
    placed_steps,
    soil_steps,
    sprites_on_area,
    sprites_on_cell,
)
from app.table.painting.surfaces import (
    SIDE,
    Steps,
    finish,
    grit_steps,
    in_bands,
    memoized,
    noise_steps,
    paint_noise,
    paint_wood_grain,
    saved,
    toned,
    with_alpha,
)
from app.table.painting.walls_and_frames import casing_steps, frame_steps, paint_medallion
from dsl.match.view import View

_EARTH, _HIGH = QColor("#20160c"), QColor("#fffdf4")
FRAME = 46.0  #: width of a frame, in scene units
_FRAME_COLOURS = {"wood": ("#9a6b3f", "#6d4a2d"), "dark_wood": ("#5b3b22", "#432b19")}
_OVER = 40.0  #: by which sprites may reach over the upper edge of areas
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
    frame: str = "none"  #: none, wood, dark_wood, plain
    dark: bool = False
    bold: bool = False  #: plain colours and thick lines, for high contrast
    _hash: int = field(init=False, repr=False, compare=False)  #: computed once: a board has hundreds of cells

    def __post_init__(self) -> None:
        known = (self.style, self.cells, self.frame, self.dark, self.bold)
        object.__setattr__(self, "_hash", hash(known))

    def __hash__(self) -> int:
        return self._hash

    def box(self) -> QRectF:
        """Return the box around everything that is painted."""
        reach = FRAME + 34 if self.frame != "none" else 34
        return self.inner().adjusted(-reach, -reach, reach, reach)

    def outer(self) -> QRectF:
        """Return the box around the cells and their frame."""
        return self.inner().adjusted(-FRAME, -FRAME, FRAME, FRAME)

    def inner(self) -> QRectF:
        """Return the box around the cells."""
        return QRectF(_box_around(self))


@lru_cache(maxsize=16)
def _box_around(ground: BoardGround) -> QRectF:
    """Return the box around the cells of a ground, found once."""
    corners = [corner for cell in ground.cells for corner in cell.outline()]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    left, top = min(across, default=0.0), min(down, default=0.0)
    return QRectF(left, top, max(across, default=0.0) - left, max(down, default=0.0) - top)


@dataclass(frozen=True, slots=True)
class Wall:
    """Wall at the side of a cell, in scene coordinates; double if there is one on both sides of it."""

    start: Point
    end: Point
    double: bool
    places: frozenset[str]


@dataclass(frozen=True, slots=True)
class Grounds:
    """Everything on which the pieces of a view stand and that no single cell draws."""

    boards: tuple[BoardGround, ...] = ()
    spans: tuple[BoardGround, ...] = ()  #: of pieces that cover several cells
    land: tuple[tuple[Point, ...], ...] = ()  #: outlines of all cells of land, if there is a coast
    walls: tuple[Wall, ...] = ()
    covered: frozenset[str] = frozenset()  #: places whose ground is part of the ground of a board
    hidden: frozenset[str] = frozenset()  #: empty places that are invisible until they matter


def grounds_of(view: View, models: ItemModels, look: Look, palette: Palette) -> Grounds:
    """Return the grounds of the boards of a view."""
    boards: list[BoardGround] = []
    spans: list[BoardGround] = []
    covered: set[str] = set()
    hidden: set[str] = set()
    land: list[tuple[Point, ...]] = []
    soils: _Soils = {}
    for board in view.boards:
        cells = [models.cells[cell.place] for cell in board.cells if cell.place in models.cells]
        plan = look.plan(board.name)
        if not cells or board.shape == "slots":
            continue
        melted = board.shape == "areas" or (plan.cells == "merged" and board.shape == "squares")
        laid = any(cell.ground is not None for cell in cells) and board.shape == "hexes"
        if melted:
            shown = cells
        elif laid or cells[0].empty == "sea":
            hidden |= {cell.place for cell in cells if cell.ground is None}
            shown = []
        else:
            shown = cells
        if shown:
            style = "areas" if board.shape == "areas" else plan.cells
            whole = tuple(_cell(cell, models, palette, soils, own=melted) for cell in shown)
            boards.append(BoardGround(style, whole, plan.frame, palette.dark, palette.high_contrast))
            covered |= {cell.place for cell in shown if melted or cell.ground is None}
        if not melted:
            spans += _spans(cells, models, palette, soils)
        land += [_outline(cell) for cell in cells if cell.ground is not None or board.shape == "areas"]
    covered |= {cell.place for span in spans for cell in span.cells}
    sea = any(cell.empty == "sea" for cell in models.cells.values())
    coast = look.board.coast and look.table_top(sea=sea) == "water" and not palette.table
    return Grounds(
        tuple(boards), tuple(spans), tuple(land) if coast else (), _walls(models), frozenset(covered), frozenset(hidden)
    )


def _outline(cell: CellModel) -> tuple[Point, ...]:
    x, y = cell.middle
    return tuple((x + dx, y + dy) for dx, dy in cell.geometry.outline())


_Soils = dict[int, Soil]  #: by the identity of the look of a kind: a view has few kinds and many cells


def _soil(kind: KindLook, palette: Palette, soils: _Soils) -> Soil:
    """Return the soil of a kind, the same one for all cells."""
    if id(kind) not in soils:
        soils[id(kind)] = Soil.of(kind, dark=palette.dark)
    return soils[id(kind)]


def _cell(cell: CellModel, models: ItemModels, palette: Palette, soils: _Soils, *, own: bool) -> GroundCell:
    """Return a cell of the ground of a board, with the soil of the place or of what lies there if it is its own."""
    kind = (cell.ground or cell.terrain) if own else None
    region = isinstance(cell.geometry, Region)
    site, free = models.sites[cell.place], []
    if isinstance(cell.geometry, Region) and not site.linked:
        if site.strip is not None:
            free.append(site.strip)
        if cell.geometry.label is not None:
            free.append((*cell.geometry.label, 120.0, 24.0))
    return GroundCell(
        cell.place,
        cell.middle,
        cell.geometry,
        _soil(kind or UNKNOWN_KIND, palette, soils) if kind is not None or region else None,
        empty_cell_fill(cell, palette).name(),
        cell.shaded,
        cell.circles,
        cell.ranked,
        tuple(free),
    )


def _spans(cells: Sequence[CellModel], models: ItemModels, palette: Palette, soils: _Soils) -> list[BoardGround]:
    """Return the grounds of pieces that cover several cells, each painted as one."""
    groups: dict[str, list[CellModel]] = {}
    for cell in cells:
        if cell.joints and cell.ground is not None:
            groups.setdefault(models.spanning[cell.place][0], []).append(cell)
    return [
        BoardGround(
            "span",
            tuple(
                replace(_cell(cell, models, palette, soils, own=True), free=((0.0, 0.0, 150.0, 130.0),) * (rank == 0))
                for rank, cell in enumerate(group)
            ),
            "none",
            palette.dark,
            palette.high_contrast,
        )
        for group in groups.values()
    ]


def _walls(models: ItemModels) -> tuple[Wall, ...]:
    """Return the walls at the sides of all cells; the walls on both sides of a border are one that is double."""
    found: dict[tuple[int, int], Wall] = {}
    for cell in models.cells.values():
        corners = _outline(cell)
        for side in cell.walls:
            start, end = corners[side], corners[(side + 1) % len(corners)]
            key = round(start[0] + end[0]), round(start[1] + end[1])
            other = found.get(key)
            places = frozenset({cell.place}) | (other.places if other else frozenset())
            found[key] = Wall(start, end, other is not None, places)
    return tuple(sorted(found.values(), key=lambda wall: wall.start[1] + wall.end[1]))


def paint_board_ground(painter: QPainter, ground: BoardGround) -> None:
    """Paint the ground of a board in scene coordinates."""
    finish(board_ground_steps(painter, ground))


def board_ground_steps(painter: QPainter, ground: BoardGround) -> Steps:
    """Paint the same as `paint_board_ground` in steps."""
    if ground.bold:
        _paint_bold(painter, ground)
        return
    if ground.frame in _FRAME_COLOURS:
        colour = QColor(_FRAME_COLOURS[ground.frame][ground.dark])
        yield from frame_steps(painter, ground.inner(), FRAME, colour)
    elif ground.frame == "plain":
        yield from casing_steps(painter, ground.inner(), FRAME, QColor(ground.cells[0].fill or "#d9c8a4"))
    if ground.style == "areas":
        yield from _area_steps(painter, ground)
    elif ground.style == "span":
        yield from _span_steps(painter, ground)
    elif ground.style == "merged":
        yield from _merged_steps(painter, ground)
    else:
        yield from _empty_board_steps(painter, ground)


def paint_links(painter: QPainter, lines: Sequence[tuple[Point, Point]], ink: QColor) -> None:
    """Paint the lines between linked areas as roads."""
    for colour, width in ((with_alpha(_EARTH, 0.5), 9.0), (with_alpha(ink, 0.9), 5.5)):
        painter.setPen(_pen(colour, width))
        for (ax, ay), (bx, by) in lines:
            painter.drawLine(QPointF(ax, ay), QPointF(bx, by))


def _paint_bold(painter: QPainter, ground: BoardGround) -> None:
    """Paint a board in high contrast: plain colours and thick lines."""
    for cell in ground.cells:
        path = path_of(cell.outline())
        painter.fillPath(path, QColor(cell.soil.fill if cell.soil is not None else cell.fill))
        painter.setPen(_pen(QColor("#000000"), 3.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if ground.style != "span":
            painter.drawPath(path)
        if ground.style in ("holes", "bowls"):
            painter.drawEllipse(QPointF(*cell.middle), cell.shape.inner * 0.82, cell.shape.inner * 0.82)
        painter.setBrush(QColor("#ffffff"))
        for rank, (x, y, radius) in enumerate(cell.circles):
            middle = QPointF(cell.middle[0] + x, cell.middle[1] + y)
            painter.drawEllipse(middle, radius, radius)
            if cell.ranked:
                painter.fillPath(text_path(str(rank + 1), radius * 0.8, middle), QColor("#000000"))


def _span_steps(painter: QPainter, ground: BoardGround) -> Steps:
    """Paint a piece that covers several cells as one thick tile, with sprites along its edge."""
    whole = QPainterPath()
    for loops in lands([cell.outline() for cell in ground.cells]):
        for loop in loops:
            whole.addPath(rounded(loop, 6))
    soil = ground.cells[0].soil
    if soil is None:
        return
    yield from shadow_steps(painter, whole, 8, 0.3, THICKNESS)
    paint_side(painter, whole, soil.side, THICKNESS)
    yield from soil_steps(painter, whole, soil, seed_of(ground.cells[0].place, soil.fill), size=1.5)
    middle = whole.boundingRect().center()
    if soil.art:
        yield
        painter.save()
        painter.translate(middle)
        paint_drawing(painter, soil.art[0])
        painter.restore()
        yield
    paint_bevel(painter, whole)
    yield
    inside = whole.subtracted(strip_along(whole, 9))
    reach = min(whole.boundingRect().width(), whole.boundingRect().height()) * 0.32

    def at_edge(x: float, y: float) -> bool:
        return math.hypot(x - middle.x(), y - middle.y()) > reach

    thin = replace(soil, sprites=tuple(Sprite(s.variants, max(1, s.count // 2)) for s in soil.sprites))
    sprites = yield from sprites_on_area(thin, inside, at_edge, seed_of(ground.cells[0].place))
    with saved(painter):
        painter.setClipPath(whole.united(whole.translated(0, -8)), Qt.ClipOperation.IntersectClip)
        yield from placed_steps(painter, sprites)


# ---- areas


@dataclass(frozen=True, slots=True)
class _AreaPlan:
    """Outlines of areas, of all that have the same soil, and of all, and the sprites on each soil."""

    paths: dict[str, QPainterPath]
    whole: QPainterPath
    soils: tuple[tuple[Soil, tuple[GroundCell, ...], QPainterPath], ...]
    sprites: tuple[tuple[QPainterPath, tuple[Placed, ...]], ...]  #: and where they are visible; from back to front


@memoized
def _area_plan(ground: BoardGround) -> Generator[None, None, _AreaPlan]:
    """Find what is painted of areas at every size, in steps; it takes as long as to paint it."""
    paths = {cell.place: path_of(cell.outline()) for cell in ground.cells}
    whole = QPainterPath()
    soils: dict[Soil, list[GroundCell]] = {}
    for cell in ground.cells:
        whole = whole.united(widened(paths[cell.place], 0.5))
        yield
        if cell.soil is not None:
            soils.setdefault(cell.soil, []).append(cell)
    surfaces: list[tuple[Soil, tuple[GroundCell, ...], QPainterPath]] = []
    for soil, cells in soils.items():
        surface = QPainterPath()
        for cell in cells:
            surface = surface.united(widened(paths[cell.place], 0.5))
            yield
        surfaces.append((soil, tuple(cells), surface))
    sprites = []
    for soil, group, surface in sorted(surfaces, key=lambda each: each[2].boundingRect().bottom()):
        placed: list[Placed] = []
        for cell in group:
            placed += yield from _sprites_of_area(cell, paths[cell.place], soil, ground.cells)
            yield
        if placed:  # over the upper edge, but not over the sides
            over = surface.united(surface.translated(0, -_OVER / 2)).united(surface.translated(0, -_OVER))
            sprites.append((over, tuple(placed)))
    return _AreaPlan(paths, whole, tuple(surfaces), tuple(sprites))


def _area_steps(painter: QPainter, ground: BoardGround) -> Steps:
    """Paint areas: continuous soil for each kind, cuts between the areas, sprites, circles."""
    plan = yield from _area_plan(ground)
    paths, whole = plan.paths, plan.whole
    yield from shadow_steps(painter, whole, 12, 0.22, CLIFF)
    yield from _cliff_steps(painter, whole, ground)
    for soil, _, surface in plan.soils:
        yield from soil_steps(painter, surface, soil, seed_of(soil.fill, soil.texture), size=1.6)
        if soil.texture == "water":
            yield from _depth_steps(painter, surface, soil)
    middle = whole.boundingRect().center()
    for _, cells, _ in plan.soils:
        yield from _ring_steps(painter, cells, paths, middle)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, ink, alpha, drop in ((5.0, _HIGH, 0.55, 1.2), (2.6, _EARTH, 0.68, 0.0)):
        for path in paths.values():
            painter.setPen(_pen(with_alpha(ink, alpha), width))
            painter.drawPath(path.translated(0, drop))
            yield
    yield from _edge_light_steps(painter, whole)
    for over, sprites in plan.sprites:
        with saved(painter):
            painter.setClipPath(over, Qt.ClipOperation.IntersectClip)
            yield from placed_steps(painter, sprites)
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
            yield


def _cliff_steps(painter: QPainter, whole: QPainterPath, ground: BoardGround) -> Steps:
    fills = [QColor(cell.soil.fill) for cell in ground.cells if cell.soil is not None]
    box = whole.boundingRect()
    rock = QLinearGradient(box.left(), 0, box.right(), 0)
    for stop, fill in zip((0.0, 0.5, 1.0), (fills * 3)[:3] or [_EARTH] * 3, strict=True):
        rock.setColorAt(stop, toned(fill, -0.6))
    yield from fill_steps(painter, whole.translated(0, CLIFF), rock)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(with_alpha(_EARTH, 0.6), 1.4))
    painter.drawPath(whole.translated(0, CLIFF))


def _ring_steps(
    painter: QPainter, cells: Sequence[GroundCell], paths: dict[str, QPainterPath], middle: QPointF
) -> Steps:
    """Paint areas of one kind lighter, the nearer they are to the middle of the board."""
    if len(cells) < 2:
        return

    def far(cell: GroundCell) -> float:
        box = paths[cell.place].boundingRect().center()
        return math.dist((middle.x(), middle.y()), (box.x(), box.y()))

    for rank, cell in enumerate(sorted(cells, key=far, reverse=True)):
        share = rank / (len(cells) - 1)
        painter.fillPath(paths[cell.place], with_alpha(_HIGH if share > 0.5 else _EARTH, abs(share - 0.5) * 0.24))
        yield


def _sprites_of_area(
    cell: GroundCell, path: QPainterPath, soil: Soil, cells: Sequence[GroundCell]
) -> Generator[None, None, list[Placed]]:
    """Find, in steps, the sprites of an area; circles, names and strips of all areas are free of them."""
    near = path.boundingRect().adjusted(-90, -90, 90, 90)
    circles = [(c.middle[0] + x, c.middle[1] + y, r) for c in cells for x, y, r in c.circles]
    circles = [each for each in circles if near.contains(each[0], each[1])]
    boxes = [(c.middle[0] + x, c.middle[1] + y, w / 2, h / 2) for c in cells for x, y, w, h in c.free]
    boxes = [each for each in boxes if near.adjusted(-each[2], -each[3], each[2], each[3]).contains(each[0], each[1])]

    def free(x: float, y: float) -> bool:
        return not any((x - a) ** 2 + (y - b - 6) ** 2 < (r + 15) ** 2 for a, b, r in circles) and not any(
            abs(x - a) < w + 8 and -h - 4 < y - b < h + 22 for a, b, w, h in boxes
        )

    inside = path.subtracted(strip_along(path, 12))
    return (yield from sprites_on_area(soil, inside, free, seed_of(cell.place, soil.fill)))


def _depth_steps(painter: QPainter, surface: QPainterPath, soil: Soil) -> Steps:
    with saved(painter):
        painter.setClipPath(surface, Qt.ClipOperation.IntersectClip)
        yield from glow_steps(painter, surface, toned(QColor(soil.fill), 0.5), 26, 0.4)


def _edge_light_steps(painter: QPainter, whole: QPainterPath) -> Steps:
    painter.save()
    painter.setClipPath(whole, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(with_alpha(_HIGH, 0.42), 4.0))
    painter.drawPath(whole.translated(1.4, 2.4))
    painter.restore()
    yield
    painter.setPen(_pen(with_alpha(_EARTH, 0.7), 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(whole)


def _pen(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


# ---- squares whose grounds melt together


def _merged_steps(painter: QPainter, ground: BoardGround) -> Steps:
    """Paint squares: the commonest soil everywhere, the others as surfaces with a soft edge, a faint grid."""
    soils = Counter(cell.soil for cell in ground.cells if cell.soil is not None)
    if not soils:
        yield from _empty_board_steps(painter, ground)
        return
    base = soils.most_common(1)[0][0]
    inner = ground.inner()
    for cell in ground.cells:
        if cell.soil is None:
            painter.fillPath(path_of(cell.outline()), QColor(cell.fill or base.fill))
    plan = yield from _merged_plan(ground, base)
    yield from soil_steps(painter, plan.field, base, seed_of(base.fill), size=2.4)
    yield from _meadow_steps(painter, plan.field, base)
    with saved(painter):
        painter.setClipRect(inner)
        for soil in soils:
            if soil != base:
                yield from _pool_steps(painter, plan.pools[soil], soil, base)
    yield from _grid_steps(painter, ground.cells)
    with saved(painter):
        painter.setClipRect(inner.adjusted(0, -6, 0, 0))
        yield from placed_steps(painter, plan.sprites)


@dataclass(frozen=True, slots=True)
class _Pool:
    """Squares of one kind: their soft outline, the loops of which it consists, and the glows on both sides of it."""

    shape: QPainterPath
    loops: tuple[QPainterPath, ...]
    around: BlurredGlow
    inside: BlurredGlow

    @classmethod
    def of(cls, cells: Sequence[GroundCell], soil: Soil, base: Soil) -> Generator[None, None, _Pool]:
        """Make the pool of squares with this soil, among others with the soil `base`, in steps."""
        grounds = lands([cell.outline() for cell in cells])
        yield
        loops: list[QPainterPath] = []
        for outline in (loop for land in grounds for loop in land):
            loops.append(soft_loop(outline, -2.0, step=17.0, passes=6))
            yield
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.OddEvenFill)
        for loop in loops:
            shape.addPath(loop)
        yield
        around = yield from BlurredGlow.along(shape, toned(QColor(base.fill), -0.3), 22, 0.5)
        inside = yield from BlurredGlow.along(shape, toned(QColor(soil.fill), 0.25), 44, 0.5)
        return cls(shape, tuple(loops), around, inside)


@dataclass(frozen=True, slots=True)
class _MergedPlan:
    """Outline of all squares with soil, those of each kind but the commonest, and the sprites on the squares."""

    field: QPainterPath
    pools: dict[Soil, _Pool]
    sprites: tuple[Placed, ...]


@memoized
def _merged_plan(ground: BoardGround, base: Soil) -> Generator[None, None, _MergedPlan]:
    """Find what is painted of squares at every size, in steps; it takes as long as to paint it."""
    field = QPainterPath()
    if all(cell.soil is not None for cell in ground.cells) and _fills_box(ground):
        field.addRect(ground.inner().adjusted(-0.5, -0.5, 0.5, 0.5))  # as a clip much faster than many squares
    else:
        for cell in ground.cells:
            if cell.soil is not None:
                field.addRect(path_of(cell.outline()).boundingRect().adjusted(-0.5, -0.5, 0.5, 0.5))
    field.setFillRule(Qt.FillRule.WindingFill)
    groups: dict[Soil, list[GroundCell]] = {}
    for cell in ground.cells:
        if cell.soil is not None and cell.soil != base:
            groups.setdefault(cell.soil, []).append(cell)
    sprites: list[Placed] = []
    for number, cell in enumerate(ground.cells):
        sprites += _sprites_of_square(cell, ground)
        if number % _AT_ONCE == 0:
            yield
    pools: dict[Soil, _Pool] = {}
    for soil, cells in groups.items():
        pools[soil] = yield from _Pool.of(cells, soil, base)
    return _MergedPlan(field, pools, tuple(sprites))


def _fills_box(ground: BoardGround) -> bool:
    """Whether the squares of a board leave no gap in the box around them."""
    box = ground.inner()
    area = sum((cell.shape.outline()[1][0] - cell.shape.outline()[0][0]) ** 2 for cell in ground.cells)
    return abs(area - box.width() * box.height()) < 1.0


def _meadow_steps(painter: QPainter, field: QPainterPath, base: Soil) -> Steps:
    dice, box = random.Random(seed_of(base.fill, "meadow")), field.boundingRect()
    fresh = QColor.fromHsvF(
        (QColor(base.fill).hsvHueF() * 0.45 + 0.25 * 0.55) % 1.0, 0.46, QColor(base.fill).valueF() * 0.84
    )
    with saved(painter):
        painter.setClipPath(field, Qt.ClipOperation.IntersectClip)
        for _ in range(int(box.width() * box.height() / 28_000)):
            middle = QPointF(dice.uniform(box.left(), box.right()), dice.uniform(box.top(), box.bottom()))
            reach = dice.uniform(60, 150)
            patch = QRadialGradient(middle, reach)
            patch.setColorAt(0, with_alpha(fresh, 0.42))
            patch.setColorAt(1, with_alpha(fresh, 0))
            painter.fillRect(QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach), patch)
            yield


def _loop_steps(painter: QPainter, loops: Sequence[QPainterPath], drop: float = 0.0) -> Steps:
    """Draw the lines of loops, moved down."""
    for loop in loops:
        painter.drawPath(loop.translated(0, drop))
        yield


def _pool_steps(painter: QPainter, pool: _Pool, soil: Soil, base: Soil) -> Steps:
    """Paint the squares of one kind of ground as continuous surfaces."""
    shape, loops = pool.shape, pool.loops
    shore = toned(QColor(base.fill), -0.42)
    yield from pool.around.steps(painter)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, alpha, width in ((shore, 0.85, 13.0), (toned(QColor(base.fill), -0.2), 1.0, 6.5)):
        painter.setPen(_pen(with_alpha(ink, alpha), width))
        yield from _loop_steps(painter, loops)
    yield from soil_steps(painter, shape, soil, seed_of(soil.fill), size=2.0)
    with saved(painter):
        painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        box, shade = shape.boundingRect(), with_alpha(toned(QColor(soil.fill), -0.5), 0.3)
        yield from noise_steps(painter, box, 8, 0.4, seed=31)
        yield from in_bands(painter, box, lambda: painter.fillRect(box, shade))
        yield from pool.inside.steps(painter)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(with_alpha(toned(QColor(soil.fill), -0.7), 0.5), 11.0))
        yield from _loop_steps(painter, loops, 4)
        painter.setPen(_pen(with_alpha(toned(QColor(soil.fill), 0.85), 0.5), 3.0))
        yield from _loop_steps(painter, loops, -7)


def _grid_steps(painter: QPainter, cells: Sequence[GroundCell]) -> Steps:
    """Paint the upper and the left side of every square as a fine line."""
    painter.setPen(QPen(with_alpha(_EARTH, 0.2), 1.6))
    for number, cell in enumerate(cells):
        if number % _AT_ONCE == 0:
            yield
        box = path_of(cell.outline()).boundingRect()
        painter.drawLine(box.topLeft(), box.topRight())
        painter.drawLine(box.topLeft(), box.bottomLeft())


def _sprites_of_square(cell: GroundCell, ground: BoardGround) -> list[Placed]:
    """Return the sprites of a square; with the layout `rim` at the sides where another ground begins."""
    if cell.soil is None or not cell.soil.sprites or not isinstance(cell.shape, Geometry):
        return []
    x, y = cell.middle
    seed = seed_of(cell.place, cell.soil.fill)
    if cell.soil.layout != "rim":
        found = sprites_on_cell(cell.soil, cell.shape.holds, seed, cell.shape.inner)
        return [sprite.moved(x, y) for sprite in found]
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
    for rank, sprite in enumerate(cell.soil.sprites):
        for _ in range(sprite.count):
            if rank == 0 and borders:
                dx, dy = dice.choice(borders)
                along = dice.uniform(-34, 34)
                spot = (dx * 40.0, along) if dx else (along, dy * 36.0 + 6)
            elif rank == 0:
                continue
            else:
                spot = (dice.uniform(-36, 36), dice.uniform(-36, 36))
            found.append(Placed(dice.choice(sprite.variants), x + spot[0], y + spot[1], dice.choice((1.2, 1.4, 1.6))))
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


_AT_ONCE = 3  #: cells that are painted in one step


def _empty_board_steps(painter: QPainter, ground: BoardGround) -> Steps:
    if ground.frame == "none":
        whole = QPainterPath()
        for loops in lands([cell.outline() for cell in ground.cells]):
            for loop in loops:
                whole.addPath(path_of(loop))
        yield from shadow_steps(painter, whole, 14, 0.26, 6)
        yield from fill_steps(painter, whole.translated(0, 6), toned(QColor(ground.cells[0].fill or "#b08a62"), -0.5))
    wooden = ground.style in ("two-tone", "wood", "bowls")
    for number, cell in enumerate(ground.cells):
        if number % _AT_ONCE == 0 or ground.style in ("holes", "bowls"):
            yield
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
        with saved(painter):
            area = QPainterPath()
            for cell in ground.cells:
                area.addPath(path_of(cell.outline()))
            painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
            yield from grit_steps(painter, box)
    if ground.style in ("plain", "wood"):
        yield from _cut_steps(painter, ground)


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


def _cut_steps(painter: QPainter, ground: BoardGround) -> Steps:
    """Paint the lines between cells as cuts in the surface."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    fill, parts = QColor(ground.cells[0].fill or "#d9c8a4"), _sides(ground.cells)
    painter.setPen(_pen(with_alpha(toned(fill, 0.7), 0.5), 1.6))
    for lines in parts:
        painter.drawPath(lines.translated(0.9, 1.5))
        yield
    painter.setPen(_pen(with_alpha(toned(fill, -0.65), 0.75), 2.0))
    for lines in parts:
        painter.drawPath(lines)
        yield


def _sides(cells: Sequence[GroundCell]) -> list[QPainterPath]:
    """Return the sides of all cells in parts, each side once; a path of all of them would take a hundred times as long
    to draw as one part."""
    drawn: set[tuple[int, int]] = set()
    parts: list[QPainterPath] = []
    for number, cell in enumerate(cells):
        if number % _AT_ONCE == 0:
            parts.append(QPainterPath())
        corners = cell.outline()
        at: Point | None = None
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            middle = round(ax + bx), round(ay + by)
            if middle in drawn:
                at = None
                continue
            drawn.add(middle)
            if at is None:
                parts[-1].moveTo(ax, ay)
            parts[-1].lineTo(bx, by)
            at = bx, by
    return parts


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

"""Soil of tiles and areas: textures, and sprites that are scattered on it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPixmap,
    QTransform,
)

from app.appearance.drawings import Drawing, Sprite, paint_drawing
from app.appearance.kind_look import KindLook
from app.table.model.cell_shapes import Point, area_of
from app.table.painting.path_painting import WHITE, path_of, rounded_line
from app.table.painting.surfaces import Steps, finish, in_bands, noise_steps, result_of, saved, toned, with_alpha


@dataclass(frozen=True, slots=True)
class Soil:
    """Ground of a kind: colour, texture, and the sprites that are scattered on it."""

    fill: str  #: #rrggbb
    texture: str = "plain"
    sprites: tuple[Sprite, ...] = ()  #: with counts for each cell, or for 10,000 square units of an area
    layout: str = "scatter"  #: scatter, ridge or rim
    art: tuple[Drawing, ...] = ()  #: drawings of which one is in the middle
    _hash: int = field(init=False, repr=False, compare=False)  #: computed once: every cell of a board has a soil

    def __post_init__(self) -> None:
        known = (self.fill, self.texture, self.sprites, self.layout, self.art)
        object.__setattr__(self, "_hash", hash(known))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def of(cls, kind: KindLook, *, dark: bool) -> Soil:
        """Return the ground of a kind in the light or the dark theme."""
        return cls(kind.fill.on(dark), kind.texture, kind.sprites, kind.layout, kind.art)

    @property
    def top(self) -> QColor:
        """The tone at the upper edge."""
        return toned(QColor(self.fill), 0.36)

    @property
    def bottom(self) -> QColor:
        """The tone at the lower edge."""
        return toned(QColor(self.fill), -0.06)

    @property
    def spot(self) -> QColor:
        """The tone of spots and strokes."""
        return toned(QColor(self.fill), -0.26)

    @property
    def side(self) -> QColor:
        """The tone of its vertical sides."""
        return toned(QColor(self.fill), -0.46)


def paint_soil(painter: QPainter, path: QPainterPath, soil: Soil, seed: int, size: float = 1.0) -> None:
    """Fill a path with soil: two tones, spots, grain, and the strokes of its texture; `size` enlarges them."""
    finish(soil_steps(painter, path, soil, seed, size))


def soil_steps(painter: QPainter, path: QPainterPath, soil: Soil, seed: int, size: float = 1.0) -> Steps:
    """Paint the same as `paint_soil` in steps."""
    dice, box = random.Random(seed), path.boundingRect()
    with saved(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        light = QLinearGradient(box.left(), box.top(), box.left() + box.width() * 0.25, box.bottom())
        light.setColorAt(0, soil.top)
        light.setColorAt(1, soil.bottom)
        yield from in_bands(painter, box, lambda: painter.fillRect(box, light))
        if box.width() * box.height() > 2 * _PATCH * _PATCH:
            scale = abs(painter.deviceTransform().m11())
            patch = yield from _patch_steps(soil, dice, size, scale)
            brush = QBrush(patch)
            brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            yield from in_bands(painter, box, lambda: painter.fillRect(box, brush))
        else:
            yield from _grain_steps(painter, box, soil, dice, size)
    with saved(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        yield from noise_steps(painter, box, 128, 0.3, seed=22)
        yield from noise_steps(painter, box, 20, 0.14, seed=23)


_PATCH = 768.0  #: side of the piece of grain that is repeated on a large surface, in scene units
_OVERHANG = 80.0  #: by which a stroke reaches over the edge of a patch


def _patch_steps(soil: Soil, dice: random.Random, size: float, scale: float) -> Generator[None, None, QPixmap]:
    """Return a seamless square of spots and strokes for surfaces so large that painting each stroke takes long.

    What reaches over an edge is drawn at the opposite edge, too.
    """
    side, over = round(_PATCH * scale), round(_OVERHANG * scale)
    grain = QPixmap(side + 2 * over, side + 2 * over)
    grain.fill(Qt.GlobalColor.transparent)
    yield
    painter = QPainter(grain)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(over, over)
    painter.scale(side / _PATCH, side / _PATCH)
    try:
        yield from _grain_steps(painter, QRectF(0, 0, _PATCH, _PATCH), soil, dice, size)
    finally:  # no painter outlives its image, also if the rest is not painted
        painter.end()
    patch = QPixmap(side, side)
    patch.fill(Qt.GlobalColor.transparent)
    yield
    painter = QPainter(patch)
    try:
        for dx in (-side, 0, side):
            for dy in (-side, 0, side):
                at = QPoint(dx - over, dy - over)
                part = QRectF(QRect(at, grain.size()) & patch.rect())
                yield from in_bands(painter, part, partial(painter.drawPixmap, at, grain))
    finally:
        painter.end()
    return patch


def _grain_steps(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    """Paint the spots of a soil and the strokes of its texture inside a box."""
    painter.setPen(Qt.PenStyle.NoPen)
    calm = 0.5 if soil.texture in ("plain", "snow", "water") else 1.0
    for number in range(int(box.width() * box.height() / (520 * size**2.6))):
        if number % _STROKES == _STROKES - 1:
            yield
        middle, wide = _within(dice, box), dice.uniform(8, 24) * size
        tone = soil.spot if dice.random() < 0.6 else soil.top
        painter.setBrush(with_alpha(tone, dice.uniform(0.08, 0.22) * calm))
        painter.drawEllipse(middle, wide, wide * dice.uniform(0.25, 0.45))
    strokes = _TEXTURES.get(soil.texture)
    if strokes is not None:
        yield from strokes(painter, box, soil, dice, size)


def _within(dice: random.Random, box: QRectF) -> QPointF:
    return QPointF(dice.uniform(box.left(), box.right()), dice.uniform(box.top(), box.bottom()))


def _strokes(box: QRectF, area: float) -> Iterator[bool]:
    """Return a loop over the strokes that fill a box with one on each `area`; true where a step of painting ends."""
    for number in range(max(2, int(box.width() * box.height() / area))):
        yield number % _STROKES == _STROKES - 1


_STROKES = 25  #: painted in one step


def _grass(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    dark, light = toned(QColor(soil.fill), -0.3), toned(QColor(soil.fill), 0.5)
    for done in _strokes(box, 190 * size):
        if done:
            yield
        point, tall = _within(dice, box), dice.uniform(3, 6.5)
        painter.setPen(rounded_line(with_alpha(dark if dice.random() < 0.6 else light, dice.uniform(0.2, 0.5)), 1.0))
        painter.drawLine(point, point + QPointF(dice.uniform(-2.4, 2.4), -tall))


def _sand(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for done in _strokes(box, 900 * size):
        if done:
            yield
        point, wide = _within(dice, box), dice.uniform(8, 24) * size
        for tone, drop, alpha in ((soil.spot, 0.0, 0.3), (toned(QColor(soil.fill), 0.7), 1.3, 0.36)):
            ripple = QPainterPath(point + QPointF(-wide, drop))
            ripple.quadTo(point + QPointF(-wide * 0.2, drop - wide * 0.24), point + QPointF(wide, drop))
            painter.setPen(rounded_line(with_alpha(tone, alpha * dice.uniform(0.5, 1)), 1.2))
            painter.drawPath(ripple)


def _rock(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    for done in _strokes(box, 700 * size):
        if done:
            yield
        point, wide = _within(dice, box), dice.uniform(5, 15) * size
        corners = [
            (
                point.x() + wide * dice.uniform(0.6, 1) * math.cos(k * math.tau / 5),
                point.y() + wide * 0.55 * dice.uniform(0.6, 1) * math.sin(k * math.tau / 5),
            )
            for k in range(5)
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        lit = dice.random() < 0.5
        painter.setBrush(with_alpha(toned(QColor(soil.fill), 0.5 if lit else -0.3), dice.uniform(0.1, 0.26)))
        painter.drawPath(path_of(corners))
    for done in _strokes(box, 2600 * size):
        if done:
            yield
        line = QPainterPath(_within(dice, box))
        for _ in range(3):
            line.lineTo(line.currentPosition() + QPointF(dice.uniform(2, 8) * size, dice.uniform(-5, 5) * size))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(rounded_line(with_alpha(soil.side, 0.3), 1.0))
        painter.drawPath(line)


def _snow(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    blue = toned(QColor("#7fb2d0"), 0.1)
    for done in _strokes(box, 1700 * size):
        if done:
            yield
        point = _within(dice, box)
        x, y = point.x(), point.y()
        plate = [
            (x, y),
            (x + dice.uniform(8, 22) * size, y + dice.uniform(-6, 4) * size),
            (x + dice.uniform(14, 26) * size, y + dice.uniform(8, 16) * size),
            (x - dice.uniform(0, 8) * size, y + dice.uniform(8, 18) * size),
        ]
        painter.setPen(rounded_line(with_alpha(blue, 0.55), 0.9))
        painter.setBrush(with_alpha(WHITE, dice.uniform(0.3, 0.7)))
        painter.drawPath(path_of(plate))


def _water(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for done in _strokes(box, 800 * size):
        if done:
            yield
        point, wide = _within(dice, box), dice.uniform(5, 11) * size
        wave = QPainterPath(point + QPointF(-wide, 0))
        wave.quadTo(point + QPointF(0, -2.8), point + QPointF(wide, 0))
        painter.setPen(rounded_line(with_alpha(toned(QColor(soil.fill), 0.85), dice.uniform(0.2, 0.55)), 1.3))
        painter.drawPath(wave)


def _leaves(painter: QPainter, box: QRectF, soil: Soil, dice: random.Random, size: float) -> Steps:
    painter.setPen(Qt.PenStyle.NoPen)
    for done in _strokes(box, 170 * size):
        if done:
            yield
        point, wide = _within(dice, box), dice.uniform(1.6, 4.2) * size
        painter.setBrush(
            with_alpha(toned(QColor(soil.fill), dice.choice((-0.34, -0.22, 0.3))), dice.uniform(0.16, 0.4))
        )
        painter.drawEllipse(point, wide, wide * 0.6)


_TEXTURES: dict[str, Callable[[QPainter, QRectF, Soil, random.Random, float], Steps]] = {
    "grass": _grass,
    "sand": _sand,
    "rock": _rock,
    "snow": _snow,
    "water": _water,
    "leaves": _leaves,
}

# ---- scattered sprites


@dataclass(frozen=True, slots=True)
class Placed:
    """Drawing that stands on the ground: its foot in scene units, and its scale."""

    drawing: Drawing
    x: float
    y: float
    scale: float

    def moved(self, dx: float, dy: float) -> Placed:
        """Return it at another point."""
        return replace(self, x=self.x + dx, y=self.y + dy)


_SIZES = (0.88, 1.0, 1.12)  #: few, because each size of a drawing is rendered for itself


def paint_placed(painter: QPainter, sprites: Iterable[Placed]) -> None:
    """Paint drawings from back to front."""
    finish(placed_steps(painter, sprites))


def placed_steps(painter: QPainter, sprites: Iterable[Placed]) -> Steps:
    """Paint the same as `paint_placed` in steps."""
    for sprite in sorted(sprites, key=lambda each: each.y):
        painter.save()
        painter.translate(sprite.x, sprite.y)
        painter.scale(sprite.scale, sprite.scale)
        paint_drawing(painter, sprite.drawing)
        painter.restore()
        yield


class _Variants:
    """Variants of a sprite in random order, never the same twice in a row."""

    def __init__(self, sprite: Sprite, dice: random.Random) -> None:
        self._variants, self._dice, self._last = sprite.variants, dice, -1

    def next(self) -> Drawing:
        """Return the next variant."""
        count = len(self._variants)
        rank = self._dice.randrange(count)
        if rank == self._last and count > 1:
            rank = (rank + 1) % count
        self._last = rank
        return self._variants[rank]


Free = Callable[[float, float], bool]
_DARTS = 40  #: thrown in one step


def scattered(
    dice: random.Random, box: tuple[float, float, float, float], amount: int, apart: float, free: Free
) -> Generator[None, None, list[Point]]:
    """Find, in steps, points in a box (left, top, right, bottom) that are evenly and irregularly spread: blue noise, by
    throwing darts that keep their distance. Fewer points, if there is not enough room."""
    left, top, right, bottom = box
    found: list[Point] = []
    for attempt in range(40 * amount):
        if len(found) == amount:
            break
        if attempt % _DARTS == _DARTS - 1:
            yield
        near = apart if attempt < 25 * amount else apart * 0.75
        x, y = dice.uniform(left, right), dice.uniform(top, bottom)
        if free(x, y) and all((x - a) ** 2 + (y - b) ** 2 >= near * near for a, b in found):
            found.append((x, y))
    return found


#: Of a cell with the inner radius 52: place and scale of the large sprites of a ridge.
_RIDGE = ((0.0, -4.0, 1.02), (-22.0, -16.0, 0.76), (24.0, -20.0, 0.68), (37.0, 0.0, 0.5), (-39.0, -2.0, 0.48))


def free_for_figures(x: float, y: float) -> bool:
    """Whether a point of a cell, from its middle, is outside the lower middle, where figures stand."""
    return not (abs(x) < 29 and -12 < y < 46)


def sprites_on_cell(soil: Soil, holds: Free, seed: int, inner: float) -> list[Placed]:
    """Return the sprites of a hex or a square around its middle, from back to front.

    They leave the lower middle free; `holds` says whether a point is on the cell; `inner` is its inner radius.
    """
    dice, share = random.Random(seed), inner / 52.0
    edge = inner * 0.9
    total = sum(sprite.count for sprite in soil.sprites)
    apart = 0.8 * math.sqrt(2.2 * edge * edge / max(6, total))

    def free(x: float, y: float) -> bool:
        return holds(x * 1.13, (y - 3) * 1.13) and free_for_figures(x / share, y / share)

    def low(x: float, y: float) -> bool:
        return y > 12 * share and free(x, y)

    found: list[Placed] = []
    for rank, sprite in enumerate(soil.sprites):
        variants = _Variants(sprite, dice)
        if soil.layout == "ridge" and rank == 0:
            for x, y, scale in sorted(_RIDGE[: sprite.count], key=lambda spot: spot[1]):
                point = ((x + dice.uniform(-3, 3)) * share, (y + dice.uniform(-2, 2)) * share)
                found.append(Placed(variants.next(), *point, scale * share))
            continue
        if soil.layout == "rim":
            points = _around(dice, sprite.count, inner * 0.78)
        elif soil.layout == "ridge":
            points = result_of(scattered(dice, (-edge, 0, edge, edge), sprite.count, 12 * share, low))
        else:
            clear = _apart_from([(each.x, each.y) for each in found], apart * 0.6, free)
            points = result_of(scattered(dice, (-edge, -edge, edge, edge * 1.1), sprite.count, apart, clear))
        found += [Placed(variants.next(), x, y, dice.choice(_SIZES)) for x, y in points]
    return sorted(found, key=lambda each: each.y)


def _apart_from(taken: Sequence[Point], apart: float, free: Free) -> Free:
    return lambda x, y: free(x, y) and all((x - a) ** 2 + (y - b) ** 2 >= apart * apart for a, b in taken)


def _around(dice: random.Random, amount: int, radius: float) -> list[Point]:
    turn = dice.uniform(0, math.tau)
    found = []
    for rank in range(amount):
        angle = turn + math.tau * (rank + dice.uniform(-0.25, 0.25)) / amount
        found.append((radius * math.cos(angle), radius * 0.92 * math.sin(angle) + 4))
    return found


def sprites_on_area(soil: Soil, path: QPainterPath, free: Free, seed: int) -> Generator[None, None, list[Placed]]:
    """Find, in steps, the sprites of an area, from back to front; their counts are for 10,000 square units."""
    dice, bounds = random.Random(seed), path.boundingRect()
    box = (bounds.left(), bounds.top(), bounds.right(), bounds.bottom())
    surface = abs(area_of([(p.x(), p.y()) for p in path.toFillPolygon().toList()])) / 10_000
    found: list[Placed] = []

    def inside(x: float, y: float) -> bool:
        return free(x, y) and path.contains(QPointF(x, y))

    for sprite in soil.sprites:
        variants = _Variants(sprite, dice)
        apart = 0.72 * math.sqrt(10_000 / max(sprite.count, 1))
        clear = _apart_from([(each.x, each.y) for each in found], apart * 0.45, inside)
        points = yield from scattered(dice, box, round(sprite.count * surface), apart, clear)
        found += [Placed(variants.next(), x, y + 4, dice.choice(_SIZES)) for x, y in points]
    return sorted(found, key=lambda each: each.y)

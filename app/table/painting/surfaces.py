"""Painters of table tops: seamless textures of water, felt, wood, linen, slate and paper, tinted by one colour."""

from __future__ import annotations

import math
import random
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient, QTransform

from app.table.painting.palette import blended

SIDE = 512  #: of a texture, in pixels
_WHITE = QColor("#ffffff")
_SOFT_LIGHT = QPainter.CompositionMode.CompositionMode_SoftLight

Steps = Iterator[None]  #: of painting something large: it yields so often that no step takes as long as a frame

BAND = 240_000  #: pixels of a band, of which most operations paint a few in a millisecond


def finish(steps: Steps) -> None:
    """Paint all that is left."""
    deque(steps, maxlen=0)


_Made = TypeVar("_Made")


def result_of(steps: Generator[None, None, _Made]) -> _Made:
    """Take all steps, and return what is made in them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("_Made", end.value)


_Key = ParamSpec("_Key")


def memoized(make: Callable[_Key, Generator[None, None, _Made]]) -> Callable[_Key, Generator[None, None, _Made]]:
    """Keep the last results of a function that makes something in steps, by its arguments."""
    kept: OrderedDict[object, _Made] = OrderedDict()

    @wraps(make)
    def steps(*args: _Key.args, **named: _Key.kwargs) -> Generator[None, None, _Made]:
        key = (args, tuple(named.items()))
        if key not in kept:
            made = yield from make(*args, **named)
            kept[key] = made
            if len(kept) > _MEMOIZED:
                kept.popitem(last=False)
            return made
        kept.move_to_end(key)
        return kept[key]

    return steps


_MEMOIZED = 4


@contextmanager
def saved(painter: QPainter) -> Iterator[None]:
    """Restore the state of a painter at the end, also where steps are not finished."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


def in_bands(painter: QPainter, box: QRectF, paint: Callable[[], None]) -> Steps:
    """Let `paint`, which paints inside `box` (painter coordinates), paint one band of whole rows after another.

    The result is the same as in one go, which would take as long as several frames if the box has many pixels.
    """
    device = painter.device()
    if not isinstance(device, QPixmap | QImage):  # a widget is smaller, and somewhere in its window
        paint()
        return
    shown = painter.deviceTransform().mapRect(box).toAlignedRect() & QRect(0, 0, device.width(), device.height())
    back, rows = painter.deviceTransform().inverted()[0], max(1, BAND // max(shown.width(), 1))
    if shown.height() <= rows:
        paint()
        yield
        return
    for top in range(shown.top(), shown.bottom() + 1, rows):
        band = QRectF(shown.left(), top, shown.width(), min(rows, shown.bottom() + 1 - top))
        with saved(painter):
            painter.setClipRect(back.mapRect(band), Qt.ClipOperation.IntersectClip)
            paint()
        yield


@lru_cache(maxsize=4)
def noise(columns: int, rows: int, seed: int, side: int = SIDE) -> QImage:
    """Return seamless grey noise: `columns` by `rows` random values, smoothly enlarged to a square of `side` pixels."""
    return _grey_noise(columns, rows, seed, side).convertToFormat(QImage.Format.Format_RGB32)


@lru_cache(maxsize=24)
def _grey_noise(columns: int, rows: int, seed: int, side: int) -> QImage:
    """Return the noise with a byte for each pixel, a quarter of what it takes while it is painted."""
    # With a border of the opposite edge, because the enlargement looks at neighbours.
    dice = random.Random(seed)
    values = [dice.randbytes(columns) for _ in range(rows)]
    wide = [bytes((row[-1],)) + row + row[:1] for row in (values[-1], *values, values[0])]
    width, height = columns + 2, rows + 2
    stride = -(-width // 4) * 4
    grain = QImage(b"".join(row.ljust(stride, b"\0") for row in wide), width, height, QImage.Format.Format_Grayscale8)
    across, down = side / columns, side / rows
    image = QImage(side, side, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(-across, -down, width * across, height * down), grain.convertToFormat(image.format()))
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def paint_noise(
    painter: QPainter, box: QRectF, columns: int, strength: float, *, rows: int = 0, seed: int = 1, side: float = SIDE
) -> None:
    """Paint noise over a box as light and shade; `side` is the length after which it repeats, in painter units."""
    finish(noise_steps(painter, box, columns, strength, rows=rows, seed=seed, side=side))


def noise_steps(
    painter: QPainter, box: QRectF, columns: int, strength: float, *, rows: int = 0, seed: int = 1, side: float = SIDE
) -> Steps:
    """Paint the same as `paint_noise` in steps."""
    brush = QBrush(noise(columns, rows or columns, seed))
    brush.setTransform(QTransform.fromScale(side / SIDE, side / SIDE))
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setCompositionMode(_SOFT_LIGHT)
        painter.setOpacity(strength)
        yield from in_bands(painter, box, lambda: painter.fillRect(box, brush))


def grit_steps(painter: QPainter, box: QRectF) -> Steps:
    """Paint the grain of a plain board over a box, in steps."""
    yield from noise_steps(painter, box, 6, 0.14, seed=35)
    yield from noise_steps(painter, box, 200, 0.16, seed=36)


def toned(colour: QColor, share: float) -> QColor:
    """Return a lighter (`share` above 0) or darker shade that keeps its colour better than a mix with grey does."""
    hue, saturation, value = colour.hsvHueF(), colour.hsvSaturationF(), colour.valueF()
    if share >= 0:
        light = QColor.fromHsvF(max(hue, 0.0), saturation * (1 - 0.55 * share), min(1.0, value + (1 - value) * share))
        return blended(light, _WHITE, 0.12 * share)
    return QColor.fromHsvF(max(hue, 0.0), min(1.0, saturation * (1 - 0.25 * share)), value * (1 + share))


def with_alpha(colour: QColor, alpha: float) -> QColor:
    """Return the colour with this opacity, 0 to 1."""
    found = QColor(colour)
    found.setAlphaF(max(0.0, min(1.0, alpha)))
    return found


# ---- textures


@lru_cache(maxsize=4)
def surface(kind: str, colour: str) -> QImage:
    """Return the seamless texture of a table top; an unknown kind is one plain colour."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint = _SURFACES.get(kind)
    if paint is not None:
        paint(painter, QColor(colour), random.Random(kind))
    painter.end()
    return image


_QUARTER = 4  #: pixels for a pixel of a table top that is not fine


@lru_cache(maxsize=4)
def _small_surface(kind: str, colour: str) -> QImage:
    """Return the texture of a table top at a quarter of its size."""
    side = SIDE // _QUARTER
    return surface(kind, colour).scaled(side, side, mode=Qt.TransformationMode.SmoothTransformation)


def _whole() -> QRectF:
    return QRectF(0, 0, SIDE, SIDE)


def _repeated(painter: QPainter, path: QPainterPath) -> None:
    """Draw a path and its copies that reach over the edges of the texture."""
    box = path.boundingRect().adjusted(-4, -4, 4, 4)
    for dx in (-SIDE, 0, SIDE):
        for dy in (-SIDE, 0, SIDE):
            if box.translated(dx, dy).intersects(_whole()):
                painter.drawPath(path.translated(dx, dy))


def _stroke(colour: QColor, alpha: float, width: float) -> QPen:
    return QPen(with_alpha(colour, alpha), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)


def _water(painter: QPainter, colour: QColor, dice: random.Random) -> None:
    paint_noise(painter, _whole(), 4, 0.3, seed=3)
    paint_noise(painter, _whole(), 11, 0.26, seed=4)
    paint_noise(painter, _whole(), 90, 0.12, rows=150, seed=5)
    crest, trough = toned(colour, 0.8), toned(colour, -0.6)
    for _ in range(66):
        x, y, width = dice.uniform(0, SIDE), dice.uniform(0, SIDE), dice.uniform(7, 16)
        wave = QPainterPath(QPointF(x - width, y))
        wave.quadTo(x - width * 0.5, y - width * 0.34, x, y)
        wave.quadTo(x + width * 0.45, y + width * 0.26, x + width * 0.9, y - width * 0.05)
        alpha = dice.uniform(0.05, 0.24)
        painter.setPen(_stroke(trough, alpha * 0.8, 1.6))
        _repeated(painter, wave.translated(0, 2))
        painter.setPen(_stroke(crest, alpha, 1.4))
        _repeated(painter, wave)


def _felt(painter: QPainter, colour: QColor, dice: random.Random) -> None:
    paint_noise(painter, _whole(), 5, 0.22, seed=6)
    paint_noise(painter, _whole(), 60, 0.07, seed=7)
    paint_noise(painter, _whole(), 256, 0.3, seed=8)
    tones = (toned(colour, 0.35), toned(colour, 0.2), toned(colour, -0.3), toned(colour, -0.45))
    for _ in range(2600):
        x, y, angle = dice.uniform(0, SIDE), dice.uniform(0, SIDE), dice.uniform(0, math.pi)
        length = dice.uniform(2, 6)
        painter.setPen(_stroke(dice.choice(tones), dice.uniform(0.08, 0.22), 0.9))
        painter.drawLine(QPointF(x, y), QPointF(x + length * math.cos(angle), y + length * math.sin(angle)))


def paint_wood_grain(painter: QPainter, box: QRectF, colour: QColor, dice: random.Random, rings: float) -> None:
    """Paint wavy growth rings along x over a box; `rings` is their usual distance."""
    finish(wood_grain_steps(painter, box, colour, dice, rings))


def wood_grain_steps(painter: QPainter, box: QRectF, colour: QColor, dice: random.Random, rings: float) -> Steps:
    """Paint the same as `paint_wood_grain` in steps."""
    dark, light = toned(colour, -0.5), toned(colour, 0.5)
    bends = [
        (dice.uniform(0.4, 1.6), dice.uniform(-0.6, 0.6), dice.uniform(0, math.tau), dice.uniform(0.3, 1))
        for _ in range(3)
    ]

    def bend(x: float, y: float) -> float:
        return rings * sum(a * math.sin(math.tau * (i * x + j * y) / 300 + phase) for i, j, phase, a in bends)

    painter.setBrush(Qt.BrushStyle.NoBrush)
    y = box.top() - 2 * rings
    while y < box.bottom() + 2 * rings:
        line = QPainterPath()
        points = [QPointF(box.left() + box.width() * k / 16, y) for k in range(17)]
        for rank, point in enumerate(points):
            point.setY(point.y() + bend(point.x(), y))
            if rank:
                line.lineTo(point)
            else:
                line.moveTo(point)
        width = dice.uniform(0.5, 1.7) * (3 if dice.random() < 0.12 else 1)
        painter.setPen(_stroke(dark, dice.uniform(0.06, 0.2) / (2 if width > 2 else 1), width))
        painter.drawPath(line)
        if dice.random() < 0.5:
            painter.setPen(_stroke(light, dice.uniform(0.04, 0.14), 0.8))
            painter.drawPath(line.translated(0, rings * 0.4))
        yield
        y += rings * dice.choice((0.6, 0.8, 1.0, 1.4, 2.0))
    for number in range(int(box.width() * box.height() / 700)):
        if number % 200 == 199:
            yield
        x, y = dice.uniform(box.left(), box.right()), dice.uniform(box.top(), box.bottom())
        length = dice.uniform(4, 22)
        painter.setPen(_stroke(dark, dice.uniform(0.06, 0.2), 0.7))
        painter.drawLine(QPointF(x, y + bend(x, y)), QPointF(x + length, y + bend(x + length, y)))


def _planks(painter: QPainter, colour: QColor, dice: random.Random) -> None:
    """Paint planks that lie close together: quiet joints, so that the table does not compete with the board."""
    height = SIDE / 4
    for row in range(4):
        start = dice.uniform(0.1, 0.9) * SIDE
        for left in (start - SIDE, start):
            plank = QRectF(left, row * height, SIDE, height)
            tone = random.Random(row)  # equal on both sides of the seam
            painter.save()
            painter.setClipRect(plank)
            painter.fillRect(plank, toned(colour, tone.uniform(-0.07, 0.03)))
            painter.translate(left, 0)
            paint_wood_grain(painter, QRectF(0, row * height, SIDE, height), colour, tone, 5.5)
            painter.restore()
            painter.setPen(QPen(with_alpha(toned(colour, -0.7), 0.34), 1.4))
            painter.drawLine(plank.topLeft(), plank.topRight())
            painter.setPen(QPen(with_alpha(toned(colour, -0.7), 0.2), 1.2))
            painter.drawLine(plank.topLeft() + QPointF(0, 2), plank.bottomLeft() - QPointF(0, 2))
            painter.setPen(QPen(with_alpha(toned(colour, 0.6), 0.16), 1.2))
            painter.drawLine(plank.topLeft() + QPointF(0, 1.6), plank.topRight() + QPointF(0, 1.6))
    paint_noise(painter, _whole(), 3, 0.3, rows=9, seed=9)


def _linen(painter: QPainter, colour: QColor, dice: random.Random) -> None:
    paint_noise(painter, _whole(), 5, 0.12, seed=10)
    paint_noise(painter, _whole(), 14, 0.26, rows=SIDE // 2, seed=11)
    paint_noise(painter, _whole(), SIDE // 2, 0.26, rows=14, seed=12)
    for step in range(0, SIDE, 4):
        painter.setPen(QPen(with_alpha(toned(colour, -0.4), dice.uniform(0.02, 0.09)), 1.0))
        painter.drawLine(0, step, SIDE, step)
        painter.drawLine(step, 0, step, SIDE)


def _slate(painter: QPainter, colour: QColor, dice: random.Random) -> None:
    paint_noise(painter, _whole(), 6, 0.3, seed=13)
    paint_noise(painter, _whole(), 24, 0.2, rows=40, seed=14)
    paint_noise(painter, _whole(), 256, 0.25, seed=15)
    for _ in range(40):
        x, y, length, slope = (
            dice.uniform(0, SIDE),
            dice.uniform(0, SIDE),
            dice.uniform(40, 170),
            dice.uniform(-0.18, 0.1),
        )
        cleft = QPainterPath(QPointF(x, y))
        for step in range(1, 11):
            y += length / 10 * (slope + dice.uniform(-0.5, 0.5))
            cleft.lineTo(x + length * step / 10, y)
        alpha, width = dice.uniform(0.08, 0.22), dice.uniform(0.8, 2.0)
        painter.setPen(_stroke(toned(colour, -0.6), alpha, width))
        _repeated(painter, cleft)
        painter.setPen(_stroke(toned(colour, 0.5), alpha * 0.6, width))
        _repeated(painter, cleft.translated(0, width))


def _paper(painter: QPainter, colour: QColor, dice: random.Random) -> None:
    paint_noise(painter, _whole(), 5, 0.16, seed=16)
    paint_noise(painter, _whole(), 128, 0.14, seed=17)
    for _ in range(900):
        x, y, angle, length = (
            dice.uniform(0, SIDE),
            dice.uniform(0, SIDE),
            dice.uniform(0, math.tau),
            dice.uniform(2, 9),
        )
        painter.setPen(_stroke(toned(colour, dice.choice((-0.35, 0.6))), dice.uniform(0.05, 0.16), 0.7))
        painter.drawLine(QPointF(x, y), QPointF(x + length * math.cos(angle), y + length * math.sin(angle)))


_SURFACES: dict[str, Callable[[QPainter, QColor, random.Random], None]] = {
    "water": _water,
    "felt": _felt,
    "wood": _planks,
    "dark_wood": _planks,
    "linen": _linen,
    "slate": _slate,
    "paper": _paper,
}


# ---- the table


def water_tone(colour: QColor) -> QColor:
    """Return the tone of water for a background: as it is, or deeper if it is pale, so that foam stands out on it."""
    hue, saturation, value = colour.hsvHueF(), colour.hsvSaturationF(), colour.valueF()
    if value <= 0.68:
        return colour
    return QColor.fromHsvF(max(hue, 0.0), max(saturation, 0.64), 0.62)


def paint_table(painter: QPainter, box: QRectF, kind: str, colour: QColor, lit: QRectF, *, fine: bool = True) -> None:
    """Paint a table top over `box`, brighter around `lit` and darker far from it; all in painter coordinates.

    One that is not `fine` is painted at a quarter of the size and enlarged, which takes a fraction of the time.
    """
    shown = painter.worldTransform()
    zoom = max(shown.m11(), 1e-3)
    if fine:
        _paint_table(painter, box, kind, colour, lit, zoom, fine=True)
        return
    small = QImage((shown.mapRect(box).size() / _QUARTER).toSize().expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
    half = QPainter(small)
    half.scale(small.width() / box.width(), small.height() / box.height())
    half.translate(-box.topLeft())
    _paint_table(half, box, kind, colour, lit, zoom, fine=False)
    half.end()
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(box, small)


def _paint_table(
    painter: QPainter, box: QRectF, kind: str, colour: QColor, lit: QRectF, zoom: float, *, fine: bool
) -> None:
    step = 2.0 ** round(math.log2(zoom))  # one texel is about one pixel at every zoom
    brush = QBrush(surface(kind, colour.name()) if fine else _small_surface(kind, colour.name()))
    texel = 1 / step if fine else _QUARTER / step
    brush.setTransform(QTransform.fromScale(texel, texel))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, fine and abs(zoom - step) > 1e-6)
    painter.fillRect(box, brush)
    painter.restore()
    strong = 1.0 if kind == "water" else 0.6
    reach = math.hypot(lit.width(), lit.height()) * 0.5 + 240
    shine = QRadialGradient(lit.center(), reach * 1.35)
    shine.setColorAt(0.0, with_alpha(toned(colour, 0.55), 0.5 * strong))
    shine.setColorAt(0.5, with_alpha(toned(colour, 0.3), 0.16 * strong))
    shine.setColorAt(0.62, with_alpha(toned(colour, -0.4), 0.0))
    shine.setColorAt(1.0, with_alpha(toned(colour, -0.6), 0.62 * strong))
    painter.fillRect(box, shine)

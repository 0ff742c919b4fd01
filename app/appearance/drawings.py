"""Drawings of a game: SVG files that are found by name, recoloured, and rendered once for each size."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.storage.svg import ART, DRAWING_NAME, LARGEST_ART, LARGEST_DRAWING, MOST_DRAWINGS, Svg, SvgError, checked_svg
from dsl.base.files import read_bytes

MAIN, DARK, LIGHT = "#d1542f", "#7c2512", "#f29a72"  #: in drawings of pieces: the colour of the owner and its shades
INK = "#2b2118"  #: in icons: the colour of the text around

Recolouring = tuple[tuple[str, str], ...]  #: pairs of a colour in the file and the colour to paint, as #rrggbb
NO_RECOLOURING: Recolouring = ()


class LookError(Exception):
    """A look file or a drawing that is refused. The message names the file, the key and the problem."""

    def __init__(self, path: Path, key: str, problem: str) -> None:
        self.path, self.key, self.problem = path, key, problem
        super().__init__(f"{path.name}: {key}: {problem}" if key else f"{path.name}: {problem}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Drawing of a game: an SVG file, which is read when it is painted for the first time."""

    name: str
    path: Path
    changed: int = 0  #: time of the last change of the file, in nanoseconds

    def __hash__(self) -> int:  # the looks of all cells contain drawings, and the hash of a path takes long
        return hash(self.name)

    @property
    def box(self) -> QRectF:
        """What the drawing covers around its origin, in its own units; empty if the file is refused."""
        svg = _svg(self)
        return QRectF(*svg.box) if svg else QRectF()

    def check(self) -> None:
        """Raise LookError if the file is refused."""
        svg = _checked(self)
        if isinstance(svg, SvgError):
            raise LookError(self.path, "", str(svg)) from svg


@dataclass(frozen=True, slots=True)
class Sprite:
    """Drawing that is scattered on a ground: its variants, and how many of it a cell has."""

    variants: tuple[Drawing, ...]
    count: int


def _content(path: Path) -> bytes:
    """Return the bytes of a file. Raises SvgError."""
    try:
        return read_bytes(path, LARGEST_DRAWING)
    except OSError as error:
        raise SvgError(f"cannot be read: {error}") from error


@lru_cache(maxsize=1024)
def _checked(drawing: Drawing) -> Svg | SvgError:
    try:
        return checked_svg(_content(drawing.path))
    except SvgError as error:
        return error


def _svg(drawing: Drawing) -> Svg | None:
    svg = _checked(drawing)
    return svg if isinstance(svg, Svg) else None


# ---- finding drawings -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawings:
    """Drawings of a game by name: those in the `art` folders of its base games and its own, which come first."""

    by_name: Mapping[str, Drawing] = field(default_factory=dict)
    complete: bool = False  #: there is a folder of drawings, so every name in the look needs a file

    @classmethod
    def of(cls, folders: Iterable[Path]) -> Drawings:
        """Return the drawings in the folders of a game; later folders have priority.

        Raises:
            LookError: A file has no proper name, or there are too many or too large files.
        """
        found: dict[str, Drawing] = {}
        complete = False
        for folder in folders:
            if (folder / ART).is_dir():
                complete = True
                found.update({drawing.name: drawing for drawing in _drawings_in(folder / ART)})
        return cls(found, complete)

    def find(self, name: str) -> Drawing | None:
        """Return the drawing with this name."""
        return self.by_name.get(name)

    def variants(self, name: str) -> tuple[Drawing, ...]:
        """Return the drawing with this name; else those named `name_1`, `name_2`, ...; none if there are none."""
        found = self.by_name.get(name)
        if found is not None:
            return (found,)
        return tuple(_numbered(self.by_name, name))

    def check(self) -> None:
        """Raise LookError if a file is refused."""
        for drawing in self.by_name.values():
            drawing.check()


def _numbered(by_name: Mapping[str, Drawing], name: str) -> Iterator[Drawing]:
    number = 1
    while (found := by_name.get(f"{name}_{number}")) is not None:
        yield found
        number += 1


def _drawings_in(folder: Path) -> Iterator[Drawing]:
    total = 0
    try:
        paths = sorted(folder.glob("*.svg"))
        for path in paths:
            status = path.stat()
            total += status.st_size
            if status.st_size > LARGEST_DRAWING:
                raise LookError(path, "", f"a drawing has at most {LARGEST_DRAWING // 1024} KiB")
            if not DRAWING_NAME.fullmatch(path.stem):
                raise LookError(path, "", "a drawing is named by small letters, digits and _, and begins with a letter")
            yield Drawing(path.stem, path, status.st_mtime_ns)
    except OSError as error:
        raise LookError(folder, "", f"cannot be read: {error}") from error
    if len(paths) > MOST_DRAWINGS or total > LARGEST_ART:
        size = LARGEST_ART // 1024 // 1024
        raise LookError(folder, "", f"a game has at most {MOST_DRAWINGS} drawings, and {size} MiB of them")


# ---- recolouring ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def recoloured_for(fill: str) -> Recolouring:
    """Return the recolouring for an owner with this fill: light, body and dark tone.

    Very dark and very light fills keep a visible difference between the tones.
    """
    colour = QColor(fill)
    hue, saturation, lightness = max(colour.hslHueF(), 0.0), colour.hslSaturationF(), colour.lightnessF()
    if lightness < 0.22:
        body, dark, light = _hsl(hue, saturation, max(lightness, 0.17)), _hsl(hue, saturation, 0.06), ""
        light = _hsl(hue, saturation * 0.6, max(lightness, 0.17) + 0.24)
    elif lightness > 0.8:
        body, light = _hsl(hue, saturation, min(lightness, 0.94)), "#ffffff"
        dark = _hsl(0.1 if saturation < 0.05 else hue, max(min(saturation, 0.3), 0.14), lightness * 0.45)
    else:
        body = colour.name()
        dark = _hsl(hue, min(saturation * 1.05, 1.0), lightness * 0.5)
        light = _hsl(hue, min(saturation * 1.1, 1.0), lightness + (1 - lightness) * 0.44)
    return ((MAIN, body), (DARK, dark), (LIGHT, light))


def _hsl(hue: float, saturation: float, lightness: float) -> str:
    return QColor.fromHslF(hue, saturation, lightness).name()


def inked(ink: str | QColor) -> Recolouring:
    """Return the recolouring of an icon for the ink (#rrggbb or QColor) of the text around it."""
    return ((INK, ink if isinstance(ink, str) else ink.name()),)


def _recoloured(text: str, recolouring: Recolouring) -> str:
    if not recolouring:
        return text
    colours = dict(recolouring)
    return re.sub("|".join(colours), lambda found: colours[found[0]], text)


# ---- painting ---------------------------------------------------------------------------------------------------


_LARGEST_CACHE = 24 * 1024 * 1024  #: bytes of all cached pixmaps
_LARGEST_SIDE = 3000  #: pixels; larger drawings are painted without a cache


class _PixmapCache:
    """Cache of rendered drawings by drawing, recolouring and size in device pixels; the oldest are dropped."""

    def __init__(self) -> None:
        self._pixmaps: OrderedDict[tuple[Drawing, Recolouring, int, int], QPixmap] = OrderedDict()
        self._bytes = 0
        self.rendered = 0  #: number of renderings so far

    def get(self, drawing: Drawing, recolouring: Recolouring, width: int, height: int) -> QPixmap | None:
        """Return the drawing as a pixmap of this size; None if the file is refused."""
        key = drawing, recolouring, width, height
        found = self._pixmaps.get(key)
        if found is not None:
            self._pixmaps.move_to_end(key)
            return found
        renderer = _renderer(drawing, recolouring)
        if renderer is None:
            return None
        pixmap = QPixmap(width, height)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, 0, width, height))
        painter.end()
        pixmap = without_engine(pixmap)
        self.rendered += 1
        self._pixmaps[key] = pixmap
        self._bytes += 4 * width * height
        while self._bytes > _LARGEST_CACHE and len(self._pixmaps) > 1:
            _, dropped = self._pixmaps.popitem(last=False)
            self._bytes -= 4 * dropped.width() * dropped.height()
        return pixmap


def without_engine(pixmap: QPixmap) -> QPixmap:
    """Return the pixmap without the engine that has painted it, which Qt keeps with it: some 20 kB."""
    return pixmap.copy()


PIXMAPS = _PixmapCache()


@lru_cache(maxsize=16)  # each holds a tree of shapes of some 100 kB, and is read again in a tenth of a millisecond
def _renderer(drawing: Drawing, recolouring: Recolouring) -> QSvgRenderer | None:
    svg = _svg(drawing)
    if svg is None:
        return None
    renderer = QSvgRenderer(QByteArray(_recoloured(svg.text, recolouring).encode()))
    return renderer if renderer.isValid() else None


def paint_drawing(painter: QPainter, drawing: Drawing, recolouring: Recolouring = NO_RECOLOURING) -> bool:
    """Paint a drawing with its origin at the painter's origin, one unit of it as one unit of the painter.

    Returns False if the file is refused; then nothing is painted.
    """
    box = drawing.box
    return not box.isEmpty() and _paint(painter, drawing, recolouring, box)


def paint_drawing_in(
    painter: QPainter,
    drawing: Drawing,
    area: QRectF,
    recolouring: Recolouring = NO_RECOLOURING,
    *,
    fills: bool = False,
) -> bool:
    """Paint a drawing centred in an area: the whole of it, or (`fills`) so large that it covers the area.

    Returns False if the file is refused; then nothing is painted.
    """
    box = drawing.box
    if box.isEmpty() or area.isEmpty():
        return False
    across, down = area.width() / box.width(), area.height() / box.height()
    scale = max(across, down) if fills else min(across, down)
    placed = QRectF(0, 0, box.width() * scale, box.height() * scale)
    placed.moveCenter(area.center())
    if not fills:
        return _paint(painter, drawing, recolouring, placed)
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painted = _paint(painter, drawing, recolouring, placed)
    painter.restore()
    return painted


def drawing_pixmap(
    drawing: Drawing, width: int, height: int, ratio: float = 1.0, recolouring: Recolouring = NO_RECOLOURING
) -> QPixmap:
    """Return a pixmap of this size (logical pixels) with the whole drawing in it, for icons of buttons."""
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_drawing_in(painter, drawing, QRectF(0, 0, width, height), recolouring)
    painter.end()
    return pixmap


def _paint(painter: QPainter, drawing: Drawing, recolouring: Recolouring, placed: QRectF) -> bool:
    """Paint a drawing into a box of the painter's coordinates."""
    transform = painter.deviceTransform()
    across, down = math.hypot(transform.m11(), transform.m12()), math.hypot(transform.m21(), transform.m22())
    width, height = math.ceil(placed.width() * across), math.ceil(placed.height() * down)
    if width < 1 or height < 1:
        return True
    if max(width, height) > _LARGEST_SIDE:
        renderer = _renderer(drawing, recolouring)
        if renderer is not None:
            renderer.render(painter, placed)
        return renderer is not None
    pixmap = PIXMAPS.get(drawing, recolouring, width, height)
    if pixmap is None:
        return False
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    if not transform.m12() and not transform.m21() and transform.m11() > 0 and transform.m22() > 0:
        # On whole device pixels, so that the pixmap is not sampled again.
        at = transform.map(placed.topLeft())
        painter.resetTransform()
        to_pixels, _ = painter.deviceTransform().inverted()  # a widget is painted at its place in the window
        painter.setTransform(to_pixels)
        painter.drawPixmap(QPointF(round(at.x()), round(at.y())), pixmap)
    else:
        painter.drawPixmap(placed, pixmap, QRectF(pixmap.rect()))
    painter.restore()
    return True

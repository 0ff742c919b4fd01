"""Cache of painted images, shared by all scenes: each is painted once for a key and a scale.

What is drawn at rest depends on nothing that was drawn before: an image of another scale serves only while the board is
zoomed.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from time import perf_counter
from weakref import WeakValueDictionary

from PySide6.QtCore import QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPixmap

from app.appearance.drawings import without_engine
from app.table.painting.surfaces import BAND, Steps, finish, in_bands

Paint = Callable[[QPainter], None]  #: paints in the coordinates of the item or scene
PaintSteps = Callable[[QPainter], Steps]  #: the same, in steps

_SCREENS = 10  #: images of so many screens are kept while a scene is open
_FEWEST, _MOST = 96 << 20, 192 << 20  #: bytes, for very small and very large screens
_IDLE = 16 << 20  #: bytes that are kept when no scene is open
_MOST_PIXELS = 9_000_000  #: of the image of a ground
_FINEST = 4.0  #: scale of the image of a ground

Size = tuple[float, float]  #: of an image: pixels per unit, and the ratio of device pixels that its painter tells


class ImageKey:
    """Key of an image: a value, however large, that is hashed once."""

    __slots__ = ("__weakref__", "_hash", "_value")

    def __init__(self, value: object) -> None:
        self._value, self._hash = value, hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, ImageKey) and self._hash == other._hash and self._value == other._value
        )


class ImageCache:
    """Cache of images by key and scale; the least recently used are dropped.

    `renders` counts the images that were painted. `most_bytes` limits the images; None: by the size of the screen.
    """

    def __init__(self, most_bytes: int | None = None) -> None:
        self._images: OrderedDict[tuple[ImageKey, Size], QPixmap] = OrderedDict()
        self._sizes: dict[ImageKey, set[Size]] = {}  #: of the images of each key
        self._keys: WeakValueDictionary[int, ImageKey] = WeakValueDictionary()  #: by hash
        self._most, self.used_bytes = most_bytes, 0
        self.scenes: set[int] = set()  #: numbers of the open scenes
        self.renders = 0

    def open_scene(self, scene: QObject) -> None:
        """Keep the images while a scene lives; most are dropped when no scene is left."""
        number = id(scene)
        self.scenes.add(number)
        scene.destroyed.connect(lambda: self._close_scene(number))

    def _close_scene(self, number: int) -> None:
        self.scenes.discard(number)
        if not self.scenes:
            self._shrink(_IDLE)

    def key(self, value: object) -> ImageKey:
        """Return the key of a value; equal values have the same key, so that a look-up compares no values."""
        key = ImageKey(value)
        found = self._keys.get(hash(key))
        if found == key:
            return found
        self._keys[hash(key)] = key
        return key

    def image(self, key: ImageKey, scale: float, box: QRectF, paint: Paint, ratio: float = 1.0) -> QPixmap:
        """Return what `paint` paints inside `box` at a scale in pixels per unit; it is called once.

        `ratio` is the number of pixels for a pixel of a screen at scale 1: the painter tells it, so that text can be
        painted in a readable size.
        """
        found = self._images.get((key, (scale, ratio)))
        if found is not None:
            self._images.move_to_end((key, (scale, ratio)))
            return found

        def paint_whole(painter: QPainter) -> Steps:
            paint(painter)
            return iter(())

        finish(self.image_steps(key, scale, box, paint_whole, ratio))
        return self._images[key, (scale, ratio)]

    def clear(self) -> None:
        """Drop all images."""
        self._images.clear()
        self._sizes.clear()
        self.used_bytes = 0

    def holds(self, key: ImageKey, scale: float, ratio: float) -> bool:
        """Whether the image is there."""
        return (key, (scale, ratio)) in self._images

    def image_steps(self, key: ImageKey, scale: float, box: QRectF, paint: PaintSteps, ratio: float = 1.0) -> Steps:
        """Paint an image for `image` in steps; it is kept after the last one."""
        image = yield from _transparent_steps(math.ceil(box.width() * scale) + 1, math.ceil(box.height() * scale) + 1)
        image.setDevicePixelRatio(ratio)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale / ratio, scale / ratio)
        painter.translate(-box.topLeft())
        try:
            yield from paint(painter)
        finally:  # no painter outlives its image
            painter.end()
        image.setDevicePixelRatio(1.0)
        if image.width() * image.height() <= BAND:
            image = without_engine(image)
        self.renders += 1
        meanwhile = self._images.pop((key, (scale, ratio)), None)  # painted at once between two steps
        self.used_bytes += _bytes_of(image) - (_bytes_of(meanwhile) if meanwhile is not None else 0)
        self._images[key, (scale, ratio)] = image
        self._sizes.setdefault(key, set()).add((scale, ratio))
        self._shrink(self._limit())

    def at_hand(self, key: ImageKey, scale: float, ratio: float) -> tuple[QPixmap, float] | None:
        """Return the image at this scale, or else that at the nearest other one, and its scale; None if there is
        none."""

        def distance(size: Size) -> tuple[float, float]:
            return abs(math.log(size[0] / scale)), abs(size[1] - ratio)

        nearest = min(self._sizes.get(key, ()), key=distance, default=None)
        if nearest is None:
            return None
        self._images.move_to_end((key, nearest))
        return self._images[key, nearest], nearest[0]

    def _limit(self) -> int:
        if self._most is None:
            screen = QGuiApplication.primaryScreen()
            pixels = screen.size() * screen.devicePixelRatio()
            self._most = min(max(_SCREENS * 4 * pixels.width() * pixels.height(), _FEWEST), _MOST)
        return self._most

    def _shrink(self, most: int) -> None:
        while self.used_bytes > most and len(self._images) > 1:
            (key, size), dropped = self._images.popitem(last=False)
            self.used_bytes -= _bytes_of(dropped)
            self._sizes[key].discard(size)
            if not self._sizes[key]:
                del self._sizes[key]


def _transparent_steps(width: int, height: int) -> Generator[None, None, QPixmap]:
    """Return a transparent image; a large one is filled in bands, because the system needs some time for its memory."""
    if width * height <= BAND:
        image = QPixmap(width, height)
        image.fill(Qt.GlobalColor.transparent)
        return image
    raw = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image = QPixmap.fromImage(raw, Qt.ImageConversionFlag.NoOpaqueDetection)
    del raw  # or a painter would copy it
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    try:
        whole = QRectF(0, 0, width, height)
        yield from in_bands(painter, whole, lambda: painter.fillRect(whole, Qt.GlobalColor.transparent))
    finally:
        painter.end()
    return image


def _bytes_of(image: QPixmap) -> int:
    return 4 * image.width() * image.height()


IMAGES = ImageCache()


class SceneImages:
    """Images of one scene in the cache: exact ones, or those at hand at another scale while the board is zoomed.

    `rough` is true while the board is zoomed, `rough_grounds` until the grounds, which take longest, are painted.
    `deferred` is true if a frame had no time for a picture: what was there before is shown until it is painted.
    """

    def __init__(self, cache: ImageCache = IMAGES) -> None:
        self.cache = cache
        self.rough = self.rough_grounds = False
        self._smooth = False  #: what is drawn at another scale is smoothed
        self.deferred = False
        self._deadline = math.inf  #: of painting missing pictures in this frame

    @contextmanager
    def any_scale(self) -> Iterator[None]:
        """Draw the images at hand, smoothed, at the scale of another painter, which needs no exact ones."""
        before = self.rough, self.rough_grounds
        self.rough = self.rough_grounds = self._smooth = True
        try:
            yield
        finally:
            (self.rough, self.rough_grounds), self._smooth = before, False

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Paint missing pictures for so long; then `draw` leaves the others out, and `deferred` is set."""
        self._deadline = perf_counter() + seconds
        try:
            yield
        finally:
            self._deadline = math.inf

    def draw(self, painter: QPainter, key: ImageKey, box: QRectF, paint: Paint, *, stretched: bool = False) -> bool:
        """Draw what `paint` paints inside `box` (painter coordinates) on whole pixels; return False if there was no
        time to paint it.

        While zoomed, or `stretched` because it is lifted or turned, an image at another scale serves as well; while
        zoomed, it is not smoothed.
        """
        transform = painter.deviceTransform()
        scale, ratio = _rounded(transform.m11()), painter.device().devicePixelRatioF()
        if self.rough or stretched:
            found = self.cache.at_hand(key, scale, ratio)
            if found is None:
                found = self.cache.image(key, scale, box, paint, ratio), scale
            if stretched or found[1] != scale:
                draw_scaled(painter, box, *found, smooth=stretched or self._smooth)
                return True
        if self._deadline < math.inf and not self.cache.holds(key, scale, ratio) and perf_counter() > self._deadline:
            self.deferred = True
            return False
        image = self.cache.image(key, scale, box, paint, ratio)
        at = transform.map(box.topLeft())
        painter.resetTransform()
        base = painter.deviceTransform()  # of the widget in its window
        if base.isScaling():
            painter.setTransform(base.inverted()[0])
            painter.drawPixmap(QPoint(round(at.x()), round(at.y())), image)
        else:
            painter.drawPixmap(QPoint(round(at.x() - base.dx()), round(at.y() - base.dy())), image)
        return True

    def draw_old(self, painter: QPainter, key: ImageKey, box: QRectF) -> None:
        """Draw a picture from before, if it is there still."""
        scale, ratio = _rounded(painter.deviceTransform().m11()), painter.device().devicePixelRatioF()
        found = self.cache.at_hand(key, scale, ratio)
        if found is not None:
            draw_scaled(painter, box, *found, smooth=self._smooth)

    def draw_ground(self, painter: QPainter, key: ImageKey, box: QRectF, paint: Paint, *, exact: bool = False) -> None:
        """Draw a ground, which takes long to paint, from an image whose scale is one of few.

        While zoomed, an image of any scale does, unless it must be `exact`, and it is not smoothed, which would take
        several times as long.
        """
        scale, ratio = _step(abs(painter.deviceTransform().m11()), box), painter.device().devicePixelRatioF()
        found = None
        if (self.rough or self.rough_grounds) and not exact:
            found = self.cache.at_hand(key, scale, ratio)
        image, scale = found or (self.cache.image(key, scale, box, paint, ratio), scale)
        draw_scaled(painter, box, image, scale, smooth=self._smooth or not self.rough)

    def prepare(self, key: ImageKey, zoom: float, ratio: float, box: QRectF, paint: PaintSteps) -> Steps:
        """Paint the exact image for `draw` at a zoom if it is missing, in steps."""
        if not self.cache.holds(key, _rounded(zoom * ratio), ratio):
            yield from self.cache.image_steps(key, _rounded(zoom * ratio), box, paint, ratio)

    def ground_missing(self, key: ImageKey, zoom: float, ratio: float, box: QRectF) -> bool:
        """Whether the image for `draw_ground` at a zoom is not there."""
        return not self.cache.holds(key, _step(zoom * ratio, box), ratio)

    def prepare_ground(self, key: ImageKey, zoom: float, ratio: float, box: QRectF, paint: PaintSteps) -> Steps:
        """Paint the image for `draw_ground` at a zoom if it is missing, in steps."""
        if self.ground_missing(key, zoom, ratio, box):
            yield from self.cache.image_steps(key, _step(zoom * ratio, box), box, paint, ratio)


def draw_scaled(painter: QPainter, box: QRectF, image: QPixmap, scale: float, *, smooth: bool = True) -> None:
    """Draw an image of this scale at the upper left corner of a box; antialiasing would take six times as long."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.drawPixmap(QRectF(box.topLeft(), image.size().toSizeF() / scale), image, QRectF(image.rect()))
    painter.restore()


def _rounded(scale: float) -> float:
    """Return a scale without the errors of computing it in several ways."""
    return round(abs(scale), 4)


def _step(zoom: float, box: QRectF) -> float:
    """Return the scale of the image of a ground: at least as fine as the zoom, one of few, at most `_MOST_PIXELS`."""
    step = math.pow(2.0, math.ceil(2 * math.log2(max(zoom, 0.05)) - 1e-6) / 2)
    while step > 0.1 and box.width() * box.height() * step * step > _MOST_PIXELS:
        step /= math.sqrt(2)
    return min(step, _FINEST)

"""Cache of painted grounds: images that are rendered once for each key and scale."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QImage,
    QPainter,
)


class GroundCache:
    """Cache of painted grounds: an image for each key and scale, the least recently used are dropped.

    While the board is zoomed, an image at another scale is shown; then `on_rough` is called, and the exact images are
    painted while `exact` is true. `renders` counts the images that were painted.
    """

    def __init__(self, on_rough: Callable[[], None] | None = None, most_bytes: int = 160 * 1024 * 1024) -> None:
        self._images: OrderedDict[tuple[object, float], QImage] = OrderedDict()
        self._scales: dict[object, float] = {}  #: of the last image of each key
        self._most, self._used = most_bytes, 0
        self._on_rough = on_rough
        self.exact = on_rough is None
        self.renders = 0

    def draw(self, painter: QPainter, key: object, box: QRectF, paint: Callable[[QPainter], None]) -> None:
        """Draw what `paint` paints inside `box` (painter coordinates); it is called once for each key and scale."""
        scale = _step(abs(painter.deviceTransform().m11()), box)
        other = self._scales.get(key, scale)
        if not self.exact and (key, scale) not in self._images and (key, other) in self._images:
            scale = other
            if self._on_rough is not None:
                self._on_rough()
        image = self._images.get((key, scale))
        if image is None:
            image = self._render(box, scale, paint)
            self._keep(key, scale, image)
        else:
            self._images.move_to_end((key, scale))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(box.topLeft(), image.size().toSizeF() / scale), image)

    def _keep(self, key: object, scale: float, image: QImage) -> None:
        self._images[key, scale] = image
        self._scales[key] = scale
        self._used += image.sizeInBytes()
        while self._used > self._most and len(self._images) > 1:
            (old, at), dropped = self._images.popitem(last=False)
            self._used -= dropped.sizeInBytes()
            if self._scales.get(old) == at:
                del self._scales[old]

    def _render(self, box: QRectF, scale: float, paint: Callable[[QPainter], None]) -> QImage:
        self.renders += 1
        image = QImage(
            math.ceil(box.width() * scale) + 1,
            math.ceil(box.height() * scale) + 1,
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale, scale)
        painter.translate(-box.topLeft())
        paint(painter)
        painter.end()
        return image


_MOST_PIXELS = 9_000_000


def _step(zoom: float, box: QRectF) -> float:
    """Return the scale of an image for a zoom: at least as fine, one of few, and never more than `_MOST_PIXELS`."""
    step = math.pow(2.0, math.ceil(2 * math.log2(max(zoom, 0.05)) - 1e-6) / 2)
    while step > 0.1 and box.width() * box.height() * step * step > _MOST_PIXELS:
        step /= math.sqrt(2)
    return min(step, 4.0)

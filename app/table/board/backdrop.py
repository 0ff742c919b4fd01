"""Backdrop of a board view: what lies under all items, kept as one image of the viewport."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion, QTransform

PaintBackground = Callable[[QPainter, QRectF], None]  #: paints a rectangle of the scene in scene coordinates

_ALIKE = 1e-4  #: difference between equal scales
_PARTS = 12  #: in which an image is painted while the board rests


class Backdrop:
    """Image of everything under the items, for one viewport.

    Panning moves the image and paints the strips at its edges. While the board is zoomed, the image is drawn at the new
    scale, and what is exposed beside it is painted.
    """

    def __init__(self, paint: PaintBackground) -> None:
        self._paint = paint
        self._image: QPixmap | None = None
        self._to_image = QTransform()  #: from scene coordinates to pixels of the image

    @property
    def painted(self) -> bool:
        """Whether there is an image from an earlier frame."""
        return self._image is not None

    def reset(self) -> None:
        """Paint everything anew: the background has changed."""
        self._image = None

    def draw(self, painter: QPainter, size: QSize, exposed: QRegion, *, rough: bool) -> None:
        """Draw the backdrop of a viewport of this size in logical pixels, of which a part is `exposed`; the painter has
        scene coordinates."""
        total = painter.deviceTransform()
        painter.resetTransform()
        base = painter.deviceTransform()  # of the viewport in its window: offset and device pixels
        scale = base.m11()
        pixels = QSize(round(size.width() * scale), round(size.height() * scale))
        # On whole pixels, so that panning can move the image.
        left, top = round(total.dx() - base.dx()), round(total.dy() - base.dy())
        wanted = QTransform(total.m11(), 0, 0, total.m22(), left, top)
        painter.setTransform(QTransform.fromTranslate(base.dx(), base.dy()) * base.inverted()[0])
        image = self._image
        same_scale = abs(self._to_image.m11() - wanted.m11()) < _ALIKE * wanted.m11()
        if image is not None and image.size() == pixels and same_scale:
            self._pan(image, wanted)
        elif image is not None and rough:
            self._draw_zoomed(painter, image, wanted, pixels, QTransform.fromScale(scale, scale).map(exposed))
            return
        else:
            self._image = QPixmap(pixels)
            self._paint_into(self._image, wanted, [QRect(QPoint(), pixels)])
        self._to_image = wanted
        if self._image is not None:
            painter.drawPixmap(0, 0, self._image)

    def prepare(self, shown: QTransform, ratio: float, paint: PaintBackground) -> Iterator[None]:
        """Paint the image of another scale or background in parts, and draw it from then on; yield after each part.

        `shown` maps from scene coordinates to those of the viewport; `paint` paints what is drawn from then on.
        """
        if self._image is None:
            return
        image = QPixmap(self._image.size())
        left, top = round(shown.dx() * ratio), round(shown.dy() * ratio)
        wanted = QTransform(shown.m11() * ratio, 0, 0, shown.m22() * ratio, left, top)
        high = -(-image.height() // _PARTS)
        for part in range(_PARTS):
            self._paint_into(image, wanted, [QRect(0, part * high, image.width(), high) & image.rect()], paint)
            yield
        if self._image is not None and self._image.size() == image.size():
            self._image, self._to_image = image, wanted

    def _pan(self, image: QPixmap, wanted: QTransform) -> None:
        dx, dy = round(wanted.dx() - self._to_image.dx()), round(wanted.dy() - self._to_image.dy())
        if not dx and not dy:
            return
        whole = image.rect()
        kept = whole.translated(dx, dy) & whole
        if kept.isEmpty():
            self._paint_into(image, wanted, [whole])
        else:
            image.scroll(dx, dy, whole)
            self._paint_into(image, wanted, _beside(whole, kept))

    def _paint_into(
        self, image: QPixmap, wanted: QTransform, parts: Sequence[QRect], paint: PaintBackground | None = None
    ) -> None:
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for part in parts:
            painter.resetTransform()
            painter.setClipRect(part)
            painter.setTransform(wanted)
            # A little more than the part: an edge that lies a fraction of a pixel inside it would be antialiased.
            (paint or self._paint)(painter, wanted.inverted()[0].mapRect(QRectF(part).adjusted(-1, -1, 1, 1)))
        painter.end()

    def _draw_zoomed(
        self, painter: QPainter, image: QPixmap, wanted: QTransform, pixels: QSize, exposed: QRegion
    ) -> None:
        """Draw what is exposed of the image of another scale, and what is beside it."""
        placed = self._to_image.inverted()[0] * wanted  # from pixels of the image to those of the viewport
        target = placed.mapRect(QRectF(image.rect()))
        whole = QRect(QPoint(), pixels)
        covered = target.toAlignedRect().adjusted(1, 1, -1, -1) & whole
        # To paint or scale all of it and to draw only what is exposed would take as long as to draw all. A region is
        # iterable, but PySide's types do not say so.
        beside, inside = exposed.subtracted(QRegion(covered)) & QRegion(whole), exposed & QRegion(covered)
        painter.save()
        before = painter.transform()
        for part in cast("Iterable[QRect]", beside):
            painter.setTransform(before)
            painter.setClipRect(part, Qt.ClipOperation.ReplaceClip)
            painter.setTransform(wanted * before)
            self._paint(painter, wanted.inverted()[0].mapRect(QRectF(part)))
        painter.restore()
        back = placed.inverted()[0]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for part in cast("Iterable[QRect]", inside):
            painter.drawPixmap(QRectF(part), image, back.mapRect(QRectF(part)))
        painter.restore()


def _beside(whole: QRect, inner: QRect) -> list[QRect]:
    """Return the parts of a rectangle that lie above, below, left and right of one inside it."""
    right, below = inner.x() + inner.width(), inner.y() + inner.height()
    parts = (
        QRect(0, 0, whole.width(), inner.y()),
        QRect(0, below, whole.width(), whole.height() - below),
        QRect(0, inner.y(), inner.x(), inner.height()),
        QRect(right, inner.y(), whole.width() - right, inner.height()),
    )
    return [part for part in parts if not part.isEmpty()]

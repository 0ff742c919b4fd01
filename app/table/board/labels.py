"""Graphics item of labels: names of areas, rows and files. Their text has at least 13 pixels at every zoom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.table.model.board_layout import Lettering
from app.table.model.cell_shapes import Point
from app.table.painting.cells import polygon
from app.table.painting.image_cache import ImageKey, Paint, SceneImages
from app.table.painting.palette import Palette
from app.table.painting.pieces import least_capital, text_path, zoom_of
from app.table.painting.surfaces import Steps
from app.table.painting.walls_and_frames import PLAQUE_HEIGHT, PLAQUE_SIDE, paint_plaque

_ON_GROUND, _PLAIN = 14.0, 15.0  #: height of capitals, in scene units
_MOST = 4.0  #: labels grow up to this factor while the board is made smaller
_ACROSS = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0)  #: where a grown label may lie, in its widths
_DOWN = (0.0, -0.4, 0.4, -0.8, 0.8, -1.2, 1.2, -1.8, 1.8, -2.4, 2.4, -3.0, 3.0)  #: and in its heights
_OVERLAP = 3.0  #: scene units by which a label may cover the rim of a place

Circle = tuple[float, float, float]  #: x, y and radius, in scene units


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label with the place and the height of its capitals, in scene units."""

    word: Lettering
    middle: Point
    size: float


def placed_labels(
    words: Sequence[Lettering], zoom: float, taken: Sequence[Circle] = (), pointed: str = ""
) -> Iterator[PlacedLabel]:
    """Yield the labels to paint at a zoom, in pixels for each scene unit.

    Text is never smaller than 13 pixels. A name of an area that had to grow evades pieces and other names, inside its
    area or across its border; without room, it is shown only while the pointer or the keyboard cursor is on the area
    (`pointed`).
    """
    boxes: list[QRectF] = []
    held_back: Lettering | None = None
    for word in words:
        if not word.text:
            continue
        natural = _PLAIN if word.ground is None else _ON_GROUND
        size = min(max(natural, least_capital(zoom)), natural * _MOST)
        if word.ground is None:
            (x, y), (dx, dy), grown = word.middle, word.away, size - natural
            yield PlacedLabel(word, (x + dx * grown, y + dy * grown), size)
            continue
        if word.place == pointed:
            held_back = word
            continue
        middle = word.middle if size == natural else _free_middle(word, size, taken, boxes)
        if middle is not None:
            boxes.append(_strip(word.text, middle, size))
            yield PlacedLabel(word, middle, size)
    if held_back is not None:  # above all others
        size = min(max(_ON_GROUND, least_capital(zoom)), _ON_GROUND * _MOST)
        yield PlacedLabel(held_back, _free_middle(held_back, size, taken, boxes) or held_back.middle, size)


def _free_middle(word: Lettering, size: float, taken: Sequence[Circle], boxes: Sequence[QRectF]) -> Point | None:
    """Return the nearest middle at which a label covers nothing and stays in its area; None if there is none."""
    at_home = _strip(word.text, word.middle, size)
    farthest = at_home.adjusted(
        _ACROSS[-2] * at_home.width(),
        _DOWN[-2] * at_home.height(),
        _ACROSS[-1] * at_home.width(),
        _DOWN[-1] * at_home.height(),
    )
    near = [circle for circle in taken if _covers(farthest, circle)]
    shifts = [(across * at_home.width(), down * at_home.height()) for across in _ACROSS for down in _DOWN]
    across_border: Point | None = None
    for shift in sorted(shifts, key=lambda shift: math.hypot(*shift)):
        box = at_home.translated(*shift)
        middle = (box.center().x(), box.center().y())
        if not _holds(word, *middle) or any(box.intersects(other) for other in boxes):
            continue
        if any(_covers(box, circle) for circle in near):
            continue
        if all(_holds(word, x, y) for x in (box.left(), box.right()) for y in (box.top(), box.bottom())):
            return middle
        across_border = across_border or middle
    return across_border


def _strip(text: str, middle: Point, size: float) -> QRectF:
    """Return the box of a name on its strip of paper."""
    scale = size / _ON_GROUND
    width = text_path(text, size, QPointF(), "name").boundingRect().width() + 2 * PLAQUE_SIDE * scale
    return QRectF(middle[0] - width / 2, middle[1] - PLAQUE_HEIGHT * scale / 2, width, PLAQUE_HEIGHT * scale)


def _holds(word: Lettering, x: float, y: float) -> bool:
    return word.region is None or word.region.holds(x - word.home[0], y - word.home[1])


def _covers(box: QRectF, circle: Circle) -> bool:
    x, y, radius = circle
    dx, dy = max(box.left() - x, 0.0, x - box.right()), max(box.top() - y, 0.0, y - box.bottom())
    return math.hypot(dx, dy) < radius - _OVERLAP


#: The picture of a label: where its middle is, its key, its box around the middle, and what paints it.
_Picture = tuple[Point, ImageKey, QRectF, Paint]


class LetteringItem(QGraphicsItem):
    """Graphics item of labels: the names of files and rows around a board, or of its areas."""

    def __init__(self, layer: float, images: SceneImages) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(layer)
        self._images = images
        self._words: tuple[Lettering, ...] = ()
        self._taken: tuple[Circle, ...] = ()
        self._pointed = ""
        self._palette: Palette | None = None
        self._ink = QColor()
        self._placed: dict[float, list[PlacedLabel]] = {}  #: the labels at each zoom
        self._pictures: dict[float, list[_Picture]] = {}  #: and their pictures

    def show_state(
        self,
        words: tuple[Lettering, ...],
        palette: Palette,
        ink: QColor,
        taken: tuple[Circle, ...] = (),
        pointed: str = "",
    ) -> None:
        """Show words at points in scene coordinates; `ink` is the colour of words without a ground of their own.

        `taken` lists the circles that no label should cover, and `pointed` is the place under the pointer.
        """
        shown = (self._words, self._palette, self._ink, self._taken, self._pointed)
        if (words, palette, ink, taken, pointed) != shown:
            self.prepareGeometryChange()
            self._words, self._palette, self._ink, self._taken, self._pointed = words, palette, ink, taken, pointed
            self._placed, self._pictures = {}, {}
            self.update()

    def boxes(self, zoom: float) -> list[QRectF]:
        """Return the boxes of the words as they are painted at a zoom factor, in scene coordinates."""
        return [_strip(each.word.text, each.middle, each.size) for each in self._labels(_step(zoom))]

    def _labels(self, zoom: float) -> list[PlacedLabel]:
        """Return the labels at a zoom."""
        if zoom not in self._placed:
            self._placed[zoom] = list(placed_labels(self._words, zoom, self._taken, self._pointed))
        return self._placed[zoom]

    def _pictures_at(self, zoom: float) -> list[_Picture]:
        if zoom not in self._pictures:
            self._pictures[zoom] = [self._picture_of(label) for label in self._labels(zoom)]
        return self._pictures[zoom]

    def words_box(self) -> QRectF:
        """Return a box around the words, in scene coordinates, large enough for short words."""
        return polygon(tuple(word.middle for word in self._words)).boundingRect().adjusted(-30, -28, 30, 28)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem: the bounds of everything that `paint` draws, in item coordinates."""
        reach = _reach(max((word.text for word in self._words), key=len, default=""), _PLAIN * _MOST)
        around = polygon(tuple(word.middle for word in self._words)).boundingRect()
        return around.adjusted(-reach, -20 * _MOST, reach, 20 * _MOST)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Override QGraphicsItem: paint the words."""
        zoom = _step(zoom_of(painter))
        if zoom not in self._pictures and self._images.rough and self._pictures:  # while the board is being zoomed
            zoom = next(iter(self._pictures))
        for middle, key, box, paint in self._pictures_at(zoom):
            painter.save()
            painter.translate(*middle)
            self._images.draw(painter, key, box, paint)
            painter.restore()

    def prepare(self, zoom: float, ratio: float) -> Steps:
        """Paint the pictures of the words for a zoom and a ratio of device pixels in steps, if they are missing."""
        for _, key, box, paint in self._pictures_at(_step(zoom)):

            def paint_step(painter: QPainter, paint: Paint = paint) -> Steps:
                paint(painter)
                yield

            yield from self._images.prepare(key, zoom, ratio, box, paint_step)

    def _picture_of(self, label: PlacedLabel) -> _Picture:
        dark = self._palette is not None and self._palette.dark
        word, ink, reach = label.word, self._ink, _reach(label.word.text, label.size)
        key = self._images.cache.key(("word", word.text, word.ground, ink.name(), dark, label.size))
        box = QRectF(-reach, -1.5 * label.size, 2 * reach, 3 * label.size)
        return label.middle, key, box, partial(_paint_word, label=label, ink=ink, dark=dark)


def _step(zoom: float) -> float:
    """Return one of few zoom factors, at most `zoom`, so that labels are not placed again in each frame of a zoom."""
    return math.pow(2.0, math.floor(4 * math.log2(max(zoom, 0.01)) + 1e-6) / 4)


def _reach(text: str, size: float) -> float:
    """Return a distance from the middle that the word never exceeds."""
    return size / _ON_GROUND * (10.0 * len(text) + 24)


def _paint_word(painter: QPainter, label: PlacedLabel, ink: QColor, dark: bool) -> None:
    """Paint a word around the origin: on a strip of paper, or plainly."""
    word = label.word
    if word.ground is not None:
        painter.scale(label.size / _ON_GROUND, label.size / _ON_GROUND)
        paint_plaque(painter, text_path(word.text, _ON_GROUND, QPointF(0, 0), "name"), dark=dark)
        return
    painter.fillPath(text_path(word.text, label.size, QPointF(0, 0)), ink)

"""Background of the boards: the table top, the coast and the grounds of whole boards, under all items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from app.table.model.cell_shapes import Point
from app.table.painting.board_grounds import BoardGround, board_ground_steps, paint_links
from app.table.painting.coast import Coast
from app.table.painting.image_cache import ImageKey, PaintSteps, SceneImages
from app.table.painting.surfaces import finish, paint_table


@dataclass(frozen=True, slots=True)
class GroundImage:
    """Coast or ground of a board, which is drawn from an image in the cache.

    It has the key of the image, its box in scene coordinates, and what paints it.
    """

    key: ImageKey
    box: QRectF
    steps: PaintSteps = field(compare=False)

    @classmethod
    def of(cls, ground: BoardGround | Coast, images: SceneImages) -> GroundImage:
        """Return the image of a coast or of the ground of a board; it is not painted yet."""
        if isinstance(ground, Coast):
            return cls(images.cache.key(ground), ground.box, ground.steps)
        return cls(images.cache.key(ground), ground.box(), partial(board_ground_steps, ground=ground))

    def draw(self, painter: QPainter, rect: QRectF, images: SceneImages) -> None:
        """Draw it, if it is in a rectangle in scene coordinates."""
        if self.box.intersects(rect):
            images.draw_ground(painter, self.key, self.box, lambda into: finish(self.steps(into)))

    def is_ready(self, zoom: float, ratio: float, shown: QRectF, images: SceneImages) -> bool:
        """Whether the image is there for a zoom and a ratio of device pixels, or not in the rectangle that is shown."""
        return not (self.box.intersects(shown) and images.ground_missing(self.key, zoom, ratio, self.box))

    def prepare(self, zoom: float, ratio: float, shown: QRectF, images: SceneImages) -> Iterator[None]:
        """Paint the image in steps if it is not ready."""
        if self.box.intersects(shown):
            yield from images.prepare_ground(self.key, zoom, ratio, self.box, self.steps)


@dataclass(frozen=True, slots=True)
class Background:
    """Everything under the items of a scene, as a value: equal backgrounds look the same."""

    colour: QColor
    table: str = ""  #: kind of the table top; empty: the plain colour
    lit: QRectF = field(default_factory=QRectF)  #: the table top is lighter around this
    coast: GroundImage | None = None
    links: tuple[tuple[Point, Point], ...] = ()  #: lines between linked areas
    link_colour: QColor = field(default_factory=QColor)
    boards: tuple[GroundImage, ...] = ()

    @property
    def images(self) -> tuple[GroundImage, ...]:
        """The coast and the grounds of the boards, from below."""
        return (self.coast, *self.boards) if self.coast is not None else self.boards

    def paint(self, painter: QPainter, rect: QRectF, images: SceneImages) -> None:
        """Paint a rectangle in scene coordinates; while the board is zoomed, the table top is a little blurred."""
        self.paint_table(painter, rect, images)
        self.paint_grounds(painter, rect, images)

    def paint_table(self, painter: QPainter, rect: QRectF, images: SceneImages) -> None:
        """Paint the table top alone."""
        if self.table:
            paint_table(painter, rect, self.table, self.colour, self.lit, fine=not images.rough)
        else:
            painter.fillRect(rect, self.colour)

    def paint_grounds(self, painter: QPainter, rect: QRectF, images: SceneImages) -> None:
        """Paint what lies on the table top: the coast, the lines between areas, and the grounds of the boards."""
        if self.coast is not None:
            self.coast.draw(painter, rect, images)
        paint_links(painter, self.links, self.link_colour)
        for ground in self.boards:
            ground.draw(painter, rect, images)

    def is_ready(self, zoom: float, ratio: float, shown: QRectF, images: SceneImages) -> bool:
        """Whether the images of everything in a rectangle are there for a zoom and a ratio of device pixels."""
        return all(ground.is_ready(zoom, ratio, shown, images) for ground in self.images)

    def prepare(self, zoom: float, ratio: float, shown: QRectF, images: SceneImages) -> Iterator[None]:
        """Paint the images that `is_ready` misses, in steps."""
        for ground in self.images:
            yield from ground.prepare(zoom, ratio, shown, images)

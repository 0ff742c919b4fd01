"""Pictures in a rulebook, painted by the table's painters: things of the game, and the start of a match."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter

from app.table.board.scene import BoardScene
from app.table.context import TableContext
from app.table.painting.palette import table_palette
from app.table.painting.thing_pictures import Surroundings, aspect, form_of, paint_thing
from dsl.match.view import CounterView, PieceView, View
from dsl.rulebook.document import Diagram, Thing

_SIDE = {"card": 54, "tile": 58, "figure": 46}  #: width of a thing in the text, in pixels
_BOARD, _EXAMPLE = 560, 440  #: largest width and height of a board in the text and of that of an example, in pixels
_QUALITY = 88  #: per cent, of the pictures of examples
_FINER = 2  #: pixels of a picture for one pixel of the text, for print and for fine screens


class RulebookPictures:
    """Pictures for the writer of a rulebook, each as HTML with its data in it."""

    def __init__(
        self, context: TableContext, start: Callable[[str], View], example: Callable[[int], View | None]
    ) -> None:  # fmt: skip
        """`start` makes the position at the start of a match, or of its phase of this name, `example` that of an
        example by its number."""
        self._context, self._start, self._example = context, start, example
        self._views: dict[Diagram, View | None] = {}
        self._sizes: dict[Diagram, tuple[int, int] | None] = {}

    def __call__(self, what: Thing | Diagram) -> str:
        """Return the HTML of a picture; empty if there is none."""
        image = self.image(what)
        if image is None:
            return ""
        many = isinstance(what, Diagram) and what.sort != "start"
        return _html(_on_paper(image), _FINER, "jpeg") if many else _html(image, _FINER)

    def image(self, what: Thing | Diagram) -> QImage | None:
        """Return a picture, twice as large as in the text; None if there is none."""
        if isinstance(what, Thing):
            return self._thing(what)
        view = self._view(what)
        return self._board(view, _widest(what)) if view is not None else None

    def size(self, what: Thing | Diagram) -> tuple[int, int] | None:
        """Return the width and height of a picture in the text, without painting it; None if there is none."""
        if isinstance(what, Thing):
            width = _SIDE[form_of(_shown(what), self._context.look, what.shape)]
            return width, round(width * aspect(form_of(_shown(what), self._context.look, what.shape)))
        if what not in self._sizes:
            view = self._view(what)
            found = self._place(view, _widest(what)) if view is not None else None
            self._sizes[what] = (math.ceil(found[0].width() * found[1] / _FINER),
                                 math.ceil(found[0].height() * found[1] / _FINER)) if found else None  # fmt: skip
        return self._sizes[what]

    def _view(self, what: Diagram) -> View | None:
        """Return the position that a diagram shows; None if there is nothing to see."""
        if what not in self._views:
            view = what.view
            if what.example is not None:
                view = self._example(what.example)
                view = view if view is not None and _is_occupied(view) else None
            elif what.sort == "start":
                view = self._start(what.title)
            self._views[what] = view if view is not None and view.boards and view.boards[0].cells else None
        return self._views[what]

    def _thing(self, thing: Thing) -> QImage:
        shown = _shown(thing)
        form = form_of(shown, self._context.look, thing.shape)
        width = _SIDE[form] * _FINER
        image = _blank(width, round(width * aspect(form)))
        painter = QPainter(image)
        box = QRectF(image.rect()).adjusted(4, 4, -4, -4)
        paint_thing(painter, box, shown, self._context, Surroundings(thing.shape))
        painter.end()
        return image

    def _board(self, view: View, widest: int) -> QImage:
        """Return a picture of the boards, as wide as they need and at most so wide."""
        scene = self._scene
        whole, scale = self._place(view, widest)
        image = _blank(math.ceil(whole.width() * scale), math.ceil(whole.height() * scale))
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        exact = QRectF(whole.topLeft(), image.size().toSizeF() / scale)
        scene.render(painter, QRectF(image.rect()), exact, Qt.AspectRatioMode.KeepAspectRatio)
        painter.end()
        return image

    def _place(self, view: View, widest: int) -> tuple[QRectF, float]:
        """Show a position in the scene; return its part with the boards, and the scale of their picture."""
        scene = self._scene
        scene.set_coordinates_visible(view.boards[0].shape == "hexes" and widest == _EXAMPLE)  # the text names places
        scene.show_state(view)
        whole = scene.needed_rect()
        return whole, _one_of_few(widest * _FINER / max(whole.width(), whole.height(), 1.0))

    @cached_property
    def _scene(self) -> BoardScene:
        """The scene of all boards: while it lives, the painted tiles and pieces are kept for the next picture."""
        scene = BoardScene(self._context.look)
        scene.set_name_lookup(self._context.words.name)
        scene.set_table_palette(table_palette(self._context.theme))
        return scene


def _widest(what: Diagram) -> int:
    return _BOARD if what.sort == "start" else _EXAMPLE


def _shown(thing: Thing) -> CounterView | PieceView:
    if thing.sort == "counter":
        return CounterView(thing.name, thing.owner, "", 1)
    return PieceView(thing.name, thing.kind, thing.owner)


def _one_of_few(scale: float) -> float:
    """Return the next smaller scale of those that pictures share, so that few images are painted for all of them."""
    return math.pow(2.0, math.floor(2 * math.log2(max(scale, 0.05)) + 1e-6) / 2)


def _is_occupied(view: View) -> bool:
    return any(cell.pieces or cell.counters for board in view.boards for cell in board.cells)


def _blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _on_paper(image: QImage) -> QImage:
    """Return a picture without transparent parts, which a format for many pictures cannot keep."""
    paper = QImage(image.size(), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    painter = QPainter(paper)
    painter.drawImage(0, 0, image)
    painter.end()
    return paper


def _html(image: QImage, finer: int, form: str = "png") -> str:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode()))
    if form == "jpeg":
        writer.setQuality(_QUALITY)
    writer.write(image)
    data = b64encode(bytes(buffer.data().data())).decode("ascii")
    size = f'width="{image.width() // finer}" height="{image.height() // finer}"'
    return f'<img src="data:image/{form};base64,{data}" {size}>'

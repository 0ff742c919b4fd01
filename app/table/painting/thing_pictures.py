"""Painter of single things outside a board: a card, a tile, a figure or counters, as the table draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from app.appearance.conditions import NOTHING_KNOWN, KnownValues
from app.appearance.kind_look import KindLook
from app.appearance.look import Look
from app.table.context import TableContext
from app.table.model.board_layout import edges_of
from app.table.model.cell_shapes import Geometry
from app.table.painting.cards import paint_back, paint_face, paint_note
from app.table.painting.cells import THICKNESS, paint_tile
from app.table.painting.image_cache import SceneImages
from app.table.painting.item_models import CellModel
from app.table.painting.palette import table_palette
from app.table.painting.pieces import counter_emblem, emblem_reach, figure_emblem, paint_emblem
from app.table.painting.walls_and_frames import paint_wall
from dsl.match.view import CellView, CounterView, PieceView

Form = Literal["card", "tile", "figure"]
Thing = PieceView | CounterView

_CARD = 1.4  #: height of a card, in widths
_TILE = {True: (112.0, 136.0), False: (112.0, 118.0)}  #: of a hex and a square with side and shadow, in scene units
_TEXT = 0.075  #: size of the name on a card, in heights of the card
_POINTS = 72.0  #: in an inch


def form_of(thing: Thing, look: Look, shape: str = "") -> Form:
    """Return how a thing is drawn that lies on a board of this shape; empty: beside the boards."""
    if isinstance(thing, CounterView):
        return "figure"
    if shape not in ("hexes", "squares"):
        owned = bool(thing.owner)
        return "figure" if owned and look.form(thing.piece, owned=True) == "figure" else "card"
    return "figure" if look.form(thing.piece, owned=bool(thing.owner)) == "figure" else "tile"


def aspect(form: Form) -> float:
    """Return height by width of the picture of a thing."""
    return _CARD if form == "card" else 1.1


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a thing is, as far as its picture depends on it."""

    shape: str = ""  #: of the board on which it lies; empty: beside the boards
    known: KnownValues = NOTHING_KNOWN
    cell: CellView | None = None


BESIDE = Surroundings()


def paint_thing(
    painter: QPainter, box: QRectF, thing: Thing, context: TableContext, where: Surroundings = BESIDE
) -> None:
    """Paint a thing as large as fits into `box`; its number is not painted."""
    shape = where.shape
    form = form_of(thing, context.look, shape)
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    if isinstance(thing, CounterView):
        _paint_figure(painter, box, thing, context, where)
    elif form == "card":
        _paint_card(painter, box, thing, context)
    elif form == "tile":
        _paint_tile(painter, box, thing, context, where)
    else:
        _paint_figure(painter, box, thing, context, where)
    painter.restore()


def _paint_figure(painter: QPainter, box: QRectF, thing: Thing, context: TableContext, where: Surroundings) -> None:
    if isinstance(thing, CounterView):
        single = CounterView(thing.counter, thing.owner, thing.state, 1)
        emblem = counter_emblem(single, context.look, known_values=where.known, cell=where.cell)
    else:
        # As its owner sees it: without the mark of memory.
        viewer, known, cell = thing.owner, where.known, where.cell
        emblem = figure_emblem(thing, context.look, viewer=viewer, known_values=known, cell=cell)
    radius = min(box.width(), box.height()) / 2 / emblem_reach(emblem)
    painter.translate(box.center())
    paint_emblem(painter, emblem, radius, table_palette(context.theme))


def _paint_card(painter: QPainter, box: QRectF, piece: PieceView, context: TableContext) -> None:
    width = min(box.width(), box.height() / _CARD)
    card = QRectF(0, 0, width, width * _CARD)
    card.moveCenter(box.center())
    font = QFont(painter.font())
    font.setPointSizeF(max(3.0, card.height() * _TEXT * _POINTS / painter.device().logicalDpiY()))
    painter.setFont(font)
    if piece.kind:
        paint_face(painter, card, piece, context, font)
    else:
        paint_back(painter, card, context, piece=piece.piece)
        paint_note(painter, card, piece, context, font)


def _paint_tile(painter: QPainter, box: QRectF, piece: PieceView, context: TableContext, where: Surroundings) -> None:
    hexagonal = where.shape == "hexes"
    width, height = _TILE[hexagonal]
    scale = min(box.width() / width, box.height() / height)
    painter.translate(box.center() - QPointF(0, THICKNESS / 2 * scale))
    painter.scale(scale, scale)
    geometry = Geometry(hexagonal)
    model = _tile_model(piece, context.look.kind_of(piece, where.known, where.cell), context.look, geometry)
    paint_tile(painter, model, table_palette(context.theme), SceneImages())
    corners = geometry.outline()
    for side in model.walls:
        paint_wall(painter, context.look.board.wall, corners[side], corners[(side + 1) % len(corners)], double=False)


def _tile_model(piece: PieceView, ground: KindLook, look: Look, geometry: Geometry) -> CellModel:
    return CellModel(
        "",
        (0.0, 0.0),
        geometry,
        ground,
        look.empty(hexagonal=geometry.hexagonal),
        shaded=False,
        crowded=False,
        selectable=False,
        target=False,
        chosen=False,
        last=False,
        walls=edges_of(piece.walls, geometry),
    )

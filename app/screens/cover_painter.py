"""Painter of a game's cover: a small position made from the look alone, with the items of the board."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from app.appearance.look import Look
from app.table.board.items import BoardCellItem, ThingItem
from app.table.model.things import NO_MARKS
from app.table.painting.item_models import ItemModels
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
from dsl.base.files import read_head
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View

_BOARD = re.compile(r"^board[ \t]+(\w+)[ \t]*:[ \t]*(hexes|squares|areas|slots)", re.MULTILINE)
_MARGIN = 19.0  #: margin of the items of cells, in scene units
_HEAD = 256 * 1024
_ROWS, _SQUARES, _HEXES = 3, 17, 22
_SCATTER = "..12.1..2.1..21.1.2...12..1.2.11.2..1.2.21...12.1..2"  #: owners of cells, repeated


def first_board(folder: Path) -> tuple[str, str]:
    """Return name and shape of the first board that the rules in a folder declare; hexes if none can be read."""
    for rules in sorted(folder.glob("*.rules")):
        try:
            found = _BOARD.search(read_head(rules, _HEAD).decode(errors="replace"))
        except OSError:
            continue
        if found:
            return found[1], found[2]
    return "", "hexes"


def cover_view(look: Look, name: str, shape: str) -> View | None:
    """Return the position on the cover; None for a game of tiles, whose cover shows the tiles."""
    if shape == "areas" and look.plan(name).areas:
        return _view(look, BoardView(name, "areas", tuple(_areas(look, name))))
    if shape == "squares":
        return _view(look, BoardView(name, "squares", tuple(_squares(look, name))))
    if shape == "hexes" and look.empty(hexagonal=True) == "plain":
        pieces = _cover_kinds(look)
        cells = tuple(
            CellView(f"c{x}.{y}", x, y, _scatter(pieces, look, x + 7 * y)) for y in range(_ROWS) for x in range(_HEXES)
        )
        return _view(look, BoardView(name, "hexes", cells))
    return None


def _areas(look: Look, name: str) -> list[CellView]:
    """Return the areas, with all kinds of ground and some counters."""
    plan, players, counter = look.plan(name), tuple(look.players), next(iter(look.counters), "")
    kinds = tuple(plan.kinds) or ("",)
    found = []
    for rank, (area, own) in enumerate(plan.areas.items()):
        there = tuple(dict.fromkeys(players[(rank * 5 + i) % len(players)] for i in range(rank % 3))) if counter else ()
        counters = tuple(CounterView(counter, owner, "", 1 + rank % 4) for owner in there)
        kind = own.kind or kinds[rank * len(kinds) // len(plan.areas)]
        found.append(CellView(area, rank, 0, (), counters, kind, ((plan.places_by, ", ".join(there)),)))
    return found


def _squares(look: Look, name: str) -> list[CellView]:
    """Return two ranks of pieces with an empty row between them, or scattered pieces."""
    kinds, owners = _cover_kinds(look), tuple(look.players)[:2]
    ranked = look.plan(name).cells == "two-tone" and len(owners) == 2
    found = []
    for y in range(_ROWS):
        for x in range(_SQUARES):
            pieces = _scatter(kinds, look, x + 11 * y)
            if ranked and kinds:
                piece, kind = kinds[x % len(kinds)]
                pieces = (PieceView(piece, kind, owners[y // 2]),) if y != 1 else ()
            found.append(CellView(f"c{x}.{y}", x, y, pieces))
    return found


def _cover_kinds(look: Look) -> tuple[tuple[str, str], ...]:
    """Return the pieces and kinds that have a shape; else all kinds of the piece with most kinds."""
    shaped = tuple((piece, kind) for piece, kinds in look.pieces.items() for kind, how in kinds.items() if how.shape)
    most = max(look.pieces, key=lambda piece: len(look.pieces[piece]), default="")
    return shaped or tuple((most, kind) for kind in look.pieces.get(most, {}))


def _scatter(kinds: tuple[tuple[str, str], ...], look: Look, rank: int) -> tuple[PieceView, ...]:
    owners = dict(zip("12", look.players, strict=False))
    owner = owners.get(_SCATTER[rank % len(_SCATTER)])
    return (PieceView(*kinds[rank % len(kinds)], owner),) if kinds and owner else ()


def _view(look: Look, board: BoardView) -> View:
    return View(
        game="", seat="", position=0, colours=tuple(look.players), turn=0, active="", phase="", boards=(board,),
        zones=(), seats=(), values=(), decisions=(), sheet=(), outcome=None, secrets=False, may_undo=False,
        why_no_undo="",
    )  # fmt: skip


def paint_cover(painter: QPainter, area: QRectF, view: View, look: Look, dark: bool) -> None:
    """Fill `area` with the middle of a position."""
    models, palette = ItemModels(view, NO_MARKS, look), DARK_PALETTE if dark else LIGHT_PALETTE
    water = QColor(look.background(sea=any(c.empty == "sea" for c in models.cells.values())).on(dark))
    cells, things = [BoardCellItem() for _ in models.cells], [ThingItem() for _ in models.things]
    around = QRectF()
    for cell, model in zip(cells, models.cells.values(), strict=True):
        cell.show_state(model, palette, water, shows_place=False)
        around |= cell.boundingRect().translated(cell.pos())
    for thing, what in zip(things, models.things.values(), strict=True):
        thing.show_state(what, palette)
    around.adjust(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    painter.save()
    painter.fillRect(area, water)
    painter.translate(area.center())
    scale = max(area.width() / around.width(), area.height() / around.height())
    painter.scale(scale, scale)
    painter.translate(-around.center())
    for item in (*cells, *things):
        painter.save()
        painter.translate(item.pos())
        item.paint(painter, QStyleOptionGraphicsItem())
        painter.restore()
    painter.restore()

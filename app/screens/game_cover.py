"""What stands on a game's cover: a small position made from nothing but its look, drawn as the table would draw it."""

from __future__ import annotations

import re
from math import cos, pi, sin, sqrt
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QStyleOptionGraphicsItem, QWidget

from app.appearance.fills import KindLook, plain_kind
from app.appearance.look import Look, game_look_or_plain
from app.table.board.items import CellItem, ThingItem
from app.table.model.targets import NO_MARKS
from app.table.painting.cells import paint_pattern, shades_of
from app.table.painting.item_models import ItemModels
from app.table.painting.palette import DAY, NIGHT
from dsl.base.files import read_head
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View

_BOARD = re.compile(r"^board[ \t]+(\w+)[ \t]*:[ \t]*(hexes|squares|areas|slots)", re.MULTILINE)
_MARGIN = 19.0  #: what the pictures of cells keep free around them
_HEAD = 256 * 1024
_ROWS, _SQUARES, _HEXES = 3, 17, 22
_STREWN = "..12.1..2.1..21.1.2...12..1.2.11.2..1.2.21...12.1..2"  #: who has which cell, where nothing else says so


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


def cover_of(look: Look, name: str, shape: str) -> View | None:
    """Return the position on the cover; None for a game of tiles, whose cover shows its land."""
    if shape == "areas" and look.plan(name).areas:
        return _view(look, BoardView(name, "areas", tuple(_areas(look, name))))
    if shape == "squares":
        return _view(look, BoardView(name, "squares", tuple(_squares(look, name))))
    if shape == "hexes" and look.empty(hexagonal=True) == "plain":
        men = _men(look)
        cells = tuple(
            CellView(f"c{x}.{y}", x, y, _strewn(men, look, x + 7 * y)) for y in range(_ROWS) for x in range(_HEXES)
        )
        return _view(look, BoardView(name, "hexes", cells))
    return None


def _areas(look: Look, name: str) -> list[CellView]:
    """The areas, as if each kind of land had an equal share, with some counters in them."""
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
    """Two ranks of men with a row between them; men without ranks are strewn."""
    men, owners = _men(look), tuple(look.players)[:2]
    ranked = look.plan(name).cells == "two-tone" and len(owners) == 2
    found = []
    for y in range(_ROWS):
        for x in range(_SQUARES):
            pieces = _strewn(men, look, x + 11 * y)
            if ranked and men:
                piece, kind = men[x % len(men)]
                pieces = (PieceView(piece, kind, owners[y // 2]),) if y != 1 else ()
            found.append(CellView(f"c{x}.{y}", x, y, pieces))
    return found


def _men(look: Look) -> tuple[tuple[str, str], ...]:
    """The pieces that have a shape of their own; if none has, those of which there are most kinds."""
    shaped = tuple((piece, kind) for piece, kinds in look.pieces.items() for kind, how in kinds.items() if how.shape)
    most = max(look.pieces, key=lambda piece: len(look.pieces[piece]), default="")
    return shaped or tuple((most, kind) for kind in look.pieces.get(most, {}))


def _strewn(men: tuple[tuple[str, str], ...], look: Look, rank: int) -> tuple[PieceView, ...]:
    owners = dict(zip("12", look.players, strict=False))
    owner = owners.get(_STREWN[rank % len(_STREWN)])
    return (PieceView(*men[rank % len(men)], owner),) if men and owner else ()


def _view(look: Look, board: BoardView) -> View:
    return View(
        game="", seat="", position=0, colours=tuple(look.players), turn=0, active="", phase="", boards=(board,),
        zones=(), seats=(), values=(), decisions=(), sheet=(), outcome=None, secrets=False, may_undo=False,
        why_no_undo="",
    )  # fmt: skip


def paint_cover(painter: QPainter, area: QRectF, view: View, look: Look, dark: bool) -> None:
    """Fill `area` with the middle of a position."""
    faces, tones = ItemModels(view, NO_MARKS, look), NIGHT if dark else DAY
    water = QColor(look.background(sea=any(c.empty == "sea" for c in faces.cells.values())).on(dark))
    cells, things = [CellItem() for _ in faces.cells], [ThingItem() for _ in faces.things]
    around = QRectF()
    for cell, face in zip(cells, faces.cells.values(), strict=True):
        cell.present(face, tones, water, writes=False)
        around |= cell.boundingRect().translated(cell.pos())
    for thing, what in zip(things, faces.things.values(), strict=True):
        thing.present(what, tones)
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


# A small picture of a game, painted from its look: a patch of its own tiles, or its board with some men.


#: Three rows of hexagons, wider than any card; a patch of them is land.
_CELLS = tuple((q, r) for q in range(-9, 10) for r in (-1, 0, 1))
_RADIUS = 38.0
_MOMENT = 150  #: milliseconds between the page and its covers
_INNER = 52.0  #: the inner radius that patterns are drawn for
_PLAIN = tuple(plain_kind(name) for name in ("a", "b", "c"))


class GamePicture(QWidget):
    """A strip of hexagons as the game's look draws them, plain ones if it has none; or a strip of its board.

    The page is there first: what draws a board is only loaded, and the covers drawn, a moment after it is seen.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._look = game_look_or_plain(folder)
        self._painted: tuple[QSize, bool, QPixmap] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_MOMENT)
        self._soon.timeout.connect(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """A strip."""
        return QSize(200, 124)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cover, which is drawn once for a size and a theme; until it is drawn, its ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(_rounded_top(QRectF(self.rect()), 9))
        if self._painted is None or self._painted[:2] != self._wanted():
            self._soon.start()
        if self._painted is None:
            painter.fillRect(self.rect(), QColor(self._look.board.background.on(self._wanted()[1])))
        else:
            painter.drawPixmap(self.rect(), self._painted[2])

    def _wanted(self) -> tuple[QSize, bool]:
        return self.size() * self.devicePixelRatioF(), self.palette().window().color().lightness() < 128

    def _draw(self) -> None:

        size, dark = self._wanted()
        picture = QPixmap(size)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        view = cover_of(self._look, *first_board(self._folder))
        if view is not None:
            paint_cover(painter, QRectF(self.rect()), view, self._look, dark)
        else:
            paint_picture(painter, QRectF(self.rect()), self._look, dark)
        painter.end()
        self._painted = size, dark, picture
        self.update()


def paint_picture(painter: QPainter, area: QRectF, look: Look, dark: bool) -> None:
    """Fill `area` with the game's ground and a patch of its tiles."""
    painter.fillRect(area, QColor(look.board.background.on(dark)))
    kinds = _tiles(look)
    for q, r in _CELLS:
        across = q + r / 2
        if abs(across) <= 2.6 - abs(r) / 2:
            centre = area.center() + QPointF(_RADIUS * sqrt(3) * across, _RADIUS * 1.5 * r)
            _paint_tile(painter, centre, kinds[(q - r) % len(kinds)], dark)


def _tiles(look: Look) -> tuple[KindLook, ...]:
    """The kinds of the piece that has most of them."""
    return tuple(max(look.pieces.values(), key=len, default={}).values()) or _PLAIN


def _paint_tile(painter: QPainter, centre: QPointF, kind: KindLook, dark: bool) -> None:
    fill = QColor(kind.fill.on(dark))
    painter.save()
    painter.translate(centre)
    painter.setPen(fill.darker(150))
    painter.setBrush(fill)
    painter.drawPolygon(_hexagon(_RADIUS * 0.96))
    painter.scale(_RADIUS * sqrt(3) / 2 / _INNER, _RADIUS * sqrt(3) / 2 / _INNER)
    paint_pattern(painter, kind.pattern, shades_of(fill))
    painter.restore()


def _hexagon(radius: float) -> QPolygonF:
    """A hexagon that stands on a corner."""
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return QPolygonF([QPointF(radius * cos(angle), radius * sin(angle)) for angle in angles])


def _rounded_top(area: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area.adjusted(0, 0, 0, radius * 2), radius, radius)
    return path

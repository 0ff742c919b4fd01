"""Painter of covers: a position of a match, painted by the board's scene, or the picture that the look of a game names.
A game without either gets a position that is made from its look alone."""

from __future__ import annotations

import math
import re
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from app.appearance.drawings import Drawing, paint_drawing_in
from app.appearance.look import Look
from app.storage.board_position import BoardPosition
from app.table.board.scene import BoardScene
from app.table.model.cell_shapes import RADIUS, Point
from app.table.painting.image_cache import ImageCache
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
from dsl.base.files import read_head
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View

_BOARD = re.compile(r"^board[ \t]+(\w+)[ \t]*:[ \t]*(hexes|squares|areas|slots)", re.MULTILINE)
_LAND_SHARE, _SHARE = 0.6, 0.95  #: of a board that a cover shows at most: of scattered land, and of others
_HEAD = 256 * 1024
_CELL = 20.0  #: pixels from the middle of a cell to its corner, where a position does not say how much is shown
_ROWS, _SQUARES, _HEXES = 3, 17, 22
#: Rows of hexes: letters are land, with the kinds of ground in turn; capitals have counters, `o` is for rare kinds.
_LANDS = ("..aB...aCa..Ab.", ".aBca..bAcA..aB", "..cAb..AboBa..Ca", ".b.A..cBacAb..a", "...Ca..aBcA..Ac")
_DIMMED = QColor(0, 0, 0, 56)  #: over a picture in the dark theme
_ABOVE = 1 / 3  #: share above the visible part, of what a wide cover leaves out of a picture
_SCATTER = "..12.1..2.1..21.1.2...12..1.2.11.2..1.2.21...12.1..2"  #: owners of cells, repeated


_Shown = BoardPosition | Drawing | tuple[str, str]  #: what a cover shows; the last is name and shape of the first board
#: The look, what is shown, and the picture, by all else that it depends on.
_covers: dict[tuple[Path, tuple[int, int], float, bool], tuple[Look, _Shown, QPixmap]] = {}
_MOST_COVERS = 48  #: that are kept: the start page is made again after each match


def cover(
    folder: Path, look: Look, size: QSize, ratio: float, dark: bool, position: BoardPosition | None = None
) -> QPixmap:
    """Return the cover of the game in `folder` with this look, for a widget of this size with `ratio` pixels in one.
    It shows the position, or without one, the picture of the look, or a position that is made from the look."""
    key: tuple[Path, tuple[int, int], float, bool] = folder, (size.width(), size.height()), ratio, dark
    shown: _Shown = position or _picture(look) or first_board(folder)
    kept = _covers.pop(key, None)
    if kept is None or kept[0] is not look or kept[1] != shown:
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(QRect(QPoint(), size))
        if isinstance(shown, BoardPosition):
            paint_position(painter, area, shown, look, dark)
        elif isinstance(shown, Drawing):
            paint_picture(painter, area, shown, dark)
        else:
            paint_cover(painter, area, cover_view(look, *shown), look, dark)
        painter.end()
        kept = look, shown, picture
    _covers[key] = kept
    if len(_covers) > _MOST_COVERS:
        del _covers[next(iter(_covers))]
    return kept[2]


def _picture(look: Look) -> Drawing | None:
    """Return the picture that the look names; None without one, or if its file is refused."""
    return look.cover if look.cover is not None and not look.cover.box.isEmpty() else None


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


def cover_view(look: Look, name: str, shape: str) -> View:
    """Return the position on the cover."""
    if shape == "areas" and look.plan(name).areas:
        return _view(look, BoardView(name, "areas", tuple(_areas(look, name))))
    if shape == "squares":
        return _view(look, BoardView(name, "squares", tuple(_squares(look))))
    tiled = shape != "hexes" or look.empty(hexagonal=True) == "sea" or bool(_grounds(look))
    return _view(look, BoardView(name, "hexes", tuple(_land(look) if tiled else _hexes(look))))


def _hexes(look: Look) -> list[CellView]:
    """Return rows of hexes with scattered pieces."""
    pieces, places = _cover_kinds(look), [(x, y) for y in range(_ROWS) for x in range(_HEXES)]
    return [CellView(f"c{x}.{y}", x, y, _scatter(pieces, look, x + 7 * y)) for x, y in places]


def _land(look: Look) -> list[CellView]:
    """Return tiles of every kind as lands in the sea, with counters on some."""
    grounds = _grounds(look) or [("tile", kind) for kind in "abc"]
    rare = [each for each in grounds if look.kind(*each).rare]
    usual = [each for each in grounds if each not in rare] or grounds
    counter, owners = next(iter(look.counters), ""), tuple(look.players)
    found = []
    for row, line in enumerate(_LANDS):
        for column, letter in enumerate(line):
            rank = column * 5 + row * 3
            kind = rare.pop(0) if rare and letter == "o" else usual[rank % len(usual)]
            ground = (PieceView(*kind, ""),) if letter != "." else ()
            there = letter.isupper() and counter and owners
            counters = (CounterView(counter, owners[rank % len(owners)], "", 1 + rank % 2),) if there else ()
            place = f"c{column}.{row}"
            found.append(CellView(place, column - row // 2, row, ground, counters))
    return found


def _grounds(look: Look) -> list[tuple[str, str]]:
    """Return the kinds of the tile with most kinds, which the look draws as ground."""
    found = {
        piece: [(piece, kind) for kind, how in kinds.items() if kind and (how.sprites or how.texture != "plain")]
        for piece, kinds in look.pieces.items()
        if look.form(piece, owned=False) == "ground"
    }
    return max(found.values(), key=len, default=[])


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


def _squares(look: Look) -> list[CellView]:
    """Return two ranks of pieces with an empty row between them, or scattered pieces, on the grounds of the look."""
    grounds = _grounds(look) if any(plan.cells == "merged" for plan in look.boards.values()) else []
    kinds, owners = _cover_kinds(look), tuple(look.players)[:2]
    ranked = any(plan.cells == "two-tone" for plan in look.boards.values()) and len(owners) == 2
    found = []
    for y in range(_ROWS):
        for x in range(_SQUARES):
            pieces = _scatter(kinds, look, x + 11 * y)
            if ranked and kinds:
                piece, kind = kinds[x % len(kinds)]
                pieces = (PieceView(piece, kind, owners[y // 2]),) if y != 1 else ()
            ground = (PieceView(*grounds[(x + 2 * y) // 4 % len(grounds)], ""),) if grounds else ()
            found.append(CellView(f"c{x}.{y}", x, y, (*ground, *pieces)))
    return found


def _cover_kinds(look: Look) -> tuple[tuple[str, str], ...]:
    """Return the pieces and kinds that have a shape; else all kinds of the piece with most kinds."""
    shaped = tuple(
        (piece, kind)
        for piece, kinds in look.pieces.items()
        if look.form(piece, owned=True) == "figure"
        for kind, how in kinds.items()
        if how.shape or how.art
    )
    most = max(look.pieces, key=lambda piece: len(look.pieces[piece]), default="")
    return shaped or tuple((most, kind) for kind in look.pieces.get(most, {}))


def _scatter(kinds: tuple[tuple[str, str], ...], look: Look, rank: int) -> tuple[PieceView, ...]:
    owners = dict(zip("12", look.players, strict=False))
    owner = owners.get(_SCATTER[rank % len(_SCATTER)])
    return (PieceView(*kinds[rank % len(kinds)], owner),) if kinds and owner else ()


def _view(look: Look, board: BoardView) -> View:
    return _view_of(board, tuple(look.players))


def _view_of(board: BoardView, colours: tuple[str, ...]) -> View:
    return View(
        game="", seat="", position=0, colours=colours, turn=0, active="", phase="", boards=(board,),
        zones=(), seats=(), values=(), decisions=(), sheet=(), outcome=None, secrets=False, may_undo=False,
        why_no_undo="",
    )  # fmt: skip


def paint_picture(painter: QPainter, area: QRectF, picture: Drawing, dark: bool) -> None:
    """Fill `area` with a picture, which is dimmed a little for the dark theme. A wide area leaves out more of its lower
    part: heads are above."""
    box = picture.box
    scale = max(area.width() / box.width(), area.height() / box.height())
    wide, high = box.width() * scale, box.height() * scale
    left, top = area.left() - (wide - area.width()) / 2, area.top() - (high - area.height()) * _ABOVE
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    paint_drawing_in(painter, picture, QRectF(left, top, wide, high))
    if dark:
        painter.fillRect(area, _DIMMED)
    painter.restore()


def paint_cover(painter: QPainter, area: QRectF, view: View, look: Look, dark: bool) -> None:
    """Fill `area` with the middle of a position."""
    scene, board = _scene(view, look, dark), view.boards[0]
    whole = scene.needed_rect()
    land = board.shape == "hexes" and (look.empty(hexagonal=True) == "sea" or bool(_grounds(look)))
    share = _LAND_SHARE if land else _SHARE
    _render(painter, area, scene, _part_of(whole, area, whole.width() * share, whole.height() * share))


def paint_position(painter: QPainter, area: QRectF, position: BoardPosition, look: Look, dark: bool) -> None:
    """Fill `area` with the part of a position where most things lie."""
    scene = _scene(_view_of(position.board, position.colours), look.for_players(position.colours), dark)
    whole = scene.needed_rect()
    part = _part_of(whole, area, min(area.width() * RADIUS / _CELL, whole.width()), math.inf)
    part.moveCenter(QPointF(*_densest(scene, part)))
    left, top = whole.right() - part.width(), whole.bottom() - part.height()
    part.moveLeft(_within(part.left(), whole.left(), left))
    part.moveTop(_within(part.top(), whole.top(), top))
    _render(painter, area, scene, part)


def _within(value: float, least: float, most: float) -> float:
    """Return a value between two others, or their mean where the first one is larger."""
    return (least + most) / 2 if least > most else max(least, min(value, most))


def _scene(view: View, look: Look, dark: bool) -> BoardScene:
    scene = BoardScene(look)
    scene.images.cache = ImageCache()  # a cover is painted once: its large grounds go with the scene
    scene.set_name_lookup(lambda _: "")  # a cover is too small for names
    scene.set_table_palette(DARK_PALETTE if dark else LIGHT_PALETTE)
    scene.show_state(view)
    return scene


def _part_of(whole: QRectF, area: QRectF, across: float, down: float) -> QRectF:
    """Return a part in the middle of the scene with the proportions of `area`, within `across` and `down`."""
    scale = max(area.width() / across, area.height() / down)
    part = QRectF(0, 0, area.width() / scale, area.height() / scale)
    part.moveCenter(whole.center())
    return part


def _densest(scene: BoardScene, part: QRectF) -> Point:
    """Return the middle of the cell around which a part of this size has most things; with none, its own middle."""
    middle = part.center().toTuple()
    things = [model.middle for model in scene.hit_test.things.values()]
    cells = sorted((math.dist(cell.middle, middle), cell.middle) for cell in scene.hit_test.cells.values())
    wide, high = part.width() / 2, part.height() / 2

    def count(at: Point) -> int:
        return sum(abs(x - at[0]) <= wide and abs(y - at[1]) <= high for x, y in things)

    return max((at for _, at in cells), key=count, default=middle) if things else middle


def _render(painter: QPainter, area: QRectF, scene: BoardScene, part: QRectF) -> None:
    scene.render(painter, area, part, Qt.AspectRatioMode.IgnoreAspectRatio)
    scene.deleteLater()

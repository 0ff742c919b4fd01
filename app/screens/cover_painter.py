"""Painter of a game's cover: a small position made from the look alone, painted by the board's scene."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.appearance.look import Look
from app.table.board.scene import BoardScene
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
from dsl.base.files import read_head
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View

_BOARD = re.compile(r"^board[ \t]+(\w+)[ \t]*:[ \t]*(hexes|squares|areas|slots)", re.MULTILINE)
_LAND_SHARE, _SHARE = 0.6, 0.95  #: of a board that a cover shows at most: of scattered land, and of others
_HEAD = 256 * 1024
_ROWS, _SQUARES, _HEXES = 3, 17, 22
#: Rows of hexes: letters are land, with the kinds of ground in turn; capitals have counters, `o` is for rare kinds.
_LANDS = ("..aB...aCa..Ab.", ".aBca..bAcA..aB", "..cAb..AboBa..Ca", ".b.A..cBacAb..a", "...Ca..aBcA..Ac")
_SCATTER = "..12.1..2.1..21.1.2...12..1.2.11.2..1.2.21...12.1..2"  #: owners of cells, repeated


_covers: dict[tuple[Path, tuple[int, int], float, bool], tuple[Look, tuple[str, str], QPixmap]] = {}
_MOST_COVERS = 48  #: that are kept: the start page is made again after each match


def cover(folder: Path, look: Look, size: QSize, ratio: float, dark: bool) -> QPixmap:
    """Return the cover of the game in `folder` with this look, for a widget of this size with `ratio` pixels in one."""
    key, board = (folder, size.toTuple(), ratio, dark), first_board(folder)
    kept = _covers.pop(key, None)
    if kept is None or kept[0] is not look or kept[1] != board:
        kept = look, board, _painted(cover_view(look, *board), look, size, ratio, dark)
    _covers[key] = kept
    if len(_covers) > _MOST_COVERS:
        del _covers[next(iter(_covers))]
    return kept[2]


def _painted(view: View, look: Look, size: QSize, ratio: float, dark: bool) -> QPixmap:
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_cover(painter, QRectF(QRect(QPoint(), size)), view, look, dark)
    painter.end()
    return picture


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
    return View(
        game="", seat="", position=0, colours=tuple(look.players), turn=0, active="", phase="", boards=(board,),
        zones=(), seats=(), values=(), decisions=(), sheet=(), outcome=None, secrets=False, may_undo=False,
        why_no_undo="",
    )  # fmt: skip


def paint_cover(painter: QPainter, area: QRectF, view: View, look: Look, dark: bool) -> None:
    """Fill `area` with the middle of a position."""
    scene = BoardScene(look)
    scene.set_name_lookup(lambda _: "")  # a cover is too small for names
    scene.set_table_palette(DARK_PALETTE if dark else LIGHT_PALETTE)
    scene.show_state(view)
    whole, board = scene.needed_rect(), view.boards[0]
    land = board.shape == "hexes" and (look.empty(hexagonal=True) == "sea" or bool(_grounds(look)))
    share = _LAND_SHARE if land else _SHARE
    across, down = whole.width() * share, whole.height() * share
    scale = max(area.width() / across, area.height() / down)
    shown = QRectF(0, 0, area.width() / scale, area.height() / scale)
    shown.moveCenter(whole.center())
    scene.render(painter, area, shown, Qt.AspectRatioMode.IgnoreAspectRatio)
    scene.deleteLater()

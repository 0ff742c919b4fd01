"""Cover of a game in the gallery."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.appearance.look import Look, cover_look, game_look_or_plain
from app.base.paths import official_rulesets
from app.screens.cover_painter import cover, cover_view, paint_cover, paint_position
from app.storage.board_position import BoardPosition, read_position
from app.storage.game_library import find_games
from app.table.painting.image_cache import IMAGES
from dsl.match.view import BoardView, CellView, CounterView, PieceView


def colours(look: Look, dark: bool) -> set[str]:
    image = QImage(300, 120, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_cover(painter, QRectF(image.rect()), cover_view(look, "", "hexes"), look, dark)
    painter.end()
    return {image.pixelColor(x, y).name() for x in range(0, 300, 3) for y in range(0, 120, 3)}


def test_a_cover_shows_every_kind_of_tile() -> None:
    look = game_look_or_plain(official_rulesets() / "trias")
    (board,) = cover_view(look, "world", "hexes").boards
    assert {piece.kind for cell in board.cells for piece in cell.pieces} == {
        kind for kind in look.pieces["tile"] if kind
    }
    assert any(cell.counters for cell in board.cells)


def test_a_cover_shows_a_rare_kind_once() -> None:
    look = game_look_or_plain(official_rulesets() / "trias")
    (board,) = cover_view(look, "world", "hexes").boards
    shown = [piece.kind for cell in board.cells for piece in cell.pieces]
    assert shown.count("pole") == 1
    assert min(shown.count(kind) for kind in look.pieces["tile"] if kind and kind != "pole") > 5


def test_a_cover_is_darker_in_the_dark_theme(qapp: QApplication) -> None:
    look = game_look_or_plain(official_rulesets() / "trias")

    def mean(dark: bool) -> float:
        shades = [QColor(colour).lightnessF() for colour in colours(look, dark)]
        return sum(shades) / len(shades)

    assert mean(dark=True) < mean(dark=False)


def test_a_game_without_a_look_has_a_cover(qapp: QApplication) -> None:
    assert len(colours(Look(), dark=False)) > 3


def test_a_cover_is_painted_once_for_a_look(qapp: QApplication) -> None:
    folder = official_rulesets() / "trias"
    look, size = game_look_or_plain(folder), QSize(160, 112)
    picture = cover(folder, look, size, 1.0, False).cacheKey()
    assert cover(folder, look, size, 1.0, False).cacheKey() == picture
    others = {cover(folder, *other).cacheKey() for other in ((look, size, 1.0, True), (Look(), size, 1.0, False))}
    assert picture not in others
    assert len(others) == 2


GAMES = [game.folder for game in find_games(official_rulesets(), Path("nowhere"))]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_official_game_has_a_picture_on_its_cover(qapp: QApplication, folder: Path) -> None:
    """It fits the card of a game, and is not the one that a game inherits from another."""
    look = game_look_or_plain(folder)
    assert look.cover is not None
    assert look.cover.path.is_relative_to(folder)
    assert look.cover.box.size().toTuple() == (750, 300)
    shown = cover(folder, look, QSize(250, 100), 1.0, False).toImage()
    corners = [(1, 1), (248, 1), (1, 98), (248, 98)]
    assert all(shown.pixelColor(x, y).alpha() == 255 for x, y in corners), "the picture fills the cover"
    assert len({shown.pixelColor(x, y).name() for x in range(0, 250, 5) for y in range(0, 100, 5)}) > 50


def test_a_cover_shows_a_position_before_the_picture_of_the_game(qapp: QApplication) -> None:
    """The banner of a match shows its own board."""
    folder = official_rulesets() / "trias"
    look, size = game_look_or_plain(folder), QSize(250, 100)
    board = BoardView("world", "hexes", (CellView("0,0", 0, 0, (PieceView("tile", "steppe"),)),))
    match = cover(folder, look, size, 1.0, False, BoardPosition(board, ("red",)))
    assert match.toImage() != cover(folder, look, size, 1.0, False).toImage()


def test_a_game_whose_picture_is_refused_has_a_cover_of_its_board(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "scene.svg").write_text('<svg viewBox="0 0 10 10"><script/></svg>')
    (tmp_path / "own.look").write_text('[cover]\nart = "scene"\n')
    look, size = cover_look(tmp_path), QSize(250, 100)
    assert look.cover is not None
    plain = cover(tmp_path, cover_look(tmp_path / "art"), size, 1.0, False).toImage()
    assert cover(tmp_path, look, size, 1.0, False).toImage() == plain


def test_a_position_shows_the_part_with_most_things(qapp: QApplication) -> None:
    """One tile in the north, one in the south with a herd: the south is shown, as if there were no north."""
    herd = (CounterView("herd", "red", "", 1),)
    south = CellView("-6,12", -6, 12, (PieceView("tile", "wood"),), herd)
    north = CellView("0,0", 0, 0, (PieceView("tile", "steppe"),))
    look = game_look_or_plain(official_rulesets() / "trias")
    shown = []
    for cells in ((north, south), (south,)):
        image = QImage(120, 48, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        board = BoardView("world", "hexes", cells)
        paint_position(painter, QRectF(image.rect()), BoardPosition(board, ("red",)), look, dark=False)
        painter.end()
        shown.append(image.copy(40, 10, 40, 28))
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    "content", ["", "{", '{"type": "BoardView"}', "x" * 300_000], ids=["empty", "cut", "other", "large"]
)
def test_a_damaged_position_is_not_shown(tmp_path: Path, content: str) -> None:
    (tmp_path / "match.json").write_text(content, "utf-8")
    assert read_position(tmp_path / "match.json") is None
    assert read_position(tmp_path / "missing.json") is None


def test_a_cover_leaves_no_images_of_its_board(qapp: QApplication) -> None:
    """They are painted for this picture alone, and a board that is opened later has other ones."""
    before = IMAGES.used_bytes, IMAGES.renders
    colours(game_look_or_plain(official_rulesets() / "trias"), dark=False)
    assert (IMAGES.used_bytes, IMAGES.renders) == before

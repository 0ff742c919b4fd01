"""Cover of a game in the gallery."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.appearance.look import Look, game_look_or_plain
from app.base.paths import official_rulesets
from app.screens.cover_painter import cover, cover_view, paint_cover


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

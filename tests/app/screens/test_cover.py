"""Cover of a game in the gallery."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.appearance.look import Look, game_look_or_plain
from app.base.paths import official_rulesets
from app.screens.gallery import paint_picture


def colours(look: Look, dark: bool) -> set[str]:
    image = QImage(300, 120, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_picture(painter, QRectF(image.rect()), look, dark)
    painter.end()
    return {image.pixelColor(x, y).name() for x in range(0, 300, 3) for y in range(0, 120, 3)}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_cover_has_the_background_and_every_kind_of_tile(qapp: QApplication, dark: bool) -> None:
    look = game_look_or_plain(official_rulesets() / "trias")
    seen = colours(look, dark)
    assert look.board.background.on(dark) in seen
    assert {kind.fill.on(dark) for kind in look.pieces["tile"].values()} <= seen


def test_a_game_without_a_look_has_a_cover(qapp: QApplication) -> None:
    assert len(colours(Look(), dark=False)) > 3

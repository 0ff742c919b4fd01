"""Faces and backs of cards: readable names, and hexes for backs of tiles."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.appearance.look import game_look_or_plain
from app.appearance.theme import contrast_ratio
from app.table.context import TableContext
from app.table.painting.cards import band_colour, paint_back
from tests.rulesets import FOLDERS, name_of


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_name_of_every_kind_is_readable_on_its_band(folder: object) -> None:
    look = game_look_or_plain(folder)
    fills = {
        fill for kinds in look.pieces.values() for kind in kinds.values() for fill in (kind.fill.light, kind.fill.dark)
    }
    assert all(contrast_ratio("#ffffff", band_colour(QColor(fill))) >= 6.0 for fill in fills)


@pytest.mark.parametrize("fill", ["#ffffff", "#000000", "#808080", "#f0c020", "#20c0f0"])
def test_a_band_keeps_the_hue_of_its_kind(fill: str) -> None:
    band, kind = band_colour(QColor(fill)), QColor(fill)
    assert contrast_ratio("#ffffff", band) >= 6.0
    assert band.hue() == kind.hue() or min(kind.saturation(), band.saturation()) < 8 or abs(band.hue() - kind.hue()) < 4


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("piece", ["tile", "card"])
def test_the_back_of_a_tile_is_a_hex_and_that_of_a_card_is_not(context: TableContext, piece: str) -> None:
    image = QImage(92, 120, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_back(painter, QRectF(image.rect()), context, "7", piece)
    painter.end()
    beside_a_corner = image.pixelColor(12, 12)
    assert image.pixelColor(46, 60).alpha() == 255
    assert (beside_a_corner.alpha() == 0) == (piece in context.look.hexagonal)
    assert (piece in context.look.hexagonal) == (piece == "tile")

"""Bands of cards: white text is readable on the colour of every kind."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from app.appearance.look import game_look_or_plain
from app.appearance.theme import contrast_ratio
from app.table.painting.cards import band_colour
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

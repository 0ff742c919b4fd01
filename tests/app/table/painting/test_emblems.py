"""Emblems of players, states and numbers differ without colour."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.appearance.kind_look import Paint
from app.appearance.look import SHAPES, WEAVES, Look, PlayerLook, Shape, read_look
from app.appearance.theme import contrast_ratio
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE, text_colour_on
from app.table.painting.pieces import Emblem, paint_emblem
from tests.app.table.boards import COLOURS

RULESETS = Path(__file__).parents[4] / "rulesets"
SIDE = 40


def grey(emblem: Emblem, *, in_water: bool = False) -> bytes:
    """Paint an emblem without colour."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(QColor("#b5b5b5"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(SIDE / 2, SIDE / 2)
    paint_emblem(painter, emblem, 15, LIGHT_PALETTE, in_water=in_water)
    painter.end()
    seen = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(seen.constBits())


def difference(one: bytes, other: bytes) -> float:
    """Return how far two pictures are apart: the share of pixels that clearly differ."""
    return sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("shape", SHAPES)
def test_patterns_differ_without_colour_and_letter(qtbot: QtBot, shape: Shape) -> None:
    fill = Paint("#8a5a3a", "#8a5a3a")
    pictures = [grey(Emblem(shape, PlayerLook(fill, weave, ""), signs=True)) for weave in WEAVES]
    for one, other in itertools.combinations(pictures, 2):
        assert difference(one, other) > 0.02


@pytest.mark.parametrize("folder", [None, RULESETS / "trias"], ids=["no look", "a look"])
def test_players_states_and_amounts_differ_without_colour(qtbot: QtBot, folder: Path | None) -> None:
    look = (read_look(folder) if folder else Look()).for_players(COLOURS)
    pictures = [
        grey(Emblem("pawn", look.player(colour), amount, mark, inscribed=False, signs=True))
        for colour in COLOURS
        for mark in ("none", "ringed", "faded", "crossed")
        for amount in (1, 2, 3)
    ]
    for one, other in itertools.combinations(pictures, 2):
        assert difference(one, other) > 0.01


def test_an_emblem_in_water_differs_from_one_on_land(qtbot: QtBot) -> None:
    emblem = Emblem("pawn", Look().player("red"))
    assert difference(grey(emblem), grey(emblem, in_water=True)) > 0.05


def test_what_swims_lies_lower_than_what_stands(qtbot: QtBot) -> None:
    """Its head does, while its feet are under water."""
    emblem, empty = Emblem("pawn", Look().player("red")), 181  # the ground without colour

    def top(picture: bytes) -> int:
        return next(at for at, pixel in enumerate(picture) if abs(pixel - empty) > 24) // SIDE

    assert top(grey(emblem, in_water=True)) >= top(grey(emblem)) + 4


@pytest.mark.parametrize("level", range(0, 256, 5))
def test_letters_are_readable_on_every_fill(level: int) -> None:
    for fill in (QColor(level, level, level), QColor(level, 90, 30), QColor(30, level, 200)):
        assert contrast_ratio(text_colour_on(fill), fill) >= 4.5


def test_marks_contrast_with_the_table() -> None:
    for tones, sea in ((LIGHT_PALETTE, Look().board.background.light), (DARK_PALETTE, Look().board.background.dark)):
        assert contrast_ratio(QColor(tones.accent), QColor(sea)) >= 3
        assert contrast_ratio(QColor(tones.accent), QColor(tones.glow)) >= 3
        assert contrast_ratio(QColor(tones.ink), QColor(tones.paper)) >= 4.5

"""Banner of a game: its colours in every theme, and its cover beside the words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look_or_plain
from app.appearance.theme import CONTRAST, DARK, LIGHT, Theme, banner_colour, contrast_ratio, palette_of
from app.base.paths import official_rulesets
from app.base.widgets import label
from app.screens.banner import GameBanner
from app.screens.gallery import GamePicture
from app.storage.game_library import find_games

GAMES = {game.name: game for game in find_games(official_rulesets(), Path("nowhere"))}


@pytest.fixture(autouse=True)
def _own_palette(qapp: QApplication) -> Iterator[None]:
    """Give the application its palette back."""
    before = qapp.palette()
    yield
    qapp.setPalette(before)


def banner(qtbot: QtBot, game: str, theme: Theme) -> GameBanner:
    QApplication.setPalette(palette_of(theme))
    made = GameBanner(100)
    qtbot.addWidget(made)
    made.words.addWidget(label("banner title"))
    made.show_game(GAMES[game].folder)
    made.resize(600, 120)
    made.show()
    return made


@pytest.mark.parametrize("game", GAMES)
def test_white_text_is_readable_on_the_colour_of_every_game(game: str) -> None:
    colour = game_look_or_plain(GAMES[game].folder).board.background.dark
    assert contrast_ratio("#ffffff", banner_colour(colour)) >= 7.0


def test_a_pale_colour_is_darkened() -> None:
    assert contrast_ratio("#ffffff", banner_colour("#f0e0c0")) >= 7.0


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
def test_the_text_of_each_theme_is_readable_on_its_ground(qtbot: QtBot, theme: Theme) -> None:
    shown = banner(qtbot, "chess", theme)
    ground = shown.grab().toImage().pixelColor(20, 60)
    assert contrast_ratio(theme.banner_ink, ground) >= 7.0


def test_the_cover_fades_into_the_ground_and_has_round_corners_at_the_right(qtbot: QtBot) -> None:
    shown = banner(qtbot, "trias", LIGHT)
    (picture,) = shown.findChildren(GamePicture)
    qtbot.waitUntil(lambda: picture._painted is not None)
    image = shown.grab(QRect(0, 0, 600, 120)).toImage()
    ground = image.pixelColor(20, 60)
    left, right = picture.x() + 1, picture.geometry().right() - 40
    assert near(image.pixelColor(left, 60), ground)
    assert not all(near(image.pixelColor(x, 60), ground) for x in range(right, right + 30))


def test_another_game_replaces_the_cover(qtbot: QtBot) -> None:
    shown = banner(qtbot, "trias", LIGHT)
    shown.show_game(GAMES["chess"].folder)
    qtbot.waitUntil(
        lambda: [each._folder.name for each in shown.findChildren(GamePicture) if each.isVisible()] == ["chess"]
    )


def near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) <= 12 for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))

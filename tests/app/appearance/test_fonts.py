"""Fonts and icons of the window: faces from packages, sizes, icons in the colour of the text."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.appearance.fonts import load_faces, points, sizes_for, text_font, title_font
from app.appearance.icons import SIDE, program_icon, set_icon
from app.base.paths import home, resource
from app.base.widgets import button


def test_both_faces_come_from_their_packages(qapp: QApplication) -> None:
    faces = load_faces("nothing")
    assert faces.text != faces.title
    assert {faces.text, faces.title} <= set(QFontDatabase.families())
    assert QFontInfo(text_font(faces, 20)).family() == faces.text
    assert QFontInfo(title_font(text_font(faces, 20), 1)).family() == faces.title


def test_figures_have_equal_widths(qapp: QApplication) -> None:
    metrics = QFontMetricsF(text_font(load_faces("nothing"), 40))
    widths = [metrics.horizontalAdvance(figure * 10) for figure in "0123456789"]
    assert max(widths) - min(widths) < 2


@pytest.mark.parametrize("system", [9.0, 12.0, 13.0, 16.0])
@pytest.mark.parametrize("width", [0, 960, 1366, 1920])
def test_no_text_is_smaller_than_13_pixels(system: float, width: int) -> None:
    sizes = sizes_for(system, 100, width)
    assert sizes.small >= 13
    assert sizes.small < sizes.text < sizes.prompt < sizes.heading < sizes.title


def test_sizes_follow_the_window_the_system_and_the_setting() -> None:
    usual = sizes_for(13, 100, 1366)
    assert sizes_for(13, 100, 960) == usual
    assert usual.text < sizes_for(13, 100, 1600).text < sizes_for(13, 100, 1920).text
    assert sizes_for(20, 100, 1366).text == 20
    assert sizes_for(13, 150, 1366).text == pytest.approx(usual.text * 1.5)


def test_a_title_is_bold_and_grows_with_its_text(qapp: QApplication) -> None:
    text = text_font(load_faces("nothing"), 14)
    title = title_font(text, 1.7)
    assert title.bold()
    assert title.pointSizeF() == pytest.approx(text.pointSizeF() * 1.7)
    assert text.weight() == QFont.Weight.Normal  # the text is unchanged
    assert text.pointSizeF() == pytest.approx(points(14))


def used_icons() -> set[str]:
    """Return the names of the icons that the program asks for."""
    source = "".join(path.read_text(encoding="utf-8") for path in (home() / "app").rglob("*.py"))
    asks = r"(?:set_icon|program_icon|show_icon|Icon(?:Button|Picture)|Pill)"
    found = re.findall(asks + r"""\([^"=\n]*"([a-z-]+)"(?: if [^"\n]+ else "([a-z-]+)")?""", source)
    return {name for names in found for name in names if name}


def test_every_icon_that_is_used_exists() -> None:
    names = used_icons()
    assert {"trophy", "people", "play", "pause"} <= names
    assert [name for name in sorted(names) if not resource("icons", f"{name}.svg").is_file()] == []


@pytest.mark.parametrize("name", ["hint", "replay", "left", "undo", "trophy", "people", "play", "pause"])
def test_an_icon_has_the_colour_of_the_text_and_is_sharp_at_double_density(qtbot: QtBot, name: str) -> None:
    icon = program_icon(name, "#a8401c")
    assert {size.height() for size in icon.availableSizes()} == {SIDE, 2 * SIDE}
    image = icon.pixmap(QSize(64, 64), 2.0).toImage()
    drawn = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    full = [each for each in drawn if each.alpha() == 255]
    assert len(full) > 20
    assert {each.name() for each in full} == {"#a8401c"}
    assert program_icon(name, "#ffffff").pixmap(SIDE).toImage() != icon.pixmap(SIDE).toImage()


def test_a_button_shows_its_icon_beside_its_text(qtbot: QtBot) -> None:
    made = button()
    qtbot.addWidget(made)
    made.setText("Undo the last choice")
    narrow = made.sizeHint().width()
    set_icon(made, "undo", QColor("black").name())
    assert made.sizeHint().width() >= narrow + SIDE
    assert made.text() == "Undo the last choice"

"""Fonts of the window: one face for text, one for titles and large numbers, both from packages; and their sizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

_TITLE = "Caladea"
#: Packages of fonts, and the family that each brings.
_PACKAGES = {"font_hanken_grotesk": "Hanken Grotesk", "font_caladea": _TITLE}
_LEAST = 14.0  #: pixels of text at 100 %
SMALL_TEXT = 13.0 / 14.0  #: of small text, in relation to text
_TABULAR = QFont.Tag("tnum")
#: Windows at least this wide, in pixels, have larger text by this factor.
_WIDE = ((1900, 1.3), (1600, 1.15))


@dataclass(frozen=True, slots=True)
class Faces:
    """Families of text and of titles."""

    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of fonts in pixels."""

    small: float
    text: float
    prompt: float
    heading: float
    title: float
    banner: float
    card_title: float


@cache
def load_faces(default: str) -> Faces:
    """Load the fonts of the packages, and return the families; `default` instead of a family that cannot be loaded."""
    found = [family if _load(package, family) else default for package, family in _PACKAGES.items()]
    return Faces(*found)


def _load(package: str, family: str) -> bool:
    try:
        fonts = [each for each in (files(package) / "files").iterdir() if each.name.endswith((".otf", ".ttf"))]
    except (ModuleNotFoundError, OSError):
        return False
    for each in fonts:
        QFontDatabase.addApplicationFontFromData(each.read_bytes())
    return family in QFontDatabase.families()


def sizes_for(system: float, text_size: int, width: int) -> Sizes:
    """Return the sizes for a system whose text has `system` pixels, a text size in per cent, and a window's width."""
    wide = next((factor for least, factor in _WIDE if width >= least), 1.0)
    text = max(system, _LEAST) * wide * text_size / 100
    return Sizes(text * SMALL_TEXT, text, text * 1.28, text * 1.4, text * 2.0, text * 2.7, text * 1.16)


def text_font(faces: Faces, pixels: float) -> QFont:
    """Return the font of text, with figures of equal width."""
    font = QFont(faces.text)
    font.setPointSizeF(points(pixels))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(_TABULAR, 1)
    return font


def title_font(text: QFont, factor: float) -> QFont:
    """Return the font of titles and large numbers, at `factor` times the size of a text."""
    font = QFont(text)
    if _TITLE in QFontDatabase.families():
        font.setFamilies([_TITLE])
    font.setBold(True)
    font.setPointSizeF(text.pointSizeF() * factor)
    return font


def points(pixels: float) -> float:
    """Return a size in points; Qt counts 96 pixels to the inch, or 72 on macOS."""
    screen = QGuiApplication.primaryScreen()
    return pixels * 72 / (screen.logicalDotsPerInch() if screen else 96)

"""Palettes of the table: the colours that do not depend on the game, and the style sheet."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from string import Template

from PySide6.QtGui import QColor, QPalette

from app.appearance.theme import Theme, contrast_ratio
from app.base.paths import resource


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of the table in the light, dark or high-contrast theme."""

    dark: bool
    ink: str  #: writing and outlines on paper
    paper: str  #: badges and bare cells
    paper_shade: str  #: every other bare cell
    foam: str  #: crests of waves
    deep_water: str  #: under the crests, around what swims
    accent: str  #: what may be done
    accent_ink: str  #: on the accent
    glow: str  #: around the accent, so that it shows on every fill
    last: str  #: where something happened
    mark_edge: str  #: thin line around the glow of marks, so that it shows on pale fills
    table: str = ""  #: what the board lies on; empty: what the game's look says
    high_contrast: bool = False  #: high contrast: thick outlines and marks


LIGHT_PALETTE = Palette(
    dark=False,
    ink="#2b2118",
    paper="#f7f0e1",
    paper_shade="#e6d9bd",
    foam="#fbffff",
    deep_water="#4f93a6",
    accent="#b8420f",
    accent_ink="#ffffff",
    glow="#fff8ea",
    last="#6b3fa0",
    mark_edge="#2b2118",
)
DARK_PALETTE = Palette(
    dark=True,
    ink="#17120d",
    paper="#e9dfcb",
    paper_shade="#4a4238",
    foam="#9cc3cd",
    deep_water="#0a2029",
    accent="#ffb066",
    accent_ink="#201409",
    glow="#1a120b",
    last="#d8b6ff",
    mark_edge="#f5ebda",
)


HIGH_CONTRAST = Palette(
    dark=False,
    ink="#000000",
    paper="#ffffff",
    paper_shade="#d4d4d4",
    foam="#ffffff",
    deep_water="#000000",
    accent="#ffe14d",
    accent_ink="#000000",
    glow="#000000",
    last="#00e5ff",
    mark_edge="#ffffff",
    table="#000000",
    high_contrast=True,
)


def palette_for(palette: QPalette) -> Palette:
    """Return the palette for a window's palette: light, dark, or high contrast.

    In high contrast, the borders of the window have the colour of its text.
    """
    window, ink = palette.color(QPalette.ColorRole.Window), palette.color(QPalette.ColorRole.WindowText)
    if palette.color(QPalette.ColorRole.Mid) == ink:
        return replace(HIGH_CONTRAST, table=window.name(), foam=ink.name())
    return DARK_PALETTE if window.lightnessF() < 0.5 else LIGHT_PALETTE


def table_palette(theme: Theme) -> Palette:
    """Return the palette for a theme of the window."""
    if theme.name == "contrast":
        return HIGH_CONTRAST
    return DARK_PALETTE if theme.dark else LIGHT_PALETTE


def text_colour_on(fill: QColor) -> QColor:
    """Return black or white, the one with more contrast to the fill; never below 4.5 : 1."""
    dark, light = QColor("#000000"), QColor("#ffffff")
    return dark if contrast_ratio(dark, fill) >= contrast_ratio(light, fill) else light


def blended(one: QColor, other: QColor, share: float) -> QColor:
    """Return `one` with this share of `other` in it."""
    rest = 1 - share
    return QColor.fromRgbF(
        one.redF() * rest + other.redF() * share,
        one.greenF() * rest + other.greenF() * share,
        one.blueF() * rest + other.blueF() * share,
    )


# ---- style sheet


def table_style_sheet(theme: Theme) -> str:
    """Return the style sheet of a table."""
    colours = {name: value for name, value in asdict(theme).items() if isinstance(value, str)}
    return Template(resource("themes", "table.qss").read_text(encoding="utf-8")).substitute(colours)

"""Contrast of the colours of all themes."""

from __future__ import annotations

from dataclasses import fields
from string import Template

import pytest
from PySide6.QtGui import QColor, QPalette

from app.appearance.fonts import Sizes
from app.appearance.theme import (
    CONTRAST,
    DARK,
    LIGHT,
    Theme,
    contrast_ratio,
    palette_of,
    system_high_contrast_theme,
    theme_named,
)
from app.base.paths import resource
from app.table.painting.palette import palette_for


def palette(paper: str, ink: str, accent: str, accent_ink: str) -> QPalette:
    """Return the palette of a desktop in high contrast."""
    role = QPalette.ColorRole
    made = QPalette()
    for each, colour in ((role.Window, paper), (role.WindowText, ink), (role.Highlight, accent),
                         (role.HighlightedText, accent_ink)):  # fmt: skip
        made.setColor(each, QColor(colour))
    return made


FORCED = {
    "black and yellow": palette("#000000", "#ffff00", "#00ffff", "#000000"),
    "black on white": palette("#ffffff", "#000000", "#37006e", "#ffffff"),
    "aquatic": palette("#202020", "#ffffff", "#8ee3f0", "#263b50"),
    "desert": palette("#fffaef", "#3d3d3d", "#903909", "#fff5e3"),
    "no accent to see": palette("#000000", "#ffffff", "#101010", "#ffffff"),
}
ALL = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST} | {
    name: system_high_contrast_theme(each) for name, each in FORCED.items()
}
themes = pytest.mark.parametrize("theme", ALL.values(), ids=ALL.keys())


@themes
@pytest.mark.parametrize("ground", ["paper", "card", "raised"])
@pytest.mark.parametrize("ink", ["ink", "soft_ink", "alarm"])
def test_text_contrasts_with_every_background(theme: Theme, ground: str, ink: str) -> None:
    assert contrast_ratio(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_high_contrast_has_more_contrast_than_the_other_themes(name: str) -> None:
    """WCAG 2.2: 4.5 to 1 for text (AA), 7 to 1 for enhanced contrast (AAA), 3 to 1 for controls."""
    theme = ALL[name]
    inks = ("ink", "soft_ink", "alarm", "accent", "good")
    grounds = ("paper", "card", "raised", "tint")
    pairs = [(getattr(theme, ink), getattr(theme, ground)) for ink in inks for ground in grounds]
    pairs += [(theme.accent_ink, theme.accent), (theme.accent_ink, theme.accent_raised), (theme.wood_ink, theme.wood)]
    assert min(contrast_ratio(*pair) for pair in pairs) >= (7.0 if theme is CONTRAST else 4.5)
    assert contrast_ratio(theme.accent, theme.paper) >= 3.0
    if theme is CONTRAST:
        assert contrast_ratio(theme.line, theme.paper) >= 7.0
        for other in (LIGHT, DARK):
            assert contrast_ratio(theme.ink, theme.paper) > contrast_ratio(other.ink, other.paper)


@themes
def test_text_contrasts_with_the_accent(theme: Theme) -> None:
    assert contrast_ratio(theme.accent_ink, theme.accent) >= 4.5
    assert contrast_ratio(theme.ink, theme.line) >= 4.5 or theme.line == theme.ink


@themes
def test_text_in_the_accent_colour_is_readable(theme: Theme) -> None:
    """Chapters are, in the prompt and in the log; as a frame it would need less."""
    for ground in (theme.paper, theme.card):
        assert contrast_ratio(theme.accent, ground) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
def test_what_cannot_be_used_looks_different_and_stays_readable(theme: Theme) -> None:
    for ground in (theme.paper, theme.card, theme.raised):
        assert contrast_ratio(theme.faint_ink, ground) >= 4.5
    assert contrast_ratio(theme.faint_ink, theme.card) < contrast_ratio(theme.ink, theme.card) / 2


def test_black_on_white_is_21() -> None:
    assert contrast_ratio("#000000", "#ffffff") == pytest.approx(21)


@themes
def test_every_colour_in_the_style_sheet_is_defined(theme: Theme) -> None:
    """Style sheets are text: a search in the code does not find the colours that they use."""
    given = {each.name for each in fields(theme)} | {each.name for each in fields(Sizes)} | {"icons", "face"}
    for style in sorted(resource("themes").glob("*.qss")):
        named = {found["named"] for found in Template.pattern.finditer(style.read_text(encoding="utf-8"))}
        assert named <= given, style.name


@themes
def test_texts_on_the_bar_and_on_a_raised_accent_are_readable(theme: Theme) -> None:
    assert contrast_ratio(theme.wood_ink, theme.wood) >= 4.5
    assert contrast_ratio(theme.accent_ink, theme.accent_raised) >= 4.5


@pytest.mark.parametrize("name", ["contrast", *FORCED])
def test_games_use_light_colours_in_high_contrast(name: str) -> None:
    tones = palette_for(palette_of(ALL[name]))
    assert (tones.high_contrast, tones.dark, ALL[name].dark) == (True, False, False)
    assert tones.table == ALL[name].paper
    assert contrast_ratio(tones.accent, tones.glow) >= 7
    assert not palette_for(palette_of(LIGHT)).high_contrast
    assert not palette_for(palette_of(DARK)).high_contrast


def test_a_system_in_high_contrast_keeps_its_colours() -> None:
    yellow = system_high_contrast_theme(FORCED["black and yellow"])
    assert (yellow.paper, yellow.ink, yellow.accent) == ("#000000", "#ffff00", "#00ffff")
    assert (yellow.name, system_high_contrast_theme(FORCED["black on white"]).name) == ("contrast", "light")
    assert system_high_contrast_theme(FORCED["no accent to see"]) is CONTRAST


def test_a_chosen_theme_overrides_the_system_theme() -> None:
    yellow = system_high_contrast_theme(FORCED["black and yellow"])
    assert [theme_named(name, yellow) for name in ("light", "dark", "contrast")] == [LIGHT, DARK, CONTRAST]
    assert theme_named("system", yellow) is yellow

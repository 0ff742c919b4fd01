"""The colours can be read, by the numbers."""

from __future__ import annotations

from dataclasses import fields
from string import Template

import pytest

from app.places import resource
from app.theme import CONTRAST, DARK, LIGHT, Theme, contrast_ratio

themes = pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=["light", "dark", "contrast"])


@themes
@pytest.mark.parametrize("ground", ["paper", "card", "raised"])
@pytest.mark.parametrize("ink", ["ink", "soft_ink", "alarm"])
def test_text_stands_out_from_every_ground(theme: Theme, ground: str, ink: str) -> None:
    assert contrast_ratio(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@themes
def test_text_stands_out_from_the_accent(theme: Theme) -> None:
    assert contrast_ratio(theme.accent_ink, theme.accent) >= 4.5
    assert contrast_ratio(theme.ink, theme.line) >= 4.5 or theme is CONTRAST


@themes
def test_the_accent_stands_out_as_a_frame(theme: Theme) -> None:
    for ground in (theme.paper, theme.card):
        assert contrast_ratio(theme.accent, ground) >= 3


def test_black_on_white_is_21() -> None:
    assert contrast_ratio("#000000", "#ffffff") == pytest.approx(21)


@themes
def test_every_colour_that_a_style_names_is_there(theme: Theme) -> None:
    """A style is text: nobody who looks for the uses of a colour in the code alone finds them."""
    given = {each.name for each in fields(theme)} | {"icons", "title", "heading", "text", "small"}
    for style in sorted(resource("themes").glob("*.qss")):
        named = {found["named"] for found in Template.pattern.finditer(style.read_text(encoding="utf-8"))}
        assert named <= given, style.name


@themes
def test_the_bar_and_a_raised_accent_can_be_read(theme: Theme) -> None:
    assert contrast_ratio(theme.wood_ink, theme.wood) >= 4.5
    assert contrast_ratio(theme.accent_ink, theme.accent_raised) >= 4.5

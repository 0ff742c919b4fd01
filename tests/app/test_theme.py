"""The colours can be read, by the numbers."""

from __future__ import annotations

import pytest

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

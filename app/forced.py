"""The colours of a system that is set to high contrast, as a theme: who has chosen them needs these and no others."""

from __future__ import annotations

from PySide6.QtGui import QPalette

from app.theme import CONTRAST, Theme, contrast_ratio

_LEAST = 4.5  #: what WCAG wants between a text and its ground


def forced_theme(palette: QPalette) -> Theme:
    """Return a theme in the system's own colours, or our own of high contrast where these cannot be told apart."""

    def colour(role: QPalette.ColorRole) -> str:
        return palette.color(QPalette.ColorGroup.Active, role).name()

    role = QPalette.ColorRole
    paper, ink, accent, accent_ink = (
        colour(each) for each in (role.Window, role.WindowText, role.Highlight, role.HighlightedText)
    )
    seen = contrast_ratio(ink, paper), contrast_ratio(accent_ink, accent), contrast_ratio(accent, paper)
    if min(seen) < _LEAST:
        return CONTRAST
    dark = palette.color(role.Window).lightnessF() < palette.color(role.WindowText).lightnessF()
    return Theme(
        name="contrast" if dark else "light",
        dark=False,
        paper=paper,
        card=paper,
        raised=paper,
        line=ink,
        ink=ink,
        soft_ink=ink,
        accent=accent,
        accent_raised=accent,
        accent_ink=accent_ink,
        wood=paper,
        wood_ink=ink,
        alarm=ink,
    )

"""Themes of the window (light, dark, high contrast): their colours, palette and style sheet, and the one in use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from app.base.paths import resource
from app.storage.settings import Settings


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of the window. Each text colour has a contrast of at least 4.5:1 to its backgrounds (tested)."""

    name: str
    dark: bool  #: games use their dark colours
    paper: str  #: background of the window
    card: str  #: background of cards, fields and lists
    raised: str  #: background of a card or button under the pointer
    line: str  #: borders
    ink: str
    soft_ink: str  #: secondary text
    accent: str  #: primary buttons, links and selections
    accent_raised: str  #: the accent under the pointer
    accent_ink: str  #: text on the accent
    wood: str  #: bar at the top
    wood_ink: str
    alarm: str  #: error messages


LIGHT = Theme(
    name="light",
    dark=False,
    paper="#f3ead9",
    card="#fffaf0",
    raised="#fdf1da",
    line="#d5c4a4",
    ink="#2f2519",
    soft_ink="#665641",
    accent="#a3451c",
    accent_raised="#8a3814",
    accent_ink="#ffffff",
    wood="#5d4029",
    wood_ink="#fbf1de",
    alarm="#9c1c1c",
)
DARK = Theme(
    name="dark",
    dark=True,
    paper="#211b16",
    card="#2e2620",
    raised="#3a3028",
    line="#54473a",
    ink="#f1e7d6",
    soft_ink="#bfae97",
    accent="#eb9a62",
    accent_raised="#f4b283",
    accent_ink="#241409",
    wood="#17120e",
    wood_ink="#e8d9c0",
    alarm="#ff9c8f",
)
CONTRAST = Theme(
    name="contrast",
    dark=False,
    paper="#000000",
    card="#000000",
    raised="#1d1d1d",
    line="#ffffff",
    ink="#ffffff",
    soft_ink="#ffffff",
    accent="#ffe14d",
    accent_raised="#fff3b0",
    accent_ink="#000000",
    wood="#000000",
    wood_ink="#ffffff",
    alarm="#ffb3a8",
)


def theme_named(name: str, system: Theme) -> Theme:
    """Return the theme with this name in the settings; for any other name, `system`."""
    return next((theme for theme in (LIGHT, DARK, CONTRAST) if theme.name == name), system)


def apply_theme(application: QApplication, theme: Theme, font: QFont, text_size: int) -> None:
    """Apply a theme to the application, with texts at `text_size` per cent of the system's `font`."""
    points = (font.pointSizeF() if font.pointSizeF() > 0 else 10.0) * text_size / 100
    scaled = QFont(font)
    scaled.setPointSizeF(points)
    application.setFont(scaled)
    application.setPalette(palette_of(theme))
    sizes = {"title": points * 1.9, "heading": points * 1.3, "text": points, "small": points * 0.92}
    sheet = Template(resource("themes", "window.qss").read_text(encoding="utf-8"))
    colours = {name: value for name, value in asdict(theme).items() if isinstance(value, str)}
    pictures = resource("icons").as_posix()
    points_of = {part: f"{size:.1f}pt" for part, size in sizes.items()}
    application.setStyleSheet(sheet.substitute(colours, icons=pictures, **points_of))


def palette_of(theme: Theme) -> QPalette:
    """Return the palette of a theme."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.paper, role.WindowText: theme.ink, role.Base: theme.card, role.AlternateBase: theme.raised,
        role.Text: theme.ink, role.Button: theme.card, role.ButtonText: theme.ink, role.BrightText: theme.alarm,
        role.Highlight: theme.accent, role.HighlightedText: theme.accent_ink, role.ToolTipBase: theme.card,
        role.ToolTipText: theme.ink, role.PlaceholderText: theme.soft_ink, role.Link: theme.accent,
        role.Mid: theme.line, role.Midlight: theme.raised, role.Light: theme.card, role.Dark: theme.line,
        role.Accent: theme.accent,
    }  # fmt: skip
    palette = QPalette()
    for each, colour in colours.items():
        palette.setColor(each, QColor(colour))
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, QColor(theme.soft_ink))
    return palette


def contrast_ratio(first: QColor | str, second: QColor | str) -> float:
    """Return the contrast ratio of two colours by WCAG 2, from 1 (equal) to 21 (black and white)."""
    lighter, darker = sorted((_luminance(QColor(first)), _luminance(QColor(second))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    """Return the relative luminance by WCAG 2, with the threshold of sRGB (IEC 61966-2-1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# ---- theme of a system in high contrast


_LEAST = 4.5  #: minimum contrast of a text to its background, by WCAG 2


def system_high_contrast_theme(palette: QPalette) -> Theme:
    """Return a theme in the colours of the system; `CONTRAST` if their contrast is too low."""

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


# ---- the application's theme -----------------------------------------------------------------------------------------


class ApplicationTheme(QObject):
    """Applies theme and text size to the application.

    Signals:
        changed: Theme or text size has changed; carries the Theme.
    """

    changed = Signal(Theme)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._font, self._palette = application.font(), application.palette()
        self._applied: tuple[Theme, int] | None = None
        self._settings = Settings()
        self.theme = LIGHT
        application.setStyle("Fusion")
        self._hints = hints = application.styleHints()  # its accessibility object lives as long as this reference
        hints.colorSchemeChanged.connect(self._system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    def apply(self, settings: Settings) -> None:
        """Apply theme and text size of `settings`; nothing happens if both are in use already."""
        self._settings = settings
        theme = theme_named(settings.theme, self._system())
        if self._applied == (theme, settings.text_size):
            return
        self._applied = theme, settings.text_size
        self.theme = theme
        apply_theme(self._application, theme, self._font, settings.text_size)
        self.changed.emit(theme)

    def _system(self) -> Theme:
        """Return the theme of the desktop: light or dark; in high contrast, a theme in the system's colours."""
        if self._hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return system_high_contrast_theme(self._palette)
        return DARK if self._hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT

    def _system_changed(self) -> None:
        self._application.setPalette(QPalette())  # back to the system's palette, to read it
        self._palette = self._application.palette()
        self._applied = None
        self.apply(self._settings)

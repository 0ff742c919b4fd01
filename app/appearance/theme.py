"""Themes of the window (light, dark, high contrast): their colours, palette and style sheet, and the one in use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from app.appearance.fonts import Faces, Sizes, load_faces, points, sizes_for, text_font
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
    faint_ink: str  #: what cannot be used now
    accent: str  #: primary buttons, links and selections
    accent_raised: str  #: the accent under the pointer
    accent_ink: str  #: text on the accent
    wood: str  #: bar at the top
    wood_ink: str
    alarm: str  #: error messages
    tint: str  #: background of a chosen row
    good: str  #: a gain, such as points
    banner_ink: str  #: text on the dark ground of a banner
    banner_line: str  #: borders of buttons there


LIGHT = Theme(
    name="light",
    dark=False,
    paper="#f1e8d6",
    card="#fffaf0",
    raised="#f7ecd6",
    line="#dccbab",
    ink="#2b2118",
    soft_ink="#655443",
    faint_ink="#766653",
    accent="#a8401c",
    accent_raised="#8f3414",
    accent_ink="#ffffff",
    wood="#e9dcc3",
    wood_ink="#2b2118",
    alarm="#9c1c1c",
    tint="#fbe3d3",
    good="#2f6f3a",
    banner_ink="#ffffff",
    banner_line="rgba(255, 255, 255, 115)",
)
DARK = Theme(
    name="dark",
    dark=True,
    paper="#1b1511",
    card="#2a221c",
    raised="#382d25",
    line="#52443a",
    ink="#f5ebda",
    soft_ink="#c9b79e",
    faint_ink="#a4947f",
    accent="#f0915c",
    accent_raised="#ffb184",
    accent_ink="#2a160b",
    wood="#130f0c",
    wood_ink="#f5ebda",
    alarm="#ff9c8f",
    tint="#4a2d1f",
    good="#8cc98b",
    banner_ink="#ffffff",
    banner_line="rgba(255, 255, 255, 115)",
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
    faint_ink="#a0a0a0",
    accent="#ffe14d",
    accent_raised="#fff3b0",
    accent_ink="#000000",
    wood="#000000",
    wood_ink="#ffffff",
    alarm="#ffb3a8",
    tint="#333300",
    good="#8cff8c",
    banner_ink="#ffffff",
    banner_line="#ffffff",
)


def theme_named(name: str, system: Theme) -> Theme:
    """Return the theme with this name in the settings; for any other name, `system`."""
    return next((theme for theme in (LIGHT, DARK, CONTRAST) if theme.name == name), system)


def apply_theme(application: QApplication, theme: Theme, faces: Faces, sizes: Sizes) -> None:
    """Apply a theme to the application, with these faces and sizes of fonts."""
    application.setFont(text_font(faces, sizes.text))
    application.setPalette(palette_of(theme))
    sheet = Template(resource("themes", "window.qss").read_text(encoding="utf-8"))
    colours = {name: value for name, value in asdict(theme).items() if isinstance(value, str)}
    points_of = {part: f"{points(size):.1f}pt" for part, size in asdict(sizes).items()}
    application.setStyleSheet(
        sheet.substitute(colours, icons=resource("icons").as_posix(), face=faces.title, **points_of)
    )


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
        palette.setColor(QPalette.ColorGroup.Disabled, each, QColor(theme.faint_ink))
    return palette


def contrast_ratio(first: QColor | str, second: QColor | str) -> float:
    """Return the contrast ratio of two colours by WCAG 2, from 1 (equal) to 21 (black and white)."""
    lighter, darker = sorted((_luminance(QColor(first)), _luminance(QColor(second))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


_ON_BANNER = 7.0  #: contrast of white text on a banner: the enhanced contrast of WCAG 2
_DARKER = 112  #: per cent, in each step towards that contrast


def banner_colour(colour: str) -> QColor:
    """Return the colour, darkened until white text has a contrast of at least 7:1 to it."""
    fill = QColor(colour)
    while contrast_ratio("#ffffff", fill) < _ON_BANNER:
        fill = fill.darker(_DARKER)
    return fill


def is_high_contrast() -> bool:
    """Whether the window is in high contrast, where borders have the colour of the text."""
    palette = QApplication.palette()
    return palette.color(QPalette.ColorRole.Mid) == palette.color(QPalette.ColorRole.WindowText)


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
        faint_ink=palette.color(QPalette.ColorGroup.Disabled, role.WindowText).name(),
        accent=accent,
        accent_raised=accent,
        accent_ink=accent_ink,
        wood=paper,
        wood_ink=ink,
        alarm=ink,
        tint=paper,
        good=ink,
        banner_ink=ink,
        banner_line=ink,
    )


# ---- the application's theme -----------------------------------------------------------------------------------------


class ApplicationTheme(QObject):
    """Applies theme and text size to the application, and follows the system's colours and the window's width.

    Signals:
        changed: Theme or text size has changed; carries the Theme.
    """

    changed = Signal(Theme)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._palette = application.palette()
        self._system_size = float(QFontInfo(application.font()).pixelSize())
        self._faces = load_faces(application.font().family())
        self._width = 0
        self._applied: tuple[Theme, Sizes] | None = None
        self._settings = Settings()
        self.theme = LIGHT
        self._hints = hints = application.styleHints()  # its accessibility object lives as long as this reference
        hints.colorSchemeChanged.connect(self._system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    def apply(self, settings: Settings) -> None:
        """Apply theme and text size of `settings`; nothing happens if both are in use already."""
        self._settings = settings
        theme = theme_named(settings.theme, self._system())
        sizes = sizes_for(self._system_size, settings.text_size, self._width)
        if self._applied == (theme, sizes):
            return
        self._applied = theme, sizes
        self.theme = theme
        apply_theme(self._application, theme, self._faces, sizes)
        self.changed.emit(theme)

    def follow_width(self, width: int) -> None:
        """Apply the text size for a window of this width in pixels."""
        self._width = width
        self.apply(self._settings)

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

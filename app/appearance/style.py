"""Style of the application: applies theme and text size, and follows the system's colours and the window's width."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from app.appearance.fonts import Sizes, load_faces, sizes_for
from app.appearance.theme import DARK, LIGHT, Theme, apply_theme, system_high_contrast_theme, theme_named
from app.storage.settings import Settings


class Style(QObject):
    """Applies theme and text size to the application.

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
        application.setStyle("Fusion")
        self._hints = hints = application.styleHints()  # its accessibility object lives as long as this reference
        hints.colorSchemeChanged.connect(self._system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    def apply(self, settings: Settings) -> None:
        """Apply theme and text size of `settings`; nothing happens if both are in use."""
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

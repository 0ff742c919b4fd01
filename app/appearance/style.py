"""The one place that dresses the program: it remembers the system's font and follows the system's colours."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from app.appearance.theme import DARK, LIGHT, Theme, apply_theme, system_high_contrast_theme, theme_named
from app.storage.settings import Settings


class Style(QObject):
    """Draws the program as the settings say.

    Signals:
        changed: Another theme is used; carries it.
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
        self._hints = hints = application.styleHints()  # kept: what it says of contrast lives as long as we hold it
        hints.colorSchemeChanged.connect(self._system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    def apply(self, settings: Settings) -> None:
        """Use the colours and the size of text in `settings`."""
        self._settings = settings
        theme = theme_named(settings.theme, self._system())
        if self._applied == (theme, settings.text_size):
            return
        self._applied = theme, settings.text_size
        self.theme = theme
        apply_theme(self._application, theme, self._font, settings.text_size)
        self.changed.emit(theme)

    def _system(self) -> Theme:
        """The theme that fits the desktop: light or dark, or the very colours of one that is set to high contrast."""
        if self._hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return system_high_contrast_theme(self._palette)
        return DARK if self._hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT

    def _system_changed(self) -> None:
        self._application.setPalette(QPalette())  # the system's own again, to be looked at
        self._palette = self._application.palette()
        self._applied = None
        self.apply(self._settings)

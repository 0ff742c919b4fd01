"""The one place that dresses the program: it remembers the system's font and follows the system's colours."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.library.settings import Settings
from app.theme import LIGHT, Theme, apply_theme, chosen_theme


class Style(QObject):
    """Draws the program as the settings say.

    Signals:
        changed: Another theme is used; carries it.
    """

    changed = Signal(Theme)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._font = application.font()
        self._worn: tuple[Theme, int] | None = None
        self._settings = Settings()
        self.theme = LIGHT
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._system_changed)

    def wear(self, settings: Settings) -> None:
        """Use the colours and the size of text in `settings`."""
        self._settings = settings
        theme = chosen_theme(settings.theme, self._application)
        if self._worn == (theme, settings.text_size):
            return
        self._worn = theme, settings.text_size
        self.theme = theme
        apply_theme(self._application, theme, self._font, settings.text_size)
        self.changed.emit(theme)

    def _system_changed(self) -> None:
        self.wear(self._settings)

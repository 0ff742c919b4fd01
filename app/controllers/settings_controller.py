"""The reader's settings in use: spoken, worn and written down, wherever in the program they were changed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.appearance.style import Style
from app.appearance.theme import Theme
from app.base.i18n import QtTranslation, Translations
from app.storage.settings import TEXT_SIZES, Settings, SettingsFile


class SettingsController(QObject):
    """What the reader likes. `settings` may differ from the file's: the command line has a say until they are changed.

    Signals:
        changed: Other settings are used; everything is to be said and drawn anew.
        themed: Other colours are used, which the system may have changed by itself.
        remembered: Something was written down that changes nothing of what is shown.
    """

    changed = Signal()
    themed = Signal()
    remembered = Signal()

    def __init__(
        self, file: SettingsFile, settings: Settings, texts: Translations, style: Style, system_language: str
    ) -> None:
        super().__init__(style)
        self._file, self._settings, self._style = file, settings, style
        self._foreign = QtTranslation()
        self._foreign.speak(texts.language)
        self.texts, self.system_language = texts, system_language
        style.changed.connect(self.themed)

    @property
    def settings(self) -> Settings:
        """The settings that are used now."""
        return self._settings

    @property
    def theme(self) -> Theme:
        """The colours that are used now."""
        return self._style.theme

    def use(self, settings: Settings) -> None:
        """Use these settings from now on, everywhere, and write them down."""
        self._settings = settings
        self._file.store(settings)
        self.texts.speak(settings.language or self.system_language)
        self._foreign.speak(self.texts.language)
        self._style.wear(settings)
        self.changed.emit()

    def remember(self, settings: Settings) -> None:
        """Write down settings that look and read like those in use."""
        self._settings = settings
        self._file.store(settings)
        self.remembered.emit()

    def use_theme(self, name: str) -> None:
        """Use other colours."""
        self.use(replace(self._settings, theme=name))

    def use_language(self, code: str) -> None:
        """Speak another language."""
        self.use(replace(self._settings, language=code))

    def resize_text(self, step: int) -> None:
        """Write everything one size larger (1) or smaller (-1)."""
        index = TEXT_SIZES.index(self._settings.text_size) + step
        self.use(replace(self._settings, text_size=TEXT_SIZES[min(max(index, 0), len(TEXT_SIZES) - 1)]))

    def trouble(self) -> str:
        """Return what went wrong with the file of the settings, as a sentence; empty if nothing did."""
        if self._file.kept_aside is not None:
            return self.texts("settings.kept_aside", path=self._file.kept_aside)
        return self.texts("settings.not_written", problem=self._file.problem) if self._file.problem else ""

    def close(self) -> None:
        """The program ends: Qt speaks as it did before."""
        self._foreign.be_silent()

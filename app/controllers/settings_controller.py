"""Applies, saves and announces the user's settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage

from app.appearance.portraits import Portrait, import_picture, store_picture, stored_picture
from app.appearance.theme import ApplicationTheme, Theme
from app.base.i18n import QtTranslation, Translations
from app.storage.settings import TEXT_SIZES, TURNINGS, Settings, SettingsFile
from dsl.base.processor_cores import set_search_cores


class SettingsController(QObject):
    """The settings in use: applies them to language, theme and fonts, saves them, and announces every change.

    `current` may differ from the file: the command line overrides it until settings are applied or saved. `texts`
    always has the current language; `system_language` is the language of the system.

    Signals:
        changed: Other settings were applied; every text and colour may be different.
        theme_changed: Other colours are in use; the system may have changed them.
        saved: Settings were saved that change no text and no colour.
    """

    changed = Signal()
    theme_changed = Signal()
    saved = Signal()

    def __init__(
        self,
        file: SettingsFile,
        in_use: ApplicationTheme,
        system_language: str,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Apply the settings of the file, with this language and this theme if they are given."""
        super().__init__(in_use)
        self._file, self._theme, self.system_language = file, in_use, system_language
        self._qt_translation = QtTranslation()
        self.texts = Translations(system_language)
        self._hints = QGuiApplication.styleHints().accessibility()
        self._hints.motionPreferenceChanged.connect(self.changed)
        self._picture: QImage | None = stored_picture(file.picture)
        stored = file.settings
        self._volume = stored.sound or Settings().sound  #: while the sound is on
        self._use(replace(stored, language=language or stored.language, theme=theme or stored.theme))
        in_use.changed.connect(self.theme_changed)

    @property
    def current(self) -> Settings:
        """The settings in use."""
        return self._current

    @property
    def resolved(self) -> Settings:
        """The settings in use, with the motion that the system asks for where they leave it to the system."""
        if self._current.motion != "system":
            return self._current
        reduced = self._hints.motionPreference() == Qt.MotionPreference.ReducedMotion
        return replace(self._current, motion="reduced" if reduced else "full")

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme.theme

    @property
    def picture(self) -> QImage | None:
        """The user's own picture, if there is one."""
        return self._picture

    @property
    def portrait(self) -> Portrait:
        """The user's portrait; that of the game if the user's own picture is missing."""
        kind = self._current.portrait
        if kind == "own":
            return Portrait(kind, self._picture) if self._picture is not None else Portrait()
        return Portrait(kind)

    def import_portrait(self, source: Path) -> None:
        """Use a picture file as the user's portrait. Raises PictureError, or OSError if it cannot be kept."""
        picture = import_picture(source)
        store_picture(picture, self._file.picture)
        self._picture = picture
        self.apply(replace(self._current, portrait="own"))

    def set_sound(self, on: bool) -> None:
        """Turn the sound on, at the volume that it had, or off."""
        self.save(replace(self._current, sound=self._volume if on else 0))

    def apply(self, settings: Settings) -> None:
        """Apply settings everywhere, and save them."""
        self._file.store(settings)
        self._use(settings)
        self.changed.emit()

    def save(self, settings: Settings) -> None:
        """Save settings that differ from `current` in no text and no colour."""
        self._current = settings
        self._volume = settings.sound or self._volume
        set_search_cores(settings.cores)
        self._file.store(settings)
        self.saved.emit()

    def _use(self, settings: Settings) -> None:
        self._current = settings
        self._volume = settings.sound or self._volume
        set_search_cores(settings.cores)
        self.texts.set_language(settings.language or self.system_language)
        self._qt_translation.set_language(self.texts.language)
        self._theme.apply(settings)

    def set_turning(self, name: str) -> None:
        """Apply another choice of whose side of a board is below."""
        chosen = next((each for each in TURNINGS if each == name), self._current.turning)
        self.apply(replace(self._current, turning=chosen))

    def set_theme(self, name: str) -> None:
        """Apply another theme."""
        self.apply(replace(self._current, theme=name))

    def set_language(self, code: str) -> None:
        """Apply another language."""
        self.apply(replace(self._current, language=code))

    def follow_width(self, width: int) -> None:
        """Apply the text size for a window of this width in pixels."""
        self._theme.follow_width(width)

    def change_text_size(self, step: int) -> None:
        """Apply the next larger (1) or smaller (-1) text size."""
        index = TEXT_SIZES.index(self._current.text_size) + step
        self.apply(replace(self._current, text_size=TEXT_SIZES[min(max(index, 0), len(TEXT_SIZES) - 1)]))

    def load_error(self) -> str | None:
        """Return as a sentence why the file of the settings could not be read or written; None if it could."""
        if self._file.kept_aside is not None:
            return self.texts("settings.kept_aside", path=self._file.kept_aside)
        return self.texts("settings.not_written", problem=self._file.problem) if self._file.problem else None

    def close(self) -> None:
        """Uninstall Qt's own translations: the program ends."""
        self._qt_translation.remove()

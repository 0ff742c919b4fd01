"""The window's own sentences, by key, in the reader's language: `texts("start.more", n=3)`.

They are Fluent messages under `resources/texts`, as `dsl.i18n.translations` finds and reads them; a dot in a key is a
hyphen there. Which languages there are is what that folder holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from dsl.i18n.translations import FALLBACK, Translation, languages, translation_in


class Translations:
    """Sentences of the window in the language in use. All pages share one object."""

    def __init__(self, language: str = FALLBACK) -> None:
        self.translation: Translation
        self.set_language(language)

    @property
    def language(self) -> str:
        """The code of the language in use."""
        return self.translation.language

    @property
    def locale(self) -> QLocale:
        """How the user writes dates and numbers: as the system says it, if that speaks the language in use."""
        system, own = QLocale.system(), QLocale(self.language)
        return system if system.language() == own.language() else own

    def set_language(self, language: str) -> None:
        """Use `language` from now on, or English if there is no such translation."""
        self.translation = translation_in(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence of `key` with its values. Raises KeyError for an unknown key."""
        said = {name: value if isinstance(value, str | int) else str(value) for name, value in values.items()}
        return self.translation(key, **said)


def preferred_language(system: str, known: Mapping[str, str] | None = None) -> str:
    """Return the language to start in, from the system's name for its own, such as `fr_CA`."""
    known = languages() if known is None else known
    code = system.replace("_", "-").lower().partition(".")[0]
    return next((each for each in (code, code.partition("-")[0]) if each in known), FALLBACK)


class QtTranslation:
    """Translation of Qt's own words, such as those of the menu of a text field."""

    def __init__(self) -> None:
        self._translator: QTranslator | None = None
        self._language = ""

    def set_language(self, language: str) -> None:
        """Use `language` from now on; English if Qt has no translation for it."""
        if language == self._language:
            return
        self.remove()
        self._language = language
        translator = QTranslator()
        if translator.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            QCoreApplication.installTranslator(translator)
            self._translator = translator

    def remove(self) -> None:
        """Use English again."""
        if self._translator is not None:
            QCoreApplication.removeTranslator(self._translator)
        self._translator, self._language = None, ""


def names_of(player: str, texts: Translations) -> tuple[str, ...]:
    """Return the names for computer players of this kind; none for a person."""
    level = player.removeprefix("bot:")
    return () if level == player else tuple(name.strip() for name in texts(f"bot.names.{level}").split(","))

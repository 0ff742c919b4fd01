"""Qt's own words, such as those of the menu of a text field, in the language that is spoken now."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator


class ForeignWords:
    """Keeps Qt's words in one language."""

    def __init__(self) -> None:
        self._translator: QTranslator | None = None
        self._language = ""

    def speak(self, language: str) -> None:
        """Let Qt speak `language` from now on; English if it has no words for it."""
        if language == self._language:
            return
        self.be_silent()
        self._language = language
        translator = QTranslator()
        if translator.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            QCoreApplication.installTranslator(translator)
            self._translator = translator

    def be_silent(self) -> None:
        """Let Qt speak English again."""
        if self._translator is not None:
            QCoreApplication.removeTranslator(self._translator)
        self._translator, self._language = None, ""

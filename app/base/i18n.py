"""The window's own sentences, by key, in the reader's language. Sentences about a game come from `dsl.i18n`.

A text file has lines `key: "sentence"`; values stand in braces. All files of one language under `resources/texts` are
read together, and every key exists in every language (a test says so).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from app.base.paths import resource

#: Each language by its own name, as a reader looks for it.
LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
FALLBACK = "en"

_LINE = re.compile(r'([a-z][a-z0-9_.]*): "(.*)"')


class TextFileError(Exception):
    """A text file of the program has a line that is no text."""


def read_texts(path: Path) -> dict[str, str]:
    """The sentences of one file by key; a line that is no sentence, or a key said twice, raises TextFileError."""
    texts: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.rstrip())
        if found is None or found[1] in texts:
            raise TextFileError(f'{path}:{number}: expected a new `key: "sentence"`, found {line!r}')
        texts[found[1]] = found[2].replace("\\n", "\n")
    return texts


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of `language`."""
    texts: dict[str, str] = {}
    for path in sorted(resource("texts").glob(f"*.{language}")):
        texts.update(read_texts(path))
    return texts


class Translations:
    """The sentences of the language that is spoken now. All pages share one object, so that `speak` reaches all."""

    def __init__(self, language: str = FALLBACK) -> None:
        self.language = FALLBACK
        self.speak(language)

    def speak(self, language: str) -> None:
        """Use `language` from now on, or English if there is no such catalogue."""
        self.language = language if language in LANGUAGES else FALLBACK

    def __call__(self, key: str, **values: object) -> str:
        """The sentence of `key` with its values; a key that does not exist is our own mistake and raises KeyError."""
        return catalogue(self.language)[key].format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """The sentence of `key.one` or `key.many`, as the language counts; `{n}` is the number."""
        singular = number in (0, 1) if self.language == "fr" else number == 1
        return self(f"{key}.{'one' if singular else 'many'}", n=number, **values)


def preferred_language(system: str, known: Mapping[str, str] = LANGUAGES) -> str:
    """The language to start in, from the system's name for its own, such as `fr_CA`."""
    language = system.replace("-", "_").split("_")[0].lower()
    return language if language in known else FALLBACK


# Qt's own words, such as those of the menu of a text field, in the language that is spoken now.


class QtTranslation:
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

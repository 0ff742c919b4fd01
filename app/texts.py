"""The window's own sentences, by key, in the reader's language: `texts("start.more", n=3)`.

They are Fluent messages under `resources/texts`, as `dsl.words.translations` finds and reads them; a dot in a key is a
hyphen there. Which languages there are is what that folder holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.words.translations import FALLBACK, Translation, languages, translation_in


class Texts:
    """The sentences of the language that is spoken now. All pages share one object, so that `speak` reaches all."""

    def __init__(self, language: str = FALLBACK) -> None:
        self.translation: Translation
        self.speak(language)

    @property
    def language(self) -> str:
        """The code of the language that is spoken now."""
        return self.translation.language

    def speak(self, language: str) -> None:
        """Use `language` from now on, or English if there is no such translation."""
        self.translation = translation_in(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of `key` with its values; a key that does not exist is our own mistake and raises KeyError."""
        said = {name: value if isinstance(value, str | int) else str(value) for name, value in values.items()}
        return self.translation(key, **said)


def preferred_language(system: str, known: Mapping[str, str] | None = None) -> str:
    """The language to start in, from the system's name for its own, such as `fr_CA`."""
    known = languages() if known is None else known
    code = system.replace("_", "-").lower().partition(".")[0]
    return next((each for each in (code, code.partition("-")[0]) if each in known), FALLBACK)

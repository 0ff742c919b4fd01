"""Languages of the program: a folder of Fluent files for each (`resources/texts/fr/*.ftl`); listing finds them.

    translation = translation_in("fr")
    translation("start.resume")          the message `start-resume`: a dot in a key is a hyphen in a file
    translation("start.more", n=3)       the plural is chosen by the message

`language.ftl` holds what a language says of itself: its own name, its signs that take a no-break space, how it writes
numbers, and its forms. A form is a message such as `form-de`, which every sentence may use as a function of a value:
`{ DE($player) }`. What a language lacks is said in English. A sentence is parsed when it is first needed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path

from dsl.base.files import data_folder
from dsl.i18n.fluent import FluentError, Named, Pattern, Value, compile_entry, initial, plural_rules

FALLBACK = "en"
MORE_TEXTS = "GONDWANA_TEXTS"  #: environment variable: one more folder of languages, for those who translate
NOT_TOLD = "…"  #: in place of a value that was not given

_CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")
_ENTRY = re.compile(r"^(-?[a-zA-Z][a-zA-Z0-9_-]*)[ ]*=.*(?:\n(?:[ }].*)?)*", re.MULTILINE)
_ABOUT = "language.ftl"
_UNNAMED = Named()


def text_folders() -> list[Path]:
    """Return the folders that hold folders of languages; messages of a later one replace those of an earlier one."""
    more = os.environ.get(MORE_TEXTS)
    return [data_folder() / "resources" / "texts", *([Path(more)] if more else [])]


@cache
def languages() -> Mapping[str, str]:
    """Return the languages by code, each with its own name; English is always among them."""
    found = {path.parent.name for folder in text_folders() for path in folder.glob(f"*/{_ABOUT}")}
    names = {code: translation_in(code).own_name for code in found if _CODE.fullmatch(code)}
    return dict(sorted(names.items(), key=lambda item: item[1].casefold()))


@cache
def translation_in(language: str) -> Translation:
    """Return the translation into a language; English if there is none."""
    own = [folder / language for folder in text_folders()] if _CODE.fullmatch(language) else []
    if not any((folder / _ABOUT).is_file() for folder in own):
        return translation_in(FALLBACK)
    return Translation(language, own)


class _Values(dict[str, Value]):
    """Values by name; a missing one is three dots."""

    def __missing__(self, name: str) -> str:
        return NOT_TOLD


class Translation:
    """All texts of the program in one language."""

    def __init__(self, language: str, folders: list[Path]) -> None:
        """`folders` hold its Fluent files; those of a later one win."""
        self.language = language
        self.category = plural_rules(language)  #: the plural category of a whole number
        self._folders = folders
        self._compiled: dict[str, Mapping[str, Pattern]] = {}
        self._by_key: dict[str, Pattern] = {}  #: compiled messages
        self.typeset = lru_cache(4096)(self._typeset)

    # ---- what is said ----

    def __contains__(self, key: str) -> bool:
        return _identifier(key) in self._sources or (not self._is_last and key in self._fallback)

    def __call__(self, key: str, /, **values: Value) -> str:
        """Return the message of `key`. Raises KeyError for an unknown key or a missing value: that is a bug."""
        return (self._by_key.get(key) or self._message(key))(values)

    def said(self, key: str, values: Mapping[str, Value]) -> str:
        """Return the message of `key` with values of unknown origin; a missing one becomes three dots."""
        return (self._by_key.get(key) or self._message(key))(_Values(values))

    def messages(self) -> Iterator[str]:
        """Yield the key of every message that this language has itself."""
        return (name.replace("-", ".") for name in self._sources if not name.startswith("-"))

    def identifiers(self) -> Iterator[str]:
        """Yield the identifier of every message and term that this language has itself."""
        return iter(self._sources)

    def source(self, key: str) -> str:
        """Return a message as the translator wrote it; empty if this language lacks it."""
        return self._sources.get(_identifier(key), "")

    def _message(self, key: str) -> Pattern:
        identifier = _identifier(key)
        if identifier in self._sources:
            try:
                return self._by_key.setdefault(key, self.pattern(identifier))
            except FluentError:
                if self._is_last:
                    raise
        if self._is_last:
            raise KeyError(key)
        return self._by_key.setdefault(key, self._fallback._message(key))

    # ---- what the language says of itself ----

    @property
    def own_name(self) -> str:
        """The name of the language in that language."""
        return self("language.name") if "language-name" in self._sources else self.language

    def counts_as_one(self, amount: int) -> bool:
        """Return whether a number takes the singular: 1, and in French 0, too."""
        return self.category(amount) == "one"

    def forms(self) -> list[str]:
        """Return the names of the forms that a value can take."""
        return sorted(name.removeprefix("form-") for name in self._sources if name.startswith("form-"))

    def has_form(self, name: str) -> bool:
        """Return whether a value can take a form."""
        return f"form-{name}" in self._sources

    def form(self, name: str, value: str) -> str:
        """Return a value in a form of the language: `d’Anne` for `de`; the value itself if there is no such form."""
        return self.pattern(f"form-{name}")({"name": value}) if self.has_form(name) else value

    def _typeset(self, text: str) -> str:
        """Return a text with the no-break spaces that the language requires beside punctuation."""
        for plain, whole in self._no_break:
            text = text.replace(plain, whole)
        return text

    @cached_property
    def _no_break(self) -> list[tuple[str, str]]:
        wide, narrow = "\u00a0", "\u202f"
        return [
            *((f" {sign}", f"{wide}{sign}") for sign in self._signs("no-break-before")),
            *((f" {sign}", f"{narrow}{sign}") for sign in self._signs("narrow-no-break-before")),
            *((f"{sign} ", f"{sign}{wide}") for sign in self._signs("no-break-after")),
        ]

    def _signs(self, name: str) -> list[str]:
        return self._sources.get(name, "").partition("=")[2].split()  # as it stands: it is what typesets the others

    # ---- what messages need of each other (a Bundle) ----

    def pattern(self, identifier: str, attribute: str = "") -> Pattern:
        """Return a message or a term of this language, or an attribute of one. Raises FluentError."""
        if identifier not in self._compiled:
            if identifier not in self._sources:
                raise FluentError(f"there is no `{identifier}`")
            self._compiled[identifier] = compile_entry(self._sources[identifier], self)
        if attribute not in self._compiled[identifier]:
            raise FluentError(f"`{identifier}` has no {f'attribute `{attribute}`' if attribute else 'value'}")
        return self._compiled[identifier][attribute]

    def call(self, function: str, value: Value) -> Value:
        """Return the result of a function: a selector such as GENDER, or a form of the language."""
        named = value if isinstance(value, Named) else _UNNAMED
        match function:
            case "NUMBER":
                return value
            case "GENDER":
                return named.gender or "none"
            case "INITIAL":
                return initial(str(value), self._signs("sounds-like-consonants"))
            case "PROPER":
                text = str(value)
                numbered = text.rpartition(" ")[2].isdecimal()  # slot 4
                return "yes" if (text[:1].isupper() or numbered) and not named.gender else "no"
            case "PERSON":
                return named.person or "third"
            case "SORT":
                return named.sort or "thing"
            case "REGION":
                return named.region or "none"
            case "HEADING":
                return named.heading or named.region or "none"
            case "WITHIN":
                return named.within or "none"
        return self.form(function.lower(), value if isinstance(value, str) else str(value))

    # ---- files ----

    @property
    def _is_last(self) -> bool:
        return self.language == FALLBACK

    @cached_property
    def _fallback(self) -> Translation:
        return translation_in(FALLBACK)

    @cached_property
    def _sources(self) -> Mapping[str, str]:
        """The text of each entry by identifier, not compiled yet."""
        found: dict[str, str] = {}
        for path in self.files():
            text = path.read_text(encoding="utf-8")
            found.update((entry[1], entry[0]) for entry in _ENTRY.finditer(text))
        return found

    def files(self) -> list[Path]:
        """Return the language's files, in the order in which they are read."""
        return [path for folder in self._folders for path in sorted(folder.glob("*.ftl"))]


def _identifier(key: str) -> str:
    return key.replace(".", "-") if "-" not in key else ""

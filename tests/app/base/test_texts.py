"""Every sentence of the window exists in every language, and the code asks only for those that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.i18n import LANGUAGES, TextFileError, Translations, catalogue, preferred_language, read_texts
from app.base.paths import home

CODE = sorted((home() / "app").rglob("*.py"))
FAMILIES = ("settings.theme.", "settings.speed.", "about.")  #: keys that are put together from a closed set


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)", sentence))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_keys_with_the_same_values(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert set(other) == set(english)
    assert [key for key in english if placeholders(english[key]) != placeholders(other[key])] == []
    assert [key for key in other if not other[key].strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_those_of_printed_text(language: str) -> None:
    assert [key for key, text in catalogue(language).items() if re.search(r"\w'\w", text)] == []


def constants(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.slow
def test_every_sentence_is_used_somewhere() -> None:
    said = {text for path in CODE for text in constants(path)}
    counted = {f"{text}.{form}" for text in said for form in ("one", "many")}
    unused = [key for key in catalogue("en") if key not in said | counted and not key.startswith(FAMILIES)]
    assert [key for key in unused if key in read_texts(home() / "resources/texts/app.en")] == []


def test_one_is_one_and_in_french_so_is_none() -> None:
    assert Translations("en").count("start.more", 0) == "0 more matches"
    assert Translations("en").count("start.more", 1) == "1 more match"
    assert Translations("fr").count("start.more", 0) == "0 autre partie"
    assert Translations("fr").count("start.more", 2) == "2 autres parties"


@pytest.mark.parametrize(("system", "chosen"), [("fr_CA", "fr"), ("fr-FR", "fr"), ("de_DE", "en"), ("C", "en")])
def test_the_system_decides_the_first_language(system: str, chosen: str) -> None:
    assert preferred_language(system) == chosen


def test_an_unknown_language_is_english() -> None:
    assert Translations("tlh").language == "en"


@pytest.mark.parametrize("line", ["no text", 'a.b: "x', 'a: "x"\na: "y"'])
def test_a_line_that_is_no_text_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.en"
    path.write_text(line)
    with pytest.raises(TextFileError, match=r"bad\.en:\d"):
        read_texts(path)

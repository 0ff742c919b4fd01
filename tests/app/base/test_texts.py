"""Texts of the program: every key in the code exists, and every text is used; choice of the language."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.i18n import Translations, preferred_language
from app.base.paths import home
from dsl.i18n.translations import languages, translation_in

CODE = sorted((home() / "app").rglob("*.py"))
#: keys that are put together from a closed set
FAMILIES = (
    "settings.theme.",
    "settings.letters.",
    "settings.speed.",
    "settings.motion.",
    "settings.turning.",
    "settings.confirm.",
    "profile.colour.",
    "profile.portrait.",
    "bot.names.",
    "game.complexity.",
    "bot.character.",
    "about.",
    "clock.",
    "provenance.",
)


@pytest.mark.parametrize("language", languages())
def test_apostrophes_are_those_of_printed_text(language: str) -> None:
    said = translation_in(language)
    assert [key for key in said.messages() if re.search(r"\w'\w", said.source(key))] == []


def constants(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.slow
def test_every_sentence_is_used_somewhere() -> None:
    said = {text for path in CODE for text in constants(path)}
    text = (home() / "resources/texts/en/app.ftl").read_text(encoding="utf-8")
    keys = [key.replace("-", ".") for key in re.findall(r"^([a-z][\w-]*) =", text, re.MULTILINE)]
    assert len(keys) > 100
    assert [key for key in keys if key not in said and not key.startswith(FAMILIES)] == []


def test_plurals_follow_the_language() -> None:
    assert Translations("en")("start.more", n=0) == "0 more matches"
    assert Translations("en")("start.more", n=1) == "1 more match"
    assert Translations("fr")("start.more", n=0) == "0 autre partie"
    assert Translations("fr")("start.more", n=2) == "2 autres parties"


@pytest.mark.parametrize("system", ["fr_CA", "fr-FR", "fr_FR.UTF-8", "FR"])
def test_the_first_language_is_the_systems(system: str) -> None:
    assert preferred_language(system) == "fr"


@pytest.mark.parametrize("system", ["qx_QX", "C", ""])
def test_an_unsupported_system_language_falls_back_to_english(system: str) -> None:
    assert preferred_language(system) == "en"


@pytest.mark.parametrize(("system", "chosen"), [("pt_BR", "pt-br"), ("pt_PT", "pt")])
def test_the_nearest_language_is_taken(system: str, chosen: str) -> None:
    assert preferred_language(system, {"pt": "Português", "pt-br": "Português (Brasil)"}) == chosen


def test_an_unknown_language_is_english() -> None:
    assert Translations("tlh").language == "en"


def test_a_missing_key_or_value_raises_an_error() -> None:
    for wrong in (lambda: Translations("fr")("start.nothing"), lambda: Translations("fr")("start.turn")):
        with pytest.raises(KeyError):
            wrong()


@pytest.mark.parametrize(
    ("system", "language", "written"),
    [
        ("en_GB", "en", "28/11/2026"),
        ("en_US", "en", "11/28/26"),
        ("fr_CA", "en", "11/28/26"),
        ("en_GB", "fr", "28/11/2026"),
    ],
)
def test_dates_are_written_as_in_the_users_country_if_it_speaks_the_language(
    system: str, language: str, written: str
) -> None:
    code = (
        "from PySide6.QtCore import QDate, QLocale; from app.base.i18n import Translations; "
        f"print(Translations({language!r}).locale.toString(QDate(2026, 11, 28), QLocale.FormatType.ShortFormat))"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("LC_") and name != "LANGUAGE"}
    ran = subprocess.run(
        [sys.executable, "-c", code], env={**env, "LANG": f"{system}.UTF-8"}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == written

"""What the tests of the table share: the words and the look of a real ruleset."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.places import official_rulesets
from app.table.look import read_look
from app.table.tone import Tone
from app.texts import Texts
from app.theme import LIGHT
from dsl.engine.wordbook import Wordbook, read_wordbook
from dsl.text.source import Source
from dsl.words.sentences import Words

FOLDER = official_rulesets() / "trias"


@dataclass(frozen=True, slots=True)
class Books:
    """The words of the ruleset, without its rules."""

    def words(self, language: str) -> Wordbook:
        file = FOLDER / f"words.{language}"
        return read_wordbook(Source(file.name, file.read_text(encoding="utf-8")))


def make_tone(language: str = "en") -> Tone:
    look = read_look(FOLDER).seating(("red", "blue", "black"))
    return Tone(Texts(language), Words(Books(), "fr" if language == "fr" else "en"), look, LIGHT, {"blue": "Bea"})


@pytest.fixture
def tone() -> Tone:
    return make_tone()


@pytest.fixture
def tonalite() -> Tone:
    """The same in French."""
    return make_tone("fr")

"""Every name of the rules that a player can meet is said in English and in French."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from dsl.base.source import Source
from dsl.match.rulesets.translations import RulesetTexts, read_ruleset_texts
from dsl.syntax.ast import (
    ActionSection,
    BoardSection,
    CounterSection,
    GameSection,
    HouseSection,
    KindsSection,
    Needs,
    OptionSection,
    PieceSection,
    RoutineSection,
    Section,
    WinnerSection,
    ZoneSection,
)
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS

GAME = RULESETS / "triassic-terror"
LANGUAGES = ("en", "fr")


@cache
def sections() -> tuple[Section, ...]:
    return parse(Source("rules", (GAME / "triassic-terror.rules").read_text("utf-8"))).sections


def words(language: str) -> RulesetTexts:
    name = f"words.{language}"
    return read_ruleset_texts(Source(name, (GAME / name).read_text("utf-8")))


def sentences() -> Iterator[tuple[str, str]]:
    """Yield each anchor that a player can read, with the text that the rules give it."""
    for section in sections():
        match section:
            case ActionSection(name, params, text, lines):
                yield name, text
                yield f"{name}.name", ""
                yield from ((f"{name}.{param.name}", "") for param in params if not param.given)
                yield from ((f"{name}.{line.name}", line.message) for line in lines if isinstance(line, Needs))
            case OptionSection(name, kind):
                yield f"option.{name}", ""
                named = [getattr(part, "name", "") for part in kind.alternatives]
                yield from ((f"option.{name}.{word}", "") for word in named if word not in ("", "yes", "no"))
            case RoutineSection(name):
                yield name, ""
            case WinnerSection(lines):
                yield from ((f"winner.{line.name}", "") for line in lines if line.name)


def nouns() -> Iterator[str]:
    for section in sections():
        match section:
            case KindsSection(values=values):
                yield from values
            case GameSection(colours=colours):
                yield from colours
            case BoardSection(areas=areas):
                yield from (area.name for area in areas)
            case PieceSection(name=name) | CounterSection(name=name) | ZoneSection(name=name):
                yield name


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"{(\w+)(?::\w+)?}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_player_reads_is_said(language: str) -> None:
    said = words(language)
    assert [anchor for anchor, _ in sentences() if not said.sentences.get(anchor)] == []
    assert [noun for noun in nouns() if noun not in said.nouns] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_the_things_that_the_rules_name(language: str) -> None:
    said = words(language).sentences
    differing = [anchor for anchor, text in sentences() if text and placeholders(said[anchor]) != placeholders(text)]
    assert differing == []


def test_french_nouns_have_a_gender() -> None:
    colours = next(section.colours for section in sections() if isinstance(section, GameSection))
    assert all(noun.gender for name, noun in words("fr").nouns.items() if name not in colours)


def test_house_rules_have_french_titles() -> None:
    said = words("fr").sentences
    for path in (GAME / "house").glob("*.rules"):
        head = parse(Source(path.name, path.read_text("utf-8"))).sections[0]
        assert isinstance(head, HouseSection)
        assert f"house.{head.title}" in said


def test_the_gallery_knows_whose_game_it_is() -> None:
    about = tomllib.loads((GAME / "game.toml").read_text("utf-8"))
    assert about["authors"] == ["Peter Hawes"]
    assert about["players"] == [2, 6]
    assert "our own" in about["notice"]
    assert about["blurb_en"]
    assert about["blurb_fr"]

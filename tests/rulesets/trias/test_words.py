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
    AwardSection,
    Block,
    GameSection,
    HouseSection,
    KindsSection,
    Needs,
    OptionSection,
    PhaseStatement,
    PlaySection,
    RoutineSection,
    Supposing,
    TableSection,
    Tree,
    WinnerSection,
)
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS

LANGUAGES = ("en", "fr")


@cache
def tree() -> Tree:
    return parse(Source("trias.rules", (RULESETS / "trias" / "trias.rules").read_text("utf-8")))


def words(game: str, language: str) -> RulesetTexts:
    name = f"words.{language}"
    return read_ruleset_texts(Source(name, (RULESETS / game / name).read_text("utf-8")))


def sentences() -> Iterator[tuple[str, str]]:
    """Yield each anchor that a player can read, with the text that the rules give it."""
    for section in tree().sections:
        match section:
            case ActionSection(name, _, text, lines):
                yield name, text
                yield from conditions(name, lines)
            case OptionSection(name, kind, _, text):
                yield f"option.{name}", text
                named = [getattr(part, "name", "") for part in kind.alternatives]
                yield from ((f"option.{name}.{word}", "") for word in named if word not in ("", "yes", "no"))
            case TableSection(name, columns=columns):
                yield from ((f"{name}.{column}", "") for column in columns)
            case AwardSection(name):
                yield name, ""
            case WinnerSection(lines):
                yield from ((f"winner.{line.name}", "") for line in lines if line.name)
            case RoutineSection(name, block=block):
                yield name, ""
                yield from phases(block)
            case PlaySection(block=block):
                yield from phases(block)
            case _:
                pass


def conditions(action: str, lines: tuple[object, ...]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if isinstance(line, Needs):
            yield f"{action}.{line.name}", line.message
        elif isinstance(line, Supposing):
            yield from conditions(action, line.lines)


def phases(block: Block) -> Iterator[tuple[str, str]]:
    return ((f"phase {line.name}", "") for line in block if isinstance(line, PhaseStatement))


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"{(\w+)(?::\w+)?}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_player_reads_is_said(language: str) -> None:
    said = words("trias", language).sentences
    missing = [anchor for anchor, _ in sentences() if not said.get(anchor)]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_the_things_that_the_rules_name(language: str) -> None:
    said = words("trias", language).sentences
    differing = [anchor for anchor, text in sentences() if text and placeholders(said[anchor]) != placeholders(text)]
    assert differing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_and_colour_has_a_name(language: str) -> None:
    nouns = words("trias", language).nouns
    for section in tree().sections:
        if isinstance(section, KindsSection):
            assert set(section.values) <= set(nouns)
        elif isinstance(section, GameSection):
            assert set(section.colours) <= set(nouns)


@pytest.mark.parametrize("game", ["trias", "ciao-dino"])
def test_french_nouns_have_a_gender_and_a_plural(game: str) -> None:
    colours = {"red", "blue", "violet", "black", "white"}
    assert all(noun.gender for name, noun in words(game, "fr").nouns.items() if name not in colours)


def test_house_rules_have_french_titles() -> None:
    said = words("trias", "fr").sentences
    for path in (RULESETS / "trias" / "house").glob("*.rules"):
        head = parse(Source(path.name, path.read_text("utf-8"))).sections[0]
        assert isinstance(head, HouseSection)
        assert f"house.{head.title}" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reissue_says_again_only_what_differs(language: str) -> None:
    base, own = words("trias", language), words("ciao-dino", language)
    assert set(own.sentences) <= set(base.sentences)
    assert all(base.sentences[key] != text for key, text in own.sentences.items())
    renamed = {"steppe", "wood", "pole"}
    assert set(own.nouns) == (renamed | {"herd"} if language == "fr" else renamed), "the French edition has dinosaurs"


@pytest.mark.parametrize("game", ["trias", "ciao-dino"])
def test_the_gallery_knows_whose_game_it_is(game: str) -> None:
    about = tomllib.loads((RULESETS / game / "game.toml").read_text("utf-8"))
    assert about["authors"] == ["Ralf Lehmkuhl"]
    assert about["players"] == [2, 5]
    assert about["notice"] == "Rules retold; wording and art are our own."
    assert about["blurb_en"]
    assert about["blurb_fr"]

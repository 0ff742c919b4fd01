"""Each small classic is whole: its examples hold, house rules are played to the end, both languages say everything."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.match.playouts import Playouts
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.review import review
from dsl.match.rulesets.ruleset import load
from dsl.match.rulesets.translations import RulesetTexts, read_ruleset_texts
from dsl.syntax.ast import (
    ActionSection,
    GameSection,
    HouseSection,
    KindsSection,
    Needs,
    OptionSection,
    PieceSection,
    RoutineSection,
    Tree,
    WinnerSection,
)
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS

NAMES = ("tic-tac-toe", "connect-four", "hex", "breakthrough", "reversi", "draughts", "amazons", "oware", "chess")
GAMES = [RULESETS / "classics" / name for name in NAMES]
HOUSE = [path for game in GAMES for path in sorted((game / "house").glob("*.rules"))]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
each_house = pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)


def tree(path: Path) -> Tree:
    return parse(Source(path.name, path.read_text("utf-8")))


def words(game: Path, language: str) -> RulesetTexts:
    return read_ruleset_texts(Source(f"words.{language}", (game / f"words.{language}").read_text("utf-8")))


@each_game
def test_nothing_is_wrong_with_it_and_its_examples_hold(game: Path) -> None:
    assert review(read_folder(game)) == ()
    results = run_examples(load(game, examples=True))
    assert results
    assert [result.problem for result in results if result.problem] == []


@each_game
def test_matches_by_chance_come_to_an_end(game: Path) -> None:
    pack = load(game)
    series = Playouts(pack, 2, pack.options(2, {}))
    assert all(series.play(seed).choices > 4 for seed in range(3))


@each_house
def test_house_rules_are_played_to_the_end(path: Path) -> None:
    pack = load(path.parents[1], [path])
    series = Playouts(pack, 2, pack.options(2, {}))
    assert series.play(1).choices > 4


@each_house
def test_house_rules_have_a_french_title(path: Path) -> None:
    head = tree(path).sections[0]
    assert isinstance(head, HouseSection)
    assert words(path.parents[1], "fr").sentences[f"house.{head.title}"]


@each_game
def test_the_gallery_knows_whose_game_it_is(game: Path) -> None:
    about = tomllib.loads((game / "game.toml").read_text("utf-8"))
    assert about["players"] == [2, 2]
    assert about["authors"]
    assert about["blurb_en"]
    assert about["blurb_fr"]
    assert about["notice"].endswith("are our own.")


def sentences(rules: Tree) -> Iterator[tuple[str, str]]:
    """Yield each anchor that a player can read, with the text that the rules give it."""
    for section in rules.sections:
        match section:
            case ActionSection(name, params, text, lines):
                yield name, text
                yield from ((f"{name}.{line.name}", line.message) for line in lines if isinstance(line, Needs))
                yield from ((f"{name}.{param.name}", "") for param in params if not param.given)
                yield f"{name}.name", ""
            case OptionSection(name, text=text):
                yield f"option.{name}", text
            case WinnerSection(lines):
                yield from ((f"winner.{line.name}", "") for line in lines if line.name)
            case RoutineSection(name):
                yield name, ""
            case _:
                pass


@each_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_a_player_reads_is_said(game: Path, language: str) -> None:
    said = words(game, language).sentences
    rules = tree(game / f"{game.name}.rules")
    missing = [a for a, text in sentences(rules) if not said.get(a) and (language != "en" or not text)]
    assert missing == []
    assert [a for a, text in sentences(rules) if text and placeholders(said.get(a, text)) != placeholders(text)] == []


@each_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_on_the_table_has_a_name(game: Path, language: str) -> None:
    nouns = words(game, language).nouns
    for section in tree(game / f"{game.name}.rules").sections:
        match section:
            case KindsSection(values=names) | GameSection(colours=names):
                assert set(names) <= set(nouns)
            case PieceSection(name=name):
                assert name in nouns
            case _:
                pass


def placeholders(text: str) -> list[str]:
    """Return the values that a sentence names, whatever it says of them: `{m.thing:the}` names `m`."""
    return sorted(re.findall(r"{(\w+)(?:\.\w+)?(?::\w+)?}", text))


def test_in_hex_only_the_first_move_of_the_second_player_takes_over() -> None:
    pack = load(RULESETS / "classics" / "hex")
    for seed in range(20):
        match, dice = pack.start(2, seed=seed), random.Random(seed)
        offered: list[int] = []
        for number in range(1, 8):
            (question,) = match.questions
            decision = match.view(question.seat).decisions[0]
            offered += [number for entry in decision.entries if entry.action == "swap" and entry.possible]
            match.choose(question.position, dice.choice([question.options[-1], *question.options]), question.seat)
        assert offered == [2]

"""Every house rule of every game, with every number of players: it does what the window says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl.i18n.rule_changes import house_rule_summary, without_effect
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.rulesets.house_rules import HouseRules
from dsl.match.rulesets.ruleset import Ruleset
from dsl.syntax.ast import SetAnchor, WithPlayersSection
from tests.rulesets import FOLDERS, loaded, name_of

GAMES = [folder for folder in FOLDERS if loaded(folder).house_rules()]
TICKED = [(folder, rules.title) for folder in GAMES for rules in loaded(folder).house_rules()]
each_house_rule = pytest.mark.parametrize(
    ("folder", "title"), TICKED, ids=[f"{name_of(folder)} {title}" for folder, title in TICKED]
)


def rules_called(pack: Ruleset, title: str) -> HouseRules:
    return next(rules for rules in pack.house_rules() if rules.title == title)


def is_without_effect(said: str, players: int) -> bool:
    return said == without_effect("en", players)


@cache
def official(folder: Path, players: int) -> Program:
    """The program of a game without house rules."""
    plain = loaded(folder)
    return lower(plain.rules, players, plain.defaults(players))


@each_house_rule
def test_it_changes_the_game_exactly_when_the_window_says_so(folder: Path, title: str) -> None:
    plain, ticked = loaded(folder), loaded(folder, title)
    rules = rules_called(plain, title)
    for players in plain.numbers:
        said = house_rule_summary(plain, rules, "en", players)
        before, after = plain.defaults(players), ticked.defaults(players)
        same = before == after and official(folder, players) == lower(ticked.rules, players, after)
        assert is_without_effect(said, players) == same, (players, said)


@each_house_rule
def test_an_option_has_the_value_that_the_window_says(folder: Path, title: str) -> None:
    plain, ticked = loaded(folder), loaded(folder, title)
    rules, book = rules_called(plain, title), plain.words("en")
    for players in plain.numbers:
        said = house_rule_summary(plain, rules, "en", players)
        before, after = plain.defaults(players), ticked.defaults(players)
        for name in (name for name in after if before[name] != after[name]):
            texts = [plain.option_text(name, values[name]) for values in (after, before)]
            new, old = (book.sentences.get(f"option.{name}.{text}", text) for text in texts)
            assert f"{new} instead of {old}." in said


@each_house_rule
def test_an_option_that_is_set_is_set_for_every_number_of_players(folder: Path, title: str) -> None:
    ticked = loaded(folder, title)
    tree = rules_called(ticked, title).tree
    named = {
        setting.name for part in tree.sections if isinstance(part, WithPlayersSection) for setting in part.settings
    }
    options = {part.anchor.removeprefix("option.") for part in tree.sections if isinstance(part, SetAnchor)}
    for name in options & set(ticked.rules.options) - named:
        assert len({ticked.defaults(players)[name] for players in ticked.numbers}) == 1


def overridden(plain: Ruleset, rules: HouseRules, players: int) -> bool:
    """Whether the game has a value of its own for this number of players where the house rule sets another."""
    sections = [part for part in plain.tree.sections if isinstance(part, WithPlayersSection)]
    here = [part for part in sections if part.low <= players <= part.high]
    own = {f"option.{setting.name}" for part in here for setting in part.settings}
    own |= {f"{table.name}.{row.key}.{column}" for part in here for table in part.tables
            for row in table.rows for column in table.columns}  # fmt: skip
    return any(isinstance(part, SetAnchor) and part.anchor in own for part in rules.tree.sections)


@each_house_rule
def test_a_match_begins_where_it_overrides_the_number_of_players(folder: Path, title: str) -> None:
    plain, ticked = loaded(folder), loaded(folder, title)
    for players in ticked.numbers:
        if overridden(plain, rules_called(plain, title), players):
            match = ticked.start(players, seed=players)
            match.choose(match.decisions[0], match.decisions[0].options[0])


@each_house_rule
def test_it_says_what_it_changes_and_quotes_no_code(folder: Path, title: str) -> None:
    pack = loaded(folder)
    rules = rules_called(pack, title)
    for players in pack.numbers:
        english, french = (house_rule_summary(pack, rules, language, players) for language in ("en", "fr"))
        assert english
        assert french
        assert english != french
        assert not any(mark in english + french for mark in "`{}_")

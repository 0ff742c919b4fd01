"""Every game in `rulesets/` keeps to what it says always holds, however many play and with whatever options."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from dsl.cli.main import main
from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import Sample, covering, drawn, whole

DRAWN = rounds(1, 3)  #: settings of each game; tests/soak/every_ruleset.py draws many more
TABLES = [Sample(folder, players, ()) for folder in FOLDERS for players in whole(folder).numbers]
PAIRED = rounds(
    1, 2
)  #: settings of each game and number of players that have many pairs of options; the soak plays all pairs
TICKED = [
    Sample(folder, whole(folder).numbers[number % len(whole(folder).numbers)], (), rules.title)
    for folder in FOLDERS
    for number, rules in enumerate(whole(folder).house_rules())
]
each_game = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)


@each_game
def test_rules_and_words_have_no_problems(folder: Path) -> None:
    assert main(["check", str(folder)]) == 0


@each_game
def test_a_game_says_what_always_holds(folder: Path) -> None:
    assert whole(folder).rules.always, f"{name_of(folder)} has no `always` in its rules or in examples/always.rules"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_random_match_is_in_order_to_its_end(table: Sample) -> None:
    assert table.play(seed=table.players) > 0


@each_game
def test_a_random_match_with_other_options_is_in_order_too(folder: Path) -> None:
    dice = random.Random(name_of(folder))
    for seed in range(DRAWN if whole(folder).rules.options else 1):
        drawn(folder, dice).play(seed)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_match_with_many_other_options_stops(table: Sample) -> None:
    for seed, sample in enumerate(islice(covering(table.folder, table.players), PAIRED)):
        sample.play(seed)


@pytest.mark.parametrize("table", TICKED, ids=str)
def test_no_match_with_a_house_rule_stops(table: Sample) -> None:
    assert table.play(seed=1) > 0

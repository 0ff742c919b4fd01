"""What a house rule changes is said in words: for every house rule that comes with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.places import official_rulesets
from app.seats.house_meanings import meaning
from dsl.engine.pack import load

GAMES = sorted({folder.parent for folder in official_rulesets().rglob("house") if any(folder.glob("*.rules"))})


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_house_rule_says_what_it_changes_and_quotes_no_code(folder: Path) -> None:
    pack = load(folder)
    for rules in pack.house_rules():
        english, french = (meaning(pack, rules, language) for language in ("en", "fr"))
        assert english, rules.title
        assert french, rules.title
        assert english != french, rules.title
        assert not any(mark in english + french for mark in "`{}_"), rules.title

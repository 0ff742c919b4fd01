"""Whatever is done to a ruleset, the checker answers soon and in words of the game."""

from __future__ import annotations

import random

import pytest

from tests.dsl.engine.mutations import judge, rulesets

BATCHES, EACH = 6, 10  #: tests/soak/mutations.py makes many more


@pytest.mark.parametrize("seed", range(BATCHES))
def test_spoilt_rules_are_answered_in_words_of_the_game(seed: int) -> None:
    dice = random.Random(seed)
    whole, other = rulesets()
    for _ in range(EACH):
        judge(whole, other, dice)

"""The checker answers any mutation of a ruleset quickly and in words of the game."""

from __future__ import annotations

import random

import pytest

from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.semantics.boards import MOST_WINDOW
from tests.dsl.match.mutations import judge, rulesets
from tests.rounds import rounds

BATCHES, EACH = rounds(3, 6), 10  #: tests/soak/mutations.py makes many more


@pytest.mark.parametrize("seed", range(BATCHES))
def test_mutated_rules_are_reported_in_words_of_the_game(seed: int) -> None:
    dice = random.Random(seed)
    whole, other = rulesets()
    for _ in range(EACH):
        judge(whole, other, dice)


def test_the_widest_window_is_playable() -> None:
    """Its sets of places are longer than any number that Python writes in decimals."""
    whole, _ = rulesets()
    wide = tuple((name, text.replace("window 12", f"window {MOST_WINDOW}")) for name, text in whole.files)
    match = build(RulesetText(wide)).start(2)
    assert match.program.layout.boards["world"].window == MOST_WINDOW
    match.choose(match.position, match.decisions[0].options[0])

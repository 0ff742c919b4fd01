"""What a seat may not know changes nothing that it can see or ask: not its views, options, reasons, previews, bots."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.engine.pack import load
from tests.dsl.engine.worlds import compare, pair

RULESETS = Path(__file__).parents[3] / "rulesets"


@pytest.mark.parametrize(("game", "pairs"), [("trias", 30), ("ciao-dino", 10)])
def test_two_worlds_look_the_same_until_a_rule_tells_more(game: str, pairs: int) -> None:
    """tests/soak/two_worlds.py compares many more."""
    pack = load(RULESETS / game)
    dice = random.Random(game)
    assert sum(compare(pair(pack, dice), dice) for _ in range(pairs)) > pairs


def test_two_worlds_of_hidden_pieces_on_a_board_look_the_same() -> None:
    """Far into the match, when some have been shown and some have gone."""
    pack = load(RULESETS / "dinosaures")
    dice = random.Random("figurines")
    assert sum(compare(pair(pack, dice, 700), dice) for _ in range(20)) > 20

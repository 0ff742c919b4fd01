"""Hidden information changes nothing that a seat can see or ask: views, options, reasons, previews, bots."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.dsl.match.same_information import compare, latest, pair
from tests.rounds import rounds
from tests.rulesets import loaded, name_of, with_secrets

PAIRS = {"trias": rounds(12, 30), "dinosaures": rounds(8, 20)}
OTHERS = rounds(6, 12)  #: of each other game


@pytest.mark.parametrize("folder", with_secrets(), ids=name_of)
def test_two_worlds_look_the_same_until_a_rule_reveals_more(folder: Path) -> None:
    """tests/soak/two_worlds.py compares many more."""
    pack, name = loaded(folder), name_of(folder)
    dice, pairs = random.Random(name), PAIRS.get(name, OTHERS)
    assert sum(compare(pair(pack, dice, latest(name)), dice) for _ in range(pairs)) > pairs / 2  # choices followed

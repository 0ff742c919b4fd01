"""An unbounded board grows during a match, without visible effect."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.runtime.runner import Runner

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[3] / "rulesets"


@cache
def trias() -> Ruleset:
    return load(RULESETS / "trias")


class SmallWindow:
    """The rules with a smaller initial window."""

    name = "trias"

    def runner(self, players: int, options: Mapping[str, int], windows: Mapping[str, int]) -> Runner:
        return trias().runner(players, options, {"world": 6, **windows})


@pytest.mark.parametrize("seed", [1, 5])
def test_the_size_of_the_window_is_invisible(seed: int) -> None:
    options = trias().defaults(3)
    small, large = Match(SmallWindow(), 3, options, seed), Match(trias(), 3, options, seed)
    dice = random.Random(seed)
    while not large.over:
        assert small.digest == large.digest
        ours, theirs = small.view("red"), large.view("red")
        assert ours.zones == theirs.zones
        assert {(cell.place, cell.pieces, cell.counters) for cell in ours.boards[0].cells if cell.pieces} == {
            (cell.place, cell.pieces, cell.counters) for cell in theirs.boards[0].cells if cell.pieces
        }
        mine = {(o.entry, o.value.text): o.number for o in small.decisions[0].options}
        others = {(o.entry, o.value.text): o.number for o in large.decisions[0].options}
        assert list(mine) == list(others)
        drifts = [key for key in others if large.decisions[0].entries[key[0]].action == "drift"]
        chosen = dice.choice(drifts or list(others))
        small.choose(small.position, mine[chosen])
        large.choose(large.position, others[chosen])
    assert small.program.layout.boards["world"].window > 6
    assert small.outcome == large.outcome
    while small.position:
        small.go_back()
    assert small.program.layout.boards["world"].window == 6

"""Invariants of a ruleset are checked after every choice of a playout, and do not affect a match."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.match.playouts import PlayoutError, Playouts
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

GAME = """game till
    players 2, colours red, blue
board counter_top: squares 2 by 1
counter coin of player: 3 each, on squares
option least: 0..9 = 0 "What may be left"
variable spent: 0..9 = 0
action pay(s: square)
    needs left: number of my coins in reserve > least "Your purse is empty."
    do
        move 1 of my coins in reserve to s
        spent += 1
play
    turns from seat(1) clockwise until not can pay
        choose pay
winner
    most spent: spent
"""
HELD = """
define coins_of(p: player) = number of coins of p on squares + number of coins of p in reserve
always whole: none of players where coins_of(it) is not 3 "No coin is lost."
"""
BROKEN = 'always thrifty: spent < 3 "Nobody spends three coins."\n'


def pack(always: str, examples: bool = True) -> Ruleset:
    return build(RulesetText((("till.rules", GAME), ("examples/always.rules", always))), examples=examples)


def playouts(pack: Ruleset) -> Playouts:
    return Playouts(pack, 2, pack.options(2, {}))


def test_a_playout_passes_invariants_that_hold() -> None:
    assert playouts(pack(HELD)).play(1).choices == 5


def test_a_broken_invariant_is_reported_with_its_choice() -> None:
    with pytest.raises(
        PlayoutError, match="seed 1, choice 3: `always thrifty` does not hold: Nobody spends three coins"
    ):
        playouts(pack(HELD + BROKEN)).play(1)


def test_invariants_are_not_part_of_a_match() -> None:
    bare, full = pack("", examples=False), pack(BROKEN, examples=False)
    assert bare.identity == full.identity
    assert not full.rules.always


def test_an_invariant_needs_a_condition_and_a_unique_name() -> None:
    with pytest.raises(RulesError) as found:
        pack("always spent: 3\nalways twice: spent < 4\nalways twice: spent < 5\n")
    assert [problem.slug for problem in found.value.problems] == ["type-mismatch", "duplicate-name"]

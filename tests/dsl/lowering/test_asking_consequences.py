"""Consequences that ask for a choice: they finish before their trigger continues, and do not trigger themselves."""

from __future__ import annotations

import random

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

GAME = """game quay
    players 2, colours red, blue
board dock: squares 4 by 1
counter crate of player: 9 each, on squares
counter gull: 9 each, on squares
variable score of player: 0..99 = 0
variable saved: 0..99 = 0
variable loads: 0..9 = 0

consequence sinking(s: square) whenever crates on s change
    for each p in players where any of crates of it on s
        if number of crates on s > 3
            choose save(s) by p
consequence counting whenever saved changes
    score of red += 1
    if saved > 8
        end game

action save(given s: square, goal: square) "Save to {goal}"
    needs other: goal is not s
    do
        move 1 of my crates on s to goal
        saved += 1
action load(s: square) "Load {s}"
    do
        fill(s)
        loads += 1
action load_two "Load two docks"
    do
        together
            fill(0,0)
            fill(1,0)
        loads += 1

to fill(s: square)
    move 4 of my crates in reserve to s

play
    turns from seat(1) clockwise until loads > 3
        choose one of
            load
            load_two
winner
    most score: score of it
"""

EXAMPLES = """
example "the owner chooses before the rule goes on"
    turn of red
    run
        fill(1,0)
        loads += 1
    expect that loads is 0 and saved is 0
    expect save() offers a1 c1 d1
    play save(a1)
    expect that loads is 1 and saved is 1 and score of red is 1
    expect position
        a1: red 1; b1: red 3
example "a batch first, then place by place"
    turn of blue
    play load_two
    expect that loads is 0
    play save(d1)
    expect that loads is 0 and saved is 1
    play save(d1)
    expect that loads is 1 and saved is 2 and score of red is 1
    expect position
        a1: blue 3; b1: blue 3; d1: blue 2
example "an end in the middle of it"
    given
        saved: 8
    turn of red
    play load(a1)
    play save(b1)
    expect that loads is 0 and saved is 9
"""


def pack(examples: str = "") -> Ruleset:
    return build(RulesetText((("quay.rules", GAME + examples),)), examples=bool(examples))


def test_examples_pass() -> None:
    results = run_examples(pack(EXAMPLES))
    assert [f"{result.title}: {result.problem}" for result in results if not result.passed] == []


@pytest.mark.parametrize("seed", range(5))
def test_equal_choices_lead_to_equal_positions(seed: int) -> None:
    """Two forks that make the same choice show the same view, also in the middle of a consequence."""
    chance, match = random.Random(seed), pack().start(players=2, seed=seed)
    while not match.over:
        (decision,) = match.decisions
        option = chance.choice(decision.options)
        assert _after(match.fork(), option.number) == _after(match.fork(), option.number)
        match.choose(decision, option)
    assert match.outcome is not None


def _after(match: Match, number: int) -> str:
    match.choose(match.position, number)
    return repr(match.view(""))

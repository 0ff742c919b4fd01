"""A `let` before a supposition keeps its actual value within the supposition."""

from __future__ import annotations

import pytest

from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build

GAME = """game stack
    players 2, colours red, blue
kinds Stuff: mud
board pond: squares 5 by 1
piece stone: Stuff, on squares, one on each, alike
setup
    for each s in squares
        create 1 of stone(mud) in s
action push(p: stone, goal: square)
    let around = stones joined to p
    let near = number of stones next to goal
    with p lifted
        needs here: number of around is 3
        needs there: near is 1
        needs free: none of stones on goal
    do
        move p to goal
play
    one turn each from seat(1) clockwise
        choose push
winner
    shared
example "around and near are counted with the lifted stone"
    given
        mud a1; mud b1; mud c1
    turn of red
    expect push() offers {first}
    expect push(mud {stone}) offers {second}
"""


@pytest.mark.parametrize(("first", "stone", "second"), [("a1 b1 c1", "a1", "a1 d1"), ("a1 b1 c1", "c1", "c1 d1")])
def test_a_let_refers_to_the_actual_position(first: str, stone: str, second: str) -> None:
    text = GAME.format(first=first, stone=stone, second=second)
    (result,) = run_examples(build(RulesetText((("stack.rules", text),)), examples=True))
    assert result.problem is None

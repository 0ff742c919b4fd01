"""Consequences: once for each place that changed, after the statement that changed it; in `together`, after all."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
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
variable tide: 0..9 = 0
variable sunk: 0..99 = 0
variable wet of square: 0..9 = 0

consequence sinking(s: square) whenever crates on s change
    if number of crates on s > 3
        move 1 of crates of red on s to reserve
        sunk += 1
        gather(s)
consequence flock(s: square) whenever gulls on s change or tide changes
    wet of s += 1
consequence counting whenever sunk changes
    score of red += 1

to gather(s: square)
    move 1 of gulls in reserve to s

action load(n: 1..9, s: square) "Load {n}"
    do
        move n of my crates in reserve to s
        note "loaded"
action load_twice(s: square) "Load twice"
    do
        together
            move 3 of my crates in reserve to s
            move 3 of my crates in reserve to s
            move 4 of my crates on s to reserve

play
    one turn each from seat(1) clockwise
        choose load
winner
    most score: score of it
"""


def pack(*lines: str) -> Ruleset:
    text = GAME + 'example "as it says"\n' + "".join(f"    {line}\n" for line in lines)
    return build(RulesetText((("quay.rules", text),)), examples=True)


@pytest.mark.parametrize(
    "lines",
    [
        # it triggers others: the gull, the count
        ("play load(4, b1)", "expect that number of crates on squares is 3", "expect that sunk is 1"),
        ("play load(4, b1)", "expect that number of gulls on squares is 1", "expect that score of red is 1"),
        # it does not trigger itself: five crates lose one, not two
        ("play load(5, b1)", "expect that number of crates on squares is 4", "expect that sunk is 1"),
        ("play load(3, b1)", "expect that sunk is 0"),
        # together: only the state at the end counts
        ("play load_twice(b1)", "expect that number of crates on squares is 2", "expect that sunk is 0"),
        # a variable without a place concerns every place
        ("run", "    tide += 1", "expect that sum of wet of it over squares is 4"),
    ],
)
def test_a_consequence_runs_once_per_changed_place(lines: tuple[str, ...]) -> None:
    (result,) = run_examples(pack("turn of red", *lines))
    assert result.passed, result.problem


def test_the_events_of_a_consequence_name_its_rule() -> None:
    match = pack("turn of red").start(2)
    assert isinstance(match, Match)
    (decision,) = match.decisions
    option = next(option for option in decision.options if option.value.text == "4")
    match.choose(decision, option)
    (decision,) = match.decisions
    events = match.choose(decision, decision.options[0])
    left = [event for event in events if event.kind == "count" and dict(event.args).get("to") == "reserve"]
    assert [event.causes[-2:] for event in left] == [("load", "sinking")]


def test_cyclic_consequences_are_rejected() -> None:
    circle = GAME.replace("score of red += 1\n", "tide += 1\n    sunk += 0\n").replace("wet of s += 1", "sunk += 1")
    with pytest.raises(RulesError) as caught:
        build(RulesetText((("quay.rules", circle),)))
    assert {problem.slug for problem in caught.value.problems} == {"consequence-loop"}

"""Examples that state the winner, the ranking, and that there is no option: each passes exactly if that is true."""

from __future__ import annotations

import pytest

from dsl.base.source import Source
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse

GAME = """\
game hop
    players 2..4, colours red, blue, green, white

board path: squares 3 by 1
counter frog of player: 2 each, on squares
variable score of player: 0..99 = 0

action enter(s: square) "Enter"
    needs free: none of frogs on s "Taken."
    do
        move 1 of my frogs in reserve to s

action rest "Rest"
    needs tired: score of me > 5 "You are not tired."

to a_turn
    choose enter if possible

play
    turns from seat(1) clockwise
        choose one of
            enter
            rest

winner
    most score: score of it
    least frogs: number of frogs of it on squares
    shared
"""
PARTNERS = GAME.replace("blue, green, white\n", "blue, green, white\n    teams red and green, blue and white\n", 1)
SCORES = """\
    options seats = 4
    given
        a1: red 1; score of red: 7; score of blue: 7; score of green: 4; score of white: 4
"""
FULL = """\
    options seats = 2
    given
        a1: red 1; b1: red 1; c1: blue 1; score of blue: 9
"""


def _result(lines: str, game: str = GAME) -> str:
    """Return the result of an example: nothing if it passes, else what was needed and found."""
    pack = build(RulesetText((("hop.rules", f'{game}\nexample "it ends"\n{lines}'),)), examples=True)
    (result,) = run_examples(pack)
    problem = result.problem
    return f"{problem.summary}: {problem.needed} | {problem.found}" if problem else ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("winner blue", ""),
        ("winner red", "blue (score 7, frogs 0), then red (score 7, frogs 1), then "),
        ("winners red, blue", "blue (score 7, frogs 0), then red (score 7, frogs 1), then "),
        ("ranking blue, red, green and white", ""),
        ("ranking blue, red, white and green", ""),
        ("ranking blue, red, green, white", "green (score 4, frogs 0) and white (score 4, frogs 0)"),
        ("ranking blue, red", "then green (score 4, frogs 0) and white (score 4, frogs 0)"),
    ],
)
def test_the_winner_lines_decide_who_wins(line: str, said: str) -> None:
    result = _result(f"{SCORES}    expect {line}\n")
    assert said in result
    assert bool(said) == bool(result)


def test_several_players_share_the_victory() -> None:
    for line in ("winners blue and red", "winners red, blue", "ranking red and blue, green and white"):
        assert not _result(SCORES.replace("a1: red 1; ", "") + f"    expect {line}\n")


def test_without_shared_victory_the_order_of_seats_decides() -> None:
    alone = GAME.replace("    shared\n", "")
    assert not _result(SCORES.replace("a1: red 1; ", "") + "    expect ranking red, blue, green, white\n", alone)


def test_partners_win_together() -> None:
    for line in ("winner blue", "winners white and blue", "ranking white, red and green"):
        assert not _result(f"{SCORES}    expect {line}\n", PARTNERS)
    assert _result(f"{SCORES}    expect winner green\n", PARTNERS)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("    turn of red\n    run\n        a_turn()\n", ""),  # the rules ask for `enter` alone, which is not possible
        ("    turn of red\n", ""),
        ("    turn of blue\n", "rest"),  # possible, although no rule that ran asks for it
        ("    turn of blue\n    run\n        a_turn()\n", ""),
        ("    turn of red\n    run\n        a_turn()\n    turn of blue\n", "rest"),
        (
            "    turn of blue\n    run\n        repeat\n"
            "            choose one of\n                rest\n                stop\n",
            "rest; stop",
        ),
        ("    turn of red\n    run\n        move 1 of my frogs on a1 to reserve\n        a_turn()\n", "enter a1"),
    ],
)
def test_examples_may_expect_no_option(lines: str, found: str) -> None:
    said = f"something is offered: nothing | {found}" if found else ""
    assert _result(f"{FULL}{lines}    expect nothing offered\n") == said


def test_testing_the_options_does_not_change_the_position() -> None:
    assert not _result(f"{FULL}    turn of red\n    expect nothing offered\n    expect winner blue\n")
    assert not _result(f"{FULL}    turn of red\n    run\n        score of red += 20\n    expect winner red\n")


def test_the_formatter_supports_ending_lines() -> None:
    written = 'example "it ends"\n    expect   winners red ,blue\n    expect ranking red and  blue,green\n'
    there = '\nexample "it ends"\n    expect winners red and blue\n    expect ranking red and blue, green\n'
    assert format_tree(parse(Source("hop.rules", GAME + written))).endswith(there)

"""Conditions that never hold and loops that never end are reported to authors; all others are not."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.semantics import check
from dsl.syntax.parser import parse

MARSH = """\
game marsh
    players 2..4, colours red, blue, green, white
kinds Kind: young grown
option pace: 1..4 = 2
table Food(k: Kind) food
    young pace
    grown 0
board marsh: squares 8 by 8
piece frog of player: Kind, on squares, one on each
piece card: Kind
counter hare of player: 8 each, on squares, calm or tired
zone deck: cards, in order
zone hand of player: cards, seen by its player
variable score of player: 0..9 = 0
variable drawn: 0..3 = 0 each turn
variable last: player or none = none
define high = largest of score of it over players
to draw
    move top(deck) to hand of me
to wait
    note "Nothing."
action hop(s: square, f: frog)
    needs asked: {condition}
    do
        move f to s
action graze(s: square)
    do
        score of me += 1
action rest
to loop
{loop}
play
    turns from seat(1) clockwise until last is not none
        drawn += 1
        choose one of
            hop
            graze
            rest
        last = me
winner
    most score: score of it
"""


def _problems(condition: str = "s is a1", loop: str = "loop", strict: bool = True) -> list[str]:
    body = 'note "Once."' if loop == "loop" else loop
    text = MARSH.format(condition=condition, loop="\n".join(f"    {line}" for line in body.split("\n")))
    try:
        check(parse(Source("marsh.rules", text)), strict)
    except RulesError as error:
        return [problem.slug for problem in error.problems]
    return []


@pytest.mark.parametrize(
    "condition",
    [
        "score of me > 9",
        "score of me is 12",
        "not score of me >= 0",
        "score of me > 9 and s is a1",
        "s is a1 or score of me < 0",
        "score of me > 5 and score of me < 3",
        "score of me > pace and score of me < 2 and pace > 4",
        "kind of f is young and kind of f is grown",
        "s is a1 and s is b1",
        "owner of f is red and owner of f is blue",
        "pace > 4",
        "food of young > 4",
        "number of players > 4",
        "number of hares on s < 0",
        "none of squares without squares",
        "any of squares next to s without squares",
        "any of (frogs on s) without squares",
        "any of frogs that are young without frogs",
        "any of numbers(1, 6) where it > 6",
        "2 * score of me + 1 > 19",
    ],
)
def test_conditions_that_never_hold_are_reported(condition: str) -> None:
    assert _problems(condition) == ["never-holds"]
    assert not _problems(condition, strict=False)


@pytest.mark.parametrize(
    "condition",
    [
        "score of me > 8",
        "score of me >= 0",
        "score of me > 5 or score of me < 3",
        "score of me > 5 and score of left_of(me) < 3",
        "score of me >= 3 and score of me <= 3",
        "kind of f is young or kind of f is grown",
        "kind of f is young and kind of the frog on s is grown",
        "s is a1 and place of f is b1",
        "s is not a1 and s is not b1",
        "pace > 3",
        "food of young > 3",
        "number of players is 1",
        "number of hares on s is 0",
        "any of squares without frogs",
        "none of squares with frogs with hares",
        "any of squares next to s without s",
        "yes",
        "last is not none and last is not me",
        "2 * score of me + 1 > 18",
        "score of me - 9 < 0",
        "drawn is 3",
    ],
)
def test_conditions_that_may_hold_are_not_reported(condition: str) -> None:
    assert not _problems(condition)


@pytest.mark.parametrize(
    "loop",
    [
        "repeat while any of deck\n    score of me += 1",
        "repeat until any of hand of me\n    choose graze",
        "repeat while high > 3\n    wait()",
        "repeat while any of deck\n    wait()\n    if high > 3\n        score of me -= 1",
        "let n = 3\nrepeat while n > 0\n    draw()",
        "turns from seat(1) clockwise until high > 8\n    choose hop",
        "repeat while any of hares on a1\n    choose hop",
        "repeat while last is none\n    for each p in players\n        score of p = 0",
    ],
)
def test_a_loop_that_cannot_change_its_condition_is_reported(loop: str) -> None:
    assert _problems(loop=loop) == ["endless-repeat"]
    assert not _problems(loop=loop, strict=False)


@pytest.mark.parametrize(
    "loop",
    [
        "repeat while any of deck\n    move top(deck) to hand of me",
        "repeat while any of deck\n    draw()",
        "repeat until any of hand of me\n    if high > 3\n        draw()",
        "repeat while high > 3\n    choose graze",
        "repeat while high > 3\n    score of left_of(me) -= 1",
        "let n = 3\nrepeat while n > 0\n    n -= 1",
        "turns from seat(1) clockwise until drawn > 1\n    choose rest",
        "turns from seat(1) clockwise until me is red\n    choose rest",
        "turns from seat(1) clockwise until high > 8\n    choose rest\n    if any of deck\n        end game",
        "repeat while any of frogs on a1\n    choose hop",
        "repeat while any of deck\n    repeat\n        choose one of\n            rest\n            stop",
        "repeat while can hop\n    choose graze",
        "repeat until times_seen > 1\n    choose rest",
        "repeat while number of players > 1\n    eliminate left_of(me)",
        "repeat up to 3 times\n    choose rest",
        "for each c in deck\n    choose rest",
    ],
)
def test_a_loop_that_may_end_is_not_reported(loop: str) -> None:
    assert not _problems(loop=loop)

"""Counters with a condition: `my hares where it touches water`, the same as the places and states that it names."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.match.rulesets.examples import run_examples
from tests.dsl.lowering.both_runners import lengths, small

GAME = """game fen
    players 2, colours red, blue

kinds Leaf: oak elm
board marsh: squares 4 by 4
counter hare of player: 9 each, on squares, calm or tired
counter frond of Leaf: 6 in all, on squares
counter nut: 6 in all, on squares
variable score of player: 0..99 = 0

define lonely(p: player) = hares of p where none of nuts next to it
define left_of_line(n: 0..9) = hares where x_of(place of it) < n
define high(n: 0..9) = hares where y_of(place of it) >= n

action enter(s: square) "Enter {s}"
    needs free: none of hares on s "Taken."
    do
        move 1 of my hares in reserve to s

action rest(h: hare) "Let {h} rest"
    needs mine: h is in lonely(me) "Not a lonely hare of yours."
    do
        mark 1 of (my hares where place of it is place of h) as tired

action chase "Chase"
    needs some: any of hares of left_of(me) where it touches my hares "No hare is near."
    do
        move (hares of left_of(me) where it touches my hares) to reserve
        score of me += number of (hares where owner of it is me and state of it is tired)

action gather(s: square) "Gather at {s}"
    needs edge: s is in edge(marsh) "Only at the edge."
    do
        move 1 of nuts in reserve to s
        move 1 of fronds of elm in reserve to s

play
    repeat up to 12 times
        one turn each from red clockwise
            choose one of
                enter
                rest
                chase
                gather

winner
    most score: score of it
    shared

always the_same: number of high(2) is number of (hares on squares where y_of(it) >= 2)
always parted: number of hares is number of left_of_line(2) + number of (hares where x_of(place of it) > 1)

example "as many as on the places that fit"
    given
        a1: red 2, nut 1; b1: red 1; b2: red 1, blue 1; d4: red 1 tired, blue 3; a4: frond elm 2, frond oak 1
    turn of red
    expect that number of lonely(red) is 4 and number of lonely(blue) is 4
    expect that number of high(1) is 6 and number of high(3) is 4
    expect that number of (hares where owner of it is blue) is 4
    expect that number of (hares where state of it is tired) is 1
    expect that number of (my hares where owner of it is me and state of it is calm and x_of(place of it) is 1) is 2
    expect that number of (fronds where kind of it is elm and place of it is in edge(marsh)) is 2
    expect that exactly 1 of (my hares where it touches nuts) and none of (my hares where y_of(place of it) is 2)
    expect rest(red b1) refused: mine
    play chase()
    expect position
        b2: red 1; d4: red 1 tired, blue 3
    expect that score of red is 1
"""  # fmt: skip


def test_the_counters_on_the_places_that_fit_are_counted_moved_and_marked() -> None:
    pack = small(GAME)
    assert [result.problem for result in run_examples(pack)] == [None]
    assert lengths(pack)


@pytest.mark.parametrize(
    "condition",
    ["owner of it is not red", "owner of it is red or place of it is 0,0", "state of it is calm or it touches nuts"],
)
def test_counters_of_several_owners_or_states_are_refused_with_help(condition: str) -> None:
    with pytest.raises(RulesError) as refused:
        small(GAME.replace("y_of(place of it) >= n", condition))
    problem = refused.value.problems[0]
    assert problem.slug == "not-yet"
    assert "before `where`" in problem.help

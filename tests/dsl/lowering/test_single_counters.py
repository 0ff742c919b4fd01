"""One counter that moves or gets another state, and all counters of one state: no counter appears or disappears."""

from __future__ import annotations

from dsl.match.rulesets.examples import run_examples
from tests.dsl.lowering.both_runners import lengths, small

GAME = """game fen
    players 2, colours red, blue

board marsh: squares 4 by 4
counter hare of player: 6 each, on squares, calm or tired or wary
variable score of player: 0..99 = 0

action enter(s: square) "Enter {s}"
    do
        move 1 of my hares in reserve to s

action flee(h: hare) "{h} flees"
    needs mine: owner of h is me "Not yours."
    do
        let s = place of h
        move my hares on s to reserve
        mark h as tired
        move h to s

action watch(h: hare) "{h} watches"
    needs mine: owner of h is me "Not yours."
    do
        mark h as wary
        mark h as wary

action sleep "All rest"
    do
        mark hares that are calm as tired
        score of me += number of hares that are tired

play
    repeat up to 20 times
        one turn each from red clockwise
            choose one of
                enter
                flee
                watch
                sleep

winner
    most score: score of it
    shared

always as_many: number of hares of seat(1) on squares + number of hares of seat(1) in reserve is 6

example "a counter that has left moves no more and gets no other state"
    given
        b2: red 1
    turn of red
    play flee(red b2)
    expect that none of hares

example "all counters of one state change, of every player"
    given
        b2: red 1; b3: red 1 wary; c2: blue 1
    turn of red
    play sleep()
    expect position
        b2: red 1 tired; b3: red 1 wary; c2: blue 1 tired
    expect that score of red is 2
"""


def test_examples_pass() -> None:
    assert [result.problem for result in run_examples(small(GAME))] == [None, None]


def test_both_runners_play_the_same_matches() -> None:
    assert all(lengths(small(GAME)))

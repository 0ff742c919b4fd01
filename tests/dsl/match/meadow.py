"""A game whose points come from awards, from loops over places, from conditions, and from what players hide."""

from __future__ import annotations

from functools import cache

from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

MEADOW = """
game meadow
    players 2, colours red, blue

kinds Crop: rye oats
kinds Kind: plain gold

board field: areas
    a rye next to b
    b rye next to c
    c oats
counter sheep of player: 9 each, on areas
piece coin: Kind
zone bag: coins, in order, seen by nobody
zone purse of player: coins, seen by its player
variable score of player: 0..99 = 0

action graze(a: area) "Graze on {a}"
    do
        move 1 of my sheeps in reserve to a
        if a is c
            score of me += bonus(a)

action raid(a: area, goal: area) "Drive a sheep from {a} to {goal}"
    needs theirs: any of sheeps of left_of(me) on a "Nothing to drive away."
    needs near: goal touches a                      "Too far."
    needs strong: any of my sheeps on a             "You have no sheep there."
    do
        move 1 of sheeps of left_of(me) on a to reserve
        move 1 of my sheeps on a to goal

define bonus(a: area) = number of sheeps on a
define value(p: player, a: area) = if a is b then 3 * number of sheeps of p on a otherwise 0
define roams(p: player) = none of areas where none of sheeps of p on it

award flock(k: Crop)
    among players where any of sheeps of it on areas of k
    by number of sheeps of it on areas of k
    first 5
    second 2
    ties share, rounding up

setup
    repeat up to 2 times
        create coin(plain) in bag
        create coin(gold) in bag
    shuffle bag
    for each p in players
        move top(bag) to purse of p

play
    repeat up to 4 times
        one turn each from seat(1) clockwise
            choose one of
                graze
                raid
    for each k in Crop
        if number of players is 2
            award flock(k)
    for each p in players where roams(it)
        score of p += 7
    for each a in areas
        for each p in players
            score of p += value(p, a)
    for each p in players
        score of p += 10 * number of purse of p that are gold

winner
    most score: score of it
    most spread: number of areas with sheeps of it
"""


@cache
def meadow() -> Ruleset:
    """Return the ruleset."""
    return build(RulesetText((("meadow.rules", MEADOW),)))

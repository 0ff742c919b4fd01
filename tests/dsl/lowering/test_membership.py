"""`x is in S` for counters and for pieces in zones, however the set is named; pieces in zones as parameters."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.ruleset import Ruleset
from tests.dsl.lowering.both_runners import lengths, small

COUNTERS = """game isle
    players 2, colours red, blue
board isle: squares 3 by 3
counter fort of player: 3 each, on squares, new or old
variable n: 0..99, clamped = 0
define young(p: player) = forts of p that are new
define on_place(s: square) = forts on s
define is_young(p: player, who: fort) = who is in young(p)
define shared_with(f: fort) = squares where f is in forts on it
action raise(a: square)
    needs left: any of my forts in reserve
    do
        move 1 of my forts in reserve to a
action age(f: fort)
    needs mine: f is in my forts
    needs young: f is in forts that are new
    needs again: is_young(me, f) and f is in on_place(place of f)
    needs near: f is in my forts within 1 of centre
    needs lone: number of shared_with(f) is 1
    needs raised: f is not in forts in reserve
    do
        mark f as old
        n += if f is in forts that are new then 10 otherwise 1
        move f to reserve
play
    repeat up to 5 times
        one turn each from seat(1) clockwise
            choose raise if possible
            choose age if possible
winner
    most forts: number of forts of it on squares
example "which counters are in a set"
    given
        a1: red 1, blue 2; a2: red 1 old; b1: red 1
    turn of red
    expect age() offers red a1; red b1
    expect age(red a2 old) refused: young
    expect age(blue a1) refused: mine
    play age(red a1)
    expect that n is 1
    expect age() offers red b1;
    play age(red b1)
    turn of blue
    expect age() offers blue a1;
"""

CARDS = """game suits
    players 2, colours red, blue
kinds Suit: sun moon
piece card: Suit, worth 1..3
zone hand of player: cards
zone heap: cards
variable n: 0..99, clamped = 0
define mine = hand of me
define suns(p: player) = hand of p that are sun
define inside(s: set of card, c: card) = c is in s
action lay(c: card)
    needs sun: c is in suns(me) and inside(suns(me), c) and inside(mine, c) and c is not in heap
    do
        let rest = suns(me) without c
        n += number of rest
        move c to heap
setup
    for each p in players
        for each n in numbers(1, 3)
            create card(sun, n) in hand of p
            create card(moon, n) in hand of p
play
    repeat up to 2 times
        one turn each from seat(1) clockwise
            choose lay if possible
winner
    most suns: number of hand of it
example "the suns of a hand"
    given
        hand of red: sun 1, moon 2, sun 3; hand of blue: sun 2
    turn of red
    expect lay() offers sun 1; sun 3
    play lay(sun 1)
    expect that n is 1
"""

#: Pieces one on each square, in a zone: there each is known by its number, on the board by its place.
MEN = """game dens
    players 2, colours red, blue
kinds Suit: sun moon
board f: squares 3 by 2
piece man of player: Suit, on squares, one on each
zone den of player: men, in order
variable suns: 0..99, clamped = 0
variable moons: 0..99, clamped = 0
define sunny(c: man) = kind of c is sun
define first_sun(p: player) = only(den of p where sunny(it))
to deploy(c: man, s: square)
    if sunny(c)
        suns += 1
    otherwise
        moons += 1
    move c to s
to ask_and_deploy(c: man, s: square)
    let was = kind of c
    repeat up to 2 times
        choose say
    if none of men on s and kind of c is was
        deploy(c, s)
action say(sure: yes or no)
action lay(s: square)
    needs free: none of men on s
    needs some: any of den of me where sunny(it)
    do
        deploy(first_sun(me), s)
action lay_slowly(s: square)
    needs free: none of men on s
    needs some: any of den of me
    do
        ask_and_deploy(top(den of me), s)
        ask_and_deploy(the man on s, s)
setup
    for each p in players
        create 2 of man(sun) of p in den of p
        create 2 of man(moon) of p in den of p
play
    repeat up to 2 times
        one turn each from seat(1) clockwise
            choose one of, if possible
                lay
                lay_slowly
winner
    most men: number of men of it on squares
example "definitions and routines know the men in a den"
    given
        red: moon a1; blue: moon b1
        den of red: moon, sun, moon
    turn of red
    expect that sunny(first_sun(red)) and not sunny(top(den of red)) and not sunny(the man on a1)
    run
        deploy(top(den of red), a2)
    expect position
        red: moon a2; den of red: sun, moon
        suns: 0; moons: 1
    play lay(b2)
    expect position
        red: sun b2; den of red: moon
        suns: 1
    play lay_slowly(c2)
    play say(yes)
    play say(no)
    expect position
        red: moon c2; den of red: nothing; moons: 2
"""


def _failures(pack: Ruleset) -> list[str]:
    return [str(result.problem) for result in run_examples(pack) if result.problem]


@pytest.mark.parametrize("text", [COUNTERS, CARDS, MEN], ids=["counters", "cards", "men"])
def test_members_are_found_on_both_runners(text: str) -> None:
    pack = small(text)
    assert _failures(pack) == []
    assert all(choices > 0 for choices in lengths(pack))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deploy(first_sun(me), s)", "kept = top(den of me)\n        deploy(first_sun(me), s)"),
        ("deploy(first_sun(me), s)", "choose judge(top(den of me))\n        deploy(first_sun(me), s)"),
        ("deploy(first_sun(me), s)", "let d = den of me\n        move d to s"),
        ("any of den of me where sunny(it)", "top(den of me) touches s"),
        ("any of den of me where sunny(it)", "none of men where it is top(den of me)"),
    ],
)
def test_a_piece_in_a_zone_is_never_taken_for_one_on_the_board(old: str, new: str) -> None:
    text = MEN[: MEN.index("example")].replace(old, new, 1).replace(
        "setup\n", "variable kept: man or none = none\naction judge(given c: man, sure: yes or no)\nsetup\n"
    )  # fmt: skip
    with pytest.raises(RulesError) as caught:
        lengths(small(text))
    assert [problem.slug for problem in caught.value.problems] == ["not-yet"]
    assert "in a zone" in caught.value.problems[0].summary

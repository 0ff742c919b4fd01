"""Small invented games with simultaneous secret decisions: sealed bids, herds set out secretly, a long road, figures
mustered one by one, traps that are noted and never shown."""

from __future__ import annotations

from functools import cache

from dsl.match.match import Match
from dsl.match.observation.event_decoder import Event
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

BIDS = """game moor
    players 2..3, colours red, blue, white
variable offer of player: 0..5, seen by its player = 0
variable score of player: 0..99 = 0
variable round: 0..9 = 0
action bid(n: 0..5) "Bid {n}"
    needs other: round is 0 or n is not offer of me "Not the same bid again."
    do
        offer of me = n
action sleep "Think again"
    do
        offer of me = 0
define best = largest of offer of it over players
play
    repeat up to 2 times
        secretly for each p in players
            choose one of by p
                bid
                sleep
            if offer of p is 0
                choose bid by p
        for each p in players
            reveal offer of p
            if offer of p is best
                score of p += offer of p
        round += 1
winner
    most score: score of it
    shared
"""

HERDS = """game heath
    players 2..3, colours red, blue, white
board heath: squares 4 by 4
kinds Ground: reed mud
piece card: Ground
counter herd of player: 3 each, on squares
zone deck: cards, in order, seen by nobody
zone hand of player: cards, seen by its player
zone kept of player: cards
variable placed of player: 0..9 = 0
variable moves of player: 0..9 = 0
action settle(s: square) "Settle on {s}"
    needs room: number of herds on s is 0 "Somebody lives there."
    do
        move 1 of my herds in reserve to s
        placed of me += 1
action back(s: square) "Come back from {s}"
    needs mine: any of my herds on s "None of yours is there."
    do
        move 1 of my herds on s to reserve
        placed of me -= 1
action keep "Keep the last card"
    do
        move top(hand of me) to kept of me
action wait "Keep none"
    do
        moves of me = 0
action graze(h: herd, to: square) "Graze on {to}"
    needs mine: owner of h is me "Not yours."
    needs near: to touches place of h "Too far."
    do
        move h to to
        moves of me += 1
setup
    create 4 of card(reed) in deck
    create 4 of card(mud) in deck
    shuffle deck
    for each p in players
        repeat up to 2 times
            move top(deck) to hand of p
play
    phase placement
        secretly for each p in players
            repeat until placed of p is 2
                choose one of
                    settle
                    back
            choose one of
                keep
                wait
    one turn each from seat(1) clockwise
        choose graze
winner
    most moves: moves of it
    shared
"""

ROAD = """game road
    players 2, colours red, blue
board plain: hexes, unbounded, centre 0,0
counter cart of player: 20 each, on hexes
variable reach of player: 0..99 = 0
action go(h: hex) "Go to {h}"
    needs near: h touches my carts "Too far."
    needs free: none of carts on h "There is a cart."
    do
        move 1 of my carts in reserve to h
        reach of me = distance(h, centre)
setup
    for each p in players
        move 1 of carts of p in reserve to centre
play
    secretly for each p in players
        repeat up to 12 times
            choose one of
                go where distance(h, centre) > reach of p
                stop
    one turn each from seat(1) clockwise
        choose go
winner
    most carts: number of carts of it on hexes
    shared
"""

MUSTER = """game muster
    players 2, colours red, blue
kinds Rank: fox owl hare
board heath: squares 4 by 6
piece man of player: Rank, on squares, seen by its player
zone tray of player: men, seen by its player
variable score of player: 0..99 = 0
define home(p: player, s: square) = p is red and y_of(s) < 2 or p is blue and y_of(s) > 3
action put(m: man, s: square) "Put {m} on {s}"
    needs waits: m is in tray of me "It does not wait."
    needs home: home(me, s) "That is not yours."
    needs free: none of my men on s "Somebody stands there."
    do
        move m to s
action shift(m: man, s: square) "Move {m} to {s}"
    needs mine: m is in my men "Not yours."
    needs home: home(me, s) "That is not yours."
    needs free: none of my men on s "Somebody stands there."
    do
        move m to s
action swap(m: man, n: man) "{m} and {n} change places"
    needs mine: m is in my men "Not yours."
    needs other: n is in my men and n is not m "Not yours."
    do
        let a = place of m
        move m to place of n
        move n to a
action go(m: man, s: square) "{m} goes to {s}"
    needs mine: m is in my men "Not yours."
    needs free: none of men on s "Somebody stands there."
    needs near: s touches m "Too far."
    do
        move m to s
        score of me += 1
action wait "Wait"
    do
        score of me += 1
setup
    for each p in players
        create 2 of man(fox) of p in tray of p
        create 3 of man(owl) of p in tray of p
        create 1 of man(hare) of p in tray of p
play
    phase muster
        secretly for each p in players
            repeat
                choose one of
                    put
                    shift
                    swap
                    stop "Ready"
    turns from red clockwise until score of red > 2
        choose first possible of
            go
            wait
winner
    most score: score of it
    shared
"""


TRAPS = """game heath
    players 2, colours red, blue
variable trap of player: 0..9, seen by its player = 0
variable caught of player: 0..9, clamped = 0
action note_trap(n: 0..9) "Set a trap on {n}"
    do
        trap of me = n
action step(n: 0..9) "Step on {n}"
    do
        if trap of left_of(me) is n
            caught of me += 1
play
    secretly for each p in players
        choose note_trap
    repeat up to 3 times
        one turn each from seat(1) clockwise
            choose step
winner
    least caught: caught of it
    shared
"""


@cache
def pack(rules: str) -> Ruleset:
    """Return the pack of one of the games."""
    return build(RulesetText((("moor.rules", rules),)))


def begin(rules: str, seed: int = 0, players: int = 2) -> Match:
    """Return a new match of one of the games."""
    return pack(rules).start(players, {}, seed)


def take(match: Match, seat: str, action: str, value: str = "") -> tuple[Event, ...]:
    """Let a seat choose an option by its typed text."""
    decision = next(decision for decision in match.decisions if decision.seat == seat)
    option = next(
        found
        for found in decision.options
        if (decision.entries[found.entry].action, found.value.text) == (action, value)
    )
    return match.choose(decision, option)

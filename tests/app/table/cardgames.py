"""Invented card games without a board, translations or look."""

from tests.dsl.i18n.small_games import HOUSES as HOUSES

LETTERS = """game letters
    players 2..4, colours red, blue, green, black

kinds Rank: guard priest baron maid prince king countess princess
piece card: Rank, value 1..8
zone deck: cards, in order, seen by nobody
zone aside: cards, seen by nobody
zone shown: cards, seen by all
zone hand of player: cards, seen by its player
zone played of player: cards, seen by all
variable score of player: 0..99 = 0

action play_one(c: card) "Play {c}"
    needs held: c is in hand of me  "You do not hold it."
    do
        move c to played of me
        score of me += value of c
        if any of deck
            move top(deck) to hand of me

action guess(p: player, k: Rank) "Guess that {p} holds a {k}"
    needs other: p is not me  "Not yourself."
    do
        if any of hand of p where kind of it is k
            score of me += 3

setup
    create 5 of card(guard, 1) in deck
    create 2 of card(priest, 2) in deck
    create 2 of card(baron, 3) in deck
    create 2 of card(maid, 4) in deck
    create 2 of card(prince, 5) in deck
    create 1 of card(king, 6) in deck
    create 1 of card(countess, 7) in deck
    create 1 of card(princess, 8) in deck
    shuffle deck
    move top(deck) to aside
    for each n in numbers(1, 3)
        move top(deck) to shown
    for each p in players
        move top(deck) to hand of p
        move top(deck) to hand of p

play
    turns from seat(1) clockwise until none of my hand
        choose one of
            play_one
            guess

winner
    most score: score of it
    shared
"""

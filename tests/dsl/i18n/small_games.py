"""Small games of our own without any words files: cards with numbers for sale, and lots with what stands on them."""

HOUSES = """game houses
    players 2..4, colours red, blue, green, black

piece house, price 1..12
zone deck: houses, in order, seen by nobody
zone street: houses, seen by all
zone held of player: houses, seen by all
variable coins of player: 0..99 = 8
variable score of player: 0..99 = 0

action buy(h: house) "Buy {h}"
    needs there: h is in street  "It is not for sale."
    needs money: coins of me > 0 "You have no coins."
    do
        coins of me -= 1
        move h to held of me
        score of me += price of h

action save "Take two coins"
    do
        coins of me += 2

setup
    for each n in numbers(1, 12)
        create 1 of house(n) in deck
    shuffle deck
    for each p in players
        move top(deck) to street

play
    turns from seat(1) clockwise until none of street
        choose one of
            buy
            save

winner
    most score: score of it
    shared
"""

FLATS = """game flats
    players 2, colours red, blue

kinds Sort: park shop mill
board lane: squares 4 by 2
piece flat, rent 1..4 seen by all, on squares, one on each
piece lot: Sort, side 1..2 seen by all
counter man of player: 12 each, on squares
zone flat_pile: flats, in order, seen by nobody
zone row_of_flats: flats, seen by all
zone lot_pile: lots, in order, seen by nobody
zone kept of player: lots, seen by its player

action build(s: square) "Build on {s}"
    needs free: none of men on s  "A man stands there."
    do
        move 2 of my men in reserve to s
        if any of flat_pile
            move top(flat_pile) to row_of_flats

action draw "Draw a lot"
    needs left: any of lot_pile "No lot is left."
    do
        move top(lot_pile) to kept of me

setup
    for each n in numbers(1, 4)
        create 2 of flat(n) in flat_pile
    shuffle flat_pile
    move top(flat_pile) to row_of_flats
    for each k in Sort
        create 2 of lot(k, 1) in lot_pile
        create 1 of lot(k, 2) in lot_pile
    shuffle lot_pile
    for each p in players
        move top(lot_pile) to kept of p

play
    turns from seat(1) clockwise
        if not can build
            end game
        choose one of
            build
            draw

winner
    most men: number of men of it on squares
    shared
"""

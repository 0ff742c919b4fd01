"""The contents of the box follow from the declarations and the set-up, for each number of players and the options."""

from __future__ import annotations

from dsl.match.rulesets.box_contents import BoxBoard, Component, Location, box_contents
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

GAME = """game frogs
    players 2..3, colours red, blue, green

kinds Ground: reed pool
board pond: squares 3 by 2
piece lot: Ground, on squares, one on each, alike
piece fly, on squares, one on each
piece leaf: Ground, on squares, one on each
piece card: Ground, value 1..9
counter frog of player: 5 each, on squares, awake or asleep
counter egg: 20, on squares
zone deck: cards, in order, seen by nobody
zone hand of player: cards, seen by its player

action hop(s: square) "Hop to {s}"
    needs free: none of frogs on s  "There is a frog."
    do
        move 1 of my frogs in reserve to s
        if any of hand of me
            move top(deck) to hand of me

setup
    for each s in squares
        if x_of(s) > 1
            create 1 of lot(reed) in s
        otherwise
            create 1 of lot(pool) in s
    create 2 of card(reed, 1) in deck
    create 1 of card(reed, 7) in deck
    for each p in players
        create 1 of card(pool, 4) in hand of p

play
    turns from seat(1) clockwise
        if not can hop
            end game
        choose hop

winner
    most frogs: number of frogs of it on squares
    shared
"""


def _pack(text: str, name: str) -> Ruleset:
    return build(RulesetText(((f"{name}.rules", text),)))


def _component(components: tuple[Component, ...], name: str, kind: str = "") -> Component:
    return next(each for each in components if (each.name, each.kind) == (name, kind))


def test_pieces_and_counters_have_their_number_owners_and_places() -> None:
    pack = _pack(GAME, "frogs")
    found = box_contents(pack, 3)
    assert found.boards == (BoxBoard("pond", "squares", 6),)
    reed = _component(found.components, "lot", "reed")
    assert reed.places == (Location("board", "pond", reed.amount),)
    assert reed.amount + _component(found.components, "lot", "pool").amount == 6
    assert reed.shape == "squares"
    fly = _component(found.components, "fly")
    assert (fly.amount, fly.places) == (0, ())  # made during the match only
    leaves = [(each.kind, each.amount) for each in found.components if each.name == "leaf"]
    assert leaves == [("reed", 0), ("pool", 0)]
    deck = _component(found.components, "card", "reed")
    assert deck.values == (("value", "1", 2), ("value", "7", 1))
    assert deck.places == (Location("zone", "deck", 3),)
    assert (deck.shape, deck.each) == ("", None)
    held = _component(found.components, "card", "pool")
    assert held.owners == (("red", 1), ("blue", 1), ("green", 1))
    assert (held.each, held.places) == (1, (Location("zone", "hand", 3, 3),))
    frog = _component(found.components, "frog")
    assert (frog.amount, frog.each, frog.states) == (15, 5, ("awake", "asleep"))
    assert frog.places == (Location("reserve", "reserve", 15, 3),)
    assert _component(found.components, "egg").owners == (("", 20),)
    assert found.dealt == ()


def test_what_chance_deals_has_places_only_all_together() -> None:
    dealt = GAME.replace("\nplay\n", "    shuffle deck\n    move top(deck) to hand of seat(1)\n\nplay\n").replace(
        "create 1 of card(reed, 7)", "create 3 of card(pool, 7)"
    )
    found = box_contents(_pack(dealt, "frogs"), 2)
    cards = [each for each in found.components if each.name == "card"]
    assert sum(each.amount for each in cards) == 7
    assert all(each.places == () for each in cards)
    assert dict(found.dealt)["card"] == (Location("zone", "deck", 4), Location("zone", "hand", 3))
    assert _component(found.components, "frog").amount == 10
    assert found.colours == ("red", "blue")

"""A loop over a zone iterates over its contents at the start, even if its body removes pieces."""

from __future__ import annotations

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from tests.dsl.lowering.both_runners import lengths, small

GAME = """game reel
    players 2, colours red, blue
kinds Fish: eel carp
piece catch: Fish, weight 1..3
zone pond: catches
zone creel: catches, in order
zone basket of player: catches, seen by its player
to away(c: catch)
    if weight of c < 3
        move c to creel
define carps = pond where kind of it is carp
action cast "Cast"
    do
        LINES
action keep(c: catch) "Keep {c}"
    needs there: c is in pond
    do
        move c to basket of me
setup
    for each n in numbers(1, 3)
        create catch(carp, n) in pond
    for each n in numbers(1, 3)
        create catch(eel, n) in pond
play
    PLAY
winner
    most fish: number of basket of it
"""


def _game(lines: str, play: str = "choose cast by red") -> Ruleset:
    return small(GAME.replace("LINES", lines.replace("\n", "\n        ")).replace("PLAY", play.replace("\n", "\n    ")))


@pytest.mark.parametrize(
    ("lines", "pond", "creel"),
    [
        ("move pond to box", "", ""),
        ("move carps to box", "eel 1 eel 2 eel 3", ""),
        ("move carps to creel", "eel 1 eel 2 eel 3", "carp 1 carp 2 carp 3"),
        ("for each c in pond\n    move c to creel", "", "carp 1 carp 2 carp 3 eel 1 eel 2 eel 3"),
        ("for each c in pond\n    if weight of c > 1\n        move c to box", "carp 1 eel 1", ""),
        ("for each c in pond\n    away(c)", "carp 3 eel 3", "carp 1 carp 2 eel 1 eel 2"),
        ("move 2 of pond to creel", "carp 1 carp 2 carp 3 eel 1", "eel 3 eel 2"),
        ("move 2 of pond to box", "carp 1 carp 2 carp 3 eel 1", ""),
        ("move 2 of carps to creel", "carp 3 eel 1 eel 2 eel 3", "carp 1 carp 2"),
        ("move (pond ranked by (weight of it)) to creel", "", "carp 3 eel 3 carp 2 eel 2 carp 1 eel 1"),
        ("move 9 of carps to box", "eel 1 eel 2 eel 3", ""),
    ],
)
def test_a_loop_visits_every_initial_piece_once(lines: str, pond: str, creel: str) -> None:
    pack = _game(lines)
    match = Match(pack, 2, {}, 0)
    match.choose(match.position, match.decisions[0].options[0].number)
    lying = {
        zone.name: " ".join(f"{p.kind} {dict(p.facing)['weight']}" for p in zone.pieces)
        for zone in match.view("").zones
    }
    assert (lying["pond"], lying["creel"]) == (pond, creel)
    assert lengths(pack, seeds=2)


def test_a_loop_may_ask_a_choice_per_piece() -> None:
    """The zone holds six pieces at the start and each asks once; keeping one reduces the options, not the asks."""
    pack = _game('note "cast"', "for each one in pond\n    turn of random of players\n        choose keep")
    assert lengths(pack) == [6] * 5


MANY = """game heap
    players 2, colours red, blue
kinds Sort: frog toad
board pond: squares 2 by 2
piece thing of player: Sort, on squares, one on each, alike
zone supply of player: things, seen by all
action put(k: Sort, s: square) "Put {k} on {s}"
    needs left: any of supply of me where kind of it is k
    do
        if any of things on s
            for each t in supply of me where kind of it is k
                move t to box
        otherwise
            move 1 of (supply of me where kind of it is k) to s
setup
    for each p in players
        for each k in Sort
            create 12 of thing(k) of p in supply of p
play
    turns from red clockwise until none of supply of red or none of supply of blue
        choose put, if possible
winner
    most left: number of supply of it
    shared
"""


def test_a_zone_may_hold_more_pieces_than_the_board_has_cells() -> None:
    assert len(lengths(small(MANY))) == 5

"""A piece that a `let` takes from a zone stays the same piece, also for pieces known by their cell."""

from __future__ import annotations

import pytest

from dsl.match.playouts import Playouts
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build

BAG = """game bog
    players 2, colours red, blue
board pond: squares 3 by 3
kinds Water: shallow deep
piece tile: Water, on squares, one on each
zone bag: tiles, in order
variable deep_ones: 0..9 = 0
action lay(s: square) "Lay on {s}"
    needs free: none of tiles on s "Taken."
    do
        let t = top(bag)
        if kind of t is deep
            deep_ones += 1
        move t to s
setup
    create 5 of tile(deep) in bag
    create 4 of tile(shallow) in bag
    let first = top(bag)
    move first to b2
play
    repeat up to 4 times
        one turn each from seat(1) clockwise
            choose lay
winner
    most tiles: number of tiles
    shared
always whole: (number of tiles) + (number of bag) is 9
always counted: deep_ones <= 5
"""


@pytest.mark.parametrize("native", [False, True])
def test_a_let_of_a_piece_in_a_zone_can_be_read_and_moved(native: bool) -> None:
    pack = build(RulesetText((("bog.rules", BAG),)))
    runner, state, choices = Playouts(pack, 2, pack.defaults(2), native=native).end(1)
    slots = runner.program.layout.slots
    assert choices == 8
    assert state[slots["deep_ones"].first] in (4, 5)

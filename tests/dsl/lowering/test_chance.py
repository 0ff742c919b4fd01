"""Random members of ranges, zones and lists; and errors where there is none."""

from __future__ import annotations

import pytest

from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import PlayoutError, Playouts
from tests.dsl.lowering.both_runners import lengths, small

GAME = """game reel
    players 2, colours red, blue
kinds Fish: eel carp
piece catch: Fish, weight 1..3
zone pond: catches, seen by all
zone creel of player: catches, seen by its player
variable thrown of player: 0..6 = 0
variable reach: 0..12 = 0
variable caught: 0..3 = 0
variable lots: list of player = none
always pips: none of players where thrown of it > 6 "A die has six sides."
always whole: number of pond + number of creel of red + number of creel of blue is 6
define carps = pond where kind of it is carp
action cast "Cast"
    do
        thrown of me = random of numbers(1, 6)
        reach = random of numbers(thrown of me, thrown of me + 6)
        let fish = random of pond
        caught = weight of fish
        move fish to creel of me
        if any of carps
            move random of carps to creel of me
        lots = players ranked by (thrown of it)
        let unlucky = random of lots
        if reach < 7 and any of creel of unlucky
            move random of creel of unlucky to pond
setup
    for each n in numbers(1, 3)
        create catch(eel, n) in pond
        create catch(carp, n) in pond
play
    turns from seat(1) clockwise until number of pond < 2
        choose cast
winner
    most thrown: thrown of it
"""


def test_both_runners_agree_on_dice_and_draws() -> None:
    assert len(set(lengths(small(GAME), seeds=12))) > 1


@pytest.mark.parametrize("native", [False, True])
def test_a_die_shows_all_of_its_faces_and_no_other(native: bool) -> None:
    pack = small(GAME.replace("until number of pond < 2", "until any of players where thrown of it > 0"))
    seen: set[tuple[int, int]] = set()
    playouts = Playouts(pack, 2, pack.options(2, {}), native=native)
    for seed in range(400):
        runner, state, choices = playouts.end(seed)
        at = StateReader(runner.program, state)
        seen.add((at.get("thrown", 0), at.get("reach") - at.get("thrown", 0)))
        assert choices == 1
    assert seen == {(first, more) for first in range(1, 7) for more in range(7)}


@pytest.mark.parametrize("nothing", ["numbers(reach, reach - 1)", "carps where weight of it > 3", "players where no"])
def test_random_choice_from_an_empty_set_is_a_rule_error(nothing: str) -> None:
    pack = small(
        GAME.replace(
            "        let fish = random", f"        let what = random of ({nothing})\n        let fish = random"
        )
    )
    with pytest.raises(PlayoutError, match=r"choice 0.*chance needs at least one possibility"):
        lengths(pack)

"""Section 12: in how many ways each decision can be made at most, counted in positions that allow the most."""

from __future__ import annotations

from math import comb

import pytest

from dsl.ir.program import STRIDE
from dsl.runtime.runner import State
from tests.rulesets.triassic_terror.asking import at, chosen, lines, outcomes, runner

RUN = runner()
AREAS = {name: cell for cell, name in RUN.program.layout.boards["island"].names.items()}
THREE = "dino blue 9, dino green 9, dino orange 9; seats of {0}: blue, green, orange"


def herd(area: str, amount: int = 1) -> str:
    return f"{area}: dino red {amount}; seats of {area}: red"


def after(state: State, *choices: tuple[str, str]) -> State:
    """Return the state after actions, each named with the area that is chosen; "" takes the only option."""
    for action, area in choices:
        options = lines(RUN, state)[action]
        wanted = [option for option in options if not area or option % STRIDE == AREAS[area]]
        state = chosen(RUN, state, wanted[0])
    return state


@pytest.mark.parametrize(("position", "of_mountains", "of_tile"), [("round: 1", 10, 40), ("M2: volcano blue 1", 4, 34)])
def test_a_card_has_ten_splits_and_the_tile_four_times_as_many(position: str, of_mountains: int, of_tile: int) -> None:
    state = at(RUN, "settle_terrain", position)
    terrains = [chosen(RUN, state, option) for option in lines(RUN, state)["settle_terrain"]]
    assert [len(outcomes(RUN, terrain, {"settle"})) for terrain in terrains] == [10, 10, 10, of_mountains]
    assert len(outcomes(RUN, state, {"settle_terrain", "settle"})) == of_tile


@pytest.mark.parametrize("herds", [2, 3, 12])
def test_growth_has_ordered_pairs_of_herds(herds: int) -> None:
    """One grows by three and the other by two; what stops earlier is left out."""
    state = at(RUN, "play_tile", f"held of red: herd_growth; {'; '.join(herd(area) for area in list(AREAS)[:herds])}")
    ends = outcomes(RUN, after(state, ("play_tile", "")), {"grow_by_three", "grow_by_two"})
    assert sum(sum(amount for *_, amount in end) == herds + 5 for end in ends) == herds * (herds - 1)


def migration(position: str, origin: str) -> State:
    """Return the state in which a migration asks for its groups."""
    state = at(RUN, "play_tile", f"held of red: migration; {position}")
    return after(state, ("play_tile", ""), ("migrate", origin))


def splits(state: State, above: int = -1) -> int:
    """Return in how many ways groups can go, those named in the order of their areas."""
    total = 0
    for area in lines(RUN, state).get("send", []):
        if area % STRIDE > above:
            going = chosen(RUN, state, area)
            for size in lines(RUN, going)["send"]:
                total += 1 + splits(chosen(RUN, going, size), area % STRIDE)
    return total


@pytest.mark.parametrize(("origin", "dinos", "ways", "count"), [("S1", 4, 3, 34), ("F2", 7, 4, 329)])
def test_a_herd_splits_in_so_many_ways(origin: str, dinos: int, ways: int, count: int) -> None:
    assert count == comb(dinos + ways, ways) - 1
    assert splits(migration(herd(origin, dinos), origin)) == count


def test_a_herd_of_twenty_is_asked_area_by_area() -> None:
    """It splits in 10,625 ways, but is never asked for more than four areas or twenty dinosaurs."""
    state = migration(herd("F2", 20), "F2")
    assert len(lines(RUN, state)["send"]) == 4
    assert [len(lines(RUN, after(state, ("send", area)))["send"]) for area in ("S2", "F1", "F3", "D2")] == [20] * 4


def test_followers_are_led_in_sixteen_ways() -> None:
    state = migration("F2: dino red 7, dino blue 3, dino green 2; seats of F2: red, blue, green", "F2")
    for area in ("S2", "F1", "F3", "D2"):
        state = chosen(RUN, after(state, ("send", area)), 1)
    second = [chosen(RUN, state, first) for first in lines(RUN, state)["lead"]]
    assert sum(len(lines(RUN, one)["lead"]) for one in second) == 16


@pytest.mark.parametrize(("action", "piece"), [("fly", "pterodactyl 1"), ("hunt", "wild_trex 1"), ("raid", "raptor 1")])
def test_predators_reach_seven_areas_or_nine(action: str, piece: str) -> None:
    for area in AREAS:
        state = at(RUN, action, f"{area}: {piece}")
        if action == "raid":
            state = chosen(RUN, state, lines(RUN, state)["raid"][0])
        assert len(lines(RUN, state)[action]) == (9 if area.endswith("2") else 7)


@pytest.mark.parametrize(
    ("action", "start", "piece", "goal", "meals"),
    [
        ("hunt", "D1", "wild_trex 1", "D2", 56),
        ("hunt", "F1", "wild_trex 1", "D2", 20),
        ("fly", "D1", "pterodactyl 1", "D2", 10),
        ("raid", "D1", "raptor 1", "D2", 10),
    ],
)
def test_three_herds_are_eaten_of_in_so_many_ways(action: str, start: str, piece: str, goal: str, meals: int) -> None:
    state = at(RUN, action, f"{start}: {piece}; {goal}: {THREE.format(goal)}")
    if action == "raid":
        state = chosen(RUN, state, lines(RUN, state)["raid"][0])
    assert len(outcomes(RUN, after(state, (action, goal)), {"eat"})) == meals


def test_with_six_players_the_pterodactyl_has_four_ways_to_eat() -> None:
    run = runner(6)
    state = at(run, "fly", f"D1: pterodactyl 1; D2: {THREE.format('D2')}")
    assert len(outcomes(run, chosen(run, state, AREAS["D2"]), {"eat"})) == 4


def test_a_raptor_chases_in_six_ways_or_stops() -> None:
    state = at(RUN, "raid", f"D1: raptor 1; D2: {THREE.format('D2')}")
    state = after(chosen(RUN, state, lines(RUN, state)["raid"][0]), ("raid", "D2"), ("", ""))
    offered = lines(RUN, state)
    victims = [chosen(RUN, state, victim) for victim in offered["chase"]]
    assert sum(len(lines(RUN, victim)["chase"]) for victim in victims) + len(offered[""]) == 7


@pytest.mark.parametrize("action", ["erupt", "use_hatch", "place_white"])
def test_markers_and_white_dinosaurs_have_twelve_areas(action: str) -> None:
    position = "; ".join(herd(area) for area in AREAS)
    assert len(lines(RUN, at(RUN, action, f"credit of red: 3; {position}"))[action]) == 12

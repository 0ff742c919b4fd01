"""Options may be set to any value they allow, together with any others: the match begins and goes to its end."""

from __future__ import annotations

from random import Random

import pytest

from tests.rulesets.trias.matches import Table, pack, play, start, step

SNAKE_OF_THREE = ["red", "blue", "violet", "violet", "blue", "red", "red", "blue", "violet"]


@pytest.mark.parametrize(("groups", "size"), [(1, 4), (3, 1), (4, 3)])
def test_starting_groups_may_be_more_or_larger(groups: int, size: int) -> None:
    match = pack("trias").start(players=3, options={"start_groups": groups, "group_size": size}, seed=1)
    random = Random(1)
    for _ in range(3 * groups):
        assert match.decisions[0].entries[0].action == "start_on"
        step(match, random)
    table = Table.of(match.view(""))
    assert {colour: table.on_board(colour) for colour in table.reserve} == dict.fromkeys(table.reserve, groups * size)


def test_a_third_group_goes_forth_again_in_a_snake() -> None:
    match = pack("ciao-dino").start(players=3, options={"start_groups": 3}, seed=1)
    seats = []
    for _ in SNAKE_OF_THREE:
        seats.append(match.decisions[0].seat)
        match.choose(match.decisions[0], match.decisions[0].options[0])
    assert seats == SNAKE_OF_THREE


@pytest.mark.parametrize(
    "options",
    [
        {"rings": 6, "lakes": 6},
        {"rings": 2, "lakes": 0, "herds_each": 4, "group_size": 4},
        {"coast": "any", "outward": "weak", "drift_cost": 1, "action_points": 9},
        {"newborn_breeds": "yes", "pole_capacity": 6, "rescue_max": 1, "last_points": 0},
        {"interim_source": "original_only", "original_scores": "yes", "elimination": "yes", "open_hands": "yes"},
    ],
)
def test_a_match_comes_to_its_end_under_any_options(options: dict[str, int | str]) -> None:
    match = pack("trias").start(players=3, options=options, seed=5)
    for _ in play(match, seed=5):
        pass
    assert match.outcome is not None


def test_the_drawer_in_the_fourth_phase_plays_last() -> None:
    """R45: N turns follow the meteor, the left neighbour first, or the drawer at once."""
    for seed in range(6):
        match, random = start("trias", 4, seed), Random(seed)
        while not match.over:
            step(match, random)
        meteor = next(
            event for event in match.events if event.kind == "set" and event.arg("variable") == "last_starter"
        )
        order = [event.arg("player") for event in match.events[meteor.number :] if event.kind == "turn"]
        seats = list(match.program.colours)
        first = seats.index(meteor.arg("after"))
        assert order == seats[first:] + seats[:first]

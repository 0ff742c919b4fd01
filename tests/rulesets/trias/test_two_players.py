"""X18: two players have a box of their own: 19 tiles, 21 cards, ten herds, three action points."""

from __future__ import annotations

import pytest

from dsl.match.match import Match
from tests.rulesets.trias.matches import play_until_actions, start, take


def seat(match: Match) -> str:
    return match.decisions[0].seat


@pytest.mark.parametrize(
    ("game", "placement", "first"),
    [("trias", ["red", "blue", "red", "blue"], "blue"), ("ciao-dino", ["red", "blue", "blue", "red"], "red")],
)
def test_two_players_place_in_the_order_of_the_edition(game: str, placement: list[str], first: str) -> None:
    match = start(game, 2)
    placed: list[str] = []
    while match.decisions[0].entries[0].action == "start_on":
        placed.append(seat(match))
        take(match, "start_on")
    assert (placed, seat(match)) == (placement, first)
    view = match.view("")
    assert {zone.name: zone.size for zone in view.zones if not zone.owner}["pile"] == 19
    assert [dict(each.reserves)["herd"] for each in view.seats] == [6, 6]


@pytest.mark.parametrize("game", ["trias", "ciao-dino"])
def test_a_bought_drift_takes_a_whole_turn_of_three_points(game: str) -> None:
    match = start(game, 2)
    play_until_actions(match)
    player = seat(match)
    assert match.decisions[0].budget == (("points", 3),)
    take(match, "drift")
    match.choose(match.decisions[0], match.decisions[0].options[0])
    assert seat(match) != player

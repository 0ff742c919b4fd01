"""What is true after every choice, in both games and for every number of players, however one plays."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rounds import rounds
from tests.rulesets.trias.matches import play, start
from tests.rulesets.trias.watch import Watch

EVERY_TABLE = [(game, players) for game in ("trias", "ciao-dino") for players in (2, 3, 4, 5)]

seeds = st.integers(0, 2**64 - 1)
few = settings(max_examples=rounds(2, 4), suppress_health_check=list(HealthCheck), print_blob=True)


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
@few
@given(seed=seeds)
def test_the_table_stays_in_order(game: str, players: int, seed: int) -> None:
    match = start(game, players, seed)
    watch = Watch(match, game, players)
    for _ in play(match, seed):
        watch.look()
    outcome = match.outcome
    assert outcome is not None
    assert any(line.place == 1 for line in outcome.ranking)


@pytest.mark.parametrize(("game", "players", "least", "most"), [("trias", 2, 16, 21), ("trias", 4, 30, 39)])
def test_a_match_takes_as_many_turns_as_the_deck_says(game: str, players: int, least: int, most: int) -> None:
    """The meteor lies among the last nine cards (two players: five); a turn that it breaks off counts twice here."""
    match = start(game, players, seed=7)
    for _ in play(match, seed=7):
        pass
    turns = sum(event.kind == "turn" for event in match.events)
    assert least <= turns <= most + 1


@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("trias", ["red", "black", "violet", "blue"] * 2),
        ("ciao-dino", ["red", "blue", "violet", "black", "black", "violet", "blue", "red"]),
    ],
)
def test_groups_are_placed_in_the_order_of_the_edition(game: str, order: list[str]) -> None:
    """X2: laps or a snake; whoever placed last takes the first turn."""
    match = start(game, players=4)
    seats = []
    for _ in order:
        seats.append(match.decisions[0].seat)
        match.choose(match.decisions[0], match.decisions[0].options[0])
    assert seats == order
    assert match.decisions[0].seat == order[-1]


@pytest.mark.parametrize(("game", "players", "places"), [("trias", 4, 34), ("ciao-dino", 4, 35), ("trias", 2, 18)])
def test_the_first_group_may_start_anywhere(game: str, players: int, places: int) -> None:
    """34 tiles, the volcano besides, 18 for two players."""
    match = start(game, players)
    assert len(match.decisions[0].options) == places

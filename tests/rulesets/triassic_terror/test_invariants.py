"""What is true after every choice, for every number of players, however one plays."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.engine.match import Match
from tests.rulesets.triassic_terror.matches import COLOURS, Table, play, start, table

seeds = st.integers(0, 2**64 - 1)
few = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
PREDATORS = {"trex": 1, "raptor": 2, "pterodactyl": 1}


def look(match: Match, players: int) -> Table:
    """Check one position; return what lies on the table."""
    now = table(match)
    _things(now, players)
    for area in now.areas:
        _habitats(now, area)
    return now


def _things(now: Table, players: int) -> None:
    for colour in COLOURS[:players]:
        assert now.amount("dino", colour) + now.reserve(colour) == 57
    assert now.amount("trex") + now.amount("wild_trex") == PREDATORS["trex"]
    assert now.amount("raptor") == PREDATORS["raptor"]
    assert now.amount("pterodactyl") == PREDATORS["pterodactyl"]
    assert now.amount("white_dino", board=1) <= 12
    tiles = sum(len(cell.pieces) for cell in now.view.boards[1].cells)
    tiles += sum(zone.size for zone in now.view.zones if zone.name in ("held", "taken"))
    assert tiles == 6, "six tiles on the slots or with players"
    cards = sum(zone.size for zone in now.view.zones if zone.name in ("deck", "face_up", "hand", "discards"))
    assert cards == 28


def _habitats(now: Table, area: str) -> None:
    seats, dinos = now.seats(area), now.dinos(area)
    tyrants = {c.owner for c in now.areas[area].counters if c.counter == "trex"}
    strength = {colour: dinos.get(colour, 0) + 3 * (colour in tyrants) for colour in {*dinos, *tyrants}}
    assert len(seats) <= 3
    assert len(set(seats)) == len(seats)
    assert [strength[colour] for colour in seats] == sorted((strength[c] for c in seats), reverse=True)
    assert set(dinos) <= set(seats), "whoever has a dinosaur there has a habitat"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@few
@given(seed=seeds)
def test_the_table_stays_in_order(players: int, seed: int) -> None:
    match = start(players, seed)
    scores = dict.fromkeys(COLOURS[:players], 0)
    for decision in play(match, seed):
        if match.over or match.decisions[0].entries[0].action in _IN_BETWEEN or decision.entries[0].action == "raid":
            continue  # a herd is on its way, or prey is being counted: consequences wait
        now = look(match, players)
        for colour, before in scores.items():
            scores[colour] = int(now.value("score", colour))
            assert scores[colour] >= before, "scores never fall"
    assert match.outcome is not None
    assert any(line.place == 1 for line in match.outcome.ranking)


_IN_BETWEEN = {"send", "lead", "eat", "settle"}


@pytest.mark.parametrize("players", [2, 3])
@few
@given(seed=seeds)
def test_with_two_or_three_nobody_is_pushed_off(players: int, seed: int) -> None:
    match = start(players, seed)
    for _ in play(match, seed):
        pass
    assert not [e for e in match.events if e.kind == "count" and e.causes[-1:] == ("seating",)]


@pytest.mark.parametrize("seed", range(3))
def test_with_six_no_white_dinosaur_comes_after_the_first_round(seed: int) -> None:
    match = start(6, seed)
    for _ in play(match, seed):
        now = table(match)
        if (now.value("period"), now.value("round")) != ("triassic", "1"):
            assert now.amount("white_dino", board=1) == 0


@pytest.mark.parametrize("seed", range(3))
def test_one_marker_in_a_period_and_each_once(seed: int) -> None:
    match = start(4, seed)
    used: list[tuple[str, str]] = []
    period = "triassic"
    for decision in play(match, seed):
        done = [e for e in match.events if e.kind == "chose" and e.arg("action") in ("use_hatch", "erupt")]
        now = table(match).value("period")
        if len(done) > len(used):
            used.append((decision.seat, period))
        period = now
    assert len(used) == len(set(used))
    assert used

"""Whatever position a match gets into, the drifts that it offers are those that the rules' wording allows."""

from __future__ import annotations

from random import Random

import pytest

from dsl.match.match import Match
from dsl.match.view import DecisionView
from tests.rulesets.trias.drifts_by_hand import drifts, goals
from tests.rulesets.trias.matches import Cell, Table, cell_named, start, step


def places(decision: DecisionView) -> set[Cell]:
    """Return the tiles or goals that are offered for a drift."""
    values = (option.value for option in decision.options if decision.entries[option.entry].action == "drift")
    return {cell_named(value.place) for value in values}


def on_the_card(match: Match) -> str:
    """Return the terrain on the card that was played last."""
    discards = next(zone for zone in match.view("").zones if zone.name == "discards")
    return discards.pieces[-1].kind


def expected_tiles(match: Match, decision: DecisionView) -> set[Cell]:
    table = Table.of(match.view(""))
    possible = set(drifts(table, decision.seat))
    if decision.budget:
        affordable = dict(decision.budget)["points"] >= 3
        return possible if affordable else set()
    on_card = {tile for tile in possible if table.tiles[tile] == on_the_card(match)}
    return on_card or possible


@pytest.mark.parametrize(("game", "players"), [("trias", 2), ("trias", 4), ("ciao-dino", 3)])
def test_the_drifts_offered_are_those_of_the_wording(game: str, players: int) -> None:
    """R9-R19, R27: at every decision of a whole match."""
    match, random, seen = start(game, players, seed=11), Random(11), 0
    while not match.over:
        decision = match.decisions[0]
        if any(entry.action == "drift" for entry in decision.entries):
            seen += 1
            if decision.parameter:
                tile = cell_named(decision.chosen[0].place)
                assert places(decision) == goals(Table.of(match.view("")), decision.seat, tile)
            else:
                assert places(decision) == expected_tiles(match, decision)
        step(match, random)
    assert seen > 20

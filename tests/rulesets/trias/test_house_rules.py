"""HR1-HR12: each is a line or two, and each changes what happens at the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dsl.base.source import Source
from dsl.match.match import Match
from dsl.syntax.ast import HouseSection
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS
from tests.rulesets.trias.matches import Table, play_until_actions, start, step, take

HOUSE = sorted((RULESETS / "trias" / "house").glob("*.rules"))


def points(match: Match) -> int:
    return dict(match.decisions[0].budget)["points"]


def price(match: Match, action: str) -> int:
    return next(entry.price for entry in match.decisions[0].entries if entry.action == action)


def last_round(match: Match, seed: int) -> None:
    """Play at random until the first decision of the last round."""
    random = Random(seed)
    while dict(match.view("").values)["last_starter"] == "none" or not match.decisions[0].budget:
        step(match, random)


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)
def test_a_house_rule_is_a_line_or_two(path: Path) -> None:
    """One changed line each; only the bigger world also needs more tiles."""
    head, *changes = parse(Source(path.name, path.read_text("utf-8"))).sections
    assert isinstance(head, HouseSection)
    assert head.game == "trias"
    assert len(changes) == (4 if path.stem.startswith("hr05") else 1)


def test_there_are_twelve_of_them() -> None:
    assert [path.stem[:4] for path in HOUSE] == [f"hr{number:02}" for number in range(1, 13)]


@pytest.mark.parametrize(("house", "expected"), [("", 4), ("hr01-five-action-points", 5)])
def test_five_action_points(house: str, expected: int) -> None:
    match = start("trias", players=4, house=house)
    play_until_actions(match)
    assert points(match) == expected


@pytest.mark.parametrize(("house", "expected"), [("", False), ("hr04-open-hands", True)])
def test_open_hands(house: str, expected: bool) -> None:
    view = start("trias", players=3, house=house).view("")
    hands = [zone for zone in view.zones if zone.name == "hand"]
    assert len(hands) == 3
    assert all(bool(card.kind) == expected for hand in hands for card in hand.pieces)


@pytest.mark.parametrize(("house", "expected"), [("", 35), ("hr05-bigger-world", 59)])
def test_a_bigger_world_has_61_hexes_with_two_of_them_lakes(house: str, expected: int) -> None:
    view = start("trias", players=4, house=house).view("")
    assert len(Table.of(view).tiles) == expected
    assert next(zone.size for zone in view.zones if zone.name == "bag") == 2


@pytest.mark.parametrize(("house", "price_paid", "left"), [("", 3, 1), ("hr07-cheap-tectonics", 2, 2)])
def test_cheap_tectonics(house: str, price_paid: int, left: int) -> None:
    match = start("trias", players=4, house=house)
    play_until_actions(match)
    assert price(match, "drift") == price_paid
    take(match, "drift")
    match.choose(match.decisions[0], match.decisions[0].options[0])
    assert points(match) == left


@pytest.mark.parametrize(("house", "expected"), [("", 2), ("hr12-strong-finish", 4)])
def test_strong_finish(house: str, expected: int) -> None:
    match = start("trias", players=2, seed=3, house=house)
    last_round(match, seed=3)
    assert points(match) == expected

"""The switches of section 9: a match goes to its end under each, alone and together; the splits of a card are ten."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from dsl.match.match import Match
from tests.rulesets.triassic_terror.matches import choice, finished, pack, start, table

SWITCHES: dict[str, int | str] = {
    "side": "large", "long_six": "yes", "card_rounds": 3, "card_spread": "one_area", "white_timing": "at_draft",
    "mixing": "arrivals_only", "lone_trex_sits": "no", "eat_own": "yes", "volcano_blocks_births": "no",
    "eject_shock": "each_group", "blind_cards_shown": "yes", "white_stock": 99, "dinos_each": 200, "shock": 3,
    "corner_contact": "yes", "ties_favour": "newest", "volcano_lasts": "whole_period", "crowded_out": "flee",
    "trex_strength": 9, "domination": "also_jurassic", "markers_each_period": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", SWITCHES)
def test_a_match_comes_to_its_end_under_each_switch(name: str) -> None:
    assert finished(start(4, seed=1, options={name: SWITCHES[name]}), seed=1).outcome is not None


@pytest.mark.parametrize("seed", range(4))
def test_a_match_comes_to_its_end_under_any_of_them_together(seed: int) -> None:
    random = Random(seed)
    options = {name: value for name, value in SWITCHES.items() if random.random() < 0.5}
    assert finished(start(random.randint(2, 6), seed, options), seed).outcome is not None


def test_a_short_supply_cuts_what_is_added() -> None:
    match = finished(start(3, seed=2, options={"dinos_each": 10}), seed=2)
    now = table(match)
    assert all(now.amount("dino", colour) + now.reserve(colour) == 10 for colour in ("red", "blue", "green"))


def drawn_blind(match: Match) -> None:
    """Let the first player draw a card unseen."""
    (decision,) = match.decisions
    match.choose(decision, decision.options[1])


@pytest.mark.parametrize(("shown", "known"), [("no", False), ("yes", True)])
def test_a_card_drawn_unseen_is_known_to_its_drawer_only(shown: str, known: bool) -> None:
    match = start(3, seed=1, options={"blind_cards_shown": shown})
    drawer = match.decisions[0].seat
    drawn_blind(match)
    other = next(colour for colour in match.program.colours if colour != drawer)
    for seat, sees in ((drawer, True), (other, known), ("", known)):
        hand = next(zone for zone in match.view(seat).zones if zone.name == "hand" and zone.owner == drawer)
        assert bool(hand.pieces[0].kind) == sees


def test_a_card_taken_face_up_stays_known_to_all() -> None:
    match = start(3, seed=1)
    (decision,) = match.decisions
    open_card = next(zone for zone in match.view("").zones if zone.name == "face_up").pieces[0].kind
    match.choose(decision, decision.options[0])
    hand = next(zone for zone in match.view("red").zones if zone.name == "hand" and zone.owner == decision.seat)
    assert hand.pieces[0].kind == open_card


def test_a_card_can_be_split_in_ten_ways() -> None:
    """X6: three dinosaurs over three areas; settled one by one, in any order, they give ten positions."""
    reached = set()
    for ways in product(range(3), repeat=3):
        match = at_a_card(seed=1)
        for way in ways:
            (decision,) = match.decisions
            match.choose(decision, decision.options[way])
        now = table(match)
        reached.add(tuple(tuple(sorted(now.dinos(area).items())) for area in sorted(now.areas)))
    assert len(reached) == 10


def at_a_card(seed: int) -> Match:
    """Return a match in which somebody has just played a terrain card, with all three of its areas open."""
    match, random = start(2, seed), Random(seed)
    while True:
        (decision,) = match.decisions
        played = [o for o in decision.options if decision.entries[o.entry].action == "play_card"]
        calm = [o for o in decision.options if decision.entries[o.entry].action != "erupt"]
        if played:
            match.choose(decision, played[0])
            assert len(match.decisions[0].options) == 3
            return match
        match.choose(decision, random.choice(calm) if calm else choice(decision, random))


def test_every_option_has_its_words_in_both_languages() -> None:
    for language in ("en", "fr"):
        said = pack().words(language).sentences
        missing = [name for name in pack().rules.options if f"option.{name}" not in said]
        assert missing == []

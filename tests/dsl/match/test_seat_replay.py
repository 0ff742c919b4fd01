"""Replay of a match for one seat: each position shows only what the seat saw at that time."""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.match.replay import SeatReplay
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.view import EventView
from tests.dsl.match.secret_games import BIDS, HERDS, MUSTER, ROAD, begin
from tests.dsl.match.test_simultaneous import play
from tests.dsl.match.test_undo import PACKS
from tests.rounds import rounds

RULESETS = Path(__file__).parents[3] / "rulesets"
OPEN = {"duel": PACKS["duel"], "trias": load(RULESETS / "trias")}
SEALED = (BIDS, HERDS, ROAD, MUSTER)


def whole(retrospect: SeatReplay) -> tuple[EventView, ...]:
    return tuple(chain.from_iterable(retrospect.events(position) for position in range(retrospect.last + 1)))


@pytest.mark.parametrize("game", OPEN.values(), ids=OPEN.keys())
@settings(max_examples=rounds(5, 10))
@given(seed=st.integers(0, 2**32))
def test_replayed_views_equal_the_views_of_the_match(game: Ruleset, seed: int) -> None:
    dice = random.Random(seed)
    match = game.start(dice.choice(game.numbers), {}, seed)
    seats = ("", *match.program.colours)
    seen = {seat: [match.view(seat)] for seat in seats}
    told = {seat: [match.events_of(seat)] for seat in seats}
    while match.question is not None and match.position < 40:
        events = match.choose(match.position, dice.choice(match.question.options))
        for seat in seats:
            seen[seat].append(match.view(seat))
            told[seat].append(tuple(view for event in events if (view := match.event_view(event, seat)) is not None))
    for seat in seats:
        retrospect = SeatReplay(match, seat)
        positions = range(retrospect.last + 1)
        assert [retrospect.view(position) for position in positions] == seen[seat]
        assert [retrospect.events(position) for position in positions] == told[seat]


@pytest.mark.parametrize("rules", SEALED, ids=("bids", "herds", "road", "muster"))
@settings(max_examples=rounds(5, 10))
@given(seed=st.integers(0, 2**32), most=st.integers(0, 40))
def test_secret_decisions_are_one_step_of_a_replay(rules: str, seed: int, most: int) -> None:
    match = begin(rules, seed)
    play(match, random.Random(seed), most)
    for seat in ("", *match.program.colours):
        retrospect = SeatReplay(match, seat)
        assert whole(retrospect) == match.events_of(seat)
        assert retrospect.view(retrospect.last) == match.view(seat)
        between = [retrospect.view(position) for position in range(1, retrospect.last)]
        assert all(len(view.decisions) == match.players for view in between if view.secretly)


def test_a_replay_is_independent_of_the_running_match() -> None:
    match = begin(HERDS, 5)
    play(match, random.Random(1), 6)
    before = match.digest
    retrospect = SeatReplay(match, "red")
    shown = [retrospect.view(position) for position in range(retrospect.last + 1)]
    assert match.digest == before
    play(match, random.Random(2), 8)
    assert [retrospect.view(position) for position in range(retrospect.last + 1)] == shown

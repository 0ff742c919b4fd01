"""History: a client that joins late or reconnects gets the missing events in pages, and no others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Page, Table
from dsl.match.table_messages import Changed, News
from dsl.match.view import EventView
from tests.dsl.match.secret_games import HERDS, pack
from tests.dsl.match.test_undo import PACKS, PEOPLE, duel, take, take_any


def whole(table: Table, seat: str, most: int, after: int = -1) -> list[EventView]:
    """Return the events of all pages after an event, for one seat."""
    told: list[EventView] = []
    while True:
        page = table.history(seat, told[-1].number if told else after, most)
        assert len(page.events) <= most
        told += page.events
        if not page.more:
            return told


@pytest.mark.parametrize("game", PACKS.values(), ids=PACKS.keys())
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), dice=st.randoms(use_true_random=False), most=st.integers(1, 9))
def test_pages_contain_all_events_of_a_seat(game: Ruleset, seed: int, dice: random.Random, most: int) -> None:
    colours = game.rules.colours[: dice.choice(game.numbers)]
    table = Table(game, [SeatPlan(colour) for colour in colours], {}, seed)
    for _ in range(dice.randrange(60)):
        if not table.match.questions:
            break
        take_any(table, dice)
    for seat in ("", *colours):
        events = table.match.events_of(seat)
        assert [event.number for event in events] == list(range(len(events)))
        assert table.last_event(seat) == len(events) - 1
        assert tuple(whole(table, seat, most)) == events
        after = dice.randrange(-1, len(events) + 1)
        assert tuple(whole(table, seat, most, after)) == events[after + 1 :]


@pytest.mark.parametrize("game", PACKS.values(), ids=PACKS.keys())
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), dice=st.randoms(use_true_random=False))
def test_updates_continue_after_the_last_event(game: Ruleset, seed: int, dice: random.Random) -> None:
    """A listener that remembers `last_event` gets every event once, also across undo."""
    colours = game.rules.colours[: dice.choice(game.numbers)]
    table = Table(game, [SeatPlan(colour) for colour in colours], {}, seed)
    seat = dice.choice(("", *colours))
    known = list(table.match.events_of(seat))

    def hear(news: News) -> None:
        if isinstance(news, Changed):
            known.extend(news.events)
        else:
            known[:] = known[: table.last_event(seat) + 1]

    table.subscribe(seat, hear)
    for _ in range(40):
        if table.match.questions and dice.random() < 0.8:
            take_any(table, dice)
        else:
            table.take_back(dice.choice(colours), True)
        assert tuple(known) == table.match.events_of(seat)


def test_known_events_are_not_repeated() -> None:
    table = duel()
    last = table.last_event("red")
    assert table.history("red", last, 10) == Page((), False)
    assert table.history("red", 10**6, 10) == Page((), False)
    assert table.history("red", -7, 10) == table.history("red", -1, 10)
    take(table, "red", 4)
    page = table.history("red", last, 1)
    assert (page.events[0].number, page.more) == (last + 1, True)


def test_history_hides_secret_decisions_of_others() -> None:
    table = Table(pack(HERDS), PEOPLE, {}, 7)
    before = table.history("blue", -1, 1000)
    take(table, "red", 0)
    take(table, "red", 1)
    assert table.history("blue", -1, 1000) == before
    assert len(table.history("red", -1, 1000).events) > len(before.events)


def test_a_resumed_table_has_the_same_history(tmp_path: Path) -> None:
    table = duel(tmp_path / "match")
    table.close()
    resumed, _ = Table.resume(tmp_path / "match")
    assert whole(resumed, "", 3) == whole(table, "", 3)
    resumed.close()

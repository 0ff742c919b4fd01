"""Match records: the same seed gives the same record, with or without a table, and records can be replayed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dsl.base.serialization import loads
from dsl.match.playouts import Playouts
from dsl.match.replay import replay
from dsl.simulation.match_records import MatchPlayer, Record, play_matches, replay_policy, uniform
from dsl.simulation.plan import plan_text, read
from dsl.simulation.rule_coverage import reachable_rules
from tests.dsl.match.secret_games import BIDS, HERDS, ROAD
from tests.dsl.simulation.games import ENDLESS, LOTS, plan, pond


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS])
def test_records_depend_on_the_seed_alone(rules: str) -> None:
    first, second = MatchPlayer(plan(rules)), MatchPlayer(plan(rules))
    records = [first.play(seed) for seed in (3, 4, 3)]
    assert records[0] == records[2] == second.play(3)
    assert records[0].digest != records[1].digest
    assert not any(record.trouble for record in records)


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS, ROAD])
def test_random_matches_inside_the_runner_can_be_replayed(rules: str) -> None:
    """Whole matches on the fastest runner, and choice by choice on the reference runner: the same records."""
    matches = MatchPlayer(plan(rules, bots="chance"))
    for seed in range(12):
        assert matches.play(seed) == matches._replay(seed, uniform(seed))


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS, ROAD])
def test_observing_a_match_does_not_change_it(rules: str) -> None:
    watching = MatchPlayer(plan(rules, bots="chance"))
    plain = Playouts(watching.pack, 2, dict(watching.plan.options))
    for seed in range(5):
        record, played = watching.play(seed), plain.play(seed)
        assert (record.choices, record.digest) == (played.choices, played.digest)


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS, ROAD])
def test_recorded_events_are_those_of_a_listener(rules: str) -> None:
    """Also in the secret decisions of a seat, and on boards that grow meanwhile."""
    matches = MatchPlayer(plan(rules))
    for seed in range(5):
        record = matches.play(seed)
        match = matches.pack.start(2, {}, seed)
        for option in matches.choices(record):
            match.choose(match.position, option)
        names = [anchor.name for anchor in match.program.anchors]
        heard = {name for event in match.events for name in event.causes}
        assert heard <= {names[anchor] for anchor in record.fired}


def test_a_record_contains_the_outcome() -> None:
    matches = MatchPlayer(plan(pond()))
    record = matches.play(0)
    match = matches.pack.start(2, {}, 0)
    for option in matches.choices(record):
        match.choose(match.position, option)
    assert match.over
    assert (record.choices, record.digest) == (match.position, match.digest)
    assert match.outcome is not None
    assert {line.seat: (line.place, tuple(value for _, value in line.values)) for line in match.outcome.ranking} == {
        colour: (place, values)
        for colour, place, values in zip(match.program.colours, record.places, record.values, strict=True)
    }
    assert record.turns == 4


def test_a_record_round_trips_through_text() -> None:
    here = plan(LOTS)
    (line,) = play_matches(plan_text(here), (5,))
    assert "\n" not in line
    assert loads(line, Record) == MatchPlayer(here).play(5)
    assert read(plan_text(here)) == here


def test_bots_choose_alike_with_and_without_a_table() -> None:
    """The fast path draws like `bot:random`: a bid is about as likely as a night's sleep, although there are many
    bids."""
    fast, slow = (
        Counter(matches.choices(matches.play(seed))[0] for seed in range(600))
        for matches in (MatchPlayer(plan(BIDS)), MatchPlayer(plan(BIDS), seated=True))
    )
    assert fast.keys() == slow.keys()
    assert max(abs(fast[option] - slow[option]) for option in fast) < 75  # 4 standard deviations and more


@pytest.mark.parametrize("bots", ["bot:greedy", "bot:mcts:4"])
@pytest.mark.parametrize("rules", [BIDS, LOTS])
def test_search_bots_repeat_a_match_from_its_seed(rules: str, bots: str, tmp_path: Path) -> None:
    here = plan(rules, bots=bots)
    matches = MatchPlayer(here)
    records = [matches.play(seed) for seed in (1, 2, 1)]
    assert records[0] == records[2] == MatchPlayer(here).play(1)
    assert not any(record.trouble for record in records)
    assert len(records[0].made) == records[0].choices
    assert matches.keep(records[1], tmp_path / "match")
    assert replay(tmp_path / "match", verify=True).match.digest == records[1].digest


def test_a_record_of_a_table_replays_its_choices() -> None:
    matches = MatchPlayer(plan(HERDS), seated=True)
    record = matches.play(1)
    assert len(record.made) == record.choices > 0
    assert record.places


@pytest.mark.parametrize("rules", [BIDS, LOTS])
@pytest.mark.parametrize(("bots", "seated"), [("bot:random", True), ("bot:random", False), ("chance", False)])
def test_a_match_can_be_saved_as_a_journal(rules: str, bots: str, seated: bool, tmp_path: Path) -> None:
    matches = MatchPlayer(plan(rules, bots=bots), seated=seated)
    record = matches.play(2)
    matches.keep(record, tmp_path / "match")
    again = replay(tmp_path / "match", verify=True)
    assert again.match.digest == record.digest
    assert [seat.player for seat in again.content.header.seats] == ["bot:random"] * 2


@pytest.mark.parametrize(("bots", "seated"), [("bot:random", True), ("bot:random", False), ("chance", False)])
def test_an_unfinished_match_is_recorded_with_its_error(bots: str, seated: bool) -> None:
    matches = MatchPlayer(plan(ENDLESS, bots=bots), seated=seated)
    for record in (matches.play(0), matches.play(1)):  # the next goes on from nothing that is left
        assert "out-of-range" in record.trouble
        assert (record.choices, record.places) == (6, ())


def test_failing_and_cheating_bots_are_reported() -> None:
    matches = MatchPlayer(plan(BIDS))
    for made, said in (((), "did not choose"), ((12345,), "not offered")):
        assert said in matches._replay(0, replay_policy(made), made).trouble


def test_rules_that_may_act_depend_on_options_and_acting_ones_are_recorded() -> None:
    matches = MatchPlayer(plan(LOTS))
    program = matches.program
    may = set(reachable_rules(program))
    assert {program.anchors[anchor].name for anchor in may} == {"try_luck", "rest", "storm", "cheer"}
    acted: set[int] = set()
    for seed in range(200):
        acted |= set(matches.play(seed).fired)
    assert {program.anchors[anchor].name for anchor in may - acted} == {"storm"}


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS])
def test_only_rules_that_may_act_do_act(rules: str) -> None:
    matches = MatchPlayer(plan(rules))
    program = matches.program
    may = {program.anchors[anchor].name for anchor in reachable_rules(program)} | {"setup", "turn"}
    for seed in range(20):
        assert {program.anchors[anchor].name for anchor in matches.play(seed).fired} <= may

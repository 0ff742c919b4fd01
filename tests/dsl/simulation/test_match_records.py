"""A match becomes a record: the same from the same seed, at a table or not, and it can be seen again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dsl.base.serialization import loads
from dsl.match.playouts import Playouts
from dsl.match.replay import replay
from dsl.simulation.experiment import read, written
from dsl.simulation.match_records import MatchPlayer, Record, play_matches, replayed, uniform
from dsl.simulation.rule_coverage import reachable_rules
from tests.dsl.match.sealed import BIDS, HERDS, ROAD
from tests.dsl.simulation.games import ENDLESS, LOTS, plan, pond


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS])
def test_the_same_seed_gives_the_same_record_and_another_another(rules: str) -> None:
    first, second = MatchPlayer(plan(rules)), MatchPlayer(plan(rules))
    records = [first.play(seed) for seed in (3, 4, 3)]
    assert records[0] == records[2] == second.play(3)
    assert records[0].digest != records[1].digest
    assert not any(record.trouble for record in records)


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS, ROAD])
def test_by_chance_the_runner_itself_plays_what_can_be_walked_through(rules: str) -> None:
    """Whole matches on the fastest runner, and choice by choice on the reference runner: the same records."""
    matches = MatchPlayer(plan(rules, bots="chance"))
    for seed in range(12):
        assert matches.play(seed) == matches._replay(seed, uniform(seed))


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS, ROAD])
def test_to_watch_a_match_changes_nothing_in_it(rules: str) -> None:
    watching = MatchPlayer(plan(rules, bots="chance"))
    plain = Playouts(watching.pack, 2, dict(watching.plan.options))
    for seed in range(5):
        record, played = watching.play(seed), plain.play(seed)
        assert (record.choices, record.digest) == (played.choices, played.digest)


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS, ROAD])
def test_what_is_noted_is_what_a_listener_hears(rules: str) -> None:
    """In the secret of a seat, too, and on boards that grow meanwhile."""
    matches = MatchPlayer(plan(rules))
    for seed in range(5):
        record = matches.play(seed)
        match = matches.pack.start(2, {}, seed)
        for option in matches.choices(record):
            match.choose(match.position, option)
        names = [anchor.name for anchor in match.program.anchors]
        heard = {name for event in match.events for name in event.causes}
        assert heard <= {names[anchor] for anchor in record.fired}


def test_a_record_says_what_the_match_came_to() -> None:
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


def test_a_record_goes_through_text() -> None:
    here = plan(LOTS)
    (line,) = play_matches(written(here), (5,))
    assert "\n" not in line
    assert loads(line, Record) == MatchPlayer(here).play(5)
    assert read(written(here)) == here


def test_at_a_table_bots_choose_as_they_do_without_one() -> None:
    """The fast way draws as `bot:random` does: about as often a bid as a night's sleep, however many bids there are."""
    fast, slow = (
        Counter(matches.choices(matches.play(seed))[0] for seed in range(600))
        for matches in (MatchPlayer(plan(BIDS)), MatchPlayer(plan(BIDS), seated=True))
    )
    assert fast.keys() == slow.keys()
    assert max(abs(fast[option] - slow[option]) for option in fast) < 75  # 4 standard deviations and more


@pytest.mark.parametrize("bots", ["bot:greedy", "bot:mcts:4"])
@pytest.mark.parametrize("rules", [BIDS, LOTS])
def test_bots_that_think_play_the_same_match_from_the_same_seed(rules: str, bots: str, tmp_path: Path) -> None:
    here = plan(rules, bots=bots)
    matches = MatchPlayer(here)
    records = [matches.play(seed) for seed in (1, 2, 1)]
    assert records[0] == records[2] == MatchPlayer(here).play(1)
    assert not any(record.trouble for record in records)
    assert len(records[0].made) == records[0].choices
    assert matches.keep(records[1], tmp_path / "match")
    assert replay(tmp_path / "match", verify=True).match.digest == records[1].digest


def test_what_was_chosen_at_a_table_is_in_the_record_and_plays_the_same_match_again() -> None:
    matches = MatchPlayer(plan(HERDS), seated=True)
    record = matches.play(1)
    assert len(record.made) == record.choices > 0
    assert record.places


@pytest.mark.parametrize("rules", [BIDS, LOTS])
@pytest.mark.parametrize(("bots", "seated"), [("bot:random", True), ("bot:random", False), ("chance", False)])
def test_any_match_can_be_kept_as_a_journal(rules: str, bots: str, seated: bool, tmp_path: Path) -> None:
    matches = MatchPlayer(plan(rules, bots=bots), seated=seated)
    record = matches.play(2)
    matches.keep(record, tmp_path / "match")
    again = replay(tmp_path / "match", verify=True)
    assert again.match.digest == record.digest
    assert [seat.player for seat in again.content.header.seats] == ["bot:random"] * 2


@pytest.mark.parametrize(("bots", "seated"), [("bot:random", True), ("bot:random", False), ("chance", False)])
def test_a_match_without_an_end_is_a_record_with_its_trouble(bots: str, seated: bool) -> None:
    matches = MatchPlayer(plan(ENDLESS, bots=bots), seated=seated)
    for record in (matches.play(0), matches.play(1)):  # the next goes on from nothing that is left
        assert "out-of-range" in record.trouble
        assert (record.choices, record.places) == (6, ())


def test_a_bot_that_gives_up_or_cheats_is_told_of() -> None:
    matches = MatchPlayer(plan(BIDS))
    for made, said in (((), "did not choose"), ((12345,), "not offered")):
        assert said in matches._replay(0, replayed(made), made).trouble


def test_what_may_act_depends_on_the_options_and_what_acted_is_noted() -> None:
    matches = MatchPlayer(plan(LOTS))
    program = matches.runner.program
    may = set(reachable_rules(program))
    assert {program.anchors[anchor].name for anchor in may} == {"try_luck", "rest", "storm", "cheer"}
    acted: set[int] = set()
    for seed in range(200):
        acted |= set(matches.play(seed).fired)
    assert {program.anchors[anchor].name for anchor in may - acted} == {"storm"}


@pytest.mark.parametrize("rules", [BIDS, HERDS, LOTS])
def test_no_rule_acts_that_may_not(rules: str) -> None:
    matches = MatchPlayer(plan(rules))
    program = matches.runner.program
    may = {program.anchors[anchor].name for anchor in reachable_rules(program)} | {"setup", "turn"}
    for seed in range(20):
        assert {program.anchors[anchor].name for anchor in matches.play(seed).fired} <= may

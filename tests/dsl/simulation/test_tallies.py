"""Totals of matches that are only counted are those of their records."""

from __future__ import annotations

import pytest

from dsl.base.serialization import loads_lines
from dsl.simulation.match_records import MatchPlayer
from dsl.simulation.plan import Plan, plan_text
from dsl.simulation.process_pool import TALLIES, processes, sequential
from dsl.simulation.results_store import tallied
from dsl.simulation.statistics import summary
from dsl.simulation.tallies import SeriesTotals, Tally, tally_matches
from tests.dsl.match.secret_games import BIDS, HERDS, ROAD
from tests.dsl.simulation.games import ENDLESS, LOTS, plan, pond

#: Some matches end, in others a number is left without room.
MILL = ENDLESS.replace("score of me += 1", "score of me += 1\n"
                       "        if random of numbers(1, 6) is 6\n            end game")  # fmt: skip


def _from_records(here: Plan, seeds: range) -> SeriesTotals:
    return SeriesTotals.of(MatchPlayer(here).play_all(seeds))


def _totals(lines: list[str]) -> SeriesTotals:
    totals = SeriesTotals()
    for tally in loads_lines(lines, Tally):
        totals.add(tally)
    return totals


@pytest.mark.parametrize("rules", [BIDS, HERDS, ROAD, LOTS, MILL])
def test_counted_matches_have_the_totals_of_their_records(rules: str) -> None:
    here, seeds = plan(rules, bots="chance"), range(3, 60)
    (line,) = tally_matches(plan_text(here), seeds)
    found, expected = _totals([line]), _from_records(here, seeds)
    assert found == expected
    assert (found.number, bool(found.troubles)) == (len(seeds), rules is MILL)
    assert summary(MatchPlayer(here), found) == summary(MatchPlayer(here), expected)


def test_totals_do_not_depend_on_chunks_or_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    here, seeds = plan(pond(), bots="chance"), range(200)
    played: list[int] = []
    expected = _from_records(here, seeds)
    assert tallied(here, seeds, sequential, played.append) == expected
    assert sum(played) == len(seeds)
    monkeypatch.setattr("dsl.simulation.process_pool.STARTUP_SECONDS", -1.0)  # other processes help at once
    assert tallied(here, seeds, processes(2), played.append) == expected
    lines = [tally_matches(plan_text(here), seeds[at : at + 30])[0] for at in range(0, 200, 30)]
    assert _totals(lines[::-1]) == expected


def test_a_tally_is_short_however_many_matches_it_counts() -> None:
    here = plan_text(plan(LOTS, bots="chance"))
    few, many = (TALLIES.play(here, range(number))[0] for number in (500, 4000))
    assert len(many) < 2 * len(few)

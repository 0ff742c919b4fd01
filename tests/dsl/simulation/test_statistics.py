"""Statistics of records, with expected values computed by hand."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.simulation.match_records import MatchPlayer, Record
from dsl.simulation.statistics import (
    FigureChange,
    PairedOutcomes,
    PlanComparison,
    Sample,
    comparison,
    histogram,
    paired_difference,
    rule_name,
    summary,
    wilson_interval,
)
from dsl.simulation.tallies import SeriesTotals
from tests.dsl.simulation.games import LOTS, plan

MATCHES = MatchPlayer(plan(LOTS))
ANCHORS = {rule_name(MATCHES.program, number): number for number in range(len(MATCHES.program.anchors))}


def record(seed: int, red: int, blue: int, *rules: str, choices: int = 4) -> Record:
    places = (1, 1) if red == blue else (1, 2) if red > blue else (2, 1)
    fired = tuple(sorted(ANCHORS[rule] for rule in rules))
    return Record(seed, choices, 6, places, ((red,), (blue,)), fired, "d")


RECORDS = [
    record(5, 3, 1, "action rest", "action try_luck"),
    record(2, 2, 2, "action try_luck", choices=6),
    record(9, 0, 4, "action rest", "action try_luck"),
    record(7, 5, 4, "action try_luck", "routine cheer"),
    Record(8, 2, 0, (), (), (), "", trouble="rules.rules:3:1: the end of the world"),
]


def test_wins_shared_wins_and_scores_are_counted_by_seat() -> None:
    found = summary(MATCHES, SeriesTotals.of(RECORDS))
    assert (found.number, found.finished) == (5, 4)
    red, blue = found.seats
    assert (red.colour, red.player, red.first, red.shared, red.share) == ("red", "bot:random", 3, 1, 0.75)
    assert (blue.first, blue.shared, blue.share) == (2, 1, 0.5)
    assert red.interval == wilson_interval(3, 4)
    assert found.lines == ("score",)
    assert red.values[0].mean == 2.5
    assert blue.values[0].quarters == (1, 1.75, 3, 4, 4)
    assert found.choices is not None
    assert found.choices.quarters == (4, 4, 4, 4.5, 6)
    assert found.troubles == ((8, "rules.rules:3:1: the end of the world"),)


def test_rules_that_never_act_and_the_rarest_rule_are_listed() -> None:
    found = summary(MATCHES, SeriesTotals.of(RECORDS))
    assert [rule.name for rule in found.never] == ["action storm"]
    assert found.never[0].place == "rules.rules:17:1"
    assert found.never[0].seed is None
    assert found.rarest is not None
    assert (found.rarest.name, found.rarest.matches, found.rarest.seed) == ("routine cheer", 1, 7)
    assert [(rule.matches, rule.seed) for rule in found.rules] == [(0, None), (1, 7), (2, 5), (4, 2)]


def test_statistics_of_no_matches_are_empty() -> None:
    found = summary(MATCHES, SeriesTotals())
    assert (found.number, found.choices, found.rarest) == (0, None, None)
    assert found.seats[0].interval == wilson_interval(0, 0)
    assert not found.seats[0].values


@given(st.lists(st.integers(-200, 3000), min_size=1), st.integers(5, 40))
def test_histogram_bins_have_round_widths_and_hold_all_values(values: list[int], most: int) -> None:
    found = histogram(Counter(values), min(values), max(values), most)
    assert sum(found.counts) == len(values)
    assert 1 <= len(found.counts) <= most
    assert str(found.width).rstrip("0") in ("1", "2", "5")
    for index, count in enumerate(found.counts):
        first = found.first + index * found.width
        assert count == sum(first <= value < first + found.width for value in values)


@given(st.lists(st.integers(-200, 3000), min_size=2))
def test_a_sample_has_the_mean_and_the_quartiles_of_its_numbers(values: list[int]) -> None:
    found = Sample.of(Counter(values))
    assert found is not None
    assert found.mean == fmean(values)
    assert found.quarters == (min(values), *quantiles(values, n=4, method="inclusive"), max(values))
    assert sum(found.counts.values()) == len(values)


def test_small_samples_have_no_interval() -> None:
    single = Sample.of({7: 1})
    assert single is not None
    assert (single.mean, single.interval, single.quarters) == (7, None, (7, 7, 7, 7, 7))
    assert Sample.of({}) is None


# ---- comparisons --------------------------------------------------------------------------------------------------


def compared(before: list[Record], after: list[Record]) -> PlanComparison:
    return comparison(
        summary(MATCHES, SeriesTotals.of(before)), summary(MATCHES, SeriesTotals.of(after)),
        {record.seed: record for record in before}, {record.seed: record for record in after},
    )  # fmt: skip


def one(found: PlanComparison, sort: str, seat: str | None = None) -> FigureChange:
    return next(each for each in found.differences if (each.sort, each.seat) == (sort, seat))


def test_only_pairs_of_finished_matches_are_compared() -> None:
    after = [record(5, 1, 3), record(2, 2, 2), record(9, 4, 4), record(8, 1, 1), record(77, 1, 1)]
    found = compared(RECORDS, after)
    assert (found.pairs, found.same) == (3, 1)
    red = one(found, "first", "red")
    assert (red.before, red.after) == (2 / 3, 2 / 3)
    assert red.interval == paired_difference(PairedOutcomes(1, 1, 1, 0))
    assert not red.certain
    score = one(found, "value", "blue")
    assert (score.line, score.before, score.after) == ("score", 7 / 3, 3)
    assert one(found, "choices").by == pytest.approx(-2 / 3)
    assert one(found, "turns").by == 0


def test_a_constant_difference_is_certain() -> None:
    before = [record(seed, 1, seed % 5) for seed in range(50)]
    after = [record(seed, 1 + seed % 2 + 3, seed % 5) for seed in range(50)]
    found = compared(before, after)
    assert one(found, "value", "red").certain
    assert one(found, "first", "red").certain
    assert not one(found, "value", "blue").certain
    assert not one(compared(before, before), "first", "red").certain


def test_identical_rules_show_no_difference() -> None:
    found = compared(RECORDS, RECORDS)
    assert found.pairs == found.same == 4
    assert all(each.by == 0 for each in found.differences)


def test_a_comparison_without_pairs_is_empty() -> None:
    assert compared(RECORDS, []) == PlanComparison(0, 0, ())

"""Confidence intervals: published examples, and properties that hold for all of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.simulation.statistics import (
    PairedOutcomes,
    mean_interval,
    paired_difference,
    sequential_test,
    t_quantile,
    wilson_interval,
)

few = st.integers(0, 400)
pairs = st.builds(PairedOutcomes, few, few, few, few)


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_matches_newcombe(successes: int, number: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3."""
    found = wilson_interval(successes, number)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_the_difference_of_pairs_matches_fagerland() -> None:
    """Airway reactivity before and after a transplantation (Bentur and others, 2009): Statistics in Medicine 33
    (2014), 2850-2875, as the first share minus the second."""
    found = paired_difference(PairedOutcomes(1, 1, 7, 12))
    assert (found.low, found.high) == (pytest.approx(0.026, abs=5e-4), pytest.approx(0.507, abs=5e-4))


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_student_quantiles_match_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, rel=1.2e-3)


def test_the_mean_matches_the_sleep_data_of_student() -> None:
    """Student (1908), the additional sleep of ten patients: mean 1.58, s 1.23, 95 % from 0.70 to 2.46."""
    found = mean_interval({12: 1, 24: 1, 13: 2, 0: 1, 10: 1, 18: 1, 8: 1, 46: 1, 14: 1})  # in tenths of an hour
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(7.0, abs=5e-2), pytest.approx(24.6, abs=5e-2))


@given(few, few)
def test_a_share_lies_in_its_interval_which_is_symmetric(yes: int, no: int) -> None:
    found, rest = wilson_interval(yes, yes + no), wilson_interval(no, yes + no)
    assert 0 <= found.low <= found.high <= 1
    assert not yes + no or yes / (yes + no) in found
    assert found.low == pytest.approx(1 - rest.high, abs=1e-12)


@given(few, few, st.floats(0.5, 0.98), st.integers(2, 10))
def test_more_matches_or_lower_confidence_narrow_an_interval(yes: int, no: int, level: float, more: int) -> None:
    found, sharper, looser = (
        wilson_interval(yes, yes + no),
        wilson_interval(yes * more, (yes + no) * more),
        wilson_interval(yes, yes + no, level),
    )
    wide = found.high - found.low
    assert sharper.high - sharper.low <= wide
    if level < 0.95:
        assert looser.high - looser.low <= wide


@given(st.integers(1, 60), st.integers(0, 60))
def test_wilson_inverts_the_score_test(number: int, yes: int) -> None:
    """At its ends the observed share lies exactly 1.96 standard deviations away: this defines the interval."""
    yes = min(yes, number)
    found = wilson_interval(yes, number)
    for end in (found.low, found.high):
        if 0 < end < 1:
            away = abs(yes / number - end) / (end * (1 - end) / number) ** 0.5
            assert away == pytest.approx(1.959964, rel=1e-6)


@given(pairs)
def test_a_difference_lies_in_its_interval_which_is_antisymmetric(found: PairedOutcomes) -> None:
    there = paired_difference(found)
    back = paired_difference(PairedOutcomes(found.both, found.second, found.first, found.neither))
    assert -1 <= there.low <= there.high <= 1
    assert there.low == pytest.approx(-back.high, abs=1e-12)
    if found.number:
        seen = (found.second - found.first) / found.number
        assert there.low - 1e-12 <= seen <= there.high + 1e-12


@given(st.integers(1, 200), st.integers(1, 200))
def test_correlated_pairs_give_narrower_intervals(both: int, neither: int) -> None:
    together = paired_difference(PairedOutcomes(both * (both + neither), 0, 0, neither * (both + neither)))
    apart = paired_difference(PairedOutcomes(both * both, both * neither, both * neither, neither * neither))
    assert apart.low < together.low < 0 < together.high < apart.high


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50), st.integers(-50, 50))
def test_the_interval_of_a_mean_shifts_with_its_values(values: list[int], shift: int) -> None:
    found, moved = mean_interval(Counter(values)), mean_interval(Counter(value + shift for value in values))
    assert found is not None
    assert moved is not None
    assert moved.low == pytest.approx(found.low + shift, abs=1e-6)
    assert found.low - 1e-9 <= sum(values) / len(values) <= found.high + 1e-9


def test_impossible_counts_and_small_samples_are_refused() -> None:
    assert mean_interval({3: 1}) is None
    for wrong in (
        lambda: wilson_interval(3, 2),
        lambda: wilson_interval(-1, 2),
        lambda: t_quantile(0),
        lambda: wilson_interval(1, 2, 1.0),
    ):
        with pytest.raises(ValueError):
            wrong()


def _decided(dice: Random, shares: tuple[float, float], draws: float, most: int) -> int:
    """Return the verdict of matches between seats in turn, in which a player has these shares; some are drawn."""
    points, verdict = 0.0, 0
    for number in range(1, most + 1):
        share = shares[number % 2]
        drawn = dice.random() < draws
        points += 0.5 if drawn else float(dice.random() < (share - draws / 2) / (1 - draws))
        if number % 2 == 0 and (verdict := sequential_test(points, number, 0.5, 0.65, 0.1)):
            break
    return verdict


@pytest.mark.parametrize("advantage", [0.0, 0.2])
@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_a_sequential_test_keeps_its_errors_however_often_it_is_asked(draws: float, advantage: float) -> None:
    """Also with draws, and where the first seat has an advantage. A tenth of 1000 is allowed; 130 is 3 deviations."""
    dice = Random(7)
    equal = [_decided(dice, (0.5 + advantage, 0.5 - advantage), draws, 400) for _ in range(1000)]
    better = [_decided(dice, (0.65 + advantage / 2, 0.65 - advantage / 2), draws, 400) for _ in range(1000)]
    assert equal.count(1) < 130
    assert better.count(-1) < 130
    assert equal.count(-1) > 800
    assert better.count(1) > 800


def test_a_sequential_test_refuses_shares_that_are_none() -> None:
    for low, high, error in ((0.5, 0.5, 0.1), (0.0, 0.5, 0.1), (0.5, 1.0, 0.1), (0.4, 0.6, 0.5)):
        with pytest.raises(ValueError, match="no test of"):
            sequential_test(1, 2, low, high, error)

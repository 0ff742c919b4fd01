"""A choice is carried out in time, on a busy computer, too."""

from __future__ import annotations

import pytest

from dsl.bots.bot_service import LatencyCompensation

BUDGET = 0.2


class Clock:
    """A clock that tests advance."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def choice(clock: Clock, latency: LatencyCompensation, before: float, after: float) -> float:
    """Simulate a choice that uses all its time, at least a quarter of it; return how long it took in all."""
    begun = clock.now
    latency.begin()
    clock.now += before
    latency.begin()
    ends = max(latency.started(BUDGET) + BUDGET, clock.now + BUDGET / 4)
    clock.now = ends + after
    latency.end(BUDGET)
    return clock.now - begun


def test_latency_shortens_the_next_search() -> None:
    clock = Clock()
    latency = LatencyCompensation(clock)
    assert choice(clock, latency, 0.03, 0.04) == pytest.approx(BUDGET + 0.04)
    assert choice(clock, latency, 0.03, 0.04) == pytest.approx(BUDGET)
    assert choice(clock, latency, 0.03, 0.05) == pytest.approx(BUDGET + 0.01)


def test_latency_decays() -> None:
    clock = Clock()
    latency = LatencyCompensation(clock)
    choice(clock, latency, 0, 0.08)
    took = [choice(clock, latency, 0, 0) for _ in range(30)]
    assert took == sorted(took)
    assert took[0] == pytest.approx(BUDGET - 0.08)
    assert took[-1] > BUDGET - 0.01


def test_at_least_half_of_the_time_is_for_the_search() -> None:
    clock = Clock()
    latency = LatencyCompensation(clock)
    choice(clock, latency, 0, 1)
    assert choice(clock, latency, 0, 0) == pytest.approx(BUDGET / 2)


def test_cancelled_choices_do_not_count() -> None:
    """The table was paused, or the choice before was taken back."""
    clock = Clock()
    latency = LatencyCompensation(clock)
    latency.begin()
    latency.forget()
    clock.now += 60
    assert choice(clock, latency, 0, 0) == pytest.approx(BUDGET)
    assert choice(clock, latency, 0, 0) == pytest.approx(BUDGET)


def test_a_single_pause_is_soon_forgotten() -> None:
    clock = Clock()
    latency = LatencyCompensation(clock)
    choice(clock, latency, 0, 600)
    took = [choice(clock, latency, 0, 0) for _ in range(30)]
    assert took[-1] > 0.95 * BUDGET


def test_an_early_choice_has_no_latency() -> None:
    clock = Clock()
    latency = LatencyCompensation(clock)
    latency.begin()
    clock.now += BUDGET / 10
    latency.end(BUDGET)
    assert choice(clock, latency, 0, 0) == pytest.approx(BUDGET)

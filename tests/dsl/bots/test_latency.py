"""A choice should be carried out when its time is over, however busy the computer is."""

from __future__ import annotations

import pytest

from dsl.bots.bot_service import LatencyCompensation

BUDGET = 0.2


class Clock:
    """Time that passes when one says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def choice(clock: Clock, lateness: LatencyCompensation, before: float, after: float) -> float:
    """Let a bot choose that takes all its time, at least a quarter of it; return how long all of it took."""
    begun = clock.now
    lateness.begin()
    clock.now += before
    lateness.begin()
    ends = max(lateness.started(BUDGET) + BUDGET, clock.now + BUDGET / 4)
    clock.now = ends + after
    lateness.end(BUDGET)
    return clock.now - begun


def test_what_was_lost_once_is_not_thought_the_next_time() -> None:
    clock = Clock()
    lateness = LatencyCompensation(clock)
    assert choice(clock, lateness, 0.03, 0.04) == pytest.approx(BUDGET + 0.04)
    assert choice(clock, lateness, 0.03, 0.04) == pytest.approx(BUDGET)
    assert choice(clock, lateness, 0.03, 0.05) == pytest.approx(BUDGET + 0.01)


def test_a_computer_with_more_time_again_lets_one_think_longer() -> None:
    clock = Clock()
    lateness = LatencyCompensation(clock)
    choice(clock, lateness, 0, 0.08)
    took = [choice(clock, lateness, 0, 0) for _ in range(30)]
    assert took == sorted(took)
    assert took[0] == pytest.approx(BUDGET - 0.08)
    assert took[-1] > BUDGET - 0.01


def test_half_of_the_time_is_for_thinking() -> None:
    clock = Clock()
    lateness = LatencyCompensation(clock)
    choice(clock, lateness, 0, 1)
    assert choice(clock, lateness, 0, 0) == pytest.approx(BUDGET / 2)


def test_time_that_nobody_was_thinking_is_not_lost() -> None:
    """The table was paused, or the choice before was taken back."""
    clock = Clock()
    lateness = LatencyCompensation(clock)
    lateness.begin()
    lateness.forget()
    clock.now += 60
    assert choice(clock, lateness, 0, 0) == pytest.approx(BUDGET)
    assert choice(clock, lateness, 0, 0) == pytest.approx(BUDGET)


def test_a_pause_that_nobody_told_of_is_soon_forgotten() -> None:
    clock = Clock()
    lateness = LatencyCompensation(clock)
    choice(clock, lateness, 0, 600)
    took = [choice(clock, lateness, 0, 0) for _ in range(30)]
    assert took[-1] > 0.95 * BUDGET


def test_who_is_done_early_was_not_late() -> None:
    clock = Clock()
    lateness = LatencyCompensation(clock)
    lateness.begin()
    clock.now += BUDGET / 10
    lateness.end(BUDGET)
    assert choice(clock, lateness, 0, 0) == pytest.approx(BUDGET)

"""So many a second, so many at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from app.lan.pace import Pace


@given(some.lists(some.floats(0, 2), max_size=200))
def test_no_more_than_the_burst_and_so_many_a_second(waits: list[float]) -> None:
    pace, now, taken = Pace(20, 60, 0.0), 0.0, 0
    for wait in waits:
        now += wait
        taken += sum(pace.take(now) for _ in range(70))
        assert taken <= 60 + 20 * now + 1e-6


def test_after_the_wait_there_is_one_again() -> None:
    pace = Pace(4, 2, 0.0)
    assert [pace.take(0.0) for _ in range(3)] == [True, True, False]
    assert pace.wait == 0.25
    assert not pace.ready(0.24)
    assert pace.ready(0.25)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    pace = Pace(1, 1, 10.0)
    assert pace.take(10.0)
    assert not pace.take(5.0)

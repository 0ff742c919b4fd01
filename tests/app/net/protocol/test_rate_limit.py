"""Rate limiters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from app.net.protocol.connection import RateLimiter, RateLimiters, SharedRateLimiter
from app.net.protocol.limits import (
    GUARANTEED_BURST,
    GUARANTEED_PER_SECOND,
    NETWORK_BURST,
    NETWORK_PER_SECOND,
    TABLE_BURST,
    TABLE_PER_SECOND,
)


@given(some.lists(some.floats(0, 2), max_size=200))
def test_the_rate_is_limited_to_a_burst_and_a_number_per_second(waits: list[float]) -> None:
    pace, now, taken = RateLimiter(20, 60, 0.0), 0.0, 0
    for wait in waits:
        now += wait
        taken += sum(pace.take(now) for _ in range(70))
        assert taken <= 60 + 20 * now + 1e-6


def test_a_token_is_available_after_the_wait() -> None:
    pace = RateLimiter(4, 2, 0.0)
    assert [pace.take(0.0) for _ in range(3)] == [True, True, False]
    assert pace.wait == 0.25
    assert not pace.ready(0.24)
    assert pace.ready(0.25)


def test_a_clock_that_goes_back_adds_no_tokens() -> None:
    pace = RateLimiter(1, 1, 10.0)
    assert pace.take(10.0)
    assert not pace.take(5.0)


def _greedy(paces: list[SharedRateLimiter], seconds: int) -> int:
    """Take all available tokens, ten times a second; return their number."""
    taken = 0
    for tick in range(10 * seconds):
        for pace in paces:
            while pace.ready(tick / 10):
                pace.take(tick / 10)
                taken += 1
    return taken


def test_connections_of_a_network_share_the_rate_beyond_their_guarantee() -> None:
    table = RateLimiters(0.0)
    flood = [table.of(f"10.0.0.{number}", 0.0) for number in range(8)]
    alone = table.of("10.0.0.200", 0.0)
    most = 8 * (GUARANTEED_BURST + 10 * GUARANTEED_PER_SECOND) + NETWORK_BURST + 10 * NETWORK_PER_SECOND
    assert most - 60 <= _greedy(flood, 10) <= most
    assert alone.ready(10.0), "others of the network do not slow it down"
    other = table.of("10.0.1.1", 0.0)
    assert _greedy([other], 1) > GUARANTEED_BURST + GUARANTEED_PER_SECOND, "another network has its own share"


def test_all_networks_share_the_rate_of_the_table() -> None:
    table = RateLimiters(0.0)
    flood = [table.of(f"10.0.{number}.1", 0.0) for number in range(16)]
    most = 16 * (GUARANTEED_BURST + 10 * GUARANTEED_PER_SECOND) + TABLE_BURST + 10 * TABLE_PER_SECOND
    assert most - 120 <= _greedy(flood, 10) <= most
    waits = [pace.wait for pace in flood if not pace.ready(10.0)]
    assert all(0 < wait <= 1 / GUARANTEED_PER_SECOND for wait in waits)

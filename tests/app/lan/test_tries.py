"""Guessing takes long."""

from __future__ import annotations

from app.lan.limits import WRONG_CODES_PER_MINUTE
from app.lan.tries import Tries


def test_so_many_wrong_ones_a_minute_and_then_one_waits() -> None:
    tries = Tries()
    for number in range(WRONG_CODES_PER_MINUTE):
        assert tries.wait("10.0.0.1", number) == 0
        tries.add("10.0.0.1", number)
    assert tries.wait("10.0.0.1", 10.0) == 50.0
    assert tries.wait("10.0.0.2", 10.0) == 0
    assert tries.wait("10.0.0.1", 60.0) == 0


def test_a_thousand_addresses_are_not_remembered() -> None:
    tries = Tries()
    for number in range(1000):
        tries.add(f"10.0.{number // 256}.{number % 256}", 0.0)
    assert len(tries._wrong) == 256

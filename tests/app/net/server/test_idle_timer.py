"""Idle timer that closes forgotten tables."""

from __future__ import annotations

from app.net.server.server import AFTER_THE_END, UNFINISHED, IdleTimer


def test_idle_time_is_ten_minutes_after_a_match_and_half_a_day_before() -> None:
    assert (AFTER_THE_END, UNFINISHED) == (600, 43200)
    idle = IdleTimer(100.0)
    assert not idle.due(False, True, 100.0 + AFTER_THE_END - 1)
    assert idle.due(False, True, 100.0 + AFTER_THE_END)
    assert not idle.due(False, False, 100.0 + UNFINISHED - 1)
    assert idle.due(False, False, 100.0 + UNFINISHED)


def test_a_member_keeps_the_table_open() -> None:
    idle = IdleTimer(0.0)
    assert not idle.due(True, True, 5000.0)
    assert not idle.due(False, True, 5599.0)
    assert idle.due(False, True, 5600.0)

"""Power failures of host and clients: nothing that was accepted is lost, and all players get their seats back.

tests/soak/lan_kills.py does the same a few hundred times.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.net.crashes import Match, kill_clients


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    match = Match(tmp_path, 7)
    yield match
    match.close()


def test_a_killed_table_is_reopened_with_all_members_and_the_match(match: Match) -> None:
    dice = random.Random(1)
    for _ in range(6):
        match.kill_table(dice)
    match.end()


def test_killed_clients_return_to_their_seats(tmp_path: Path) -> None:
    assert kill_clients(tmp_path, random.Random(2), 6) >= 3

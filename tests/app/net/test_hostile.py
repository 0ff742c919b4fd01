"""Hostile peers at a table process. The long forms are tests/soak/lan_frames.py and lan_crowd.py."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.net.protocol.framing import frames_of
from app.net.protocol.limits import FRAME_BEFORE_WELCOME, HELLO_WITHIN, MIB
from app.net.protocol.messages import VERSIONS, Hello
from tests.app.net.hostile_peers import GROWTH, PATIENCE, Enemy, accepted_by, besiege, crowd, one_choice
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import Served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    table = Served(tmp_path, "breakthrough", "--seats", "human,human")
    yield table
    table.kill()


@pytest.fixture
def players(table: Served, tmp_path: Path) -> Iterator[list[Player]]:
    """Two players of a match."""
    players = [Player(table.port, Memory(tmp_path / f"memory-{seat}"), seat) for seat in range(2)]
    play(players, lambda: all(player.views for player in players))
    yield players
    for player in players:
        player.lose()


def test_mangled_frames_and_garbage_do_not_disturb_the_match(tmp_path: Path) -> None:
    grown, _ = besiege(tmp_path, 300, 3, "breakthrough", 2)
    assert grown < GROWTH


def test_a_byte_per_second_times_out_and_the_match_continues(table: Served, players: list[Player]) -> None:
    words = frames_of(Hello(*VERSIONS, "test", "Snail", "en", "", "00"), FRAME_BEFORE_WELCOME)[0]
    with socket.create_connection(("127.0.0.1", table.port), PATIENCE) as snail:
        snail.settimeout(0.05)
        before, began, heard, sent = accepted_by(players), time.monotonic(), b"", 0
        while b"lan.away.late" not in heard:
            assert time.monotonic() - began < HELLO_WITHIN + PATIENCE
            if time.monotonic() - began > sent:
                snail.sendall(words[sent : sent + 1])
                sent += 1
            one_choice(players)
            try:
                heard += snail.recv(1000)
            except TimeoutError:
                continue
        assert time.monotonic() - began >= HELLO_WITHIN - 0.5
    assert accepted_by(players) > before
    ends = time.monotonic() + PATIENCE
    while accepted_by(players) <= 20:
        assert time.monotonic() < ends, accepted_by(players)
        one_choice(players)


def test_a_stopped_client_uses_no_memory_and_the_match_continues(
    table: Served, players: list[Player], tmp_path: Path
) -> None:
    """A spectator's computer falls asleep with the connection open."""
    watcher = Player(table.port, Memory(tmp_path / "watcher"), 9, watch=True)
    play([*players, watcher], lambda: "" in watcher.views)
    before = table.memory
    began = time.monotonic()
    while time.monotonic() - began < 4:  # the spectator does not read
        one_choice(players)
    assert table.memory - before < 8 * MIB
    play([*players, watcher], lambda: all(each.over for each in (*players, watcher)))
    watcher.lose()


def test_joins_and_leaves_leak_nothing(table: Served, players: list[Player]) -> None:
    crowd(Enemy(table.port), 20)
    before = table.descriptors
    joined = crowd(Enemy(table.port), 150)
    assert joined == 150
    one_choice(players)
    ends = time.monotonic() + PATIENCE
    while table.descriptors > before and time.monotonic() < ends:
        time.sleep(0.05)
    assert table.descriptors <= before


def test_a_table_that_is_asked_to_end_informs_all_clients(table: Served, players: list[Player]) -> None:
    os.kill(table.process.pid, signal.SIGTERM)
    play(players, lambda: all(player.ended == "lan.away.host_closed" for player in players))
    assert table.process.wait(PATIENCE) == 0
    assert table.record.host.pid == 0

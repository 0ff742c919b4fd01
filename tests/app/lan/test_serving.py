"""Whole matches at tables in processes of their own, on loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dsl.engine.replay import replay
from tests.app.lan.player import Memory, Player, play
from tests.app.lan.served import Served

Serve = Callable[..., Served]
Guests = Callable[..., list[Player]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Open a table; it ends with the test."""
    tables: list[Served] = []

    def start(game: str, *words: str) -> Served:
        tables.append(Served(tmp_path / f"table-{len(tables)}", game, *words))
        return tables[-1]

    yield start
    for table in tables:
        table.kill()


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    """Let guests come to a table; they go with the test."""
    came: list[Player] = []

    def come(table: Served, number: int, **words: object) -> list[Player]:
        first = len(came)
        for seed in range(first, first + number):
            came.append(Player(table.port, Memory(tmp_path / f"memory-{seed}"), seed, **words))
        return came[first:]

    yield come
    for player in came:
        player.lose()


@pytest.mark.parametrize(("game", "number"), [("tic-tac-toe", 2), ("trias", 3)])
def test_a_whole_match_is_the_same_on_all_sides(serve: Serve, guests: Guests, game: str, number: int) -> None:
    table = serve(game, "--seats", ",".join(["human"] * number))
    players = guests(table, number)
    play(players, lambda: all(player.over and player.revealed for player in players), 120)
    replayed = replay(table.journal, True)
    for player in players:
        (view,) = player.views.values()
        assert view == replayed.match.view(view.seat)
        kept = [(entry.seat, entry.option) for entry in replayed.content.entries if entry.seat == view.seat]
        assert [(seat, option) for seat, _, option in player.memory.accepted] == kept
    assert table.interrupt() == 0
    play(players, lambda: all(player.ended == "lan.away.host_closed" for player in players))

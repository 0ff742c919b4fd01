"""Whole matches at a table in a process of its own, by guests that choose at random."""

from __future__ import annotations

from pathlib import Path

from dsl.engine.replay import replay
from tests.app.lan.player import Memory, Player, play
from tests.app.lan.served import Served

PATIENCE = 900


def played(folder: Path, game: str, number: int, seed: int, *, twice: bool = False) -> int:
    """Play a match, perhaps by guests who say everything twice; all sides must have seen the same end, and the journal
    holds all that was accepted. Return how many choices were made."""
    table = Served(folder, game, "--seats", ",".join(["human"] * number))
    players = [Player(table.port, Memory(folder / f"memory-{seat}"), 100 * seed + seat) for seat in range(number)]
    for player in players:
        player.twice = twice
    try:
        play(players, lambda: all(player.over and player.revealed for player in players), PATIENCE)
        choices = compare(players, table.journal)
        assert table.interrupt() == 0, table.said.read_text()
        play(players, lambda: all(player.ended == "lan.away.host_closed" for player in players))
    finally:
        table.kill()
        for player in players:
            player.lose()
    return choices


def compare(players: list[Player], journal: Path) -> int:
    """Compare what everybody saw at the end with the journal, played again; return its length."""
    replayed = replay(journal, True)
    for player in players:
        (view,) = player.views.values()
        assert view == replayed.match.view(view.seat)
        kept = [(entry.seat, entry.option) for entry in replayed.content.entries if entry.seat == view.seat]
        assert [(seat, option) for seat, _, option in player.memory.accepted] == kept
    return len(replayed.content.entries)

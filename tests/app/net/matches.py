"""Complete matches at a table process, played by random clients."""

from __future__ import annotations

from pathlib import Path

from dsl.match.journal import JournalContent
from dsl.match.option_numbers import from_journal
from dsl.match.replay import replay, ruleset_of
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import Served

PATIENCE = 900


def played(folder: Path, game: str, number: int, seed: int, *, twice: bool = False) -> int:
    """Play a match, with repeated commands if `twice`; check that all sides have the same end, and the
    journal all accepted choices. Return the number of choices."""
    table = Served(folder, game, "--seats", ",".join(["human"] * number))
    players = [Player(table.port, Memory(folder / f"memory-{seat}"), 100 * seed + seat) for seat in range(number)]
    for player in players:
        player.twice = twice
    try:
        play(players, lambda: all(player.over and player.revealed for player in players), PATIENCE)
        assert table.interrupt() == 0, table.said.read_text()
        play(players, lambda: all(player.ended == "lan.away.host_closed" for player in players))
    finally:
        table.kill()
        for player in players:
            player.lose()
    return compare(players, table.journal)  # at the end: a slow replay would cost silent players their connection


def compare(players: list[Player], journal: Path) -> int:
    """Compare the final views of all players with the replayed journal; return its length."""
    replayed = replay(journal, True)
    for player in players:
        (view,) = player.views.values()
        assert view == replayed.match.view(view.seat)
        kept = [choice for choice in told_choices(replayed.content) if choice[0] == view.seat]
        assert [(seat, option) for seat, _, option in player.memory.accepted] == kept
    return len(replayed.content.entries)


def told_choices(content: JournalContent) -> list[tuple[str, int]]:
    """Return every choice of a journal, undone or not, by its seat and the option number sent to the seat."""
    header, chosen = content.header, list[tuple[str, int]]()
    match = ruleset_of(header, "journal").start(header.players, dict(header.options), header.seed)
    for entry in content.entries:
        if entry.kind == "undo":
            match.go_back(entry.seat)
            continue
        question = match.question_of(entry.seat)
        assert question is not None
        chosen.append((entry.seat, from_journal(question, entry.option)))
        match.choose(match.position_of(match.seat(entry.seat)), chosen[-1][1], entry.seat)
    return chosen

"""Whole matches of every game by real processes on loopback: a table, and a client for each seat that chooses randomly.

python -m tests.soak.lan_joins [SEED] [GAME...]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.base.paths import official_rulesets
from app.storage.game_library import find_games
from dsl.match.rulesets.ruleset import load
from tests.app.net.client_process import Joined
from tests.app.net.table_process import Served

LANGUAGES = ("en", "fr")
CHECKED = ("were fixed before it began", "était fixé avant le début")


def play(game: Path, players: int, seed: int, folder: Path) -> int:
    """Play one match; return its number of choices. All clients must keep the same journal and verify its chance."""
    table = Served(folder / "table", str(game), "--seats", ",".join(["human"] * players))
    clients: list[Joined] = []
    try:
        for number in range(players):
            words = ("--name", f"G{number}", "--by-chance", str(seed + number), "--language", LANGUAGES[number % 2])
            clients.append(Joined(folder / f"client{number}", table.port, *words))
        for number, client in enumerate(clients):
            assert client.process.wait(3600) == 0, client.text
            assert CHECKED[number % 2] in client.text, client.text[-2000:]
            assert client.journals == [table.journal.read_bytes()], client.text[-2000:]
        return table.journal.read_bytes().count(b"\n") - 1
    finally:
        for client in clients:
            client.kill()
        table.kill()


def main(arguments: Sequence[str]) -> None:
    """Play every game, or those named, with the most players there can be up to four."""
    seed = int(arguments[0]) if arguments else 1
    for card in find_games(official_rulesets(), Path("/nowhere")):
        if arguments[1:] and card.name not in arguments[1:]:
            continue
        players = max(number for number in load(card.folder).numbers if number <= 4)
        with tempfile.TemporaryDirectory(prefix="lan-") as folder:
            began = time.monotonic()
            choices = play(card.folder, players, seed, Path(folder))
            print(f"{card.name}, {players} clients: {choices} choices, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

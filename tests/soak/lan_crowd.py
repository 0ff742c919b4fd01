"""Comes in and goes again, 50 times a second, while two play: `python -m tests.soak.lan_crowd [SECONDS] [A_SECOND]`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app.net.protocol.limits import MIB
from tests.app.net.hostile_peers import Enemy, crowd
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import Served

DEFAULTS = ("30", "50")
AT_ONCE = 3  #: at the door; a fourth and the table says that it is busy


def main(arguments: Sequence[str]) -> None:
    """Do so; the table must keep no descriptor, and the match goes on."""
    seconds, rate = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    with tempfile.TemporaryDirectory(prefix="lan-crowd-") as folder, ThreadPoolExecutor(AT_ONCE) as together:
        table = Served(Path(folder), "hex", "--seats", "human,human")
        players = [Player(table.port, Memory(Path(folder) / f"memory-{seat}"), seat) for seat in range(2)]
        try:
            play(players, lambda: all(player.views for player in players))
            crowd(Enemy(table.port), 2 * rate)
            descriptors, memory = table.descriptors, table.memory
            came, began = 0, time.monotonic()
            while time.monotonic() - began < seconds:
                came += sum(together.map(lambda _: crowd(Enemy(table.port), rate // AT_ONCE), range(AT_ONCE)))
                choice = sum(player.told for player in players)
                play(players, lambda choice=choice: sum(player.told for player in players) > choice)
                time.sleep(max(0.0, came / rate - (time.monotonic() - began)))
            took = time.monotonic() - began
            time.sleep(2)
            print(f"{came} came and went in {took:.0f} s ({came / took:.0f} a second)")
            print(f"descriptors {descriptors} before and {table.descriptors} after")
            print(f"memory {memory / MIB:.0f} MiB before and {table.memory / MIB:.0f} MiB after")
            assert table.descriptors <= descriptors
            play(players, lambda: all(player.over for player in players), 300)
        finally:
            table.kill()
            for player in players:
                player.lose()


if __name__ == "__main__":
    main(sys.argv[1:])

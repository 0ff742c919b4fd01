"""Kills hosts and clients at random moments, and checks that no accepted choice was lost."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from dsl.match.journal import read
from tests.app.net.matches import told_choices
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import ROOT, Served

GAME = "breakthrough"
SEATS = 2
BACK_WITHIN = 5.0  #: seconds from when the table can be reached until all players have their seats and views
PATIENCE = 120


class Match:
    """A table and its clients, which survive every crash of the table."""

    def __init__(self, folder: Path, seed: int, game: str = GAME, seats: int = SEATS) -> None:
        self.table = Served(folder, game, "--seats", ",".join(["human"] * seats))
        self.players = [
            Player(self.table.port, Memory(folder / f"memory-{seat}"), 1000 * seed + seat) for seat in range(seats)
        ]
        self.slowest = 0.0  #: seconds until all were back once it could be reached

    @property
    def over(self) -> bool:
        return all(player.over for player in self.players)

    @property
    def accepted(self) -> int:
        return sum(len(player.memory.accepted) for player in self.players)

    def kill_table(self, dice: random.Random) -> int:
        """Kill the table some choices from now, open it again; return how many choices had been accepted."""
        wanted = self.accepted + dice.randint(0, 8)
        play(self.players, lambda: self.over or self.accepted >= wanted, PATIENCE)
        ends = time.monotonic() + dice.random() * 0.04
        play(self.players, lambda: time.monotonic() > ends)
        self.table.kill()
        accepted = self.accepted
        nothing_lost([player.memory for player in self.players], self.table.journal)
        before = [player.told for player in self.players]
        self.table.resume()
        began = time.monotonic()
        seen = self.table.journal.exists()

        def back() -> bool:
            return all(
                player.inside and (player.told > told if seen else bool(player.seats))
                for player, told in zip(self.players, before, strict=True)
            )

        play(self.players, back, PATIENCE)
        self.slowest = max(self.slowest, time.monotonic() - began)
        return accepted

    def end(self) -> None:
        """Play to the end, and look at the whole."""
        play(self.players, lambda: self.over, PATIENCE)
        nothing_lost([player.memory for player in self.players], self.table.journal)
        self.close()

    def close(self) -> None:
        self.table.kill()
        for player in self.players:
            player.lose()


def nothing_lost(memories: Sequence[Memory], journal: Path) -> None:
    """Check that every choice that was accepted for a client is in the journal, in its order."""
    if not journal.exists():
        assert not any(memory.accepted for memory in memories)
        return
    chosen = told_choices(read(journal))
    for memory in memories:
        seats = {seat for seat, _, _ in memory.accepted}
        mine = [choice for choice in chosen if choice[0] in seats]
        told = [(seat, option) for seat, _, option in memory.accepted]
        position = 0
        for choice in told:
            assert choice in mine[position:], f"{choice} was accepted and is lost: {told} and {mine}"
            position += mine[position:].index(choice) + 1
        assert len(told) <= len(mine)


class GuestProcess:
    """Client in a process of its own, which can be killed and returns to its seat."""

    def __init__(self, table: Served, memory: Path, seed: int) -> None:
        self._table, self._memory, self._seed = table, memory, seed
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.app.net.random_client",
                str(self._table.port),
                str(self._memory),
                str(self._seed),
            ],
            cwd=ROOT,
        )

    def kill(self) -> Memory:
        """Kill it; return its saved memory."""
        self.process.kill()
        self.process.wait(PATIENCE)
        return Memory(self._memory)


def _choices(journal: Path) -> int:
    """How many lines there are after the first."""
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def _ended(guests: Sequence[GuestProcess]) -> bool:
    return all(guest.process.poll() is not None for guest in guests)


def _wait(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends, "the match does not continue"
        time.sleep(0.01)


def kill_clients(folder: Path, dice: random.Random, times: int) -> int:
    """Kill the clients of one match several times, one after the other, until the match is over. Return the kills."""
    table = Served(folder, GAME, "--seats", "human,human")
    guests = [GuestProcess(table, folder / f"memory-{seat}", seat) for seat in range(2)]
    killed = 0
    try:
        for _ in range(times):
            wanted = _choices(table.journal) + dice.randint(1, 8)
            _wait(lambda wanted=wanted: _choices(table.journal) >= wanted or _ended(guests))
            time.sleep(dice.random() * 0.04)
            guest = dice.choice(guests)
            if guest.process.poll() is not None:
                break
            memory = guest.kill()
            nothing_lost([memory], table.journal)
            killed += 1
            guest.start()
        assert [guest.process.wait(PATIENCE) for guest in guests] == [0, 0], table.said.read_text()
        memories = [Memory(folder / f"memory-{seat}") for seat in range(2)]
        nothing_lost(memories, table.journal)
        assert len({memory.member for memory in memories}) == len(table.record.room.members), (
            "a client returned as another member"
        )
    finally:
        for guest in guests:
            guest.process.kill()
            guest.process.wait()
        table.kill()
    return killed

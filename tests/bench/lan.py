"""A table on loopback: from a choice until all four have their new views, memory with many who look on, and how many
tables one process serves: `python -m tests.bench.lan [GAME] [-n CHOICES]`."""

from __future__ import annotations

import json
import os
import random
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.net.protocol.framing import frames_of
from app.net.protocol.messages import Pong
from dsl.match.table_messages import Choose
from tests.app.net.random_client import Memory, Player, play
from tests.bench.figures import ROOT, at_percentile, heading, read_arguments, show

SEATS, WATCHERS = 4, 100
TABLES = (1, 2, 4, 8, 16, 32)
AIM = 0.05  #: seconds
ALONE, AMONG = 0.25, 1.0  #: seconds from one choice at a table to the next
PATIENCE = 0.5  #: seconds for views; secret choices are not sent to all
LASTS = 15.0  #: seconds that several tables are measured

Data = dict[str, "Data"] | list["Data"] | str | int | None


class Listener:
    """A client that notes when updates have arrived, and decodes them only when a seat must choose."""

    def __init__(self, player: Player) -> None:
        assert player.socket is not None
        self.socket = player.socket
        self.seat, view = next(iter(player.views.items()))
        self.decisions = [(each.seat, each.number, [one.number for one in each.options]) for each in view.decisions]
        self.chosen = -1  #: the position that it has chosen at
        self.came = 0.0  #: when the last news had come
        self._data = bytearray()
        self._parts: list[bytes] = []
        self._news = b""

    def hear(self) -> None:
        """Take what is there. Messages are distinguished by their first and last letters: their text is canonical."""
        self._data += self.socket.recv(1 << 20)
        while len(self._data) >= 4 and len(self._data) >= (size := 4 + int.from_bytes(self._data[:4], "big")):
            body, self._data = bytes(self._data[4:size]), self._data[size:]
            if body.endswith(b'"type":"Ping"}'):
                self.socket.sendall(frames_of(Pong(0))[0])
            elif body.endswith(b'"type":"Part"}'):
                self._parts.append(body)
                if body.startswith(b'{"last":true'):
                    self._told(b"".join(json.loads(part)["text"].encode() for part in self._parts))
                    self._parts.clear()
            else:
                self._told(body)

    def _told(self, body: bytes) -> None:
        if body.endswith(b'"type":"Told"}'):
            self.came, self._news = time.perf_counter(), body

    def read(self) -> list[tuple[str, int, list[int]]]:
        """Return who is asked by which position for which options, after the last news."""
        if self._news:
            asked = json.loads(self._news)["news"]["view"]["decisions"]
            self.decisions = [
                (each["seat"], each["number"], [one["number"] for one in each["options"]]) for each in asked
            ]
            self._news = b""
        return self.decisions


class Party:
    """Those who play at one table."""

    def __init__(self, port: int, folder: Path, seed: int, pause: float) -> None:
        self.players = [Player(port, Memory(folder / f"m-{seed}-{seat}"), 10 * seed + seat) for seat in range(SEATS)]
        for player in self.players:
            player.patience = lambda: False
        play(self.players, lambda: all(player.views for player in self.players))
        self.listeners = [Listener(player) for player in self.players]
        self.times: list[float] = []
        self.over = False
        self._dice, self._pause = random.Random(seed), pause
        self._asked = 0.0  #: when it was chosen; 0: no answer is awaited
        self._next = 0.0

    def begin(self) -> None:
        """Choose first some time from now: tables do not know of each other."""
        self._next = time.perf_counter() + self._dice.random() * self._pause

    def step(self) -> None:
        """Note whether all have heard, or choose."""
        now = time.perf_counter()
        if self._asked and (all(each.came > self._asked for each in self.listeners) or now > self._asked + PATIENCE):
            came = max(each.came for each in self.listeners) - self._asked
            self.times.append(came if came > 0 else PATIENCE)
            self._asked = 0.0
        elif not self._asked and now >= self._next and not self.over:
            self._choose(now)

    def _choose(self, now: float) -> None:
        self._next = now + self._pause
        for chooser in self.listeners:
            for seat, number, options in chooser.read():
                if seat == chooser.seat and options and number != chooser.chosen:
                    chooser.chosen = number
                    choice = frames_of(Choose(time.time_ns() // 1000, seat, number, self._dice.choice(options)))[0]
                    self._asked = time.perf_counter()
                    chooser.socket.sendall(choice)
                    return
        self.over = not any(listener.read() for listener in self.listeners)


def run(parties: Sequence[Party], seconds: float, choices: int) -> list[float]:
    """Let them play for a time, or until all have seen a number of choices; return the time of each."""
    ends = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for party in parties:
            party.begin()
            for listener in party.listeners:
                selector.register(listener.socket, selectors.EVENT_READ, listener)
        while time.monotonic() < ends and sum(len(party.times) for party in parties) < choices:
            for key, _ in selector.select(0.002):
                key.data.hear()
            for party in parties:
                party.step()
            if all(party.over for party in parties):
                break
    return [each for party in parties for each in party.times]


@contextmanager
def tables(folder: Path, game: str, number: int) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Open tables in one process; return their ports."""
    command = [sys.executable, "-m", "tests.bench.lan_tables", str(folder), game, str(SEATS), str(number)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, [int(port) for port in process.stdout.readline().split()]
        finally:
            process.kill()


def megabytes(process: subprocess.Popen[str]) -> float:
    """Memory of a process (Linux)."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def processor(process: subprocess.Popen[str]) -> float:
    """Seconds of processor time that a process has had (Linux)."""
    words = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure one game."""
    arguments = read_arguments(__doc__ or "", number=150)
    heading(f"a table of {arguments.game} with {SEATS} on loopback")
    with tempfile.TemporaryDirectory() as place, tables(Path(place), arguments.game, 1) as (process, ports):
        before = megabytes(process)
        party = Party(ports[0], Path(place), 0, ALONE)
        used = processor(process)
        times = run([party], 600, arguments.number)
        show("a choice until all have their views", times)
        print(f"  processor time of the table: {(processor(process) - used) / len(times) * 1000:.1f} ms a choice")
        playing = megabytes(process)
        watchers = [Player(ports[0], Memory(Path(place) / f"w-{each}"), each, watch=True) for each in range(WATCHERS)]
        for start in range(0, WATCHERS, 3):  # no more are greeted at once
            group = watchers[start : start + 3]
            play(watchers[: start + 3], lambda group=group: all(each.views for each in group))
        print(f"  memory: {before:.0f} MB alone, {playing:.0f} playing, {megabytes(process):.0f} with {WATCHERS} more")
    for number in TABLES:
        with tempfile.TemporaryDirectory() as place, tables(Path(place), arguments.game, number) as (process, ports):
            parties = [Party(port, Path(place), each, AMONG) for each, port in enumerate(ports)]
            times = run(parties, LASTS, 10**9)
            show(f"{number} tables, a choice a second at each", times)
            print(f"  {'':<42}{megabytes(process):9.0f} MB")
        if at_percentile(times, 99) > AIM:
            break


if __name__ == "__main__":
    main()

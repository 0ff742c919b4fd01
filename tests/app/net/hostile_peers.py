"""Hostile peers of a table process: mangled frames, garbage, floods, while others play."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.net.protocol.authentication import key_of_token, make_proof, new_nonce
from app.net.protocol.framing import TABLE_GREETINGS, TABLE_MESSAGES, FrameError, FrameReader, frames_of
from app.net.protocol.limits import FRAME, MIB
from app.net.protocol.messages import VERSIONS, Challenge, Hello, Prove, Welcome
from tests.app.net.frame_mutation import mutated_frame, random_stream
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import Served

PATIENCE = 60.0
GROWTH = 16 * MIB
TURN = 20  #: attacks between two choices of those who play
WARM = 50  #: attacks after which the memory is measured first


class Enemy:
    """A hostile client that knows the handshake."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._member = self._token = ""

    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self._port), PATIENCE) as connection:
            connection.settimeout(PATIENCE)
            yield connection

    def send_raw(self, data: bytes) -> None:
        """Send bytes instead of a handshake, and wait for the result."""
        with self.connected() as connection:
            self._send(connection, data)

    def send_inside(self, data: bytes) -> None:
        """Send bytes after a greeting as it should be; always as the same member."""
        with self.connected() as connection:
            if self._greet(connection):
                self._send(connection, data)

    def come_and_go(self) -> bool:
        """Join as a new member, and leave at once."""
        self._member = self._token = ""
        with self.connected() as connection:
            return self._greet(connection)

    def _send(self, connection: socket.socket, data: bytes) -> None:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(FRAME):
                pass
        except OSError:
            pass  # the table has cut it off, as it may

    def _greet(self, connection: socket.socket) -> bool:
        nonce = new_nonce()
        reader = FrameReader((*TABLE_GREETINGS, *TABLE_MESSAGES), FRAME, parts=True)
        connection.sendall(frames_of(Hello(*VERSIONS, "enemy", "Mallory", "en", self._member, nonce))[0])
        challenge = _heard(connection, reader)
        if not isinstance(challenge, Challenge):
            return False
        token = self._token and make_proof(key_of_token(self._token), challenge.table, challenge.nonce, nonce)
        connection.sendall(frames_of(Prove("", token))[0])
        welcome = _heard(connection, reader)
        if isinstance(welcome, Welcome) and welcome.token:
            self._member, self._token = welcome.member, welcome.token
        return isinstance(welcome, Welcome)


def _heard(connection: socket.socket, reader: FrameReader) -> object:
    while (message := reader.next()) is None:
        data = connection.recv(FRAME)
        if not data:
            raise FrameError("it has hung up")
        reader.feed(data)
    return message


def attack(table: Served, times: int, seed: int) -> None:
    """Send a number of mangled frames and of streams of garbage."""
    dice, enemy = random.Random(seed), Enemy(table.port)
    for _ in range(times):
        if dice.random() < 0.2:
            enemy.send_raw(mutated_frame(dice))
        else:
            enemy.send_inside(mutated_frame(dice))
        enemy.send_raw(random_stream(dice))
        assert table.process.poll() is None, table.said.read_text()


def besiege(folder: Path, times: int, seed: int, game: str, seats: int) -> tuple[int, float]:
    """Attack a table while a match is played at it, which must go to its end undisturbed. Return by how
    many bytes it grew, and how long a choice took at most while it was attacked."""
    table = Served(folder, game, "--seats", ",".join(["human"] * seats))
    players = [Player(table.port, Memory(folder / f"memory-{seat}"), seat) for seat in range(seats)]
    try:
        play(players, lambda: all(player.views for player in players))  # before wrong proofs make them wait
        grown, slowest = 0, 0.0
        before = table.memory
        for done in range(0, times, TURN):
            attack(table, min(TURN, times - done), seed + done)
            slowest = max(slowest, one_choice(players))
            if done < WARM:
                before = table.memory
            grown = max(grown, table.memory - before)
        play(players, lambda: all(player.over for player in players), 120)
        assert all(player.connected == 1 for player in players), "the attacks have disturbed others"
        assert "Traceback" not in table.said.read_text(), table.said.read_text()[-3000:]
        assert not list((folder / "portable").rglob("report-*")), "something failed at the table"
        assert table.interrupt() == 0
    finally:
        table.kill()
        for player in players:
            player.lose()
    return grown, slowest


def one_choice(players: Sequence[Player]) -> float:
    """Make one choice; return the seconds until it was accepted."""
    before, began = accepted_by(players), time.monotonic()
    play(players, lambda: accepted_by(players) > before or all(player.over for player in players), 10)
    return time.monotonic() - began


def accepted_by(players: Sequence[Player]) -> int:
    return sum(len(player.memory.accepted) for player in players)


def crowd(enemy: Enemy, times: int) -> int:
    """Join and leave a number of times, each time as a new member; return how often the client was admitted."""
    return sum(enemy.come_and_go() for _ in range(times))

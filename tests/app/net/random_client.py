"""Random client without Qt, written from docs/protocol.md: takes a seat, gets ready, chooses random options.

It saves its credentials and every accepted choice in a file, so that it can be killed and started again.

As a process: `python -m tests.app.net.random_client PORT MEMORY [SEED [NAME [CODE]]]` plays until the match is over.
"""

from __future__ import annotations

import json
import random
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from app.net.protocol.authentication import key_of_code, key_of_token, make_proof, new_nonce
from app.net.protocol.framing import TABLE_GREETINGS, TABLE_MESSAGES, FrameReader, frames_of
from app.net.protocol.limits import FRAME, FRAME_BEFORE_WELCOME
from app.net.protocol.messages import (
    VERSIONS,
    Challenge,
    Farewell,
    Hello,
    Lobby,
    OpenShare,
    Ping,
    Pong,
    Prove,
    Revealed,
    Sealed,
    SetReady,
    TakeSeat,
    Told,
    TurnedAway,
    Watch,
    Welcome,
)
from dsl.match.commit_reveal import seal_of
from dsl.match.table_messages import Accepted, Changed, Choose, Refused, TakenBack
from dsl.match.view import View

RETRY = 0.1


class Memory:
    """Data of a player that survives a restart: credentials, and accepted choices."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.member = self.token = ""
        self.accepted: list[tuple[str, int, int]] = []
        if path.exists():
            lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("]")]
            for line in lines:
                if line[0] == "member":
                    self.member, self.token = line[1:]
                else:
                    self.accepted.append(tuple(line[1:]))

    def keep_member(self, member: str, token: str) -> None:
        self.member, self.token = member, token
        self._add(["member", member, token])

    def keep_choice(self, choice: Choose) -> None:
        self.accepted.append((choice.seat, choice.position, choice.option))
        self._add(["choice", choice.seat, choice.position, choice.option])

    def _add(self, line: list[object]) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")


class Player:
    """Random client. Call `step` when the socket is readable, or periodically."""

    def __init__(
        self,
        port: int,
        memory: Memory,
        seed: int = 0,
        name: str = "",
        code: str = "",
        watch: bool = False,
        seats: int = 1,
    ) -> None:
        self.port, self.memory, self.name, self.code = port, memory, name or f"Player {seed}", code
        self._watch, self._wanted = watch, seats
        self._dice = random.Random(seed)
        self._request = time.time_ns() // 1000
        self._open: dict[int, object] = {}  #: requests without an answer
        self._last: object = None  #: the request before
        self.socket: socket.socket | None = None
        self._next_try = 0.0
        self.inside = False  #: it was let in
        self.told = 0  #: number of received updates
        self.lobby: Lobby | None = None
        self._table = self._share = ""  #: the table's id, and the share of chance that it has sealed last
        self.views: dict[str, View] = {}
        self._chose: set[str] = set()  #: seats that wait for the view after their choice
        self.view_came: dict[str, tuple[int, float]] = {}  #: position and time of the last update, by seat
        self.revealed: Revealed | None = None
        self.ended = ""  #: the table ended it, and why
        self.refused: list[Refused] = []
        self.connected = 0  #: times
        self.back_after: list[float] = []  #: seconds between a loss and the next Welcome
        self._lost_at = 0.0
        self.twice = False  #: whether it sends every command twice, and the previous one again
        self.patience: Callable[[], bool] = lambda: True  #: whether it may choose now

    # ---- the connection ----

    def step(self) -> None:
        """Connect if needed; read messages, and send commands."""
        if self.ended:
            return
        if self.socket is None:
            self._connect()
            return
        try:
            while (data := self.socket.recv(FRAME)) != b"":
                self._reader.feed(data)
                while self.socket is not None and (message := self._reader.next()) is not None:
                    self._hear(message)
                if self.socket is None:
                    return
            self.lose()
        except BlockingIOError:
            self._act()
        except OSError:
            self.lose()

    def _connect(self) -> None:
        if time.monotonic() < self._next_try:
            return
        self._next_try = time.monotonic() + RETRY
        try:
            self.socket = socket.create_connection(("127.0.0.1", self.port), 5)
        except OSError:
            return
        self.connected += 1
        self.socket.settimeout(5)  # for writing; reading never waits, see below
        self.socket.setblocking(False)
        self._reader = FrameReader(TABLE_GREETINGS, FRAME_BEFORE_WELCOME, parts=True)
        self._nonce = new_nonce()
        self.inside = False
        self.say(Hello(*VERSIONS, "test", self.name, "en", self.memory.member, self._nonce))

    def lose(self) -> None:
        """The connection is gone; it will be tried again."""
        if self.socket is not None:
            self.socket.close()
        self.socket, self.inside = None, False
        self._lost_at = self._lost_at or time.monotonic()

    def say(self, message: object) -> None:
        assert self.socket is not None
        self.socket.setblocking(True)
        try:
            for frame in frames_of(message, FRAME):
                self.socket.sendall(frame)
            self.socket.setblocking(False)
        except OSError:
            self.lose()

    def ask(self, make: Callable[[int], object]) -> None:
        """Send a command with a number of its own; without an answer it is sent again after coming back."""
        self._request += 1
        self._open[self._request] = make(self._request)
        self.say(self._open[self._request])
        if self.twice:
            self.say(self._open[self._request])
            self._last, before = self._open[self._request], self._last
            if before is not None:
                self.say(before)

    # ---- received messages ----

    def _hear(self, message: object) -> None:
        match message:
            case Challenge():
                self._prove(message)
            case Welcome(member=member, token=token):
                self._enter(member, token)
            case TurnedAway(reason) if reason in ("lan.away.busy", "lan.away.full"):
                self.lose()
            case TurnedAway(reason) | Farewell(reason):
                self.lose()
                self.ended = reason
            case Ping(number):
                self.say(Pong(number))
            case Lobby():
                self.lobby = message
            case Told(seat=seat, news=Changed(view=view) | TakenBack(view=view)):
                self.views[seat] = view
                self.told += 1
                self._chose.discard(seat)
                self.view_came[seat] = view.position, time.perf_counter()
            case Accepted(request):
                asked = self._open.pop(request, None)
                assert asked is not None or self.twice, "an unrequested answer"
                if isinstance(asked, Choose):
                    self.memory.keep_choice(asked)
            case Refused(request):
                self._open.pop(request, None)
                self.refused.append(message)
            case Sealed(number, seals):
                if seal_of(self._table, self._share) in dict(seals).values():
                    self.ask(lambda request: OpenShare(request, number, self._share))
            case Revealed():
                self.revealed = message

    def _prove(self, challenge: Challenge) -> None:
        self._table = challenge.table
        keys = key_of_code(self.code) if self.code else "", key_of_token(self.memory.token) if self.memory.token else ""
        proofs = [make_proof(key, challenge.table, challenge.nonce, self._nonce) if key else "" for key in keys]
        self.say(Prove(*proofs))

    def _enter(self, member: str, token: str) -> None:
        self._reader.kinds, self._reader.most, self.inside = TABLE_MESSAGES, FRAME, True
        if token:
            self.memory.keep_member(member, token)
        if self._lost_at:
            self.back_after.append(time.monotonic() - self._lost_at)
            self._lost_at = 0.0
        for command in list(self._open.values()):
            self.say(command)

    # ---- what it does ----

    @property
    def seats(self) -> list[str]:
        return [seat.seat for seat in self.lobby.seats if seat.member == self.memory.member] if self.lobby else []

    @property
    def over(self) -> bool:
        """Whether it has seen the end of the match."""
        return bool(self.views) and all(view.outcome is not None for view in self.views.values())

    def _act(self) -> None:
        if self.lobby is None or self._open or self.socket is None or not self.inside:
            return
        if self._watch:
            self._look_on(self.lobby)
        elif self.lobby.state == "gathering":
            self._gather(self.lobby)
        elif self.patience():
            self._choose()

    def _look_on(self, lobby: Lobby) -> None:
        if not any(each.member == self.memory.member and each.watching for each in lobby.members):
            self.ask(lambda request: Watch(request, True))

    def _gather(self, lobby: Lobby) -> None:
        mine = [seat for seat in lobby.seats if seat.member == self.memory.member]
        free = [seat.seat for seat in lobby.seats if seat.state == "free"]
        if len(mine) < self._wanted and free:
            seat = self._dice.choice(free)
            self.ask(lambda request: TakeSeat(request, seat, ""))
        elif mine and not all(seat.ready for seat in mine):
            self._share = f"{self._dice.getrandbits(128):032x}"
            seal = seal_of(self._table, self._share)
            self.ask(lambda request: SetReady(request, True, seal))

    def _choose(self) -> None:
        for seat, view in self.views.items():
            if seat in self._chose:
                continue
            for decision in view.decisions:
                if decision.seat == seat and decision.options:
                    option = self._dice.choice(decision.options).number
                    self._chose.add(seat)
                    self.ask(partial(Choose, seat=seat, position=decision.number, option=option))
                    return


def play(players: Iterable[Player], done: Callable[[], bool], seconds: float = 60) -> None:
    """Let players play until a condition holds."""
    players, ends = list(players), time.monotonic() + seconds
    while not done():
        assert time.monotonic() < ends, [(each.ended, each.over, each.refused[-3:]) for each in players]
        with selectors.DefaultSelector() as selector:
            for player in players:
                if player.socket is not None:
                    selector.register(player.socket, selectors.EVENT_READ)
            selector.select(0.02) if selector.get_map() else time.sleep(0.02)
        for player in players:
            player.step()


def main(arguments: list[str]) -> int:
    port, memory, seed, name, code = [*arguments, *("", "", "0", "", "")[len(arguments) :]]
    player = Player(int(port), Memory(Path(memory)), int(seed), name, code)
    while not player.over and not player.ended:
        play([player], lambda: player.over or bool(player.ended), 600)
    return 0 if player.over else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Room with members in one process: recording connections and a manual clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from app.net.protocol.authentication import key_of_token
from app.net.protocol.framing import frames_of
from app.net.protocol.messages import (
    Answer,
    Command,
    Lobby,
    Noticed,
    OpenShare,
    Pairs,
    Sealed,
    SetReady,
    TableMessage,
    TakeSeat,
    Told,
    TurnedAway,
    Welcome,
)
from app.net.server.room import KeptRoom, Room, RoomPlan
from dsl.base.serialization import dumps, loads
from dsl.bots import make
from dsl.match.commit_reveal import seal_of
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table_messages import Choose, Refused
from tests.rulesets import RULESETS

M = TypeVar("M")
OWNER_TOKEN = "the owner's"


@cache
def pack_of(game: str = "trias") -> Ruleset:
    """Return the pack of a game, read once."""
    return load(RULESETS / game)


@dataclass
class Line:
    """Connection that records the messages of the room, encoded as on the network."""

    heard: list[TableMessage | Welcome] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    farewell: str = ""
    is_congested: bool = False
    address: str = "10.0.0.1"

    def send(self, message: TableMessage | Welcome) -> None:
        assert not self.farewell, "spoken to after the end"
        self.heard.append(message)
        self.sent += frames_of(message)

    def close(self, reason: str, args: Pairs = ()) -> None:
        self.farewell = reason

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        return self.all(kind)[-1]

    def forget(self) -> None:
        self.heard.clear()
        self.sent.clear()


class Record:
    """State file in memory; `full` is the error of a full disk."""

    def __init__(self) -> None:
        self.kept: list[KeptRoom] = []
        self.full: str | None = None

    def save(self, room: KeptRoom) -> str | None:
        assert loads(dumps(room), KeptRoom) == room
        if self.full is None:
            self.kept.append(room)
        return self.full


@dataclass
class Guest:
    """A client at the table."""

    hosted: Hosted
    line: Line
    member: str
    token: str
    numbers: count[int] = field(default_factory=lambda: count(1))
    share: str = ""  #: that it has sealed

    def ask(self, make: Callable[[int], Command]) -> Answer:
        """Send a command; return its only answer."""
        return self.give(make(next(self.numbers)))

    def give(self, command: Command) -> Answer:
        before = len(self.line.heard)
        self.hosted.room.receive(self.member, command, self.hosted.now)
        answers = [
            message for message in self.line.heard[before:] if getattr(message, "request", -1) == command.request
        ]
        assert len(answers) == 1, f"{command} was answered by {answers}"
        return answers[0]  # type: ignore[return-value]  # whatever has a request is an answer

    def sit(self, *seats: str, ready: bool = True) -> Guest:
        """Take seats, and be ready."""
        for seat in seats:
            assert not isinstance(self.ask(lambda n, s=seat: TakeSeat(n, s, "")), Refused)
        return self.ready() if ready else self

    def ready(self) -> Guest:
        """Get ready with a committed share; when all members are ready, all reveal theirs."""
        self.share = f"{next(self.hosted.shares):032x}"
        seal = seal_of(self.hosted.plan.table, self.share)
        assert not isinstance(self.ask(lambda n: SetReady(n, True, seal)), Refused)
        if self.hosted.opens and self.hosted.room._state.chance.round is not None:
            for guest in self.hosted.guests:
                guest.open()
        return self

    def open(self) -> None:
        """Reveal the committed share."""
        seals = self.line.all(Sealed)
        if seals and self.share and seal_of(self.hosted.plan.table, self.share) in dict(seals[-1].seals).values():
            answer = self.give(OpenShare(next(self.hosted.openings), seals[-1].round, self.share))
            assert not isinstance(answer, Refused)

    def lose(self) -> None:
        """The connection breaks."""
        self.hosted.room.on_disconnected(self.member, self.line, self.hosted.now)

    def back(self) -> Guest:
        """Come back on another connection."""
        self.line = Line(address=self.line.address)
        assert self.hosted.room.admit(self.line, "", self.member, self.hosted.now) == self.member
        return self

    @property
    def lobby(self) -> Lobby:
        return self.line.last(Lobby)

    def told(self, seat: str) -> list[Told]:
        return [told for told in self.line.all(Told) if told.seat == seat]

    def noticed(self) -> list[str]:
        return [notice.what for notice in self.line.all(Noticed)]


class Hosted:
    """A room, its clock, its record."""

    def __init__(
        self, tmp_path: Path, plan: RoomPlan | None = None, game: str = "trias", look: str = "", **around: object
    ) -> None:
        """`around` are further arguments of the room."""
        self._more = around
        self.now = 1000.0
        self.journal = tmp_path / "match.journal"
        self.record = Record()
        self.tokens = count(1)
        self.plan = plan or plan_of()
        self.colours = pack_of(game).rules.colours
        self.shares = count(1)
        self.openings = count(1_000_000)  #: requests of their own, so that tests may count the others
        self.guests: list[Guest] = []
        self.opens = True  #: all clients open their share as soon as all are ready
        self.room = Room(self.plan, pack_of(game), look=look, **self._around())

    def _around(self) -> dict[str, object]:
        return {
            "bots": make, "now": self.now, "journal": self.journal, "record": self.record,
            "tokens": lambda: f"token {next(self.tokens)}", **self._more,
        }  # fmt: skip

    def join(self, name: str, address: str = "10.0.0.1") -> Guest:
        """Admit a new member."""
        line = Line(address=address)
        member = self.room.admit(line, name, "", self.now)
        assert not isinstance(member, TurnedAway), member
        token = line.last(Welcome).token
        assert self.room.key_of(member) == key_of_token(token)
        self.guests.append(Guest(self, line, member, token))
        return self.guests[-1]

    def owner(self, name: str = "Olga") -> Guest:
        """Admit the owner."""
        line = Line()
        assert self.room.admit(line, name, "owner", self.now) == "owner"
        return Guest(self, line, "owner", OWNER_TOKEN)

    def killed(self) -> str:
        """Kill the process and reopen the table; return the damage of the journal."""
        self.room._state.match and self.room._state.match.table.close()  # as the system does
        self.room, damage = Room.resume(self.record.kept[-1], **self._around())
        return damage

    def tick(self, seconds: float = 0.1) -> bool:
        self.now += seconds
        return self.room.tick(self.now)


def plan_of(*players: str, **changes: object) -> RoomPlan:
    """Return a plan for these players, or for two people."""
    plan = RoomPlan(
        "table 1", "Olga's table", players or ("human", "human"), owner_key=key_of_token(OWNER_TOKEN),
        secret="ab" * 32, pause=0,
    )  # fmt: skip
    return replace(plan, **changes)  # type: ignore[arg-type]


def choice(guest: Guest, seat: str, index: int = 0) -> Callable[[int], Choose]:
    """Return the choice of an option by its index in the current view of a client."""
    news = guest.told(seat)[-1].news
    view = news.view  # type: ignore[union-attr]  # a seat that may choose was not told of a pause
    decision = next(each for each in view.decisions if each.seat == seat)
    option = decision.options[index % len(decision.options)].number
    return lambda request: Choose(request, seat, decision.number, option)


def to_move(guest: Guest, seat: str) -> str:
    """Return the seat that must choose, as a seat knows it; empty when the match is over."""
    decisions = guest.told(seat)[-1].news.view.decisions  # type: ignore[union-attr]
    return decisions[0].seat if decisions else ""

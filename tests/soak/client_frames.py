"""Randomly damaged frames of a table, sent to a client: it stops with a reason or continues; its memory does not grow.

python -m tests.soak.client_frames [TIMES] [SEED]
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QEventLoop, QObject
from PySide6.QtNetwork import QHostAddress, QTcpServer, QTcpSocket

from app.net.client.client import ConnectionState, TableClient
from app.net.client.credentials import Credentials
from app.net.client.ruleset_transfer import RulesetCache
from app.net.protocol.framing import frames_of
from app.net.protocol.messages import (
    VERSION,
    Challenge,
    History,
    Lobby,
    MemberState,
    Noticed,
    Part,
    Ping,
    Revealed,
    Said,
    Sealed,
    SeatState,
    Told,
    VoteState,
    Welcome,
)
from app.session.remote_link import RemoteLink
from dsl.match.clock import ClockPlan, ClockReading, Clocks
from dsl.match.table_messages import Accepted, Changed, Refused, TakenBack
from dsl.match.view import View
from tests.app.net.fake_table import event, offer_of, pond, rules_of, view_at

DEFAULTS = ("10000", "1")
GREETED = 2  #: frames of the greeting
HOSTILE = [
    "",
    "\x00",
    "\u202e",
    "\ud83d\ude00" * 40,
    "{x}",
    "{0}",
    "%s",
    "../../etc",
    "x" * 5000,
    "<b>",
    "owner",
    "red",
]
NUMBERS = [-1, 0, 1, 2**31, 2**53, -(2**53), 2**64, True, None, 1.5]


def honest(view: View) -> list[bytes]:
    """What a table may say, from the greeting on, as frames."""
    seats = (
        SeatState("red", "held", "human", "Bea", "m1", True, 0),
        SeatState("blue", "away", "human", "Ann", "m2", False, 20),
        SeatState("green", "bot", "bot:keen", "", "", False, 0),
    )
    members = (MemberState("m1", "Bea", False, True, False), MemberState("m2", "Ann", True, False, True))
    votes = (VoteState(1, "take_back", "m2", "blue", "", ("m1",), 2),)
    options = (("rounds", 2),)
    rest = ("", 3, (2, 3), options, seats, members, votes, "delayed", 2, True)
    events = tuple(event(number) for number in range(5))
    pack = pond()
    messages = [
        Challenge(VERSION, "t1", "ab" * 16, False, "", ""),
        Welcome(VERSION, "Ann's", "m1", "token", False, offer_of(pack, rules_of(pack)), "c" * 64),
        Lobby("gathering", *rest),
        Lobby("playing", *rest),
        Told("red", -1, Changed(events[:2], view)),
        Told("red", 4, Changed((), view)),
        History(1, "red", events, False),
        Told("red", 4, TakenBack("blue", view_at(1), 2)),
        Told("", -1, Changed((), view_at(3, ""))),
        Said("m2", "Ann", "hello", ""),
        Said("m2", "Ann", "", "hello"),
        Noticed("left", (("name", "Ann"), ("seat", "blue"))),
        Clocks(ClockPlan("total", 600, 5), (ClockReading("red", 5000, 0, True), ClockReading("blue", 9000, 0, False))),
        Ping(3),
        Accepted(1),
        Refused(2, "refused.stale", (("player", "red"),)),
        Sealed(1, (("red", "a" * 64), ("blue", ""))),
        Revealed("d" * 64, (("red", "e" * 32),)),
        Lobby("over", *rest),
    ]
    return [frame for message in messages for frame in frames_of(message)]


def damaged(frames: Sequence[bytes], random: Random) -> bytes:
    """Frames with one to three things wrong; the greeting is mostly left alone, so that what follows is reached."""
    made = list(frames)
    for _ in range(random.randint(1, 3)):
        index = random.randrange(0 if random.random() < 0.2 else GREETED, len(made))
        made[index : index + 1] = _spoil(made[index], made, random)
    return b"".join(made)


def _spoil(frame: bytes, frames: Sequence[bytes], random: Random) -> list[bytes]:
    at = random.randrange(len(frame))
    match random.randrange(9):
        case 0:
            return [frame[:at] + bytes([random.randrange(256)]) + frame[at + 1 :]]
        case 1:
            return [frame[:at] + frame[at + 1 :]]
        case 2:
            return [frame[:at] + random.randbytes(random.randint(1, 40)) + frame[at:]]
        case 3:
            return [frame, frame]
        case 4:
            return [random.choice(frames), frame]
        case 5:
            return [random.choice([0, 3, 70_000, 2**31, 2**32 - 1]).to_bytes(4, "big") + frame[4:]]
        case 6:
            text = frame[4:].decode(errors="replace")
            return [part for piece in (text[:at], text[at:]) for part in frames_of(Part(piece, random.random() < 0.5))]
        case _:
            return [_framed(_twisted(frame[4:], random))]


def _framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def _twisted(body: bytes, random: Random) -> bytes:
    """The same message with another value somewhere; often still one that the schema knows."""
    try:
        data = json.loads(body)
    except ValueError:
        return body
    places = list(_places(data))
    if not places:
        return body
    holder, key = random.choice(places)
    value = holder[key]  # type: ignore[index]
    if isinstance(value, bool) or not isinstance(value, int | str | list):
        holder[key] = random.choice(NUMBERS)  # type: ignore[index]
    elif isinstance(value, int):
        holder[key] = random.choice([*NUMBERS, value + 1, value - 1, random.randrange(100)])  # type: ignore[index]
    elif isinstance(value, str):
        holder[key] = random.choice([*HOSTILE, value[::-1]])  # type: ignore[index]
    else:
        holder[key] = random.choice([[], value * 2, value[::-1], value * 300 if len(value) < 4 else []])  # type: ignore[index]
    return json.dumps(data).encode()


def _places(data: object) -> Iterator[tuple[object, object]]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(entries):
        yield data, key
        yield from _places(value)


class DamagedTable(QObject):
    """A server that answers any message with the same bytes and closes the connection."""

    def __init__(self) -> None:
        super().__init__()
        self.data = b""
        self._server = QTcpServer(self)
        self._server.newConnection.connect(self._knock)
        assert self._server.listen(QHostAddress("127.0.0.1"), 0)
        self.port = self._server.serverPort()

    def _knock(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(self._say)
        socket.disconnected.connect(socket.deleteLater)

    def _say(self) -> None:
        socket = self.sender()
        assert isinstance(socket, QTcpSocket)
        if not socket.property("said"):
            socket.setProperty("said", True)
            socket.write(self.data)
            socket.disconnectFromHost()
        socket.readAll()

    def close(self) -> None:
        self._server.close()


def until_settled(client: TableClient, most: int = 10_000) -> bool:
    """Whether a client has come to an end, or has lost its table, in time."""
    clock = QElapsedTimer()
    clock.start()
    while client.state not in (ConnectionState.CLOSED, ConnectionState.RECONNECTING) and clock.elapsed() < most:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
    return client.state in (ConnectionState.CLOSED, ConnectionState.RECONNECTING)


def play(times: int, seed: int, folder: Path) -> dict[str, int]:
    """Connect clients to damaged tables; return how often each reason ended one."""
    official = folder / "official"
    official.mkdir()
    (official / "pond").symlink_to(Path(pond.__code__.co_filename).parents[2] / "dsl" / "cli" / "pond")
    frames, table, ends = honest(view_at(3)), DamagedTable(), dict[str, int]()
    shelf = RulesetCache(official, folder / "own", folder / "received")
    for number in range(times):
        random = Random(f"{seed} {number}")
        table.data = damaged(frames, random) if number else b"".join(frames)
        client = TableClient(Credentials(folder / "tables.json"), shelf)
        links: list[RemoteLink] = []

        def sit_down(_lobby: object, client: TableClient = client, links: list[RemoteLink] = links) -> None:
            if not links:
                links.append(RemoteLink(client, client))
                links[0].open()

        client.lobby_changed.connect(sit_down)
        client.connect_to("127.0.0.1", table.port, "Bea")
        assert until_settled(client), f"round {number} of seed {seed}: still {client.state}"
        assert client.error is not None
        ends[client.error[0]] = ends.get(client.error[0], 0) + 1
        client.leave()
        client.deleteLater()
        (folder / "tables.json").unlink(missing_ok=True)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    table.close()
    gc.collect()
    return ends


def memory() -> int:
    """Bytes that this process has in memory."""
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) * 1024


def main(arguments: Sequence[str]) -> int:
    """Connect clients to damaged tables; return the exit code."""
    times, seed = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    application = QCoreApplication([])
    failed: list[str] = []
    sys.excepthook = lambda kind, error, _: failed.append(f"{kind.__name__}: {error}")
    with tempfile.TemporaryDirectory(prefix="client-frames-") as name:
        folders = Path(name) / "first", Path(name) / "rest"
        for folder in folders:
            folder.mkdir()
        play(min(times, 300), seed + 1, folders[0])
        before = memory()
        ends = play(times, seed, folders[1])
    for reason, count in sorted(ends.items(), key=lambda each: -each[1]):
        print(f"{count:6} {reason}")
    print(f"{(memory() - before) // 1024} KiB more than after the first; failures: {failed[:5] or 'none'}")
    application.quit()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

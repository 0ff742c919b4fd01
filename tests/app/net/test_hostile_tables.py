"""Hostile tables: the client disconnects with a reason, and keeps limited data."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.net.client.client import ConnectionState, TableClient
from app.net.client.view_sync import is_valid_view
from app.net.protocol.connection import Connection
from app.net.protocol.framing import frames_of
from app.net.protocol.limits import WHOLE
from app.net.protocol.messages import VERSION, AskHistory, Challenge, Hello, History, Part, Told
from dsl.match.clock import ClockPlan, ClockReading, Clocks
from dsl.match.table_messages import Changed
from dsl.match.view import DecisionView, EntryView, OptionView, SeatView, Value, View
from tests.app.net.fake_table import POND, Ear, FakeTable, Script, client_at, event, offer_of, pond, rules_of, view_at

ENTRY = EntryView("hop", "Hop", ("p",), 0, "", True, False)
OPTION = OptionView(0, 0, Value("1", "number"))


def asking(seat: str, parameter: int, *options: OptionView) -> View:
    decision = DecisionView(3, seat, (ENTRY,), parameter, (), options, "", ())
    return replace(view_at(3), decisions=(decision,))


class Trap:
    """A hostile table and its victim."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot, self.parent = qtbot, QObject()
        shutil.copytree(POND, folder / "official" / "pond")
        self.script = Script(offer_of(pond()), rules_of(pond()))
        self.table = FakeTable(self.script, self.parent)
        self.guest = client_at(folder / "data", folder / "official", self.parent)
        self.ear = Ear(self.guest)

    def spring(self) -> TableClient:
        self.guest.connect_to("127.0.0.1", self.table.port, "Bea")
        return self.guest

    def inside(self) -> None:
        self.spring()
        self.until(lambda: self.guest.state is ConnectionState.GATHERING)

    def end(self) -> str:
        self.until(lambda: self.ear.ends)
        assert self.guest.state is ConnectionState.CLOSED
        return self.ear.ends[0][0]

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()))

    def close(self) -> None:
        self.guest.leave()
        self.table.close()
        self.until(lambda: not self.parent.findChildren(Connection))
        self.parent.deleteLater()


@pytest.fixture
def trap(qtbot: QtBot, tmp_path: Path) -> Iterator[Trap]:
    trap = Trap(qtbot, tmp_path)
    yield trap
    trap.close()


@pytest.mark.parametrize(
    "said", [b"HTTP/1.1 200 OK\r\n\r\n", b"\x00\x00\x00\x00", b"\xff" * 2000, b"\x00\x00\x00\x02[]"]
)
def test_a_peer_that_is_no_table(trap: Trap, said: bytes) -> None:
    def answer(_peer: Connection, message: object) -> bool:
        trap.table.put(said)
        return isinstance(message, Hello)

    trap.script.reply = answer
    trap.spring()
    assert trap.end() == "lan.lost.malformed"


def test_an_unknown_version(trap: Trap) -> None:
    def answer(peer: Connection, message: object) -> bool:
        peer.send(Challenge(99, "t1", "0" * 32, False, "", ""))
        return isinstance(message, Hello)

    trap.script.reply = answer
    trap.spring()
    assert trap.end() == "lan.lost.malformed"


def test_an_oversized_frame(trap: Trap) -> None:
    trap.inside()
    trap.table.put((2**32 - 1).to_bytes(4, "big"))
    assert trap.end() == "lan.lost.malformed"


@pytest.mark.parametrize(
    "readings", [[(-1, 0)], [(2**51, 0)], [(0, -1)], [(60_000, 0), (60_000, 0)]], ids=["less", "more", "free", "twice"]
)
def test_impossible_clocks(trap: Trap, readings: list[tuple[int, int]]) -> None:
    trap.inside()
    trap.table.say(Clocks(ClockPlan("total", 600), tuple(ClockReading("red", *each, True) for each in readings)))
    assert trap.end() == "lan.lost.malformed"
    assert trap.guest.clocks is None


def test_endless_parts(trap: Trap) -> None:
    trap.inside()
    piece = frames_of(Part("x" * 60_000, False))[0]
    for _ in range(WHOLE // 60_000 + 2):
        trap.table.put(piece)
    assert trap.end() == "lan.lost.malformed"


def test_an_endless_history(trap: Trap) -> None:
    def tell_more(peer: Connection, message: object) -> bool:
        if isinstance(message, AskHistory):
            long = replace(event(message.after + 1), kind="x" * 3_000_000)
            peer.send(History(message.request, message.seat, (long,), True))
        return isinstance(message, AskHistory)

    trap.script.reply = tell_more
    trap.inside()
    trap.table.say(Told("red", 10**9, Changed((), view_at(3))))
    assert trap.end() == "lan.lost.malformed"
    assert trap.guest.history_of("red") is None


def test_endless_seats(trap: Trap) -> None:
    trap.inside()
    for number in range(150):
        trap.table.say(Told(f"seat{number}", -1, Changed((), view_at(0, f"seat{number}"))))
    assert trap.end() == "lan.lost.malformed"


def test_a_table_that_changes_its_identity(trap: Trap) -> None:
    tables = iter(range(1000))

    def answer(peer: Connection, message: object) -> bool:
        if isinstance(message, Hello):
            peer.send(Challenge(VERSION, f"t{next(tables)}", "0" * 32, False, "", ""))
            return True
        return True

    trap.script.reply = answer
    trap.guest.connect_to("127.0.0.1", trap.table.port, "Bea", table="mine")
    assert trap.end() == "lan.lost.other_table"


@pytest.mark.parametrize(
    ("view", "believed"),
    [
        (view_at(3), True),
        (view_at(3, "blue"), False),
        (replace(view_at(3), colours=("red", "red")), False),
        (replace(view_at(3), position=-1), False),
        (replace(view_at(3), seats=(SeatView("grey", True, (), ()),)), False),
        (asking("red", 0, OPTION), True),
        (asking("red", 0, replace(OPTION, entry=1)), False),
        (asking("red", 0, replace(OPTION, entry=-1)), False),
        (asking("red", -1, OPTION), False),
        (asking("blue", 0, OPTION), False),
        (asking("blue", 0), True),
        (asking("grey", 0), False),
    ],
)
def test_an_inconsistent_view_is_not_shown(view: View, believed: bool) -> None:
    assert is_valid_view(view, "red") == believed


def test_a_table_with_an_inconsistent_view_is_disconnected(trap: Trap) -> None:
    trap.inside()
    trap.table.say(Told("red", -1, Changed((), asking("red", 0, replace(OPTION, entry=7)))))
    assert trap.end() == "lan.lost.malformed"

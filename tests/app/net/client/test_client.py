"""Table client against a scripted table, over loopback."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QHostAddress, QTcpServer, QTcpSocket
from pytestqt.qtbot import QtBot

from app.net.client import reconnecting
from app.net.client.client import ConnectionState, TableClient
from app.net.client.commit_reveal import Pledge, seals_digest
from app.net.client.credentials import REQUESTS, Credentials
from app.net.protocol.connection import Connection
from app.net.protocol.limits import TABLE_PORTS
from app.net.protocol.messages import (
    AskHistory,
    AskRules,
    Farewell,
    History,
    Noticed,
    OpenShare,
    Prove,
    Said,
    Say,
    Sealed,
    SetReady,
    TurnedAway,
)
from dsl.match.clock import ClockPlan, ClockReading, Clocks
from dsl.match.commit_reveal import seal_of
from dsl.match.table_messages import Accepted, Changed
from tests.app.net.fake_table import (
    LOBBY,
    POND,
    Ear,
    FakeTable,
    Script,
    client_at,
    event,
    offer_of,
    pond,
    rules_of,
    seat_of,
    told,
    view_at,
)


class Place:
    """A table, and clients with the pond among their official games."""

    def __init__(self, qtbot: QtBot, folder: Path, parent: QObject) -> None:
        self.qtbot, self.folder, self.parent = qtbot, folder, parent
        self.official = folder / "official"
        shutil.copytree(POND, self.official / "pond")
        pack = pond()
        self.script = Script(offer_of(pack), rules_of(pack))
        self.table = FakeTable(self.script, parent)
        self.guests: list[TableClient] = []
        self.clock: Callable[[], float] = time.monotonic

    def guest(self, **more: str) -> tuple[TableClient, Ear]:
        guest = client_at(self.folder / "data", self.official, self.parent, clock=self.clock)
        ear = Ear(guest)
        self.guests.append(guest)
        guest.connect_to("127.0.0.1", self.table.port, "Bea", **more)
        return guest, ear

    def inside(self, **more: str) -> tuple[TableClient, Ear]:
        guest, ear = self.guest(**more)
        self.until(lambda: guest.state is ConnectionState.GATHERING)
        return guest, ear

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()))

    def close(self) -> None:
        for guest in self.guests:
            guest.leave()
        self.table.close()
        self.until(lambda: not self.parent.findChildren(Connection))


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Place]:
    parent = QObject()
    place = Place(qtbot, tmp_path, parent)
    yield place
    place.close()
    parent.deleteLater()


def test_installed_rules_need_no_transfer(place: Place) -> None:
    guest, ear = place.inside()
    assert ear.stages == [
        ConnectionState.CONNECTING,
        ConnectionState.HANDSHAKE,
        ConnectionState.LOADING_RULES,
        ConnectionState.GATHERING,
    ]
    assert ear.lobbies == [LOBBY]
    assert guest.rules is not None
    assert guest.rules.folder == place.official / "pond"
    assert not any(isinstance(heard, AskRules) for heard in place.script.heard)


def test_updates_are_forwarded_and_history_can_be_requested(place: Place) -> None:
    guest, ear = place.inside()
    place.table.say(told("red", -1, event(0), event(1), position=1))
    place.table.say(told("red", 1, event(2), position=2))
    place.until(lambda: len(ear.told) == 2)
    assert guest.history_of("red") == Changed((event(0), event(1), event(2)), view_at(2))
    assert guest.history_of("blue") is None


def test_a_gap_is_filled_by_pages_and_emitted_as_one_change(place: Place) -> None:
    whole = [event(number) for number in range(7)]

    def history(peer: Connection, message: object) -> bool:
        if not isinstance(message, AskHistory):
            return False
        page = [each for each in whole if each.number > message.after]
        peer.send(History(message.request, message.seat, tuple(page[:3]), len(page) > 3))
        return True

    place.script.reply = history
    _, ear = place.inside()
    place.table.say(told("red", 6, position=9))
    place.until(lambda: ear.told)
    assert ear.told == [("red", Changed(tuple(whole), view_at(9)))]


def test_each_command_is_answered_once_even_if_the_answer_is_repeated(place: Place) -> None:
    def twice(peer: Connection, message: object) -> bool:
        if isinstance(message, Say):
            peer.send(Accepted(message.request))
            peer.send(Accepted(message.request))
            peer.send(Accepted(message.request + 1000))
            return True
        return False

    place.script.reply = twice
    guest, ear = place.inside()
    number = guest.say("hello")
    guest.set_ready(True)  # its refusal comes after all that
    place.until(lambda: len(ear.answers) == 2)
    assert [answer.request for answer in ear.answers] == [number, number + 1]  # type: ignore[attr-defined]


def test_a_client_reconnects_and_resends_unanswered_commands(place: Place) -> None:
    def cut(peer: Connection, message: object) -> bool:
        if isinstance(message, Say) and len(says()) == 1:
            place.table.cut()
            return True
        return False

    def says() -> list[Say]:
        return [heard for heard in place.script.heard if isinstance(heard, Say)]

    place.script.reply = cut
    guest, ear = place.inside()
    guest.say("hello")
    place.until(lambda: ConnectionState.RECONNECTING in ear.stages)
    assert guest.error[0] in ("lan.lost.closed", "lan.lost.reset")
    assert guest.retry_in < 0.6
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    place.until(lambda: len(says()) == 2)
    assert says()[0] == says()[1]
    assert place.table.hello is not None
    assert place.table.hello.member == "m1"


def test_reconnection_backs_off_until_the_table_is_available(place: Place) -> None:
    guest, ear = place.inside()
    place.table.close()
    place.until(lambda: guest.state is ConnectionState.RECONNECTING and guest.retry_in > 0.6)
    assert guest.error[0] == "lan.lost.refused"
    guest.say("are you there?")
    place.table.open_again()
    guest.retry_now()
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    place.until(lambda: ear.answers)


def test_reconnection_gives_up_after_ten_minutes(place: Place) -> None:
    now = [0.0]
    place.clock = lambda: now[0]
    guest, ear = place.inside()
    place.table.close()
    place.until(lambda: guest.state is ConnectionState.RECONNECTING)
    now[0] = 601.0
    guest.retry_now()
    place.until(lambda: guest.state is ConnectionState.CLOSED)
    assert [reason for reason, _ in ear.ends] == ["lan.lost.given_up"]


def test_a_page_that_opens_later_shows_what_the_clocks_show_by_then(place: Place) -> None:
    now = [100.0]
    place.clock = lambda: now[0]
    guest, _ = place.inside()
    assert guest.clocks is None
    red, blue = ClockReading("red", 60_000, 0, True), ClockReading("blue", 60_000, 0, False)
    place.table.say(Clocks(ClockPlan("total", 60), (red, blue)))
    place.until(lambda: guest.clocks is not None)
    now[0] += 15
    assert guest.clocks is not None
    assert [each.left for each in guest.clocks.readings] == [45_000, 60_000]


def test_a_client_does_not_reconnect_after_a_farewell(place: Place) -> None:
    guest, ear = place.inside()
    place.table.cut("lan.away.host_closed")
    place.until(lambda: ear.ends)
    assert ear.ends == [("lan.away.host_closed", ())]
    assert ConnectionState.RECONNECTING not in ear.stages
    assert guest.state is ConnectionState.CLOSED


def test_leaving_sends_a_farewell(place: Place) -> None:
    guest, ear = place.inside()
    guest.leave()
    place.until(lambda: Farewell("left") in place.script.heard)
    assert ear.ends == []


def test_a_killed_client_returns_to_its_seat(place: Place) -> None:
    first, _ = place.inside()
    first.take_seat("red")
    number = first.set_ready(True)
    place.until(lambda: any(isinstance(heard, SetReady) for heard in place.script.heard))
    seal = next(heard.seal for heard in place.script.heard if isinstance(heard, SetReady))
    place.script.lobby = replace(LOBBY, seats=(seat_of("red", "m1"), seat_of("blue", "m2")))
    first.leave()  # releases the credentials, as the end of a process does
    second, _ = place.inside()
    assert second.member == "m1"
    assert second.seats == ("red",)
    seals = (("red", seal), ("blue", seal_of("t1", "b" * 32)))
    place.table.say(Sealed(3, seals))
    place.until(lambda: any(isinstance(heard, OpenShare) for heard in place.script.heard))
    opened = next(heard for heard in place.script.heard if isinstance(heard, OpenShare))
    assert (opened.round, seal_of("t1", opened.share)) == (3, seal)
    assert second.pledges == (Pledge(opened.share, seals_digest(seals)),)
    heard = len(place.script.heard)
    place.table.say(Sealed(4, (("red", seal), ("blue", seal_of("t1", "c" * 32)))))
    assert second.say("back") == number + REQUESTS  # no number of the first one is used again
    place.until(lambda: len(place.script.heard) > heard)
    assert isinstance(place.script.heard[heard], Say), "a share was opened before other seals"


def test_two_windows_on_one_computer_are_two_clients(place: Place) -> None:
    first, _ = place.inside()
    place.script.member, place.script.token = "m2", "another"
    second, _ = place.inside()
    assert (first.member, second.member) == ("m1", "m2")
    second.leave()
    kept = Credentials(place.folder / "data" / "tables.json").for_table("t1")
    assert kept is not None
    assert kept.member == "m1"


def test_the_code_is_requested_before_the_proof(place: Place) -> None:
    place.script.code = "ABCDEF"
    _, ear = place.guest()
    place.until(lambda: ear.ends)
    assert ear.ends == [("lan.away.code_needed", ())]
    _, ear = place.guest(code="zzz")
    place.until(lambda: ear.ends)
    assert ear.ends == [("lan.away.code_wrong", ())]
    place.inside(code="abc def")


def test_a_table_that_lost_its_state_admits_the_client_as_new(place: Place) -> None:
    guest, _ = place.inside()
    guest.leave()
    place.script.member, place.script.token = "m9", "another"
    again, _ = place.inside()
    assert again.member == "m9"


def test_another_table_at_the_same_address_gets_no_credentials(place: Place) -> None:
    guest, _ = place.inside()
    guest.leave()
    place.script.table, place.script.member, place.script.token = "t2", "m2", "other"
    place.script.heard.clear()
    again, _ = place.inside()
    assert again.member == "m2"
    assert [heard for heard in place.script.heard if isinstance(heard, Prove)] == [Prove("", "")]
    assert {each.table for each in Credentials(place.folder / "data" / "tables.json").tables()} == {"t1", "t2"}


@pytest.mark.parametrize(
    ("impostor", "reason"),
    [
        ({"table": "t2"}, "lan.lost.other_table"),
        ({"token": "another"}, "lan.lost.unproven"),
        ({"token": ""}, "lan.lost.unproven"),
    ],
    ids=["other", "wrong", "none"],
)
def test_a_member_proves_nothing_to_an_impostor_and_returns_to_its_table(
    place: Place, impostor: dict[str, str], reason: str
) -> None:
    guest, ear = place.inside()
    place.script.heard.clear()
    former = {name: getattr(place.script, name) for name in impostor}
    for name, value in impostor.items():
        setattr(place.script, name, value)
    place.table.cut()
    place.until(lambda: guest.error is not None and guest.error[0] == reason)
    assert guest.state is ConnectionState.RECONNECTING
    place.until(lambda: guest.is_searching)
    assert not any(isinstance(heard, Prove) for heard in place.script.heard)
    for name, value in former.items():
        setattr(place.script, name, value)
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    assert not guest.is_searching
    assert ear.ends == []


def test_a_member_that_was_removed_while_it_was_away_is_told_soon(place: Place) -> None:
    guest, ear = place.inside()
    guest._search_ends.setInterval(1500)
    place.script.token = ""
    place.table.cut()
    place.until(lambda: ear.ends)
    assert [reason for reason, _ in ear.ends] == ["lan.lost.unproven"]


def test_the_proof_of_a_table_counts_for_the_place_that_it_names(place: Place) -> None:
    """A host that passes messages on between a client and the table has another place than the table."""
    guest, _ = place.inside()
    place.script.heard.clear()
    place.table.place = "127.0.0.2:28500"
    place.table.cut()
    place.until(lambda: guest.error is not None and guest.error[0] == "lan.lost.unproven")
    assert not any(isinstance(heard, Prove) for heard in place.script.heard)


def test_a_member_proves_nothing_to_an_announced_host_in_the_middle(place: Place) -> None:
    guest, _ = place.inside()
    guest.leave()
    place.script.heard.clear()
    place.table.place = "127.0.0.2:28500"
    again = client_at(place.folder / "data", place.official, place.parent)
    ear = Ear(again)
    again.connect_to("127.0.0.1", place.table.port, "Bea", table="t1", announced=True)
    place.until(lambda: ear.ends)
    assert [reason for reason, _ in ear.ends] == ["lan.lost.unproven"]
    assert not any(isinstance(heard, Prove) for heard in place.script.heard)


def test_a_member_returns_to_a_table_behind_address_translation(place: Place) -> None:
    place.table.place = "10.0.2.15:28500"
    guest, _ = place.inside()
    place.script.heard.clear()
    place.table.cut()
    place.until(lambda: any(isinstance(heard, Prove) for heard in place.script.heard))
    place.until(lambda: guest.state is ConnectionState.GATHERING)


def test_a_table_at_another_port_of_the_range_is_found(place: Place) -> None:
    guest, _ = place.inside()
    place.table.close()
    place.table.move_into(TABLE_PORTS)
    place.until(lambda: guest.state is ConnectionState.GATHERING and guest.port == place.table.port)


def test_a_member_that_comes_back_later_finds_its_table_at_another_port(place: Place) -> None:
    guest, _ = place.inside()
    former = place.table.port
    guest.leave()
    place.table.close()
    place.table.move_into(TABLE_PORTS)
    again = client_at(place.folder / "data", place.official, place.parent)
    place.guests.append(again)
    again.connect_to("127.0.0.1", former, "Bea", table="t1")
    place.until(lambda: again.state is ConnectionState.GATHERING)
    assert again.member == "m1"


def test_a_member_that_comes_back_later_is_told_if_its_table_is_nowhere(place: Place) -> None:
    guest, _ = place.inside()
    guest.leave()
    place.table.close()
    again = client_at(place.folder / "data", place.official, place.parent)
    ear = Ear(again)
    again.connect_to("127.0.0.1", place.table.port, "Bea", table="t1")
    place.until(lambda: ear.ends)
    assert [reason for reason, _ in ear.ends] == ["lan.lost.refused"]


@pytest.mark.parametrize("talk", [b"SSH-2.0-OpenSSH_9.6\r\n", b""], ids=["talks", "silent"])
def test_a_table_is_found_if_another_program_has_its_port(place: Place, talk: bytes) -> None:
    guest, ear = place.inside()
    former = place.table.port
    place.table.close()
    other = QTcpServer(place.parent)
    came: list[QTcpSocket] = []
    heard: list[bytes] = []

    def accept() -> None:
        socket = other.nextPendingConnection()
        came.append(socket)
        socket.readyRead.connect(lambda: heard.append(bytes(socket.readAll().data())))
        socket.write(talk)

    other.newConnection.connect(accept)
    assert other.listen(QHostAddress("127.0.0.1"), former)
    place.until(lambda: came)
    place.table.move_into(TABLE_PORTS)
    place.until(lambda: guest.state is ConnectionState.GATHERING and guest.port == place.table.port)
    assert not any(b"Prove" in each for each in heard)
    assert ear.ends == []
    other.close()


def test_a_member_retries_a_busy_table(place: Place) -> None:
    guest, ear = place.inside()
    place.script.refusal = TurnedAway("lan.away.busy")
    place.table.cut()
    place.until(lambda: guest.retry_in > 0.6)
    assert guest.state is ConnectionState.RECONNECTING
    place.script.refusal = None
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    assert ear.ends == []


def test_a_refusal_has_a_reason(place: Place) -> None:
    place.script.refusal = TurnedAway("lan.away.full", (("most", "16"),))
    _, ear = place.guest()
    place.until(lambda: ear.ends)
    assert ear.ends == [("lan.away.full", (("most", "16"),))]


def test_a_closed_port_is_reported(place: Place) -> None:
    place.table.close()
    _, ear = place.guest()
    place.until(lambda: ear.ends)
    assert ear.ends[0][0] == "lan.lost.refused"


def test_an_unknown_host_name_is_reported(place: Place) -> None:
    guest = client_at(place.folder / "data", place.official, place.parent)
    ear = Ear(guest)
    guest.connect_to("no-such-computer.invalid", 4711, "Bea")
    place.until(lambda: ear.ends)
    assert ear.ends[0][0] in ("lan.lost.no_host", "lan.lost.timeout")


def test_a_busy_window_does_not_give_up_a_connection(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconnecting, "_TICK", 5)
    dialer = reconnecting.Dialer(place.parent)
    ends: list[object] = []
    dialer.connected.connect(lambda _socket: ends.append("connected"))
    dialer.failed.connect(ends.append)
    dialer.dial("127.0.0.1", place.table.port)
    time.sleep(0.005 * reconnecting.DIAL_TICKS + 0.1)  # no event is handled, and more than the time has passed
    place.until(lambda: ends)
    assert ends == ["connected"]


def test_a_computer_that_never_answers_is_reported(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconnecting, "_TICK", 1)
    monkeypatch.setattr(reconnecting.Dialer, "_on_connected", lambda _dialer: None)  # as if no answer came
    _, ear = place.guest()
    place.until(lambda: ear.ends)
    assert ear.ends[0][0] == "lan.lost.timeout"


def test_a_changed_commitment_is_detected(place: Place) -> None:
    place.script.commitment = "a" * 64
    guest, ear = place.inside()
    place.script.commitment = "b" * 64
    place.table.cut()
    place.until(lambda: ear.noticed)
    assert ear.noticed == [Noticed("lan.deal.changed")]
    assert guest.commitment == "a" * 64


def test_chat_and_notices_are_forwarded(place: Place) -> None:
    _, ear = place.inside()
    place.table.say(Said("m2", "Ann", "hello", ""))
    place.table.say(Noticed("lan.noticed.left", (("name", "Ann"),)))
    place.until(lambda: ear.noticed)
    assert ear.said == [Said("m2", "Ann", "hello", "")]

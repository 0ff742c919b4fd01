"""`gondwana join` and `gondwana serve` as processes, over loopback. For every game: tests/soak/lan_matches.py."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.cli.join import JoinCommand, JoinOptions, RandomPlayer
from app.net.client.client import ConnectionState, TableClient
from app.net.protocol.addresses import Candidate
from app.net.protocol.connection import Connection
from app.net.protocol.messages import ProposeByHand
from dsl.match.journal import read
from dsl.match.rulesets.ruleset import load
from dsl.match.table_messages import MovePiece, Spot
from dsl.match.view import View
from tests.app.net.client_process import Joined
from tests.app.net.fake_table import POND, FakeTable, Script, client_at, offer_of, rules_of
from tests.app.net.server.room.test_room_rules import REST
from tests.app.net.table_process import Served

Open = Callable[..., Served]
Join = Callable[..., Joined]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Open]:
    tables: list[Served] = []

    def start(game: str, *words: str) -> Served:
        tables.append(Served(tmp_path / "table", game, *words))
        return tables[-1]

    yield start
    for table in tables:
        table.kill()


@pytest.fixture
def join(tmp_path: Path) -> Iterator[Join]:
    guests: list[Joined] = []

    def start(name: str, port: int, *words: str) -> Joined:
        guests.append(Joined(tmp_path / name, port, "--name", name, *words))
        return guests[-1]

    yield start
    for guest in guests:
        guest.kill()


@pytest.fixture
def pond(tmp_path: Path) -> str:
    """A game that no client has installed."""
    folder = tmp_path / "rules" / "pond"
    shutil.copytree(POND, folder)
    return str(folder)


def test_a_match_ends_with_the_same_result_in_each_language(serve: Open, join: Join) -> None:
    table = serve("trias")
    ann = join("Ann", table.port, "--by-chance", "1")
    zoe = join("Zoé", table.port, "--by-chance", "2", "--language", "fr")
    assert (ann.end(), zoe.end()) == (0, 0), ann.text + zoe.text
    assert "The game is over." in ann.text
    assert "La partie est terminée." in zoe.text
    assert "La partie" not in ann.text
    assert "Zoé" in ann.text
    assert "were fixed before it began" in ann.text
    assert "était fixé avant le début" in zoe.text
    journal = table.journal.read_bytes()
    assert ann.journals == zoe.journals == [journal]


def test_the_first_address_that_reaches_a_table_is_used(qtbot: QtBot, tmp_path: Path) -> None:
    """A short address may belong to several networks of the computer."""
    official = tmp_path / "official"
    shutil.copytree(POND, official / "pond")
    parent, pack = QObject(), load(POND)
    table = FakeTable(Script(offer_of(pack), rules_of(pack)), parent)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        closed = unused.getsockname()[1]
        guest = client_at(tmp_path / "data", official, parent)
        joining = JoinCommand(guest, Translations("en"), JoinOptions("Bea"), RandomPlayer(1), tmp_path / "matches")
        joining.connect_to((Candidate("127.0.0.1", closed), Candidate("127.0.0.1", table.port)))
        qtbot.waitUntil(lambda: guest.state is ConnectionState.GATHERING)
        assert joining.problem == ""
        joining.leave()
        lost = JoinCommand(
            client_at(tmp_path / "else", official, parent), Translations("en"), JoinOptions(), RandomPlayer(1), tmp_path
        )
        lost.connect_to((Candidate("127.0.0.1", closed), Candidate("127.0.0.1", closed)))
        qtbot.waitUntil(lambda: bool(lost.problem))
    table.close()
    qtbot.waitUntil(lambda: not parent.findChildren(Connection))
    for each in (joining, lost, parent):
        each.deleteLater()


def test_unknown_rules_are_played_after_consent(serve: Open, join: Join, pond: str) -> None:
    table = serve(pond)
    ann = join("Ann", table.port, "--by-chance", "1", "--accept-rules")
    bea = join("Bea", table.port, "--by-chance", "2")
    assert bea.end() == 1
    assert "--accept-rules" in bea.text
    cy = join("Cy", table.port, "--by-chance", "3", "--accept-rules")
    assert (ann.end(), cy.end()) == (0, 0), ann.text + cy.text
    assert "Pond, an invented game." in ann.text
    assert ann.journals == cy.journals == [table.journal.read_bytes()]
    assert not (ann.folder / "data" / "rulesets").exists()


def test_a_killed_client_returns_to_its_seat_and_plays_to_the_end(serve: Open, join: Join) -> None:
    table = serve("trias")
    ann = join("Ann", table.port, "--by-chance", "1")
    bea = join("Bea", table.port, "--by-chance", "2")
    ann.until(lambda text: "settled 2 herds" in text)
    seat = ann.credential
    ann.kill()
    ann.start()
    assert (ann.end(), bea.end()) == (0, 0), ann.text + bea.text
    assert (ann.credential.table, ann.credential.member) == (seat.table, seat.member)
    assert ann.journals == bea.journals == [table.journal.read_bytes()]


def test_all_clients_reconnect_to_a_killed_table(serve: Open, join: Join) -> None:
    table = serve("trias")
    guests = [join(name, table.port, "--by-chance", "4") for name in ("Ann", "Bea")]
    guests[0].until(lambda text: "settled 2 herds" in text)
    table.kill()
    table.resume()
    assert [guest.end() for guest in guests] == [0, 0], guests[0].text
    assert guests[0].journals == guests[1].journals == [table.journal.read_bytes()]
    assert all("Connected again." in guest.text for guest in guests)


def test_typed_lines_take_a_seat_get_ready_and_ask_why_not(serve: Open, join: Join, pond: str) -> None:
    table = serve(pond)
    ann = join("Ann", table.port)
    ann.until(lambda text: "yes or no" in text)
    ann.type("yes")
    ann.until(lambda text: "red: free" in text.casefold())
    ann.until(lambda text: "Type `sit SEAT` to take a seat" in text)
    ann.type("what now?")
    ann.until(lambda text: "`leave SEAT`" in text)
    ann.type("sit red")
    ann.until(lambda text: "Ann (you)" in text)
    ann.type("ready")
    ann.until(lambda text: "Ann (you), ready" in text)
    bea = join("Bea", table.port, "--by-chance", "1", "--accept-rules")
    ann.until(lambda text: "  1 " in text)
    ann.type("say good luck")
    bea.until(lambda text: "Ann: good luck" in text)
    ann.type("?")
    ann.until(lambda text: "Type a number" in text)
    ann.type("? z9")
    ann.type("offer draw")
    ann.type("resign blue")  # not a seat of this player
    ann.type("resign")
    ann.until(lambda text: "Ann resigned" in text)
    ann.type("quit")
    assert ann.end() == 0


def test_an_address_without_a_table_is_reported(join: Join) -> None:
    guest = join("Ann", 1)
    assert guest.end() == 1
    assert "No table is open at 127.0.0.1, port 1." in guest.text
    assert "Ask the host" in guest.text


def test_an_invalid_address_is_reported(join: Join) -> None:
    guest = join("Ann", 99_999)
    assert guest.end() == 2
    assert guest.text


def test_changes_by_hand_and_of_rules_are_voted_on_from_process_to_process(
    qtbot: QtBot, serve: Open, join: Join, tmp_path: Path
) -> None:
    table, parent = serve("tic-tac-toe"), QObject()
    ann = join("Ann", table.port)
    client = client_at(tmp_path / "data", official_rulesets(), parent)

    def until(holds: Callable[[str], bool]) -> None:
        """Wait for what Ann reads, while Bea's client goes on."""
        qtbot.waitUntil(lambda: holds(ann.text))

    until(lambda text: ": free" in text)
    client.connect_to("127.0.0.1", table.port, "Bea")
    qtbot.waitUntil(lambda: client.state is ConnectionState.GATHERING)
    first, second = (seat.seat for seat in client.lobby.seats)  # type: ignore[union-attr]
    client.take_seat(second)
    qtbot.waitUntil(lambda: client.seats == (second,))
    ann.type(f"sit {first}")
    until(lambda text: "Ann (you)" in text)
    client.set_ready(True)
    ann.type("ready")
    until(lambda text: "  1 " in text)
    ann.type("1")  # a1
    qtbot.waitUntil(lambda: client.history_of(second) is not None and known(client, second).position == 1)
    view = known(client, second)
    (piece,) = next(cell.pieces for cell in view.boards[0].cells if cell.pieces)
    place = next(cell.place for cell in view.boards[0].cells if cell.pieces)
    change = MovePiece(piece.piece, piece.kind, piece.owner, piece.facing, Spot("cell", place), Spot("cell", "c3"))
    for asked, (answer, position) in enumerate((("disagree", 1), ("agree", 2)), start=1):
        client.send(lambda request: ProposeByHand(request, second, 1, (change,)))
        until(lambda text, asked=asked: text.count("proposes a change by hand") == asked)
        assert ann.text.count(" to c3") == asked
        ann.type(answer)
        qtbot.waitUntil(lambda: not client.lobby.votes)  # type: ignore[union-attr]
        qtbot.waitUntil(lambda position=position: known(client, second).position == position)
    until(lambda text: "By hand, agreed by all" in text)
    client.propose_rules(second, 2, (REST,))
    until(lambda text: "proposes to play on with other rules" in text)
    assert "From now on: A rest." in ann.text
    qtbot.waitUntil(lambda: any(each.can_be_agreed_to for each in client.rule_proposals.values()))
    ann.type("agree")
    qtbot.waitUntil(lambda: client.rules is not None and len(client.rules.pack.house) == 1)
    until(lambda text: "Other rules from here on, agreed by all" in text)
    qtbot.waitUntil(lambda: client.history_of(second) is not None)
    assert [entry.action for entry in known(client, second).decisions[0].entries] == ["draw", "rest"]
    assert [entry.kind for entry in read(table.journal).entries] == ["choose", "by_hand", "rules"]
    client.leave()


def known(client: TableClient, seat: str) -> View:
    """Return the view of a seat that a client has received."""
    history = client.history_of(seat)
    assert history is not None
    return history.view

"""The client that is written from docs/protocol.md alone plays at a table process."""

from __future__ import annotations

import ast
import select
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.app.net import document_client
from tests.app.net.document_client import PATIENCE, DocumentClient
from tests.app.net.table_process import Served

CODE = "K7PMQ2"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "table", "trias", "--code", CODE, "--clock", "total:3600+2")
    yield served
    served.kill()


Join = Callable[[str, str], DocumentClient]


@pytest.fixture
def join(table: Served) -> Iterator[Join]:
    clients: list[DocumentClient] = []

    def come(name: str, code: str) -> DocumentClient:
        clients.append(DocumentClient(table.port, name, code))
        return clients[-1]

    yield come
    for client in clients:
        client.drop()


def until(clients: Iterable[DocumentClient], holds: Callable[[DocumentClient], object]) -> None:
    """Let all of them listen until something holds for each."""
    while not all(map(holds, clients)):
        heard, _, _ = select.select(list(clients), [], [], PATIENCE)
        assert heard, "the table says nothing"
        for each in heard:
            each.step()


def position(client: DocumentClient) -> int:
    return int(client.views[client.seats[0]]["position"])


def play(clients: Iterable[DocumentClient], choices: int) -> None:
    """Let the player to move choose."""
    for _ in range(choices):
        mover = next((each for each in clients if each.decision() is not None), None)
        assert mover is not None, "no seat has a decision"
        before = position(mover)
        assert mover.choose()["type"] == "Accepted"
        until(clients, lambda each, before=before: position(each) > before)


def was_noticed(what: str) -> Callable[[DocumentClient], bool]:
    return lambda client: any(each["type"] == "Noticed" and each["what"] == what for each in client.heard)


def test_the_documented_client_joins_plays_and_reconnects(join: Join) -> None:
    ann, bea = both = join("Ann", "k7p mq2"), join("Béa", CODE)
    for number, each in enumerate(both):
        each.sit(number)
        each.be_ready()
    until(both, lambda each: each.views)
    play(both, 12)
    clocks = [message for message in bea.heard if message["type"] == "Clocks"]
    assert (clocks[-1]["plan"]["seconds"], clocks[-1]["plan"]["increment"]) == (3600, 2)
    asked = {decision["seat"] for decision in bea.views[bea.seats[0]]["decisions"]}
    assert {reading["seat"] for reading in clocks[-1]["readings"] if reading["running"]} == asked
    assert any(reading["left"] > 3_600_000 for reading in clocks[-1]["readings"])  # a move took less than 2 s
    assert ann.views[ann.seats[0]]["outcome"] is None

    pings = ann.pings, bea.pings
    until(both, lambda each: each.pings > pings[both.index(each)])  # no messages for a while
    ann.send("Ping", number=77)
    until([ann], lambda each: {"type": "Pong", "number": 77} in each.heard)

    member, token, seats = bea.member, bea.token, bea.seats
    bea.drop()
    until([ann], was_noticed("lost"))
    bea.heard.clear()
    bea.connect()
    until([bea], lambda each: any(message["type"] == "Told" for message in each.heard))
    assert (bea.member, bea.token, bea.seats) == (member, token, seats)
    assert [bool(welcome["token"]) for welcome in bea.welcomes] == [True, False]
    play(both, 6)

    history = bea.ask("AskHistory", seat=bea.seats[0], after=-1)
    assert history["type"] == "History"
    numbers = [event["number"] for event in history["events"]]
    assert numbers == sorted(numbers) != []

    assert bea.ask("OfferDraw", seat=bea.seats[0])["type"] == "Accepted"
    until([ann], lambda each: each.lobby["votes"])
    (vote,) = ann.lobby["votes"]
    assert (vote["kind"], vote["waiting"]) == ("draw", [ann.member])
    assert ann.ask("CastVote", vote=vote["vote"], agreed=False)["type"] == "Accepted"
    until([bea], was_noticed("draw.no"))
    assert ann.ask("Resign", seat=ann.seats[0])["type"] == "Accepted"
    until(both, lambda each: each.views[each.seats[0]]["outcome"])
    for each in both:
        outcome = each.views[each.seats[0]]["outcome"]
        assert outcome["early"] == {"type": "EarlyEnd", "kind": "resign", "seat": ann.seats[0]}
        assert [(line["seat"], line["place"]) for line in outcome["ranking"]] == [(bea.seats[0], 1), (ann.seats[0], 2)]
    ann.send("Farewell", reason="left", args=[])
    until([bea], was_noticed("left"))


def test_the_documented_client_imports_nothing_of_the_program() -> None:
    """Otherwise it would prove nothing about the document."""
    tree = ast.parse(Path(document_client.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    allowed = {"hashlib", "hmac", "json", "secrets", "socket", "__future__", "collections.abc", "typing"}
    assert names <= allowed

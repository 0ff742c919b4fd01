"""Client of a network table, written from docs/protocol.md alone: it imports nothing of the program."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import socket
from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
VERSION = 5
PATIENCE = 60.0  #: seconds without a message


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def proof(key: str, table: str, table_nonce: str, client_nonce: str) -> str:
    said = f"gondwana proof {table} {table_nonce} {client_nonce}"
    return hmac.new(key.encode("ascii"), said.encode(), hashlib.sha256).hexdigest()


def table_proof(key: str, table: str, table_nonce: str, client_nonce: str, place: str) -> str:
    said = f"gondwana table {table} {table_nonce} {client_nonce} {place}"
    return hmac.new(key.encode("ascii"), said.encode(), hashlib.sha256).hexdigest()


class DocumentClient:
    """One player. Received messages are kept as JSON."""

    def __init__(self, port: int, name: str, code: str = "") -> None:
        self._port, self._name, self._code = port, name, code
        self.member = self.token = self.table = ""
        self.welcomes: list[Record] = []
        self.lobby: Record = {}
        self.views: dict[str, Record] = {}
        self.events: dict[str, int] = {}  #: number of the last event, by seat
        self.heard: list[Record] = []
        self.answers: dict[int, Record] = {}
        self.pings = 0
        self._request = 0
        self._share = ""
        self.connect()

    # ---- frames ----

    def connect(self) -> None:
        """Connect and join, as the same member after a reconnection."""
        self._socket = socket.create_connection(("127.0.0.1", self._port), PATIENCE)
        nonce = secrets.token_hex(16)
        self.send(
            "Hello", oldest=VERSION, newest=VERSION, program="document client 1", name=self._name, language="en",
            member=self.member, nonce=nonce,
        )  # fmt: skip
        challenge = self.receive()
        assert challenge["type"] == "Challenge", challenge
        self.table = challenge["table"]
        nonces = self.table, challenge["nonce"], nonce
        if self.token:
            assert challenge["place"] == f"127.0.0.1:{self._port}"
            assert challenge["proof"] == table_proof(
                sha256(f"gondwana token {self.token}"), *nonces, challenge["place"]
            )
        code = "".join(self._code.split()).upper()
        self.send(
            "Prove",
            code=proof(sha256(f"gondwana code {code}"), *nonces) if challenge["code"] and not self.token else "",
            token=proof(sha256(f"gondwana token {self.token}"), *nonces) if self.token else "",
        )
        welcome = self.receive()
        assert welcome["type"] == "Welcome", welcome
        self.welcomes.append(welcome)
        self.member, self.token = welcome["member"], welcome["token"] or self.token

    def drop(self) -> None:
        """Break the connection without a word."""
        self._socket.close()

    def send(self, kind: str, **fields: Any) -> None:
        body = json.dumps({"type": kind, **fields}).encode()
        self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def receive(self) -> Record:
        """Return the next message that is whole."""
        pieces = ""
        while True:
            message: Record = json.loads(self._read(int.from_bytes(self._read(4), "big")))
            if message["type"] != "Part":
                assert not pieces
                return message
            pieces += message["text"]
            if message["last"]:
                whole: Record = json.loads(pieces)
                return whole

    def _read(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            more = self._socket.recv(length - len(data))
            assert more, "the table has hung up"
            data += more
        return data

    # ---- messages ----

    def step(self) -> None:
        """Read one message, and answer it if needed."""
        message = self.receive()
        self.heard.append(message)
        match message["type"]:
            case "Ping":
                self.pings += 1
                self.send("Pong", number=message["number"])
            case "Lobby":
                self.lobby = message
            case "Sealed":
                seals = dict(message["seals"])
                if self._share and self._seal in seals.values():
                    self._ask("OpenShare", round=message["round"], share=self._share)
            case "Told":
                self._told(message)
            case _ if "request" in message:
                assert message["request"] not in self.answers, "answered twice"
                self.answers[message["request"]] = message

    def _told(self, told: Record) -> None:
        seat, news = told["seat"], told["news"]
        if news["type"] == "Paused":
            return
        if news["events"] if news["type"] == "Changed" else ():
            self.events[seat] = news["events"][-1]["number"]
        self.views[seat] = news["view"]

    def until(self, holds: Callable[[], object]) -> None:
        while not holds():
            self.step()

    def fileno(self) -> int:
        """Let several clients be waited for at once."""
        return self._socket.fileno()

    def _ask(self, kind: str, **fields: Any) -> int:
        self._request += 1
        self.send(kind, request=self._request, **fields)
        return self._request

    def ask(self, kind: str, **fields: Any) -> Record:
        """Send a command and return its answer."""
        request = self._ask(kind, **fields)
        self.until(lambda: request in self.answers)
        return self.answers[request]

    # ---- playing ----

    @property
    def _seal(self) -> str:
        return sha256(f"gondwana share {self.table} {self._share}")

    @property
    def seats(self) -> list[str]:
        return [seat["seat"] for seat in self.lobby["seats"] if seat["member"] == self.member]

    def sit(self, number: int) -> None:
        """Take a seat, by its place in the order of the colours."""
        self.until(lambda: self.lobby)
        seat = self.lobby["seats"][number]["seat"]
        assert self.ask("TakeSeat", seat=seat, name="")["type"] == "Accepted"
        self.until(lambda: self.seats == [seat])

    def be_ready(self) -> None:
        self._share = secrets.token_hex(16)
        assert self.ask("SetReady", ready=True, seal=self._seal)["type"] == "Accepted"

    def decision(self) -> Record | None:
        """Return the decision that this client must make, if any."""
        for seat in self.seats:
            for decision in self.views.get(seat, {"decisions": ()})["decisions"]:
                if decision["seat"] == seat and decision["options"]:
                    return dict(decision)
        return None

    def choose(self) -> Record:
        """Take the first option of the decision that waits; return the answer."""
        decision = self.decision()
        assert decision is not None
        option = decision["options"][0]["number"]
        answer = self.ask("Choose", seat=decision["seat"], position=decision["number"], option=option)
        self.until(lambda: self.views[decision["seat"]]["position"] > decision["number"])
        return answer

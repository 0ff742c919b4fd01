"""Attacks from many addresses against a real table. All are loopback addresses, which count as one network."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.lan.frames import TABLE_GREETINGS, TABLE_MESSAGES, FrameReader, frames_of
from app.lan.limits import FRAME, NOT_GREETED, WRONG_CODES_PER_MINUTE
from app.lan.proofs import key_of_code, key_of_token, new_nonce, proof
from app.lan.protocol import Challenge, Hello, Prove, TakeSeat, TurnedAway, Welcome
from tests.app.lan.served import Served

CODE = "K7PMQ2"


class Caller:
    """A connection from one address of loopback."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 30, (source, 0))
        self.reader = FrameReader((*TABLE_GREETINGS, *TABLE_MESSAGES), FRAME, parts=True)
        self.nonce = new_nonce()

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, message: object) -> None:
        self.socket.sendall(frames_of(message)[0])

    def hear(self) -> object:
        while (message := self.reader.next()) is None:
            data = self.socket.recv(FRAME)
            assert data, "it has hung up"
            self.reader.feed(data)
        return message

    def hello(self, member: str = "", name: str = "Ann") -> Challenge:
        self.say(Hello(2, 2, "test", name, "en", member, self.nonce))
        challenge = self.hear()
        assert isinstance(challenge, Challenge), challenge
        return challenge

    def enter(self, code: str = "", member: str = "", token: str = "", name: str = "Ann") -> Welcome | TurnedAway:
        challenge = self.hello(member, name)
        keys = key_of_code(code) if code else "", key_of_token(token) if token else ""
        self.say(Prove(*(proof(key, challenge.table, challenge.nonce, self.nonce) if key else "" for key in keys)))
        answer = self.hear()
        assert isinstance(answer, Welcome | TurnedAway)
        return answer


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "table", "trias", "--code", CODE, "--owner")
    yield served
    served.kill()


def test_codes_cannot_be_guessed_from_rotating_addresses(table: Served) -> None:
    with Caller(table.port) as ann:
        known = ann.enter(CODE)
    assert isinstance(known, Welcome)
    answers, began = [], time.monotonic()
    for number in range(300):
        with Caller(table.port, f"127.{1 + number % 5}.{number % 250}.{1 + number % 200}") as guesser:
            answers.append(guesser.enter(f"WRONG{number}"))
    reasons = [answer.reason for answer in answers if isinstance(answer, TurnedAway)]
    assert len(reasons) == len(answers)
    assert set(reasons) == {"lan.away.code_wrong", "lan.away.tries"}
    minutes = 1 + int((time.monotonic() - began) / 60)
    assert WRONG_CODES_PER_MINUTE <= reasons.count("lan.away.code_wrong") <= WRONG_CODES_PER_MINUTE * minutes
    with Caller(table.port) as ann:
        assert isinstance(ann.enter("", known.member, known.token), Welcome), "a true token is always looked at"


@pytest.mark.parametrize("greets", [False, True], ids=["silent", "greeting"])
def test_slow_connections_do_not_keep_a_returning_player_out(table: Served, greets: bool) -> None:
    with Caller(table.port) as ann:
        known = ann.enter(CODE)
        assert isinstance(known, Welcome)
        ann.say(TakeSeat(1, "red", ""))
    with ExitStack() as open_ones:
        for number in range(3 * NOT_GREETED):
            slow = open_ones.enter_context(Caller(table.port, f"127.0.{number}.9"))
            if greets:
                slow.say(Hello(2, 2, "slow", "Slow", "en", known.member, slow.nonce))
            if number % 4 == 0:
                with Caller(table.port) as ann:
                    back = ann.enter("", known.member, known.token)
                    assert isinstance(back, Welcome), back
    with Caller(table.port) as stranger:
        assert isinstance(stranger.enter(CODE), Welcome)

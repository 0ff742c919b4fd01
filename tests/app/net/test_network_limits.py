"""Attacks from many addresses against a real table. All are loopback addresses, which count as one network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.net.protocol.limits import NOT_GREETED, WRONG_CODES_PER_MINUTE
from app.net.protocol.messages import VERSIONS, Hello, TakeSeat, TurnedAway, Welcome
from tests.app.net.raw_client import Caller
from tests.app.net.table_process import Served

CODE = "K7PMQ2"


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
                slow.say(Hello(*VERSIONS, "slow", "Slow", "en", known.member, slow.nonce))
            if number % 4 == 0:
                with Caller(table.port) as ann:
                    back = ann.enter("", known.member, known.token)
                    assert isinstance(back, Welcome), back
    with Caller(table.port) as stranger:
        assert isinstance(stranger.enter(CODE), Welcome)

"""A ban at a table process, over loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.net.protocol.messages import Ban, Bans, Lobby, TakeSeat, TurnedAway, Unban, Welcome
from tests.app.net.client_process import Joined
from tests.app.net.raw_client import Caller
from tests.app.net.table_process import Served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "table", "trias", "--owner")
    yield served
    served.kill()


def hear(caller: Caller, kind: type) -> object:
    while not isinstance(message := caller.hear(), kind):
        pass
    return message


def test_a_banned_client_gets_the_reason_and_rejoins_after_the_ban_is_lifted(table: Served, tmp_path: Path) -> None:
    with Caller(table.port) as owner:
        assert isinstance(owner.enter("", "owner", table.record.host.owner_token), Welcome)
        with Caller(table.port, "127.0.0.77") as mallory:
            known = mallory.enter(name="Mallory")
            assert isinstance(known, Welcome)
            mallory.say(TakeSeat(1, "red", ""))
            hear(mallory, Lobby)
            owner.say(Ban(1, known.member))
            bans = hear(owner, Bans)
            assert isinstance(bans, Bans)
            assert [(each.name, each.address) for each in bans.bans] == [("Mallory", "127.0.0.77")]
        table.kill()
    table.resume()
    banned = TurnedAway("lan.away.banned")
    with Caller(table.port, "127.0.0.77") as again:
        assert again.enter(name="Another") == banned
    with Caller(table.port, "127.0.0.78") as again:
        assert again.enter("", known.member, known.token) == banned
    with Caller(table.port, "127.0.0.78") as other:
        assert isinstance(other.enter(name="Cleo"), Welcome), "others of the network may come"
    with Caller(table.port) as owner:
        assert isinstance(owner.enter("", "owner", table.record.host.owner_token), Welcome)
        assert hear(owner, Bans) == bans
        owner.say(Unban(2**40, bans.bans[0].ban))
        assert hear(owner, Bans) == Bans(())
    with Caller(table.port, "127.0.0.77") as again:
        assert isinstance(again.enter(name="Mallory"), Welcome)


def test_the_owner_removes_and_bans_players_in_the_terminal(table: Served, tmp_path: Path) -> None:
    token = table.record.host.owner_token
    owner = Joined(tmp_path / "owner", table.port, "--name", "Olga", "--owner-token", token)
    guests = [owner]
    try:
        owner.until(lambda text: "Olga has no seat yet" in text)
        for turn, word in enumerate(("remove", "ban"), start=1):
            guests.append(Joined(tmp_path / "guest", table.port, "--name", "Mallory"))
            owner.until(lambda text, turn=turn: text.count("Mallory joined.") == turn)  # type: ignore[misc]
            owner.type(f"{word} Mallory")
            assert guests[-1].end() == 1
        assert "The host banned you from this table." in guests[-1].text
        owner.until(lambda text: text.count("  1  Mallory  127.0.0.1") == 1)
        owner.type("bans")
        owner.until(lambda text: text.count("  1  Mallory  127.0.0.1") == 2)
        owner.type("unban 1")
        owner.until(lambda text: "Nobody is banned." in text)
        owner.type("ban Nobody")
        owner.until(lambda text: "`unban NUMBER`" in text)
        owner.type("quit")
        assert owner.end() == 0
    finally:
        for each in guests:
            each.kill()


def test_a_banned_client_prints_the_reason(table: Served, tmp_path: Path) -> None:
    guest = Joined(tmp_path / "guest", table.port, "--name", "Mallory", "--language", "fr")
    try:
        guest.until(lambda text: "Mallory" in text)
        with Caller(table.port) as owner:
            owner.enter("", "owner", table.record.host.owner_token)
            owner.say(Ban(1, guest.credential.member))
            assert guest.end() == 1
        assert "L’hôte vous a banni de cette table." in guest.text
        assert "Seul l’hôte peut le lever." in guest.text
    finally:
        guest.kill()

"""Client side of the handshake."""

from __future__ import annotations

import pytest

from app.net.client.handshake import CodeWantedError, Handshake, HandshakeError, HandshakeIdentity, OtherTableError
from app.net.protocol.authentication import check_proof, key_of_code, key_of_token
from app.net.protocol.messages import VERSION, VERSIONS, Accepted, Challenge, Prove, RulesOffer, TurnedAway, Welcome

OFFER = RulesOffer("pond", (), "", (), "", 0)
WELCOME = Welcome(VERSION, "Ann's", "m1", "token", False, OFFER, "")


def test_both_secrets_are_proved_and_neither_is_sent() -> None:
    greeting = Handshake(HandshakeIdentity("Bea", "fr", "ab cd", "t1", "m7", "secret"))
    hello = greeting.hello()
    assert (hello.oldest, hello.newest, hello.name, hello.language, hello.member) == (*VERSIONS, "Bea", "fr", "m7")
    found = greeting.prove(Challenge(VERSION, "t1", "theirs", True))
    assert check_proof(key_of_code("ABCD"), found.code, "t1", "theirs", hello.nonce)
    assert check_proof(key_of_token("secret"), found.token, "t1", "theirs", hello.nonce)
    assert greeting.end(WELCOME) == WELCOME
    assert greeting.table == "t1"


def test_a_client_without_secrets_sends_no_proof() -> None:
    assert Handshake(HandshakeIdentity("Bea")).prove(Challenge(VERSION, "t1", "theirs", False)) == Prove("", "")


def test_a_nonce_is_never_reused() -> None:
    assert Handshake(HandshakeIdentity("Bea")).hello().nonce != Handshake(HandshakeIdentity("Bea")).hello().nonce


def test_a_different_table_gets_no_proof() -> None:
    greeting = Handshake(HandshakeIdentity("Bea", table="t1", member="m7", token="secret"))
    with pytest.raises(OtherTableError, match="t2"):
        greeting.prove(Challenge(VERSION, "t2", "theirs", False))


def test_a_required_code_is_requested_before_its_proof() -> None:
    with pytest.raises(CodeWantedError):
        Handshake(HandshakeIdentity("Bea")).prove(Challenge(VERSION, "t1", "theirs", True))


@pytest.mark.parametrize("version", [VERSIONS[0] - 1, VERSIONS[1] + 1])
def test_a_version_that_was_not_offered_is_refused(version: int) -> None:
    with pytest.raises(HandshakeError):
        Handshake(HandshakeIdentity("Bea")).prove(Challenge(version, "t1", "theirs", False))


def test_a_message_out_of_order_ends_the_handshake() -> None:
    greeting = Handshake(HandshakeIdentity("Bea"))
    with pytest.raises(HandshakeError):
        greeting.end(WELCOME)
    greeting.prove(Challenge(VERSION, "t1", "theirs", False))
    with pytest.raises(HandshakeError):
        greeting.prove(Challenge(VERSION, "t1", "theirs", False))
    with pytest.raises(HandshakeError):
        greeting.end(Accepted(1))
    assert greeting.end(TurnedAway("full")) == TurnedAway("full")

"""Client side of the handshake."""

from __future__ import annotations

import pytest

from app.net.client.handshake import (
    CodeWantedError,
    Handshake,
    HandshakeError,
    HandshakeIdentity,
    OtherTableError,
    UnprovenTableError,
)
from app.net.protocol.authentication import check_proof, key_of_code, key_of_token, make_table_proof
from app.net.protocol.messages import VERSION, VERSIONS, Accepted, Challenge, Prove, RulesOffer, TurnedAway, Welcome

OFFER = RulesOffer("pond", (), "", (), "", 0)
WELCOME = Welcome(VERSION, "Ann's", "m1", "token", False, OFFER, "")


def test_both_secrets_are_proved_and_neither_is_sent() -> None:
    greeting = Handshake(HandshakeIdentity("Bea", "fr", "ab cd", "t1", "m7", "secret"))
    hello = greeting.hello()
    assert (hello.oldest, hello.newest, hello.name, hello.language, hello.member) == (*VERSIONS, "Bea", "fr", "m7")
    known = make_table_proof(key_of_token("secret"), "t1", "theirs", hello.nonce, "127.0.0.1:28500")
    found = greeting.prove(Challenge(VERSION, "t1", "theirs", True, "127.0.0.1:28500", known))
    assert check_proof(key_of_code("ABCD"), found.code, "t1", "theirs", hello.nonce)
    assert check_proof(key_of_token("secret"), found.token, "t1", "theirs", hello.nonce)
    assert greeting.end(WELCOME) == WELCOME
    assert greeting.table == "t1"


def test_a_client_without_secrets_sends_no_proof() -> None:
    assert Handshake(HandshakeIdentity("Bea")).prove(Challenge(VERSION, "t1", "theirs", False, "", "")) == Prove("", "")


def test_a_nonce_is_never_reused() -> None:
    assert Handshake(HandshakeIdentity("Bea")).hello().nonce != Handshake(HandshakeIdentity("Bea")).hello().nonce


def test_a_different_table_gets_no_proof() -> None:
    greeting = Handshake(HandshakeIdentity("Bea", table="t1", member="m7", token="secret"))
    with pytest.raises(OtherTableError, match="t2"):
        greeting.prove(Challenge(VERSION, "t2", "theirs", False, "", ""))


@pytest.mark.parametrize("place", ["127.0.0.1:28500", "10.0.0.2:28500"])
@pytest.mark.parametrize("token", ["secret", "another", ""])
def test_a_member_proves_its_token_only_to_a_table_that_knows_it_at_this_place(token: str, place: str) -> None:
    greeting = Handshake(HandshakeIdentity("Bea", table="t1", member="m7", token="secret"), ["127.0.0.1:28500"],
                         allowed_to_forget=False)  # fmt: skip
    nonce = greeting.hello().nonce
    proof = make_table_proof(key_of_token(token), "t1", "theirs", nonce, place) if token else ""
    challenge = Challenge(VERSION, "t1", "theirs", False, place, proof)
    if (token, place) == ("secret", "127.0.0.1:28500"):
        assert check_proof(key_of_token("secret"), greeting.prove(challenge).token, "t1", "theirs", nonce)
    else:
        with pytest.raises(UnprovenTableError):
            greeting.prove(challenge)


def test_a_table_may_have_forgotten_a_member_that_comes_back_later() -> None:
    greeting = Handshake(HandshakeIdentity("Bea", table="t1", member="m7", token="secret"))
    assert greeting.prove(Challenge(VERSION, "t1", "theirs", False, "", "")) == Prove("", "")


def test_the_proof_of_a_table_is_no_proof_of_a_member() -> None:
    key = key_of_token("secret")
    assert not check_proof(
        key, make_table_proof(key, "t1", "theirs", "mine", "127.0.0.1:28500"), "t1", "theirs", "mine"
    )


def test_a_required_code_is_requested_before_its_proof() -> None:
    with pytest.raises(CodeWantedError):
        Handshake(HandshakeIdentity("Bea")).prove(Challenge(VERSION, "t1", "theirs", True, "", ""))


@pytest.mark.parametrize("version", [VERSIONS[0] - 1, VERSIONS[1] + 1])
def test_a_version_that_was_not_offered_is_refused(version: int) -> None:
    with pytest.raises(HandshakeError):
        Handshake(HandshakeIdentity("Bea")).prove(Challenge(version, "t1", "theirs", False, "", ""))


def test_a_message_out_of_order_ends_the_handshake() -> None:
    greeting = Handshake(HandshakeIdentity("Bea"))
    with pytest.raises(HandshakeError):
        greeting.end(WELCOME)
    greeting.prove(Challenge(VERSION, "t1", "theirs", False, "", ""))
    with pytest.raises(HandshakeError):
        greeting.prove(Challenge(VERSION, "t1", "theirs", False, "", ""))
    with pytest.raises(HandshakeError):
        greeting.end(Accepted(1))
    assert greeting.end(TurnedAway("full")) == TurnedAway("full")

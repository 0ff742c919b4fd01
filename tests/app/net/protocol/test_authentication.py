"""Proofs of codes and tokens."""

from __future__ import annotations

from app.net.protocol.authentication import (
    check_proof,
    key_of_code,
    key_of_token,
    make_proof,
    new_code,
    new_nonce,
    new_token,
)


def test_a_proof_is_valid_for_one_nonce_and_one_table() -> None:
    key, mine, theirs = key_of_token(new_token()), new_nonce(), new_nonce()
    given = make_proof(key, "table", theirs, mine)
    assert check_proof(key, given, "table", theirs, mine)
    assert not check_proof(key, given, "table", new_nonce(), mine)
    assert not check_proof(key, given, "other", theirs, mine)
    assert not check_proof(key_of_token(new_token()), given, "table", theirs, mine)
    assert not check_proof(key, "", "table", theirs, mine)
    assert not check_proof(key, "é" + given[1:], "table", theirs, mine)


def test_a_code_is_accepted_in_any_spelling() -> None:
    code = new_code()
    assert key_of_code(f" {code[:3].lower()} {code[3:]}") == key_of_code(code)
    assert key_of_code(code) != key_of_token(code)


def test_codes_and_tokens_differ() -> None:
    assert len({new_code() for _ in range(50)}) == 50
    assert len({new_token() for _ in range(50)} | {new_nonce() for _ in range(50)}) == 100

"""Codes and tokens are proved."""

from __future__ import annotations

from app.lan.proofs import key_of_code, key_of_token, new_code, new_nonce, new_token, proof, proves


def test_a_proof_is_good_once_and_here_only() -> None:
    key, mine, theirs = key_of_token(new_token()), new_nonce(), new_nonce()
    given = proof(key, "table", theirs, mine)
    assert proves(key, given, "table", theirs, mine)
    assert not proves(key, given, "table", new_nonce(), mine)
    assert not proves(key, given, "other", theirs, mine)
    assert not proves(key_of_token(new_token()), given, "table", theirs, mine)
    assert not proves(key, "", "table", theirs, mine)
    assert not proves(key, "é" + given[1:], "table", theirs, mine)


def test_a_code_is_right_however_it_is_typed() -> None:
    code = new_code()
    assert key_of_code(f" {code[:3].lower()} {code[3:]}") == key_of_code(code)
    assert key_of_code(code) != key_of_token(code)


def test_codes_and_tokens_differ() -> None:
    assert len({new_code() for _ in range(50)}) == 50
    assert len({new_token() for _ in range(50)} | {new_nonce() for _ in range(50)}) == 100

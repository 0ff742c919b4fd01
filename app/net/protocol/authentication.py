"""Challenge-response authentication (HMAC-SHA256, RFC 2104) for members' tokens and table codes.

Each side sends a nonce; a proof covers a label and both nonces, so it cannot be replayed or used for anything else. The
table proves first that it knows the member, for the address at which it was reached: a host that passes messages on
between the two gets no proof of the member. An eavesdropper learns no secret and no later proof. The connection is not
encrypted: an eavesdropper can read the match, and try all codes on a recorded handshake, because a code is short. A
code keeps out casual visitors only.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without similar characters
_CODE_LETTERS = 6


def new_nonce() -> str:
    """Return 128 random bits in hex."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Return a member's token: 128 random bits in hex."""
    return secrets.token_hex(16)


def new_code() -> str:
    """Return a table code that people can read out."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LETTERS))


def key_of_token(token: str) -> str:
    """Return the SHA-256 that a table stores instead of a token, in hex."""
    return hashlib.sha256(f"gondwana token {token}".encode()).hexdigest()


def key_of_code(code: str) -> str:
    """Return the key of a code, in hex; case and spaces do not matter."""
    return hashlib.sha256(f"gondwana code {''.join(code.split()).upper()}".encode()).hexdigest()


def make_proof(key: str, table: str, nonce_of_table: str, nonce_of_client: str) -> str:
    """Return the proof of knowing the secret behind a key, in hex."""
    message = f"gondwana proof {table} {nonce_of_table} {nonce_of_client}"
    return hmac.new(key.encode(), message.encode(), hashlib.sha256).hexdigest()


def make_table_proof(key: str, table: str, nonce_of_table: str, nonce_of_client: str, place: str) -> str:
    """Return a table's proof that it knows the key of a member's token, in hex. It covers the place at which the table
    accepted the connection, so that it is worth nothing elsewhere."""
    message = f"gondwana table {table} {nonce_of_table} {nonce_of_client} {place}"
    return hmac.new(key.encode(), message.encode(), hashlib.sha256).hexdigest()


def check_table_proof(key: str, given: str, table: str, nonce_of_table: str, nonce_of_client: str, place: str) -> bool:
    """Whether a table's proof is right; takes the same time for a wrong one."""
    made = make_table_proof(key, table, nonce_of_table, nonce_of_client, place)
    return hmac.compare_digest(made.encode(), given.encode())


def check_proof(key: str, given: str, table: str, nonce_of_table: str, nonce_of_client: str) -> bool:
    """Whether a proof is right; takes the same time for a wrong one."""
    return hmac.compare_digest(make_proof(key, table, nonce_of_table, nonce_of_client).encode(), given.encode())

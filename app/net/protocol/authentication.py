"""Who somebody is, and that one knows a table's code, proved without ever sending the secret.

Each side says a nonce; a proof is HMAC-SHA256 (RFC 2104) over a label and both nonces, so none can be used twice or for
anything else. Whoever reads along learns neither code nor proof of another time. That somebody reads the game itself
along is not prevented: nothing here is encrypted. A code is short, so whoever has recorded a greeting can try all codes
at home; it keeps the neighbours' children out, no more.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is taken for another
_CODE_LETTERS = 6


def new_nonce() -> str:
    """Return 128 bits that were never used before, in hex."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Return what will tell a member when it comes back: 128 bits in hex."""
    return secrets.token_hex(16)


def new_code() -> str:
    """Return a code that people can tell each other."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LETTERS))


def key_of_token(token: str) -> str:
    """Return what a table keeps of a token, in hex: whoever reads it there does not know the token."""
    return hashlib.sha256(f"gondwana token {token}".encode()).hexdigest()


def key_of_code(code: str) -> str:
    """Return the key of a code, in hex, however it was typed."""
    return hashlib.sha256(f"gondwana code {''.join(code.split()).upper()}".encode()).hexdigest()


def make_proof(key: str, table: str, nonce_of_table: str, nonce_of_guest: str) -> str:
    """Return the proof that one knows what a key was made of, in hex."""
    said = f"gondwana proof {table} {nonce_of_table} {nonce_of_guest}"
    return hmac.new(key.encode(), said.encode(), hashlib.sha256).hexdigest()


def check_proof(key: str, given: str, table: str, nonce_of_table: str, nonce_of_guest: str) -> bool:
    """Whether a proof is right; it takes as long for a wrong one."""
    return hmac.compare_digest(make_proof(key, table, nonce_of_table, nonce_of_guest).encode(), given.encode())

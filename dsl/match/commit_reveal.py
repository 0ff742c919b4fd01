"""Commit-reveal: the seed of a match that no player chose alone, and that every player can verify afterwards.

1. The host draws a secret and announces its commitment, a hash.
2. Each player who is ready sends the hash of a random share: a seal.
3. When all have the seals, the shares are opened. The seed is the hash of the secret and all shares.
4. At the end the host reveals secret and shares; every player compares them with commitment and seals.

The host is bound before it knows a share, no contributor knows the secret, and each share is fixed before another one
is known, also that of a player whom the host has invented. A share of someone who knows the secret adds nothing, so the
host contributes none; in a match without other shares the host alone chose the seed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from dsl.base.serialization import Serializable

SECRET = 32  #: bytes
SHARE = 16  #: bytes
_HEX = re.compile("[0-9a-f]*")


class Deal(Serializable, frozen=True):
    """Secret and shares that make the seed of a match. It reveals everything hidden, so it goes into no view."""

    table: str  #: the table's id
    commitment: str  #: announced before the first share: SHA-256 in hex
    secret: str  #: 256 bits in hex
    shares: tuple[tuple[str, str], ...]  #: by colour, in the order of the seats: 128 bits in hex, "" without a share
    seals: tuple[tuple[str, str], ...] = ()  #: of the shares, announced before one was opened; none in former formats

    def seed(self) -> int:
        """Return the seed of the match."""
        shares = " ".join(f"{colour}:{share}" for colour, share in self.shares)
        return int.from_bytes(_sha256(f"gondwana seed {self.secret} {shares}")[:8], "big")

    def verify(self, commitment: str | None = None) -> str | None:
        """Return what is wrong with the commitment, as a key for dsl.i18n, or None. `commitment` is the one announced
        at the start, None if it is not known."""
        if not self._is_written_well():
            return "deal.form"
        if commitment and commitment.strip().lower() != self.commitment:
            return "deal.told"
        if commitment_of(self.table, self.secret) != self.commitment:
            return "deal.secret"
        return "deal.seals" if self.seals and not self.matches_seals(self.seals) else None

    def matches_seals(self, seals: Sequence[tuple[str, str]]) -> bool:
        """Whether each share has the seal that its seat announced."""
        return tuple(seals) == tuple((seat, seal_of(self.table, share)) for seat, share in self.shares)

    def check_seed(self, seed: int, colours: Sequence[str]) -> str | None:
        """Return what is wrong with the seed of a match with these seats, as a key for dsl.i18n, or None."""
        if [colour for colour, _ in self.shares] != list(colours):
            return "deal.seats"
        return None if self.seed() == seed else "deal.seed"

    def _is_written_well(self) -> bool:
        written = [(self.secret, SECRET), (self.commitment, SECRET)]
        written += [(share, SHARE) for _, share in self.shares if share]
        return all(len(text) == 2 * size and _HEX.fullmatch(text) for text, size in written)


def seal_of(table: str, share: str) -> str:
    """Return the hash of a share, announced before the share is opened; "" for none."""
    return _sha256(f"gondwana share {table} {share}").hex() if share else ""


def commitment_of(table: str, secret: str) -> str:
    """Return the hash of a secret, announced before the first share; it reveals nothing of the secret."""
    return _sha256(f"gondwana commitment {table} {secret}").hex()


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

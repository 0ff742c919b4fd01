"""The fair deal: the chance of a match that nobody alone has chosen, and that anybody can check afterwards.

Before anybody sits down the host draws a secret and tells its commitment. Then everybody who is ready gives a sealed
share of chance: its hash. When all seals are told to all, the shares are opened. The seed is made of the secret and all
shares. So the host was bound before it knew a share, nobody who gave one knew the secret, and each share was fixed
before another was known: also that of a player whom the host has invented. At the end the host reveals secret and
shares, and whoever was told the seals compares them.

A share of somebody who knows the secret adds nothing. So whoever holds the table gives none, and a match in which
nobody else gave one was dealt by the host alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

SECRET = 32  #: bytes
SHARE = 16  #: bytes
_HEX = re.compile("[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class Deal:
    """What the chance of one match was made of. Whoever has it knows all that is hidden: it goes into no view."""

    table: str  #: the table's id
    commitment: str  #: told before anybody gave a share: SHA-256 in hex
    secret: str  #: 256 bits in hex
    shares: tuple[tuple[str, str], ...]  #: by colour, in the order of the seats: 128 bits in hex, "" if it gave none
    seals: tuple[tuple[str, str], ...] = ()  #: of the shares, told before one was opened; none in former formats

    def seed(self) -> int:
        """Return the seed of the match."""
        shares = " ".join(f"{colour}:{share}" for colour, share in self.shares)
        return int.from_bytes(_sha256(f"gondwana seed {self.secret} {shares}")[:8], "big")

    def verify(self, commitment: str = "") -> str:
        """Return what is wrong with the commitment, as a key for dsl.i18n; nothing if it was kept. `commitment` is
        what one was told at the start; empty if nobody remembers."""
        if not self._is_written_well():
            return "deal.form"
        if commitment and commitment.strip().lower() != self.commitment:
            return "deal.told"
        if commitment_of(self.table, self.secret) != self.commitment:
            return "deal.secret"
        return "deal.seals" if self.seals and not self.fits(self.seals) else ""

    def fits(self, seals: Sequence[tuple[str, str]]) -> bool:
        """Whether the shares are those that were sealed so, seat by seat."""
        return tuple(seals) == tuple((seat, seal_of(self.table, share)) for seat, share in self.shares)

    def made(self, seed: int, colours: Sequence[str]) -> str:
        """Return what is wrong with the seed of a match with these seats, as a key; nothing if the deal made it."""
        if [colour for colour, _ in self.shares] != list(colours):
            return "deal.seats"
        return "" if self.seed() == seed else "deal.seed"

    def _is_written_well(self) -> bool:
        written = [(self.secret, SECRET), (self.commitment, SECRET)]
        written += [(share, SHARE) for _, share in self.shares if share]
        return all(len(text) == 2 * size and _HEX.fullmatch(text) for text, size in written)


def seal_of(table: str, share: str) -> str:
    """Return what one tells of a share before it is opened; nothing of none."""
    return _sha256(f"gondwana share {table} {share}").hex() if share else ""


def commitment_of(table: str, secret: str) -> str:
    """Return what a host tells before it knows any share: whoever hears it learns nothing of the secret."""
    return _sha256(f"gondwana commitment {table} {secret}").hex()


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

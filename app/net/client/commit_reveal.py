"""Client side of commit-reveal chance: the shares that a client gives, and the check at the end of the match.

A client seals a share (sends its hash), receives the seals of all players, and only then opens the share. It opens a
share for one list of seals only, and keeps a digest of that list on disk. At the end it compares the digest with what
the table reveals: so it notices a share that was chosen after others were known. No Qt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from app.net.protocol.messages import Pairs, Revealed
from dsl.base.serialization import Serializable
from dsl.match.commit_reveal import Deal, seal_of

MOST_PLEDGES = 16
FAIR, AGAIN = "lan.deal.fair", "lan.deal.again"
GOOD = (FAIR, AGAIN, "lan.deal.none")


class Pledge(Serializable, frozen=True):
    """One share, and the round in which it was opened; or a round to which the client gave none."""

    share: str  #: empty: the client gave none
    round: str  #: digest of the seals received before it was opened; empty if it was not


Pledges = tuple[Pledge, ...]


def seals_digest(seals: Pairs) -> str:
    """Return the SHA-256 of a list of seals, in hex."""
    return hashlib.sha256(repr(seals).encode()).hexdigest()


def add_share(pledges: Pledges, share: str) -> Pledges:
    """Return pledges with a new share, which is still secret."""
    return (*pledges, Pledge(share, ""))[-MOST_PLEDGES:]


def open_share(pledges: Pledges, table: str, seals: Pairs) -> tuple[str | None, Pledges]:
    """Take the seals of all players; return the share to open and the pledges from now on. The share is none if none
    of ours is among the seals, or if it was already opened for another list of seals."""
    sealed, digest = {seal for _, seal in seals}, seals_digest(seals)
    mine = next((each for each in reversed(pledges) if each.share and seal_of(table, each.share) in sealed), None)
    if mine is None:
        seen = any(each.round == digest for each in pledges[-1:])
        return None, pledges if seen else (*pledges, Pledge("", digest))[-MOST_PLEDGES:]
    if mine.round not in ("", digest):
        return None, pledges
    former = tuple(each for each in pledges if each.round and each is not mine)
    return mine.share, (*former, Pledge(mine.share, digest))


def verify_commitments(
    revealed: Revealed, table: str, commitment: str, seats: Collection[str], pledges: Pledges
) -> tuple[str, Pairs]:
    """Return a key and values that say whether the revealed chance fits the commitment, and the seals that the client
    received before it opened its share. A client that gave no share, such as the owner's, received the seals too; one
    that came later did not, and compares the commitment only."""
    if not commitment:
        return "lan.deal.none", ()
    if Deal(table, commitment, revealed.secret, revealed.shares).verify(commitment):
        return "lan.deal.commitment", ()
    if pledges and not pledges[-1].round:
        return ("lan.deal.share" if _lacks_own_share(revealed, seats, pledges) else FAIR), ()
    if pledges:
        seals = tuple((seat, seal_of(table, share)) for seat, share in revealed.shares)
        if seals_digest(seals) != pledges[-1].round:
            return "lan.deal.sealed", ()
    broken = sum(bool(each.round) for each in pledges) - 1
    return (AGAIN, (("times", str(broken)),)) if broken > 0 else (FAIR, ())


def _lacks_own_share(revealed: Revealed, seats: Collection[str], pledges: Pledges) -> bool:
    """Whether a share that was never opened should have been. (A match of an older program has one of each seat.)"""
    mine = {each.share for each in pledges if not each.round}
    return bool(seats) and not any(share in mine for seat, share in revealed.shares if seat in seats)

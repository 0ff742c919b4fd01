"""The shares of chance that a guest gives, and the seals that it was told before it opened them. No Qt.

A share is opened before one list of seals only. A mark of that list is kept, beyond the end of the program, and
compared at the end of the match with what is revealed then: so a share that was chosen after others were known is
noticed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from app.net.protocol.messages import Pairs
from dsl.match.commit_reveal import seal_of

MOST = 16


@dataclass(frozen=True, slots=True)
class Pledge:
    """One share, and the round in which it was opened; or a round to which one gave none."""

    share: str  #: empty: none of one's own
    round: str  #: the mark of the seals that were told before it was opened; empty if it was not


Pledges = tuple[Pledge, ...]


def seals_digest(seals: Pairs) -> str:
    """Return what tells one list of seals from any other: SHA-256 in hex."""
    return hashlib.sha256(repr(seals).encode()).hexdigest()


def given(pledges: Pledges, share: str) -> Pledges:
    """Return pledges with a new share, which nobody has been told."""
    return (*pledges, Pledge(share, ""))[-MOST:]


def told(pledges: Pledges, table: str, seals: Pairs) -> tuple[str, Pledges]:
    """Take the seals of all who play; return the share to be opened, if there is one of ours among them that was never
    opened before others, and the pledges from now on."""
    sealed, mark = {seal for _, seal in seals}, seals_digest(seals)
    mine = next((each for each in reversed(pledges) if each.share and seal_of(table, each.share) in sealed), None)
    if mine is None:
        seen = any(each.round == mark for each in pledges[-1:])
        return "", pledges if seen else (*pledges, Pledge("", mark))[-MOST:]
    if mine.round not in ("", mark):
        return "", pledges
    former = tuple(each for each in pledges if each.round and each is not mine)
    return mine.share, (*former, Pledge(mine.share, mark))


def rounds(pledges: Pledges) -> int:
    """Return how often all seals were told."""
    return sum(bool(each.round) for each in pledges)

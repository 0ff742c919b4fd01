"""Whether the chance of a match was what had been agreed on, and its journal what was played. No Qt."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from app.net.protocol.commit_reveal import Pledges, rounds, seals_digest
from app.net.protocol.messages import Pairs, Revealed
from app.net.sandbox.messages import InspectionFailed, InspectJournal, JournalVerified
from dsl.base.serialization import dumps
from dsl.match.commit_reveal import Deal, seal_of
from dsl.match.journal import JournalContent, JournalError, read_bytes
from dsl.match.match import Match
from dsl.match.replay import play_again
from dsl.runtime.runner import RuleError

FAIR, AGAIN = "lan.deal.fair", "lan.deal.again"
GOOD = (FAIR, AGAIN, "lan.deal.none")


def verify_commitments(
    revealed: Revealed, table: str, commitment: str, seats: Collection[str], pledges: Pledges
) -> tuple[str, Pairs]:
    """Return a key and values that say whether what was revealed fits what was told at the start, and the seals that
    were told before one's share was opened. Whoever gave no share, such as the table's owner, has seen the seals all
    the same; whoever came later has not, and compares what was promised."""
    if not commitment:
        return "lan.deal.none", ()
    if Deal(table, commitment, revealed.secret, revealed.shares).verify(commitment):
        return "lan.deal.commitment", ()
    if pledges and not pledges[-1].round:
        return ("lan.deal.share" if _left_out(revealed, seats, pledges) else FAIR), ()
    if pledges:
        seals = tuple((seat, seal_of(table, share)) for seat, share in revealed.shares)
        if seals_digest(seals) != pledges[-1].round:
            return "lan.deal.sealed", ()
    broken = rounds(pledges) - 1
    return (AGAIN, (("times", str(broken)),)) if broken > 0 else (FAIR, ())


def _left_out(revealed: Revealed, seats: Collection[str], pledges: Pledges) -> bool:
    """Whether a share that was never opened should have been. (A match that a former program began had each seat's.)"""
    mine = {each.share for each in pledges if not each.round}
    return bool(seats) and not any(share in mine for seat, share in revealed.shares if seat in seats)


def inspect_journal(order: InspectJournal) -> JournalVerified | InspectionFailed:
    """Return whether a journal is that of the match that was played, down to its chance."""
    try:
        content = read_bytes(order.journal.encode(), "journal")
        if content.damage or content.repaired or content.header.identity != order.identity:
            return InspectionFailed("lan.journal.other")
        match = play_again(content, "journal").match
    except (JournalError, RuleError):
        return InspectionFailed("lan.journal.differs")
    if dumps(match.outcome) != order.outcome:
        return InspectionFailed("lan.journal.other")
    if order.commitment and not _dealt(order, content, match):
        return InspectionFailed("lan.deal.seed")
    return JournalVerified(match.position)


def _dealt(order: InspectJournal, content: JournalContent, match: Match) -> bool:
    deal = content.header.deal
    told = Deal(order.table, order.commitment, order.secret, order.shares)
    if deal is None or replace(deal, seals=()) != told:
        return False
    return not (deal.verify() or deal.made(content.header.seed, match.program.colours))

"""Whether the chance of a match was what had been agreed on, and its journal what was played. No Qt."""

from __future__ import annotations

from collections.abc import Collection

from app.lan.protocol import Revealed
from app.lan.verdicts import LookAtJournal, Sound, Wrong
from dsl.engine.deal import Deal
from dsl.engine.journal import JournalContent, JournalError, read_bytes
from dsl.engine.match import Match
from dsl.engine.replay import play_again
from dsl.engine.wire import dumps
from dsl.run.runner import RuleError

FAIR = "lan.deal.fair"


def judge(revealed: Revealed, table: str, commitment: str, seats: Collection[str], given: Collection[str]) -> str:
    """Return a key that says whether what was revealed fits what was told at the start, and whether one's seats have
    shares that one gave. Whoever gave none, such as the table's owner, need not find one."""
    if not commitment:
        return "lan.deal.none"
    if Deal(table, commitment, revealed.secret, revealed.shares).verify(commitment):
        return "lan.deal.commitment"
    shares = dict(revealed.shares)
    return FAIR if not given or all(shares.get(seat) in given for seat in seats) else "lan.deal.share"


def look_at_journal(order: LookAtJournal) -> Sound | Wrong:
    """Return whether a journal is that of the match that was played, down to its chance."""
    try:
        content = read_bytes(order.journal.encode(), "journal")
        if content.damage or content.header.identity != order.identity:
            return Wrong("lan.journal.other")
        match = play_again(content, "journal").match
    except (JournalError, RuleError):
        return Wrong("lan.journal.differs")
    if dumps(match.outcome) != order.outcome:
        return Wrong("lan.journal.other")
    if order.commitment and not _dealt(order, content, match):
        return Wrong("lan.deal.seed")
    return Sound(match.position)


def _dealt(order: LookAtJournal, content: JournalContent, match: Match) -> bool:
    deal = content.header.deal
    told = Deal(order.table, order.commitment, order.secret, order.shares)
    return deal == told and not deal.made(content.header.seed, match.program.colours)

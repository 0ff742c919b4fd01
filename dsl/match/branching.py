"""Branch of a match: another match that repeats its first choices, with its own journal and perhaps other players.

Rules, options, chance and clock stay the same, so that all that is hidden stays where it is. What the original took
back is left out, and so are resignations: they belong to its players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from dsl.match.by_hand import ByHandError
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import FORMAT, HUMAN, Entry, Journal, JournalError, Origin, SeatPlan, read, skips_choices
from dsl.match.replay import carry_out, ruleset_of
from dsl.runtime.runner import RuleError


def branch(journal: Path, choices: int, seats: Sequence[SeatPlan], path: Path) -> None:
    """Write to `path` the journal of a match that repeats the first `choices` of the match in `journal`; choices of a
    phase in which players still decide in secret are not counted. Raises JournalError; then there is no new file."""
    content, name = read(journal), str(journal)
    header = content.header
    if skips_choices(header.format):
        raise JournalError("journal.no_branch", file=name)
    kept = lasting_choices(content.entries)[:choices]
    if len(kept) < choices or [seat.colour for seat in seats] != [seat.colour for seat in header.seats]:
        raise JournalError("journal.differs", file=name, line=str(choices), why="another match")
    pack = ruleset_of(header, name)
    entries: list[Entry] = []
    try:
        match = pack.start(header.players, dict(header.options), header.seed)
        match.set_people(seat.colour for seat in seats if seat.player == HUMAN)
        for entry in (*(each for each in content.entries if each.kind == "position"), *kept):
            carry_out(match, entry)
            entries.append(replace(entry, digest=match.digest, member="", request=0))
    except (ValueError, IndexError, RuleError, ByHandError) as error:
        why = explanation_of(error, pack.sources) if isinstance(error, RuleError) else str(error)
        raise JournalError("journal.differs", file=name, line=str(len(entries) + 1), why=why) from None
    origin = Origin(journal.name, sha256(content.whole.partition(b"\n")[0]).hexdigest(), choices)
    new = Journal.create(path, replace(header, format=FORMAT, seats=tuple(seats), deal=None, origin=origin))
    try:
        new.append(*entries)
    except JournalError:
        path.unlink(missing_ok=True)
        raise
    finally:
        new.close()


def lasting_choices(entries: Iterable[Entry]) -> list[Entry]:
    """Return the choices and the changes by hand of a journal that were not taken back, in order."""
    lasting: list[Entry] = []
    for entry in entries:
        if entry.kind in ("choose", "by_hand", "rules"):
            lasting.append(entry)
        elif entry.kind == "undo":  # of the seat's last choice, after which only others may have chosen, in secret
            last = max(number for number, each in enumerate(lasting) if each.seat == entry.seat)
            del lasting[last]
    return lasting

"""How far a seat's last choice lies back, and whether everybody must agree before it is taken back.

Without consent a seat takes back its last choice only as long as nobody has learned anything from it and nobody has
chosen since, except for bots where the table lets an undo pass them. With everybody's consent that goes, too, and all
that was chosen since goes with it. What nobody can consent to is what others have decided in secret: not even how much
that is may be known.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.engine.match import Match


@dataclass(frozen=True, slots=True)
class WayBack:
    """What taking back a seat's last choice means."""

    seats: tuple[str, ...] = ()  #: whose choices would go, the latest first; none if it cannot be
    consent: str = ""  #: a key for dsl.words: why everybody must agree; empty if nobody needs to be asked
    refused: str = ""  #: a key for dsl.words: why it cannot be even so


def way_back(match: Match, seat: str) -> WayBack:
    """Return what taking back the last choice of a seat means now."""
    why = match.why_no_undo(seat)
    if match.secretly:
        return WayBack(refused=why) if why == "undo.secret" else WayBack((seat,), why)
    seats: list[str] = []
    for snapshot in reversed(match.past):
        if snapshot.apart is not None:
            return WayBack(refused="undo.together")
        seats.append(match.program.colours[snapshot.chooser])
        if seats[-1] == seat:
            return WayBack(tuple(seats), why)
    return WayBack(refused="undo.nothing")


def digests_back(match: Match, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the digests of the positions through which going back for these seats in turn leads."""
    before, digests = match.fork(), list[str]()
    for seat in seats:
        before.go_back(seat)
        digests.append(before.digest)
    return tuple(digests)

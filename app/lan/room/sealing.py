"""From "everybody is ready" to the match: one round of chance, or another one if somebody does not open its share."""

from __future__ import annotations

from app.lan.protocol import OpenShare, Pairs
from app.lan.room.hall import Hall
from app.lan.room.members import Member
from app.lan.room.plan import OWNER
from app.lan.room.shares import Round
from dsl.engine.messages import Accepted, Refused

PATIENCE = 10.0  #: seconds for everybody's program to open its share


class Sealing:
    """Begins the match of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._rounds = 0

    def go_on(self, now: float) -> None:
        """Begin a round when everybody is ready, and the match when every share is open."""
        hall = self._hall
        if hall.play is not None or not hall.arrangement.seats.settled:
            return
        if hall.round is None:
            hall.round = self._begun(now)
            if hall.round.missing:
                hall.members.broadcast(hall.round.told())
        round_ = hall.round
        if not round_.missing:
            hall.round = None
            hall.begin(round_.shares, round_.seals)

    def _begun(self, now: float) -> Round:
        self._rounds += 1
        hall = self._hall
        holders = tuple((seat.colour, seat.member) for seat in hall.arrangement.seats)
        return Round(self._rounds, hall.plan.table, self._seals(holders), holders, now + PATIENCE)

    def _seals(self, holders: Pairs) -> Pairs:
        """Return the seal of each member at the first of its seats. Whoever holds the table knows the secret: a share
        of its own would add nothing."""
        seals, given = [], {OWNER}
        for colour, holder in holders:
            member = self._hall.members.get(holder)
            seals.append((colour, member.seal if member is not None and holder not in given else ""))
            given.add(holder)
        return tuple(seals)

    def open(self, member: Member, command: OpenShare) -> Accepted | Refused:
        """Take the share that a member has sealed."""
        round_ = self._hall.round
        if round_ is None or command.round != round_.number or not round_.giver(member.id):
            return Refused(command.request, "refused.no_round")
        if not round_.open(member.id, command.share):
            return Refused(command.request, "refused.share")
        return Accepted(command.request)

    def tick(self, now: float) -> None:
        """Break a round off that cannot be ended: all that was opened is known now, so everybody seals another share
        and is ready once more. The seat stays its holder's."""
        hall, round_ = self._hall, self._hall.round
        if round_ is None:
            return
        seats = hall.arrangement.seats
        cause = round_.left(seats) or (round_.missing[0] if now >= round_.ends else "")
        if cause:
            hall.round = None
            seats.unready()
            seat = seats.get(cause)
            hall.notice("not_dealt", name=seat.name if seat else "", seat=cause)

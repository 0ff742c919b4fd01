"""Server side of commit-reveal chance: before a match every client seals a share of chance, then opens it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.net.protocol.messages import OpenShare, Pairs, Sealed
from app.net.server.room.members import OWNER, Member, Members
from app.net.server.room.seating import Seat, Seats
from dsl.match.commit_reveal import seal_of
from dsl.match.table_messages import Accepted, Refused

OPEN_WITHIN = 10.0  #: seconds for every client to open its share


@dataclass(slots=True)
class Round:
    """One round: the seals by seat, and the shares opened so far."""

    number: int
    table: str  #: the id of the table
    seals: Pairs  #: of all seats in their order; empty where no share is given
    holders: Pairs  #: the member at each seat
    ends: float  #: later shares do not count
    _opened: dict[str, str] = field(default_factory=dict)

    def open(self, member: str, share: str) -> bool:
        """Take the share of a member; return whether it fits its seal."""
        colour = self.seat_of(member)
        sealed = dict(self.seals)[colour] if colour is not None else ""
        if colour is None or not sealed or seal_of(self.table, share) != sealed:
            return False
        self._opened[colour] = share
        return True

    def seat_of(self, member: str) -> str | None:
        """Return the seat for which a member's share counts; none if it gives none."""
        return next((colour for colour, holder in self.holders if holder == member and dict(self.seals)[colour]), None)

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose share is not open yet."""
        return tuple(colour for colour, seal in self.seals if seal and colour not in self._opened)

    @property
    def shares(self) -> Pairs:
        """The opened shares, seat by seat."""
        return tuple((colour, self._opened.get(colour, "")) for colour, _ in self.seals)

    def message(self) -> Sealed:
        """Return what every client receives before any share is opened."""
        return Sealed(self.number, self.seals)

    def changed_seat(self, seats: Iterable[Seat]) -> str | None:
        """Return a seat whose holder has changed; none if all are the same."""
        held = {seat.colour: seat.member for seat in seats}
        return next((colour for colour, holder in self.holders if held.get(colour) != holder), None)


class CommitReveal:
    """The rounds of one room, until its match starts."""

    def __init__(self, table: str, members: Members, seats: Seats) -> None:
        self.round: Round | None = None  #: the one that waits for shares
        self._table, self._members, self._seats = table, members, seats
        self._rounds = 0

    def advance(self, now: float) -> Round | None:
        """Start a round when all seats are ready; return it when every share is open, so that the match can start."""
        if not self._seats.is_settled:
            return None
        if self.round is None:
            self.round = self._new_round(now)
            if self.round.missing:
                self._members.broadcast(self.round.message())
        if self.round.missing:
            return None
        done, self.round = self.round, None
        return done

    def _new_round(self, now: float) -> Round:
        self._rounds += 1
        holders = tuple((seat.colour, seat.member) for seat in self._seats)
        return Round(self._rounds, self._table, self._seals(holders), holders, now + OPEN_WITHIN)

    def _seals(self, holders: Pairs) -> Pairs:
        """Return the seal of each member at the first of its seats. The owner gives none: it knows the secret, so its
        share would add nothing."""
        seals, given = [], {OWNER}
        for colour, holder in holders:
            member = self._members.get(holder)
            seals.append((colour, member.seal if member is not None and holder not in given else ""))
            given.add(holder)
        return tuple(seals)

    def open(self, member: Member, command: OpenShare) -> Accepted | Refused:
        """Take the share that a member has sealed."""
        if self.round is None or command.round != self.round.number or self.round.seat_of(member.id) is None:
            return Refused(command.request, "refused.no_round")
        if not self.round.open(member.id, command.share):
            return Refused(command.request, "refused.share")
        return Accepted(command.request)

    def expire(self, now: float) -> str | None:
        """Cancel a round that cannot be completed, and return the seat that caused it; none if there is none.

        The opened shares are known now: all clients seal new ones and get ready again. The seat keeps its holder.
        """
        if self.round is None:
            return None
        cause = self.round.changed_seat(self._seats)
        if cause is None and self.round.missing and now >= self.round.ends:
            cause = self.round.missing[0]
        if cause is not None:
            self.round = None
            self._seats.unready()
        return cause

"""A round of chance: all shares are sealed when it begins, and then each is opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.lan.protocol import Pairs, Sealed
from app.lan.room.seats import Seat
from dsl.engine.deal import seal_of


@dataclass(slots=True)
class Round:
    """Seals by seat, and the shares that fit them so far."""

    number: int
    table: str  #: its id
    seals: Pairs  #: of all seats in their order; empty where no share is given
    holders: Pairs  #: the member at each seat
    ends: float  #: who has not opened by then does not
    _opened: dict[str, str] = field(default_factory=dict)

    def open(self, member: str, share: str) -> bool:
        """Take the share of a member; return whether it is what was sealed."""
        colour = self.giver(member)
        sealed = dict(self.seals).get(colour, "")
        if not sealed or seal_of(self.table, share) != sealed:
            return False
        self._opened[colour] = share
        return True

    def giver(self, member: str) -> str:
        """Return the seat where a member's share counts; empty if it gives none."""
        return next((colour for colour, holder in self.holders if holder == member and dict(self.seals)[colour]), "")

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose share is not open yet."""
        return tuple(colour for colour, seal in self.seals if seal and colour not in self._opened)

    @property
    def shares(self) -> Pairs:
        """What was given, seat by seat."""
        return tuple((colour, self._opened.get(colour, "")) for colour, _ in self.seals)

    def told(self) -> Sealed:
        """Return what everybody hears before anybody opens."""
        return Sealed(self.number, self.seals)

    def left(self, seats: Iterable[Seat]) -> str:
        """Return a seat that is no longer its holder's; empty if all stay who were there."""
        held = {seat.colour: seat.member for seat in seats}
        return next((colour for colour, holder in self.holders if held.get(colour) != holder), "")

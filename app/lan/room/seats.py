"""Who sits where, and who is ready. Who may do what is decided elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from app.lan.protocol import SeatState
from app.lan.room.members import Member, distinct
from app.lan.room.plan import KeptSeat
from dsl.engine.journal import SeatPlan

HUMAN = "human"
_AWAY_STEPS = 10


@dataclass(slots=True)
class Seat:
    """A seat of the table."""

    colour: str
    player: str = HUMAN  #: whom it is meant for: "human" or a bot
    name: str = ""
    member: str = ""  #: who holds it
    ready: bool = False
    stand_in: str = ""  #: the bot that plays for its person

    @property
    def free(self) -> bool:
        """Whether it waits for somebody."""
        return self.player == HUMAN and not self.member

    @property
    def settled(self) -> bool:
        """Whether the match need not wait for it."""
        return self.player != HUMAN or (bool(self.member) and self.ready)

    def empty(self) -> None:
        """Nobody sits here any more."""
        self.name, self.member, self.ready = "", "", False

    def state(self, holder: Member | None, now: float) -> SeatState:
        """Return it as everybody sees it."""
        away = holder is not None and not holder.here
        gone = int((now - holder.away_since) // _AWAY_STEPS) * _AWAY_STEPS if holder and away else 0
        player = self.stand_in or self.player
        return SeatState(self.colour, self._state(away), player, self.name, self.member, self.ready, max(0, gone))

    def _state(self, away: bool) -> Literal["free", "held", "away", "bot", "stand_in"]:
        if self.stand_in:
            return "stand_in"
        if self.player != HUMAN:
            return "bot"
        return "away" if away else "held" if self.member else "free"

    def kept(self) -> KeptSeat:
        """Return what is to be kept of it."""
        return KeptSeat(self.colour, self.player, self.name, self.member, self.stand_in)


class Seats:
    """The seats that play, in the order of the colours."""

    def __init__(self, colours: Sequence[str], players: Sequence[str]) -> None:
        self._colours = tuple(colours)
        self._all = [Seat(colour, player) for colour, player in zip(colours, players, strict=False)]

    def __iter__(self) -> Iterator[Seat]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def get(self, colour: str) -> Seat | None:
        """Return a seat; none if there is none of that colour."""
        return next((seat for seat in self._all if seat.colour == colour), None)

    def held_by(self, member: str) -> tuple[Seat, ...]:
        """Return the seats of a member."""
        return tuple(seat for seat in self._all if member and seat.member == member)

    def holders(self) -> set[str]:
        """Return the members who hold a seat."""
        return {seat.member for seat in self._all if seat.member}

    def resize(self, players: int) -> None:
        """Let so many play: seats at the end go, with who sat there, or new ones are free."""
        del self._all[players:]
        self._all += [Seat(colour) for colour in self._colours[len(self._all) : players]]

    def sit(self, seat: Seat, member: Member, name: str) -> None:
        """Let a member sit down, under its own name or that of somebody beside it."""
        taken = {other.name for other in self._all if other is not seat}
        seat.empty()
        seat.name, seat.member = distinct(name, taken) or distinct(member.name, taken), member.id

    def swap(self, one: Seat, other: Seat) -> None:
        """Let two seats exchange their people; neither is ready."""
        one.name, other.name = other.name, one.name
        one.member, other.member = other.member, one.member
        one.ready = other.ready = False

    def unready(self) -> None:
        """Nobody is ready any more."""
        for seat in self._all:
            seat.ready = False

    @property
    def settled(self) -> bool:
        """Whether the match can begin."""
        return all(seat.settled for seat in self._all)

    def plans(self) -> tuple[SeatPlan, ...]:
        """Return the seats as a table wants them."""
        return tuple(SeatPlan(seat.colour, seat.player, seat.name) for seat in self._all)

    def states(self, member: Callable[[str], Member | None], now: float) -> tuple[SeatState, ...]:
        """Return the seats as everybody sees them."""
        return tuple(seat.state(member(seat.member), now) for seat in self._all)

    def restore(self, kept: Collection[KeptSeat]) -> None:
        """Take the seats of a table that was killed."""
        self._all = [Seat(each.seat, each.player, each.name, each.member, False, each.stand_in) for each in kept]

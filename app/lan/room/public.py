"""What everybody may know of a room: its members all of it, the network around it a little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.lan.protocol import Lobby
from app.lan.room.plan import Advert

if TYPE_CHECKING:
    from app.lan.room.hall import Hall


def lobby_of(hall: Hall, now: float) -> Lobby:
    """Return all that everybody at a table may know of the table itself."""
    arrangement = hall.arrangement
    return Lobby(
        state=hall.state,
        paused=_paused(hall),
        players=len(arrangement.seats),
        numbers=hall.pack.numbers,
        options=tuple(arrangement.options.items()),
        seats=arrangement.seats.states(hall.members.get, now),
        members=tuple(member.state() for member in hall.members if member.here or not member.left),
        votes=hall.votes.states(),
        watching=arrangement.watching,
        turns=arrangement.turns,
        code=hall.plan.code,
    )


def _paused(hall: Hall) -> str:
    """Return the name of whoever has paused the table, or the colour of one without a name."""
    colour = hall.play.table.paused_by if hall.play else ""
    seat = hall.arrangement.seats.get(colour)
    return (seat.name if seat else "") or colour


def advert_of(hall: Hall) -> Advert:
    """Return what may be told to everybody on the network."""
    seats, offer = hall.arrangement.seats, hall.offered.offer
    paused = hall.play is not None and hall.play.table.paused is not None
    return Advert(
        table=hall.plan.table,
        name=hall.plan.name,
        game=offer.game,
        titles=offer.titles,
        identity=offer.identity,
        house=offer.house,
        taken=sum(not seat.free for seat in seats),
        seats=len(seats),
        state="paused" if paused and hall.state == "playing" else hall.state,
        code=hall.plan.code,
        watchers=hall.arrangement.watching != "no",
    )

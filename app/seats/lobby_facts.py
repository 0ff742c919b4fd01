"""What the lobby's page knows of a table besides its Lobby, and what follows from both. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.lan.protocol import Lobby, MemberState, RulesOffer, SeatState
from app.lan.sentences import Named
from app.seats.invitation import Invitation
from app.seats.plan import plain


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Who this window is at which table."""

    name: str
    member: str
    owner: bool
    rules: RulesOffer
    invitation: Invitation

    def title(self, language: str) -> str:
        """The game's title in a language."""
        titles = dict(self.rules.titles)
        return titles.get(language) or titles.get("en") or plain(self.rules.game)


def seats_of(lobby: Lobby, member: str) -> tuple[SeatState, ...]:
    """The seats that a member holds."""
    return tuple(seat for seat in lobby.seats if member and seat.member == member)


def someone(lobby: Lobby, member: str) -> MemberState | None:
    """What everybody knows of a member."""
    return next((each for each in lobby.members if each.member == member), None)


def free(lobby: Lobby) -> int:
    """How many seats wait for somebody."""
    return sum(seat.state == "free" for seat in lobby.seats)


def unready(lobby: Lobby) -> tuple[str, ...]:
    """The seats of those who sit but are not ready."""
    return tuple(seat.seat for seat in lobby.seats if seat.state in ("held", "away") and not seat.ready)


def naming(lobby: Lobby, otherwise: Named) -> Named:
    """Return how a colour is said at this table: by who sits there, or as the reader calls the colour."""
    names = {seat.seat: seat.name for seat in lobby.seats if seat.name}
    return lambda colour: names.get(colour) or otherwise(colour)

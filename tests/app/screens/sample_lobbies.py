"""Sample lobbies of network tables."""

from __future__ import annotations

from msgspec.structs import replace

from app.base.paths import official_rulesets
from app.net.protocol.addresses import Invitation
from app.net.protocol.messages import Lobby, MemberState, RulesOffer, SeatState
from app.screens.lobby_seats import TableFacts
from app.session.local_matches import read_form, read_game
from app.session.match_config import GameForm

FOLDER = official_rulesets() / "trias"
NOBODY = Invitation()  #: an empty invitation


def form(language: str = "en") -> GameForm:
    return read_form(read_game(FOLDER), language)


def facts(member: str = "ann", owner: bool = True, invitation: Invitation = NOBODY) -> TableFacts:
    offer = RulesOffer("trias", (("en", "Trias"), ("fr", "Trias")), "0" * 64, (), "0" * 64, 1)
    return TableFacts("Ann’s table", member, owner, offer, invitation)


def seat(colour: str, member: str = "", **changes: object) -> SeatState:
    """A held or free seat."""
    made = SeatState(colour, "held" if member else "free", "human", member.capitalize(), member, False, 0)
    return replace(made, **changes)  # type: ignore[arg-type]


def gathering(*seats: SeatState, **changes: object) -> Lobby:
    """Ann has the table, Bea is there, too."""
    game = form()
    members = (MemberState("ann", "Ann", True, True, False), MemberState("bea", "Bea", False, True, False))
    options = tuple((option.name, option.default(len(seats))) for option in game.options)
    made = Lobby("gathering", "", len(seats), (2, 3, 4, 5), options, seats, members, (), "no", 0, False)
    return replace(made, **changes)  # type: ignore[arg-type]

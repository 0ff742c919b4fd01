"""What a room is opened with, and what it needs from those around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from app.net.protocol.limits import SpectatorMode
from app.net.protocol.messages import Pairs, Rules, TableMessage, Welcome

OWNER = "owner"  #: the member that the token of whoever opened the table belongs to
RoomPhase = Literal["gathering", "playing", "over"]


class MemberConnection(Protocol):
    """One connection of a member, as a room needs it: a Connection, or bytes in a test."""

    def send(self, message: TableMessage | Welcome) -> None:
        """Send a message; nothing happens after the end."""

    def close(self, reason: str, args: Pairs = ()) -> None:
        """Send a reason, then end."""

    @property
    def address(self) -> str:
        """Address of the other side."""

    @property
    def is_congested(self) -> bool:
        """Whether so many bytes are unsent that updates should wait."""


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """How a table is opened."""

    table: str  #: its id, which it keeps for ever
    name: str
    players: tuple[str, ...]  #: by seat, in the order of the colours: "human" or a bot such as "bot:keen"
    options: tuple[tuple[str, int], ...] = ()  #: those that are not as the rules have them
    watching: SpectatorMode = "no"
    turns: int = 0
    code: bool = False  #: whoever comes is asked for a code
    owner_key: str = ""  #: the key of the owner's token; empty: nobody may change anything
    secret: str = ""  #: 256 bits in hex, for the chance of the match; there is no table without it
    pause: int = 600  #: milliseconds before a computer's choice


@dataclass(frozen=True, slots=True)
class KeptMember:
    """A member, as a table that was killed remembers it."""

    member: str
    name: str
    key: str  #: of its token; the token itself is kept nowhere here
    watching: bool
    undone: int  #: its last request to take something back: a former one that comes once more is not done again
    address: str  #: where it was last


@dataclass(frozen=True, slots=True)
class KeptBan:
    """Somebody who is banned."""

    ban: int
    name: str
    member: str
    key: str  #: of its token
    address: str  #: of its computer; empty if that is not known


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat, as a table that was killed remembers it."""

    seat: str
    player: str
    name: str
    member: str
    stand_in: str


@dataclass(frozen=True, slots=True)
class KeptRoom:
    """All that a room is, but the match, which is in the journal, and the connections, which are gone."""

    plan: RoomPlan
    rules: Rules
    members: tuple[KeptMember, ...]
    seats: tuple[KeptSeat, ...]
    last: int  #: the number of the member that came last
    dealt: Pairs  #: the shares of chance that the match was begun with; none before it
    bans: tuple[KeptBan, ...]


class RecordKeeper(Protocol):
    """Keeps what a room is, beside the journal of its match: `app.net.server.state_file`."""

    def keep(self, room: KeptRoom) -> str:
        """Write it durably; return why it could not be, or nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Advert:
    """What may be told to everybody on the network, before anybody is let in."""

    table: str
    name: str
    game: str
    titles: Pairs  #: by language
    identity: str
    house: tuple[str, ...]
    taken: int
    seats: int
    state: Literal["gathering", "playing", "paused", "over"]
    code: bool
    watchers: bool

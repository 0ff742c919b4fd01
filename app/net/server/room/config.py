"""Configuration and stored state of a room, and the interfaces that it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from app.net.protocol.limits import SpectatorMode
from app.net.protocol.messages import Pairs, Rules, TableMessage, Welcome
from dsl.base.serialization import Serializable

OWNER = "owner"  #: member id of the host, who has the owner's token
TokenSource = Callable[[], str]  #: draws a new random token
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


class RoomPlan(Serializable, frozen=True):
    """Configuration of a table."""

    table: str  #: its id, which never changes
    name: str
    players: tuple[str, ...]  #: by seat, in the order of the colours: "human" or a bot such as "bot:keen"
    options: tuple[tuple[str, int], ...] = ()  #: those that differ from the defaults
    watching: SpectatorMode = "no"
    turns: int = 0
    code: bool = False  #: new members need a code
    owner_key: str = ""  #: the key of the owner's token; empty: there is no owner
    secret: str = ""  #: 256 bits in hex, for the chance of the match; required
    pause: int = 600  #: milliseconds before a bot's choice


class KeptMember(Serializable, frozen=True):
    """A stored member."""

    member: str
    name: str
    key: str  #: of its token; the token itself is not stored
    watching: bool
    undone: int  #: its last request to take a choice back: an older one is not executed again
    address: str  #: its last address


class KeptBan(Serializable, frozen=True):
    """A stored ban."""

    ban: int
    name: str
    member: str
    key: str  #: of its token
    address: str  #: of its computer; empty if unknown


class KeptSeat(Serializable, frozen=True):
    """A stored seat."""

    seat: str
    player: str
    name: str
    member: str
    stand_in: str


class KeptRoom(Serializable, frozen=True):
    """A stored room, without the match (the journal has it) and the connections."""

    plan: RoomPlan
    rules: Rules
    members: tuple[KeptMember, ...]
    seats: tuple[KeptSeat, ...]
    last: int  #: the number of the newest member
    dealt: Pairs  #: the shares of chance of the match; none before it
    bans: tuple[KeptBan, ...]


class RecordKeeper(Protocol):
    """Stores a room beside the journal of its match: `app.net.server.state_file`."""

    def save(self, room: KeptRoom) -> str | None:
        """Write it durably; return the error, if any."""
        ...


@dataclass(frozen=True, slots=True)
class Advert:
    """What every computer on the network may know of a table."""

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

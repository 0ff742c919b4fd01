"""Stored room: the records of a room in its state file, from its plan to its members, seats and bans."""

from __future__ import annotations

from typing import Protocol

from app.net.protocol.limits import SpectatorMode
from app.net.protocol.messages import Pairs, Rules
from dsl.base.serialization import Serializable


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
    clock: str = ""  #: as `dsl.match.clock.clock_plan` reads it; empty: nobody's time is measured
    hints: bool = False  #: clients give hints


class KeptMember(Serializable, frozen=True):
    """A stored member."""

    member: str
    name: str
    key: str  #: of its token; the token itself is not stored
    watching: bool
    undone: int  #: its last request to take a choice back: an older one is not executed again
    address: str  #: its last address
    sees_all: bool  #: with the consent of all players
    saw_all: bool  #: at some time in this match


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

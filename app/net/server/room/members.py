"""Members of a room: their connections, their answered requests, and the bans."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from app.net.protocol.addresses import host_of
from app.net.protocol.limits import BANS, NAME, RETRY_FOR
from app.net.protocol.messages import Answer, BanState, MemberPortrait, MemberState, Pairs, TableMessage, Welcome
from app.net.protocol.sanitize import sanitize_name
from app.net.server.room.stored_room import KeptBan, KeptMember

OWNER = "owner"  #: member id of the host, who has the owner's token
KEPT_ANSWERS = 64
MOST_ABSENT = 64  #: absent members without a seat that are kept


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
        """Whether many bytes are unsent, and updates should wait."""


@dataclass(slots=True)
class Answers:
    """The last requests of a member and their answers; of questions, which change nothing, only the numbers."""

    floor: int = 0  #: requests up to this number are dropped
    _given: dict[int, Answer | None] = field(default_factory=dict)

    def knows(self, request: int) -> bool:
        """Whether a request was answered, or may have been."""
        return request <= self.floor or request in self._given

    def given(self, request: int) -> Answer | None:
        """Return the answer; none to a question or a dropped request."""
        return self._given.get(request)

    def keep(self, request: int, answer: Answer | None) -> None:
        """Store an answer; of too many the lowest number is dropped."""
        if request <= self.floor:
            return
        self._given[request] = answer
        if len(self._given) > KEPT_ANSWERS:
            self.floor = min(self._given)
            del self._given[self.floor]


@dataclass(slots=True)
class Member:
    """An admitted client. It stays a member while it is disconnected."""

    id: str
    name: str
    key: str  #: of the token that it reconnects with
    connection: MemberConnection | None = None
    address: str = ""  #: its last address
    away_since: float = 0.0  #: 0: it was never connected
    left: bool = False  #: on purpose
    watching: bool = False
    sees_all: bool = False  #: with the consent of all players
    saw_all: bool = False  #: at some time in this match: it can no longer become a player
    portrait: MemberPortrait = "game"  #: sent again after each connection, so that it need not be stored
    seal: str = ""  #: of its share of chance, given when its seats are ready
    undone: int = 0  #: the number of its last request to take a choice back
    answers: Answers = field(default_factory=Answers)
    said: deque[float] = field(default_factory=deque)  #: the times of its last lines of chat
    proposed: deque[float] = field(default_factory=deque)  #: the times at which it last proposed other rules

    @property
    def here(self) -> bool:
        """Whether it is connected."""
        return self.connection is not None

    @property
    def owner(self) -> bool:
        """Whether it may change what the table plays."""
        return self.id == OWNER

    def send(self, message: TableMessage) -> None:
        """Send a message, if it is connected."""
        if self.connection is not None:
            self.connection.send(message)

    def state(self) -> MemberState:
        """Return the member as all members see it."""
        return MemberState(self.id, self.name, self.owner, self.here, self.watching, self.portrait, self.sees_all)


class Members:
    """All members by their id, in the order of their admission."""

    def __init__(self, owner_key: str = "") -> None:
        self.last = 0
        self._all: dict[str, Member] = {}
        if owner_key:
            self._all[OWNER] = Member(OWNER, "", owner_key, left=True)

    def __iter__(self) -> Iterator[Member]:
        return iter(tuple(self._all.values()))

    def get(self, member: str) -> Member | None:
        """Return a member by its id; none for an unknown one."""
        return self._all.get(member)

    @property
    def present(self) -> tuple[Member, ...]:
        """The connected members."""
        return tuple(member for member in self if member.here)

    def add(self, name: str, key: str) -> Member:
        """Return a new member."""
        self.last += 1
        member = Member(f"m{self.last}", "", key)
        self._all[member.id] = member
        self.rename(member, name)
        return member

    def rename(self, member: Member, name: str) -> None:
        """Give a member its name, made distinct from the others'."""
        member.name = distinct(name, {other.name for other in self if other is not member})

    def forget(self, member: str) -> None:
        """Remove a member."""
        self._all.pop(member, None)

    def forget_absent(self, needed: Collection[str], now: float) -> None:
        """Remove members that left, or are absent for long, unless their ids are `needed`."""
        absent = [each for each in self if not each.here and each.id not in needed and not each.owner]
        absent.sort(key=lambda each: each.away_since)
        for rank, member in enumerate(reversed(absent)):
            if member.left or rank >= MOST_ABSENT or now - member.away_since > RETRY_FOR:
                self.forget(member.id)

    def broadcast(self, message: TableMessage) -> None:
        """Send a message to all connected members."""
        for member in self.present:
            member.send(message)

    def to_record(self) -> tuple[KeptMember, ...]:
        """Return the records to store."""
        return tuple(
            KeptMember(
                each.id, each.name, each.key, each.watching, each.undone, each.address, each.sees_all, each.saw_all
            )
            for each in self
        )

    def restore(self, kept: Collection[KeptMember], last: int, now: float) -> None:
        """Load stored members; all are disconnected."""
        self.last = last
        for each in kept:
            self._all[each.member] = Member(
                each.member, each.name, each.key, None, each.address, now,
                watching=each.watching, sees_all=each.sees_all, saw_all=each.saw_all,
                undone=each.undone, answers=Answers(each.undone),
            )  # fmt: skip


def distinct(name: str, taken: Collection[str]) -> str:
    """Return a sanitized name, with a number appended if it is taken: "Ann 2". It may be empty."""
    plain = sanitize_name(name)
    if not plain or plain not in taken:
        return plain
    numbered = (plain[: NAME - len(f" {number}")].rstrip() + f" {number}" for number in range(2, len(taken) + 3))
    return next(found for found in numbered if found not in taken)


class BanList:
    """Bans of a table, in order: by member, and by the address of its computer. Of too many the oldest is dropped."""

    def __init__(self) -> None:
        self._last = 0
        self._all: list[KeptBan] = []

    def add(self, member: Member) -> None:
        """Ban a member, and new members from its address."""
        self._last += 1
        address = host_of(member.address) if member.address else ""
        self._all = [*self._all, KeptBan(self._last, member.name, member.id, member.key, address)][-BANS:]

    def lift(self, ban: int) -> bool:
        """Lift a ban; return whether there was one of that number."""
        kept = [each for each in self._all if each.ban != ban]
        found, self._all = len(kept) < len(self._all), kept
        return found

    def ban_of(self, member: str) -> KeptBan | None:
        """Return the ban of a member, if any."""
        return next((each for each in self._all if each.member == member), None)

    def bars(self, address: str) -> bool:
        """Whether new members from an address are refused."""
        return any(each.address == host_of(address) for each in self._all if each.address)

    def states(self) -> tuple[BanState, ...]:
        """Return the bans as the owner sees them."""
        return tuple(BanState(each.ban, each.name, each.address) for each in self._all)

    def to_record(self) -> tuple[KeptBan, ...]:
        """Return the records to store."""
        return tuple(self._all)

    def restore(self, kept: Collection[KeptBan]) -> None:
        """Load stored bans."""
        self._all = list(kept)
        self._last = max((each.ban for each in kept), default=0)

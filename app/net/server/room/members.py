"""Who was let in, and what each was answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from app.net.protocol.addresses import host_of
from app.net.protocol.limits import BANS, NAME, RETRY_FOR
from app.net.protocol.messages import Answer, BanState, MemberState, TableMessage
from app.net.protocol.sanitize import sanitize_name
from app.net.server.room.config import OWNER, KeptBan, KeptMember, MemberConnection

KEPT_ANSWERS = 64
MOST_ABSENT = 64  #: members without a seat that are remembered for a while


@dataclass(slots=True)
class Answers:
    """The last requests of a member and what came of them; of questions, which change nothing, only that they came."""

    floor: int = 0  #: requests up to this number are forgotten
    _given: dict[int, Answer | None] = field(default_factory=dict)

    def knows(self, request: int) -> bool:
        """Whether a request was answered already, or may have been."""
        return request <= self.floor or request in self._given

    def given(self, request: int) -> Answer | None:
        """Return what was answered; none to a question, and if it is forgotten."""
        return self._given.get(request)

    def keep(self, request: int, answer: Answer | None) -> None:
        """Remember an answer; of too many the lowest number goes."""
        if request <= self.floor:
            return
        self._given[request] = answer
        if len(self._given) > KEPT_ANSWERS:
            self.floor = min(self._given)
            del self._given[self.floor]


@dataclass(slots=True)
class Member:
    """Somebody who was let in. It stays one while it is away."""

    id: str
    name: str
    key: str  #: of the token that it comes back with
    outlet: MemberConnection | None = None
    address: str = ""  #: where it was last
    away_since: float = 0.0  #: 0: it was never here
    left: bool = False  #: went on purpose
    watching: bool = False
    seal: str = ""  #: of the share of chance that it gives when its seats are ready
    undone: int = 0  #: the number of its last request to take something back
    answers: Answers = field(default_factory=Answers)
    said: deque[float] = field(default_factory=deque)  #: when it spoke last

    @property
    def here(self) -> bool:
        """Whether it can be spoken to."""
        return self.outlet is not None

    @property
    def owner(self) -> bool:
        """Whether it may change what the table plays."""
        return self.id == OWNER

    def tell(self, message: TableMessage) -> None:
        """Say something to it, if it is here."""
        if self.outlet is not None:
            self.outlet.send(message)

    def state(self) -> MemberState:
        """Return what everybody may know of it."""
        return MemberState(self.id, self.name, self.owner, self.here, self.watching)


class Members:
    """All members by their id, in the order in which they came."""

    def __init__(self, owner_key: str = "") -> None:
        self.last = 0
        self._all: dict[str, Member] = {}
        if owner_key:
            self._all[OWNER] = Member(OWNER, "", owner_key, left=True)

    def __iter__(self) -> Iterator[Member]:
        return iter(tuple(self._all.values()))

    def get(self, member: str) -> Member | None:
        """Return a member; none if there is none of that id."""
        return self._all.get(member)

    @property
    def present(self) -> tuple[Member, ...]:
        """Those who are here."""
        return tuple(member for member in self if member.here)

    def add(self, name: str, key: str) -> Member:
        """Return a new member."""
        self.last += 1
        member = Member(f"m{self.last}", "", key)
        self._all[member.id] = member
        self.rename(member, name)
        return member

    def rename(self, member: Member, name: str) -> None:
        """Give a member its name, told apart from those of the others."""
        member.name = distinct(name, {other.name for other in self if other is not member})

    def forget(self, member: str) -> None:
        """A member is none any more."""
        self._all.pop(member, None)

    def forget_absent(self, needed: Collection[str], now: float) -> None:
        """Forget those who went long ago, or on purpose, and whom nobody needs."""
        absent = [each for each in self if not each.here and each.id not in needed and not each.owner]
        absent.sort(key=lambda each: each.away_since)
        for rank, member in enumerate(reversed(absent)):
            if member.left or rank >= MOST_ABSENT or now - member.away_since > RETRY_FOR:
                self.forget(member.id)

    def broadcast(self, message: TableMessage) -> None:
        """Tell everybody who is here."""
        for member in self.present:
            member.tell(message)

    def kept(self) -> tuple[KeptMember, ...]:
        """Return what is to be kept of them."""
        return tuple(
            KeptMember(each.id, each.name, each.key, each.watching, each.undone, each.address) for each in self
        )

    def restore(self, kept: Collection[KeptMember], last: int, now: float) -> None:
        """Take in those of a table that was killed; all are away."""
        self.last = last
        for each in kept:
            self._all[each.member] = Member(
                each.member, each.name, each.key, None, each.address, now,
                watching=each.watching, undone=each.undone, answers=Answers(each.undone),
            )  # fmt: skip


def distinct(name: str, taken: Collection[str]) -> str:
    """Return a name as it is shown, with a number behind if somebody has it already: "Ann 2". It may be empty."""
    plain = sanitize_name(name)
    if not plain or plain not in taken:
        return plain
    numbered = (plain[: NAME - len(f" {number}")].rstrip() + f" {number}" for number in range(2, len(taken) + 3))
    return next(found for found in numbered if found not in taken)


# Who is banned from a table: by the token of the member, and by the address of its computer.


class Bans:
    """All bans in their order. Only the owner lifts one; of too many the oldest is forgotten."""

    def __init__(self) -> None:
        self._last = 0
        self._all: list[KeptBan] = []

    def add(self, member: Member) -> None:
        """Ban a member, and whoever comes from the same address as somebody new."""
        self._last += 1
        address = host_of(member.address) if member.address else ""
        self._all = [*self._all, KeptBan(self._last, member.name, member.id, member.key, address)][-BANS:]

    def lift(self, ban: int) -> bool:
        """Lift a ban; return whether there was one of that number."""
        kept = [each for each in self._all if each.ban != ban]
        found, self._all = len(kept) < len(self._all), kept
        return found

    def of(self, member: str) -> KeptBan | None:
        """Return the ban of a member; none if it is not banned."""
        return next((each for each in self._all if each.member == member), None)

    def bars(self, address: str) -> bool:
        """Whether nobody new may come from an address."""
        return any(each.address == host_of(address) for each in self._all if each.address)

    def states(self) -> tuple[BanState, ...]:
        """Return them as the owner sees them."""
        return tuple(BanState(each.ban, each.name, each.address) for each in self._all)

    def kept(self) -> tuple[KeptBan, ...]:
        """Return what is to be kept of them."""
        return tuple(self._all)

    def restore(self, kept: Collection[KeptBan]) -> None:
        """Take over those of a table that was killed."""
        self._all = list(kept)
        self._last = max((each.ban for each in kept), default=0)

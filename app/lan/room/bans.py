"""Who is banned from a table: by the token of the member, and by the address of its computer."""

from __future__ import annotations

from collections.abc import Collection

from app.lan.addresses import host_of
from app.lan.limits import BANS
from app.lan.protocol import BanState
from app.lan.room.members import Member
from app.lan.room.plan import KeptBan


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

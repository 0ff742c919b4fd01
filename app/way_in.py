"""What is known of a table before one is in. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.lan.addresses import Candidate
from app.seats.invitation import Invitation


@dataclass(frozen=True, slots=True)
class Door:
    """Where a table is, and as whom one comes."""

    ways: tuple[Candidate, ...]  #: to be tried one after the other
    name: str
    table: str = ""  #: its id, if it is known
    code: str = ""
    owner_token: str = ""
    invitation: Invitation | None = None  #: how others find it, if that is known already
    sits: bool = False  #: whoever comes takes the first free seat at once: it has just opened the table

    @property
    def where(self) -> str:
        """The address to be read."""
        return ", ".join(way.host for way in self.ways)
